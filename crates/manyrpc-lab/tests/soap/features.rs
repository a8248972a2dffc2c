//! What SOAP and XML Schema have besides the workloads: our services of `features.wsdl` and `graphs.wsdl`, which the cases of foreign
//! clients call, and our own cases with the values of `peers/soap.md`.

use std::sync::Mutex;

use manyrpc::dynamic::{DynamicInterface, DynamicService, Refusal};
use manyrpc::server::Builder;
use manyrpc::{Error, Fault, Server};
use manyrpc_model::Value;
use serde_json::{Value as Json, json};

use crate::support::dynamic::Dynamic;
use crate::support::world::{Served, World};
use crate::{Results, interface, started};

/// Metadata of all results.
pub(crate) const SERVED: &str = "x-served";
pub(crate) const ENDED: &str = "x-ended";

/// A server of `features` or `graphs`.
pub(crate) fn serve(world: World, definition: &str) -> Served {
    started(world, added(world, Server::builder(), definition))
}

/// The same service of a server that is told more.
pub(crate) fn added(world: World, server: Builder, definition: &str) -> Builder {
    let interface = interface(&format!("{definition}.wsdl"));
    let described = interface.clone();
    let texts: Mutex<Vec<Value>> = Mutex::default();
    let service = DynamicService::raising(interface, move |context, operation, values| {
        context.add_initial(SERVED, operation.name.as_str());
        context.add_trailing(ENDED, "yes");
        let mut texts = texts.lock().expect("nobody panics with it");
        match (operation.name.as_str(), &values[..]) {
            (echo, _) if echo.starts_with("echo_") => Ok(values),
            ("divide", [Value::I32(a), Value::I32(b)]) => {
                let raised = |name, members| {
                    let raised = described.exception_from_json("divide", name, &members);
                    Err(raised.expect("it is declared so"))
                };
                match (a, b) {
                    (_, 0) => raised(
                        "failed",
                        json!({"number": -1, "words": format!("{a} / 0"), "hue": LIGHT_BLUE, "more": [1, 2]}),
                    ),
                    (..0, _) => raised("refused", json!({})),
                    _ => Ok(vec![Value::I32(a / b)]),
                }
            }
            ("greet", arguments) => greet(arguments),
            ("notify", [text]) => {
                texts.push(text.clone());
                Ok(Vec::new())
            }
            ("notified", []) => Ok(vec![Value::List(std::mem::take(&mut texts))]),
            _ => Err(Fault::BadArguments.into()),
        }
    });
    world.service(server, service)
}

/// The header with one hop more, and the greeting, in whatever order the definition has them.
fn greet(arguments: &[Value]) -> Result<Vec<Value>, Refusal> {
    let mut header = None;
    let mut greeting = None;
    for argument in arguments {
        match argument {
            Value::Text(name) => greeting = Some(Value::Text(format!("Hello, {name}"))),
            other => header = Some(with_a_hop(other)?),
        }
    }
    Ok(header.into_iter().chain(greeting).collect())
}

fn with_a_hop(header: &Value) -> Result<Value, Refusal> {
    match header {
        Value::Optional(None) => Ok(Value::Optional(None)),
        Value::Optional(Some(session)) => Ok(Value::Optional(Some(Box::new(with_a_hop(session)?)))),
        Value::Record(fields) => match &fields[..] {
            [token, Value::I32(hops)] => {
                Ok(Value::Record(vec![token.clone(), Value::I32(hops + 1)]))
            }
            _ => Err(Fault::BadArguments.into()),
        },
        _ => Err(Fault::BadArguments.into()),
    }
}

/// The member of an enumeration whose lexical form is no identifier.
const LIGHT_BLUE: &str = "light_blue";

/// Every case of ours, with a server of `features` or `graphs` there.
pub(crate) fn cases(world: World, at: &str, definition: &str, manner: &str) -> Results {
    cases_by(world, at, &interface(&format!("{definition}.wsdl")), manner)
}

/// The same by another definition of these operations.
pub(crate) fn cases_by(world: World, at: &str, by: &DynamicInterface, manner: &str) -> Results {
    let mut client = Dynamic::open(world, at, by.clone()).expect("it listens");
    let client = &mut client;
    let mut results = Results::new();
    let mut add = |case: &str, result| results.push((format!("{manner} {case}"), result));
    if by.model().operations.iter().any(|o| o.name == "echo_node") {
        for (case, operation, value) in graphs() {
            add(case, comes_back(client, operation, &value));
        }
        return results;
    }
    for (case, operation, values) in echoes() {
        let result = values
            .iter()
            .try_for_each(|value| comes_back(client, operation, value));
        add(case, result);
    }
    add("divide", divide(client));
    add("failed", raises(client, by, 7, 0, "failed"));
    add("refused", raises(client, by, -1, 1, "refused"));
    add("header", header(client));
    add("one-way", one_way(client));
    results
}

/// The cases of simple types with names, with a server of `graphs` there that may not know more of it.
pub(crate) fn coded_cases(world: World, at: &str, manner: &str) -> Results {
    let by = interface("graphs.wsdl");
    let mut client = Dynamic::open(world, at, by).expect("it listens");
    let all = graphs().into_iter();
    let coded = all.filter(|(case, ..)| matches!(*case, "coded" | "hues"));
    let results = coded.map(|(case, operation, value)| {
        let result = comes_back(&mut client, operation, &value);
        (format!("{manner} {case}"), result)
    });
    results.collect()
}

/// The result of a call must be the argument.
fn comes_back(client: &mut Dynamic, operation: &str, value: &Json) -> Result<(), String> {
    let got = client.call_json(operation, &json!([value]));
    let got = got.map_err(|e| e.to_string())?;
    // An empty element has two forms.
    let text = |json: &Json| json.to_string().replace("<z:b></z:b>", "<z:b/>");
    match text(&got) == text(value) {
        true => Ok(()),
        false => Err(format!("a wrong result: {got}")),
    }
}

fn divide(client: &mut Dynamic) -> Result<(), String> {
    let got = client.call_json("divide", &json!({"a": 42, "b": 5}));
    match got.map_err(|e| e.to_string())? == json!(8) {
        true => Ok(()),
        false => Err("a wrong result".to_owned()),
    }
}

fn raises(
    client: &mut Dynamic,
    by: &DynamicInterface,
    a: i32,
    b: i32,
    name: &str,
) -> Result<(), String> {
    let members = match name {
        "failed" => json!({"number": -1, "words": "7 / 0", "hue": LIGHT_BLUE, "more": [1, 2]}),
        _ => json!({}),
    };
    let expected = by.exception_from_json("divide", name, &members);
    let expected = expected.expect("it is declared so");
    match client.call_json("divide", &json!({"a": a, "b": b})) {
        Err(Error::Raised(raised)) if Refusal::from((*raised).clone()) == expected => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn header(client: &mut Dynamic) -> Result<(), String> {
    let session = json!({"token": "secret & more", "hops": 1});
    let got = client.call_json("greet", &json!({"name": "Ada", "session": session}));
    let wanted = json!({"session": {"token": "secret & more", "hops": 2}, "result": "Hello, Ada"});
    let got = got.map_err(|e| e.to_string())?;
    match got == wanted {
        true => Ok(()),
        false => Err(format!("a wrong result: {got}")),
    }
}

fn one_way(client: &mut Dynamic) -> Result<(), String> {
    let texts = ["first", "second"];
    for text in texts {
        let sent = client.call_json("notify", &json!({ "text": text }));
        sent.map_err(|e| e.to_string())?;
    }
    // The server may carry them out later than it answers.
    let mut got: Vec<String> = Vec::new();
    while got.len() < texts.len() {
        let more = client.call_json("notified", &json!({}));
        let more = more.map_err(|e| e.to_string())?;
        let more = more.as_array().ok_or("no array")?.clone();
        got.extend(
            more.iter()
                .filter_map(|text| text.as_str().map(str::to_owned)),
        );
    }
    got.sort();
    match got == texts {
        true => Ok(()),
        false => Err(format!("a wrong result: {got:?}")),
    }
}

/// Operations that answer with what was given, and what they are given.
fn echoes() -> Vec<(&'static str, &'static str, Vec<Json>)> {
    let scalars = json!({
        "truth": true, "tiny": -128, "natural_tiny": 255, "small": -32768, "natural_small": 65535,
        "whole": i32::MIN, "natural": u32::MAX, "huge": i64::MIN.to_string(), "natural_huge": u64::MAX.to_string(),
        "approximate": 0.1, "precise": 1e-300, "words": "a <b> & \"c\" ]]> dé美🦀", "hue": LIGHT_BLUE, "grade": 5,
        "code": "ABC-12", "bytes": "AAECAw==", "digest": "3q2+7w==", "place": "http://example.org/?a=1&b=2",
    });
    let with = |changes: Json| {
        let mut changed = scalars.clone();
        for (name, value) in changes.as_object().expect("it is one") {
            changed[name] = value.clone();
        }
        changed
    };
    let empty = json!({"omitted": null, "nil": null, "both": null, "many": [], "holes": [], "id": "", "rank": null});
    let full = json!({
        "omitted": 7, "nil": 8, "both": "both", "many": [1, -2, 3], "holes": ["", "x", null], "id": "a 'b' <c>", "rank": -1,
    });
    vec![
        (
            "scalars",
            "echo_scalars",
            vec![
                with(json!({
                    "approximate": "Infinity", "precise": "NaN", "words": "  line\r\n\ttab ", "bytes": "", "digest": "",
                })),
                with(json!({"approximate": "-Infinity", "precise": -0.0, "words": ""})),
                scalars,
            ],
        ),
        (
            "exact",
            "echo_exact",
            vec![json!({
                "price": "-12345678901234.0123456789", "large": "123456789012345678901234",
                "moment": "2026-11-27T23:59:59.123456789+05:30", "day": "2024-02-29Z", "hour": "00:00:00.5",
                "span": "-P1Y2M3DT4H5M6.7S",
            })],
        ),
        ("optionals", "echo_optionals", vec![empty, full]),
        (
            "terms",
            "echo_terms",
            vec![
                json!([]),
                json!([
                    {"choice": 0, "number": 42}, {"choice": 1, "text": "words"}, {"choice": 2, "place": {"x": 1, "y": -1}},
                ]),
            ],
        ),
        (
            "shapes",
            "echo_shapes",
            vec![json!([
                {"type": 0, "Shape": {"name": "plain"}},
                {"type": 1, "Circle": {"name": "round", "radius": 1.5}},
                {"type": 2, "Square": {"name": "even", "side": 2.0}},
                {"type": 3, "LabelledSquare": {"name": "named", "side": 2.5, "label": "L"}},
            ])],
        ),
        (
            "tree",
            "echo_tree",
            vec![json!({"label": "root", "child": [
                {"label": "left", "child": [{"label": "leaf", "child": []}]}, {"label": "", "child": []}]})],
        ),
        (
            "bare",
            "echo_bare",
            vec![json!({"label": "document", "child": [{"label": "itself", "child": []}]})],
        ),
        (
            "measures",
            "echo_measures",
            vec![json!([{"value": 0.25, "unit": "m"}, {"value": 1e6, "unit": ""}])],
        ),
        (
            "lists",
            "echo_lists",
            vec![json!({"row": [[1, -2, 3], [], [4]]})],
        ),
        (
            "envelope",
            "echo_envelope",
            vec![
                json!({"before": 1, "any": []}),
                json!({"before": 1, "any": ["<z:note xmlns:z=\"urn:other\" z:a=\"1\">text<z:b/></z:note>"]}),
            ],
        ),
        (
            "binaries",
            "echo_binaries",
            vec![json!(["AAECAw==", "", "/w=="])],
        ),
    ]
}

/// The same of values that refer to each other.
fn graphs() -> Vec<(&'static str, &'static str, Json)> {
    // What refers to the next of its kind is a list.
    let node = |label: &str, next: Json| json!({"label": label, "next": next});
    vec![
        (
            "chain",
            "echo_node",
            node("first", json!([{"label": null}, {"label": "last"}])),
        ),
        (
            "apart",
            "echo_pair",
            json!({"left": [{"label": "alike"}], "right": [{"label": "alike"}]}),
        ),
        (
            "nodes",
            "echo_nodes",
            json!([node("a", json!([])), node("b", json!([]))]),
        ),
        ("texts", "echo_texts", json!(["a <b>", "", "c"])),
        ("none", "echo_texts", json!([])),
        ("grid", "echo_grid", json!([[1, -2, 3], [4, 5, 6]])),
        ("rows", "echo_rows", json!([[1, 2, 3], [], [4]])),
        (
            "coded",
            "echo_coded",
            json!({"hue": LIGHT_BLUE, "code": "ABC-12", "grade": 5}),
        ),
        ("hues", "echo_hues", json!(["red", LIGHT_BLUE, "red"])),
    ]
}
