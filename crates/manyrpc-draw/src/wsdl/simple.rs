//! Simple types (XML Schema part 2).

use super::{File, Name, Room, Simple};
use crate::Draw;

/// Patterns, each with some texts that match it.
pub const PATTERNS: [(&str, [&str; 3]); 10] = [
    ("[A-Z]{3}-\\d{2,4}", ["ABC-12", "XYZ-0000", "QQQ-999"]),
    ("(a|bc)*d?", ["abc", "bcbcd", "d"]),
    ("\\i\\c*", ["_x", "a.b-c", "élan:z"]),
    ("[^\\s\\d]+", ["abc", "-", "é"]),
    ("\\p{Lu}\\p{Ll}+", ["Abc", "Éa", "Zz"]),
    ("[a-z-[aeiou]]{1,5}", ["xyz", "b", "rhyth"]),
    ("0x[0-9a-fA-F]+", ["0x0", "0xDEAD", "0xbeef"]),
    (
        "\\w+@\\w+\\.(com|org)",
        ["me@x.org", "a1@b2.com", "ö@ß.org"],
    ),
    (
        "\\+?[0-9]{1,3}( [0-9]{2}){0,2}",
        ["+49 12 34", "1", "007 00"],
    ),
    (".{2}[.]\\.\\^$", ["ab..^$", "é-..^$", "$$..^$"]),
];

/// Patterns of truth values, each with the texts that match it.
pub const TRUTHS: [(&str, &[&str]); 4] = [
    ("true|false", &["true", "false"]),
    ("[01]", &["1", "0"]),
    ("true|0", &["true", "0"]),
    ("[a-z]{4}|1", &["true"]),
];

/// A built-in type that a simple type may be made of.
struct Builtin {
    name: &'static str,
    example: &'static str,
    room: Room,
    is_word: bool,
}

const fn integers(name: &'static str, low: i64, high: i64) -> Builtin {
    Builtin {
        name,
        example: "7",
        room: Room::Range(low, high),
        is_word: true,
    }
}

const fn texts(name: &'static str, is_word: bool) -> Builtin {
    Builtin {
        name,
        example: "some",
        room: Room::Length(0, 1000),
        is_word,
    }
}

const fn others(name: &'static str, example: &'static str) -> Builtin {
    Builtin {
        name,
        example,
        room: Room::None,
        is_word: true,
    }
}

/// The treatments of white space, each of which may restrict those before it.
pub(super) const WHITE_SPACES: [&str; 3] = ["preserve", "replace", "collapse"];

const BOUND: i64 = 1 << 50;

const BUILTIN: [Builtin; 37] = [
    texts("string", false),
    texts("string", false),
    texts("string", false),
    texts("normalizedString", false),
    texts("token", false),
    texts("NMTOKEN", true),
    texts("Name", true),
    texts("NCName", true),
    texts("anyURI", false),
    others("language", "en-GB"),
    others("boolean", "true"),
    integers("byte", -128, 127),
    integers("unsignedByte", 0, 255),
    integers("short", -32768, 32767),
    integers("unsignedShort", 0, 65535),
    integers("int", -0x8000_0000, 0x7fff_ffff),
    integers("int", -0x8000_0000, 0x7fff_ffff),
    integers("int", -0x8000_0000, 0x7fff_ffff),
    integers("unsignedInt", 0, 0xffff_ffff),
    integers("long", -BOUND, BOUND),
    integers("unsignedLong", 0, BOUND),
    integers("integer", -BOUND, BOUND),
    integers("nonNegativeInteger", 0, BOUND),
    integers("positiveInteger", 1, BOUND),
    integers("nonPositiveInteger", -BOUND, 0),
    integers("negativeInteger", -BOUND, -1),
    others("decimal", "12.5"),
    others("decimal", "-0.25"),
    others("float", "0.5"),
    others("double", "-2.5"),
    others("dateTime", "2026-11-27T12:00:00Z"),
    others("date", "2026-11-27"),
    others("time", "23:59:59"),
    others("duration", "P1DT2H"),
    others("gYear", "2026"),
    texts("base64Binary", true),
    texts("hexBinary", true),
];

impl Simple {
    fn of(builtin: &Builtin) -> Self {
        let example = match (builtin.name, &builtin.room) {
            ("base64Binary", _) => "AAEC",
            ("hexBinary", _) => "00ff",
            (_, Room::Range(_, high)) if *high < 7 => "-7",
            _ => builtin.example,
        };
        Simple {
            name: None,
            builtin: builtin.name,
            example: example.to_owned(),
            room: builtin.room.clone(),
            is_restricted: false,
            is_word: builtin.is_word,
            is_atomic: true,
            white_space: match builtin.name {
                "string" => 0,
                "normalizedString" => 1,
                _ => 2,
            },
        }
    }

    fn any_builtin(draw: &mut Draw) -> Self {
        Simple::of(draw.pick(&BUILTIN))
    }

    /// Whether its values are bytes, which XML counts as such.
    fn is_bytes(&self) -> bool {
        matches!(self.builtin, "base64Binary" | "hexBinary")
    }
}

impl File<'_> {
    /// A use of a simple type: its name as it is written here.
    pub(super) fn named_simple(&mut self) -> (String, Simple) {
        let simple = match self.draw.chance(45) {
            true => {
                let all = self.simple.clone();
                self.one_of(&all, |s| s.name.as_ref())
            }
            false => None,
        };
        let simple = simple.unwrap_or_else(|| Simple::any_builtin(self.draw));
        (self.simple_name(&simple), simple)
    }

    pub(super) fn simple_name(&self, simple: &Simple) -> String {
        match &simple.name {
            Some(name) => self.refer(name),
            None => self.xsd(simple.builtin),
        }
    }

    /// A simple type that everyone can use.
    pub(super) fn simple_type(&mut self) {
        let name = self.declared("s", self.at);
        let (content, simple) = self.simple_content(Some(&name));
        let named = format!("name=\"{}\"", name.local);
        let item = self.node("simpleType", &named, &content);
        self.item(&item);
        self.simple.push(Simple {
            name: Some(name),
            ..simple
        });
    }

    /// A simple type without a name.
    pub(super) fn anonymous_simple(&mut self) -> (String, Simple) {
        let (content, simple) = self.simple_content(None);
        (self.node("simpleType", "", &content), simple)
    }

    fn simple_content(&mut self, name: Option<&Name>) -> (String, Simple) {
        match self.draw.below(10) {
            0 | 1 => self.list(),
            2 if name.is_some() => self.union(),
            _ => self.restriction(),
        }
    }

    /// A simple type of words, none of them a list.
    fn word(&mut self) -> Simple {
        let all: Vec<Simple> = self
            .simple
            .iter()
            .filter(|s| s.is_word && s.is_atomic)
            .cloned()
            .collect();
        let known = match self.draw.chance(60) {
            true => self.one_of(&all, |s| s.name.as_ref()),
            false => None,
        };
        known.unwrap_or_else(|| {
            loop {
                let simple = Simple::any_builtin(self.draw);
                // Bytes have white space of their own; a text of none is no item.
                if simple.is_word && !simple.is_bytes() {
                    return simple;
                }
            }
        })
    }

    fn list(&mut self) -> (String, Simple) {
        let (attributes, content, item) = match self.draw.chance(25) {
            true => {
                let (inner, values) = self.words_of();
                let of = Simple {
                    example: values[0].clone(),
                    ..Simple::of(&BUILTIN[0])
                };
                (String::new(), self.node("simpleType", "", &inner), of)
            }
            false => {
                let item = self.word();
                let name = self.simple_name(&item);
                (format!("itemType=\"{name}\""), String::new(), item)
            }
        };
        let simple = Simple {
            name: None,
            builtin: "string",
            example: item.example.clone(),
            room: Room::None,
            is_restricted: false,
            is_word: false,
            is_atomic: false,
            white_space: 2,
        };
        (self.node("list", &attributes, &content), simple)
    }

    /// A union that a small integer is always a value of.
    fn union(&mut self) -> (String, Simple) {
        let word = self.word();
        let (word, int) = (self.simple_name(&word), self.xsd("int"));
        let members = match self.draw.chance(50) {
            true => format!("memberTypes=\"{word} {int}\""),
            false => format!("memberTypes=\"{int} {word}\""),
        };
        let simple = Simple {
            name: None,
            builtin: "string",
            example: "7".to_owned(),
            room: Room::None,
            is_restricted: false,
            is_word: false,
            is_atomic: false,
            white_space: 2,
        };
        (self.node("union", &members, ""), simple)
    }

    fn restriction(&mut self) -> (String, Simple) {
        if self.draw.chance(25) {
            let mut simple = Simple::of(&BUILTIN[0]);
            let white_space = self.white_space(&mut simple);
            let values = self.some_words();
            let base = self.xsd("string");
            let content = self.enumeration(&base, &white_space, &values);
            let simple = Simple {
                example: values[0].clone(),
                room: Room::Values(values),
                is_word: true,
                ..simple
            };
            return (content, simple);
        }
        let atomic: Vec<Simple> = self
            .simple
            .iter()
            .filter(|s| s.is_atomic)
            .cloned()
            .collect();
        let base = match self.draw.chance(35) {
            true => self.one_of(&atomic, |s| s.name.as_ref()),
            false => None,
        };
        let base = base.unwrap_or_else(|| Simple::any_builtin(self.draw));
        let (facets, mut simple) = self.facets(&base);
        let white_space = self.white_space(&mut simple);
        let base = format!("base=\"{}\"", self.simple_name(&base));
        let facets = white_space + &facets;
        (self.node("restriction", &base, &facets), simple)
    }

    /// Perhaps a facet by which a type treats white space as it did, or more.
    fn white_space(&mut self, simple: &mut Simple) -> String {
        if simple.builtin == "boolean" || !self.draw.chance(20) {
            return String::new();
        }
        simple.white_space = self
            .draw
            .between(simple.white_space, WHITE_SPACES.len() - 1);
        self.facet("whiteSpace", WHITE_SPACES[simple.white_space])
    }

    /// An enumeration of texts.
    fn words_of(&mut self) -> (String, Vec<String>) {
        let values = self.some_words();
        let base = self.xsd("string");
        (self.enumeration(&base, "", &values), values)
    }

    fn some_words(&mut self) -> Vec<String> {
        const WORDS: [&str; 8] = ["red", "light-blue", "3", "N/A", "a.b", "true", "ü", "None"];
        let from = self.draw.below(WORDS.len());
        (0..self.draw.between(1, 5))
            .map(|n| WORDS[(from + n) % WORDS.len()].to_owned())
            .collect()
    }

    fn enumeration(&self, base: &str, before: &str, values: &[String]) -> String {
        let facets = values.iter().map(|value| self.facet("enumeration", value));
        let facets: String = [before.to_owned()].into_iter().chain(facets).collect();
        self.node("restriction", &format!("base=\"{base}\""), &facets)
    }

    fn facet(&self, word: &str, value: &str) -> String {
        self.node(word, &format!("value=\"{value}\""), "")
    }

    /// Facets that restrict a type, and what it is then.
    pub(super) fn facets(&mut self, base: &Simple) -> (String, Simple) {
        let mut simple = base.clone();
        simple.name = None;
        simple.is_restricted = true;
        let text = match base.room.clone() {
            Room::None => self.facets_of_others(base, &mut simple),
            Room::Range(low, high) => self.range(low, high, &mut simple),
            Room::Length(least, most) => self.lengths(least, most, &mut simple),
            Room::Values(values) => {
                let some: Vec<String> = values[..self.draw.between(1, values.len())].to_vec();
                let facets = some.iter().map(|value| self.facet("enumeration", value));
                let facets: Vec<String> = facets.collect();
                simple.example.clone_from(&some[0]);
                simple.room = Room::Values(some);
                facets.concat()
            }
        };
        (text, simple)
    }

    fn range(&mut self, low: i64, high: i64, simple: &mut Simple) -> String {
        let inside = |draw: &mut Draw| low + (draw.number() % ((high - low) as u64 + 1)) as i64;
        let (one, other) = (inside(self.draw), inside(self.draw));
        let (low, high) = (one.min(other), one.max(other));
        simple.example = low.to_string();
        simple.room = Room::None;
        match self.draw.below(5) {
            0 if high - low > 2 => {
                simple.example = (low + 1).to_string();
                self.facet("minExclusive", &low.to_string())
                    + &self.facet("maxExclusive", &high.to_string())
            }
            1 => {
                let (low, high) = (low.to_string(), high.to_string());
                match low == high {
                    true => self.facet("enumeration", &low),
                    false => self.facet("enumeration", &low) + &self.facet("enumeration", &high),
                }
            }
            2 if low != high => self.facet("minInclusive", &low.to_string()),
            _ => {
                simple.room = Room::Range(low, high);
                self.facet("minInclusive", &low.to_string())
                    + &self.facet("maxInclusive", &high.to_string())
            }
        }
    }

    fn lengths(&mut self, least: usize, most: usize, simple: &mut Simple) -> String {
        let is_bytes = simple.is_bytes();
        if self.draw.chance(35) && most == 1000 && simple.builtin == "string" {
            let (pattern, examples) = *self.draw.pick(&PATTERNS);
            simple.room = Room::None;
            simple.is_word = false;
            // What matches it may be too short for the base.
            if examples.iter().any(|text| text.chars().count() < least) {
                return String::new();
            }
            simple.example = examples[0].to_owned();
            return self.facet("pattern", pattern);
        }
        // Every word has a letter.
        let low = self.draw.between(least.max(1), most.min(least.max(1) + 6));
        let high = self.draw.between(low, most.min(low + 20));
        simple.example = match (simple.builtin, is_bytes) {
            ("base64Binary", _) => base64_of_zeros(low),
            (_, true) => "00".repeat(low),
            _ => "x".repeat(low),
        };
        simple.room = Room::Length(low, high);
        match self.draw.below(4) {
            0 => {
                simple.room = Room::None;
                self.facet("length", &low.to_string())
            }
            1 if most == 1000 => {
                simple.room = Room::Length(low, 1000);
                self.facet("minLength", &low.to_string())
            }
            _ => {
                self.facet("minLength", &low.to_string())
                    + &self.facet("maxLength", &high.to_string())
            }
        }
    }

    fn facets_of_others(&mut self, base: &Simple, simple: &mut Simple) -> String {
        // What restricts a type of this kind a second time might leave nothing.
        if base.name.is_some() {
            return String::new();
        }
        if base.builtin == "boolean" && !base.is_restricted && self.draw.chance(60) {
            let (pattern, texts) = *self.draw.pick(&TRUTHS);
            simple.example = texts[0].to_owned();
            simple.room = Room::None;
            return self.facet("pattern", pattern);
        }
        let facets: &[(&str, &str)] = match (base.builtin, self.draw.below(3)) {
            _ if base.is_restricted => &[],
            ("decimal", 0) => &[("totalDigits", "6"), ("fractionDigits", "2")],
            ("decimal", 1) => &[("minInclusive", "-1000.5"), ("maxExclusive", "1000.50")],
            ("float" | "double", 0) => &[("minInclusive", "-100"), ("maxInclusive", "1e2")],
            ("float" | "double", 1) => &[("minExclusive", "-3.5")],
            ("date", 0) => &[
                ("minInclusive", "2000-01-01"),
                ("maxExclusive", "2050-01-01"),
            ],
            ("dateTime", 0) => &[("minInclusive", "1999-12-31T23:59:59Z")],
            ("time", 0) => &[("maxInclusive", "23:59:59")],
            ("gYear", 0) => &[("minInclusive", "1900")],
            ("language", 0) => &[("pattern", "[a-z]{2}(-[A-Z]{2})?")],
            _ => &[],
        };
        simple.room = Room::None;
        facets
            .iter()
            .map(|(word, value)| self.facet(word, value))
            .collect()
    }
}

fn base64_of_zeros(n: usize) -> String {
    let whole = "AAAA".repeat(n / 3);
    whole + ["", "AA==", "AAA="][n % 3]
}
