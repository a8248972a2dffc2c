//! What generated stubs make of the messages of an operation, beside what dynamic values do.

use manyrpc_conformance_stubs::operations::{Operation, Stubs};
use manyrpc_conformance_stubs::params::Recoded;

use super::compare::Layout;
use crate::codecs::hex;

/// The stubs of one definition of a table, where it has any.
pub(super) fn of(table: &'static [Stubs], index: u64) -> Option<&'static Stubs> {
    table.iter().find(|stubs| stubs.index == index)
}

/// What stubs make of a request, or of the reply to one.
pub(super) fn recode(
    stub: &Operation,
    request: Option<&[u8]>,
    body: &[u8],
    label: [u8; 4],
) -> Recoded {
    match request {
        None => (stub.request)(body, label),
        Some(request) => (stub.reply)(request, body, label),
    }
}

/// That stubs take a message for what dynamic values take it for: they send the same again, or send or
/// take it as little.
///
/// # Errors
/// The difference.
pub(super) fn agree(
    values: Recoded,
    stubs: Recoded,
    layout: impl Fn(&[u8]) -> Result<Layout, String>,
) -> Result<(), String> {
    let difference = match (&values, &stubs) {
        (Err(_), Err(_)) | (Ok(Err(_)), Ok(Err(_))) => None,
        (Ok(Ok(values)), Ok(Ok(stubs))) => layout(values)?.difference(values, stubs),
        (values, stubs) => Some(format!(
            "values give {}, stubs {}",
            shown(values),
            shown(stubs)
        )),
    };
    difference.map_or(Ok(()), |why| Err(format!("stubs: {why}")))
}

fn shown(recoded: &Recoded) -> String {
    match recoded {
        Ok(Ok(bytes)) => hex(bytes),
        Ok(Err(why)) => format!("what cannot be sent ({why})"),
        Err(why) => format!("nothing ({why})"),
    }
}
