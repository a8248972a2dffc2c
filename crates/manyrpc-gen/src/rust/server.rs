//! The server of an interface: a trait for the application, and the dispatcher.

use std::fmt::Write;

use manyrpc_model::Streams;

use super::fixed::{UNWRITTEN, UNWRITTEN_DOC};
use super::operation::{InterfacePlan, OperationView, one_or_all};
use super::raising::RaisingView;
use super::record::Slots;
use super::{doc, raising, streams};
use crate::name::Scope;
use crate::plan::Plan;

/// Writes `X`, the trait, and `XServer`.
pub(super) fn write(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
) {
    let contexts = contexts(plan, operations);
    let contexts = contexts.as_deref();
    write_trait(out, plan, names, operations, contexts);
    write_service(out, plan, names, operations, contexts);
    for operation in operations {
        streams::write_handler(out, operation);
    }
}

/// The operations with context handles, if any.
pub(super) fn contexts(plan: &Plan, operations: &[OperationView]) -> Option<String> {
    let contexts = operations.iter().filter(|o| o.has_contexts(plan));
    let contexts: Vec<String> = contexts.map(|o| o.model.number.to_string()).collect();
    (!contexts.is_empty()).then(|| contexts.join(", "))
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
        format!("What a server of `{}` does.", model.name)
    });
    doc::line(out, "");
    doc::line(out, UNWRITTEN_DOC);
    let _ = write!(
        out,
        "#[allow(unused_variables, reason = \"names tell what arguments are\")]
        pub trait {}: Send + Sync {{",
        names.rust
    );
    for operation in operations {
        write_operation(out, plan, operation);
    }
    if let Some(contexts) = contexts {
        write_contexts(out, contexts);
    }
    out.push_str("}\n");
}

/// Writes the method of an operation, with a default body that fails.
fn write_operation(out: &mut String, plan: &Plan, operation: &OperationView) {
    let model = operation.model;
    doc::write(out, &model.doc, || {
        format!("Operation {}, `{}`.", model.number, model.name)
    });
    if model.streams.any() {
        return streams::write_taking(out, operation);
    }
    if !model.raises.is_empty() {
        out.push_str(raising::LARGE);
    }
    if operation.inputs.len() > 5 {
        out.push_str(
            "#[allow(clippy::too_many_arguments, reason = \"the definition's parameters\")]",
        );
    }
    // Results may borrow from the object and from the arguments alike.
    let (generics, me, lifetime) = match operation.output_borrows() {
        true => ("<'a>", "&'a self", "'a"),
        false => ("", "&self", "'_"),
    };
    let ident = &operation.names.ident;
    let _ = write!(out, "fn {ident}{generics}({me}, call: &stub::Context<'_>");
    for slot in operation.inputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned(lifetime));
    }
    let result = operation.result(lifetime);
    if let Some(raising) = RaisingView::of(operation, plan) {
        let error = raising.error();
        let _ = writeln!(
            out,
            ") -> Result<{result}, {error}> {{ Err(stub::Fault::NoSuchOperation.into()) }}"
        );
        return;
    }
    let _ = writeln!(out, ") -> Result<{result}, stub::Fault> {UNWRITTEN}");
    if let Some(replying) = operation.replying() {
        write_replying(out, operation, &replying);
    }
}

/// Writes the methods for context handles.
pub(super) fn write_contexts(out: &mut String, operations: &str) {
    doc::line(
        out,
        "Operations that have to do with context handles: whose calls they are is known.",
    );
    let _ = write!(
        out,
        "fn context_operations(&self) -> Vec<u32> {{ vec![{operations}] }}"
    );
    doc::line(
        out,
        "A client is gone: context handles of its association can be run down.",
    );
    out.push_str("fn association_ended(&self, association: u64) {}");
}

/// `reply`, or a variation distinct from the parameters' names.
fn reply_beside(all: &[&Slots]) -> String {
    let slots = all.iter().flat_map(|slots| slots.iter());
    let idents: Vec<&str> = slots.map(|s| s.ident.as_str()).collect();
    Scope::reserving(&idents).take("reply".to_owned())
}

/// Writes the method for results that live only until they are encoded. Since only `reply` can create a
/// `Replied`, it is called exactly once.
fn write_replying(out: &mut String, operation: &OperationView, name: &str) {
    let ident = &operation.names.ident;
    doc::line(
        out,
        &format!(
            "To be written instead of `{ident}` where results are not the server's own: a guard's, an `Arc`'s."
        ),
    );
    let reply = reply_beside(&[&operation.inputs, &operation.outputs]);
    if operation.inputs.len() > 4 {
        out.push_str(
            "#[allow(clippy::too_many_arguments, reason = \"the definition's parameters\")]",
        );
    }
    let _ = write!(out, "fn {name}<Replied>(&self, call: &stub::Context<'_>");
    for slot in operation.inputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned("'_"));
    }
    let arguments = operation.inputs.iter().map(|s| format!(", {}", s.ident));
    let _ = writeln!(
        out,
        ", {reply}: impl FnOnce({}) -> Replied) -> Result<Replied, stub::Fault>
        where Self: Sized {{
            self.{ident}(call{}).map(|{}| {reply}({}))
        }}",
        operation.lent(),
        arguments.collect::<String>(),
        streams::pattern(operation),
        lent(operation),
    );
}

/// An expression for results as sent, from variables named like the fields.
fn lent(operation: &OperationView) -> String {
    let results = operation.outputs.iter();
    one_or_all(results.map(|s| s.place.lent(&s.ident)).collect())
}

fn write_service(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
    contexts: Option<&str>,
) {
    let model = names.model(plan);
    let rust = &names.rust;
    doc::line(
        out,
        &format!(
            "Serves `{}` with an object that implements [`{rust}`].",
            model.name
        ),
    );
    let (streaming, plain): (Vec<_>, Vec<_>) =
        operations.iter().partition(|o| o.model.streams.any());
    let (operation, call) = match plain.is_empty() {
        true => ("_operation", "_call"),
        false => ("operation", "call"),
    };
    let _ = write!(
        out,
        "pub struct {rust}Server<T>(pub T);
        impl<T: {rust}> stub::Service for {rust}Server<T> {{
            {}
            fn dispatch(
                &self, {operation}: u32, {call}: &mut stub::Dispatch<'_>,
            ) -> stub::Outcome {{",
        identity(plan, names)
    );
    let none = "stub::Outcome::Fault(stub::Fault::NoSuchOperation)";
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
        write_streams_of(out, &streaming);
        write_open(out, &streaming);
    }
    write_facts(out, operations, contexts);
    out.push_str("}\n");
}

/// Writes what a service says of its operations beside their names.
pub(super) fn write_facts(out: &mut String, operations: &[OperationView], contexts: Option<&str>) {
    if operations.iter().any(|o| !o.model.raises.is_empty()) {
        out.push_str("fn raises(&self) -> bool { true }");
    }
    if contexts.is_some() {
        out.push_str(
            "fn context_operations(&self) -> Vec<u32> { self.0.context_operations() }
            fn association_ended(&self, association: u64) {
                self.0.association_ended(association);
            }",
        );
    }
}

/// Writes the list of streaming operations.
pub(super) fn write_streams_of(out: &mut String, operations: &[&OperationView]) {
    out.push_str("fn streams_of(&self, operation: u32) -> stub::Streams { match operation {");
    for operation in operations {
        let Streams { request, reply } = operation.model.streams;
        let number = operation.model.number;
        let _ = write!(
            out,
            "{number} => stub::Streams {{ request: {request}, reply: {reply} }},"
        );
    }
    out.push_str("_ => stub::Streams::NONE, } }");
}

/// Writes how calls of streaming operations are opened.
fn write_open(out: &mut String, operations: &[&OperationView]) {
    out.push_str(
        "fn open(
            &self, operation: u32, call: &stub::Dispatch<'_>,
        ) -> Result<Box<dyn stub::Stream>, stub::Fault> { match operation {",
    );
    for operation in operations {
        streams::write_opening(out, operation);
    }
    out.push_str("_ => Err(stub::Fault::NoSuchOperation), } }");
}

/// Writes the text of the definition, which all of its servers offer.
pub(super) fn write_definition(out: &mut String, name: &str, described: &[(String, String)]) {
    let _ = writeln!(
        out,
        "static {name}: stub::DefinitionText = stub::DefinitionText::of(&{described:?});"
    );
}

/// The methods of a service that name its interface, and describe it if there is a text.
pub(super) fn identity(plan: &Plan, names: &InterfacePlan) -> String {
    let (constant, name) = (&names.constant, &names.model(plan).name);
    let type_ids = names.type_ids.iter();
    let type_ids =
        type_ids.map(|ids| format!("fn type_ids(&self) -> Vec<&str> {{ {ids}.to_vec() }}"));
    let definition = plan.definition.iter().map(|text| {
        format!(
            "fn definition(&self) -> Option<stub::DynamicInterface> {{ {text}.interface({name:?}) }}"
        )
    });
    format!(
        "fn interface(&self) -> stub::InterfaceId<'_> {{ {constant}.id }}
        fn operations(&self) -> Vec<(&str, u32)> {{ {constant}.names() }}
        fn elements(&self) -> stub::Elements<'_> {{ {constant}.elements() }}
        {}{}",
        type_ids.collect::<String>(),
        definition.collect::<String>()
    )
}

fn write_arm(out: &mut String, plan: &Plan, operation: &OperationView) {
    let (ident, called) = (&operation.names.ident, &operation.names.constant);
    let input = operation.record("In", "'_");
    let (bound, arguments) = (bound(operation), arguments(operation));
    let apply = |method: &str| format!("self.0.{method}(context{arguments}");
    if let Some(replying) = operation.replying() {
        let (pattern, made) = (
            streams::pattern(operation),
            streams::made(operation, "Reply"),
        );
        let rooms = rooms(operation);
        let reply = reply_beside(&[&operation.outputs]);
        let _ = writeln!(
            out,
            "{} => call.serve_replying(&{called}, |context, {bound}: {input}, {reply}| {{
                {rooms}
                {}, |{pattern}| {reply}.finish(&{made}))
            }}),",
            operation.model.number,
            apply(&replying),
        );
        return;
    }
    let apply = apply(ident) + ")";
    if let Some(raising) = RaisingView::of(operation, plan) {
        return raising.write_arm(out, &apply, &format!("{bound}: {input}"));
    }
    let body = match operation.outputs.is_empty() {
        true => apply,
        false => {
            let (pattern, made) = (streams::pattern(operation), streams::made(operation, "Out"));
            format!("{{ let {pattern} = {apply}?; Ok({made}) }}")
        }
    };
    let _ = writeln!(
        out,
        "{} => call.serve(&{called}, |context, {bound}: {input}| {body}),",
        operation.model.number
    );
}

/// What the arguments of a call are bound to.
pub(super) fn bound(operation: &OperationView) -> &'static str {
    match operation.inputs.is_empty() {
        true => "()",
        false => "input",
    }
}

/// They as the rest of the arguments of the application's method.
pub(super) fn arguments(operation: &OperationView) -> String {
    let inputs = operation.inputs.iter();
    inputs.map(|s| format!(", input.{}", s.ident)).collect()
}

/// A statement for the capacities of the reply, evaluated before the application consumes the
/// arguments.
pub(super) fn rooms(operation: &OperationView) -> String {
    match operation.needs_request() {
        true => format!("let room = [{}];", operation.rooms().join(", ")),
        false => String::new(),
    }
}
