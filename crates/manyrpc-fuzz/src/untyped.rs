//! Calls of JSON-RPC and XML-RPC without a definition: the first byte of the input selects whether
//! the rest is the body of a reply or the arguments of a call.
//!
//! Introspection is read in this way: lists of methods, signatures, OpenRPC documents.

use manyrpc::Encoding;
use manyrpc::untyped::{arguments, result};
use manyrpc_codec::xml;
use serde_json::{Value as Json, json};

use crate::Target;

/// From bodies to values and from values to bodies.
pub const TARGET: Target = Target {
    name: "untyped",
    run,
    seeds,
    // A member of an object has 4 bytes of text, and an entry in a table that grows by halves.
    allocation_per_byte: 256,
};

const JSON: Encoding = Encoding::Json(manyrpc_codec::json::Options {
    by_position: true,
    ..manyrpc_codec::json::Options::DEFAULT
});
const XML: Encoding = Encoding::Xml(xml::Options::DEFAULT);
const PLAIN: Encoding = Encoding::Xml(xml::Options::STRICT);

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    match choice % 4 {
        0 => is_value(JSON, bytes),
        1 => is_value(XML, bytes),
        2 => is_argument(XML, bytes),
        _ => is_argument(PLAIN, bytes),
    }
}

/// A body has a value, which as an argument has the same meaning.
fn is_value(encoding: Encoding, body: &[u8]) {
    let Ok(value) = result(encoding, body) else {
        return;
    };
    // XML cannot represent some characters, and invalid base64.
    let Some(text) = argument(encoding, &value) else {
        return;
    };
    let again = result(encoding, text.as_bytes()).expect("we understand ourselves");
    assert_eq!(again, value, "{text}");
}

/// A written argument is read as a value that is written in the same way.
fn is_argument(encoding: Encoding, text: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Json>(text) else {
        return;
    };
    let Some(first) = argument(encoding, &value) else {
        return;
    };
    let Ok(read) = result(encoding, first.as_bytes()) else {
        // JSON may be nested deeper than XML-RPC values.
        assert!(levels(&value) > DEPTH, "{first}");
        return;
    };
    let second = argument(encoding, &read);
    assert_eq!(second.as_ref(), Some(&first));
}

/// Enough for all values, and below what is refused.
const DEPTH: usize = 20;

fn levels(value: &Json) -> usize {
    let inner = match value {
        Json::Array(items) => items.iter().map(levels).max(),
        Json::Object(members) => members.values().map(levels).max(),
        _ => None,
    };
    1 + inner.unwrap_or(0)
}

/// A value as the only argument of a call. For JSON the enclosing array is removed: results are
/// single values.
fn argument(encoding: Encoding, value: &Json) -> Option<String> {
    let text = arguments(encoding, &json!([value])).ok()?;
    Some(match encoding {
        Encoding::Json(_) => text[1..text.len() - 1].to_owned(),
        _ => text,
    })
}

fn seeds() -> Vec<Vec<u8>> {
    let values = [
        "null",
        "[[\"array\"],[\"int\",\"string\"]]",
        "[\"system.listMethods\",\"a.b\"]",
        "{\"base64\":\"Zm9vYmE=\"}",
        "{\"date\":\"19980717T14:08:55\"}",
        "[1,-2147483649,18446744073709551615,1.5e300,-0.0,true]",
        "{\"openrpc\":\"1.2.6\",\"methods\":[{\"name\":\"a.b\",\"params\":[{\"name\":\"x\",\
         \"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/A\"}}],\"result\":{\"name\":\
         \"result\",\"schema\":{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"array\",\"items\":{}}]}}}],\
         \"components\":{\"schemas\":{\"A\":{\"type\":\"object\",\"properties\":{}}}}}",
        "\"<&>\\r\\n\\t\\u00e9\\ud83d\\ude00]]>\"",
    ];
    let bodies = [
        "",
        "<param><value>a<!-- b --></value></param>",
        "<param><value><i4> +7 </i4></value></param>",
        "<param><value><ex:i8 xmlns:ex=\"e\">-1099511627776</ex:i8></value></param>",
        "<param><value><double>-1.5</double></value></param>",
        "<param><value><base64>Zm9v\nYmE=</base64></value></param>",
        "<param><value><array><data><value><nil/></value><value><boolean>1</boolean></value>\
         </data></array></value></param>",
        "<param><value><struct><member><name>a&#98;<![CDATA[c]]></name><value><dateTime.iso8601>\
         19980717T14:08:55</dateTime.iso8601></value></member></struct></value></param>",
    ];
    let of = |choice: u8, text: &str| [&[choice], text.as_bytes()].concat();
    let values = [0, 2, 3].into_iter().flat_map(|n| values.map(|v| of(n, v)));
    values.chain(bodies.map(|body| of(1, body))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_values() {
        for seed in seeds() {
            let body = &seed[1..];
            let value = match seed[0] {
                0 => result(JSON, body),
                1 => result(XML, body),
                _ => Ok(serde_json::from_slice(body).expect("JSON")),
            };
            let value = value.unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(body)));
            assert!(seed[0] == 3 || argument(XML, &value).is_some(), "{value}");
        }
    }
}
