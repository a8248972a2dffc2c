//! Values with what text makes difficult: characters that are escaped or cannot be said, numbers at
//! which readers begin to round.

use manyrpc_draw::Draw;
use manyrpc_model::Value;

const CHARACTERS: &[char] = &[
    'a',
    'Z',
    '0',
    ' ',
    ' ',
    '"',
    '\'',
    '\\',
    '/',
    '<',
    '>',
    '&',
    ']',
    ']',
    '-',
    ';',
    '#',
    'u',
    '\n',
    '\r',
    '\t',
    '\u{1}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    'é',
    'ÿ',
    '√',
    '\u{2028}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{fdd0}',
    '\u{feff}',
    '\u{fffd}',
    '\u{1_0000}',
    '🙂',
    '\u{10_ffff}',
];

/// What XML 1.0 does not have.
const RARE: &[char] = &['\0', '\u{b}', '\u{1f}', '\u{fffe}', '\u{ffff}'];

const TEXTS: &[&str] = &[
    "null", "true", "NaN", "]]>", "&amp;", "&#65;", "\\u0041", "<!--", "--", "<a/>", "\r\n",
    " \t\n", "{}", "[]", "0", "some", "%s",
];

const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
    9_007_199_254_740_994.0,
    9_223_372_036_854_775_808.0,
    18_446_744_073_709_551_616.0,
    1e21,
    1e22,
    1e23,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    2.225_073_858_507_201e-308,
    0.1,
    0.300_000_000_000_000_04,
    1e-7,
    123_456_789.125,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

const WIDE: &[u64] = &[
    (1 << 53) - 1,
    1 << 53,
    (1 << 53) + 1,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 1,
    u64::MAX,
    999_999_999_999_999_999,
    1_000_000_000_000_000_000,
    9_999_999_999_999_999_999,
    10_000_000_000_000_000_000,
];

/// Changes a value, now and then, into a more difficult one of its type. Texts become no longer.
pub(super) fn spice(draw: &mut Draw, value: &mut Value) {
    match value {
        Value::Text(text) => *text = self::text(draw, text.len()),
        Value::I64(v) if draw.chance(30) => *v = *draw.pick(WIDE) as i64,
        Value::U64(v) if draw.chance(30) => *v = *draw.pick(WIDE),
        Value::F64(v) if draw.chance(30) => *v = *draw.pick(NUMBERS),
        Value::F32(v) if draw.chance(30) => *v = *draw.pick(NUMBERS) as f32,
        Value::F64s(all) => all.iter_mut().for_each(|v| {
            if draw.chance(30) {
                *v = *draw.pick(NUMBERS);
            }
        }),
        Value::List(all) | Value::Record(all) => all.iter_mut().for_each(|v| spice(draw, v)),
        Value::Union { value, .. } | Value::Optional(Some(value)) => spice(draw, value),
        Value::Shared(Some(shared)) => {
            if let Some(value) = &mut shared.value {
                spice(draw, value);
            }
        }
        _ => {}
    }
}

fn text(draw: &mut Draw, most: usize) -> String {
    let mut text = String::new();
    if draw.chance(10) {
        text.push_str(TEXTS[draw.below(TEXTS.len())]);
    }
    while text.len() < most {
        text.push(match draw.chance(2) {
            true => *draw.pick(RARE),
            false => *draw.pick(CHARACTERS),
        });
    }
    while text.len() > most {
        text.pop();
    }
    text
}
