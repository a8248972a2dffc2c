//! What stubs have for programs on a runtime: clients whose calls are futures, and servers whose
//! results are; and how types share the memory of what such clients receive.
//!
//! All of it stands at the end of the text inside a macro of the facade, which is empty without the
//! feature `tokio`: so the text compiles with and without it, and does not name a runtime.

mod client;
mod server;
mod streams;

use super::Options;
use super::operation::InterfacePlan;
use crate::plan::Plan;

/// Clients and servers of all interfaces; empty if none are wanted.
pub(super) fn write(plan: &Plan, interfaces: &[InterfacePlan], options: &Options) -> String {
    let mut out = String::new();
    if options.records_only {
        return out;
    }
    for id in plan.lowered.used().filter(|id| plan.type_shares(*id)) {
        super::write_into_shared(&mut out, plan, id);
    }
    for interface in interfaces {
        let views = interface.views(plan);
        if options.clients {
            client::write(&mut out, plan, interface, &views);
        }
        if options.servers {
            server::write(&mut out, plan, interface, &views);
        }
    }
    out
}

/// Formatted text as the content of the macro.
pub(super) fn within_macro(text: &str) -> String {
    let lines = text.trim().lines().map(|line| match line {
        "" => "\n".to_owned(),
        line => format!("    {line}\n"),
    });
    format!("\nstub::if_tokio! {{\n{}}}\n", lines.collect::<String>())
}
