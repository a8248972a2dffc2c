//! Names of the definition as names of Rust.

use std::collections::BTreeSet;

/// `info_request`, `getAddr` and `NFS_OK` as `InfoRequest`, `GetAddr` and `NfsOk`.
pub(crate) fn camel(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let shouted = !word.contains(char::is_lowercase);
        let mut letters = word.chars();
        out.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        if shouted {
            out.extend(letters.map(|c| c.to_ascii_lowercase()));
        } else {
            out.extend(letters);
        }
    }
    start_with_letter(out)
}

/// `getAddr` and `NFSPROC_NULL` as `get_addr` and `nfsproc_null`; keywords are made raw.
pub(crate) fn snake(name: &str) -> String {
    escape(start_with_letter(joined(name)).to_ascii_lowercase())
}

/// `maxLen` as `MAX_LEN`.
pub(crate) fn screaming(name: &str) -> String {
    start_with_letter(joined(name).to_ascii_uppercase())
}

/// The variant for an arm that is known by its label only: `-1` as `CaseMinus1`.
pub(crate) fn variant(name: &str) -> String {
    match name.strip_prefix('-') {
        Some(digits) => format!("CaseMinus{digits}"),
        None if name.starts_with(|c: char| c.is_ascii_digit()) => format!("Case{name}"),
        None => camel(name),
    }
}

/// Makes a keyword usable as a name.
pub(crate) fn escape(name: String) -> String {
    match name.as_str() {
        // These cannot be raw.
        "self" | "super" | "crate" | "Self" | "_" => name + "_",
        _ if KEYWORDS.contains(&name.as_str()) => format!("r#{name}"),
        _ => name,
    }
}

/// A name as part of a longer one.
pub(crate) fn unescape(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

fn start_with_letter(name: String) -> String {
    match name.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => name,
        Some(_) => format!("X{name}"),
        None => "X".to_owned(),
    }
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Words with one underscore between them; a capital after a small letter starts a word.
fn joined(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        if !out.is_empty() {
            out.push('_');
        }
        let mut small = false;
        for c in word.chars() {
            if small && c.is_ascii_uppercase() {
                out.push('_');
            }
            small = c.is_ascii_lowercase();
            out.push(c);
        }
    }
    out
}

/// Names in one scope; the second that wants a name gets it with `2` at its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// A scope where some names are spoken for.
    pub(crate) fn reserving(names: &[impl AsRef<str>]) -> Self {
        Scope(names.iter().map(|name| name.as_ref().to_owned()).collect())
    }

    /// Takes this name, or the first free one made from it.
    pub(crate) fn take(&mut self, wanted: String) -> String {
        self.take_with(wanted, &[])
    }

    /// Takes a name such that it is free with each of the endings too.
    pub(crate) fn take_with(&mut self, wanted: String, endings: &[&str]) -> String {
        let stem = unescape(&wanted).to_owned();
        let mut name = wanted;
        let mut n = 1;
        while !self.free(&name, endings) {
            n += 1;
            name = format!("{stem}{n}");
        }
        for ending in endings {
            self.0.insert(format!("{}{ending}", unescape(&name)));
        }
        self.0.insert(name.clone());
        name
    }

    fn free(&self, name: &str, endings: &[&str]) -> bool {
        let taken = |ending: &&str| self.0.contains(&format!("{}{ending}", unescape(name)));
        !self.0.contains(name) && !endings.iter().any(taken)
    }
}

/// Type names that generated code uses itself.
pub(crate) const TYPE_NAMES: &[&str] = &[
    "Arms",
    "Box",
    "Clone",
    "Cow",
    "Debug",
    "Decode",
    "Default",
    "Encode",
    "Err",
    "Fields",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Result",
    "S",
    "Self",
    "Send",
    "Slots",
    "Some",
    "String",
    "Sync",
    "T",
    "TryFrom",
    "Vec",
];

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        let table = [
            (
                "info_request",
                "InfoRequest",
                "info_request",
                "INFO_REQUEST",
            ),
            ("getAddr", "GetAddr", "get_addr", "GET_ADDR"),
            ("NFS_OK", "NfsOk", "nfs_ok", "NFS_OK"),
            ("READ3args", "READ3args", "read3args", "READ3ARGS"),
            ("__x", "X", "x", "X"),
            ("type", "Type", "r#type", "TYPE"),
            ("self", "Self", "self_", "SELF"),
            ("4k", "X4k", "x4k", "X4K"),
            ("a.b::c", "ABC", "a_b_c", "A_B_C"),
        ];
        for (name, type_name, function, constant) in table {
            assert_eq!(camel(name), type_name);
            assert_eq!(snake(name), function);
            assert_eq!(screaming(name), constant);
        }
        assert_eq!(variant("-1"), "CaseMinus1");
        assert_eq!(variant("12"), "Case12");
        assert_eq!(variant("NFS_OK"), "NfsOk");
    }

    #[test]
    fn a_taken_name_is_numbered() {
        let mut scope = Scope::reserving(&["Vec"]);
        assert_eq!(scope.take("Vec".into()), "Vec2");
        assert_eq!(scope.take("Vec".into()), "Vec3");
        assert_eq!(scope.take_with("A".into(), &["Client"]), "A");
        assert_eq!(scope.take("AClient".into()), "AClient2");
        assert_eq!(scope.take("r#type".into()), "r#type");
        assert_eq!(scope.take("r#type".into()), "type2");
    }
}
