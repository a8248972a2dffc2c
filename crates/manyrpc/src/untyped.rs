//! Calls without a definition, in systems whose messages carry the types of their values: JSON-RPC
//! and XML-RPC.
//!
//! XML-RPC's bytes and dates have no JSON type. Bytes are `{"base64": "…"}`, a date is `{"date":
//! "…"}`. Integers have at most 64 bits: larger ones are refused, never rounded; from XML-RPC they
//! are text.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//! use manyrpc::{Client, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter, |_, _, arguments| Ok(arguments));
//! let server = Server::builder().service(service).listen("xmlrpc+http://127.0.0.1:0/RPC2")?.start()?;
//!
//! let mut client = Client::open(&server.bindings()[0].to_string())?;
//! assert_eq!(client.call_untyped("GREET", &serde_json::json!(["ann"]))?, "ann");
//! # Ok(())
//! # }
//! ```

use std::ops::Range;

use manyrpc_codec::xml;
use manyrpc_codec::xml::scan::{self, Kind};
use manyrpc_codec::{Buf, Encoding, Limits, Malformed, MalformedKind};
use manyrpc_engine::{CallError, CallHead, CallId, CallKind, Misuse, Path, WireError};
use serde_json::{Map, Value as Json, json};

use crate::batch::Batch;
use crate::client::Client;
use crate::error::Error;

/// The most members of one value.
const MOST: usize = 1 << 24;

const LIMITS: Limits = Limits::OF_SHAPE;

/// A call without a definition, sent but not yet waited for; belongs to the client that sent it.
#[derive(Debug)]
#[must_use = "wait for it"]
pub struct PendingUntyped(CallId);

impl Client {
    /// Calls a method without a definition. `params` are an array in order; for JSON-RPC also an
    /// object by name.
    ///
    /// # Errors
    /// The system needs a definition, cannot represent a value, or the call failed.
    pub fn call_untyped(&mut self, method: &str, params: &Json) -> Result<Json, Error> {
        let params = arguments(self.encoding(), params)?;
        let reply = self.exchange(&words(method), put(&params))?;
        result(reply.encoding, reply.body)
    }

    /// The same for an optional method: `None` if the server refuses.
    ///
    /// # Errors
    /// As [`call_untyped`](Self::call_untyped), except for refusals of the server.
    pub fn ask_untyped(&mut self, method: &str, params: &Json) -> Result<Option<Json>, Error> {
        match self.call_untyped(method, params) {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Call(CallError::Fault(_))) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Calls a method without a reply: a notification of JSON-RPC.
    ///
    /// # Errors
    /// As [`call_untyped`](Self::call_untyped), or the call could not be sent.
    pub fn notify_untyped(&mut self, method: &str, params: &Json) -> Result<(), Error> {
        let params = arguments(self.encoding(), params)?;
        let head = CallHead {
            kind: CallKind::OneWay,
            ..words(method)
        };
        self.exchange(&head, put(&params))?;
        Ok(())
    }

    /// Waits for a call of a batch.
    ///
    /// # Errors
    /// As [`call_untyped`](Self::call_untyped).
    pub fn wait_untyped(&mut self, pending: PendingUntyped) -> Result<Json, Error> {
        let reply = self.finish(pending.0)?;
        result(reply.encoding, reply.body)
    }
}

impl Batch<'_> {
    /// Adds a call without a definition, as made by [`Client::call_untyped`].
    ///
    /// # Errors
    /// The system cannot represent a value, or needs a definition; calls added before remain.
    pub fn add_untyped(&mut self, method: &str, params: &Json) -> Result<PendingUntyped, Error> {
        self.add_with(|client| {
            let params = arguments(client.encoding(), params)?;
            let call = client.start(&words(method), put(&params))?;
            Ok((call, PendingUntyped(call)))
        })
    }
}

fn words(method: &str) -> CallHead<'_> {
    let (interface, operation) = method.rsplit_once('.').unwrap_or(("", method));
    CallHead::named(Path {
        interface,
        operation,
    })
}

fn put(params: &str) -> impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> {
    move |_, body| {
        body.put(params.as_bytes());
        Ok(())
    }
}

/// Encodes the arguments of a call without a definition.
///
/// # Errors
/// The syntax needs a definition, or cannot represent a value.
pub fn arguments(encoding: Encoding, params: &Json) -> Result<String, Error> {
    match encoding {
        Encoding::Json(options) if options.by_position && params.is_object() => {
            let text = "parameters have no names here: give an array in order";
            Err(Error::Value(text.to_owned()))
        }
        Encoding::Json(_) => Ok(params.to_string()),
        Encoding::Xml(options) => xml_params(params, options),
        _ => Err(untyped()),
    }
}

/// Decodes the result of a call without a definition from the body of its reply.
///
/// # Errors
/// The syntax needs a definition, or the body is not a result.
pub fn result(encoding: Encoding, body: &[u8]) -> Result<Json, Error> {
    match encoding {
        Encoding::Json(_) => read_json(body),
        Encoding::Xml(_) => {
            read_xml(body).map_err(|m| CallError::Wire(WireError::BadResult(m)).into())
        }
        _ => Err(untyped()),
    }
}

fn untyped() -> Error {
    Error::NotProvided {
        by: "types in its messages",
    }
}

fn read_json(body: &[u8]) -> Result<Json, Error> {
    let value = serde_json::from_slice(body)
        .map_err(|e| Error::Value(format!("the result is no JSON that can be shown: {e}")))?;
    match beyond_64_bits(body) {
        None => Ok(value),
        Some(digits) => Err(Error::Value(format!(
            "the result has the integer {digits}, which is beyond 64 bits and cannot be shown exactly"
        ))),
    }
}

/// The first integer in a JSON text that does not fit in 64 bits: JSON readers convert such
/// integers to floating-point numbers with other digits.
pub fn beyond_64_bits(text: &[u8]) -> Option<&str> {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at += string(&text[at..]),
            b'-' | b'0'..=b'9' => {
                let is_part = |b: &&u8| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let length = text[at..].iter().take_while(is_part).count();
                let number = std::str::from_utf8(&text[at..at + length]).unwrap_or_default();
                let is_integer = !number.contains(['.', 'e', 'E']);
                if is_integer && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                    return Some(number);
                }
                at += length;
            }
            _ => at += 1,
        }
    }
    None
}

/// The length of the string that begins here, including both quotes.
fn string(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}

/// A `<param>` for each element.
fn xml_params(params: &Json, options: xml::Options) -> Result<String, Error> {
    let Json::Array(params) = params else {
        let text = "parameters of XML-RPC have no names: give an array in order";
        return Err(Error::Value(text.to_owned()));
    };
    let mut text = String::new();
    for param in params {
        text += "<param>";
        put_value(&mut text, param, options)?;
        text += "</param>";
    }
    Ok(text)
}

fn put_value(text: &mut String, value: &Json, options: xml::Options) -> Result<(), Error> {
    text.push_str("<value>");
    match value {
        Json::Null if !options.nil => {
            let why = "there is no null here: the binding does without the extension `nil`";
            return Err(Error::Value(why.to_owned()));
        }
        Json::Null => text.push_str("<nil/>"),
        Json::Bool(b) => *text += &format!("<boolean>{}</boolean>", u8::from(*b)),
        Json::Number(n) => *text += &number(n, options.i8),
        Json::String(s) => {
            text.push_str("<string>");
            put_text(text, s)?;
            text.push_str("</string>");
        }
        Json::Array(items) => {
            text.push_str("<array><data>");
            items
                .iter()
                .try_for_each(|item| put_value(text, item, options))?;
            text.push_str("</data></array>");
        }
        Json::Object(members) => match scalar(members)? {
            Some(scalar) => text.push_str(&scalar),
            None => put_struct(text, members, options)?,
        },
    }
    text.push_str("</value>");
    Ok(())
}

fn put_struct(
    text: &mut String,
    members: &Map<String, Json>,
    options: xml::Options,
) -> Result<(), Error> {
    text.push_str("<struct>");
    for (name, value) in members {
        text.push_str("<member><name>");
        put_text(text, name)?;
        text.push_str("</name>");
        put_value(text, value, options)?;
        text.push_str("</member>");
    }
    text.push_str("</struct>");
    Ok(())
}

/// An integer in the smallest type that fits; other numbers without an exponent.
fn number(n: &serde_json::Number, i8: bool) -> String {
    match (n.as_i64(), n.as_u64()) {
        (Some(n), _) if i32::try_from(n).is_ok() => format!("<int>{n}</int>"),
        (Some(n), _) if i8 => format!("<i8>{n}</i8>"),
        (Some(n), _) => format!("<string>{n}</string>"),
        (None, Some(n)) => format!("<string>{n}</string>"),
        (None, None) => format!("<double>{}</double>", n.as_f64().unwrap_or_default()),
    }
}

/// The types that JSON lacks.
fn scalar(members: &Map<String, Json>) -> Result<Option<String>, Error> {
    let mut all = members.iter();
    let (Some((name, Json::String(content))), None) = (all.next(), all.next()) else {
        return Ok(None);
    };
    let wrong = |what: &str| Error::Value(format!("`{content}` is not {what}"));
    Ok(match name.as_str() {
        "base64" => {
            let plain = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
            if !content.chars().all(plain) {
                return Err(wrong("base64"));
            }
            Some(format!("<base64>{content}</base64>"))
        }
        "date" => {
            let mut text = "<dateTime.iso8601>".to_owned();
            put_text(&mut text, content)?;
            Some(text + "</dateTime.iso8601>")
        }
        _ => None,
    })
}

fn put_text(out: &mut String, text: &str) -> Result<(), Error> {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => {
                return Err(Error::Value(format!(
                    "{text:?} has a character that XML does not have: {}",
                    c.escape_default()
                )));
            }
        }
    }
    Ok(())
}

/// The result in `<params>`, or in the `<value>` of one call of a multicall.
fn read_xml(body: &[u8]) -> Result<Json, Malformed> {
    if body.starts_with(b"<value") {
        return read_value(body, 0..body.len(), 0);
    }
    let params = scan::params_of(body, 0..body.len(), 1, &LIMITS)?;
    match params.into_iter().next() {
        Some(value) => read_value(body, value, 0),
        None => Ok(Json::Null),
    }
}

fn read_value(bytes: &[u8], at: Range<usize>, depth: u32) -> Result<Json, Malformed> {
    let text = |at: Range<usize>| scan::text(bytes, at, &LIMITS);
    let malformed = |expected| Malformed {
        offset: at.start,
        kind: MalformedKind::Expected(expected),
    };
    Ok(match scan::kind(bytes, at.clone(), &LIMITS)? {
        _ if depth > LIMITS.depth => return Err(malformed("fewer levels of values")),
        Kind::Nil => Json::Null,
        Kind::Untyped | Kind::String => json!(text(at.clone())?),
        Kind::Int => {
            let digits = text(at.clone())?;
            let digits = digits.trim_ascii().trim_start_matches('+');
            match (digits.parse::<i64>(), digits.parse::<u64>()) {
                (Ok(number), _) => json!(number),
                (_, Ok(number)) => json!(number),
                // It may be one of Apache's, which have any length.
                _ => json!(digits),
            }
        }
        Kind::Boolean => match text(at.clone())?.trim_ascii() {
            "1" | "true" => json!(true),
            "0" | "false" => json!(false),
            _ => return Err(malformed("0 or 1")),
        },
        Kind::Double => {
            let content = text(at.clone())?;
            let number = content.trim_ascii().parse::<f64>();
            let number = number.map_err(|_| malformed("a number"))?;
            // JSON has no infinities.
            serde_json::Number::from_f64(number).map_or_else(|| json!(content), Json::Number)
        }
        Kind::DateTime => json!({ "date": text(at.clone())? }),
        Kind::Base64 => {
            let digits: String = text(at.clone())?.split_ascii_whitespace().collect();
            json!({ "base64": digits })
        }
        Kind::Array => {
            let items = scan::array(bytes, at.clone(), MOST, &LIMITS)?;
            let items = items
                .into_iter()
                .map(|item| read_value(bytes, item, depth + 1));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        Kind::Struct => {
            let members = scan::members(bytes, at.clone(), MOST, &LIMITS)?;
            let members = members
                .into_iter()
                .map(|(name, value)| Ok((name.into_owned(), read_value(bytes, value, depth + 1)?)));
            Json::Object(members.collect::<Result<_, _>>()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_beyond_64_bits_are_found() {
        for (text, found) in [
            ("18446744073709551615", None),
            ("-9223372036854775808", None),
            ("18446744073709551616", Some("18446744073709551616")),
            (
                r#"{"a": [1, -9223372036854775809]}"#,
                Some("-9223372036854775809"),
            ),
            (
                r#"["18446744073709551616", "\"18446744073709551616", 1e30, 1.5]"#,
                None,
            ),
            (
                r#"["\\", 99999999999999999999]"#,
                Some("99999999999999999999"),
            ),
            ("[1,", None),
        ] {
            assert_eq!(beyond_64_bits(text.as_bytes()), found, "{text}");
        }
    }

    #[test]
    fn they_are_told_and_not_rounded() {
        let json = Encoding::Json(manyrpc_codec::json::Options::DEFAULT);
        let told = result(json, b"[9223372036854775808, 18446744073709551616]").unwrap_err();
        assert!(told.to_string().contains("18446744073709551616"), "{told}");
        let xml = Encoding::Xml(xml::Options::DEFAULT);
        let value = |inside: &str| {
            let body = format!("<param><value>{inside}</value></param>");
            result(xml, body.as_bytes()).unwrap()
        };
        assert_eq!(value("<i8>9223372036854775807</i8>"), json!(i64::MAX));
        let digits = "340282366920938463463374607431768211456";
        let beyond = value(&format!("<ex:biginteger>{digits}</ex:biginteger>"));
        assert_eq!(beyond, json!(digits));
    }
}
