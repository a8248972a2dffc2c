//! Operations with several messages: as the client calls them, and as the server serves them.
//!
//! The halves of such a call are types of the facade, made for the types of the messages; the text
//! only says how a message is marshalled and unmarshalled.

use std::fmt::Write;

use crate::name::Scope;
use crate::rust::client::{arguments, write_doc};
use crate::rust::operation::{OperationView, one_or_all};
use crate::rust::record::Slots;
use crate::rust::types::Giving;
use crate::rust::{server, streams};

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
            let opened =
                format!("(stub::RequestSender<{requests}>, stub::ReplyReceiver<{replies}>)");
            (opened, "bidi_streaming")
        }
    };
    let sent = match streams.request {
        true => lent(operation),
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
    let bound = if slots.is_empty() { "()" } else { "of" };
    let record = operation.record(ending, "'_");
    let (giving, read, memory) = match slots.iter().any(|slot| slot.place.shares()) {
        true => (Giving::Shared, "read_shared", ", memory"),
        false => (Giving::Owned, "read", ""),
    };
    let owned = slots.iter();
    let owned = owned.map(|slot| slot.place.given(&format!("of.{}", slot.ident), giving));
    let owned = one_or_all(owned.collect());
    format!("|message| message.{read}(|{bound}: {record}{memory}| {owned})")
}

/// A closure that marshals what a client sends, by reference.
fn lent(operation: &OperationView) -> String {
    let (inputs, ty) = (&operation.inputs, operation.request("'m"));
    let value = |at: usize, one: &str| match inputs.len() {
        1 => inputs[at].place.lent_by(one),
        _ => inputs[at].place.lent(&format!("{one}.{at}")),
    };
    marshalled(operation, "Args", inputs, &format!("&{ty}"), value)
}

/// A closure that marshals what a server sends.
fn sent(operation: &OperationView) -> String {
    let (outputs, ty) = (&operation.outputs, operation.result("'_"));
    let value = |at: usize, one: &str| match outputs.len() {
        1 => one.to_owned(),
        _ => format!("{one}.{at}"),
    };
    marshalled(operation, "Out", outputs, &ty, value)
}

/// A closure that marshals a message of type `ty` as a record. `value` gives the value of a field
/// from the message's name.
fn marshalled(
    operation: &OperationView,
    ending: &str,
    slots: &Slots,
    ty: &str,
    value: impl Fn(usize, &str) -> String,
) -> String {
    // Most messages are one field, and have its name.
    let one = match &slots[..] {
        [one] if one.ident != "out" => &one.ident,
        _ => "message",
    };
    let fields = (0..slots.len()).map(|at| match (&slots[at].ident, value(at, one)) {
        (ident, value) if *ident == value => value,
        (ident, value) => format!("{ident}: {value}"),
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let record = operation.record(ending, "");
    let made = match record.split('<').next().unwrap_or_default() {
        "()" => "()".to_owned(),
        name => format!("{name} {{ {fields} }}"),
    };
    format!("|{one}: {ty}, out| out.write(&{made})")
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
    let mut arguments = vec!["&context".to_owned()];
    let (call, mut given) = if streams.request {
        arguments.push("requests".to_owned());
        let requests = received(operation, "In");
        (
            "mut call",
            format!("let requests = call.requests({requests});"),
        )
    } else {
        let (record, inputs) = (operation.record("In", "'_"), operation.inputs.iter());
        arguments.extend(inputs.map(|slot| format!("input.{}", slot.ident)));
        let bound = server::bound(operation);
        ("call", format!("let {bound}: {record} = call.input()?;"))
    };
    if streams.reply {
        arguments.push("replies".to_owned());
        let _ = write!(given, "let replies = call.replies({});", sent(operation));
    }
    let (ident, arguments) = (&operation.names.ident, arguments.join(", "));
    let apply = format!("self.0.{ident}({arguments}).await");
    let served = match (streams.reply, &operation.outputs[..]) {
        (true, _) => apply,
        (false, []) => format!("{apply}?; call.reply(&()).await"),
        (false, outputs) => {
            let value = |at: usize| match outputs.len() {
                1 => "output".to_owned(),
                _ => format!("output.{at}"),
            };
            let fields = outputs.iter().enumerate();
            let fields = fields.map(|(at, slot)| format!("{}: {}", slot.ident, value(at)));
            let fields = fields.collect::<Vec<_>>().join(", ");
            let rust = &operation.names.rust;
            format!("let output = {apply}?; call.reply(&{rust}Out {{ {fields} }}).await")
        }
    };
    let _ = write!(
        out,
        "{number} => Ok(stub::streaming(call, &{called}, |{call}| async move {{
            {given}
            let context = call.context();
            {served}
        }})),"
    );
}
