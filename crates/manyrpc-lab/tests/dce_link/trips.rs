//! From datagrams to round trips.

use std::collections::BTreeMap;

use manyrpc_measure::capture::Datagram;

/// One call.
#[derive(Clone, Debug)]
pub(super) struct Trip {
    /// Bytes of arguments.
    pub(super) bytes: usize,
    /// Request packets of the call, each counted once.
    pub(super) requests: usize,
    /// From the first request to the end of the last response.
    pub(super) micros: f64,
}

/// A header as the client writes it, little-endian (C706, chapter 12, section 12.5.2).
struct Header {
    kind: u8,
    sequence: u32,
    body: usize,
    fragment: u16,
}

const REQUEST: u8 = 0;
const RESPONSE: u8 = 2;

fn header(data: &[u8]) -> Option<Header> {
    let at = |i| Some(u16::from_le_bytes([*data.get(i)?, *data.get(i + 1)?]));
    (data.first() == Some(&4)).then_some(Header {
        kind: data[1] & 0x1f,
        sequence: u32::from(at(64)?) | u32::from(at(66)?) << 16,
        body: at(74)?.into(),
        fragment: at(76)?,
    })
}

/// Every call that was answered, in order.
pub(super) fn of(datagrams: &[Datagram]) -> Vec<Trip> {
    let mut calls: BTreeMap<u32, Vec<(&Datagram, Header)>> = BTreeMap::new();
    for datagram in datagrams {
        if let Some(header) = header(&datagram.start) {
            calls
                .entry(header.sequence)
                .or_default()
                .push((datagram, header));
        }
    }
    calls.values().filter_map(|packets| trip(packets)).collect()
}

fn trip(packets: &[(&Datagram, Header)]) -> Option<Trip> {
    let of_kind = |kind| packets.iter().filter(move |(_, h)| h.kind == kind);
    let start = of_kind(REQUEST).map(|(d, _)| d.time).min()?;
    let end = of_kind(RESPONSE).map(|(d, _)| d.last).max()?;
    // A fragment that was sent again counts once.
    let requests: BTreeMap<u16, usize> = of_kind(REQUEST)
        .map(|(_, h)| (h.fragment, h.body))
        .collect();
    Some(Trip {
        bytes: requests.values().sum(),
        requests: requests.len(),
        micros: end.saturating_sub(start).as_secs_f64() * 1e6,
    })
}

/// The round trips of calls of this size, shortest first, in microseconds.
pub(super) fn micros(trips: &[Trip], size: usize) -> Vec<f64> {
    let of_size = trips.iter().filter(|t| t.bytes == size);
    let mut micros: Vec<f64> = of_size.map(|t| t.micros).collect();
    micros.sort_by(f64::total_cmp);
    micros
}
