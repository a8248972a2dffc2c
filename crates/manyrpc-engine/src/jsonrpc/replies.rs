//! Parsing replies.
//!
//! Reading list: JSON-RPC 2.0 sections 5 (replies) and 6 (batches); JSON-RPC 1.0 (replies have both
//! members, of which one is null).

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Malformed;
use manyrpc_codec::json::scan::{self, Body, Envelope};

use super::SCAN;
use super::fault::{self, Error};
use crate::carrier::messages::{Correlation, Reply, ReplyMessage};
use crate::fault::{CallError, Fault, WireError};

/// Parses a message.
pub(super) fn read(
    data: &[u8],
    message: Range<usize>,
    most: usize,
) -> Result<ReplyMessage, Malformed> {
    let first = data[message.clone()].trim_ascii_start().first();
    if first != Some(&b'[') {
        let reply = one(data, message)?;
        return Ok(reply.map_or(ReplyMessage::Nothing, ReplyMessage::Single));
    }
    let start = message.start;
    let Body::Batch(members) = scan::body(&data[message], most, &SCAN)? else {
        return Ok(ReplyMessage::Nothing);
    };
    let mut replies = Vec::with_capacity(members.len());
    for member in members {
        replies.extend(one(data, start + member.start..start + member.end)?);
    }
    Ok(ReplyMessage::Batch(replies))
}

/// A reply; `None` for a call from the server.
fn one(data: &[u8], message: Range<usize>) -> Result<Option<Reply>, Malformed> {
    let reply = scan::envelope(data, message, &SCAN)?;
    let reply = reply.filter(|reply| reply.method.is_none() && !reply.odd);
    Ok(reply.map(|reply| Reply {
        correlation: correlation(data, &reply),
        outcome: outcome(data, &reply),
    }))
}

fn correlation(data: &[u8], reply: &Envelope<'_>) -> Correlation {
    let Some(id) = reply.id.clone() else {
        return Correlation::Nobody;
    };
    match scan::integer(data, id.clone()) {
        Some(number) => u32::try_from(number).map_or(Correlation::Nobody, Correlation::Number),
        // Section 5: null, if the server could not read the id.
        None if &data[id] == b"null" && has(data, &reply.error) => Correlation::Unknown,
        None => Correlation::Nobody,
    }
}

/// Whether a member is present and not null.
fn has(data: &[u8], member: &Option<Range<usize>>) -> bool {
    let first = member.as_ref().and_then(|range| data.get(range.start));
    first.is_some_and(|first| *first != b'n')
}

/// The result's position, or an error.
fn outcome(data: &[u8], reply: &Envelope<'_>) -> Result<Range<usize>, CallError> {
    if let Some(error) = reply.error.clone().filter(|_| has(data, &reply.error)) {
        return Err(fault_of(data, error).into());
    }
    // Section 5: one of the two is required.
    let nothing = WireError::Violation("its reply has neither a result nor an error");
    reply.result.clone().ok_or(nothing.into())
}

#[cold]
fn fault_of(data: &[u8], range: Range<usize>) -> Fault {
    // The scanner has already accepted these bytes.
    let error = scan::error(data, range, &SCAN).unwrap_or_default();
    let mut message = error.message.unwrap_or(Cow::Borrowed(""));
    let number = error.code.unwrap_or_default();
    let code = i32::try_from(number).unwrap_or_else(|_| {
        // A number of more bits can only be part of the message.
        message = format!("{message} (code {number})").into();
        0
    });
    fault::from_wire(&Error {
        code,
        message,
        data: error.data.map_or(&data[..0], |range| &data[range]).into(),
    })
}
