use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Encoding;
use manyrpc_codec::soap::Version;

use super::{at, new, old};
use crate::Limits;
use crate::carrier::http1::Documents;
use crate::contract::{Call, Outcome, Rx, ServerEngine};
use crate::exception::Exception;
use crate::fault::Fault;
use crate::name::ReplyMetadata;
use crate::soap::{HEADER, Server};
use crate::time::Clock;

const OLD: &str = "text/xml; charset=\"utf-8\"\r\nSOAPAction: \"Some-URI\"";
const NEW: &str = "application/soap+xml; charset=\"utf-8\"; action=\"urn:go;now\"";

fn post(kind: &str, body: &str) -> String {
    format!(
        "POST /StockQuote HTTP/1.1\r\nHost: www.stockquoteserver.com\r\nContent-Type: {kind}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// SOAP 1.1, example 1.
fn quote() -> String {
    old(
        "   <SOAP-ENV:Body>\r\n       <m:GetLastTradePrice xmlns:m=\"Some-URI\">\r\n           \
         <symbol>DIS</symbol>\r\n       </m:GetLastTradePrice>\r\n   </SOAP-ENV:Body>",
    )
}

fn options(call: &Call) -> manyrpc_codec::soap::Options {
    match call.results {
        Encoding::Soap(options) => options,
        other => panic!("{other:?}"),
    }
}

/// What a server answers that ends calls so; and the call, if it is one.
fn answer(
    server: &mut Server,
    wire: &str,
    outcome: impl FnOnce(&mut Server) -> Outcome,
) -> (String, Option<(Call, String)>) {
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    let call = server.next_call(&mut rx, &Clock::at(at(0)));
    let call = call.map(|call| {
        let arguments = &rx.buf.data()[call.arguments.clone()];
        let arguments = String::from_utf8(arguments.to_vec()).unwrap();
        server.begin_reply(call.id);
        let outcome = outcome(server);
        server.finish_reply(outcome, &Clock::at(at(0)));
        (call, arguments)
    });
    let due = server
        .poll_transmit()
        .map_or(Vec::new(), |t| t.bytes.to_vec());
    server.sent(due.len());
    (String::from_utf8(due).unwrap(), call)
}

fn server() -> Server {
    Server::new(Limits::default(), 7)
}

fn faulted(wire: &str, fault: Fault) -> String {
    answer(&mut server(), wire, |_| Outcome::Fault(fault)).0
}

fn refused(wire: &str) -> String {
    let (said, call) = answer(&mut server(), wire, |_| Outcome::Done);
    assert!(call.is_none(), "{call:?}");
    said
}

#[test]
fn the_examples_of_version_1_1_are_calls() {
    let (said, call) = answer(&mut server(), &post(OLD, &quote()), |server| {
        server.body().put(b"<soap:Body/></soap:Envelope>");
        Outcome::Done
    });
    let (call, arguments) = call.unwrap();
    let name = call.name.as_ref().unwrap().path();
    assert_eq!(
        (name.interface, name.operation),
        ("Some-URI", "GetLastTradePrice")
    );
    assert_eq!(arguments, quote());
    assert_eq!(options(&call).version, Version::V11);
    let start = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ";
    assert!(said.starts_with(start), "{said}");
    assert!(
        said.ends_with("XMLSchema-instance\"><soap:Body/></soap:Envelope>"),
        "{said}"
    );
}

// RFC 7303 section 3.2: the type of the content says it, or else the document.
#[test]
fn requests_in_other_encodings_are_read() {
    let message = old("<SOAP-ENV:Body><name>Király</name></SOAP-ENV:Body>");
    let latin: Vec<u8> = message.chars().map(|c| c as u8).collect();
    let mut marked = Vec::from([0xff, 0xfe]);
    marked.extend(message.encode_utf16().flat_map(u16::to_le_bytes));
    for (kind, body) in [
        ("text/xml; charset=iso-8859-1", &latin),
        ("text/xml; charset=utf-8", &marked),
        ("text/xml", &marked),
    ] {
        let mut rx = Rx::default();
        let head = format!(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        rx.buf.put(head.as_bytes());
        rx.buf.put(body);
        let call = server().next_call(&mut rx, &Clock::at(at(0))).unwrap();
        let read = core::str::from_utf8(&rx.buf.data()[call.arguments]).unwrap();
        assert_eq!(read.trim_start_matches('\u{feff}'), message, "{kind}");
    }
}

// XOP section 4.1.
#[test]
fn packages_of_mtom_are_answered_with_packages() {
    for (kind, is_package) in [("application/xop+xml", true), ("text/xml", false)] {
        let body = format!("--b\r\nContent-ID: <a>\r\n\r\n{}\r\n--b--\r\n", quote());
        let kind = format!("multipart/related; boundary=b; type=\"{kind}\"");
        let (_, call) = answer(&mut server(), &post(&kind, &body), |_| Outcome::Done);
        let (call, _) = call.unwrap();
        assert_eq!(options(&call).mtom.is_some(), is_package, "{kind}");
    }
}

// SOAP 1.1 section 6.2; SOAP 1.2 part 2 table 20.
#[test]
fn faults_come_with_a_status_of_their_version() {
    let body = |body: &str| new(&format!("<env:Body>{body}</env:Body>"));
    let call = post(NEW, &body("<m:go xmlns:m=\"urn:go\"/>"));
    let said = faulted(&call, Fault::NoSuchOperation);
    assert!(
        said.starts_with(
            "HTTP/1.1 400 Bad Request\r\nContent-Type: application/soap+xml; charset=utf-8\r\n"
        ),
        "{said}"
    );
    assert!(
        said.contains("<soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode>"),
        "{said}"
    );
    let said = faulted(&call, Fault::application(-5, "a < b"));
    assert!(said.starts_with("HTTP/1.1 500 "), "{said}");
    assert!(
        said.contains("<soap:Text xml:lang=\"en\">a &lt; b</soap:Text></soap:Reason>"),
        "{said}"
    );
    assert!(
        said.contains(
            "<soap:Detail><m:code xmlns:m=\"urn:manyrpc:fault\">-5</m:code></soap:Detail>"
        ),
        "{said}"
    );
    let call = post(OLD, &quote());
    let said = faulted(&call, Fault::NoSuchOperation);
    assert!(
        said.starts_with("HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/xml"),
        "{said}"
    );
    assert!(
        said.contains("<faultcode>soap:Client.NoSuchOperation</faultcode>"),
        "{said}"
    );
    let encoding = Encoding::Soap(manyrpc_codec::soap::Options::DEFAULT);
    let raised = Fault::raised(
        1,
        Exception::xml("a.B", *b"<n:B xmlns:n=\"urn:a\"/>", encoding),
    );
    let said = faulted(&call, raised);
    let end = "<detail><n:B xmlns:n=\"urn:a\"/></detail></soap:Fault></soap:Body></soap:Envelope>";
    assert!(said.ends_with(end), "{said}");
}

// SOAP 1.2 part 1 section 5.4.7.
#[test]
fn other_versions_are_told_which_there_are() {
    let later = new("<env:Body/>").replace("2003/05", "2099/05");
    let said = refused(&post(NEW, &later));
    assert!(said.starts_with("HTTP/1.1 500 "), "{said}");
    assert!(
        said.contains("<soap:Value>soap:VersionMismatch</soap:Value>"),
        "{said}"
    );
    assert!(
        said.contains("<v:SupportedEnvelope qname=\"v:Envelope\"/>"),
        "{said}"
    );
    let said = refused(&post("text/xml", &later));
    assert!(
        said.contains("<faultcode>soap:VersionMismatch</faultcode>"),
        "{said}"
    );
}

// SOAP 1.1 section 4.2; SOAP 1.2 part 1 sections 2.4 and 5.4.8.
#[test]
fn what_must_be_understood_is() {
    let with = |attributes: &str| {
        let header = format!(
            "<env:Header><t:Transaction xmlns:t=\"some-URI\" {attributes}>5</t:Transaction></env:Header>"
        );
        new(&format!(
            "{header}<env:Body><m:go xmlns:m=\"urn:go\"/></env:Body>"
        ))
    };
    let said = refused(&post(NEW, &with("env:mustUnderstand=\"true\"")));
    assert!(said.starts_with("HTTP/1.1 500 "), "{said}");
    let header = "<soap:NotUnderstood xmlns:q=\"some-URI\" qname=\"q:Transaction\"/></soap:Header>";
    assert!(said.contains(header), "{said}");
    assert!(
        said.contains("<soap:Value>soap:MustUnderstand</soap:Value>"),
        "{said}"
    );
    for others in [
        "env:mustUnderstand=\"false\"",
        "env:mustUnderstand=\"1\" env:role=\"http://www.w3.org/2003/05/soap-envelope/role/none\"",
    ] {
        let (_, call) = answer(&mut server(), &post(NEW, &with(others)), |_| Outcome::Done);
        let (call, _) = call.unwrap();
        let entry = call.metadata.as_ref().unwrap().get(HEADER).unwrap();
        assert!(entry.starts_with(b"<t:Transaction"), "{call:?}");
    }
    let mut understanding = server();
    understanding.set_understood(Arc::new([("some-URI".into(), "Transaction".into())].into()));
    let wire = post(NEW, &with("env:mustUnderstand=\"1\""));
    assert!(
        answer(&mut understanding, &wire, |_| Outcome::Done)
            .1
            .is_some()
    );
}

#[test]
fn a_call_without_a_reply_is_accepted() {
    let (said, call) = answer(&mut server(), &post(OLD, &quote()), |_| Outcome::Silent);
    assert!(call.is_some());
    assert_eq!(said, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
}

#[test]
fn an_empty_body_is_what_its_action_says() {
    for (kind, body, action) in [
        (OLD, old("<SOAP-ENV:Body/>"), "Some-URI"),
        (NEW, new("<env:Body></env:Body>"), "urn:go;now"),
    ] {
        let (_, call) = answer(&mut server(), &post(kind, &body), |_| Outcome::Done);
        let (call, _) = call.unwrap();
        let name = call.name.as_ref().unwrap().path();
        assert_eq!((name.interface, name.operation), ("", action));
    }
}

// Web Services Addressing 1.0, core section 3.4.
#[test]
fn replies_relate_to_addressed_calls() {
    let wsa = "http://www.w3.org/2005/08/addressing";
    let with = |reply_to: &str| {
        let header = format!(
            "<env:Header xmlns:w=\"{wsa}\"><w:MessageID>http://example.com/6B29</w:MessageID>\
             <w:ReplyTo><w:Address>{reply_to}</w:Address></w:ReplyTo>\
             <w:Action env:mustUnderstand=\"1\">urn:go?a=1&amp;b=2</w:Action></env:Header>"
        );
        post(
            NEW,
            &new(&format!(
                "{header}<env:Body><m:go xmlns:m=\"urn:go\"/></env:Body>"
            )),
        )
    };
    let (said, call) = answer(&mut server(), &with(&format!("{wsa}/anonymous")), |_| {
        Outcome::Done
    });
    assert!(options(&call.unwrap().0).header_open);
    let header = format!(
        "<soap:Header><wsa:Action xmlns:wsa=\"{wsa}\">urn:go?a=1&amp;b=2Response</wsa:Action>\
         <wsa:RelatesTo xmlns:wsa=\"{wsa}\">http://example.com/6B29</wsa:RelatesTo>"
    );
    assert!(said.contains(&header), "{said}");
    assert!(refused(&with("http://example.com/elsewhere")).contains("anonymous"));
    // Core section 2.1.
    let wire = with(&format!("{wsa}/none"));
    let (said, call) = answer(&mut server(), &wire, |_| Outcome::Done);
    assert!(call.is_some());
    assert_eq!(said, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
}

// Web Services Addressing 1.0, metadata section 4.4.4, with its example of the default names.
#[test]
fn results_have_an_action_of_their_own() {
    let wsa = "http://www.w3.org/2005/08/addressing";
    let said = |server: &mut Server, action: &str| {
        let wire = post(
            NEW,
            &new(&format!(
                "<env:Header xmlns:w=\"{wsa}\"><w:Action>{action}</w:Action></env:Header>\
                 <env:Body><m:go xmlns:m=\"urn:go\"/></env:Body>"
            )),
        );
        answer(server, &wire, |_| Outcome::Done).0
    };
    let port = "http://example.com/stockquote/StockQuotePortType";
    for (called, answered) in [
        ("urn:a", String::from("urn:b")),
        (
            &*format!("{port}/GetLastTradePriceRequest"),
            format!("{port}/GetLastTradePriceResponse"),
        ),
        ("urn:other#go", String::from("urn:other#goResponse")),
    ] {
        let mut server = server();
        server.set_actions(Arc::new([("urn:a".into(), "urn:b".into())].into()));
        let text = said(&mut server, called);
        assert!(
            text.contains(&format!(">{answered}</wsa:Action>")),
            "{text}"
        );
    }
}

// RFC 9110 section 5: fields of the response, be they attached before or while it is written.
#[test]
fn metadata_of_results_are_fields() {
    let mut metadata = ReplyMetadata::NONE;
    metadata.initial.push("x-a", "1");
    metadata.trailing.push("x-b", "2 3");
    let fields = "\r\nx-a: 1\r\nx-b: 2 3\r\n";
    let body = "<soap:Body/></soap:Envelope>";
    for is_fault in [false, true] {
        let mut server = server();
        let mut rx = Rx::default();
        rx.buf.put(post(OLD, &quote()).as_bytes());
        let id = server.next_call(&mut rx, &Clock::at(at(0))).unwrap().id;
        let early = {
            let mut early = ReplyMetadata::NONE;
            early.initial.push("x-0", "0");
            early
        };
        assert!(server.metadata().unwrap().attach(id, early));
        server.begin_reply(id);
        server.body().put(body.as_bytes());
        assert!(server.metadata().unwrap().attach(id, metadata.clone()));
        let outcome = match is_fault {
            true => Outcome::Fault(Fault::ServerFailure),
            false => Outcome::Done,
        };
        server.finish_reply(outcome, &Clock::at(at(0)));
        let said = server.poll_transmit().unwrap().bytes.to_vec();
        let said = String::from_utf8(said).unwrap();
        let (head, content) = said.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains("\r\nx-0: 0\r\n") && head.contains(fields),
            "{head}"
        );
        let length = format!("\r\nContent-Length: {}", content.len());
        assert!(head.ends_with(&length), "{head}");
        assert_eq!(content.ends_with(body), !is_fault, "{content}");
    }
    // What HTTP says of the message itself, and entries of a header, are no fields.
    let mut server = server();
    let mut rx = Rx::default();
    rx.buf.put(post(OLD, &quote()).as_bytes());
    let id = server.next_call(&mut rx, &Clock::at(at(0))).unwrap().id;
    for name in ["content-length", HEADER, "a b"] {
        let mut metadata = ReplyMetadata::NONE;
        metadata.initial.push(name, "1");
        assert!(!server.metadata().unwrap().attach(id, metadata), "{name}");
    }
}

#[test]
fn what_is_no_message_is_refused() {
    for body in ["", "go", "<a>", "<!DOCTYPE a><a/>"] {
        let said = refused(&post(OLD, body));
        assert!(
            said.contains("<faultcode>soap:Client</faultcode>") || said.contains("VersionMismatch"),
            "{body}: {said}"
        );
    }
    assert!(refused(&post("image/png", &quote())).starts_with("HTTP/1.1 415 "));
}

#[test]
fn documents_are_read_by_get() {
    #[derive(Debug)]
    struct Description;
    impl Documents for Description {
        fn document(
            &self,
            target: &str,
            scheme: &str,
            host: &str,
        ) -> Option<(&'static str, Vec<u8>)> {
            let at = [scheme, "://", host].concat();
            (target == "/a?wsdl").then(|| ("text/xml", at.into_bytes()))
        }
    }
    let mut server = server();
    server.set_documents(Arc::new(Description), "https");
    let mut get = |request: &str| {
        let wire = format!("{request} HTTP/1.1\r\nHost: h:8\r\n\r\n");
        answer(&mut server, &wire, |_| Outcome::Done).0
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 11\r\n\r\n";
    assert_eq!(get("GET /a?wsdl"), format!("{head}https://h:8"));
    assert_eq!(get("HEAD /a?wsdl"), head);
    // RFC 9112 section 3.2.2.
    assert_eq!(get("GET http://h:8/a?wsdl"), format!("{head}https://h:8"));
    assert!(get("GET /b?wsdl").starts_with("HTTP/1.1 405 "));
    assert!(get("PUT /a?wsdl").starts_with("HTTP/1.1 405 "));
}

/// Requests of few bytes do not make the server hold much that it has not sent.
#[test]
fn documents_wait_until_those_before_them_are_sent() {
    #[derive(Debug)]
    struct Large;
    impl Documents for Large {
        fn document(&self, _: &str, _: &str, _: &str) -> Option<(&'static str, Vec<u8>)> {
            Some(("text/xml", alloc::vec![b' '; 10_000]))
        }
    }
    let limits = Limits {
        queued_bytes: 50_000,
        ..Limits::default()
    };
    let mut server = Server::new(limits, 7);
    server.set_documents(Arc::new(Large), "http");
    let mut rx = Rx::default();
    for _ in 0..100 {
        rx.buf.put(b"GET /a?wsdl HTTP/1.1\r\nHost: h\r\n\r\n");
    }
    let mut all = 0;
    loop {
        assert!(server.next_call(&mut rx, &Clock::at(at(0))).is_none());
        let due = server.poll_transmit().map_or(0, |t| t.bytes.len());
        assert!(due < 50_000 + 11_000, "{due}");
        if due == 0 {
            break;
        }
        server.sent(due);
        all += due;
    }
    assert!(all > 100 * 10_000, "{all}");
}
