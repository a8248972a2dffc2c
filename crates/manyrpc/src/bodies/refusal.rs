//! Messages about malformed arguments: which parameter, and what is wrong.

use manyrpc_codec::meta::Record;
use manyrpc_codec::{Encoding, Limits, Malformed, MalformedKind, json, xml};
use manyrpc_engine::{Fault, marshalling};

const LIMITS: Limits = Limits::OF_SHAPE;

/// The fault for arguments that could not be decoded from `bytes`, without a message for syntaxes
/// of systems whose faults carry none.
#[cold]
pub(crate) fn bad_arguments(
    encoding: Encoding,
    record: &Record,
    bytes: &[u8],
    malformed: &Malformed,
) -> Fault {
    let fault = marshalling::bad_arguments(encoding, malformed.kind);
    let parameter = match encoding {
        Encoding::Xdr | Encoding::Ndr(_) => return fault,
        Encoding::Json(_) => json_parameter(record, bytes, malformed.offset),
        Encoding::Xml(_) => xml_parameter(record, bytes, malformed.offset),
        _ => None,
    };
    let words = match (parameter, malformed.kind) {
        (Some(parameter), _) => format!("`{parameter}`: {malformed}"),
        (None, MalformedKind::Missing(name)) => format!("`{name}` is missing"),
        (None, MalformedKind::TooLong { max, .. }) => format!("more than {max} parameters"),
        (None, _) => malformed.to_string(),
    };
    fault.with_message(words)
}

/// The parameter that contains an offset.
fn json_parameter(record: &Record, bytes: &[u8], offset: usize) -> Option<String> {
    let mut within = 0..bytes.len();
    loop {
        let part = json::scan::part_at(bytes, within, offset, &LIMITS)?;
        if let Some(name) = part.name {
            return Some(name.into_owned());
        }
        // One record stands for its members, also by position.
        if !record.whole || bytes.get(part.value.start) != Some(&b'{') {
            let field = record.fields.get(part.place)?;
            return Some(field.name.clone().into_owned());
        }
        within = part.value;
    }
}

fn xml_parameter(record: &Record, bytes: &[u8], offset: usize) -> Option<String> {
    let all = xml::scan::params_of(bytes, 0..bytes.len(), usize::MAX, &LIMITS).ok()?;
    let place = all.iter().position(|value| value.contains(&offset))?;
    let value = all.get(place)?.clone();
    if record.whole {
        let members = xml::scan::members(bytes, value, usize::MAX, &LIMITS).ok()?;
        let member = members.into_iter().find(|(_, at)| at.contains(&offset))?;
        return Some(member.0.into_owned());
    }
    let field = record.fields.get(place)?;
    Some(field.name.clone().into_owned())
}
