//! Several calls in one: `system.multicall`. Their results come in the order of the calls.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::xml::scan;

use super::SCAN;

/// One multicall.
#[derive(Debug)]
struct Multicall {
    exchange: u64,
    /// Calls without an end yet.
    open: usize,
    /// What each came to.
    results: Vec<Buf>,
}

/// One of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    multicall: u32,
    place: u32,
}

/// All multicalls whose results are not complete, and the calls of the one that is being read.
#[derive(Debug, Default)]
pub(super) struct Multicalls {
    all: Vec<Option<Multicall>>,
    /// Where calls lie that were not looked at yet, last one first.
    reading: Vec<(Member, Range<usize>)>,
    bytes: usize,
}

/// The results of a multicall, which has come to its end.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) exchange: u64,
    pub(super) results: Vec<Buf>,
}

/// Where a call's name and its parameters lie.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: Range<usize>,
    pub(super) params: Range<usize>,
}

/// The calls in the one parameter of a multicall; `None` if it is no array.
pub(super) fn calls(data: &[u8], params: Range<usize>, most: usize) -> Option<Vec<Range<usize>>> {
    let values = scan::params_of(data, params, 1, &SCAN).ok()?;
    scan::array(data, values.into_iter().next()?, most, &SCAN).ok()
}

/// What one of the calls says; `None` if it is no call.
pub(super) fn call(data: &[u8], value: Range<usize>) -> Option<Call> {
    let members = scan::members(data, value, MOST_MEMBERS, &SCAN).ok()?;
    let find = |name: &str| members.iter().find(|m| m.0 == name).map(|m| m.1.clone());
    let params = scan::array(data, find("params")?, usize::MAX, &SCAN).ok()?;
    let row = match (params.first(), params.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    };
    Some(Call {
        method: find("methodName")?,
        params: row,
    })
}

/// There are two.
const MOST_MEMBERS: usize = 16;

impl Multicalls {
    /// A multicall begins that has some calls.
    pub(super) fn begin(&mut self, exchange: u64, calls: Vec<Range<usize>>) {
        let mut results = Vec::new();
        results.resize_with(calls.len(), Buf::new);
        let multicall = Multicall {
            exchange,
            open: calls.len(),
            results,
        };
        let free = self.all.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.all.push(None);
            self.all.len() - 1
        });
        self.all[at] = Some(multicall);
        let multicall = at as u32;
        let members = calls.into_iter().enumerate().map(|(place, range)| {
            let place = place as u32;
            (Member { multicall, place }, range)
        });
        self.reading = members.rev().collect();
    }

    /// The next call of the multicall that is being read.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(Member, Range<usize>)> {
        self.reading.pop()
    }

    /// Whether calls lie in what was received.
    #[inline]
    pub(super) fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    /// Bytes of results that wait for others.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of the results of the multicall that a call is one of.
    pub(super) fn bytes_with(&self, member: Member) -> usize {
        let of = self.all[member.multicall as usize].as_ref();
        of.map_or(0, |m| m.results.iter().map(Buf::len).sum())
    }

    /// A call has come to its end.
    pub(super) fn finish(&mut self, member: Member, result: &[u8]) -> Option<Gathered> {
        let place = self.all.get_mut(member.multicall as usize)?;
        let of = place.as_mut()?;
        of.results.get_mut(member.place as usize)?.put(result);
        self.bytes += result.len();
        of.open -= 1;
        if of.open > 0 {
            return None;
        }
        let Multicall {
            exchange, results, ..
        } = place.take()?;
        self.bytes -= results.iter().map(Buf::len).sum::<usize>();
        Some(Gathered { exchange, results })
    }
}
