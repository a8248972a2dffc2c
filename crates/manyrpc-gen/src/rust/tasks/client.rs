//! The client whose calls are futures.

use std::fmt::Write;

use super::streams;
use crate::plan::Plan;
use crate::rust::client::{has_code, invoke, write_head, write_results, write_stub};
use crate::rust::doc;
use crate::rust::fixed::ASYNC;
use crate::rust::operation::{InterfacePlan, OperationView};
use crate::rust::raising::RaisingView;
use crate::rust::types::Giving;

/// `AsyncXClient`.
pub(super) fn write(
    out: &mut String,
    plan: &Plan,
    names: &InterfacePlan,
    operations: &[OperationView],
) {
    let model = names.model(plan);
    let (rust, constant) = (&names.rust, &names.constant);
    doc::line(
        out,
        &format!(
            "A client of `{}` whose calls are futures. Clones share its connections.",
            model.name
        ),
    );
    let _ = write!(
        out,
        "#[derive(Clone)]
        pub struct {ASYNC}{rust}Client {{ client: stub::AsyncClient }}
        impl {ASYNC}{rust}Client {{
            /// Opens a client of the server that `binding` names; without a port in
            /// it, the registry there is asked.
            ///
            /// # Errors
            /// The binding is not one, or the server or its registry cannot be reached.
            pub async fn open(binding: &str) -> Result<Self, stub::Error> {{
                stub::AsyncClient::open_for(binding, {constant}.id).await.map(Self::new)
            }}
            /// Speaks through a client that is open.
            pub fn new(client: stub::AsyncClient) -> Self {{ Self {{ client }} }}
            /// The client underneath: its time-outs and the like.
            pub fn client(&self) -> &stub::AsyncClient {{ &self.client }}"
    );
    for operation in operations.iter().filter(|o| has_code(model, o.model)) {
        match operation.model.streams.any() {
            true => streams::write_method(out, constant, operation),
            false => write_method(out, plan, constant, operation),
        }
    }
    out.push_str("}\n");
    write_stub(out, names, ASYNC, "AsyncClient");
}

fn write_method(out: &mut String, plan: &Plan, constant: &str, operation: &OperationView) {
    let raising = RaisingView::of(operation, plan);
    let giving = match raising.as_ref().is_some_and(RaisingView::shares) {
        true => Giving::Shared,
        false => operation.kept(),
    };
    write_head(out, plan, operation, "pub async fn", "&self", giving);
    let (invoke, called) = (invoke(constant, operation), &operation.names.constant);
    if !operation.replies() {
        let came = format!("{invoke}.await");
        write_results(out, plan, operation, &came, giving);
    } else if let Some(raising) = raising {
        let _ = write!(out, "let mut end = {invoke}.await?;");
        write_memory(out, giving, "end.memory()");
        raising.write_ended(out, &format!("end.ended(&{called})"), giving);
    } else if operation.catches().is_none() {
        let _ = write!(out, "let mut reply = {invoke}.await?;");
        write_memory(out, giving, "reply.memory()");
        let came = format!("reply.results(&{called})");
        write_results(out, plan, operation, &came, giving);
    } else {
        let _ = write!(out, "let mut reply = {invoke}.await;");
        let memory = "reply.as_mut().map(|reply| reply.memory()).unwrap_or_default()";
        write_memory(out, giving, memory);
        let came = format!(
            "reply.as_mut().map_err(|error| error.clone()).and_then(|reply| reply.results(&{called}))"
        );
        write_results(out, plan, operation, &came, giving);
    }
    out.push_str("}\n");
}

/// Writes a variable for the memory that large results share.
fn write_memory(out: &mut String, giving: Giving, memory: &str) {
    if giving == Giving::Shared {
        let _ = write!(out, "let memory = &{memory};");
    }
}
