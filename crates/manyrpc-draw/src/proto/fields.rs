//! Fields: of messages, arms of `oneof`s, extensions.

use crate::Draw;

use super::names;
use super::shape::{Extension, Field, File, KNOWN, Kind, Label, Within};

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
pub(super) fn of_message(file: &mut File, draw: &mut Draw, at: usize) {
    if file.messages[at].is_set {
        file.messages[at]
            .blocked
            .push((4, i32::MAX as u32 - 1, true));
        return;
    }
    block(file, draw, at);
    for _ in 0..draw.below(if file.messages[at].is_group { 4 } else { 9 }) {
        let label = label(file, draw, at);
        add(file, draw, at, label);
    }
    // Every `oneof` has an arm.
    if draw.chance(35) {
        let name = file.messages[at]
            .taken
            .take(draw, "choice", &names::FIELDS, names::alone);
        file.messages[at].oneofs.push(name);
        let oneof = file.messages[at].oneofs.len() - 1;
        for _ in 0..draw.between(1, 5) {
            add(file, draw, at, Label::Arm(oneof));
        }
    }
}

/// Reserves numbers, and opens some to extensions.
fn block(file: &mut File, draw: &mut Draw, at: usize) {
    let new = file.new;
    let blocked = &mut file.messages[at].blocked;
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

fn label(file: &File, draw: &mut Draw, at: usize) -> Label {
    // What must be there in a group or in a message that others hold is often not.
    let required = if file.messages[at].is_group { 3 } else { 8 };
    match (draw.below(100), file.new) {
        (0..35, _) => Label::Repeated,
        (35..55, true) => Label::Optional,
        (_, true) => Label::None,
        (n, false) if n >= 100 - required => Label::Required,
        (_, false) => Label::Optional,
    }
}

/// Adds one field, with a name and a number.
fn add(file: &mut File, draw: &mut Draw, at: usize, label: Label) {
    let Some(number) = number(file, draw, at) else {
        return;
    };
    let kind = kind(file, draw, Some(at), label, true);
    let name = named(file, draw, Some(at), &kind, label, "field");
    let options = options(file, draw, &kind, label);
    let label = match kind {
        Kind::Map(..) => Label::None,
        _ => label,
    };
    file.messages[at].fields.push(Field {
        name,
        number,
        label,
        kind,
        options,
    });
}

/// A name, with what else protoc declares along with it.
fn named(
    file: &mut File,
    draw: &mut Draw,
    within: Within,
    kind: &Kind,
    label: Label,
    stem: &str,
) -> String {
    if let Kind::Group(group) = kind {
        return file.messages[*group].name.to_lowercase();
    }
    let (is_map, is_optional) = (
        matches!(kind, Kind::Map(..)),
        file.new && label == Label::Optional,
    );
    let with = |name: &str| {
        let mut with = Vec::new();
        with.extend(is_map.then(|| format!("{}Entry", camel(name))));
        with.extend(is_optional.then(|| format!("_{name}")));
        Some(with)
    };
    file.taken(within).take(draw, stem, &names::FIELDS, with)
}

fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

fn number(file: &File, draw: &mut Draw, at: usize) -> Option<u32> {
    let message = &file.messages[at];
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
fn kind(file: &mut File, draw: &mut Draw, within: Within, label: Label, nests: bool) -> Kind {
    let is_arm = matches!(label, Label::Arm(_));
    match draw.below(100) {
        0..18 if nests && label == Label::Repeated && !is_arm => {
            let value = kind(file, draw, within, Label::Optional, false);
            Kind::Map(draw.pick::<&str>(&KEYS), Box::new(value))
        }
        18..28 if nests && !file.new && file.may_grow() => {
            Kind::Group(file.message(draw, within, true))
        }
        28..52 => Kind::Message(message(file, draw, within, label)),
        52..56 if label != Label::Required => Kind::Known(draw.below(KNOWN.len())),
        56..70 => match enumeration(file, draw, nests) {
            Some(at) => Kind::Enum(at),
            None => Kind::Scalar("int32"),
        },
        _ => Kind::Scalar(draw.pick::<&str>(&SCALARS)),
    }
}

/// A message; mostly an earlier one where it must be there, so that values have an end.
fn message(file: &File, draw: &mut Draw, within: Within, label: Label) -> usize {
    let all = file.messages.len();
    match (label, within) {
        (Label::Required, Some(at)) if at > 0 && draw.chance(97) => draw.below(at),
        (Label::Required, Some(at)) if draw.chance(97) => (at + 1).min(all - 1),
        _ => draw.below(all),
    }
}

/// An enumeration; the values of maps have 0 first.
fn enumeration(file: &File, draw: &mut Draw, any: bool) -> Option<usize> {
    let all = 0..file.enums.len();
    let fit: Vec<usize> = all
        .filter(|at| any || file.enums[*at].members[0].1 == 0)
        .collect();
    (!fit.is_empty()).then(|| *draw.pick(&fit))
}

fn options(file: &File, draw: &mut Draw, kind: &Kind, label: Label) -> Vec<String> {
    let mut options = Vec::new();
    let packs = match kind {
        Kind::Scalar(name) => !matches!(*name, "string" | "bytes"),
        Kind::Enum(_) => true,
        _ => false,
    };
    if packs && label == Label::Repeated && draw.chance(50) {
        options.push(format!("packed = {}", draw.chance(50)));
    }
    if !file.new && label != Label::Repeated && draw.chance(25) {
        options.extend(default(file, draw, kind).map(|value| format!("default = {value}")));
    }
    if draw.chance(5) {
        options.push("deprecated = true".to_owned());
    }
    options
}

fn default(file: &File, draw: &mut Draw, kind: &Kind) -> Option<String> {
    let texts = match kind {
        Kind::Scalar("bool") => &["true", "false"][..],
        Kind::Scalar("float" | "double") => &["1.5", "-2e10", "inf", "-inf", "nan", "0"],
        Kind::Scalar("string") => &["\"\"", "\"a\\\"b\"", "\"\\u00e9\\n\""],
        Kind::Scalar("bytes") => &["\"\"", "\"\\xff\\000\"", "'abc'"],
        Kind::Scalar(name) if name.starts_with('u') || name.starts_with("fixed") => {
            &["0", "1", "4294967295", "0x7f"]
        }
        Kind::Scalar(_) => &["0", "-1", "2147483647", "-2147483648", "017"],
        Kind::Enum(at) => return Some(draw.pick(&file.enums[*at].members).0.clone()),
        _ => return None,
    };
    Some((*draw.pick(texts)).to_owned())
}

/// Declares fields of the messages that are open to them, in the package or in any message.
pub(super) fn extensions(file: &mut File, draw: &mut Draw) {
    for of in 0..file.messages.len() {
        let ranges = file.messages[of].blocked.iter();
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
                extend(file, draw, of, number);
            }
        }
    }
}

fn extend(file: &mut File, draw: &mut Draw, of: usize, number: u32) {
    let within = draw.chance(40).then(|| draw.below(file.messages.len()));
    let within = within.filter(|at| !file.messages[*at].is_set);
    let is_set = file.messages[of].is_set;
    let (label, kind) = match is_set {
        true => (
            Label::Optional,
            Kind::Message(draw.below(file.messages.len())),
        ),
        false => {
            let label = if draw.chance(40) {
                Label::Repeated
            } else {
                Label::Optional
            };
            let kind = match kind(file, draw, within, label, true) {
                Kind::Map(..) => Kind::Scalar("string"),
                kind => kind,
            };
            (label, kind)
        }
    };
    let name = named(file, draw, within, &kind, label, "extra");
    let options = options(file, draw, &kind, label);
    let field = Field {
        name,
        number,
        label,
        kind,
        options,
    };
    file.extensions.push(Extension { of, within, field });
}
