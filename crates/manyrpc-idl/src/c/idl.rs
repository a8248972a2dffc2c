//! The two languages whose files are called `.idl`: DCE's and OMG's.

/// Whether a text is in OMG IDL. Words tell: those that begin definitions of one language only, outside
/// of comments and quotations. `module`, `exception`, `valuetype` and their like are OMG's, and so is
/// `interface` unless a list of attributes precedes it, and `import` of a name or a repository identifier;
/// `import "…"` of files, `[` at the start of a definition and parameters in `[in]` are DCE's. A text without any of these is DCE's, as all were before.
pub(crate) fn is_omg(text: &str) -> bool {
    let mut last = Last::Boundary;
    let mut words = Words { rest: text };
    while let Some(word) = words.next() {
        let begins = matches!(last, Last::Boundary);
        match word {
            "[" if begins => return false,
            "import" if begins => return words.imports_scope(),
            "cpp_quote" if begins => return false,
            "module" | "exception" | "valuetype" | "abstract" | "local" | "custom" | "native"
                if begins =>
            {
                return true;
            }
            // Both announce interfaces.
            "interface" if begins && words.clone().nth(1) != Some(";") => return true,
            _ => {}
        }
        last = match word {
            ";" | "}" | "{" => Last::Boundary,
            _ => Last::Inside,
        };
    }
    // Types alone: words that only one language has.
    let mut words = Words { rest: text };
    words.any(|w| {
        matches!(
            w,
            "sequence" | "wstring" | "octet" | "any" | "Object" | "::"
        )
    })
}

/// Where the next word stands.
enum Last {
    /// Behind what ends a definition, or at the start.
    Boundary,
    Inside,
}

/// Identifiers and punctuation, without comments, quotations and the preprocessor's lines.
#[derive(Clone)]
struct Words<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.rest = self
                .rest
                .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let first = self.rest.chars().next()?;
            let skipped = match first {
                '#' => self.line(),
                '"' | '\'' => self.behind(1, &first.to_string()),
                '/' if self.rest.starts_with("//") => self.line(),
                '/' if self.rest.starts_with("/*") => self.behind(2, "*/"),
                _ => 0,
            };
            if skipped == 0 {
                let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let length = match first {
                    ':' if self.rest.starts_with("::") => 2,
                    c if inside(c) => self.rest.find(|c| !inside(c)).unwrap_or(self.rest.len()),
                    c => c.len_utf8(),
                };
                let (word, rest) = self.rest.split_at(length);
                self.rest = rest;
                return Some(word);
            }
            self.rest = &self.rest[skipped..];
        }
    }
}

impl Words<'_> {
    /// Whether a name follows, or a repository identifier.
    fn imports_scope(&self) -> bool {
        let behind = self.rest.trim_start();
        behind.starts_with("\"IDL:")
            || behind.starts_with(|c: char| c == ':' || c == '_' || c.is_ascii_alphabetic())
    }

    /// To the end of the line, and of those that continue it.
    fn line(&self) -> usize {
        let mut at = 0;
        for line in self.rest.split_inclusive('\n') {
            at += line.len();
            if !line.trim_end().ends_with('\\') {
                break;
            }
        }
        at
    }

    /// Behind the next such end.
    fn behind(&self, start: usize, end: &str) -> usize {
        let found = self.rest[start..].find(end);
        found.map_or(self.rest.len(), |at| start + at + end.len())
    }
}

#[cfg(test)]
mod tests {
    use super::is_omg;

    #[test]
    fn words_tell_the_languages_apart() {
        let omg = [
            "module a { };",
            "// [uuid(x)]\ninterface a {};",
            "#include \"b.idl\"\nstruct s { sequence<long> x; };",
            "typedef wstring x;",
            "exception e {};",
            "import shop;\nstruct s { long x; };",
            "import ::shop::Cart;",
            "import \"IDL:shop/Cart:1.0\";",
            "const string s = \"[uuid(1)] interface\"; interface i {};",
        ];
        let dce = [
            "[uuid(1-2)] interface a {}",
            "/* module a; */ [local] interface a { }",
            "import \"shop.idl\", \"cart.idl\";",
            "interface b; import \"b.idl\"; [object] interface a { }",
            "typedef struct { long x; } s;",
            "cpp_quote(\"module\")",
            "",
        ];
        omg.iter().for_each(|text| assert!(is_omg(text), "{text}"));
        dce.iter().for_each(|text| assert!(!is_omg(text), "{text}"));
    }
}
