//! Arguments and results of dynamic calls.

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::Reply;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynFields, DynSlots, Members, relabel};
use manyrpc_engine::{CallError, Misuse};
use manyrpc_model::Value;

use crate::bodies::{read_results, write_arguments};
use crate::described::Definition;

pub(super) fn marshal<'a>(
    definition: &'a Definition,
    lowered: &'a LoweredOperation,
    values: &'a [Value],
    referents: &'a mut Referents,
) -> impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse> + 'a {
    let input = DynFields::new(&definition.lowered, &lowered.input, values);
    move |encoding, body| write_arguments((encoding, body), &lowered.input.meta, &input, referents)
}

pub(super) fn unmarshal(
    definition: &Definition,
    members: &Members,
    reply: Reply<'_>,
    referents: &Referents,
) -> Result<Vec<Value>, CallError> {
    let mut results = Vec::new();
    let mut slots = DynSlots::new(&definition.lowered, members, &mut results);
    read_results(reply, &members.meta, &mut slots, &mut Referents::default())?;
    relabel(&mut results, referents);
    Ok(results)
}
