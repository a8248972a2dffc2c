//! Calls of XML-RPC and JSON-RPC without a definition.

use manyrpc::{Client, Encoding, Error};
use serde_json::{Value, json};

use crate::output::Failure;

/// Calls a method with arguments as given, except that numbers, bytes and dates, which JSON cannot
/// distinguish, are converted to the types of its signature.
pub(crate) fn call(client: &mut Client, method: &str, arguments: Value) -> Result<Value, Failure> {
    let arguments = convert_arguments(client, method, arguments)?;
    Ok(client.call_untyped(method, &arguments)?)
}

/// Calls a method without a reply.
pub(crate) fn notify(client: &mut Client, method: &str, arguments: Value) -> Result<(), Failure> {
    let arguments = convert_arguments(client, method, arguments)?;
    Ok(client.notify_untyped(method, &arguments)?)
}

/// Calls a method several times in one message, and returns the outcome of each call.
pub(crate) fn batch(
    client: &mut Client,
    method: &str,
    calls: Vec<Value>,
) -> Result<Vec<Result<Value, Error>>, Failure> {
    let calls = calls
        .into_iter()
        .map(|one| convert_arguments(client, method, one));
    let calls: Vec<Value> = calls.collect::<Result<_, _>>()?;
    let mut batch = client.batch()?;
    let added = calls.iter().map(|one| batch.add_untyped(method, one));
    let pending: Vec<_> = added.collect::<Result<_, _>>()?;
    batch.send()?;
    let ends = pending.into_iter().map(|one| client.wait_untyped(one));
    Ok(ends.collect())
}

fn convert_arguments(
    client: &mut Client,
    method: &str,
    arguments: Value,
) -> Result<Value, Failure> {
    let mut arguments = arguments;
    if matches!(client.encoding(), Encoding::Xml(_))
        && let Value::Array(arguments) = &mut arguments
        && let Some(types) = signature(client, method, arguments.len())?
    {
        for (argument, ty) in arguments.iter_mut().zip(types) {
            convert(argument, &ty);
        }
    }
    Ok(arguments)
}

/// The types of a method's parameters, if the server reports a signature with that many.
fn signature(
    client: &mut Client,
    method: &str,
    count: usize,
) -> Result<Option<Vec<String>>, Failure> {
    let signatures = match client.ask_untyped("system.methodSignature", &json!([method]))? {
        Some(Value::Array(signatures)) => signatures,
        _ => return Ok(None),
    };
    let types = signatures.iter().filter_map(Value::as_array);
    let mut suiting = types.filter(|types| types.len() == count + 1);
    let only = suiting.next().filter(|_| suiting.next().is_none());
    let text = |ty: &Value| ty.as_str().unwrap_or_default().to_owned();
    Ok(only.map(|types| types[1..].iter().map(text).collect()))
}

fn convert(argument: &mut Value, ty: &str) {
    match (ty, &*argument) {
        ("double", Value::Number(number)) => {
            if let Some(number) = number.as_f64() {
                *argument = json!(number);
            }
        }
        ("base64", Value::String(text)) => *argument = json!({ "base64": text }),
        ("dateTime.iso8601", Value::String(text)) => *argument = json!({ "date": text }),
        _ => {}
    }
}
