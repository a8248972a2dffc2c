//! Values generated from a shape: defaults, and random ones for tests and canned replies.

mod parts;

use std::sync::Arc;

use manyrpc_codec::cdr::Kind;
use manyrpc_codec::meta::{Cdr, Discriminant, Field, Length, Link, Notation};
use manyrpc_model::{Labelled, Value};

use crate::any;
use crate::derive;
use crate::lower::{Arms, Lowered, Members, Role, Shape, TypeId};
use parts::Parts;

/// The default value: zeros, empty texts and arrays, absent optionals, the first arm and the first
/// member. Arrays of a fixed length have that length.
pub fn default_value(lowered: &Lowered, field: &Field, shape: &Shape) -> Value {
    Sampler::plain().value(lowered, field, shape)
}

/// A default value for each parameter.
pub fn default_params(lowered: &Lowered, members: &Members) -> Vec<Value> {
    Sampler::plain().params(lowered, members)
}

/// Resizes an array.
pub(crate) fn resize(lowered: &Lowered, field: &Field, shape: &Shape, value: &mut Value, n: usize) {
    match value {
        Value::Bytes(v) => v.resize(n, 0),
        Value::I32s(v) => v.resize(n, 0),
        Value::U32s(v) => v.resize(n, 0),
        Value::I64s(v) => v.resize(n, 0),
        Value::U64s(v) => v.resize(n, 0),
        Value::F32s(v) => v.resize(n, 0.0),
        Value::F64s(v) => v.resize(n, 0.0),
        Value::List(v) => {
            if let Shape::Array(element) = shape {
                let one = default_value(lowered, field.element(), element);
                v.resize(n, one);
            }
        }
        Value::Optional(Some(inner)) => {
            if let Shape::Optional(shape) = shape {
                resize(lowered, field.element(), shape, inner, n);
            }
        }
        Value::Shared(Some(Labelled {
            value: Some(inner), ..
        })) => {
            if let Shape::Shared(shape) = shape {
                resize(lowered, field.element(), shape, inner, n);
            }
        }
        _ => {}
    }
}

/// A generator of random values. The same seed gives the same values on every machine.
#[derive(Clone, Debug)]
pub struct Sampler {
    state: u64,
    /// The most elements in an array, characters in a text or bytes in a byte string, unless of fixed
    /// length.
    pub longest: u32,
    /// The number of nested levels of arrays, lists and optionals; deeper ones are empty.
    pub depth: u32,
    /// The number of shared values so far.
    labels: u32,
    plain: bool,
}

impl Sampler {
    /// Creates a generator from a seed, with up to 6 elements and 4 levels.
    pub fn new(seed: u64) -> Self {
        Sampler {
            state: seed,
            longest: 6,
            depth: 4,
            labels: 0,
            plain: false,
        }
    }

    fn plain() -> Self {
        Sampler {
            longest: 0,
            depth: 0,
            plain: true,
            ..Sampler::new(0)
        }
    }

    /// A value for each parameter, or field of a record.
    pub fn params(&mut self, lowered: &Lowered, members: &Members) -> Vec<Value> {
        let given = members.iter();
        let mut values: Vec<Value> = given
            .map(|(f, shape)| self.value(lowered, f, shape))
            .collect();
        for member in members.all() {
            if let Role::Count { of, relation } = *member.role {
                let array = &mut values[members.place(of)];
                let (field, shape) = (&members.meta.fields[of], &members.shapes[of]);
                let fits = |n: usize| {
                    let number = relation.number(n as u64);
                    number.is_some_and(|n| derive::value(member.shape, n).is_some())
                };
                if !shorten(array, field, fits)
                    && let Some(more) = (1..4).find(|n| fits(*n))
                {
                    // As with `size_is(n + 1)`, where no number stands for an empty array.
                    resize(lowered, field, shape, array, more);
                }
            }
        }
        let mut parts = Parts::new(lowered, members, &mut values);
        let said_of = members.all().filter(|m| !m.role.bounds().is_empty());
        said_of.for_each(|member| parts.settle(self, &member));
        values
    }

    /// A value of a shape, within its bounds.
    pub fn value(&mut self, lowered: &Lowered, field: &Field, shape: &Shape) -> Value {
        match shape {
            Shape::Void => Value::Void,
            Shape::Bool => Value::Bool(self.number() & 1 == 1),
            Shape::I8 => Value::I8(self.number() as i8),
            Shape::U8 => Value::U8(self.number() as u8),
            Shape::I16 => Value::I16(self.number() as i16),
            Shape::U16 => Value::U16(self.number() as u16),
            Shape::I32 => Value::I32(self.number() as i32),
            Shape::U32 => Value::U32(self.number() as u32),
            Shape::I64 => Value::I64(self.number() as i64),
            Shape::U64 => Value::U64(self.number()),
            Shape::F32 => Value::F32(self.single()),
            Shape::F64 => Value::F64(self.double()),
            Shape::F128 => Value::F128(self.quad()),
            Shape::Text if field.cdr == Cdr::Reference => Value::Text(self.reference()),
            Shape::Text => Value::Text(self.text(field)),
            Shape::Bytes if field.cdr == Cdr::Any => Value::Bytes(self.any()),
            Shape::Bytes => {
                let n = self.count(field);
                Value::Bytes((0..n).map(|_| self.number() as u8).collect())
            }
            Shape::Array(element) => self.array(lowered, field, element),
            Shape::Chain(element) => {
                let n = self.count(field);
                Value::List(self.list(n, lowered, field, element))
            }
            Shape::Optional(inner) => {
                let some = self.depth > 0 && self.below(3) > 0;
                let value = some.then(|| self.deeper(|s| s.value(lowered, field.element(), inner)));
                Value::Optional(value.map(Box::new))
            }
            Shape::Shared(inner) => {
                let some = self.depth > 0 && self.below(3) > 0;
                let shared = some.then(|| self.shared(lowered, field, inner));
                Value::Shared(shared)
            }
            Shape::Record(id) => {
                let members = lowered.record(*id);
                let mut values = self.params(lowered, members);
                if !self.plain {
                    settle(members.meta.notation, &mut values);
                }
                Value::Record(values)
            }
            Shape::Union(id) => self.union(lowered, *id),
            Shape::Enum(id) => {
                let members = &lowered.enumeration(*id).members;
                let at = self.below(members.len());
                Value::I32(members.get(at).map_or(0, |m| m.1))
            }
        }
    }

    /// A value that no other place shares; labels count up, as for syntaxes without labels.
    fn shared(&mut self, lowered: &Lowered, field: &Field, inner: &Shape) -> Labelled {
        self.labels += 1;
        let id = self.labels;
        let value = self.deeper(|s| s.value(lowered, field.element(), inner));
        let value = Some(Box::new(value));
        Labelled { id, value }
    }

    fn array(&mut self, lowered: &Lowered, field: &Field, element: &Shape) -> Value {
        let n = self.count(field);
        if field.ndr.dims > 0
            && let Length::UpTo(_) = field.element().length
        {
            return self.rows(lowered, field, element, n);
        }
        match element {
            Shape::I32 => Value::I32s((0..n).map(|_| self.number() as i32).collect()),
            Shape::U32 => Value::U32s((0..n).map(|_| self.number() as u32).collect()),
            Shape::I64 => Value::I64s((0..n).map(|_| self.number() as i64).collect()),
            Shape::U64 => Value::U64s((0..n).map(|_| self.number()).collect()),
            Shape::F32 => Value::F32s((0..n).map(|_| self.single()).collect()),
            Shape::F64 => Value::F64s((0..n).map(|_| self.double()).collect()),
            _ => {
                let mut list = self.list(n, lowered, field, element);
                if field.keyed {
                    one_of_each_key(&mut list);
                }
                Value::List(list)
            }
        }
    }

    /// Nested arrays that NDR encodes as one multi-dimensional array: all have the same length.
    fn rows(&mut self, lowered: &Lowered, field: &Field, element: &Shape, n: usize) -> Value {
        let row = self.regular(field.element());
        let rows = (0..n).map(|_| self.deeper(|s| s.value(lowered, &row, element)));
        Value::List(rows.collect())
    }

    /// Chooses the length of a dimension, and of those below it.
    fn regular(&mut self, field: &Field) -> Field {
        let below = (field.ndr.dims > 0).then(|| Arc::new(self.regular(field.element())));
        Field {
            length: Length::Fixed(self.count(field) as u32),
            elem: below.map(Link::Shared).or(field.elem.clone()),
            ..field.clone()
        }
    }

    fn list(&mut self, n: usize, lowered: &Lowered, f: &Field, element: &Shape) -> Vec<Value> {
        self.deeper(|s| {
            (0..n)
                .map(|_| s.value(lowered, f.element(), element))
                .collect()
        })
    }

    fn union(&mut self, lowered: &Lowered, id: TypeId) -> Value {
        let arms = lowered.union(id);
        let rest = default_label(arms);
        let all = arms.meta.arms.iter().zip(&arms.shapes).enumerate();
        let choices: Vec<_> = all
            .filter(|(at, _)| !arms.meta.is_abstract(*at))
            .map(|(_, choice)| choice)
            .filter(|(arm, _)| !arm.labels.is_empty() || rest.is_some())
            .collect();
        let Some((arm, shape)) = choices.get(self.below(choices.len())) else {
            let value = Box::default();
            return Value::Union { label: 0, value };
        };
        let labels = &arm.labels;
        let label = labels.get(self.below(labels.len())).copied();
        let label = label.or(rest).unwrap_or(0);
        let value = Box::new(self.value(lowered, &arm.field, shape));
        Value::Union { label, value }
    }

    /// The number of elements: the fixed length, or up to the bound.
    fn count(&mut self, field: &Field) -> usize {
        match field.length {
            Length::Fixed(n) => n as usize,
            Length::UpTo(_) if self.depth == 0 => 0,
            Length::UpTo(max) => self.below(max.min(self.longest) as usize + 1),
        }
    }

    fn text(&mut self, field: &Field) -> String {
        const CHARS: &[char] = &['a', 'Z', '0', ' ', '"', '\\', '\n', '\0', 'é', '√', '🙂'];
        if let Cdr::Fixed { digits, scale } = field.cdr {
            return self.decimal(digits.into(), scale.into());
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = field.length;
        let mut text = String::new();
        for _ in 0..self.count(field) {
            let next = CHARS[self.below(CHARS.len())];
            if text.len() + next.len_utf8() <= max as usize {
                text.push(next);
            }
        }
        text
    }

    /// None, or a reference as CDR gives it back: `IOR:`, a little-endian encapsulation without a type and
    /// with a profile of IIOP 1.0 (CORBA 3.0, section 15.7.2) for a host `h`.
    fn reference(&mut self) -> String {
        if self.plain || self.below(3) == 0 {
            return String::new();
        }
        let (port, key) = (self.number() as u16, self.number() as u32);
        let octets = |octets: &[u8]| {
            octets
                .iter()
                .map(|o| format!("{o:02x}"))
                .collect::<String>()
        };
        let (port, key) = (octets(&port.to_le_bytes()), octets(&key.to_le_bytes()));
        let ior = "010000000100000000000000010000000000000014000000";
        format!("IOR:{ior}01010000020000006800{port}04000000{key}")
    }

    /// None, or a value with its type, as CDR gives it back.
    fn any(&mut self) -> Vec<u8> {
        let of = |kind, value: &Value| any::of(kind, value).encapsulation().to_vec();
        match self.below(4) {
            _ if self.plain => Vec::new(),
            0 => Vec::new(),
            1 => of(Kind::Long, &Value::I32(self.number() as i32)),
            2 => of(Kind::Double, &Value::F64(self.double())),
            _ => {
                let text = self.text(&Field::plain("")).replace('\0', "");
                of(Kind::String { max: 0 }, &Value::Text(text))
            }
        }
    }

    /// A decimal number of at most this many digits, all those of its fraction written.
    fn decimal(&mut self, digits: usize, scale: usize) -> String {
        let whole = self.below(digits - scale.min(digits) + 1);
        let mut number: String = (0..whole)
            .map(|_| char::from(b'0' + self.below(10) as u8))
            .collect();
        number = number.trim_start_matches('0').to_owned();
        if number.is_empty() {
            number.push('0');
        }
        if scale > 0 {
            number.push('.');
        }
        number.extend((0..scale).map(|_| char::from(b'0' + self.below(10) as u8)));
        let is_zero = number.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        if !is_zero && self.number() & 1 == 1 {
            number.insert(0, '-');
        }
        number
    }

    fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        let made = make(self);
        self.depth = depth;
        made
    }

    fn below(&mut self, n: usize) -> usize {
        match n {
            0 => 0,
            n => (self.number() % n as u64) as usize,
        }
    }

    /// Extremes of every width are likely: a quarter of the numbers are within two of a power of two.
    fn number(&mut self) -> u64 {
        if self.plain {
            return 0;
        }
        let v = self.next();
        match v & 3 {
            0 => (1u64 << (v >> 2 & 63))
                .wrapping_add(v >> 8 & 3)
                .wrapping_sub(2),
            1 => v >> (v >> 2 & 63),
            _ => self.next(),
        }
    }

    /// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let v = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let v = (v ^ v >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        v ^ v >> 31
    }

    /// Any value except NaNs.
    fn single(&mut self) -> f32 {
        let v = f32::from_bits(self.number() as u32);
        if v.is_nan() { 0.1 } else { v }
    }

    fn double(&mut self) -> f64 {
        let v = f64::from_bits(self.number());
        if v.is_nan() { 0.1 } else { v }
    }

    fn quad(&mut self) -> [u8; 16] {
        let (high, low) = (u128::from(self.number()), u128::from(self.number()));
        (high << 64 | low).to_be_bytes()
    }
}

/// Turns numbers into a valid timestamp or duration, half of them in whole seconds.
fn settle(notation: Notation, values: &mut [Value]) {
    const YEAR_1: i64 = -62_135_596_800;
    const UP_TO_9999: i64 = 315_537_897_600;
    const LONGEST_SPAN: i64 = 315_576_000_000;
    let [Value::I64(seconds), Value::I32(nanos)] = values else {
        return;
    };
    let fraction = match *nanos % 2 {
        0 => 0,
        _ => (nanos.unsigned_abs() % 1_000_000_000) as i32,
    };
    match notation {
        Notation::Timestamp => {
            *seconds = YEAR_1 + seconds.rem_euclid(UP_TO_9999);
            *nanos = fraction;
        }
        Notation::Duration => {
            *seconds %= LONGEST_SPAN;
            *nanos = if *seconds < 0 { -fraction } else { fraction };
        }
        _ => {}
    }
}

/// Drops entries with duplicate keys.
fn one_of_each_key(entries: &mut Vec<Value>) {
    let mut keys = Vec::new();
    entries.retain(|entry| match entry {
        Value::Record(values) if keys.contains(&values.first().cloned()) => false,
        Value::Record(values) => {
            keys.push(values.first().cloned());
            true
        }
        _ => true,
    });
}

/// Removes elements until their number fits; returns whether any number fits.
fn shorten(value: &mut Value, field: &Field, fits: impl Fn(usize) -> bool) -> bool {
    let Ok(Some(count)) = derive::count(field, value) else {
        return true;
    };
    let fitting = (0..=count).rev().find(|n| fits(*n));
    if let Some(fitting) = fitting {
        truncate(value, fitting, count);
    }
    fitting.is_some()
}

fn truncate(value: &mut Value, to: usize, from: usize) {
    match value {
        Value::Text(v) if to < from => v.clear(),
        Value::Bytes(v) => v.truncate(to),
        Value::I32s(v) => v.truncate(to),
        Value::U32s(v) => v.truncate(to),
        Value::I64s(v) => v.truncate(to),
        Value::U64s(v) => v.truncate(to),
        Value::F32s(v) => v.truncate(to),
        Value::F64s(v) => v.truncate(to),
        Value::List(v) => v.truncate(to),
        Value::Optional(Some(inner)) => truncate(inner, to, from),
        Value::Shared(Some(labelled)) => {
            if let Some(inner) = &mut labelled.value {
                truncate(inner, to, from);
            }
        }
        _ => {}
    }
}

/// A label that selects the default arm, if there is one.
fn default_label(arms: &Arms) -> Option<i64> {
    let default = arms.meta.default?;
    let is_free = |label: &i64| arms.meta.arm_of(*label) == Some(default);
    let any = 0..=i64::from(i32::MAX);
    match &arms.meta.discriminant {
        Discriminant::Bool => (0..2).find(is_free),
        Discriminant::I32 | Discriminant::U32 => any.into_iter().find(is_free),
        Discriminant::Enum(members) => {
            let values = members.members.iter().map(|m| i64::from(m.1));
            values.chain(any).find(is_free)
        }
    }
}
