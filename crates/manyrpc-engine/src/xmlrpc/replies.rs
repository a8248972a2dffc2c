//! Parsing replies.
//!
//! Reading list: XML-RPC Specification, "Response format"; xmlrpc-c's document on
//! `system.multicall`: each element of its array is an array with one result, or a fault's
//! struct.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Malformed;
use manyrpc_codec::xml::scan::{self, Message};

use super::{SCAN, fault};
use crate::carrier::messages::{Correlation, Reply, ReplyMessage};
use crate::fault::{CallError, WireError};

/// Parses a message; at most `most` results of a `system.multicall`.
pub(super) fn read(
    data: &[u8],
    message: Range<usize>,
    several: Option<usize>,
) -> Result<ReplyMessage, WireError> {
    let start = message.start;
    let error = scan::message(&data[message], &SCAN).map_err(WireError::BadResult)?;
    let outcome = match (error, several) {
        (Message::Reply { params }, most) => {
            let params = start + params.start..start + params.end;
            match most {
                None => Ok(params),
                Some(most) => {
                    let results = results(data, params, most).map_err(WireError::BadResult)?;
                    return Ok(ReplyMessage::Batch(results));
                }
            }
        }
        (Message::Fault(error), _) => Err(fault::from_wire(error.code, error.message).into()),
        (Message::Call { .. }, _) => return Ok(ReplyMessage::Nothing),
    };
    Ok(ReplyMessage::Single(Reply {
        correlation: Correlation::Place,
        outcome,
    }))
}

/// The results of a batch, in the single result of a `system.multicall`.
fn results(data: &[u8], params: Range<usize>, most: usize) -> Result<Vec<Reply>, Malformed> {
    let values = scan::params_of(data, params, 1, &SCAN)?;
    let mut replies = Vec::new();
    for value in values {
        for element in scan::array(data, value, most, &SCAN)? {
            replies.push(Reply {
                correlation: Correlation::Place,
                outcome: result(data, element),
            });
        }
    }
    Ok(replies)
}

fn result(data: &[u8], element: Range<usize>) -> Result<Range<usize>, CallError> {
    if let Ok(values) = scan::array(data, element.clone(), 1, &SCAN) {
        // An empty one counts as the empty string.
        let nothing = element.end..element.end;
        return Ok(values.into_iter().next().unwrap_or(nothing));
    }
    let error = scan::fault(data, element, &SCAN).map_err(WireError::BadResult)?;
    Err(fault::from_wire(error.code, error.message).into())
}
