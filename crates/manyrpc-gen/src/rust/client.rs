//! The client of an interface: one method per operation.

use std::fmt::Write;

use manyrpc_model::{Annotations, Interface, Operation};

use super::operation::{InterfacePlan, OperationView, one_or_all};
use super::raising::RaisingView;
use super::types::Giving;
use super::{doc, raising, streams};
use crate::plan::Plan;

/// `XClient`.
pub(super) fn write(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
) {
    let model = names.model(plan);
    let (rust, constant) = (&names.rust, &names.constant);
    let name = &model.name;
    doc::line(out, &format!("A client of `{name}`."));
    let _ = write!(
        out,
        "pub struct {rust}Client {{ client: stub::Client }}
        impl {rust}Client {{
            /// Opens a client of the server that `binding` names; without a port in
            /// it, the registry there is asked.
            ///
            /// # Errors
            /// The binding is not one, or the server or its registry cannot be reached.
            pub fn open(binding: &str) -> Result<Self, stub::Error> {{
                stub::Client::open_for(binding, {constant}.id).map(Self::new)
            }}
            /// Speaks through a client that is open.
            pub fn new(client: stub::Client) -> Self {{ Self {{ client }} }}
            /// The client underneath: its time-outs and the like.
            pub fn client(&mut self) -> &mut stub::Client {{ &mut self.client }}"
    );
    for operation in operations.iter().filter(|o| has_code(model, o.model)) {
        match operation.model.streams.any() {
            true => streams::write_method(out, constant, operation),
            false => write_method(out, plan, constant, operation),
        }
    }
    out.push_str("}\n");
    write_stub(out, names, "", "Client");
    for operation in operations.iter().filter(|o| o.model.streams.any()) {
        streams::write_call(out, operation);
    }
}

/// Writes what references are narrowed by. `kind` is empty, or that of futures.
pub(super) fn write_stub(out: &mut String, names: &InterfacePlan, kind: &str, client: &str) {
    let (rust, constant) = (&names.rust, &names.constant);
    let ids = names.type_ids.iter();
    let ids = ids.map(|ids| format!("const TYPE_IDS: &'static [&'static str] = &{ids};"));
    let _ = write!(
        out,
        "impl stub::{kind}Stub for {kind}{rust}Client {{
            const INTERFACE: &'static stub::InterfaceMeta = &{constant};
            {}
            fn over(client: stub::{client}) -> Self {{ Self::new(client) }}
        }}",
        ids.collect::<String>()
    );
}

/// C706 section 4.3.7: the client stub of an operation may be omitted, the server's may not; the
/// operation's attribute takes precedence over the interface's.
pub(super) fn has_code(interface: &Interface, operation: &Operation) -> bool {
    let without = |of: &Annotations| of.contains_key("dce.nocode");
    let with = operation.annotations.contains_key("dce.code");
    !without(&operation.annotations) && (with || !without(&interface.annotations))
}

fn write_method(out: &mut String, plan: &Plan, constant: &str, operation: &OperationView) {
    write_head(out, plan, operation, "pub fn", "&mut self", Giving::Lent);
    let invoke = invoke(constant, operation);
    match RaisingView::of(operation, plan).filter(|_| operation.replies()) {
        Some(raising) => raising.write_ended(out, &invoke, Giving::Lent),
        None => write_results(out, plan, operation, &invoke, Giving::Lent),
    }
    out.push_str("}\n");
}

/// Writes a method up to its body.
pub(super) fn write_head(
    out: &mut String,
    plan: &Plan,
    operation: &OperationView,
    qualified: &str,
    me: &str,
    giving: Giving,
) {
    write_doc(out, operation);
    let model = operation.model;
    if !model.raises.is_empty() {
        out.push_str(raising::LARGE);
    }
    if operation.inputs.len() > 6 {
        out.push_str(
            "#[allow(clippy::too_many_arguments, reason = \"the definition's parameters\")]",
        );
    }
    let _ = write!(out, "{qualified} {}({me}", operation.names.ident);
    arguments(out, operation);
    let raising = RaisingView::of(operation, plan).filter(|_| operation.replies());
    let error = raising.map_or("stub::CallError".to_owned(), |raising| raising.error());
    let result = operation.client_result(giving.lifetime());
    let _ = write!(out, ") -> Result<{result}, {error}> {{");
}

/// Writes the documentation of an operation's method.
pub(super) fn write_doc(out: &mut String, operation: &OperationView) {
    let model = operation.model;
    doc::write(out, &model.doc, || {
        format!("Operation {}, `{}`.", model.number, model.name)
    });
}

/// Writes the arguments of an operation as parameters.
pub(super) fn arguments(out: &mut String, operation: &OperationView) {
    for slot in operation.inputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.argument("'_"));
    }
}

/// An expression for the call of an operation.
pub(super) fn invoke(constant: &str, operation: &OperationView) -> String {
    let way = match (operation.replies(), operation.model.raises.is_empty()) {
        (false, _) => "invoke_oneway",
        (true, false) => "invoke_raising",
        (true, true) => "invoke",
    };
    let (called, arguments) = (&operation.names.constant, streams::made(operation, "Args"));
    format!("self.client.{way}(&{constant}, &{called}, &{arguments})")
}

/// Writes the rest of a method's body: what the call `came` to.
pub(super) fn write_results(
    out: &mut String,
    plan: &Plan,
    operation: &OperationView,
    came: &str,
    giving: Giving,
) {
    let output = operation.record("Out", "'_");
    let done = write_turn(out, &operation.contexts(plan));
    let outputs = operation.fields("output", giving);
    let _ = match (operation.catches(), &outputs[..]) {
        (None, []) => write!(out, "{came}"),
        (None, _) => write!(
            out,
            "let output: {output} = {came}?; {done} Ok({})",
            one_or_all(outputs)
        ),
        (Some(catches), _) => {
            let bound = if outputs.is_empty() { "()" } else { "output" };
            let done = match done.is_empty() {
                true => done,
                false => format!("if status.is_ok() {{ {done} }}"),
            };
            let given = one_or_all(operation.given(outputs));
            write!(
                out,
                "let ({bound}, status): ({output}, _) = {catches}({came})?; {done} Ok({given})"
            )
        }
    };
}

/// Writes the tracking of context handles before the call; returns the text to write after it.
fn write_turn(out: &mut String, (got, given): &(Vec<String>, Vec<String>)) -> String {
    if got.is_empty() {
        return String::new();
    }
    out.push_str("let turn = self.client.contexts().turn()");
    for ident in given {
        let _ = write!(out, ".given(&{ident})");
    }
    out.push(';');
    let got = got.iter().map(|ident| format!(".got(&output.{ident})"));
    format!("turn{}.done();", got.collect::<String>())
}
