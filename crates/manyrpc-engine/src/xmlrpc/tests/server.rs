use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use manyrpc_codec::Encoding;

use crate::Limits;
use crate::contract::{InterfaceKey, Outcome, Rx, ServerEngine};
use crate::fault::Fault;
use crate::time::{Clock, Instant};
use crate::xmlrpc::Server;
use crate::xmlrpc::fault::{INVALID_PARAMETERS, METHOD_NOT_FOUND, NOT_CONFORMING, NOT_WELL_FORMED};

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// The specification's "Header requirements" and "Payload format". Its Content-Length is that of a
/// text with other white space.
fn request(method: &str, params: &str) -> String {
    let body = format!(
        "<?xml version=\"1.0\"?>\r\n<methodCall>\r\n   <methodName>{method}</methodName>\r\n{params}   \
         </methodCall>"
    );
    post(&body)
}

fn post(body: &str) -> String {
    format!(
        "POST /RPC2 HTTP/1.0\r\nUser-Agent: Frontier/5.1.2 (WinNT)\r\nHost: betty.userland.com\r\n\
         Content-Type: text/xml\r\nContent-length: {}\r\nConnection: keep-alive\r\n\r\n{body}",
        body.len()
    )
}

const STATE: &str = "   <params>\r\n      <param>\r\n         <value><i4>41</i4></value>\r\n         \
                     </param>\r\n      </params>\r\n";

fn take_due(server: &mut Server) -> Vec<u8> {
    let due = server
        .poll_transmit()
        .map_or(Vec::new(), |t| t.bytes.to_vec());
    server.sent(due.len());
    due
}

/// Executes all calls in `wire`; returns the contents of the responses.
fn serve(server: &mut Server, wire: &str) -> Vec<String> {
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        assert_eq!(
            (call.encoding, call.interface),
            (Encoding::XML, InterfaceKey::Named)
        );
        let params = core::str::from_utf8(&rx.buf.data()[call.arguments.clone()]).unwrap();
        let name = call.name.as_ref().unwrap().path();
        server.begin_reply(call.id);
        let outcome = match (name.interface, name.operation) {
            ("examples", "getStateName") if params.contains("<i4>41</i4>") => {
                let result = "<param><value><string>South Dakota</string></value></param>";
                server.body().put(result.as_bytes());
                Outcome::Done
            }
            ("", "echo") => {
                server.body().put(params.as_bytes());
                Outcome::Done
            }
            ("", "none") => Outcome::Done,
            ("examples", _) => Outcome::Fault(Fault::application(4, "Too many parameters.")),
            _ => Outcome::Fault(Fault::NoSuchOperation),
        };
        server.finish_reply(outcome, &Clock::at(at(0)));
    }
    let sent = take_due(server);
    let sent = String::from_utf8(sent).unwrap();
    let heads = sent.split("HTTP/1.1 ").skip(1);
    let contents = heads.map(|response| {
        let (head, content) = response.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("200 OK\r\nContent-Type: text/xml\r\n"),
            "{head}"
        );
        content.to_string()
    });
    contents.collect()
}

fn answer(wire: &str) -> String {
    let answers = serve(&mut Server::new(Limits::default()), wire);
    assert_eq!(answers.len(), 1);
    answers.concat()
}

/// Without the white space between elements.
fn packed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.concat()
}

fn fault_of(code: i32, words: &str) -> String {
    let text = format!(
        "<?xml version=\"1.0\"?>
         <methodResponse>
            <fault>
               <value>
                  <struct>
                     <member>
                        <name>faultCode</name>
                        <value><int>{code}</int></value>
                        </member>
                     <member>
                        <name>faultString</name>
                        <value><string>{words}</string></value>
                        </member>
                     </struct>
                  </value>
               </fault>
            </methodResponse>"
    );
    packed(&text)
}

// The specification's "Request example", "Response example" and "Fault example".
#[test]
fn the_examples_of_the_specification_are_answered_as_it_says() {
    let reply = packed(
        "<?xml version=\"1.0\"?>
         <methodResponse>
            <params>
               <param>
                  <value><string>South Dakota</string></value>
                  </param>
               </params>
            </methodResponse>",
    );
    assert_eq!(answer(&request("examples.getStateName", STATE)), reply);
    let fault = answer(&request("examples.getStateName", ""));
    assert_eq!(fault, fault_of(4, "Too many parameters."));
}

#[test]
fn what_is_no_call_is_refused_by_code() {
    let not_conforming = fault_of(NOT_CONFORMING, "Not an XML-RPC call");
    let not_well_formed = fault_of(NOT_WELL_FORMED, "Not well-formed");
    for (body, reply) in [
        ("<methodCall><methodName>a</methodName>", &not_well_formed),
        ("{\"method\":\"a\"}", &not_well_formed),
        ("", &not_well_formed),
        (
            "<methodResponse><params/></methodResponse>",
            &not_conforming,
        ),
        (
            "<!DOCTYPE a [<!ENTITY b \"c\">]><methodCall><methodName>&b;</methodName></methodCall>",
            &not_well_formed,
        ),
    ] {
        assert_eq!(&answer(&post(body)), reply, "{body}");
    }
    let unknown = answer(&request("nothing", STATE));
    assert_eq!(unknown, fault_of(METHOD_NOT_FOUND, "Method not found"));
    let empty = answer(&request("none", ""));
    assert!(empty.contains("<params><param><value><string></string></value></param></params>"));
}

#[test]
fn other_encodings_are_read_where_they_lie() {
    let mut server = Server::new(Limits::default());
    let mut rx = Rx::default();
    let body = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><methodCall><methodName>echo\
        </methodName><params><param><value>Kir\xe1ly</value></param></params></methodCall>";
    let head = post("").replace("length: 0", &format!("length: {}", body.len()));
    for _ in 0..2 {
        rx.buf.put(head.as_bytes());
        rx.buf.put(body);
    }
    // RFC 7303 section 3.2: so the content's type may say it, too.
    let body = &body[b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".len()..];
    let head = post("").replace("length: 0", &format!("length: {}", body.len()));
    let head = head.replace("text/xml", "text/xml; charset=ISO-8859-1");
    assert!(head.contains("ISO-8859-1"), "{head}");
    rx.buf.put(head.as_bytes());
    rx.buf.put(body);
    for _ in 0..3 {
        let call = server.next_call(&mut rx, &Clock::at(at(0))).unwrap();
        let params = core::str::from_utf8(&rx.buf.data()[call.arguments]);
        assert_eq!(params, Ok("<param><value>Király</value></param>"));
        server.begin_reply(call.id);
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    }
    assert_eq!(server.next_call(&mut rx, &Clock::at(at(0))), None);
    assert!(rx.buf.is_empty());
}

fn multicall(calls: &str) -> String {
    let array = format!("<value><array><data>{calls}</data></array></value>");
    let params = format!("<params><param>{array}</param></params>");
    request("system.multicall", &params)
}

fn member(name: &str, params: &str) -> String {
    format!(
        "<value><struct><member><name>methodName</name><value>{name}</value></member>\
         <member><name>params</name><value><array><data>{params}</data></array></value></member>\
         </struct></value>"
    )
}

#[test]
fn several_calls_in_one_give_an_array() {
    let results = |data: &str| {
        format!(
            "<?xml version=\"1.0\"?><methodResponse><params><param><value><array><data>{data}\
             </data></array></value></param></params></methodResponse>"
        )
    };
    let fault = |code, words| {
        let text = fault_of(code, words);
        let start = text.find("<value><struct>").unwrap();
        let end = text.find("</fault>").unwrap();
        text[start..end].to_string()
    };
    let one = |value: &str| format!("<value><array><data>{value}</data></array></value>");
    let calls = [
        member("examples.getStateName", "<value><i4>41</i4></value>"),
        member("nothing", ""),
        member("system.multicall", ""),
        "<value>no call</value>".to_string(),
        member("none", ""),
        member("echo", "<value>a</value>"),
    ];
    let want = [
        one("<value><string>South Dakota</string></value>"),
        fault(METHOD_NOT_FOUND, "Method not found"),
        fault(METHOD_NOT_FOUND, "Method not found"),
        fault(NOT_CONFORMING, "Not an XML-RPC call"),
        one("<value><string></string></value>"),
        one("<value>a</value>"),
    ];
    assert_eq!(answer(&multicall(&calls.concat())), results(&want.concat()));
    assert_eq!(answer(&multicall("")), results(""));
    let wrong = answer(&request("system.multicall", STATE));
    let words = "Invalid method parameters";
    assert_eq!(wrong, fault_of(INVALID_PARAMETERS, words));
}

#[test]
fn results_of_a_multicall_come_in_the_order_of_its_calls() {
    let mut server = Server::new(Limits::default());
    let mut rx = Rx::default();
    let wire = multicall(&["a", "b", "c"].map(|name| member(name, "")).concat());
    rx.buf.put((wire.clone() + &wire).as_bytes());
    let mut calls = Vec::new();
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        let name = call.name.unwrap().path().operation.to_string();
        calls.push((call.id, name));
    }
    assert_eq!(calls.len(), 6);
    calls.reverse();
    for (id, name) in calls {
        assert!(server.poll_transmit().is_none());
        server.begin_reply(id);
        let result = format!("<param><value>{name}</value></param>");
        server.body().put(result.as_bytes());
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    }
    let sent = String::from_utf8(take_due(&mut server)).unwrap();
    let values = sent.matches("<value>a</value>").count();
    assert_eq!(values, 2);
    let places = ["a", "b", "c"].map(|name| sent.find(&format!("<value>{name}</value>")).unwrap());
    assert!(places.is_sorted());
    assert_eq!(server.kept(), (0, 0));
}

#[test]
fn a_multicall_hoards_no_more_than_a_message_may_have() {
    let limits = Limits {
        message_bytes: 2000,
        sent_message_bytes: 2000,
        ..Limits::default()
    };
    let long = format!("<value>{}</value>", "x".repeat(100));
    let calls = member("echo", &long);
    let sent = serve(&mut Server::new(limits), &multicall(&calls.repeat(5))).concat();
    assert_eq!(sent.matches("xxx</value>").count(), 5);
    let limits = Limits {
        message_bytes: 2000,
        sent_message_bytes: 2000,
        ..Limits::default()
    };
    let mut server = Server::new(limits);
    let mut rx = Rx::default();
    rx.buf
        .put(multicall(&member("many", "").repeat(8)).as_bytes());
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        server.begin_reply(call.id);
        server.body().put(&[b'x'; 700]);
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    }
    assert_eq!(server.counters().too_large, 6);
}

#[test]
fn a_multicall_of_too_many_is_refused() {
    let most = Limits::default().message_fragments;
    let calls = member("none", "").repeat(most + 1);
    let words = "more than 4096 calls in a system.multicall; send several";
    assert_eq!(
        answer(&multicall(&calls)),
        fault_of(INVALID_PARAMETERS, words)
    );
}
