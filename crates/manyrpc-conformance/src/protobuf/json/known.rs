//! JSON of the messages that come with the language.

use super::text::Text;

const MOMENTS: [&str; 8] = [
    "1970-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "1998-07-17T14:08:55.1Z",
    "2000-02-29T12:00:00.120Z",
    "1998-07-17T16:08:55.000001+02:00",
    "1998-07-17T00:00:00-23:59",
    "2024-02-29T23:59:59.000000001+00:00",
];

const SPANS: [&str; 8] = [
    "0s",
    "1s",
    "-1.5s",
    "-0.000000001s",
    "315576000000s",
    "-315576000000s",
    "3.10s",
    "86400.123456789s",
];

const MASKS: [&str; 6] = ["", "a", "a,b", "fooBar.bazQux,x", "a.b.c", "displayName"];

impl Text<'_> {
    /// A value of `google.protobuf.NAME`.
    pub(super) fn known(&mut self, name: &str, depth: usize) {
        match name {
            "Timestamp" => self.one_of(&MOMENTS),
            "Duration" => self.one_of(&SPANS),
            "FieldMask" => self.one_of(&MASKS),
            "BytesValue" => self.one_of(&["", "AP8=", "-_-_", "Zg"]),
            "Empty" => self.object(Vec::new()),
            "Struct" => self.structure(depth),
            "Value" => self.anything(depth),
            "Any" => self.any(depth),
            other => unreachable!("no definition that is drawn has {other}"),
        }
    }

    fn one_of(&mut self, texts: &[&str]) {
        let text = *self.draw.pick(texts);
        self.string(text);
    }

    fn structure(&mut self, depth: usize) {
        let mut members = Vec::new();
        for name in ["a", "b c", "", "@type"] {
            if self.draw.chance(30) {
                members.push(self.aside(|text| {
                    text.string(name);
                    text.separator(':');
                    text.anything(depth + 1);
                }));
            }
        }
        self.object(members);
    }

    fn anything(&mut self, depth: usize) {
        match self.draw.below(if depth < 4 { 8 } else { 6 }) {
            0 => self.out.push_str("null"),
            1 => self.out.push_str("true"),
            2 => self.out.push_str("false"),
            3 => self.one_of(&["", "NaN", "text", "1"]),
            4 | 5 => {
                let number =
                    *self
                        .draw
                        .pick(&["0", "-0.0", "1.5", "1e300", "12345678901234567890", "-7"]);
                self.out.push_str(number);
            }
            6 => self.structure(depth + 1),
            _ => {
                let count = self.draw.below(3);
                let parts = (0..count).map(|_| self.aside(|text| text.anything(depth + 1)));
                let parts = parts.collect();
                self.list('[', ']', parts);
            }
        }
    }

    /// A message of any type: one of the definition's own, or one that comes with the language.
    fn any(&mut self, depth: usize) {
        let described = self.described;
        if depth > 3 || self.draw.chance(10) {
            return self.object(Vec::new());
        }
        let known = [
            "Duration",
            "Timestamp",
            "Struct",
            "Value",
            "FieldMask",
            "BytesValue",
            "Any",
        ];
        let imported: Vec<&str> = known
            .into_iter()
            .filter(|name| {
                described
                    .message(&format!(".google.protobuf.{name}"))
                    .is_some()
            })
            .collect();
        let of = |name: &str| format!("type.googleapis.com/{name}");
        let is_known = self.draw.chance(40);
        let (url, mut members) = match is_known {
            true => {
                let name = *self.draw.pick(&imported);
                let value = self.aside(|text| {
                    text.string("value");
                    text.separator(':');
                    text.known(name, depth + 1);
                });
                (of(&format!("google.protobuf.{name}")), vec![value])
            }
            false => {
                let name: &String = self.draw.pick(&described.own);
                (of(&name[1..]), self.members(name, depth + 1))
            }
        };
        let ty = self.aside(|text| {
            text.string("@type");
            text.separator(':');
            text.string(&url);
        });
        let at = self.draw.below(members.len() + 1);
        members.insert(at, ty);
        self.object(members);
    }
}
