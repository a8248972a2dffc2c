//! Reading list: the XML-RPC specification (Winer, 1999, as amended 2003), whose examples are
//! quoted verbatim; the extensions `nil` and `i8` of Apache XML-RPC and xmlrpc-c.

use manyrpc::dynamic::{DynamicInterface, DynamicService};
use manyrpc::{CallError, Error, Fault};
use manyrpc_model::Value;

use super::{Wire, client, interface, peer, serve};

/// The definition for the examples: one operation for each type, which returns its argument.
const EXAMPLES: &str = "
typedef opaque blob<>;
typedef int ints<>;
typedef string text<>;
typedef int *maybe;
struct bounds { int lowerBound; int upperBound; };
struct mixture { int dozen; text country; bool small; int below; };
program EXAMPLES {
    version examples {
        text getStateName(int number) = 1;
        int integer(int v) = 2;
        bool boolean(bool v) = 3;
        text words(text v) = 4;
        double real(double v) = 5;
        text date(text v) = 6;
        blob bytes(blob v) = 7;
        bounds structure(bounds v) = 8;
        mixture array(mixture v) = 9;
        hyper wide(hyper v) = 10;
        maybe perhaps(maybe v) = 11;
        int ask(int a, text b) = 12;
    } = 1;
} = 0x20000203;
";

fn examples() -> DynamicInterface {
    interface(EXAMPLES, "examples")
}

fn service() -> DynamicService {
    DynamicService::new(examples(), |_, operation, values| {
        match (&*operation.name, &values[..]) {
            ("getStateName", [Value::I32(41)]) => Ok(vec![Value::Text("South Dakota".into())]),
            ("getStateName", _) => Err(Fault::application(4, "Too many parameters.")),
            ("ask", _) => Ok(vec![Value::I32(1)]),
            _ => Ok(values),
        }
    })
}

/// "Request example". Its length is that of the specification's text.
const REQUEST: &str = r#"<?xml version="1.0"?>
<methodCall>
   <methodName>examples.getStateName</methodName>
   <params>
      <param>
         <value><i4>41</i4></value>
         </param>
      </params>
   </methodCall>"#;

/// "Response example".
const RESPONSE: &str = r#"<?xml version="1.0"?>
<methodResponse>
   <params>
      <param>
         <value><string>South Dakota</string></value>
         </param>
      </params>
   </methodResponse>"#;

/// "Fault example".
const FAULT: &str = r#"<?xml version="1.0"?>
<methodResponse>
   <fault>
      <value>
         <struct>
            <member>
               <name>faultCode</name>
               <value><int>4</int></value>
               </member>
            <member>
               <name>faultString</name>
               <value><string>Too many parameters.</string></value>
               </member>
            </struct>
         </value>
      </fault>
   </methodResponse>"#;

/// "Scalar <value>s", <struct>s and <array>s, each with an operation and its value.
fn values() -> Vec<(&'static str, &'static str, Value)> {
    let text = |text: &str| Value::Text(text.to_owned());
    let bounds = Value::Record(vec![Value::I32(18), Value::I32(139)]);
    let mixture = [
        Value::I32(12),
        text("Egypt"),
        Value::Bool(false),
        Value::I32(-31),
    ];
    vec![
        ("integer", "<i4>-12</i4>", Value::I32(-12)),
        ("integer", "<int>-12</int>", Value::I32(-12)),
        ("boolean", "<boolean>1</boolean>", Value::Bool(true)),
        ("words", "<string>hello world</string>", text("hello world")),
        // "If no type is indicated, the type is string."
        ("words", "hello world", text("hello world")),
        ("real", "<double>-12.214</double>", Value::F64(-12.214)),
        (
            "date",
            "<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>",
            text("19980717T14:08:55"),
        ),
        (
            "bytes",
            "<base64>eW91IGNhbid0IHJlYWQgdGhpcyE=</base64>",
            Value::Bytes(b"you can't read this!".to_vec()),
        ),
        (
            "structure",
            "<struct>
   <member>
      <name>lowerBound</name>
      <value><i4>18</i4></value>
      </member>
   <member>
      <name>upperBound</name>
      <value><i4>139</i4></value>
      </member>
   </struct>",
            bounds,
        ),
        (
            "array",
            "<array>
   <data>
      <value><i4>12</i4></value>
      <value><string>Egypt</string></value>
      <value><boolean>0</boolean></value>
      <value><i4>-31</i4></value>
      </data>
   </array>",
            Value::Record(mixture.to_vec()),
        ),
    ]
}

/// "Header requirements".
const POST: &str = "POST /RPC2 HTTP/1.0\r\nUser-Agent: Frontier/5.1.2 (WinNT)\r\n\
    Host: betty.userland.com\r\nContent-Type: text/xml\r\nConnection: keep-alive\r\n";
/// "Response example".
const OK: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/xml\r\n\
    Date: Fri, 17 Jul 1998 19:55:08 GMT\r\nServer: UserLand Frontier/5.1.2-WinNT\r\n";

/// Without the whitespace between elements.
fn packed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.concat().replace("> <", "><")
}

fn request(operation: &str, value: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>examples.{operation}</methodName><params>\
         <param><value>{value}</value></param></params></methodCall>"
    )
}

fn response(value: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><methodResponse><params><param><value>{value}</value></param>\
         </params></methodResponse>"
    )
}

#[test]
fn our_server_answers_the_specifications_examples() {
    let server = serve(service(), "xmlrpc+http://127.0.0.1:0/RPC2");
    let mut wire = Wire::to(&server, POST);
    wire.say(REQUEST.as_bytes());
    let (status, reply) = wire.hear();
    assert_eq!(status.trim_end(), "HTTP/1.1 200 OK");
    assert_eq!(reply, packed(RESPONSE));
    wire.say(REQUEST.replace("41", "42").as_bytes());
    assert_eq!(wire.hear().1, packed(FAULT));
    for (operation, value, _) in values() {
        wire.say(request(operation, value).as_bytes());
        let echoed = match operation {
            "integer" => "<i4>-12</i4>".to_owned(),
            "words" => "<string>hello world</string>".to_owned(),
            // Text in the definition is text in the message.
            "date" => value.replace("dateTime.iso8601", "string"),
            // Records are written by name, however they were received.
            "array" => {
                let names = ["dozen", "country", "small", "below"];
                let values = packed(value)
                    .replace("<array><data>", "")
                    .replace("</data></array>", "");
                let members = values.split_inclusive("</value>").zip(names);
                let members = members.map(|(v, n)| format!("<member><name>{n}</name>{v}</member>"));
                format!("<struct>{}</struct>", members.collect::<String>())
            }
            _ => packed(value),
        };
        assert_eq!(wire.hear().1, response(&echoed), "{operation}");
    }
    server.stop();
}

/// A peer that answers each request with the next of `replies`; returns the requests.
fn answering(replies: Vec<Vec<u8>>) -> (u16, std::thread::JoinHandle<Vec<String>>) {
    const KEPT: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";
    peer(KEPT, move |mut wire| {
        let mut heard = Vec::new();
        for reply in replies {
            let (first, request) = wire.hear();
            assert_eq!(first.trim_end(), "POST /RPC2 HTTP/1.1");
            wire.say(&reply);
            heard.push(request);
        }
        heard
    })
}

#[test]
fn our_client_makes_the_specifications_requests_and_reads_its_responses() {
    let mut replies = vec![RESPONSE.to_owned(), FAULT.to_owned()];
    replies.extend(values().iter().map(|(_, value, _)| response(value)));
    let replies = replies.into_iter().map(String::into_bytes).collect();
    let (port, server) = answering(replies);
    let mut client = client(&format!("xmlrpc+http://127.0.0.1:{port}/RPC2"), &examples());
    let name = client.call("getStateName", &[Value::I32(41)]).unwrap();
    assert_eq!(name, [Value::Text("South Dakota".into())]);
    let fault = client.call("getStateName", &[Value::I32(41)]).unwrap_err();
    let Error::Call(CallError::Fault(fault)) = fault else {
        panic!("{fault}");
    };
    assert_eq!(fault, Fault::application(4, "Too many parameters."));
    for (operation, _, value) in values() {
        let back = client
            .call(operation, std::slice::from_ref(&value))
            .unwrap();
        assert_eq!(back, [value], "{operation}");
    }
    let heard = server.join().unwrap();
    assert_eq!(heard[0], packed(REQUEST));
    for (heard, (operation, value, _)) in heard[2..].iter().zip(values()) {
        match operation {
            "date" | "array" | "words" => {}
            "integer" => assert_eq!(*heard, request(operation, "<i4>-12</i4>")),
            _ => assert_eq!(*heard, request(operation, &packed(value))),
        }
    }
}

#[test]
fn a_response_may_end_the_connection_and_the_next_call_opens_another() {
    let (port, server) = peer(OK, |mut wire| {
        let request = wire.hear().1;
        wire.say(RESPONSE.as_bytes());
        request
    });
    let mut client = client(&format!("xmlrpc+http://127.0.0.1:{port}/RPC2"), &examples());
    client.call("getStateName", &[Value::I32(41)]).unwrap();
    assert_eq!(server.join().unwrap(), packed(REQUEST));
    // The server is gone, which only a new connection reveals.
    let error = client.call("getStateName", &[Value::I32(41)]).unwrap_err();
    let closed = matches!(error, Error::Call(CallError::Closed(_)));
    assert!(closed, "{error}");
}

#[test]
fn extensions_are_written_where_they_are_on_and_always_read() {
    for (nil, i8) in [(true, true), (false, true), (true, false), (false, false)] {
        let on = |on: bool| if on { "on" } else { "off" };
        let settings = format!("nil={}&i8={}", on(nil), on(i8));
        let server = serve(
            service(),
            &format!("xmlrpc+http://127.0.0.1:0/RPC2?{settings}"),
        );
        let mut wire = Wire::to(&server, POST);
        let wide = if i8 {
            "<i8>4294967296</i8>"
        } else {
            "<string>4294967296</string>"
        };
        for spelling in ["i8", "ex:i8", "string"] {
            let value = format!("<{spelling}>4294967296</{spelling}>");
            wire.say(request("wide", &value).as_bytes());
            assert_eq!(wire.hear().1, response(wide), "{settings} {spelling}");
        }
        for spelling in ["<nil/>", "<ex:nil/>", "<ex:nil></ex:nil>"] {
            wire.say(request("perhaps", spelling).as_bytes());
            let reply = wire.hear().1;
            match nil {
                true => assert_eq!(reply, response("<nil/>")),
                // There is no other way to express it.
                false => assert!(!reply.contains("nil"), "{reply}"),
            }
        }
        let (port, peer) = answering(vec![response("<i8>4294967296</i8>").into_bytes()]);
        let mut client = client(
            &format!("xmlrpc+http://127.0.0.1:{port}/RPC2?{settings}"),
            &examples(),
        );
        let back = client.call("wide", &[Value::I64(1 << 32)]).unwrap();
        assert_eq!(back, [Value::I64(1 << 32)]);
        assert_eq!(peer.join().unwrap(), [request("wide", wide)]);
        server.stop();
    }
}

/// A document in UTF-16, with a byte order mark.
fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = [0xfeff];
    let units = mark.into_iter().chain(text.encode_utf16());
    units.flat_map(to_bytes).collect()
}

/// The same document in every supported encoding.
fn encoded(document: &str) -> Vec<Vec<u8>> {
    let declared = |name: &str| {
        let declaration = format!("version=\"1.0\" encoding=\"{name}\"");
        document.replace("version=\"1.0\"", &declaration)
    };
    let latin = declared("ISO-8859-1");
    vec![
        declared("utf-8").into_bytes(),
        ["\u{feff}", document].concat().into_bytes(),
        latin.chars().map(|c| c as u8).collect(),
        utf16(&declared("UTF-16"), u16::to_le_bytes),
        utf16(&declared("utf-16"), u16::to_be_bytes),
        declared("US-ASCII").replace('á', "&#225;").into_bytes(),
    ]
}

#[test]
fn documents_in_other_encodings_are_read() {
    let server = serve(service(), "xmlrpc+http://127.0.0.1:0");
    let mut wire = Wire::to(&server, POST);
    for document in encoded(&request("words", "<string>Király</string>")) {
        wire.say(&document);
        assert_eq!(wire.hear().1, response("<string>Király</string>"));
    }
    let other = request("words", "x").replace("\"1.0\"", "\"1.0\" encoding=\"EBCDIC-CP-US\"");
    wire.say(other.as_bytes());
    let refused = wire.hear().1;
    assert!(refused.contains("<int>-32700</int>"), "{refused}");
    server.stop();
    let replies = encoded(&response("<string>Király</string>"));
    let calls = replies.len();
    let (port, peer) = answering(replies);
    let mut client = client(&format!("xmlrpc+http://127.0.0.1:{port}/RPC2"), &examples());
    for _ in 0..calls {
        let name = Value::Text("Király".into());
        let back = client.call("words", std::slice::from_ref(&name)).unwrap();
        assert_eq!(back, [name]);
    }
    peer.join().unwrap();
}

// "Specification for Fault Code Interoperability": -32602, "invalid method parameters".
#[test]
fn invalid_parameters_are_named() {
    let server = serve(service(), "xmlrpc+http://127.0.0.1:0/RPC2");
    let mut wire = Wire::to(
        &server,
        "POST /RPC2 HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\n",
    );
    let param = |value: &str| format!("<param><value>{value}</value></param>");
    let (one, text) = (param("<i4>1</i4>"), param("b"));
    for (method, params, words) in [
        (
            "ask",
            format!("{one}{}", param("<boolean>1</boolean>")),
            "`b`: expected a string at offset 47",
        ),
        (
            "ask",
            format!("{}{text}", param("<i8>4294967296</i8>")),
            "`a`: integer 4294967296 at offset 7 is out of the type's range",
        ),
        ("ask", one.clone(), "`b` is missing"),
        (
            "ask",
            format!("{one}{text}{text}"),
            "more than 2 parameters",
        ),
        (
            "structure",
            param(
                "<struct><member><name>lowerBound</name><value><i4>1</i4></value></member></struct>",
            ),
            "`upperBound` is missing",
        ),
    ] {
        let call = format!(
            "<methodCall><methodName>{method}</methodName><params>{params}</params></methodCall>"
        );
        wire.say(call.as_bytes());
        let (_, said) = wire.hear();
        assert!(said.contains("<int>-32602</int>"), "{said}");
        let want = format!("<string>Invalid method parameters: {words}</string>");
        assert!(said.contains(&want), "{method} {params}: {said}");
    }
}
