//! Interfaces: their names, and the two records of every operation.

use std::fmt::Write;

use manyrpc_dynamic::Members;
use manyrpc_dynamic::contexts;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_model::{Interface, Operation, Semantics};

use super::record::{self, Slots};
use super::types::Giving;
use super::{Options, doc, fixed, metadata};
use crate::name::{self, Scope};
use crate::plan::Plan;

/// The documentation of a reply's additional field.
const ROOM: &str = "How much room the request gives to what says so, in order.";

/// Names of one interface in the generated text.
pub(super) struct InterfacePlan {
    index: usize,
    /// The trait's name, from which client and server are derived.
    pub(super) rust: String,
    /// The static with its metadata.
    pub(super) constant: String,
    /// The static with its type identifiers, if they do not follow from its name.
    pub(super) type_ids: Option<String>,
    /// Names of its operations, in order.
    pub(super) operations: Vec<OperationPlan>,
}

/// Names of one operation in the generated text.
pub(super) struct OperationPlan {
    /// The method's name.
    pub(super) ident: String,
    /// The static with its metadata.
    pub(super) constant: String,
    /// The prefix of its records' statics.
    pub(super) input: String,
    pub(super) output: String,
    /// The same for the union of results and exceptions; empty without exceptions.
    pub(super) result: String,
    /// The prefix of its records of parameters.
    pub(super) rust: String,
}

/// The names of the records of an operation's parameters in text generated with
/// [`records_only`](Options::records_only): paths below the stub's module.
#[derive(Clone, Debug)]
pub struct OperationRecords {
    /// The operation's number.
    pub number: u32,
    /// The type of the arguments, with `<'_>` if it borrows; `()` if there are none.
    pub input: String,
    /// The static with its metadata.
    pub input_meta: String,
    /// The type of the results, with `<'_>` if it borrows; `()` if there are none.
    pub output: String,
    /// The static with its metadata.
    pub output_meta: String,
    /// The type that a server sends, built by its function `to` from a request and results, if the
    /// request gives the capacity of results; otherwise the results' type is sent.
    pub reply: Option<String>,
}

/// One operation: its definition, its lowering, and its names.
pub(super) struct OperationView<'p> {
    pub(super) model: &'p Operation,
    pub(super) lowered: &'p LoweredOperation,
    pub(super) names: &'p OperationPlan,
    /// The arguments.
    pub(super) inputs: Slots<'p>,
    /// The results.
    pub(super) outputs: Slots<'p>,
}

/// Names for every interface, distinct from those of types and constants.
pub(super) fn plan(plan: &mut Plan) -> Vec<InterfacePlan> {
    let module = plan.module;
    let interfaces = module.interfaces.iter().enumerate();
    interfaces
        .map(|(index, interface)| plan_interface(plan, index, interface))
        .collect()
}

fn plan_interface(plan: &mut Plan, index: usize, interface: &Interface) -> InterfacePlan {
    let wanted = name::camel(&interface.name);
    let (begin, endings) = (&[fixed::ASYNC], &["Client", "Server"]);
    let rust = plan.type_names.take_within(wanted, begin, endings);
    let constant = plan.new_statics(&name::screaming(&interface.name));
    let mut methods = Scope::reserving(&[
        "association_ended",
        "client",
        "context_operations",
        "new",
        "open",
    ]);
    let operations = interface.operations.iter().map(|operation| {
        let ident = methods.take_with(name::snake(&operation.name), &[fixed::REPLYING]);
        let stem = format!("{constant}_{}", name::unescape(&ident).to_ascii_uppercase());
        let constant = plan.new_statics(&stem);
        let wanted = format!("{rust}{}", name::camel(&operation.name));
        let records: &[&str] = &["In", "Args", "Out", "Reply"];
        let endings = match (operation.streams.any(), operation.raises.is_empty()) {
            (true, _) => [records, &fixed::STREAM_ENDINGS].concat(),
            (false, true) => records.to_vec(),
            (false, false) => [records, &[fixed::ERROR_ENDING]].concat(),
        };
        OperationPlan {
            ident,
            input: plan.new_statics(&format!("{constant}_IN")),
            output: plan.new_statics(&format!("{constant}_OUT")),
            result: match operation.raises.is_empty() {
                true => String::new(),
                false => plan.new_statics(&format!("{constant}_RESULT")),
            },
            constant,
            rust: plan.type_names.take_with(wanted, &endings),
        }
    });
    let operations = operations.collect();
    let has_type_ids = plan.type_ids.get(index).is_some_and(|ids| !ids.is_empty());
    let type_ids = has_type_ids.then(|| plan.new_statics(&format!("{constant}_TYPE_IDS")));
    InterfacePlan {
        type_ids,
        index,
        rust,
        constant,
        operations,
    }
}

impl InterfacePlan {
    /// Its definition.
    pub(super) fn model<'p>(&self, plan: &Plan<'p>) -> &'p Interface {
        &plan.module.interfaces[self.index]
    }

    /// Its type identifiers, where they do not follow from its name.
    pub(super) fn type_ids<'p>(&self, plan: &'p Plan) -> &'p [String] {
        &plan.type_ids[self.index]
    }

    /// Its operations. No language specifies the capacity of streamed replies.
    pub(super) fn views<'p>(&'p self, plan: &'p Plan) -> Vec<OperationView<'p>> {
        let model = self.model(plan).operations.iter();
        let lowered = &plan.lowered.interfaces[self.index].operations;
        let all = model.zip(lowered).zip(&self.operations);
        let all = all.filter(|((model, lowered), _)| {
            !model.streams.any() || !lowered.output.needs_request()
        });
        let views = all.map(|((model, lowered), names)| OperationView {
            model,
            lowered,
            names,
            inputs: Slots::new(plan, &lowered.input, &["self", "call", "turn"]),
            outputs: match lowered.output.needs_request() {
                true => Slots::new(plan, &lowered.output, &["room"]),
                false => Slots::new(plan, &lowered.output, &[]),
            },
        });
        views.collect()
    }
}

impl OperationView<'_> {
    /// Expressions for the results, which are fields of `me`, as a client's method gives them.
    pub(super) fn fields(&self, me: &str, giving: Giving) -> Vec<String> {
        let outputs = self.outputs.iter();
        let given = outputs.map(|slot| slot.place.given(&format!("{me}.{}", slot.ident), giving));
        given.collect()
    }

    /// Whether the caller waits for a reply.
    pub(super) fn replies(&self) -> bool {
        self.model.semantics != Semantics::Maybe
    }

    /// Whether the results have a lifetime.
    pub(super) fn output_borrows(&self) -> bool {
        self.outputs.iter().any(|slot| slot.place.borrows())
    }

    /// The type of the results: `()`, the single one, or a tuple.
    pub(super) fn result(&self, lifetime: &str) -> String {
        let types = self.outputs.iter().map(|slot| slot.place.owned(lifetime));
        one_or_all(types.collect())
    }

    /// The type of the arguments, likewise.
    pub(super) fn request(&self, lifetime: &str) -> String {
        let types = self.inputs.iter().map(|slot| slot.place.owned(lifetime));
        one_or_all(types.collect())
    }

    /// The name of the server's method that passes its results by reference, if results can be borrowed.
    pub(super) fn replying(&self) -> Option<String> {
        let ident = name::unescape(&self.names.ident);
        self.lends().then(|| format!("{ident}{}", fixed::REPLYING))
    }

    /// Whether a server can send borrowed results.
    fn lends(&self) -> bool {
        let mut outputs = self.outputs.iter();
        let several = self.model.streams.any();
        // With exceptions the results are in a union, which owns them.
        !several
            && self.model.raises.is_empty()
            && outputs.any(|slot| slot.place.argument_borrows())
    }

    /// The type of borrowed results.
    pub(super) fn lent(&self) -> String {
        let types = self.outputs.iter().map(|slot| slot.place.argument("'_"));
        one_or_all(types.collect())
    }

    /// The name of one of its records with its lifetime; `()` if it would be empty.
    pub(super) fn record(&self, ending: &str, lifetime: &str) -> String {
        let slots = match ending {
            "Out" | "Reply" => &self.outputs,
            _ => &self.inputs,
        };
        let borrows = slots.iter().any(|slot| match ending {
            "Args" | "Reply" => slot.place.argument_borrows(),
            _ => slot.place.borrows(),
        });
        match (slots.is_empty(), borrows) {
            (true, _) => "()".to_owned(),
            (_, true) => format!("{}{ending}<{lifetime}>", self.names.rust),
            (_, false) => format!("{}{ending}", self.names.rust),
        }
    }

    /// An expression for its metadata.
    pub(super) fn meta(&self) -> String {
        match self.model.raises.is_empty() {
            true => format!("&{}", self.names.constant),
            false => format!("&{}.operation", self.names.constant),
        }
    }

    /// Whether it has context handles.
    pub(super) fn has_contexts(&self, plan: &Plan) -> bool {
        contexts::of_operation(plan.module, self.lowered)
    }

    /// The parameters with context handles: fields of the results, and in-out parameters.
    pub(super) fn contexts(&self, plan: &Plan) -> (Vec<String>, Vec<String>) {
        let output = &self.lowered.output;
        let idents = |members: &Members, slots: &Slots, wanted: &dyn Fn(&str) -> bool| {
            let places = members.iter().zip(slots.iter());
            let held = places
                .filter(|((field, shape), _)| plan.holds_context(shape) && wanted(&field.name));
            held.map(|(_, slot)| slot.ident.clone()).collect()
        };
        let back = |name: &str| output.iter().any(|(field, _)| field.name == name);
        (
            idents(output, &self.outputs, &|_| true),
            idents(&self.lowered.input, &self.inputs, &back),
        )
    }

    /// Whether the request determines the capacity of the reply.
    pub(super) fn needs_request(&self) -> bool {
        self.lowered.output.needs_request()
    }

    /// Expressions for the capacities of the reply, from the request.
    pub(super) fn rooms(&self) -> Vec<String> {
        let rooms = self.outputs.by_request().into_iter();
        let room = |amount| self.inputs.amount(&self.names.input, "input", amount);
        rooms.map(room).collect()
    }

    /// Writes the records of parameters of both directions, for sending and receiving.
    pub(super) fn write_both_records(&self, out: &mut String) {
        let OperationPlan {
            constant,
            input,
            output,
            ..
        } = self.names;
        let name = &self.model.name;
        doc::line(out, &format!("The number of operation `{name}`."));
        let _ = writeln!(out, "pub const {constant}: u32 = {};", self.model.number);
        let lowered = [&self.lowered.input.meta, &self.lowered.output.meta];
        let sides = [("In", input, &self.inputs), ("Out", output, &self.outputs)];
        for (meta, (ending, statics, slots)) in lowered.into_iter().zip(sides) {
            metadata::fields(out, statics, meta);
            let what = if ending == "In" { "takes" } else { "gives" };
            doc::line(out, &format!("What operation `{name}` {what}."));
            let record = metadata::record(statics, meta);
            let _ = writeln!(out, "pub static {statics}: stub::Record = {record};");
            if slots.is_empty() {
                continue;
            }
            self.write_struct(out, ending, slots, true, true);
            if ending == "Out" && self.needs_request() {
                self.write_reply(out);
                self.write_answer(out);
            } else {
                record::write_fields(out, &self.record(ending, "'_"), statics, "self", slots);
            }
            record::write_slots(out, &self.record(ending, "'de"), statics, slots);
        }
    }

    pub(super) fn write_records(&self, out: &mut String, options: &Options) {
        let (input, output) = (&self.names.input, &self.names.output);
        if options.clients && !self.inputs.is_empty() {
            self.write_struct(out, "Args", &self.inputs, false, true);
            record::write_fields(out, &self.record("Args", "'_"), input, "self", &self.inputs);
        }
        if options.servers && !self.inputs.is_empty() {
            self.write_struct(out, "In", &self.inputs, true, false);
            record::write_slots(out, &self.record("In", "'de"), input, &self.inputs);
        }
        let (received, lends) = (options.clients && self.replies(), self.lends());
        let sent = options.servers && !lends;
        if self.outputs.is_empty() {
            return;
        }
        if received || sent {
            self.write_struct(out, "Out", &self.outputs, received, true);
        }
        if sent {
            let name = self.record("Out", "'_");
            record::write_fields(out, &name, output, "self", &self.outputs);
        }
        if received {
            record::write_slots(out, &self.record("Out", "'de"), output, &self.outputs);
        }
        if options.servers && lends {
            self.write_struct(out, "Reply", &self.outputs, false, true);
            let name = self.record("Reply", "'_");
            record::write_fields(out, &name, output, "self", &self.outputs);
        }
    }

    /// Writes the record of owned results with the capacities from the request.
    fn write_reply(&self, out: &mut String) {
        let name = &self.model.name;
        doc::line(out, &format!("What a server answers to `{name}`."));
        let reply = |lifetime: &str| self.owned_reply(lifetime);
        let _ = write!(
            out,
            "pub struct {} {{
                /// The results.
                pub out: {},
                /// {ROOM}
                pub room: [Option<u32>; {}],
            }}",
            reply("'a"),
            self.record("Out", "'a"),
            self.outputs.by_request().len(),
        );
        let statics = &self.names.output;
        record::write_fields(out, &reply("'_"), statics, "self.out", &self.outputs);
    }

    /// The name of that record with its lifetime.
    fn owned_reply(&self, lifetime: &str) -> String {
        let rust = &self.names.rust;
        let out = self.record("Out", lifetime);
        out.replacen(&format!("{rust}Out"), &format!("{rust}Reply"), 1)
    }

    /// Writes the conversion of results to a reply, for text with only records.
    fn write_answer(&self, out: &mut String) {
        let reply = self.owned_reply("'a");
        let lifetime = if reply.ends_with("<'a>") { "<'a>" } else { "" };
        let _ = write!(
            out,
            "impl{lifetime} {reply} {{
                /// The results, in answer to a request.
                pub fn to(input: &{}, out: {}) -> Self {{
                    let room = [{}];
                    Self {{ out, room }}
                }}
            }}",
            self.record("In", "'_"),
            self.record("Out", "'a"),
            self.rooms().join(", "),
        );
    }

    /// The names of its records in text with only records.
    pub(super) fn records(&self) -> OperationRecords {
        let reply = self.needs_request().then(|| self.owned_reply(""));
        let bare = |name: String| name.split('<').next().unwrap_or_default().to_owned();
        OperationRecords {
            number: self.model.number,
            input: self.record("In", "'_"),
            input_meta: self.names.input.clone(),
            output: self.record("Out", "'_"),
            output_meta: self.names.output.clone(),
            reply: reply.map(bare),
        }
    }

    /// Writes a struct, with `Default` if it is to be filled. Clients' structs are public, for calls in
    /// flight and broadcasts.
    fn write_struct(
        &self,
        out: &mut String,
        ending: &str,
        slots: &Slots,
        default: bool,
        public: bool,
    ) {
        let name = &self.model.name;
        if public {
            doc::line(
                out,
                &match ending {
                    "Args" | "In" => format!("What a call of `{name}` takes."),
                    "Reply" => format!("What a server answers to a call of `{name}`."),
                    _ => format!("What a call of `{name}` gives."),
                },
            );
        }
        let derived = default && slots.iter().all(|slot| !slot.place.lacks_default());
        out.push_str(match (public, derived) {
            (true, true) => "#[derive(Clone, Debug, Default)]",
            (true, false) => "#[derive(Clone, Debug)]",
            (false, true) => "#[derive(Default)]",
            (false, false) => "",
        });
        let visible = if public { "pub " } else { "" };
        let _ = write!(out, "{visible}struct {} {{", self.record(ending, "'a"));
        for slot in slots.iter() {
            let ty = match ending {
                "Args" | "Reply" => slot.place.argument("'a"),
                _ => slot.place.owned("'a"),
            };
            if public {
                doc::line(out, &slot.place.description("Parameter"));
            }
            let _ = writeln!(out, "{visible}{}: {ty},", slot.ident);
        }
        if ending == "Reply" && self.needs_request() {
            let rooms = self.outputs.by_request().len();
            doc::line(out, ROOM);
            let _ = writeln!(out, "pub room: [Option<u32>; {rooms}],");
        }
        out.push_str("}\n");
        if default && !derived {
            record::write_default(out, &self.record(ending, "'_"), slots);
        }
    }
}

/// Combines types or values: `()`, the single one, or a tuple.
pub(super) fn one_or_all(parts: Vec<String>) -> String {
    match &parts[..] {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    }
}
