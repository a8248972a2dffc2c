//! Text that is not UTF-8, in JSON: an object that names ISO 8859-1, which maps every byte to a
//! character. It is readable if the text is Latin-1, and lossless in any case.

use manyrpc_model::Value;
use serde_json::{Map, Value as Json};

const LATIN_1: &str = "latin1";

pub(super) fn to_json(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => Json::from(text),
        Err(_) => {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            Json::Object(Map::from_iter([(LATIN_1.to_owned(), Json::from(text))]))
        }
    }
}

/// The bytes of such text; `None` if it is not of this form.
pub(super) fn from_json(json: &Json) -> Option<Vec<u8>> {
    match json {
        Json::String(text) => Some(text.clone().into_bytes()),
        Json::Object(object) if object.len() == 1 => {
            let text = object.get(LATIN_1)?.as_str()?;
            text.chars().map(|c| u8::try_from(c).ok()).collect()
        }
        _ => None,
    }
}

/// Text from its bytes.
pub(super) fn value(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => Value::Text(text),
        Err(e) => Value::Bytes(e.into_bytes()),
    }
}
