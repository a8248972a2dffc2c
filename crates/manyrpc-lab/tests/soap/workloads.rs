//! The workloads by a definition at run time: our server of them, and our calls.

use std::sync::atomic::{AtomicU64, Ordering};

use base64_simd::STANDARD as BASE64;
use manyrpc::Server;
use manyrpc::dynamic::{DynamicInterface, DynamicService};
use manyrpc::{CallError, Error, Fault};
use manyrpc_lab::application::{TRANSFERRED, sum};
use manyrpc_lab::workload::{PHOTO_BYTES, pattern};
use manyrpc_model::Value;
use serde_json::{Value as Json, json};

use crate::support::dynamic::Dynamic;
use crate::support::world::{Served, World};
use crate::{CALLS, Results, WORKLOADS, started};

/// A server of the bench by a definition in any style.
pub(crate) fn serve(world: World, interface: DynamicInterface) -> Served {
    let executions = AtomicU64::new(0);
    let service = DynamicService::new(interface, move |_, operation, values| {
        respond(&operation.name, values, &executions)
    });
    started(world, world.service(Server::builder(), service))
}

fn respond(
    operation: &str,
    mut values: Vec<Value>,
    executions: &AtomicU64,
) -> Result<Vec<Value>, Fault> {
    let text = |words: &str| Value::Text(words.to_owned());
    Ok(match (operation, &mut values[..]) {
        ("nothing", []) => Vec::new(),
        ("add", [Value::I32(a), Value::I32(b)]) => vec![Value::I32(a.wrapping_add(*b))],
        ("echo" | "int_array", _) => values,
        ("concat", [Value::Text(left), Value::Text(right)]) => {
            vec![Value::Text(format!("{left}{right}"))]
        }
        ("count", [Value::U64(_)]) => {
            vec![Value::U64(executions.fetch_add(1, Ordering::Relaxed) + 1)]
        }
        ("sum", [values]) => vec![Value::I32(sum(ints(values)?))],
        ("transfer", [data]) => vec![Value::Record(vec![
            Value::I32(TRANSFERRED),
            std::mem::replace(data, Value::Void),
        ])],
        ("request", [Value::Record(wanted)]) => match wanted[..] {
            [Value::I32(id), Value::Bool(photo)] => vec![Value::Record(vec![
                Value::I32(id),
                text("Ada"),
                text("Lovelace"),
                Value::I32(36),
                text("ada@example.org"),
                text("+44 20 7946 0000"),
                Value::Bool(true),
                Value::F32(51.5),
                Value::F32(-0.125),
                Value::Bytes(pattern(if photo { PHOTO_BYTES } else { 0 })),
            ])],
            _ => return Err(Fault::BadArguments),
        },
        _ => return Err(Fault::BadArguments),
    })
}

/// The numbers of an array, or of a record with one.
fn ints(values: &Value) -> Result<&[i32], Fault> {
    match values {
        Value::I32s(values) => Ok(values),
        Value::Record(fields) if fields.len() == 1 => ints(&fields[0]),
        _ => Err(Fault::BadArguments),
    }
}

/// Our client calls their server: every workload.
pub(crate) fn of_ours(client: &mut Dynamic, manner: &str) -> Results {
    let run = |workload: &&str| {
        let result = (0..CALLS).try_for_each(|_| call(client, workload));
        (format!("{manner} {workload}"), result)
    };
    WORKLOADS.iter().map(run).collect()
}

/// An array as arguments and results have it: of rpc/literal it is in a record.
fn array(client: &mut Dynamic, values: &Json) -> Result<Json, String> {
    let plain = client.call_json("int_array", &json!({ "values": values }));
    match plain {
        Ok(got) => Ok(got),
        Err(Error::Call(why)) => Err(why.to_string()),
        Err(_) => {
            let inside = json!({ "values": { "item": values } });
            let got = client.call_json("int_array", &inside);
            let mut got = got.map_err(|e| e.to_string())?;
            Ok(got["item"].take())
        }
    }
}

/// One call, its result checked.
fn call(client: &mut Dynamic, workload: &str) -> Result<(), String> {
    let (name, size) = workload.split_once(':').unwrap_or((workload, "0"));
    let size: usize = size.parse().expect("sizes are numbers");
    let data = BASE64.encode_to_string(pattern(size));
    let values: Vec<i32> = (0..size as i32).map(|i| i * -7919).collect();
    let mut ask = |operation: &str, arguments: Json| {
        let got = client.call_json(operation, &arguments);
        got.map_err(|e| e.to_string())
    };
    let (got, wanted) = match name {
        "nothing" => (ask("nothing", json!({}))?, Json::Null),
        "add" => (
            ask("add", json!({"a": i32::MAX, "b": -7}))?,
            json!(i32::MAX - 7),
        ),
        "echo" => (ask("echo", json!({ "data": data }))?, json!(data)),
        "ints" => (array(client, &json!(values))?, json!(values)),
        "sum" => {
            let arguments = json!({ "values": values });
            let inside = json!({ "values": { "item": values } });
            let got = ask("sum", arguments).or_else(|_| ask("sum", inside))?;
            (got, json!(sum(&values)))
        }
        "transfer" => {
            let got = ask("transfer", json!({ "data": data }))?;
            (got, json!({"code": TRANSFERRED, "data": data}))
        }
        "concat" => {
            let got = ask("concat", json!({"left": "left ünd ", "right": "right"}))?;
            (got, json!("left ünd right"))
        }
        "count" => {
            // A library may know no unsigned number of that width.
            let got = ask("count", json!({"n": 1})).or_else(|_| ask("count", json!({"n": "1"})))?;
            let count = got.as_u64().or_else(|| got.as_str()?.parse().ok());
            (json!(count.is_some_and(|n| n > 0)), json!(true))
        }
        _ => {
            let photo = name == "info-photo";
            let bytes = pattern(if photo { PHOTO_BYTES } else { 0 });
            let got = ask("request", json!({"wanted": {"id": 1989, "photo": photo}}))?;
            let wanted = json!({
                "id": 1989, "first_name": "Ada", "last_name": "Lovelace", "age": 36, "email": "ada@example.org",
                "phone": "+44 20 7946 0000", "newsletter": true, "latitude": 51.5, "longitude": -0.125,
                "photo": BASE64.encode_to_string(bytes),
            });
            (got, wanted)
        }
    };
    match got == wanted {
        true => Ok(()),
        false => {
            let mut said = got.to_string();
            said = said.chars().take(200).collect();
            Err(format!("a wrong result: {said}"))
        }
    }
}

/// A document that spyne does not wrap, but whose element has the operation's name, so that its parts are the parameters here.
pub(crate) fn takes_a_document(client: &mut Dynamic) -> Result<(), String> {
    let wanted = json!({"id": 1989, "photo": true});
    let got = client.call_json("bare", &wanted);
    let got = got.map_err(|e| e.to_string())?;
    match got == json!({"code": 1989, "data": BASE64.encode_to_string(b"photo")}) {
        true => Ok(()),
        false => Err(format!("a wrong result: {got}")),
    }
}

/// A fault with words, raised by a server that declares none.
pub(crate) fn divides_by_zero(client: &mut Dynamic) -> Result<(), String> {
    match client.call_json("divide", &json!({"a": 7, "b": 0})) {
        Err(Error::Call(CallError::Fault(Fault::Detailed(said))))
            if said.message.contains("7 / 0") =>
        {
            Ok(())
        }
        other => Err(format!("{other:?}")),
    }
}
