//! The server of an application whose results are futures.

use std::fmt::Write;

use super::streams;
use crate::plan::Plan;
use crate::rust::fixed::{ASYNC, UNWRITTEN_DOC};
use crate::rust::operation::{InterfacePlan, OperationView, one_or_all};
use crate::rust::raising::{self, RaisingView};
use crate::rust::{doc, server};

/// `AsyncX`, the trait, and `AsyncXServer`.
pub(super) fn write(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
) {
    let contexts = server::contexts(plan, operations);
    let contexts = contexts.as_deref();
    write_trait(out, plan, names, operations, contexts);
    write_service(out, plan, names, operations, contexts);
}

/// `contexts`: the operations with context handles, if any.
fn write_trait(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
    contexts: Option<&str>,
) {
    let model = names.model(plan);
    doc::write(out, &model.doc, || {
        format!("What a server of `{}` does, as futures.", model.name)
    });
    doc::line(out, "");
    doc::line(
        out,
        &format!("Methods can be written as `async fn`. {UNWRITTEN_DOC}"),
    );
    let _ = write!(
        out,
        "#[allow(unused_variables, reason = \"names tell what arguments are\")]
        pub trait {ASYNC}{}: Send + Sync {{",
        names.rust
    );
    for operation in operations {
        write_operation(out, plan, operation);
    }
    if let Some(contexts) = contexts {
        server::write_contexts(out, contexts);
    }
    out.push_str("}\n");
}

/// Writes the method of an operation, with a default body that fails. All that the future may borrow
/// has one lifetime.
fn write_operation(out: &mut String, plan: &Plan, operation: &OperationView) {
    let model = operation.model;
    doc::write(out, &model.doc, || {
        format!("Operation {}, `{}`.", model.number, model.name)
    });
    if !model.raises.is_empty() {
        out.push_str(raising::LARGE);
    }
    if operation.inputs.len() > 5 {
        out.push_str(
            "#[allow(clippy::too_many_arguments, reason = \"the definition's parameters\")]",
        );
    }
    let ident = &operation.names.ident;
    let _ = write!(out, "fn {ident}<'a>(&'a self, call: &'a stub::Context<'a>");
    let result = streams::write_parameters(out, operation);
    let (error, into) = match RaisingView::of(operation, plan) {
        Some(raising) => (raising.error(), ".into()"),
        None => ("stub::Fault".to_owned(), ""),
    };
    let _ = writeln!(
        out,
        ") -> impl std::future::Future<Output = Result<{result}, {error}>> + Send + 'a {{
            std::future::ready(Err(stub::Fault::NoSuchOperation{into}))
        }}"
    );
}

fn write_service(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
    contexts: Option<&str>,
) {
    let (rust, name) = (&names.rust, &names.model(plan).name);
    doc::line(
        out,
        &format!("Serves `{name}` with an object that implements [`{ASYNC}{rust}`], on a runtime."),
    );
    let (streaming, plain): (Vec<_>, Vec<_>) =
        operations.iter().partition(|o| o.model.streams.any());
    let (operation, call) = match plain.is_empty() {
        true => ("_operation", "_call"),
        false => ("operation", "mut call"),
    };
    // Calls with several messages keep the service.
    let bounds = match streaming.is_empty() {
        true => "",
        false => " + 'static",
    };
    // No server calls `dispatch`: it runs on a runtime, and has futures executed.
    let _ = write!(
        out,
        "pub struct {ASYNC}{rust}Server<T>(pub T);
        impl<T: {ASYNC}{rust}{bounds}> stub::Service for {ASYNC}{rust}Server<T> {{
            {}
            fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {{
                stub::Outcome::Fault(stub::Fault::ServerFailure)
            }}
            fn is_async(&self) -> bool {{ true }}
            fn dispatch_async<'a>(
                &'a self, {operation}: u32, {call}: stub::Dispatch<'a>,
            ) -> stub::Serving<'a> {{",
        server::identity(plan, names)
    );
    let none = "Box::pin(std::future::ready(stub::Outcome::Fault(stub::Fault::NoSuchOperation)))";
    match plain.is_empty() {
        true => out.push_str(none),
        false => {
            out.push_str("match operation {");
            plain
                .iter()
                .for_each(|operation| write_arm(out, plan, operation));
            let _ = write!(out, "_ => {none}, }}");
        }
    }
    out.push('}');
    if !streaming.is_empty() {
        server::write_streams_of(out, &streaming);
        streams::write_open(out, &streaming);
    }
    server::write_facts(out, operations, contexts);
    out.push_str("}\n");
}

/// Each operation has a future of its own, which is no larger than it needs.
fn write_arm(out: &mut String, plan: &Plan, operation: &OperationView) {
    let (ident, called) = (&operation.names.ident, &operation.names.constant);
    let (bound, arguments) = (server::bound(operation), server::arguments(operation));
    let _ = write!(
        out,
        "{} => stub::serving(async move {{
            let ({bound}, mut referents): ({}, _) = call.input({})?;
            let context = call.context();
            {}",
        operation.model.number,
        operation.record("In", "'_"),
        operation.meta(),
        server::rooms(operation),
    );
    let apply = format!("self.0.{ident}(&context{arguments}).await");
    let _ = match RaisingView::of(operation, plan) {
        Some(raising) => write!(
            out,
            "let result = {apply};
            Ok(call.end_raising(&{called}, |ending| {}::end(result, ending), &mut referents))",
            raising.error(),
        ),
        None => write!(
            out,
            "let result = {apply};
            let {} = result.map_err(|fault| call.fail(&{called}, fault))?;
            Ok(call.end(&{called}, &{}, &mut referents))",
            match operation.outputs[..] {
                [] => "()",
                _ => "output",
            },
            reply(operation),
        ),
    };
    out.push_str("}),\n");
}

/// An expression for the record that is sent, from `output`: what the application gives. Its names
/// are not those of the parameters.
fn reply(operation: &OperationView) -> String {
    let outputs = operation.outputs.iter().enumerate();
    let value = |at: usize| match operation.outputs.len() {
        1 => "output".to_owned(),
        _ => format!("output.{at}"),
    };
    let lends = operation.replying().is_some();
    let fields = outputs.map(|(at, slot)| {
        let value = match lends {
            true => slot.place.lent(&value(at)),
            false => value(at),
        };
        format!("{}: {value}", slot.ident)
    });
    let rooms = (lends && operation.needs_request()).then(|| "room".to_owned());
    let fields: Vec<String> = rooms.into_iter().chain(fields).collect();
    let record = operation.record(if lends { "Reply" } else { "Out" }, "");
    let name = record.split('<').next().unwrap_or_default();
    match &fields[..] {
        [] => one_or_all(Vec::new()),
        some => format!("{name} {{ {} }}", some.join(", ")),
    }
}
