//! Parsing requests.
//!
//! Reading list: XML-RPC Specification, "Request format"; xmlrpc-c's document on
//! `system.multicall`: an array of structs of `methodName` and `params`.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::xml::scan::{self, Message};
use manyrpc_codec::{Malformed, MalformedKind};

use super::SCAN;
use super::fault::{self, INVALID_PARAMETERS, METHOD_NOT_FOUND, NOT_CONFORMING, NOT_WELL_FORMED};
use crate::carrier::messages::{Name, Refused, Request, RequestMessage};

const MULTICALL: &str = "system.multicall";

/// Parses a message: a call, perhaps of `system.multicall`, or an invalid message.
pub(super) fn read(
    data: &[u8],
    message: Range<usize>,
    most: usize,
) -> Result<RequestMessage<'_, ()>, Refused<()>> {
    let start = message.start;
    let (method, params) = match scan::message(&data[message], &SCAN) {
        Ok(Message::Call { method, params }) => (method, start + params.start..start + params.end),
        Ok(_) => return Err(refused(NOT_CONFORMING)),
        Err(_) => return Err(refused(NOT_WELL_FORMED)),
    };
    if method == MULTICALL {
        let calls = calls(data, params, most).map_err(|why| refused_calls(why.as_ref()))?;
        return Ok(RequestMessage::Batch(calls));
    }
    Ok(RequestMessage::Single(Request {
        name: Name::Method(method),
        params,
        tag: (),
    }))
}

/// Parses one call of a batch.
pub(super) fn member(data: &[u8], call: Range<usize>) -> Result<Request<'_, ()>, Refused<()>> {
    let (method, params) = parts(data, call).ok_or_else(|| refused(NOT_CONFORMING))?;
    match scan::text(data, method, &SCAN) {
        // A multicall within another would allow unbounded work.
        Ok(method) if method == MULTICALL => Err(refused(METHOD_NOT_FOUND)),
        Ok(method) => Ok(Request {
            name: Name::Method(method),
            params,
            tag: (),
        }),
        Err(_) => Err(refused(NOT_CONFORMING)),
    }
}

#[cold]
pub(super) fn refused(code: i32) -> Refused<()> {
    let words = fault::message_of(code).unwrap_or_default();
    Refused(fault::with_code(code, words), ())
}

/// The calls in a multicall's single parameter, an array.
fn calls(
    data: &[u8],
    params: Range<usize>,
    most: usize,
) -> Result<Vec<Range<usize>>, Option<Malformed>> {
    let mut values = scan::params_of(data, params, 1, &SCAN).map_err(|_| None)?;
    let array = values.pop().ok_or(None)?;
    scan::array(data, array, most, &SCAN).map_err(Some)
}

/// The refusal of a multicall's array.
#[cold]
fn refused_calls(why: Option<&Malformed>) -> Refused<()> {
    match why.map(|malformed| malformed.kind) {
        Some(MalformedKind::TooLong { max, .. }) => {
            let words = format!("more than {max} calls in a {MULTICALL}; send several");
            Refused(fault::with_code(INVALID_PARAMETERS, words), ())
        }
        _ => refused(INVALID_PARAMETERS),
    }
}

/// Where a call's name and parameters lie; `None` if it is not a call.
fn parts(data: &[u8], value: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let members = scan::members(data, value, MAX_MEMBERS, &SCAN).ok()?;
    let find = |name: &str| members.iter().find(|m| m.0 == name).map(|m| m.1.clone());
    let params = scan::array(data, find("params")?, usize::MAX, &SCAN).ok()?;
    let row = match (params.first(), params.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    };
    Some((find("methodName")?, row))
}

/// Two are expected.
const MAX_MEMBERS: usize = 16;
