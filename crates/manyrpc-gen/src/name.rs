//! Conversion of a definition's names to Rust names. The rules for users, with examples, are in
//! `docs/stubs.md`; a test below checks them.
//!
//! A name is split into *words* at characters that are neither letters nor digits. A word without a
//! lower-case letter is *all-caps*.
//!
//! - **Types, traits and variants** ([`camel`]): each word starts with a capital. The rest of an
//!   all-caps word is lower-cased, except that a letter after a digit starts a new word (`NFS3ERR` is
//!   `Nfs3Err`). Other words are unchanged.
//! - **Functions, fields and parameters** ([`snake`]) are lower case, with one `_` between words and
//!   before a capital that follows a lower-case letter. A digit does not start a word.
//! - **Constants and statics** ([`screaming`]) are the same in upper case.
//! - A name that would start with a digit is prefixed with `X`; a keyword becomes a raw identifier;
//!   `self` and similar get the suffix `_`.
//! - If two names in a [`Scope`] become equal, the second gets the suffix `2`.

use std::collections::BTreeSet;

/// `info_request`, `getAddr` and `NFS3ERR_NOENT` as `InfoRequest`, `GetAddr` and `Nfs3ErrNoent`.
pub(crate) fn camel(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let shouted = !word.contains(char::is_lowercase);
        let mut begins = true;
        for c in word.chars() {
            out.push(match (begins, shouted) {
                (true, _) => c.to_ascii_uppercase(),
                (false, true) => c.to_ascii_lowercase(),
                (false, false) => c,
            });
            begins = shouted && c.is_ascii_digit();
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

/// The variant for an arm without a name, from its label: `-1` as `CaseMinus1`.
pub(crate) fn variant(name: &str) -> String {
    match name.strip_prefix('-') {
        Some(digits) => format!("CaseMinus{digits}"),
        None if name.starts_with(|c: char| c.is_ascii_digit()) => format!("Case{name}"),
        None => camel(name),
    }
}

/// The constructor of such an arm: `-1` as `case_minus1`.
pub(crate) fn constructor(name: &str) -> String {
    match name.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        true => snake(&variant(name)),
        false => snake(name),
    }
}

/// Escapes a keyword.
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

/// Words joined with underscores; a capital after a lower-case letter starts a word.
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

/// The names in one scope; the second request for a name gets the suffix `2`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// A scope with reserved names.
    pub(crate) fn reserving(names: &[impl AsRef<str>]) -> Self {
        Scope(names.iter().map(|name| name.as_ref().to_owned()).collect())
    }

    /// Takes a name, or the first free one derived from it.
    pub(crate) fn take(&mut self, wanted: String) -> String {
        self.take_with(wanted, &[])
    }

    /// Takes a name that is also free with each of the suffixes.
    pub(crate) fn take_with(&mut self, wanted: String, endings: &[&str]) -> String {
        self.take_within(wanted, &[], endings)
    }

    /// Takes a name that is also free with each of the prefixes, of the suffixes, and of both.
    pub(crate) fn take_within(
        &mut self,
        wanted: String,
        beginnings: &[&str],
        endings: &[&str],
    ) -> String {
        let stem = unescape(&wanted).to_owned();
        let mut name = wanted;
        let mut n = 1;
        while family(&name, beginnings, endings).any(|name| self.0.contains(&name)) {
            n += 1;
            name = format!("{stem}{n}");
        }
        self.0.extend(family(&name, beginnings, endings));
        name
    }
}

/// A name by itself, and with each prefix and suffix.
fn family(name: &str, beginnings: &[&str], endings: &[&str]) -> impl Iterator<Item = String> {
    let bare = unescape(name);
    let longer = std::iter::once(&"")
        .chain(beginnings)
        .flat_map(move |begin| {
            let ends = std::iter::once(&"").chain(endings);
            ends.map(move |end| format!("{begin}{bare}{end}"))
        });
    // By itself a keyword is raw.
    std::iter::once(name.to_owned()).chain(longer.skip(1))
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
    "Replied",
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
            ("3COM_4K", "X3Com4K", "x3com_4k", "X3COM_4K"),
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
        assert_eq!(constructor("-1"), "case_minus1");
        assert_eq!(constructor("12"), "case12");
        assert_eq!(constructor("match"), "r#match");
    }

    /// The table for users, with names of published definitions.
    #[test]
    fn the_document_tells_what_names_become() {
        let document = include_str!("../../../docs/stubs.md");
        let table = document.split("<!-- names -->").nth(1).unwrap();
        let table = table.split("<!-- end of names -->").next().unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| `"));
        let rows = rows.map(|row| {
            row.split('`')
                .skip(1)
                .step_by(2)
                .take(4)
                .collect::<Vec<_>>()
        });
        let rows: Vec<_> = rows.collect();
        assert!(rows.len() >= 20, "only {rows:?}");
        for row in rows {
            let name = row[0];
            let became = [
                Scope::reserving(TYPE_NAMES).take(camel(name)),
                snake(name),
                screaming(name),
            ];
            assert_eq!(became, row[1..], "{name}");
        }
    }

    #[test]
    fn names_that_become_one_are_told_apart() {
        let mut scope = Scope::default();
        assert_eq!(scope.take(camel("NFS3ERR_IO")), "Nfs3ErrIo");
        assert_eq!(scope.take(camel("NFS3_ERR_IO")), "Nfs3ErrIo2");
        assert_eq!(scope.take(camel("nfs3ErrIo")), "Nfs3ErrIo3");
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
