//! Reading replies.
//!
//! Reading list: SOAP 1.1 sections 4.4 and 6.2; SOAP 1.2 part 1 sections 2.4 and 5.4; SOAP 1.2 part 2 section 7.5.

use core::ops::Range;

use manyrpc_codec::soap::{Options, scan};

use super::{SCAN, fault};
use crate::carrier::messages::{Correlation, Reply, ReplyMessage};
use crate::fault::WireError;

/// Reads a message.
pub(super) fn read(
    data: &[u8],
    message: Range<usize>,
    options: Options,
) -> Result<ReplyMessage, WireError> {
    let bytes = &data[message.clone()];
    let head = scan::head(bytes, &SCAN).map_err(WireError::BadResult)?;
    if !head.is_fault {
        return Ok(whole(message));
    }
    let said = scan::fault(bytes, &SCAN).map_err(WireError::BadResult)?;
    Ok(ReplyMessage::Single(Reply {
        correlation: Correlation::Place,
        outcome: Err(fault::read(&said, bytes, options).into()),
    }))
}

/// A message that is the result.
pub(super) fn whole(message: Range<usize>) -> ReplyMessage {
    ReplyMessage::Single(Reply {
        correlation: Correlation::Place,
        outcome: Ok(message),
    })
}
