//! SOAP: its settings, users, metadata, one-way calls, and descriptions.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::{Builder, Running};
use manyrpc::systems::{Form, describer_of};
use manyrpc::{
    Binding, CallError, Client, ClientOptions, Domain, Error, Fault, Metadata, Server, User,
};
use manyrpc_model::Value;
use serde_json::json;

const DEFINITION: &str = "
struct item { item *next; string name<>; int counts<>; opaque picture<>; };
program SHOP { version SHOP_V1 {
    int ADD(int a, int b) = 1;
    item KEEP(item it) = 2;
    void NOTHING(void) = 3;
} = 1; } = 0x20000320;
";

fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("shop.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

/// What a server has been told beside the arguments of a call.
#[derive(Debug, PartialEq)]
struct Told {
    principal: Option<String>,
    authorization: Option<String>,
    header: Option<String>,
}

fn shop() -> (Builder, Receiver<Told>) {
    let (tell, told) = channel();
    let service = DynamicService::new(interface(), move |context, operation, arguments| {
        let text = |name: &str| {
            let value = context.metadata.get(name)?;
            Some(String::from_utf8_lossy(value).into_owned())
        };
        let _ = tell.send(Told {
            principal: context.principal.map(str::to_owned),
            authorization: text("authorization"),
            header: text("soap-header"),
        });
        Ok(match (operation.name.as_str(), &arguments[..]) {
            ("ADD", [Value::I32(a), Value::I32(b)]) => vec![Value::I32(a + b)],
            _ => arguments,
        })
    });
    (Server::builder().service(service), told)
}

fn client(at: &str, options: &ClientOptions) -> DynamicClient {
    let binding: Binding = at.parse().unwrap();
    let client = Client::connect(&binding, None, options).unwrap();
    DynamicClient::new(client, interface())
}

fn start(builder: Builder, binding: &str) -> (Running, String) {
    let server = builder.listen(binding).unwrap().start().unwrap();
    let at = server.bindings()[0].to_string();
    (server, at)
}

#[test]
fn every_setting_of_a_client_reaches_the_same_server() {
    let (server, at) = start(shop().0, "soap+http://127.0.0.1:0/shop?mtom=on");
    let at = at.split('?').next().unwrap().to_owned();
    let item = json!({
        "name": "a < b & \"c\" é",
        "counts": [1, -2, 3],
        "picture": { "hex": "00ff".repeat(2000) },
        "next": { "name": "", "counts": [], "picture": { "hex": "" }, "next": null },
    });
    for settings in [
        "",
        "?version=1.2",
        "?mtom=on",
        "?version=1.2&mtom=on",
        "?wsa=on",
        "?version=1.2&wsa=on&mtom=on",
        "?style=encoded",
        "?connection=close",
    ] {
        let mut client = client(&format!("{at}{settings}"), &ClientOptions::default());
        for _ in 0..2 {
            let sum = client.call_json("ADD", &json!([2, 3])).unwrap();
            assert_eq!(sum, json!(5), "{settings}");
            let kept = client.call_json("KEEP", &json!([item])).unwrap();
            assert_eq!(kept["name"], item["name"], "{settings}");
            assert_eq!(kept["counts"], item["counts"], "{settings}");
            assert_eq!(kept["next"]["next"], json!(null), "{settings}");
            client.call_json("NOTHING", &json!([])).unwrap();
        }
    }
    server.stop();
}

#[test]
fn users_state_their_passwords() {
    let (builder, told) = shop();
    let builder = builder.users(|name| (name == "ann").then(|| "secret".to_owned()));
    let (server, at) = start(builder, "soap+http://127.0.0.1:0");
    let with = |user: User| ClientOptions {
        user: Some(user),
        ..ClientOptions::default()
    };
    let mut basic = ClientOptions::default();
    basic
        .metadata
        .push("authorization", "Basic YW5uOnNlY3JldA==");
    let right = [
        with(User::new("ann", "secret")),
        with(User::new("ann", "secret").digest()),
        with(
            User::new("ann", "secret")
                .digest()
                .lifetime(Duration::from_secs(60)),
        ),
        basic,
    ];
    for options in &right {
        for version in ["1.1", "1.2"] {
            let mut client = client(&format!("{at}?version={version}"), options);
            for _ in 0..2 {
                let sum = client.call_json("ADD", &json!([2, 3])).unwrap();
                assert_eq!(sum, json!(5), "{options:?}");
                assert_eq!(told.recv().unwrap().principal.as_deref(), Some("ann"));
            }
        }
    }
    for options in [
        ClientOptions::default(),
        with(User::new("ann", "Secret")),
        with(User::new("ann", "Secret").digest()),
        with(User::new("bob", "secret")),
    ] {
        match client(&at, &options).call_json("ADD", &json!([2, 3])) {
            Err(Error::Call(CallError::Fault(fault))) => {
                assert_eq!(fault.plain(), Fault::Denied(0), "{options:?}");
            }
            other => panic!("{options:?}: {other:?}"),
        }
    }
    server.stop();
}

#[test]
fn metadata_are_fields_and_entries_of_headers() {
    let (builder, told) = shop();
    let (server, at) = start(builder, "soap+http://127.0.0.1:0");
    let mut metadata = Metadata::new();
    metadata.push("authorization", "Bearer x");
    metadata.push("soap-header", "<t:T xmlns:t=\"urn:t\">5</t:T>");
    let options = ClientOptions {
        metadata,
        ..ClientOptions::default()
    };
    client(&at, &options)
        .call_json("ADD", &json!([2, 3]))
        .unwrap();
    let expected = Told {
        principal: None,
        authorization: Some("Bearer x".to_owned()),
        header: Some("<t:T xmlns:t=\"urn:t\">5</t:T>".to_owned()),
    };
    assert_eq!(told.recv().unwrap(), expected);
    let mut metadata = Metadata::new();
    let required = "<t:T xmlns:t=\"urn:t\" soap:mustUnderstand=\"1\">5</t:T>";
    metadata.push("soap-header", required);
    let options = ClientOptions {
        metadata,
        ..ClientOptions::default()
    };
    match client(&at, &options).call_json("ADD", &json!([2, 3])) {
        Err(Error::Call(CallError::Fault(fault))) => {
            assert_eq!(fault.plain(), Fault::Status(Domain::Soap, 2));
            assert!(fault.to_string().contains("{urn:t}T"), "{fault}");
        }
        other => panic!("{other:?}"),
    }
    server.stop();
}

#[test]
fn a_notification_is_accepted_before_the_next_call() {
    let (builder, told) = shop();
    let (server, at) = start(builder, "soap+http://127.0.0.1:0");
    let mut client = client(&at, &ClientOptions::default());
    client
        .notify("ADD", &[Value::I32(2), Value::I32(3)])
        .unwrap();
    told.recv().unwrap();
    let sum = client.call_json("ADD", &json!([4, 5])).unwrap();
    assert_eq!(sum, json!(9));
    server.stop();
}

/// The response to a request that ends the connection.
fn ask(at: &Binding, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", at.port().unwrap())).unwrap();
    let wire = format!("{request} HTTP/1.1\r\nHost: example.com:99\r\nConnection: close\r\n\r\n");
    stream.write_all(wire.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    said
}

#[test]
fn a_server_describes_itself_and_a_client_reads_it() {
    let (server, at) = start(shop().0, "soap+http://127.0.0.1:0/shop");
    let binding = server.bindings()[0].clone();
    let said = ask(&binding, "GET /shop?wsdl");
    assert!(
        said.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n"),
        "{said}"
    );
    assert!(
        said.contains("location=\"http://example.com:99/shop\""),
        "{said}"
    );
    let said = ask(&binding, "GET /shop");
    assert!(said.starts_with("HTTP/1.1 405 ") && said.contains("\r\nAllow: POST\r\n"));
    // RFC 9110 section 10.2.1: the methods of that target.
    let said = ask(&binding, "PUT /shop?wsdl");
    assert!(said.starts_with("HTTP/1.1 405 "), "{said}");
    assert!(said.contains("\r\nAllow: GET, HEAD, POST\r\n"), "{said}");
    assert!(ask(&binding, "GET /other?wsdl").starts_with("HTTP/1.1 404 "));

    let options = ClientOptions::default();
    let describer = describer_of(&binding).unwrap();
    let listed = describer.list(&binding, &options, Form::Text).unwrap();
    assert!(
        listed.contains("ADD") && listed.contains("KEEP"),
        "{listed}"
    );
    let (interface, operation) = describer.find(&binding, &options, "ADD").unwrap();
    let client = Client::open(&at).unwrap();
    let sum = DynamicClient::new(client, interface).call_json(&operation, &json!([2, 3]));
    assert_eq!(sum.unwrap(), json!(5));
    assert!(describer.find(&binding, &options, "SUBTRACT").is_err());
    server.stop();
}

/// Answers every request with that, as long as the program runs; the port.
fn answering(answer: &str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let answer = answer.to_owned();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = [0; 4096];
            let _ = stream.read(&mut head);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

#[test]
fn who_finds_no_description_is_told_what_to_do() {
    let page = "<!DOCTYPE html><html><body>Log in</body></html>";
    for (head, body, expected) in [
        (
            "301 Moved Permanently\r\nLocation: https://h.example/a?wsdl",
            "",
            [
                "it is at https://h.example/a?wsdl: name that",
                "(HTTP status 301)",
            ],
        ),
        (
            "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"",
            page,
            ["--metadata", "(HTTP status 401)"],
        ),
        (
            "404 Not Found\r\nContent-Type: text/html",
            page,
            ["/shop?wsdl; if you have it as a file", "(HTTP status 404)"],
        ),
        (
            "200 OK\r\nContent-Type: text/html",
            page,
            ["no description in WSDL", "if you have it as a file"],
        ),
        (
            "200 OK\r\nContent-Type: text/xml",
            "",
            ["there is no element", "if you have it as a file"],
        ),
    ] {
        let port = answering(&format!(
            "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ));
        let binding: Binding = format!("http://127.0.0.1:{port}/shop?wsdl")
            .parse()
            .unwrap();
        let describer = describer_of(&binding).unwrap();
        let listed = describer.list(&binding, &ClientOptions::default(), Form::Text);
        let told = listed.unwrap_err().to_string();
        for words in expected {
            assert!(told.contains(words), "{head}: {told}");
        }
    }
}

// WSDL 1.1 sections 2.6 and 3.8: every port has a binding and an address of its own.
#[test]
fn calls_by_a_file_go_where_the_port_of_their_interface_is() {
    let port = |name: &str, words: &str| {
        format!(
            "<w:portType name='{name}'><w:operation name='{name}Now'><w:input message='t:m'/></w:operation></w:portType>\
             <w:binding name='{name}' type='t:{name}'><{words}:binding transport='http://schemas.xmlsoap.org/soap/http'/>\
             <w:operation name='{name}Now'><{words}:operation soapAction=''/><w:input><{words}:body use='literal'/></w:input>\
             </w:operation></w:binding><w:service name='{name}'><w:port name='p' binding='t:{name}'>\
             <{words}:address location='http://{name}.example:81/a'/></w:port></w:service>"
        )
    };
    let text = format!(
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:old='http://schemas.xmlsoap.org/wsdl/soap/' \
         xmlns:new='http://schemas.xmlsoap.org/wsdl/soap12/' xmlns:t='urn:t' targetNamespace='urn:t'>\
         <w:message name='m'/>{}{}</w:definitions>",
        port("ask", "old"),
        port("tell", "new")
    );
    let file = std::env::temp_dir().join(format!("manyrpc-ports-{}.wsdl", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let binding: Binding = file.to_str().unwrap().parse().unwrap();
    let describer = describer_of(&binding).unwrap();
    for (operation, expected) in [
        ("askNow", "soap+http://ask.example:81/a?version=1.1"),
        ("tellNow", "soap+http://tell.example:81/a?version=1.2"),
    ] {
        let found = describer.find(&binding, &ClientOptions::default(), operation);
        let (interface, _) = found.unwrap();
        let at = describer.binding_for(&binding, &interface);
        assert_eq!(at.to_string(), expected);
    }
    std::fs::remove_file(&file).unwrap();
}

/// Serves one document to everyone, as long as the program runs; hands on the heads of requests.
fn document_server(document: impl FnOnce(u16) -> String) -> (u16, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let document = document(port);
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && matches!(stream.read(&mut byte), Ok(1)) {
                head.push(byte[0]);
            }
            let length = document.len();
            let start = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
            );
            let _ = stream.write_all([start.as_bytes(), document.as_bytes()].concat().as_slice());
            let _ = tell.send(String::from_utf8_lossy(&head).into_owned());
        }
    });
    (port, told)
}

/// A description may make its reader ask others only if the reader says so, and these are told nothing of the server.
#[test]
fn imports_from_elsewhere_must_be_allowed() {
    let (elsewhere, asked) = document_server(|_| {
        "<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t'>\
         <complexType name='Order'><sequence><element name='number' type='int'/></sequence></complexType></schema>"
            .to_owned()
    });
    let (port, told) = document_server(|_| {
        format!(
            "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:x='http://www.w3.org/2001/XMLSchema' \
             xmlns:t='urn:t' targetNamespace='urn:t'><w:types><x:schema><x:import namespace='urn:t' \
             schemaLocation='http://127.0.0.1:{elsewhere}/order.xsd'/></x:schema></w:types>\
             <w:message name='take'><w:part name='order' type='t:Order'/></w:message>\
             <w:portType name='Orders'><w:operation name='take'><w:input message='t:take'/></w:operation></w:portType>\
             </w:definitions>"
        )
    });
    let describe = |settings: &str| {
        let binding: Binding = format!("soap+http://127.0.0.1:{port}/{settings}")
            .parse()
            .unwrap();
        let mut options = ClientOptions::default();
        options.metadata.push("authorization", "Basic YTpi");
        let describer = describer_of(&binding).unwrap();
        describer.describe(&binding, &options, None, Form::Text)
    };
    assert!(describe("").is_err(), "the type is nowhere");
    assert!(asked.try_recv().is_err());
    let text = describe("?imports=any").unwrap();
    assert!(text.contains("name=\"Order\""), "{text}");
    let head = asked.recv().unwrap();
    assert!(head.starts_with("GET /order.xsd HTTP/1.1\r\n"), "{head}");
    assert!(!head.to_lowercase().contains("authorization"), "{head}");
    drop(told);
}
