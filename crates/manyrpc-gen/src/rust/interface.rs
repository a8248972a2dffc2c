//! All that is written for an interface: constants, records of parameters, client and server.

use std::fmt::Write;

use manyrpc_codec::InterfaceId;
use manyrpc_dynamic::identity;

use super::operation::{InterfacePlan, OperationPlan, OperationView};
use super::raising::RaisingView;
use super::{Options, client, doc, metadata, server};
use crate::plan::Plan;

impl InterfacePlan {
    /// Constants, records of parameters, client and server.
    pub(super) fn write(&self, out: &mut String, plan: &Plan, options: &Options) {
        plan.says_stub.set(true);
        let views = self.views(plan);
        if options.records_only {
            self.write_identity(out, plan);
            views.iter().for_each(|view| view.write_both_records(out));
            return;
        }
        self.write_constants(out, plan, &views);
        for view in &views {
            view.write_records(out, options);
            if let Some(raising) = RaisingView::of(view, plan) {
                raising.write_error(out);
                if options.clients {
                    raising.write_raised(out);
                }
                if options.servers {
                    raising.write_end(out);
                }
            }
        }
        if options.clients {
            client::write(out, plan, self, &views);
        }
        if options.servers {
            server::write(out, plan, self, &views);
        }
    }

    fn write_constants(&self, out: &mut String, plan: &Plan, views: &[OperationView]) {
        let model = self.model(plan);
        let (name, constant) = (&model.name, &self.constant);
        let InterfaceId {
            full_name,
            program,
            version,
            uuid,
            minor,
            ..
        } = identity::id(model);
        let uuid = printed(uuid);
        let names: Vec<String> = views.iter().map(OperationView::meta).collect();
        doc::line(
            out,
            &format!("What names interface `{name}`, and its operations."),
        );
        let _ = write!(
            out,
            "pub static {constant}: stub::InterfaceMeta = stub::InterfaceMeta {{
                id: stub::InterfaceId {{
                    name: {name:?},
                    full_name: {full_name:?},
                    program: {program:#x},
                    uuid: {uuid}_u128.to_be_bytes(),
                    version: {version},
                    minor: {minor},
                }},
                operations: &[{}],
            }};",
            names.join(","),
        );
        if let Some(type_ids) = &self.type_ids {
            let ids = self.type_ids(plan);
            doc::line(
                out,
                &format!(
                    "The types of objects of `{name}`: its own, and those that it inherits from."
                ),
            );
            let _ = write!(
                out,
                "pub static {type_ids}: [&str; {}] = {ids:?};",
                ids.len()
            );
        }
        for view in views {
            view.write_constant(out, plan);
        }
    }

    /// Writes the interface's identity as plain constants, for text without interface metadata.
    fn write_identity(&self, out: &mut String, plan: &Plan) {
        let (model, constant) = (self.model(plan), &self.constant);
        let id = identity::id(model);
        let (name, uuid, major, minor) = (id.name, printed(id.uuid), id.major(), id.minor);
        doc::line(
            out,
            &format!("The UUID of interface `{name}`, in printed order."),
        );
        let _ = writeln!(
            out,
            "pub const {constant}_UUID: [u8; 16] = {uuid}_u128.to_be_bytes();"
        );
        doc::line(
            out,
            &format!("The version of interface `{name}`, major and minor."),
        );
        let _ = writeln!(
            out,
            "pub const {constant}_VERSION: (u16, u16) = ({major}, {minor});"
        );
    }
}

impl OperationView<'_> {
    fn write_constant(&self, out: &mut String, plan: &Plan) {
        let OperationPlan {
            constant,
            input,
            output,
            ..
        } = self.names;
        metadata::fields(out, input, &self.lowered.input.meta);
        metadata::fields(out, output, &self.lowered.output.meta);
        let input = metadata::record(input, &self.lowered.input.meta);
        let output = metadata::record(output, &self.lowered.output.meta);
        let (name, number) = (&self.model.name, self.model.number);
        let operation = format!(
            "stub::OperationMeta {{
                name: {name:?},
                number: {number},
                input: &{input},
                output: &{output},
                semantics: stub::Semantics::{:?},
            }}",
            self.model.semantics,
        );
        if let Some(raising) = RaisingView::of(self, plan) {
            return raising.write_constant(out, &operation);
        }
        doc::line(out, &format!("What operation `{name}` takes and gives."));
        let _ = write!(
            out,
            "pub static {constant}: stub::OperationMeta = {operation};"
        );
    }
}

/// The digits of a UUID in the usual groups.
fn printed(uuid: [u8; 16]) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(uuid));
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    format!("0x{}", groups.join("_"))
}
