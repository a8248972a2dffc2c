//! Types and constants.

use super::File;

const BASIC: [&str; 16] = [
    "boolean",
    "char",
    "octet",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "string",
    "wchar",
    "wstring",
    "any",
];

/// Discriminators with labels.
const SWITCHES: [(&str, [&str; 4]); 8] = [
    ("boolean", ["TRUE", "FALSE", "", ""]),
    ("char", ["'a'", "'\\n'", "'\\x00'", "'\\377'"]),
    ("short", ["-32768", "0", "1 + 2", "32767"]),
    ("unsigned short", ["0", "65535", "7", "0x10"]),
    ("long", ["-2147483647", "2147483647", "0", "3"]),
    ("unsigned long", ["4294967295", "0", "010", "1 << 4"]),
    (
        "long long",
        ["-9223372036854775807", "9223372036854775807", "0", "5"],
    ),
    (
        "unsigned long long",
        ["18446744073709551615", "0", "1", "2"],
    ),
];

const CONSTANTS: [(&str, &str); 14] = [
    ("long", "(1 + 2) * 3 - 10 / 3 % 2"),
    ("unsigned long", "~0"),
    ("short", "-32768"),
    ("octet", "255 & 0x7f | 1"),
    ("long long", "1 << 40 ^ 5"),
    ("unsigned long long", "18446744073709551615"),
    ("boolean", "TRUE"),
    ("char", "'\\x41'"),
    ("string", "\"a\" \"b\\n\""),
    ("string<3>", "\"abc\""),
    ("float", "1.5 / 2.0"),
    ("double", "-1.5e10 + .25"),
    ("fixed", "1.25d * 3d"),
    ("unsigned short", "65535 >> 3"),
];

impl File<'_> {
    /// Something that a module may have.
    pub(super) fn type_item(&mut self) {
        match self.draw.chance(18) {
            true => self.valuetype(),
            false => self.inner_item(),
        }
    }

    /// Something that an interface may have, too.
    pub(super) fn inner_item(&mut self) {
        match self.draw.below(9) {
            0 | 1 => self.typedef(),
            2 | 3 => self.structure("struct"),
            4 => self.recursive(),
            5 => self.union(),
            6 => self.enumeration(),
            7 => self.structure("exception"),
            _ => {
                let (ty, value) = *self.draw.pick(&CONSTANTS);
                let name = self.name("c");
                self.line(&format!("const {ty} {name} = {value};"));
            }
        }
    }

    /// A type without a shape.
    pub(super) fn simple(&mut self) -> String {
        let named = self.types.len() + self.interfaces.len();
        if named > 0 && self.draw.chance(45) {
            let at = self.draw.below(named);
            let all = self.types.iter().chain(&self.interfaces);
            let path = all.clone().nth(at).cloned().unwrap_or_default();
            return self.reference(&path);
        }
        match self.draw.below(18) {
            0 => "Object".to_owned(),
            1 => format!("string<{}>", self.draw.between(1, 300)),
            at => BASIC[at % BASIC.len()].to_owned(),
        }
    }

    fn spec(&mut self) -> String {
        match self.draw.below(8) {
            0 => format!("sequence<{} >", self.simple()),
            1 => {
                let bound = self.draw.between(1, 300);
                format!("sequence<{}, {bound}>", self.simple())
            }
            2 => format!("sequence<sequence<{} > >", self.simple()),
            3 => {
                let digits = self.draw.between(1, 31);
                format!("fixed<{digits}, {}>", self.draw.between(0, digits))
            }
            _ => self.simple(),
        }
    }

    fn lengths(&mut self) -> String {
        match self.draw.below(6) {
            0 => format!("[{}]", self.draw.between(1, 9)),
            1 => format!("[{}][2]", self.draw.between(1, 4)),
            _ => String::new(),
        }
    }

    fn typedef(&mut self) {
        let (spec, name, lengths) = (self.spec(), self.name("t"), self.lengths());
        self.line(&format!("typedef {spec} {name}{lengths};"));
        let path = self.path(&name);
        self.types.push(path);
        self.declared(&name);
    }

    fn member(&mut self) -> String {
        let inline = self.draw.below(12);
        let spec = match inline {
            0 => {
                let (ty, one, two) = (self.name("e"), self.name("v"), self.name("v"));
                format!("enum {ty} {{ {one}, {two} }}")
            }
            1 => {
                let (ty, inner) = (self.name("s"), self.name("f"));
                format!("struct {ty} {{ {} {inner}; }}", self.simple())
            }
            _ => self.spec(),
        };
        let (name, lengths) = (self.name("f"), self.lengths());
        format!("{spec} {name}{lengths};")
    }

    fn structure(&mut self, keyword: &str) {
        let name = self.name("s");
        let path = self.path(&name);
        let least = usize::from(keyword == "struct");
        let members: Vec<String> = (0..self.draw.between(least, 4))
            .map(|_| self.member())
            .collect();
        self.line(&format!("{keyword} {name} {{ {} }};", members.join(" ")));
        match keyword {
            "struct" => self.types.push(path),
            _ => self.exceptions.push(path),
        }
        self.declared(&name);
    }

    fn valuetype(&mut self) {
        let name = self.name("w");
        let path = self.path(&name);
        match self.draw.below(8) {
            0 => {
                let boxed = *self
                    .draw
                    .pick(&["long", "string", "sequence<octet>", "any"]);
                self.line(&format!("valuetype {name} {boxed};"));
                self.types.push(path);
            }
            1 => {
                self.line(&format!("abstract valuetype {name} {{}};"));
                self.abstracts.push(path);
            }
            _ => {
                let bases = self.value_bases();
                let members: Vec<String> = (0..self.draw.between(0, 3))
                    .map(|_| {
                        let access = *self.draw.pick(&["public", "private"]);
                        format!("{access} {}", self.member())
                    })
                    .collect();
                let own = match self.draw.chance(25) {
                    true => format!(" public {name} {};", self.name("f")),
                    false => String::new(),
                };
                let members = members.join(" ");
                self.line(&format!("valuetype {name}{bases} {{ {members}{own} }};"));
                self.values.push(path.clone());
                self.types.push(path);
            }
        }
        self.declared(&name);
    }

    /// ` : truncatable x, y`, or nothing.
    fn value_bases(&mut self) -> String {
        let mut bases = Vec::new();
        if !self.values.is_empty() && self.draw.chance(50) {
            let truncatable = if self.draw.chance(60) {
                "truncatable "
            } else {
                ""
            };
            let path = self.draw.pick(&self.values).clone();
            bases.push(format!("{truncatable}{}", self.reference(&path)));
        }
        if !self.abstracts.is_empty() && self.draw.chance(40) {
            let path = self.draw.pick(&self.abstracts).clone();
            bases.push(self.reference(&path));
        }
        match bases.is_empty() {
            true => String::new(),
            false => format!(" : {}", bases.join(", ")),
        }
    }

    fn recursive(&mut self) {
        let (name, list) = (self.name("s"), self.name("t"));
        let (kids, member) = (self.name("f"), self.member());
        self.line(&format!("struct {name};"));
        self.line(&format!("typedef sequence<{name}> {list};"));
        self.line(&format!("struct {name} {{ {list} {kids}; {member} }};"));
        let (path, list) = (self.path(&name), self.path(&list));
        self.types.extend([path, list]);
    }

    fn enumeration(&mut self) {
        let name = self.name("e");
        let members: Vec<String> = (0..self.draw.between(1, 4))
            .map(|_| self.name("v"))
            .collect();
        self.line(&format!("enum {name} {{ {} }};", members.join(", ")));
        let path = self.path(&name);
        let paths = members.iter().map(|m| self.path(m)).collect();
        self.types.push(path.clone());
        self.enums.push((path, paths));
        self.declared(&name);
    }

    fn union(&mut self) {
        let (switch, labels): (String, Vec<String>) =
            match self.enums.is_empty() || self.draw.chance(60) {
                true => {
                    let (switch, labels) = *self.draw.pick(&SWITCHES);
                    let labels = labels.iter().filter(|l| !l.is_empty());
                    (switch.to_owned(), labels.map(|l| (*l).to_owned()).collect())
                }
                false => self.draw.pick(&self.enums).clone(),
            };
        let switch = match switch.starts_with("::") {
            true => self.reference(&switch),
            false => switch,
        };
        let name = self.name("u");
        let count = self.draw.between(1, labels.len());
        let mut cases = Vec::new();
        for label in &labels[..count] {
            let member = match self.draw.chance(25) && label != &labels[count - 1] {
                true => String::new(),
                false => self.member(),
            };
            cases.push(format!("case {label}: {member}"));
        }
        let all = count == labels.len()
            && !["char", "short", "unsigned short", "long"].contains(&&*switch);
        if !all && self.draw.chance(50) {
            cases.push(format!("default: {}", self.member()));
        }
        self.line(&format!(
            "union {name} switch ({switch}) {{ {} }};",
            cases.join(" ")
        ));
        let path = self.path(&name);
        self.types.push(path);
        self.declared(&name);
    }
}
