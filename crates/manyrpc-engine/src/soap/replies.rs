//! Reading replies.
//!
//! Reading list: SOAP 1.1 sections 4.2.3, 4.4 and 6.2; SOAP 1.2 part 1 sections 2.4 and 5.4; SOAP 1.2 part 2 section 7.5;
//! Web Services Addressing 1.0, core section 3.2.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::soap::Options;
use manyrpc_codec::soap::scan::{self, Entry};

use super::addressing::{self, Addressing};
use super::{MOST_ELEMENTS, SCAN, fault};
use crate::carrier::messages::{Correlation, Reply, ReplyMessage};
use crate::fault::WireError;

/// Reads a message, and notes where in it the entries of its header are.
pub(super) fn read(
    data: &[u8],
    message: Range<usize>,
    options: Options,
    addressing: Option<&Addressing>,
    places: &mut Vec<Range<usize>>,
) -> Result<ReplyMessage, WireError> {
    let bytes = &data[message.clone()];
    let head = scan::head(bytes, &SCAN).map_err(WireError::BadResult)?;
    let mut correlation = Correlation::Place;
    if !head.headers.is_empty() {
        let entries = match scan::header_entries(bytes, MOST_ELEMENTS, &SCAN) {
            Ok(entries) => entries,
            Err(e) if head.is_fault || addressing.is_some() => return Err(WireError::BadResult(e)),
            // They are no metadata, and the codec reads them.
            Err(_) => Vec::new(),
        };
        // Of results, the codec knows which entries are some.
        if head.is_fault && entries.iter().any(is_not_understood) {
            return Err(NOT_UNDERSTOOD);
        }
        correlation = addressing.map_or(correlation, |own| own.correlation(&entries));
        places.extend(entries.iter().map(|entry| entry.element.range.clone()));
    }
    let outcome = match head.is_fault {
        false => Ok(message),
        true => {
            let said = scan::fault(bytes, &SCAN).map_err(WireError::BadResult)?;
            Err(fault::read(&said, bytes, options).into())
        }
    };
    Ok(ReplyMessage::Single(Reply {
        correlation,
        outcome,
    }))
}

/// SOAP 1.1 section 4.2.3; SOAP 1.2 part 1 section 2.4.
const NOT_UNDERSTOOD: WireError =
    WireError::Violation("its header has an entry that is not understood but must be");

fn is_not_understood(entry: &Entry<'_>) -> bool {
    entry.is_mandatory() && !addressing::is_ours(&entry.element.name.ns)
}

/// A message that is the result.
pub(super) fn whole(message: Range<usize>) -> ReplyMessage {
    ReplyMessage::Single(Reply {
        correlation: Correlation::Place,
        outcome: Ok(message),
    })
}
