use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::soap::Version;

use super::{at, new, old};
use crate::Limits;
use crate::carrier::http1::Target;
use crate::contract::{CallHead, CallKind, ClientEngine, ClientEvent, Rx};
use crate::domain::Domain;
use crate::fault::{CallError, Fault};
use crate::name::{Metadata, Path, ReplyMetadata};
use crate::soap::{Client, HEADER, fault};
use crate::time::Clock;

const QUOTE: Path<'_> = Path {
    interface: "StockQuote",
    operation: "GetLastTradePrice",
};

const TARGET: Target<'_> = Target {
    host: "www.stockquoteserver.com",
    path: "/StockQuote",
};

fn client() -> Client {
    Client::new(Limits::default(), TARGET, 1)
}

const BODY: &str = "<soap:Body/></soap:Envelope>";

/// Makes a call; returns what is sent.
fn call(client: &mut Client, head: &CallHead<'_>) -> String {
    client.begin_call(head).unwrap();
    client.body().put(BODY.as_bytes());
    client.finish_call(at(0)).unwrap();
    let sent = client
        .poll_transmit()
        .map_or(Vec::new(), |t| t.bytes.to_vec());
    client.sent(sent.len());
    String::from_utf8(sent).unwrap()
}

fn head(action: &str) -> CallHead<'_> {
    CallHead {
        action,
        ..CallHead::named(QUOTE)
    }
}

/// The end of a call that is answered so.
fn ending(status: &str, kind: &str, body: impl AsRef<[u8]>) -> Result<String, CallError> {
    ended(&mut client(), status, kind, body.as_ref())
}

/// The same of this client's.
fn ended(client: &mut Client, status: &str, kind: &str, body: &[u8]) -> Result<String, CallError> {
    call(client, &head(""));
    answered(client, status, kind, body).map(|(reply, _)| reply)
}

/// The end of a call that was made.
fn answered(
    client: &mut Client,
    status: &str,
    kind: &str,
    body: &[u8],
) -> Result<(String, Option<Box<ReplyMetadata>>), CallError> {
    let mut rx = Rx::default();
    let length = body.len();
    let start =
        format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n");
    rx.buf.put(start.as_bytes());
    rx.buf.put(body);
    let ended = match client.next_event(&mut rx, &Clock::at(at(0))).unwrap() {
        ClientEvent::Reply { body, .. } => {
            let body = rx.buf.data()[body].to_vec();
            Ok(String::from_utf8(body).unwrap())
        }
        ClientEvent::Failed { error, .. } => Err(error),
        other => panic!("{other:?}"),
    };
    let metadata = client.metadata().unwrap().take_metadata();
    // It consumes the response.
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    ended.map(|reply| (reply, metadata))
}

fn fault_of(status: &str, body: &str) -> Fault {
    match ending(status, "text/xml", body) {
        Err(CallError::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

// RFC 7303 section 3.2: the type of the content says it, or else the document.
#[test]
fn responses_in_other_encodings_are_read() {
    let message = old("<SOAP-ENV:Body><name>Király</name></SOAP-ENV:Body>");
    let latin: Vec<u8> = message.chars().map(|c| c as u8).collect();
    let read = ending("200 OK", "text/xml;charset=iso-8859-1", &latin);
    assert_eq!(read.unwrap(), message);
    let wide: Vec<u8> = message.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let read = ending("200 OK", "text/xml; CharSet=\"utf-16\"", wide);
    assert_eq!(read.unwrap(), message);
}

// SOAP 1.1 section 6.1.1; SOAP 1.2 part 2 section 7.1.4.
#[test]
fn a_request_states_its_action() {
    for action in ["Some-URI", "", "urn:a"] {
        let mut client = client();
        let sent = call(&mut client, &head(action));
        let expected = format!(
            "POST /StockQuote HTTP/1.1\r\nHost: www.stockquoteserver.com\r\nUser-Agent: manyrpc\r\n\
             Accept: text/xml; charset=utf-8\r\nAccept-Encoding: identity\r\n\
             Content-Type: text/xml; charset=utf-8\r\nSOAPAction: \"{action}\"\r\nContent-Length: "
        );
        assert!(sent.starts_with(&expected), "{sent}");
    }
    let mut client = client();
    client.set_version(Version::V12);
    let sent = call(&mut client, &head("urn:a\""));
    let kind = "\r\nContent-Type: application/soap+xml; charset=utf-8; action=\"urn:a\"\r\nContent-Length: ";
    assert!(sent.contains(kind), "{sent}");
    let mut client = self::client();
    client.set_version(Version::V12);
    let sent = call(&mut client, &head(""));
    assert!(
        sent.contains("\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ")
    );
}

#[test]
fn metadata_are_fields_and_headers() {
    let mut client = client();
    let mut metadata = Metadata::new();
    metadata.push("authorization", "Basic YTpi");
    metadata.push(
        HEADER,
        "<t:Transaction xmlns:t=\"some-URI\">5</t:Transaction>",
    );
    let with = CallHead {
        metadata: Some(&metadata),
        ..head("")
    };
    let sent = call(&mut client, &with);
    assert!(
        sent.contains("\r\nSOAPAction: \"\"\r\nauthorization: Basic YTpi\r\n"),
        "{sent}"
    );
    assert!(
        sent.contains("<soap:Header><t:Transaction xmlns:t="),
        "{sent}"
    );
}

#[test]
fn an_addressed_call_says_where_it_goes() {
    let mut client = client();
    client.set_addressing("http://www.stockquoteserver.com/StockQuote?a&b");
    let sent = call(&mut client, &head("urn:a"));
    let wsa = "xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"";
    for part in [
        format!("<soap:Header><wsa:Action {wsa}>urn:a</wsa:Action><wsa:MessageID {wsa}>urn:uuid:"),
        format!("<wsa:To {wsa}>http://www.stockquoteserver.com/StockQuote?a&amp;b</wsa:To>{BODY}"),
    ] {
        assert!(sent.contains(&part), "{sent}");
    }
}

// Web Services Addressing 1.0, metadata section 4.4.4: an operation without an action of SOAP has one nevertheless.
#[test]
fn an_addressed_call_has_its_own_action() {
    let mut client = client();
    client.set_addressing("http://www.stockquoteserver.com/");
    let default = "http://example.com/stockquote/StockQuotePortType/GetLastTradePriceRequest";
    for (action, addressed) in [
        ("", default),
        ("", "urn:b"),
        ("urn:a", "urn:b"),
        ("urn:a", ""),
    ] {
        let head = CallHead {
            addressed,
            ..head(action)
        };
        let sent = call(&mut client, &head);
        let field = format!("\r\nSOAPAction: \"{action}\"\r\n");
        let stated = if addressed.is_empty() {
            action
        } else {
            addressed
        };
        let entry = format!(">{stated}</wsa:Action>");
        assert!(sent.contains(&field) && sent.contains(&entry), "{sent}");
        let reply = old("<SOAP-ENV:Body/>");
        answered(&mut client, "200 OK", "text/xml", reply.as_bytes()).unwrap();
    }
}

// Web Services Addressing 1.0, core sections 3.1 and 3.2.
#[test]
fn a_reply_relates_to_its_call() {
    let ns = "http://www.w3.org/2005/08/addressing";
    let related = |id: &str, kind: &str| {
        old(&format!(
            "<SOAP-ENV:Header><w:RelatesTo xmlns:w=\"{ns}\"{kind}> {id} </w:RelatesTo></SOAP-ENV:Header>\
             <SOAP-ENV:Body/>"
        ))
    };
    let mut client = client();
    client.set_addressing("http://www.stockquoteserver.com/");
    let mut earlier = String::from("urn:uuid:00000000-0000-0000-0000-000000000000");
    for _ in 0..3 {
        let reply = format!(" RelationshipType=\"{ns}/reply\"");
        for (is_own, kind, is_taken) in [
            (true, "", true),
            (true, &*reply, true),
            (false, "", false),
            (false, &*reply, false),
            // Another relation than that of a reply.
            (false, " RelationshipType=\"urn:other\"", true),
        ] {
            let sent = call(&mut client, &head("urn:a"));
            let (_, rest) = sent.split_once("<wsa:MessageID ").unwrap();
            let (_, rest) = rest.split_once('>').unwrap();
            let own = rest.split_once('<').unwrap().0;
            let body = related(if is_own { own } else { &earlier }, kind);
            let ended = answered(&mut client, "200 OK", "text/xml", body.as_bytes());
            match is_taken {
                true => assert_eq!(ended.unwrap().0, body),
                false => assert!(matches!(ended, Err(CallError::Wire(_))), "{ended:?}"),
            }
            earlier = own.into();
        }
    }
    // Without WS-Addressing there is nothing that it could relate to.
    let body = related("urn:other", "");
    assert_eq!(ending("200 OK", "text/xml", &body), Ok(body.clone()));
}

// SOAP 1.1 section 4.2.3; SOAP 1.2 part 1 section 2.4. Of results, the codec refuses it.
#[test]
fn a_fault_whose_header_is_not_understood_is_none() {
    let with = |entry: &str| {
        old(&format!(
            "<SOAP-ENV:Header>{entry}</SOAP-ENV:Header><SOAP-ENV:Body><SOAP-ENV:Fault>\
             <faultcode>SOAP-ENV:Server</faultcode><faultstring>No</faultstring></SOAP-ENV:Fault></SOAP-ENV:Body>"
        ))
    };
    let optional = with("<t:T xmlns:t=\"some-URI\"/>");
    fault_of("500 Internal Server Error", &optional);
    let mandatory = with("<t:T xmlns:t=\"some-URI\" SOAP-ENV:mustUnderstand=\"1\"/>");
    let ended = ending("200 OK", "text/xml", mandatory);
    assert!(matches!(ended, Err(CallError::Wire(_))), "{ended:?}");
}

// RFC 9110 section 5; SOAP 1.1 section 4.2.
#[test]
fn replies_have_metadata() {
    let mut client = client();
    let entry = "<t:T xmlns:t=\"some-URI\">5</t:T>";
    let body = old(&format!(
        "<SOAP-ENV:Header>{entry}</SOAP-ENV:Header><SOAP-ENV:Body/>"
    ));
    let status = "200 OK\r\nX-Served: by us";
    call(&mut client, &head(""));
    let (_, metadata) = answered(&mut client, status, "text/xml", body.as_bytes()).unwrap();
    let metadata = metadata.unwrap();
    let pairs: Vec<_> = metadata.initial.iter().collect();
    assert_eq!(
        pairs,
        [("x-served", &b"by us"[..]), (HEADER, entry.as_bytes())]
    );
    call(&mut client, &head(""));
    let plain = old("<SOAP-ENV:Body/>");
    let (_, metadata) = answered(&mut client, "200 OK", "text/xml", plain.as_bytes()).unwrap();
    assert_eq!(metadata, None);
}

#[test]
fn a_reply_is_its_whole_message() {
    let body =
        old("<SOAP-ENV:Body><m:R xmlns:m=\"Some-URI\"><Price>34.5</Price></m:R></SOAP-ENV:Body>");
    assert_eq!(ending("200 OK", "text/xml", &body), Ok(body.clone()));
}

// SOAP 1.1, section 4.4, example 4.
#[test]
fn a_fault_of_version_1_1_has_a_detail() {
    let body = old(
        "<SOAP-ENV:Body>\r\n<SOAP-ENV:Fault>\r\n<faultcode>SOAP-ENV:Server</faultcode>\r\n\
         <faultstring>Server Error</faultstring>\r\n<detail>\r\n<e:myfaultdetails xmlns:e=\"Some-URI\">\
         <message>My application didn't work</message><errorcode>1001</errorcode></e:myfaultdetails>\
         </detail></SOAP-ENV:Fault></SOAP-ENV:Body>",
    );
    // WS-I Basic Profile 1.1, R1126: 500; some send 200.
    for status in ["500 Internal Server Error", "200 OK"] {
        let fault = fault_of(status, &body);
        assert_eq!(
            fault.plain(),
            Fault::Status(Domain::Soap, fault::RECEIVER as u32)
        );
        assert_eq!(fault.exceptions()[0].name, "{Some-URI}myfaultdetails");
    }
}

// SOAP 1.2 part 1 section 5.4, example 4.
#[test]
fn a_fault_of_version_1_2_has_subcodes() {
    let body = new(
        "<env:Body><env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode>\
         <env:Value xmlns:m=\"http://www.example.org/timeouts\">m:MessageTimeout</env:Value>\
         </env:Subcode></env:Code><env:Reason><env:Text xml:lang=\"en\">Sender Timeout</env:Text>\
         </env:Reason><env:Detail><m:MaxTime xmlns:m=\"http://www.example.org/timeouts\">P5M</m:MaxTime>\
         </env:Detail></env:Fault></env:Body>",
    );
    let fault = fault_of("400 Bad Request", &body);
    assert_eq!(
        fault.plain(),
        Fault::Status(Domain::Soap, fault::SENDER as u32)
    );
    assert_eq!(
        fault.exceptions()[0].name,
        "{http://www.example.org/timeouts}MaxTime"
    );
    let denied = body.replace("m:MessageTimeout", "m:FailedAuthentication");
    let denied = denied
        .replace("env:Detail", "env:Node")
        .replace("Sender Timeout", "Access denied");
    assert_eq!(
        fault_of("400 Bad Request", &denied).plain(),
        Fault::Denied(0)
    );
    let denied = denied
        .replace("m:FailedAuthentication", "m:SecurityError")
        .replace(
            "http://www.example.org/timeouts",
            "http://ws.apache.org/wss4j",
        );
    assert_eq!(
        fault_of("500 Internal Server Error", &denied).plain(),
        Fault::Denied(0)
    );
}

#[test]
fn failures_of_http_are_no_faults_of_soap() {
    for (status, code) in [
        ("401 Unauthorized", 401),
        ("404 Not Found", 404),
        ("500 Internal Server Error", 500),
        ("503 Service Unavailable", 503),
    ] {
        for body in ["<html><body>No</body></html>", "no", ""] {
            let ended = ending(status, "text/html", body);
            let expected = CallError::Fault(Fault::Status(Domain::Http, code));
            assert_eq!(ended, Err(expected), "{status}");
        }
    }
    assert!(matches!(
        ending("200 OK", "text/html", "<html/>"),
        Err(CallError::Wire(_))
    ));
}

// What is read at an address is a document unless HTTP says that there is none.
#[test]
fn an_error_page_is_no_document_and_no_result() {
    let mut reading = client();
    reading.set_reading();
    let page = "<html>Not here</html>";
    let missing = CallError::Fault(Fault::Status(Domain::Http, 404));
    let ended = ended(&mut reading, "404 Not Found", "text/html", page.as_bytes());
    assert_eq!(ended, Err(missing.clone()));
    let result = old(BODY);
    let ended = ending("404 Not Found", "text/xml", &result);
    assert_eq!(ended, Err(missing));
}

#[test]
fn nobody_waits_for_the_answer_to_a_one_way_call() {
    let mut client = client();
    let one_way = CallHead {
        kind: CallKind::OneWay,
        ..head("")
    };
    assert!(call(&mut client, &one_way).ends_with(BODY));
    let mut rx = Rx::default();
    rx.buf
        .put(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    assert!(call(&mut client, &head("")).ends_with(BODY));
}
