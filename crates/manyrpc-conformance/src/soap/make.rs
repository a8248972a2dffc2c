//! Values that are valid by the schemas of a definition, drawn by what the model says of these.

use manyrpc_draw::Draw;
use manyrpc_draw::wsdl::{PATTERNS, TRUTHS};
use manyrpc_dynamic::Lowered;
use manyrpc_model::{
    Annotations, Arm, Field, Length, Module, Record, Type, TypeBody, TypeDef, Value,
};

use super::Member;
use crate::codecs::Dynamic;

/// A value of each.
pub(super) fn values(of: &Dynamic, draw: &mut Draw, members: &[Member<'_>]) -> Vec<Value> {
    let mut maker = Maker {
        module: &of.module,
        lowered: &of.lowered,
        draw,
        depth: 5,
    };
    let all = members.iter();
    all.map(|member| maker.place(member.ty, &member.notes))
        .collect()
}

/// How often a value that is not nothing is looked for.
const TRIES: u32 = 50;

struct Maker<'m, 'd> {
    module: &'m Module,
    lowered: &'m Lowered,
    draw: &'d mut Draw,
    /// The levels that may still be below.
    depth: u32,
}

impl<'m> Maker<'m, '_> {
    fn definition(&self, name: &str) -> &'m TypeDef {
        let mut types = self.module.types.iter();
        types
            .find(|t| t.name == name)
            .expect("it is a type of the module")
    }

    /// The record of which an optional one is a linked list, if it is one of that type.
    fn node(&self, ty: &Type) -> Option<&'m Record> {
        let Type::Named(name) = ty.plain() else {
            return None;
        };
        let id = self.lowered.find(name)?;
        let is_node = self.lowered.types[id.0].twin.is_some();
        match &self.definition(name).body {
            TypeBody::Record(record) if is_node => Some(record),
            _ => None,
        }
    }

    /// A list of nodes, without the fields that are the rest of the list.
    fn chain(&mut self, node: &'m Record) -> Value {
        let (_, fields) = node.fields.split_last().expect("a node has the next one");
        let count = match self.depth {
            0 => 0,
            _ => self.draw.below(4),
        };
        let nodes = (0..count).map(|_| {
            let values = fields.iter().map(|field| self.deeper(|m| m.field(field)));
            Value::Record(values.collect())
        });
        Value::List(nodes.collect())
    }

    fn deeper<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        let made = what(self);
        self.depth = depth;
        made
    }

    fn place(&mut self, ty: &Type, notes: &Annotations) -> Value {
        let role = notes.get("xml.role").map_or("", String::as_str);
        let fixed = notes.get("xml.fixed");
        let default = notes.get("xml.default").filter(|_| self.draw.chance(50));
        match fixed.or(default) {
            Some(text) if role == "attribute" => return self.lexical(ty, text),
            Some(text) => return self.occurring(ty, notes, &|m, ty| m.lexical(ty, text)),
            None => {}
        }
        if let Some(text) = notes.get("xml.default").filter(|_| role != "attribute") {
            return self.occurring(ty, notes, &|m, ty| m.other_than_empty(ty, text));
        }
        match (role, ty.plain()) {
            ("anyAttribute", _) => Value::List(Vec::new()),
            ("any", Type::Text { .. }) => Value::Text(self.element()),
            ("any", Type::Optional(_)) => {
                let one = self
                    .draw
                    .chance(50)
                    .then(|| Box::new(Value::Text(self.element())));
                Value::Optional(one)
            }
            ("any", Type::Array { length, .. }) => {
                let (least, most) = bounds(length, notes);
                let count = self.draw.between(least, most);
                Value::List((0..count).map(|_| Value::Text(self.element())).collect())
            }
            (_, Type::Optional(inner)) if self.node(inner).is_some() => {
                let node = self.node(inner).expect("it is one");
                self.chain(node)
            }
            (_, Type::Optional(inner)) => {
                let is_needed =
                    notes.contains_key("xml.required") || notes.contains_key("xml.default");
                let is_there = is_needed || self.depth > 0 && self.draw.chance(60);
                let is_there = is_there && self.is_possible(inner);
                let value = is_there.then(|| self.deeper(|m| Box::new(m.value(inner, &[]))));
                Value::Optional(value)
            }
            (_, Type::Array { element, length }) if ty.mark("xsd.list").is_none() => {
                let (least, most) = bounds(length, notes);
                let most = if self.depth == 0 || !self.is_possible(element) {
                    least
                } else {
                    most
                };
                let count = self.draw.between(least, most);
                self.deeper(|m| m.array(element, count))
            }
            _ => self.value(ty, &[]),
        }
    }

    /// As many of what `one` makes as there may be elements at a place.
    fn occurring(
        &mut self,
        ty: &Type,
        notes: &Annotations,
        one: &dyn Fn(&mut Self, &Type) -> Value,
    ) -> Value {
        match ty.plain() {
            Type::Optional(inner) => {
                let is_there = notes.contains_key("xml.required") || self.draw.chance(60);
                Value::Optional(is_there.then(|| Box::new(one(self, inner))))
            }
            Type::Array { element, length } if ty.mark("xsd.list").is_none() => {
                let (least, most) = bounds(length, notes);
                let count = self.draw.between(least, most);
                let values = (0..count).map(|_| one(self, element)).collect();
                packed(self.scalar_of(element), values)
            }
            _ => one(self, ty),
        }
    }

    /// A value of a type that is not written as an empty element, which would have the default.
    fn other_than_empty(&mut self, ty: &Type, default: &str) -> Value {
        let mut tries = (0..TRIES).map(|_| self.value(ty, &[]));
        let made = tries.find(|made| !is_empty(made));
        made.unwrap_or_else(|| self.lexical(ty, default))
    }

    /// An element of any name.
    fn element(&mut self) -> String {
        let all = [
            "<z:note xmlns:z=\"urn:other\" z:a=\"1\">text<z:b>1</z:b></z:note>",
            "<note xmlns=\"urn:other\">&amp; more</note>",
            "<z:e xmlns:z=\"urn:third\">2</z:e>",
        ];
        (*self.draw.pick(&all)).to_owned()
    }

    /// Whether a type has a value: an abstract one has none of its own.
    fn is_possible(&self, ty: &Type) -> bool {
        match ty.plain() {
            Type::Named(name) => {
                let definition = self.definition(name);
                match &definition.body {
                    TypeBody::Union(union)
                        if definition.annotations.contains_key("xsd.derived") =>
                    {
                        union.arms.iter().any(|arm| self.is_possible(&arm.field.ty))
                    }
                    _ => !definition.annotations.contains_key("xsd.abstract"),
                }
            }
            Type::Optional(inner) => self.is_possible(inner),
            _ => true,
        }
    }

    fn array(&mut self, element: &Type, count: usize) -> Value {
        let values = (0..count).map(|_| self.value(element, &[])).collect();
        packed(self.scalar_of(element), values)
    }

    /// The type that names stand for, if it is no type of the module's own.
    fn scalar_of(&self, ty: &Type) -> Type {
        match ty.plain() {
            Type::Named(name) => match &self.definition(name).body {
                TypeBody::Alias(ty) => self.scalar_of(ty),
                _ => Type::Void,
            },
            other => other.clone(),
        }
    }

    /// A value of a type with these facets, the ones that come first before others.
    fn value(&mut self, ty: &Type, outer: &[&Annotations]) -> Value {
        let mut facets = outer.to_vec();
        if let Type::Marked(_, marks) = ty {
            facets.push(marks);
        }
        match ty.plain() {
            Type::Named(name) => {
                let definition = self.definition(name);
                facets.push(&definition.annotations);
                self.named(definition, &facets)
            }
            Type::Optional(inner) => {
                let value = self
                    .draw
                    .chance(70)
                    .then(|| Box::new(self.value(inner, &[])));
                Value::Optional(value)
            }
            Type::Array { element, .. } => {
                let count = length(self.draw, &facets, 0);
                self.array(element, count)
            }
            plain => scalars::value(self.draw, plain, &facets),
        }
    }

    fn named(&mut self, definition: &'m TypeDef, facets: &[&Annotations]) -> Value {
        match &definition.body {
            TypeBody::Alias(ty) => self.value(ty, facets),
            TypeBody::Enum(body) => {
                let known = |at: usize| {
                    let mut forms = definition.annotations["xml.values"].lines();
                    let form = forms.nth(at).unwrap_or_default();
                    let outer = facets.iter().filter_map(|f| f.get("xsd.enumeration"));
                    outer
                        .into_iter()
                        .all(|values| values.lines().any(|value| value == form))
                };
                let allowed: Vec<usize> = (0..body.members.len()).filter(|at| known(*at)).collect();
                Value::I32(body.members[*self.draw.pick(&allowed)].value)
            }
            TypeBody::Record(record) => {
                let fields = record.fields.iter();
                Value::Record(fields.map(|field| self.field(field)).collect())
            }
            TypeBody::Union(union) => {
                let is_possible = |arm: &&Arm| self.is_possible(&arm.field.ty);
                let arms: Vec<&Arm> = union.arms.iter().filter(is_possible).collect();
                // The first ends what might go on for ever.
                let arm = match self.depth {
                    0 => arms[0],
                    _ => *self.draw.pick(&arms),
                };
                let made = self.arm(arm);
                let made = made.or_else(|| (0..TRIES).find_map(|_| self.arm(arms[0])));
                made.unwrap_or_else(|| self.any_arm(arms[0]))
            }
        }
    }

    /// A value of an arm, unless that is nothing to zeep.
    fn arm(&mut self, arm: &Arm) -> Option<Value> {
        let made = self.any_arm(arm);
        match &made {
            Value::Union { value, .. } if is_nothing(value) => None,
            _ => Some(made),
        }
    }

    fn any_arm(&mut self, arm: &Arm) -> Value {
        let value = self.deeper(|m| m.field(&arm.field));
        Value::Union {
            label: arm.labels[0],
            value: Box::new(value),
        }
    }

    fn field(&mut self, field: &Field) -> Value {
        self.place(&field.ty, &field.annotations)
    }

    /// The value that a text means.
    fn lexical(&mut self, ty: &Type, text: &str) -> Value {
        match ty.plain() {
            Type::Optional(inner) => Value::Optional(Some(Box::new(self.lexical(inner, text)))),
            Type::Array { element, .. } => {
                let values = text
                    .split(' ')
                    .map(|item| self.lexical(element, item))
                    .collect();
                packed(self.scalar_of(element), values)
            }
            Type::Named(name) => {
                let definition = self.definition(name);
                match &definition.body {
                    TypeBody::Alias(inner) => {
                        let is_hex = definition
                            .annotations
                            .get("xsd.type")
                            .is_some_and(|t| t == "hexBinary");
                        match is_hex {
                            true => scalars::bytes(text, true),
                            false => self.lexical(inner, text),
                        }
                    }
                    TypeBody::Enum(body) => {
                        let mut forms = definition.annotations["xml.values"].lines();
                        let at = forms.position(|form| form == text);
                        Value::I32(body.members[at.expect("it is one of them")].value)
                    }
                    _ => Value::Void,
                }
            }
            plain => {
                let is_hex = ty.mark("xsd.type") == Some("hexBinary");
                scalars::lexical(plain, text, is_hex)
            }
        }
    }
}

/// Whether Python takes it for nothing, and so zeep in a choice.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Bool(v) => !v,
        Value::I8(0) | Value::U8(0) | Value::I16(0) | Value::U16(0) | Value::I32(0) => true,
        Value::U32(0) | Value::I64(0) | Value::U64(0) => true,
        Value::F32(v) => *v == 0.0,
        Value::F64(v) => *v == 0.0,
        Value::Text(text) => text.is_empty() || text.parse() == Ok(0.0),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(values) => values.is_empty(),
        // Of a group, any of its values.
        Value::Record(values) => values
            .iter()
            .any(|v| !matches!(v, Value::List(_)) && is_nothing(v)),
        _ => false,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Optional(Some(value)) => is_empty(value),
        Value::Text(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(values) => values.is_empty(),
        Value::I32s(values) => values.is_empty(),
        Value::U32s(values) => values.is_empty(),
        Value::I64s(values) => values.is_empty(),
        Value::U64s(values) => values.is_empty(),
        Value::F32s(values) => values.is_empty(),
        Value::F64s(values) => values.is_empty(),
        _ => false,
    }
}

/// How many an element occurs at least and at most; of many, a few.
fn bounds(length: &Length, notes: &Annotations) -> (usize, usize) {
    let least = notes
        .get("xml.min")
        .map_or(0, |min| min.parse().expect("it is a number"));
    let most = match length {
        Length::Fixed(n) => return (*n as usize, *n as usize),
        Length::UpTo(most) => most.map_or(least + 3, |most| most as usize),
    };
    (least, most.min(least + 3))
}

/// A length within facets, otherwise from `least` on.
fn length(draw: &mut Draw, facets: &[&Annotations], least: usize) -> usize {
    let said = |word: &str| {
        let mut all = facets.iter();
        let found = all.find_map(|f| f.get("xsd.length").or_else(|| f.get(word)));
        found.map(|n| n.parse().expect("it is a number"))
    };
    let least = said("xsd.minLength").unwrap_or(least);
    draw.between(
        least,
        said("xsd.maxLength").unwrap_or(least + 6).min(least + 12),
    )
}

/// A list as dynamic values have those of this type.
fn packed(element: Type, values: Vec<Value>) -> Value {
    macro_rules! of {
        ($list:ident, $one:ident) => {
            Value::$list(
                values
                    .iter()
                    .map(|v| match v {
                        Value::$one(v) => *v,
                        other => unreachable!("{other:?} in a list of numbers"),
                    })
                    .collect(),
            )
        };
    }
    match element {
        Type::I32 => of!(I32s, I32),
        Type::U32 => of!(U32s, U32),
        Type::I64 => of!(I64s, I64),
        Type::U64 => of!(U64s, U64),
        Type::F32 => of!(F32s, F32),
        Type::F64 => of!(F64s, F64),
        _ => Value::List(values),
    }
}

/// Values of built-in types.
mod scalars {
    use super::{Annotations, Draw, Length, PATTERNS, TRUTHS, Type, Value, length};

    fn said<'a>(facets: &[&'a Annotations], key: &str) -> Option<&'a str> {
        facets.iter().find_map(|f| f.get(key)).map(String::as_str)
    }

    pub(super) fn value(draw: &mut Draw, ty: &Type, facets: &[&Annotations]) -> Value {
        let of = said(facets, "xsd.type");
        if let Some(values) = said(facets, "xsd.enumeration") {
            let values: Vec<&str> = values.lines().collect();
            return lexical(ty, draw.pick::<&str>(&values), of == Some("hexBinary"));
        }
        match ty {
            Type::Text { .. } => Value::Text(text(draw, of.unwrap_or_default(), facets)),
            Type::Bytes(_) => {
                let count = length(draw, facets, 0);
                Value::Bytes((0..count).map(|_| draw.number() as u8).collect())
            }
            Type::Bool => {
                let pattern = said(facets, "xsd.pattern");
                let known = TRUTHS.iter().find(|(known, _)| Some(*known) == pattern);
                let texts = known.map_or(&["true", "false"][..], |(_, texts)| texts);
                lexical(ty, draw.pick::<&str>(texts), false)
            }
            Type::F32 | Type::F64 => float(draw, ty, facets),
            _ => {
                let (low, high) = range(ty);
                let number = integer(draw, low, high, facets);
                lexical(ty, &number.to_string(), false)
            }
        }
    }

    fn range(ty: &Type) -> (i128, i128) {
        match ty {
            Type::I8 => (i8::MIN.into(), i8::MAX.into()),
            Type::U8 => (u8::MIN.into(), u8::MAX.into()),
            Type::I16 => (i16::MIN.into(), i16::MAX.into()),
            Type::U16 => (u16::MIN.into(), u16::MAX.into()),
            Type::I32 => (i32::MIN.into(), i32::MAX.into()),
            Type::U32 => (u32::MIN.into(), u32::MAX.into()),
            Type::U64 => (u64::MIN.into(), u64::MAX.into()),
            _ => (i64::MIN.into(), i64::MAX.into()),
        }
    }

    fn integer(draw: &mut Draw, low: i128, high: i128, facets: &[&Annotations]) -> i128 {
        let number = |key: &str| said(facets, key)?.parse::<i128>().ok();
        let lows = [
            number("xsd.minInclusive"),
            number("xsd.minExclusive").map(|n| n + 1),
        ];
        let highs = [
            number("xsd.maxInclusive"),
            number("xsd.maxExclusive").map(|n| n - 1),
        ];
        let low = lows.into_iter().flatten().fold(low, i128::max);
        let high = highs.into_iter().flatten().fold(high, i128::min);
        match draw.below(5) {
            0 => low,
            1 => high,
            2 if low <= 0 && high >= 0 => 0,
            _ => low + i128::from(draw.number()) % (high - low + 1),
        }
    }

    const FLOATS: [f64; 9] = [
        0.0,
        0.5,
        -2.5,
        1.25,
        99.0,
        -3.25,
        1e30,
        -1e-5,
        f64::INFINITY,
    ];

    fn float(draw: &mut Draw, ty: &Type, facets: &[&Annotations]) -> Value {
        let number = |key: &str| said(facets, key)?.parse::<f64>().ok();
        let fits = |v: &&f64| {
            number("xsd.minInclusive").is_none_or(|low| **v >= low)
                && number("xsd.maxInclusive").is_none_or(|high| **v <= high)
                && number("xsd.minExclusive").is_none_or(|low| **v > low)
        };
        let all: Vec<&f64> = FLOATS.iter().filter(fits).collect();
        let v = **draw.pick(&all);
        match ty {
            Type::F32 => Value::F32(v as f32),
            _ => Value::F64(v),
        }
    }

    fn text(draw: &mut Draw, of: &str, facets: &[&Annotations]) -> String {
        // White space that is not kept is in no value.
        let of = match (of, said(facets, "xsd.whiteSpace")) {
            ("" | "normalizedString", Some("collapse")) => "token",
            ("", Some("replace")) => "normalizedString",
            _ => of,
        };
        if let Some(pattern) = said(facets, "xsd.pattern")
            && let Some((_, examples)) = PATTERNS.iter().find(|(known, _)| *known == pattern)
        {
            return (*draw.pick(examples)).to_owned();
        }
        let integers: Option<(i128, i128)> = match of {
            "integer" => Some((-(1 << 76), 1 << 76)),
            "nonNegativeInteger" => Some((0, 1 << 76)),
            "positiveInteger" => Some((1, 1 << 76)),
            "nonPositiveInteger" => Some((-(1 << 76), 0)),
            "negativeInteger" => Some((-(1 << 76), -1)),
            _ if facets.iter().any(|f| f.contains_key("xsd.union")) => Some((-9, 99)),
            _ => None,
        };
        if let Some((low, high)) = integers {
            return integer(draw, low, high, facets).to_string();
        }
        let fixed: &[&str] = match of {
            "decimal" => return decimal(draw, facets),
            "language" => &["en", "de-AT", "fr"],
            "dateTime" => &[
                "2026-11-27T12:00:00Z",
                "1999-12-31T23:59:59Z",
                "2024-02-29T00:00:00Z",
            ],
            "date" => &["2026-11-27", "2000-01-01", "2049-12-31"],
            "time" => &["23:59:59", "00:00:00", "12:30:00"],
            "duration" => &["P1DT2H", "PT5M", "P2Y"],
            "gYear" => &["2026", "1900", "9999"],
            _ => &[],
        };
        if !fixed.is_empty() {
            return (*draw.pick(fixed)).to_owned();
        }
        let count = length(draw, facets, 1);
        characters(draw, of, count)
    }

    fn characters(draw: &mut Draw, of: &str, count: usize) -> String {
        let (first, further) = match of {
            "" => ("aZ <>&\"'é√🙂0]", "aZ <>&\"'é√🙂0]"),
            "normalizedString" => (" aZ<é", " aZ<&é"),
            "token" => ("aZ<é", "aZ<&é"),
            "anyURI" => ("az", "az0/"),
            "NMTOKEN" => ("aZ0.-_é", "aZ0.-_é"),
            _ => ("aZ_é", "aZ0.-_é"),
        };
        let one = |draw: &mut Draw, of: &str| {
            let of: Vec<char> = of.chars().collect();
            *draw.pick(&of)
        };
        (0..count)
            .map(|at| {
                if at == 0 {
                    one(draw, first)
                } else {
                    one(draw, further)
                }
            })
            .collect()
    }

    const DECIMALS: [&str; 7] = [
        "0",
        "12.5",
        "-0.25",
        "999.99",
        "-1000.5",
        "3",
        "-123456789.012345678",
    ];

    fn decimal(draw: &mut Draw, facets: &[&Annotations]) -> String {
        let number = |key: &str| said(facets, key)?.parse::<f64>().ok();
        let fits = |text: &&&str| {
            let v: f64 = text.parse().expect("it is a number");
            let digits = text.bytes().filter(u8::is_ascii_digit).count() as f64;
            let places = text.split_once('.').map_or(0, |(_, places)| places.len()) as f64;
            number("xsd.totalDigits").is_none_or(|most| digits <= most)
                && number("xsd.fractionDigits").is_none_or(|most| places <= most)
                && number("xsd.minInclusive").is_none_or(|low| v >= low)
                && number("xsd.maxExclusive").is_none_or(|high| v < high)
        };
        let all: Vec<&&str> = DECIMALS.iter().filter(fits).collect();
        (**draw.pick(&all)).to_owned()
    }

    /// The value that a text means.
    pub(super) fn lexical(ty: &Type, text: &str, is_hex: bool) -> Value {
        macro_rules! parsed {
            ($of:ident) => {
                Value::$of(text.trim().parse().expect("it is a number"))
            };
        }
        match ty {
            Type::Bool => Value::Bool(matches!(text, "true" | "1")),
            Type::I8 => parsed!(I8),
            Type::U8 => parsed!(U8),
            Type::I16 => parsed!(I16),
            Type::U16 => parsed!(U16),
            Type::I32 => parsed!(I32),
            Type::U32 => parsed!(U32),
            Type::I64 => parsed!(I64),
            Type::U64 => parsed!(U64),
            Type::F32 => parsed!(F32),
            Type::F64 => parsed!(F64),
            Type::Bytes(Length::Fixed(_) | Length::UpTo(_)) => bytes(text, is_hex),
            _ => Value::Text(text.to_owned()),
        }
    }

    /// Bytes in hexadecimal or in Base64; of the latter those of drawn definitions.
    pub(super) fn bytes(text: &str, is_hex: bool) -> Value {
        if is_hex {
            return Value::Bytes(crate::codecs::unhex(text).expect("it is hexadecimal"));
        }
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digits = text
            .bytes()
            .filter_map(|b| letters.iter().position(|l| *l == b));
        let (mut bits, mut have, mut out) = (0, 0, Vec::new());
        for digit in digits {
            bits = (bits << 6 | digit) & 0xfff;
            have += 6;
            if have >= 8 {
                have -= 8;
                out.push((bits >> have) as u8);
            }
        }
        Value::Bytes(out)
    }
}
