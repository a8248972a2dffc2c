//! Fields: of messages, arms of `oneof`s, extensions.

use crate::Draw;

use super::names;
use super::shape::{Extension, Field, KNOWN, Kind, Label, Shape, Within};

const SCALARS: [&str; 15] = [
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32",
    "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes",
];

/// Those that may be keys of maps.
const KEYS: [&str; 12] = [
    "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32",
    "sfixed64", "bool", "string",
];

/// Numbers at which a key takes one byte more, or at the ends of what is permitted.
const NUMBERS: [u32; 14] = [
    1, 2, 15, 16, 31, 127, 128, 2047, 2048, 18_999, 20_000, 262_144, 33_554_432, LARGEST,
];
const LARGEST: u32 = (1 << 29) - 1;
const KEPT: std::ops::RangeInclusive<u32> = 19_000..=19_999;

/// Gives a message its fields.
pub(super) fn of_message(shape: &mut Shape, draw: &mut Draw, at: usize) {
    if shape.messages[at].is_set {
        shape.messages[at]
            .blocked
            .push((4, i32::MAX as u32 - 1, true));
        return;
    }
    block(shape, draw, at);
    for _ in 0..draw.below(if shape.messages[at].is_group { 4 } else { 9 }) {
        let label = label(shape, draw, at);
        add(shape, draw, at, label);
    }
    // Every `oneof` has an arm.
    if draw.chance(35) {
        let name = shape.messages[at]
            .taken
            .take(draw, "choice", &names::FIELDS, names::alone);
        shape.messages[at].oneofs.push(name);
        let oneof = shape.messages[at].oneofs.len() - 1;
        for _ in 0..draw.between(1, 5) {
            add(shape, draw, at, Label::Arm(oneof));
        }
    }
}

/// Reserves numbers, and opens some to extensions.
fn block(shape: &mut Shape, draw: &mut Draw, at: usize) {
    let new = shape.is_new(Within::Message(at));
    let blocked = &mut shape.messages[at].blocked;
    if draw.chance(20) {
        let first = draw.between(3, 40) as u32;
        blocked.push((first, first + draw.below(5) as u32, false));
    }
    if !new && draw.chance(25) {
        blocked.push(*draw.pick(&[
            (100, 199, true),
            (1000, 1000, true),
            (100_000, LARGEST, true),
        ]));
    }
}

fn label(shape: &Shape, draw: &mut Draw, at: usize) -> Label {
    // What must be there in a group or in a message that others hold is often not.
    let required = if shape.messages[at].is_group { 3 } else { 8 };
    match (draw.below(100), shape.is_new(Within::Message(at))) {
        (0..35, _) => Label::Repeated,
        (35..55, true) => Label::Optional,
        (_, true) => Label::None,
        (n, false) if n >= 100 - required => Label::Required,
        (_, false) => Label::Optional,
    }
}

/// Adds one field, with a name and a number.
fn add(shape: &mut Shape, draw: &mut Draw, at: usize, label: Label) {
    let Some(number) = number(shape, draw, at) else {
        return;
    };
    let kind = kind(shape, draw, Within::Message(at), label, true);
    let name = named(shape, draw, Within::Message(at), &kind, label, "field");
    let options = options(shape, draw, Within::Message(at), &kind, label);
    let label = match kind {
        Kind::Map(..) => Label::None,
        _ => label,
    };
    shape.messages[at].fields.push(Field {
        name,
        number,
        label,
        kind,
        options,
    });
}

/// A name, with what else protoc declares along with it.
fn named(
    shape: &mut Shape,
    draw: &mut Draw,
    within: Within,
    kind: &Kind,
    label: Label,
    stem: &str,
) -> String {
    if let Kind::Group(group) = kind {
        return shape.messages[*group].name.to_lowercase();
    }
    let (is_map, is_optional) = (
        matches!(kind, Kind::Map(..)),
        shape.is_new(within) && label == Label::Optional,
    );
    let with = |name: &str| {
        let mut with = Vec::new();
        with.extend(is_map.then(|| format!("{}Entry", camel(name))));
        with.extend(is_optional.then(|| format!("_{name}")));
        Some(with)
    };
    shape.taken(within).take(draw, stem, &names::FIELDS, with)
}

fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

fn number(shape: &Shape, draw: &mut Draw, at: usize) -> Option<u32> {
    let message = &shape.messages[at];
    let free = |n: u32| {
        let blocked = message
            .blocked
            .iter()
            .any(|(first, last, _)| (*first..=*last).contains(&n));
        let taken = message.fields.iter().any(|f| f.number == n);
        !blocked && !taken && !KEPT.contains(&n)
    };
    (0..20).find_map(|_| {
        let n = match draw.below(10) {
            0..3 => *draw.pick(&NUMBERS),
            3..9 => draw.between(1, 40) as u32,
            _ => draw.between(1, LARGEST as usize) as u32,
        };
        free(n).then_some(n)
    })
}

/// What a field is of; `nests` is whether it may be a map or a group.
fn kind(shape: &mut Shape, draw: &mut Draw, within: Within, label: Label, nests: bool) -> Kind {
    let is_arm = matches!(label, Label::Arm(_));
    match draw.below(100) {
        0..18 if nests && label == Label::Repeated && !is_arm => {
            let value = kind(shape, draw, within, Label::Optional, false);
            Kind::Map(draw.pick::<&str>(&KEYS), Box::new(value))
        }
        18..28 if nests && !shape.is_new(within) && shape.may_grow() => {
            Kind::Group(shape.message(draw, within, true))
        }
        28..52 => Kind::Message(message(shape, draw, within, label)),
        52..56 if label != Label::Required => Kind::Known(draw.below(KNOWN.len())),
        56..70 => match enumeration(shape, draw, within, nests) {
            Some(at) => Kind::Enum(at),
            None => Kind::Scalar("int32"),
        },
        _ => Kind::Scalar(draw.pick::<&str>(&SCALARS)),
    }
}

/// A message that is seen there; mostly an earlier one where it must be there, so that values have an
/// end.
fn message(shape: &Shape, draw: &mut Draw, within: Within, label: Label) -> usize {
    let seen = shape.messages_seen(shape.file_of(within));
    let required = match within {
        Within::Message(at) if label == Label::Required && draw.chance(97) => Some(at),
        _ => None,
    };
    let Some(at) = required else {
        return *draw.pick(&seen);
    };
    let earlier: Vec<usize> = seen.iter().copied().filter(|other| *other < at).collect();
    match earlier.is_empty() {
        true => *seen.iter().find(|other| **other > at).unwrap_or(&at),
        false => *draw.pick(&earlier),
    }
}

/// An enumeration that is seen there; the values of maps have 0 first, and proto3 has none of proto2's.
fn enumeration(shape: &Shape, draw: &mut Draw, within: Within, any: bool) -> Option<usize> {
    let files = shape.seen(shape.file_of(within));
    let fits = |at: &usize| {
        let of = &shape.enums[*at];
        let seen = files.contains(&shape.file_of(of.within));
        let open = shape.is_new(of.within) || !shape.is_new(within);
        seen && open && (any || of.members[0].1 == 0)
    };
    let fit: Vec<usize> = (0..shape.enums.len()).filter(fits).collect();
    (!fit.is_empty()).then(|| *draw.pick(&fit))
}

fn options(
    shape: &Shape,
    draw: &mut Draw,
    within: Within,
    kind: &Kind,
    label: Label,
) -> Vec<String> {
    let mut options = Vec::new();
    let packs = match kind {
        Kind::Scalar(name) => !matches!(*name, "string" | "bytes"),
        Kind::Enum(_) => true,
        _ => false,
    };
    if packs && label == Label::Repeated && draw.chance(50) {
        options.push(format!("packed = {}", draw.chance(50)));
    }
    if !shape.is_new(within) && label != Label::Repeated && draw.chance(25) {
        options.extend(default(shape, draw, kind).map(|value| format!("default = {value}")));
    }
    if draw.chance(5) {
        options.push("deprecated = true".to_owned());
    }
    options
}

fn default(shape: &Shape, draw: &mut Draw, kind: &Kind) -> Option<String> {
    let texts = match kind {
        Kind::Scalar("bool") => &["true", "false"][..],
        Kind::Scalar("float" | "double") => &["1.5", "-2e10", "inf", "-inf", "nan", "0"],
        Kind::Scalar("string") => &["\"\"", "\"a\\\"b\"", "\"\\u00e9\\n\""],
        Kind::Scalar("bytes") => &["\"\"", "\"\\xff\\000\"", "'abc'"],
        Kind::Scalar(name) if name.starts_with('u') || name.starts_with("fixed") => {
            &["0", "1", "4294967295", "0x7f"]
        }
        Kind::Scalar(_) => &["0", "-1", "2147483647", "-2147483648", "017"],
        Kind::Enum(at) => return Some(draw.pick(&shape.enums[*at].members).0.clone()),
        _ => return None,
    };
    Some((*draw.pick(texts)).to_owned())
}

/// Declares fields of the messages that are open to them.
pub(super) fn extensions(shape: &mut Shape, draw: &mut Draw) {
    for of in 0..shape.messages.len() {
        let ranges = shape.messages[of].blocked.iter();
        let Some((first, last, _)) = ranges.copied().find(|(_, _, open)| *open) else {
            continue;
        };
        let mut numbers: Vec<u32> = vec![
            first,
            last.min(LARGEST),
            first + (last.min(LARGEST) - first) / 2,
        ];
        numbers.dedup();
        for number in numbers {
            if draw.chance(70) {
                extend(shape, draw, of, number);
            }
        }
    }
}

/// Declares one in any file of proto2 that sees what it extends.
fn extend(shape: &mut Shape, draw: &mut Draw, of: usize, number: u32) {
    let extended = shape.file_of(Within::Message(of));
    let fits = |at: &usize| {
        let file = &shape.files[*at];
        !file.new && !file.is_bare && shape.seen(*at).contains(&extended)
    };
    let files: Vec<usize> = (0..shape.files.len()).filter(fits).collect();
    let file = *draw.pick(&files);
    let within = shape.somewhere(draw, file, 40);
    let is_set = shape.messages[of].is_set;
    let (label, kind) = match is_set {
        true => (
            Label::Optional,
            Kind::Message(message(shape, draw, within, Label::Optional)),
        ),
        false => {
            let label = if draw.chance(40) {
                Label::Repeated
            } else {
                Label::Optional
            };
            let kind = match kind(shape, draw, within, label, true) {
                Kind::Map(..) => Kind::Scalar("string"),
                kind => kind,
            };
            (label, kind)
        }
    };
    let name = named(shape, draw, within, &kind, label, "extra");
    let options = options(shape, draw, within, &kind, label);
    let field = Field {
        name,
        number,
        label,
        kind,
        options,
    };
    shape.extensions.push(Extension { of, within, field });
}
