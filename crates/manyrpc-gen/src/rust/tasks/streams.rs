//! Operations with several messages: as the client calls them, and as the server serves them.
//!
//! The halves of such a call are types of the facade, made for the types of the messages; the text
//! only says how a message is marshalled and unmarshalled.

use std::fmt::Write;

use crate::name::Scope;
use crate::rust::client::{arguments, write_doc};
use crate::rust::operation::{OperationView, one_or_all};
use crate::rust::streams;
use crate::rust::types::Giving;

/// Writes the client's method that opens a call.
pub(super) fn write_method(out: &mut String, constant: &str, operation: &OperationView) {
    write_doc(out, operation);
    let (ident, called) = (&operation.names.ident, &operation.names.constant);
    let requests = operation.request("'m");
    let replies = operation.result("'static");
    let streams = operation.model.streams;
    let generic = match requests.contains("'m") && streams.request {
        true => "<'m>",
        false => "",
    };
    let _ = write!(out, "pub async fn {ident}{generic}(&self");
    let (opened, open) = match (streams.request, streams.reply) {
        (false, _) => {
            arguments(out, operation);
            let opened = format!("stub::ReplyReceiver<{replies}>");
            (opened, "server_streaming")
        }
        (true, false) => {
            let opened = format!("stub::ClientStreaming<{requests}, {replies}>");
            (opened, "client_streaming")
        }
        (true, true) => {
            let opened = format!("(stub::RequestSender<{requests}>, stub::ReplyReceiver<{replies}>)");
            (opened, "bidi_streaming")
        }
    };
    let sent = match streams.request {
        true => format!(
            "|message: &{requests}, out| out.write(&{})",
            lent(operation)
        ),
        false => format!("&{}", streams::made(operation, "Args")),
    };
    let _ = write!(
        out,
        ") -> Result<{opened}, stub::CallError> {{
            self.client.{open}(&{constant}, &{called}, {sent}, {}).await
        }}",
        received(operation, "Out")
    );
}

/// A closure that makes of a received message what the application gets, which owns it.
fn received(operation: &OperationView, ending: &str) -> String {
    let slots = match ending {
        "Out" => &operation.outputs,
        _ => &operation.inputs,
    };
    let bound = if slots.is_empty() { "()" } else { "message" };
    let record = operation.record(ending, "'_");
    let owned = slots
        .iter()
        .map(|slot| slot.place.given(&format!("message.{}", slot.ident), Giving::Owned));
    let owned = one_or_all(owned.collect());
    format!("|message| message.read(|{bound}: {record}| {owned})")
}

/// An expression for the record that a client sends, from `message`: a reference to what it holds.
fn lent(operation: &OperationView) -> String {
    let several = operation.inputs.len() > 1;
    let field = |at: usize| {
        let (place, ident) = (&operation.inputs[at].place, &operation.inputs[at].ident);
        let value = match several {
            true => place.lent(&format!("message.{at}")),
            false => place.lent_by("message"),
        };
        format!("{ident}: {value}")
    };
    record(operation, "Args", operation.inputs.len(), field)
}

/// An expression for the record that a server sends, from `message`: what it holds.
fn sent(operation: &OperationView) -> String {
    let several = operation.outputs.len() > 1;
    let field = |at: usize| match several {
        true => format!("{}: message.{at}", operation.outputs[at].ident),
        false => format!("{}: message", operation.outputs[at].ident),
    };
    record(operation, "Out", operation.outputs.len(), field)
}

fn record(
    operation: &OperationView,
    ending: &str,
    fields: usize,
    field: impl Fn(usize) -> String,
) -> String {
    let record = operation.record(ending, "");
    let name = record.split('<').next().unwrap_or_default();
    match fields {
        0 => "()".to_owned(),
        _ => format!(
            "{name} {{ {} }}",
            (0..fields).map(field).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// Writes the parameters of the server's method after the context, and gives the type of its result.
pub(super) fn write_parameters(out: &mut String, operation: &OperationView) -> String {
    let streams = operation.model.streams;
    if streams.request {
        let requests = operation.request("'static");
        let _ = write!(out, ", requests: stub::RequestReceiver<{requests}>");
    } else {
        for slot in operation.inputs.iter() {
            let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned("'a"));
        }
    }
    let result = operation.result("'a");
    if !streams.reply {
        return result;
    }
    // Parameters of the definition have their names.
    let idents = operation.inputs.iter().map(|slot| slot.ident.as_str());
    let idents: Vec<&str> = idents.filter(|_| !streams.request).collect();
    let replies = Scope::reserving(&idents).take("replies".to_owned());
    let _ = write!(out, ", {replies}: stub::ReplySender<{result}>");
    "()".to_owned()
}

/// Writes how calls of streaming operations are begun.
pub(super) fn write_open(out: &mut String, operations: &[&OperationView]) {
    out.push_str(
        "fn open_shared(
            self: std::sync::Arc<Self>, operation: u32, call: &stub::Dispatch<'_>,
        ) -> Result<Box<dyn stub::Stream>, stub::Fault> { match operation {",
    );
    for operation in operations {
        write_arm(out, operation);
    }
    out.push_str("_ => Err(stub::Fault::NoSuchOperation), } }");
}

fn write_arm(out: &mut String, operation: &OperationView) {
    let (number, called) = (operation.model.number, &operation.names.constant);
    let streams = operation.model.streams;
    let (call, given) = match (streams.request, operation.inputs.is_empty()) {
        (true, _) => {
            let requests = received(operation, "In");
            ("mut call", format!("let requests = call.requests({requests});"))
        }
        (false, true) => ("call", "let (): () = call.input()?;".to_owned()),
        (false, false) => {
            let input = operation.record("In", "'_");
            ("call", format!("let input: {input} = call.input()?;"))
        }
    };
    let _ = write!(
        out,
        "{number} => Ok(call.streaming(&{called}, |{call}| async move {{
            {given}
            let replies = call.replies(|message: {}, out| out.write(&{}));",
        operation.result("'_"),
        sent(operation),
    );
    let mut arguments: Vec<String> = match streams.request {
        true => vec!["requests".to_owned()],
        false => {
            let inputs = operation.inputs.iter();
            inputs.map(|slot| format!("input.{}", slot.ident)).collect()
        }
    };
    arguments.insert(0, "&call.context()".to_owned());
    arguments.extend(streams.reply.then(|| "replies".to_owned()));
    let apply = format!(
        "self.0.{}({}).await",
        operation.names.ident,
        arguments.join(", ")
    );
    let _ = match streams.reply {
        true => write!(out, "{apply} }})),"),
        false => write!(out, "replies.send({apply}?).await }})),"),
    };
}
