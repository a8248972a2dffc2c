//! The shape of the thesis's figures, from captures of our own: connectionless DCE RPC over a link
//! of 10 Mbit/s between two network namespaces.
//!
//! The link is a token bucket of one frame: an idle link passes a frame at once, and makes the
//! next wait until the first would have gone. So a call of one PDU shows no cost of its bytes where
//! its PDU is one frame.
//!
//! Reading list: the DCE performance thesis, sections 3.4.2, 3.4.3 and 6.3.2; claims D6 and D7 of
//! the study `dce`. Round trips are taken from the packets as `dumpcap` saw them on the client's
//! end of the link: from a call's first request packet to its last response packet.
//!
//! It has no harness because the same program is client and server in the namespaces.

mod link;
mod roles;
#[path = "../support/tries.rs"]
mod tries;
mod trips;

use std::process::ExitCode;

use link::{Pair, capture};
use tries::one_of_a_few;
use trips::micros;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["link-server", address, personality] => roles::serve(address, personality),
        ["link-client", server, personality, sizes, rounds] => {
            roles::call(server, personality, sizes, rounds)
        }
        _ => {
            a_call_past_one_pdu_costs_a_jump("digital-unix", 1464);
            a_call_past_one_pdu_costs_a_jump("os2", 4312);
            only_the_mismatched_pair_stalls_past_its_window();
            println!("dce_link: ok");
        }
    }
    ExitCode::SUCCESS
}

/// D6: round trips grow with the size, and by a step where a second PDU begins. What the link
/// itself costs is the shortest of many round trips: the rest is the machine's noise.
fn a_call_past_one_pdu_costs_a_jump(personality: &str, pdu: usize) {
    // The runtimes send bodies in multiples of 8 bytes.
    let most = (pdu - HEADER) / 8 * 8;
    let sizes = [most - 400, most, most + 8];
    let pair = Pair {
        client: personality,
        server: personality,
    };
    one_of_a_few(|| {
        let trips = capture(&pair, &sizes, 25);
        for trip in trips.iter().filter(|t| sizes.contains(&t.bytes)) {
            let pdus = if trip.bytes <= most { 1 } else { 2 };
            assert_eq!(trip.requests, pdus, "{personality}: {trip:?}");
        }
        let [smaller, alone, jumped] = sizes.map(|size| micros(&trips, size)[0]);
        let expected = 8.0 * (alone - smaller).max(0.0) / 400.0;
        let jump = jumped - alone;
        let said = format!(
            "{personality}: {smaller:.0} µs, {alone:.0} µs, then {jumped:.0} µs: 8 bytes more cost \
             {jump:.0} µs where the size alone would cost {expected:.1}"
        );
        println!("{said}");
        (jump > 5.0 * expected.max(5.0)).then_some(()).ok_or(said)
    });
}

/// D7: past the receive window of 16 PDUs of 1464 bytes the pair whose window was not negotiated
/// with the PDU size takes about ten times as long; the same sizes cost others nothing special.
fn only_the_mismatched_pair_stalls_past_its_window() {
    let sizes = [22_000, 24_000];
    let growth = |client, server| {
        let trips = capture(&Pair { client, server }, &sizes, 7);
        let [below, above] = sizes.map(|size| micros(&trips, size)[3]);
        println!("{client} to {server}: 22,000 bytes {below:.0} µs, 24,000 bytes {above:.0} µs");
        above / below
    };
    let is = |pair: (&'static str, &'static str), right: fn(f64) -> bool| {
        one_of_a_few(|| {
            let ratio = growth(pair.0, pair.1);
            right(ratio)
                .then_some(())
                .ok_or(format!("{pair:?}: {ratio:.1} times"))
        });
    };
    is(("digital-unix", "os2"), |ratio| ratio > 6.0);
    for name in ["digital-unix", "default"] {
        is((name, name), |ratio| ratio < 1.5);
    }
}

/// Bytes of a PDU before its body (C706, chapter 12, section 12.5.2).
const HEADER: usize = 80;
