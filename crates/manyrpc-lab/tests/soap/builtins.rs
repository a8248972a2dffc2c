//! Every built-in type of XML Schema (part 2, chapter 3), with texts that are one of its values or none: our server takes what libxml2
//! finds valid, and what it answers is.
//!
//! `NOTATION`, `ENTITY` and `ENTITIES` need a document type declaration, which messages do not have (SOAP 1.1, section 3).

use std::io::{Read, Write};
use std::net::TcpStream;

use manyrpc::Server;
use manyrpc::dynamic::DynamicService;
use serde_json::{Value as Json, json};

use crate::scratch::Scratch;
use crate::support::world::World;
use crate::support::{Peer, judge};
use crate::{KNOWN, Results, read, started};

const TYPES: [&str; 43] = [
    "anyType",
    "anySimpleType",
    "string",
    "normalizedString",
    "token",
    "language",
    "NMTOKEN",
    "NMTOKENS",
    "Name",
    "NCName",
    "ID",
    "IDREF",
    "IDREFS",
    "QName",
    "anyURI",
    "boolean",
    "decimal",
    "integer",
    "nonPositiveInteger",
    "negativeInteger",
    "nonNegativeInteger",
    "positiveInteger",
    "long",
    "int",
    "short",
    "byte",
    "unsignedLong",
    "unsignedInt",
    "unsignedShort",
    "unsignedByte",
    "float",
    "double",
    "duration",
    "dateTime",
    "time",
    "date",
    "gYearMonth",
    "gYear",
    "gMonthDay",
    "gDay",
    "gMonth",
    "hexBinary",
    "base64Binary",
];

/// Values of one type or another, and what only looks like them.
const TEXTS: &[&str] = &[
    "a",
    "a-b",
    "-a",
    "a b",
    "a:b",
    "xsd:b",
    "none:b",
    "a:b:c",
    ":a",
    "é",
    "1a",
    "en",
    "en-GB",
    "a1-",
    "verylongword",
    "true",
    "false",
    "1",
    "0",
    "TRUE",
    "-1",
    "+1",
    "-0",
    "00012",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "-32769",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1.",
    ".5",
    "1.5",
    "-1.50",
    ".",
    "1e5",
    "1E-5",
    "1e",
    "INF",
    "-INF",
    "NaN",
    "+INF",
    "inf",
    "1,5",
    "0x10",
    "--1",
    "P1Y",
    "P1Y2M3DT4H5M6.7S",
    "-P1D",
    "P",
    "P1YT",
    "PT1M",
    "P1S",
    "PT1.5S",
    "PT.5S",
    "P-1D",
    "P1M1Y",
    "2026-11-27T12:00:00",
    "2026-11-27T12:00:00Z",
    "2026-11-27T12:00:00.5+05:30",
    "2026-11-27T24:00:00",
    "2026-11-27T12:00:60",
    "2026-02-29T12:00:00",
    "2024-02-29T12:00:00-14:00",
    "2026-11-27T12:00:00+14:01",
    "-0044-03-15T00:00:00",
    "12026-01-01T00:00:00",
    "026-01-01T00:00:00",
    "2026-11-27 12:00:00",
    "12:00:00",
    "12:00:00Z",
    "25:00:00",
    "12:00",
    "12:60:00",
    "2026-11-27",
    "2026-11-27Z",
    "2026-11-31",
    "2026-13-01",
    "2026-1-1",
    "2100-02-29",
    "2000-02-29",
    "2026-11",
    "2026-11Z",
    "2026-13",
    "2026",
    "2026Z",
    "2026+01:00",
    "-0001",
    "026",
    "02026",
    "--11-27",
    "--02-29",
    "--02-30",
    "--11-31",
    "--11-27Z",
    "---27",
    "---31Z",
    "---32",
    "---5",
    "--11",
    "--12Z",
    "--13",
    "--11--",
    "AAEC",
    "AA==",
    "AA=A",
    "A",
    "AB==",
    "0a1B",
    "0a1",
    "http://h/?a=1&amp;b=2",
    "%zz",
    "a%20b",
    "../x#y",
];

/// A definition with an operation for each type, which is named as that.
fn definition() -> Scratch {
    let each = |text: fn(&str) -> String| TYPES.map(text).concat();
    let elements = each(|ty| {
        [(ty.to_owned(), "v"), (format!("{ty}Response"), "return")].map(|(element, local)| {
                format!(
                    "<xsd:element name='{element}'><xsd:complexType><xsd:sequence><xsd:element name='{local}' type='xsd:{ty}'/>\
                     </xsd:sequence></xsd:complexType></xsd:element>"
                )
            }).concat()
    });
    let messages = each(|ty| {
        format!(
            "<message name='{ty}'><part name='p' element='t:{ty}'/></message>\
                 <message name='{ty}Response'><part name='p' element='t:{ty}Response'/></message>"
        )
    });
    let operations = each(|ty| {
        format!(
            "<operation name='{ty}'><input message='t:{ty}'/><output message='t:{ty}Response'/></operation>"
        )
    });
    let bound = each(|ty| {
        let body = "<soap:body use='literal'/>";
        format!(
            "<operation name='{ty}'><soap:operation soapAction=''/><input>{body}</input><output>{body}</output></operation>"
        )
    });
    let text = format!(
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/' xmlns:t='urn:t' \
             xmlns:xsd='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t'><types><xsd:schema targetNamespace='urn:t'>{elements}\
             </xsd:schema></types>{messages}<portType name='T'>{operations}</portType><binding name='T' type='t:T'>\
             <soap:binding style='document' transport='http://schemas.xmlsoap.org/soap/http'/>{bound}</binding>\
             <service name='T'><port name='T' binding='t:T'><soap:address location='http://127.0.0.1/'/></port></service></definitions>"
    );
    Scratch::with("builtins", text)
}

/// libxml2's judgement on messages.
struct Examiner(Peer);

impl Examiner {
    fn ask(&mut self, what: &Json) -> Json {
        let said = self.0.ask(&what.to_string());
        let answer: Json = serde_json::from_str(&said).expect("it is JSON");
        assert_eq!(answer.get("refused"), None, "{what}");
        answer
    }

    /// What is wrong with a message, if anything is.
    fn judge(&mut self, message: &str, way: &str) -> Option<String> {
        let answer = self.ask(&json!({"changed": message, "way": way}));
        let errors = answer["errors"].as_array().expect("a list");
        errors.first().map(Json::to_string)
    }
}

/// The answer to a message on that connection: whether it is a result, and its body.
fn post(stream: &mut TcpStream, message: &str) -> std::io::Result<(bool, String)> {
    let head = format!(
        "POST / HTTP/1.1\r\nHost: h\r\nSOAPAction: \"\"\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        message.len()
    );
    stream.write_all(&[head.as_bytes(), message.as_bytes()].concat())?;
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let length = head.split("content-length: ").nth(1);
    let length = length.and_then(|rest| rest.lines().next()?.parse().ok());
    let mut body = vec![0; length.expect("a length")];
    stream.read_exact(&mut body)?;
    let body = String::from_utf8_lossy(&body).into_owned();
    Ok((head.starts_with("http/1.1 200 "), body))
}

/// What is read here, though libxml2 refuses it.
fn is_lenient(ty: &str, text: &str) -> bool {
    match ty {
        // Section 3.2.17: whatever it is, an algorithm makes it an address.
        "anyURI" => true,
        // Deployed implementations send it so (docs/limits.md).
        "unsignedLong" | "unsignedInt" | "unsignedShort" | "unsignedByte" => {
            matches!(text, "+1" | "-0")
        }
        "base64Binary" => text.bytes().all(is_digit_of_64),
        // XML Schema 1.1, section 3.3.4.2.
        "float" | "double" => text == "+INF",
        // The first edition of XML Schema 1.0 had it so.
        "gMonth" => text == "--11--",
        _ => false,
    }
}

/// What libxml2 takes, though there is no such value or none that is kept here.
fn is_refused(ty: &str, text: &str) -> bool {
    match ty {
        // Section 3.2.4: an exponent has digits.
        "float" | "double" => text == "1e",
        // Section 3.2.6.1: so has a number of seconds, before the point, too.
        "duration" => text == "PT.5S",
        // Of more than eleven digits (docs/limits.md).
        "gYear" => text == "9223372036854775807",
        // It passes over what is no digit.
        "base64Binary" => !text.bytes().all(is_digit_of_64),
        _ => false,
    }
}

fn is_digit_of_64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/= ".contains(&byte)
}

#[test]
fn every_builtin_type_has_its_values_and_no_others() {
    let definition = definition();
    let path = definition.path().to_string_lossy();
    let mut examiner = Examiner(Peer::start("../soap-codec/soap_codec", &[]));
    examiner.ask(&json!({ "open": path }));
    for world in World::ALL {
        let service = DynamicService::new(read(definition.path()), |_, _, values| Ok(values));
        let served = started(world, world.service(Server::builder(), service));
        let at = ("127.0.0.1", served.port());
        let mut stream = TcpStream::connect(at).expect("it listens");
        let mut results = Results::new();
        for ty in TYPES {
            let mut wrong = Vec::new();
            for text in TEXTS {
                let message = format!(
                    "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:xsd='urn:x' xmlns:a='urn:a'>\
                     <e:Body><t:{ty} xmlns:t='urn:t'><v>{text}</v></t:{ty}></e:Body></e:Envelope>"
                );
                let (is_read, answer) = post(&mut stream, &message).expect("it answers");
                match (examiner.judge(&message, "input"), is_read) {
                    (None, true) => {
                        let said = examiner.judge(&answer, "output");
                        wrong.extend(
                            said.map(|why| format!("{text} is answered with {answer}: {why}")),
                        );
                    }
                    (None, false) if !is_refused(ty, text) => {
                        wrong.push(format!("{text} is refused: {answer}"));
                    }
                    (Some(why), true) if !is_lenient(ty, text) => {
                        wrong.push(format!("{text} is read, though {why}"));
                    }
                    _ => {}
                }
            }
            let result = match wrong.is_empty() {
                true => Ok(()),
                false => Err(wrong.join("\n  ")),
            };
            results.push((format!("built in {ty}"), result));
        }
        judge(KNOWN, "our-messages", world.told(results));
        served.stop();
    }
}
