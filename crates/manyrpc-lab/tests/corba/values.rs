//! Values of the types of `interfaces/corba/features.idl`, in their JSON form.

use serde_json::{Value as Json, json};

/// A name, the operation of `features::Server` that returns what it is given, and the value.
pub(crate) type Case = (&'static str, &'static str, Json);

/// Values of every type.
pub(crate) fn all() -> Vec<Case> {
    let mut all = plain();
    all.extend(wide());
    all.extend(unions());
    all.extend(anys());
    all
}

/// Values of the types that only `interfaces/corba/extremes.idl` has.
pub(crate) fn extremes() -> Vec<Case> {
    vec![
        (
            "first labels",
            "echo_labels",
            json!({"a": {"switch": u32::MAX, "high": 1}, "b": {"switch": "9223372036854775807", "high": 2.5},
                "c": {"switch": u64::MAX.to_string(), "high": 3}}),
        ),
        (
            "other labels",
            "echo_labels",
            json!({"a": {"switch": 0, "low": -0.5}, "b": {"switch": "-9223372036854775807", "low": 4},
                "c": {"switch": 5, "low": 6.5}}),
        ),
    ]
}

/// Unions over types that are no discriminators in CORBA 3 (`interfaces/corba/switches.idl`), which GlassFish's ORB takes
/// where a type code tells of them. JacORB refuses those over `wchar` (BAD_PARAM, minor OMG 20); omniORB makes nothing of the
/// type code, and answers no call any more.
pub(crate) fn switches() -> Vec<Case> {
    let any = |name, ty: &str, value: Json| (name, "echo_any", json!({"type": ty, "value": value}));
    let wide = "IDL:manyrpc.example/features/ByWideChar:1.0";
    let octet = "IDL:manyrpc.example/features/ByOctet:1.0";
    vec![
        any(
            "wide label",
            wide,
            json!({"switch": 0x4e2d, "some": "wide"}),
        ),
        any(
            "wide label of ASCII",
            wide,
            json!({"switch": 0x61, "one": -7}),
        ),
        any(
            "other wide label",
            wide,
            json!({"switch": 0xe9, "rest": 0.5}),
        ),
        any(
            "label beyond ASCII",
            octet,
            json!({"switch": 200, "some": "more"}),
        ),
    ]
}

fn plain() -> Vec<Case> {
    vec![
        (
            "scalars",
            "echo_scalars",
            json!({"truth": true, "letter": 122, "bits": 128, "small": -2, "natural_small": 65534, "whole": -3,
                "natural": 4_294_967_293_u32, "huge": -4, "natural_huge": u64::MAX.to_string(), "approximate": 1.5,
                "precise": -0.1, "hue": "blue"}),
        ),
        (
            "scalar extremes",
            "echo_scalars",
            json!({"truth": false, "letter": 0, "bits": 255, "small": i16::MIN, "natural_small": 0, "whole": i32::MIN,
                "natural": 0, "huge": i64::MIN.to_string(), "natural_huge": 0, "approximate": "-Infinity",
                "precise": f64::MIN_POSITIVE, "hue": "red"}),
        ),
        (
            "ragged",
            "echo_ragged",
            json!({"a": 1, "b": 2.5, "c": 3, "d": -4, "e": 5, "f": -6, "g": "sieben", "h": 8, "i": true, "j": -10}),
        ),
        (
            "sequences",
            "echo_sequences",
            json!({"some_octets": "AD16t/Q=", "flags": [true, false, true], "some_letters": [99, 100],
                "lists": [[1], [], [2, -3, 4]], "reals": [0.5, -1e300], "few_huge": [1, -1, "4611686018427387904"],
                "bounded": "8letters", "few_words": ["", "a", "ab"], "words": ["x", "", "Erzs\u{e9}bet"],
                "hues": ["blue", "red", "green"], "places": [{"x": 1, "y": -1}, {"x": -2, "y": 2}]}),
        ),
        (
            // Longer than fragments in GIOP 1.1, in which numbers of 8 bytes are aligned anew.
            "long sequences",
            "echo_sequences",
            json!({"some_octets": "AQ==", "flags": [true], "some_letters": [99],
                "lists": (0..5001).map(|n| vec![n; n % 4]).collect::<Vec<_>>(),
                "reals": (0..150).map(|n| f64::from(2 * n + 1) / 16.0).collect::<Vec<_>>(),
                "few_huge": [1, "4611686018427387904"], "bounded": "b", "few_words": ["c"],
                "words": (0..2000).map(|n| "w".repeat(n % 9)).collect::<Vec<_>>(),
                "hues": ["red"], "places": [{"x": 1, "y": -1}]}),
        ),
        (
            "sequences of nothing",
            "echo_sequences",
            json!({"some_octets": "", "flags": [], "some_letters": [], "lists": [], "reals": [], "few_huge": [],
                "bounded": "", "few_words": [], "words": [], "hues": [], "places": []}),
        ),
        (
            "arrays",
            "echo_arrays",
            json!({"numbers": [[-7, -6, -3], [2, 9, 18]],
                "shapes": [[{"x": 0, "y": 0}, {"x": 1, "y": -1}], [{"x": 2, "y": -2}, {"x": 3, "y": -3}],
                    [{"x": 4, "y": -4}, {"x": 5, "y": -5}]],
                "labels": ["first", ""], "check": "AAECA/8=", "pair": [[1, 2, 3], []]}),
        ),
        ("matrix", "echo_matrix", json!([[1, -2, 3], [-4, 5, -6]])),
        ("money", "echo_money", json!("-99999.99")),
        (
            "decimals",
            "echo_decimals",
            json!({"price": "12345.67", "whole_part": "999999", "rest": "0.1234567890123456789012345678901"}),
        ),
        (
            "small decimals",
            "echo_decimals",
            json!({"price": "-0.01", "whole_part": "-1", "rest": "-0.0000000000000000000000000000001"}),
        ),
        (
            "tree",
            "echo_tree",
            json!({"label": "root", "children": [{"label": "left", "children": []},
                {"label": "right", "children": [{"label": "leaf", "children": []}]}]}),
        ),
        ("string", "echo_string", json!("Erzs\u{e9}bet")),
        (
            "string beyond latin1",
            "echo_string",
            json!("\u{7f8e}\u{54b2} \u{20ac}"),
        ),
        ("string beyond the bmp", "echo_string", json!("\u{1f600}")),
        ("long string", "echo_string", json!("f".repeat(300_001))),
        ("char", "echo_char", json!(113)),
        ("nil", "echo_object", json!("")),
        ("nil account", "echo_account", json!("")),
        (
            "holder of nothing",
            "echo_holder",
            json!({"rank": 1, "held": "", "note": "nobody's"}),
        ),
    ]
}

fn wide() -> Vec<Case> {
    vec![
        (
            "wstring",
            "echo_wstring",
            json!("\u{7f8e}\u{54b2} \u{20ac}"),
        ),
        ("empty wstring", "echo_wstring", json!("")),
        ("wstring beyond the bmp", "echo_wstring", json!("\u{1f600}")),
        ("wide word", "echo_wide_word", json!("8letters")),
        ("wchar", "echo_wchar", json!(0x20ac)),
        (
            "wide",
            "echo_wide",
            json!({"a": 1, "one": 0xffff, "letters": [0xe9, 0x4e2d, 0x77, 0x20ac], "text": "z\u{eb}hn",
                "more": ["", "\u{7f8e}\u{54b2}", "plain"], "last": -1}),
        ),
    ]
}

fn unions() -> Vec<Case> {
    let all = json!({
        "by_long": [{"switch": 1, "whole": -5}, {"switch": 2, "text": "two"}, {"switch": -3, "text": "minus three"},
            {"switch": 1000, "other": 7}],
        "by_boolean": [{"switch": true, "real": 0.25}, {"switch": false, "place": {"x": 3, "y": 4}}],
        "by_char": [{"switch": 97, "huge": -1}, {"switch": 90, "many": [1, 2]}, {"switch": 63}],
        "by_colour": [{"switch": "red", "shade": 9}, {"switch": "green", "shades": [[1, 2, 3], [4, 5, 6]]}, {"switch": "blue"}],
        "by_short": [{"switch": -32768, "low": 1}, {"switch": 32767, "high": -1.5}],
        "by_unsigned_short": [{"switch": 32767, "high": 1}, {"switch": 77, "low": 2.5}],
        "by_unsigned_long": [{"switch": 2_147_483_647, "high": 1}, {"switch": 0, "low": 2.5}],
        "by_long_long": [{"switch": -7, "low": 1}, {"switch": 7, "lucky": 2.5}],
        "by_unsigned_long_long": [{"switch": 8, "high": 1}, {"switch": 7, "lucky": "seven"}],
        "expression": {"switch": "green", "sum": [{"switch": "red", "number": 3}, {"switch": "blue", "product": [
            {"switch": "red", "number": 4}, {"switch": "green", "sum": []}]}]},
    });
    vec![("unions", "echo_unions", all)]
}

fn anys() -> Vec<Case> {
    let any = |name, ty: &str, value: Json| (name, "echo_any", json!({"type": ty, "value": value}));
    vec![
        any("any of nothing", "null", Json::Null),
        any("any long", "long", json!(-7)),
        any("any string", "string", json!("text")),
        any("any wstring", "wstring", json!("wide \u{20ac}")),
        any("any sequence", "sequence<double>", json!([0.5, -1e300])),
        any("any any", "any", json!({"type": "long long", "value": 12})),
        any(
            "any enum",
            "IDL:manyrpc.example/features/Colour:1.0",
            json!("blue"),
        ),
        any(
            "any struct",
            "IDL:manyrpc.example/features/Point:1.0",
            json!({"x": 5, "y": -6}),
        ),
        any(
            "any union",
            "IDL:manyrpc.example/features/ByLong:1.0",
            json!({"switch": 2, "text": "two"}),
        ),
        any(
            "any union over octet",
            "IDL:manyrpc.example/features/ByOctet:1.0",
            json!({"switch": 1, "one": -5}),
        ),
        any(
            "any tree",
            "IDL:manyrpc.example/features/Tree:1.0",
            json!({"label": "root", "children": [{"label": "leaf", "children": []}]}),
        ),
        any("any object", "Object", json!("")),
        any(
            "any alias",
            "IDL:manyrpc.example/features/Money:1.0",
            json!("1.25"),
        ),
    ]
}
