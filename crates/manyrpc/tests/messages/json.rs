//! Reading list: JSON-RPC 2.0 Specification; JSON-RPC 1.0 Specification.

use manyrpc::dynamic::{DynamicInterface, DynamicService};
use manyrpc::stub::{InterfaceId, Service};
use manyrpc::{CallError, Dispatch, Error, Fault, Outcome};
use manyrpc_model::Value as Model;
use serde_json::{Value, json};

use super::{Wire, client, interface, peer, serve};

/// Section 7, verbatim.
const SECTION_7: &str = include_str!("../../../../vectors/jsonrpc/section-7.txt");

/// The methods of its examples.
const EXAMPLES: &str = "
struct data { string word<>; int number; };
program EXAMPLES {
    version EXAMPLES_V1 {
        int subtract(int minuend, int subtrahend) = 1;
        int sum(int a, int b, int c) = 2;
        void update(int a, int b, int c, int d, int e) = 3;
        void notify_hello(int n) = 4;
        void notify_sum(int a, int b, int c) = 5;
        data get_data(void) = 6;
        int foobar(void) = 7;
    } = 1;
} = 0x20000200;
";

fn examples() -> DynamicInterface {
    interface(EXAMPLES, "EXAMPLES_V1")
}

/// A service with everything except `foobar`; `get_data` returns what no definition can express.
struct Examples(DynamicService);

impl Examples {
    fn new() -> Self {
        Examples(DynamicService::new(
            examples(),
            |_, operation, values| match (&*operation.name, &values[..]) {
                ("subtract", [Model::I32(a), Model::I32(b)]) => Ok(vec![Model::I32(a - b)]),
                ("sum", [Model::I32(a), Model::I32(b), Model::I32(c)]) => {
                    Ok(vec![Model::I32(a + b + c)])
                }
                ("update" | "notify_hello" | "notify_sum", _) => Ok(Vec::new()),
                _ => Err(Fault::NoSuchOperation),
            },
        ))
    }
}

impl Service for Examples {
    fn interface(&self) -> InterfaceId<'_> {
        self.0.interface()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        self.0.operations()
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        if !self.0.operations().contains(&("get_data", operation)) {
            return self.0.dispatch(operation, call);
        }
        call.reply().put(b"[\"hello\", 5]");
        Outcome::Done
    }
}

/// Each request of section 7 with its reply, if it has one.
fn section_7() -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut reply = false;
    for line in SECTION_7.lines() {
        if let Some(first) = line.strip_prefix("--> ") {
            reply = false;
            pairs.push((first.to_owned(), String::new()));
        } else if let Some(first) = line.strip_prefix("<-- ") {
            reply = true;
            let nothing = first.starts_with("//");
            pairs.last_mut().unwrap().1 = if nothing { "" } else { first }.to_owned();
        } else if line.starts_with([' ', ']']) {
            let (request, answer) = pairs.last_mut().unwrap();
            let text = if reply { answer } else { request };
            text.push('\n');
            text.push_str(line);
        }
    }
    assert_eq!(pairs.len(), 15);
    pairs
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

const POST: &str = "POST /rpc HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n";
const OK: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

#[test]
fn our_server_answers_section_7_as_it_says() {
    for (binding, head) in [
        ("jsonrpc+tcp://127.0.0.1:0", ""),
        ("jsonrpc+http://127.0.0.1:0/rpc", POST),
    ] {
        let server = serve(Examples::new(), binding);
        let mut wire = Wire::to(&server, head);
        for (request, reply) in section_7() {
            wire.say(request.as_bytes());
            let http = !head.is_empty();
            if http && reply.is_empty() {
                assert_eq!(wire.hear().0.trim_end(), "HTTP/1.1 204 No Content");
            } else if !reply.is_empty() {
                let (status, got) = wire.hear();
                assert!(!http || status.starts_with("HTTP/1.1 200 "), "{status}");
                assert_eq!(parsed(&got), parsed(&reply), "{request}");
            }
            // Nothing more was sent: the next message is the answer to this.
            wire.say(br#"{"jsonrpc":"2.0","method":"sum","params":[1,2,3],"id":"next"}"#);
            let next = json!({"jsonrpc": "2.0", "result": 6, "id": "next"});
            assert_eq!(parsed(&wire.hear().1), next, "{request}");
        }
        server.stop();
    }
}

/// Replaces the ids in `to` by those of `from`, in order.
fn with_ids(to: &str, from: &Value, into: &Value) -> String {
    let ids = |message: &Value| -> Vec<Value> {
        let all = message
            .as_array()
            .map_or(std::slice::from_ref(message), |all| &all[..]);
        all.iter().filter_map(|m| m.get("id").cloned()).collect()
    };
    let mut text = parsed(to).to_string();
    for (from, into) in ids(from).iter().zip(ids(into)) {
        text = text.replace(&format!("\"id\":{from}"), &format!("\"id\":{into}"));
    }
    text
}

/// A call in the form of section 7; `None` if our definition lacks it.
fn call_of(message: &Value) -> Option<(String, Vec<Model>)> {
    let method = message.get("method")?.as_str()?;
    let params = message.get("params").cloned().unwrap_or(json!([]));
    let values = examples().arguments_from_json(method, &params).ok()?;
    Some((method.to_owned(), values))
}

/// The examples that a client can perform, with the form of their requests.
fn for_clients() -> Vec<(Value, String)> {
    let mut examples = Vec::new();
    for (request, reply) in section_7() {
        let Ok(mut request) = serde_json::from_str::<Value>(&request) else {
            continue;
        };
        if let Some(batch) = request.as_array_mut() {
            batch.retain(|message| call_of(message).is_some());
        }
        let calls = request
            .as_array()
            .map_or(std::slice::from_ref(&request), |all| &all[..]);
        if !calls.is_empty() && calls.iter().all(|call| call_of(call).is_some()) {
            examples.push((request, reply));
        }
    }
    assert_eq!(examples.len(), 9);
    examples
}

/// The requests of our client; results as JSON.
fn made(binding: &str, request: &Value) -> Vec<Result<Value, Error>> {
    let mut client = client(binding, &examples());
    let json = |method: &str, values: Vec<Model>| examples().results_to_json(method, &values);
    let Some(batch) = request.as_array() else {
        let (method, values) = call_of(request).unwrap();
        return match request.get("id") {
            Some(_) => vec![client.call(&method, &values).and_then(|v| json(&method, v))],
            None => {
                client.notify(&method, &values).unwrap();
                Vec::new()
            }
        };
    };
    let mut calls = client.batch().unwrap();
    let mut methods = Vec::new();
    for message in batch {
        let (method, values) = call_of(message).unwrap();
        if message.get("id").is_none() {
            calls.notify(&method, &values).unwrap();
            continue;
        }
        calls.add(&method, &values).unwrap();
        methods.push(method);
    }
    let sent = calls.send().unwrap().into_iter().zip(methods);
    sent.map(|(pending, method)| client.wait(pending).and_then(|v| json(&method, v)))
        .collect()
}

#[test]
fn our_client_makes_the_calls_of_section_7_and_hears_its_replies() {
    for (scheme, head) in [("jsonrpc+tcp", ""), ("jsonrpc+http", OK)] {
        for (request, reply) in for_clients() {
            let (expected, answer) = (request.clone(), reply.clone());
            let (port, server) = peer(head, move |mut wire| {
                let (first, got) = wire.hear();
                assert!(first.is_empty() || first.starts_with("POST / HTTP/1.1\r"));
                let got = parsed(&got);
                // Method names are unqualified, as the client was configured.
                assert_eq!(
                    parsed(&with_ids(&got.to_string(), &got, &expected)),
                    expected
                );
                let answer = match answer.is_empty() {
                    true => String::new(),
                    false => with_ids(&answer, &expected, &got),
                };
                if !answer.is_empty() || !wire.head.is_empty() {
                    wire.say(answer.as_bytes());
                }
                wire
            });
            let by_position = request.to_string().contains("\"params\":[");
            let params = if by_position {
                "&params=positional"
            } else {
                ""
            };
            let binding = format!("{scheme}://127.0.0.1:{port}?names=bare{params}");
            let results = made(&binding, &request);
            drop(server.join().unwrap());
            let Ok(reply) = serde_json::from_str::<Value>(&reply) else {
                assert!(results.is_empty());
                continue;
            };
            let replies = reply
                .as_array()
                .map_or(std::slice::from_ref(&reply), |all| &all[..]);
            let known = |id: &Value| request.to_string().contains(&format!("\"id\":{id}"));
            let replies: Vec<_> = replies.iter().filter(|r| known(&r["id"])).collect();
            assert_eq!(results.len(), replies.len(), "{request}");
            for (result, reply) in results.into_iter().zip(replies) {
                match result {
                    Ok(result) if reply["result"].is_array() => {
                        assert_eq!(result, json!({"word": "hello", "number": 5}));
                    }
                    Ok(result) => assert_eq!(result, reply["result"]),
                    Err(Error::Call(CallError::Fault(Fault::NoSuchOperation))) => {
                        assert_eq!(reply["error"]["code"], -32601);
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
}

// JSON-RPC 1.0 specification, section 1.
#[test]
fn version_1_is_spoken_both_ways() {
    for (scheme, head) in [("jsonrpc+tcp", ""), ("jsonrpc+http", OK)] {
        let (port, server) = peer(head, |mut wire| {
            let mut heard = Vec::new();
            for reply in [
                r#"{"result": 19, "error": null, "id": ID}"#,
                r#"{"result": null, "error": "no such thing", "id": ID}"#,
                "",
            ] {
                let mut message = parsed(&wire.hear().1);
                let reply = reply.replace("ID", &message["id"].take().to_string());
                if !reply.is_empty() || !wire.head.is_empty() {
                    wire.say(reply.as_bytes());
                }
                heard.push(message);
            }
            heard
        });
        let binding = format!("{scheme}://127.0.0.1:{port}?version=1.0");
        let mut client = client(&binding, &examples());
        let numbers = [Model::I32(42), Model::I32(23)];
        assert_eq!(client.call("subtract", &numbers).unwrap(), [Model::I32(19)]);
        let refused = client.call("get_data", &[]).unwrap_err();
        assert!(refused.to_string().contains("no such thing"), "{refused}");
        client.notify("notify_hello", &[Model::I32(1)]).unwrap();
        let message = |method: &str, params: Value| json!({"method": format!("EXAMPLES_V1.{method}"), "params": params, "id": null});
        let want = [
            message("subtract", json!([42, 23])),
            message("get_data", json!([])),
            message("notify_hello", json!([1])),
        ];
        assert_eq!(server.join().unwrap(), want);
        assert!(client.batch().is_err());
    }
    let server = serve(Examples::new(), "jsonrpc+tcp://127.0.0.1:0?version=1.0");
    let mut client = client(&server.bindings()[0].to_string(), &examples());
    let numbers = [Model::I32(42), Model::I32(23)];
    assert_eq!(client.call("subtract", &numbers).unwrap(), [Model::I32(19)]);
    let refused = client.call("foobar", &[]).unwrap_err();
    assert!(matches!(
        refused,
        Error::Call(CallError::Fault(Fault::NoSuchOperation))
    ));
    server.stop();
}

/// A definition whose operation fails as its argument requests.
const REFUSALS: &str = "
program REFUSALS { version refusals { int refuse(int code) = 1; } = 1; } = 0x20000201;
";

// Section 5.1: every code it defines, and the server's own.
#[test]
fn every_code_of_an_error_goes_both_ways() {
    let refusals = interface(REFUSALS, "refusals");
    let service = DynamicService::new(refusals.clone(), |_, _, values| {
        Err(match values[..] {
            [Model::I32(-32601)] => Fault::NoSuchOperation,
            [Model::I32(-32602)] => Fault::BadArguments,
            [Model::I32(-32603)] => Fault::ServerFailure,
            [Model::I32(-32000)] => Fault::Denied(5),
            [Model::I32(code)] => Fault::application(code, "in words"),
            _ => Fault::BadArguments,
        })
    });
    let server = serve(service, "jsonrpc+tcp://127.0.0.1:0");
    let mut client = client(&server.bindings()[0].to_string(), &refusals);
    let mut wire = Wire::to(&server, "");
    for (code, words, fault) in [
        (-32601, "Method not found", Fault::NoSuchOperation),
        (-32602, "Invalid params", Fault::BadArguments),
        (-32603, "Internal error", Fault::ServerFailure),
        (-32000, "Access denied (status 5)", Fault::Denied(5)),
        (-32050, "in words", Fault::application(-32050, "in words")),
        (-32099, "in words", Fault::application(-32099, "in words")),
        (7, "in words", Fault::application(7, "in words")),
    ] {
        let request = json!({"jsonrpc": "2.0", "method": "refuse", "params": [code], "id": 1});
        wire.say(request.to_string().as_bytes());
        let error = json!({"code": code, "message": words});
        assert_eq!(parsed(&wire.hear().1)["error"], error);
        let refused = client.call("refuse", &[Model::I32(code)]).unwrap_err();
        let Error::Call(CallError::Fault(got)) = refused else {
            panic!("{refused}");
        };
        assert_eq!(got, fault, "{code}");
    }
    for (request, code) in [
        (&b"{"[..], -32700),
        (b"{\"method\": 1, \"id\": 2}", -32600),
        (
            b"{\"method\": \"refuse\", \"params\": [\"x\"], \"id\": 2}",
            -32602,
        ),
        (
            b"{\"method\": \"refuse\", \"params\": {\"other\": 1}, \"id\": 2}",
            -32602,
        ),
    ] {
        wire.say(request);
        assert_eq!(parsed(&wire.hear().1)["error"]["code"], code);
    }
    server.stop();
}

const SHAPES: &str = "
struct point { int x; int y; };
struct line { point from; point to; };
program SHAPES {
    version shapes {
        int draw(line where, unsigned int width, string name<8>) = 1;
        int measure(line where) = 2;
    } = 1;
} = 0x20000204;
";

// Section 5.1: -32602, "Invalid method parameter(s)".
#[test]
fn invalid_parameters_are_named() {
    let shapes = interface(SHAPES, "shapes");
    let service = DynamicService::new(shapes, |_, _, _| Ok(vec![Model::I32(0)]));
    let server = serve(service, "jsonrpc+tcp://127.0.0.1:0");
    let mut wire = Wire::to(&server, "");
    let line = json!({"from": {"x": 1, "y": 2}, "to": {"x": 3, "y": 4}});
    for (method, params, words) in [
        (
            "draw",
            json!({"where": line, "name": "a"}),
            "`width` is missing",
        ),
        (
            "draw",
            json!({"where": line, "width": -1, "name": "a"}),
            "`width`: integer -1 at offset 59 is out of the type's range",
        ),
        ("draw", json!([line, 1]), "`name` is missing"),
        (
            "draw",
            json!([line, "1x", "a"]),
            "`width`: expected an integer at offset 43",
        ),
        (
            "draw",
            json!([line, 1, "aaaaaaaaa"]),
            "`name`: count 9 at offset 45, at most 8 possible",
        ),
        (
            "draw",
            json!([{"from": {"x": 1}, "to": {"x": 3, "y": 4}}, 1, "a"]),
            "`where`: member `y` is missing, before offset 16",
        ),
        ("draw", json!([line, 1, "a", 7]), "more than 3 parameters"),
        (
            "draw",
            json!({"where": line, "width": 18446744073709551615u64, "name": "a"}),
            "`width`: the number at offset 59 is beyond its type's range",
        ),
        (
            "measure",
            json!({"from": null, "to": null}),
            "`from`: expected an object at offset 8",
        ),
        ("measure", json!([]), "`from` is missing"),
    ] {
        let request = json!({"jsonrpc": "2.0", "method": method, "params": params, "id": 1});
        wire.say(request.to_string().as_bytes());
        let error = &parsed(&wire.hear().1)["error"];
        assert_eq!(error["code"], json!(-32602));
        assert_eq!(
            error["message"],
            json!(format!("Invalid params: {words}")),
            "{params}"
        );
    }
    // A number beyond the range of JSON readers.
    wire.say(br#"{"jsonrpc":"2.0","method":"draw","params":{"where":{"from":{"x":1,"y":2},"to":{"x":3,"y":4}},"width":18446744073709551616,"name":"a"},"id":1}"#);
    let error = &parsed(&wire.hear().1)["error"]["message"];
    assert_eq!(
        *error,
        json!("Invalid params: `width`: the number at offset 59 is beyond its type's range")
    );
}
