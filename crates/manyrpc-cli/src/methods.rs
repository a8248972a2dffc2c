//! What servers of XML-RPC and JSON-RPC tell of themselves, and calls without a definition.
//!
//! Most servers of XML-RPC have the methods of `system`, as xmlrpc-c's document on introspection has
//! them, and so have some of JSON-RPC; others give a document of OpenRPC, by `rpc.discover`.

use std::process::ExitCode;

use manyrpc::binding::System;
use manyrpc::{Binding, CallError, Client, Error, Syntax};
use serde_json::{Value, json};

use crate::args::{Describe, Target};
use crate::list::table;
use crate::output::{Failure, write_out};

/// A method and what is said of it.
struct Method {
    name: String,
    signature: String,
    help: String,
}

/// Lists the methods of a server.
pub(crate) fn list(binding: &Binding, args: &Target) -> Result<ExitCode, Failure> {
    let mut client = open(binding, args)?;
    let methods = match discovered(binding, &mut client)? {
        Some(methods) => methods.into_iter().map(|m| m.name).collect(),
        None => names(&mut client)?,
    };
    let text = match args.format.as_str() {
        "json" => format!("{:#}\n", json!(methods)),
        _ => methods.iter().map(|method| format!("{method}\n")).collect(),
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the methods of a server, each with what it says of it.
pub(crate) fn describe(binding: &Binding, args: &Describe) -> Result<ExitCode, Failure> {
    let mut client = open(binding, &args.target)?;
    let only = args.program.as_deref();
    let wanted = |name: &str| only.is_none_or(|only| only == name);
    let methods = match discovered(binding, &mut client)? {
        Some(methods) => methods.into_iter().filter(|m| wanted(&m.name)).collect(),
        None => {
            let names = names(&mut client)?.into_iter().filter(|name| wanted(name));
            let methods = names.map(|name| asked(&mut client, name));
            methods.collect::<Result<Vec<Method>, Failure>>()?
        }
    };
    if let (Some(only), true) = (only, methods.is_empty()) {
        return Err(Failure::Misuse(format!(
            "the server has no method `{only}`; `manyrpc list` shows those there are"
        )));
    }
    let text = match args.target.format.as_str() {
        "json" => {
            let rows = methods
                .iter()
                .map(|m| json!({ "method": m.name, "signature": m.signature, "help": m.help }));
            format!("{:#}\n", Value::Array(rows.collect()))
        }
        _ => {
            let first = |help: &str| help.trim().lines().next().unwrap_or_default().to_owned();
            let rows = methods
                .into_iter()
                .map(|m| [m.name, m.signature, first(&m.help)]);
            table(["method", "signature", "help"], rows.collect())
        }
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Calls a method with arguments as they are, but for what its signature says of numbers, bytes and
/// dates, which JSON cannot.
pub(crate) fn call(client: &mut Client, method: &str, arguments: Value) -> Result<Value, Failure> {
    let arguments = suited(client, method, arguments)?;
    Ok(client.call_untyped(method, &arguments)?)
}

/// The same without a reply.
pub(crate) fn notify(client: &mut Client, method: &str, arguments: Value) -> Result<(), Failure> {
    let arguments = suited(client, method, arguments)?;
    Ok(client.notify_untyped(method, &arguments)?)
}

/// Calls a method several times in one message, and gives what becomes of each call.
pub(crate) fn batch(
    client: &mut Client,
    method: &str,
    calls: Vec<Value>,
) -> Result<Vec<Result<Value, Error>>, Failure> {
    let calls = calls.into_iter().map(|one| suited(client, method, one));
    let calls: Vec<Value> = calls.collect::<Result<_, _>>()?;
    let mut batch = client.batch()?;
    let added = calls.iter().map(|one| batch.add_untyped(method, one));
    let pending: Vec<_> = added.collect::<Result<_, _>>()?;
    batch.send()?;
    let ends = pending.into_iter().map(|one| client.wait_untyped(one));
    Ok(ends.collect())
}

fn suited(client: &mut Client, method: &str, arguments: Value) -> Result<Value, Failure> {
    let mut arguments = arguments;
    if matches!(client.syntax(), Syntax::Xml(_))
        && let Value::Array(arguments) = &mut arguments
        && let Some(types) = signature(client, method, arguments.len())?
    {
        for (argument, ty) in arguments.iter_mut().zip(types) {
            suit(argument, &ty);
        }
    }
    Ok(arguments)
}

/// The types of a method's parameters, where the server says so for that many.
fn signature(
    client: &mut Client,
    method: &str,
    count: usize,
) -> Result<Option<Vec<String>>, Failure> {
    let signatures = match ask(client, "system.methodSignature", &json!([method]))? {
        Some(Value::Array(signatures)) => signatures,
        _ => return Ok(None),
    };
    let types = signatures.iter().filter_map(Value::as_array);
    let mut suiting = types.filter(|types| types.len() == count + 1);
    let only = suiting.next().filter(|_| suiting.next().is_none());
    let text = |ty: &Value| ty.as_str().unwrap_or_default().to_owned();
    Ok(only.map(|types| types[1..].iter().map(text).collect()))
}

fn suit(argument: &mut Value, ty: &str) {
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

fn open(binding: &Binding, args: &Target) -> Result<Client, Failure> {
    Ok(Client::connect(binding, None, &args.options()?)?)
}

/// The answer of a method that not every server has; `None` where it refuses.
fn ask(client: &mut Client, method: &str, params: &Value) -> Result<Option<Value>, Failure> {
    match client.call_untyped(method, params) {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Call(CallError::Fault(_))) => Ok(None),
        Err(other) => Err(other.into()),
    }
}

/// The methods of a server's document of OpenRPC, if it has one.
fn discovered(binding: &Binding, client: &mut Client) -> Result<Option<Vec<Method>>, Failure> {
    if binding.system != System::JsonRpc {
        return Ok(None);
    }
    let document = ask(client, "rpc.discover", &json!([]))?;
    let methods = document.as_ref().and_then(|d| d["methods"].as_array());
    let method = |method: &Value| {
        let params = method["params"].as_array().into_iter().flatten();
        let params: Vec<String> = params
            .map(|p| format!("{}: {}", text(&p["name"]), kind(&p["schema"])))
            .collect();
        let result = match &method["result"]["schema"] {
            Value::Null => "nothing".to_owned(),
            schema => kind(schema),
        };
        let help = match text(&method["description"]) {
            "" => text(&method["summary"]),
            description => description,
        };
        Method {
            name: text(&method["name"]).to_owned(),
            signature: format!("({}) -> {result}", params.join(", ")),
            help: help.to_owned(),
        }
    };
    Ok(methods.map(|methods| methods.iter().map(method).collect()))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A schema in a word.
fn kind(schema: &Value) -> String {
    if let Some(named) = schema["$ref"].as_str() {
        return named.rsplit('/').next().unwrap_or(named).to_owned();
    }
    let choices = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    if let Some(choices) = choices {
        let kinds: Vec<String> = choices.iter().map(kind).collect();
        return kinds.join(" | ");
    }
    match (schema["type"].as_str(), &schema["items"]) {
        (Some("array"), Value::Null) => "array".to_owned(),
        (Some("array"), items) => format!("[{}]", kind(items)),
        (Some(ty), _) => ty.to_owned(),
        (None, _) => match &schema["enum"] {
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                values.join(" | ")
            }
            _ => "any".to_owned(),
        },
    }
}

fn names(client: &mut Client) -> Result<Vec<String>, Failure> {
    let by = match client.syntax() {
        Syntax::Json(_) => "rpc.discover or system.listMethods",
        _ => "system.listMethods",
    };
    let methods = ask(client, "system.listMethods", &json!([]))?;
    let methods = methods.ok_or(Error::Untold { by })?;
    let methods = methods.as_array().cloned().unwrap_or_default();
    let names = methods.iter().filter_map(Value::as_str);
    Ok(names.map(str::to_owned).collect())
}

/// What a server says of one method. It is there, but not everybody explains everything.
fn asked(client: &mut Client, name: String) -> Result<Method, Failure> {
    let params = json!([name]);
    let help = ask(client, "system.methodHelp", &params)?;
    let signatures = ask(client, "system.methodSignature", &params)?;
    let signatures = signatures.as_ref().and_then(Value::as_array);
    let signature = |types: &Value| {
        let types: Vec<&str> = types.as_array()?.iter().filter_map(Value::as_str).collect();
        let (result, params) = types.split_first()?;
        Some(format!("({}) -> {result}", params.join(", ")))
    };
    let signatures = signatures.into_iter().flatten().filter_map(signature);
    Ok(Method {
        name,
        signature: signatures.collect::<Vec<_>>().join(" | "),
        help: help.as_ref().map(text).unwrap_or_default().to_owned(),
    })
}
