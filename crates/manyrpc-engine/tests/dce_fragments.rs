//! Fragment sizes negotiated by two engines with any combination of limits, with several calls in
//! flight that end in another order than they began.
//!
//! Reading list: C706 sections 12.6.2 (sizes, and MustRecvFragSize), 12.6.3.7 and MS-RPCE section
//! 2.2.2.6 (`alloc_hint`), 12.6.4.3 and 12.6.4.4 (sizes in a bind and its response).

use std::sync::Arc;

use manyrpc_engine::dce::co::bind::{Bind, BindAck};
use manyrpc_engine::dce::co::pdu::{
    Header, MAX_FRAGMENT, MUST_RECEIVE, PduType, REQUEST_HEAD, RESPONSE_HEAD, flag,
};
use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::{
    CallHead, CallId, ClientEngine, ClientEvent, Clock, Instant, InterfaceId, Limits, Outcome, Rx,
    ServerEngine,
};
use manyrpc_engines::Process;

const NOW: Instant = Instant::ZERO;
const CALL: CallHead<'static> = CallHead::new(InterfaceId::of_uuid([7; 16], 1, 0), 1);

fn limits(fragment_bytes: usize) -> Limits {
    Limits {
        fragment_bytes,
        ..Limits::default()
    }
}

/// Checks one side's output: nothing exceeds `most`, and each fragment states correctly how much is
/// left. Adds the number of fragments.
fn check(said: &[u8], most: usize, head: usize, fragments: &mut usize) {
    let (mut rest, mut left) = (said, None);
    while let Some(bytes) = rest.first_chunk() {
        let header = Header::parse(bytes).unwrap();
        let n = usize::from(header.frag_length);
        let (pdu, others) = rest.split_at(n);
        rest = others;
        if !matches!(header.kind, PduType::Request | PduType::Response) {
            continue;
        }
        assert!(n <= most, "{n} bytes, {most} were agreed on");
        let stub = n - head;
        let hint = u32::from_le_bytes(pdu[16..20].try_into().unwrap()) as usize;
        let (first, last) = (header.has(flag::FIRST), header.has(flag::LAST));
        assert_eq!(left.is_none(), first);
        assert_eq!(left.unwrap_or(hint), hint, "what is left");
        // C706 section 12.6.2: every fragment but the last ends on a multiple of eight, and ours
        // are as full as that lets them be.
        assert!(
            last || stub.is_multiple_of(8) && most - n < 8,
            "{n} of {most}"
        );
        left = (!last).then(|| hint - stub);
        *fragments += 1;
    }
    assert!(rest.is_empty());
}

struct Pair {
    client: Client,
    server: Server,
    to_server: Rx,
    to_client: Rx,
}

impl Pair {
    fn client_output(&mut self) -> Vec<u8> {
        let mut said = Vec::new();
        while let Some(due) = self.client.poll_transmit() {
            said.extend_from_slice(due.bytes);
            let n = due.bytes.len();
            self.client.sent(n);
        }
        self.to_server.buf.put(&said);
        said
    }

    fn server_output(&mut self) -> Vec<u8> {
        let mut said = Vec::new();
        while let Some(due) = self.server.poll_transmit() {
            said.extend_from_slice(due.bytes);
            let n = due.bytes.len();
            self.server.sent(n);
        }
        self.to_client.buf.put(&said);
        said
    }

    /// The received calls, left open, with their arguments.
    fn calls(&mut self) -> Vec<(CallId, Vec<u8>)> {
        let mut all = Vec::new();
        while let Some(call) = self.server.next_call(&mut self.to_server, &Clock::at(NOW)) {
            let arguments = &self.to_server.buf.data()[call.arguments];
            all.push((call.id, arguments.to_vec()));
        }
        all
    }
}

/// Calls with arguments of those sizes, all at once, answered with the same in reverse.
fn exchange(client_size: usize, server_size: usize, bodies: &[Vec<u8>]) -> (usize, usize) {
    let mut pair = Pair {
        client: Client::new(limits(client_size), 1),
        server: Server::new(limits(server_size), Arc::new(Process)),
        to_server: Rx::default(),
        to_client: Rx::default(),
    };
    let ours = |size: usize| size.clamp(MUST_RECEIVE, MAX_FRAGMENT);
    let most = ours(client_size).min(ours(server_size)) & !7;
    let ids: Vec<_> = bodies
        .iter()
        .map(|body| {
            let id = pair.client.begin_call(&CALL).unwrap();
            pair.client.body().put(body);
            pair.client.finish_call(NOW).unwrap();
            id
        })
        .collect();
    let bind = pair.client_output();
    let header = Header::parse(bind.first_chunk().unwrap()).unwrap();
    let offered = Bind::parse(&header, &bind).unwrap();
    let size = ours(client_size) as u16;
    assert_eq!((offered.max_transmit, offered.max_receive), (size, size));
    assert!(pair.calls().is_empty());
    let ack = pair.server_output();
    let header = Header::parse(ack.first_chunk().unwrap()).unwrap();
    let agreed = BindAck::parse(&header, &ack).unwrap();
    // C706 section 12.6.4.4: the server decides, and the smaller size applies to both, in steps of
    // eight bytes.
    let size = most as u16;
    assert_eq!((agreed.max_transmit, agreed.max_receive), (size, size));

    assert_eq!(
        pair.client.next_event(&mut pair.to_client, &Clock::at(NOW)),
        None
    );
    let (mut requests, mut responses) = (0, 0);
    check(&pair.client_output(), most, REQUEST_HEAD, &mut requests);
    let calls = pair.calls();
    assert_eq!(calls.len(), bodies.len());
    for ((id, arguments), body) in calls.iter().zip(bodies).rev() {
        assert!(arguments == body, "{} bytes arrived as others", body.len());
        pair.server.begin_reply(*id);
        pair.server.body().put(arguments);
        pair.server.finish_reply(Outcome::Done, &Clock::at(NOW));
    }
    check(&pair.server_output(), most, RESPONSE_HEAD, &mut responses);
    for (id, body) in ids.iter().zip(bodies).rev() {
        match pair.client.next_event(&mut pair.to_client, &Clock::at(NOW)) {
            Some(ClientEvent::Reply {
                id: of, body: at, ..
            }) => {
                assert_eq!(of, *id);
                assert!(pair.to_client.buf.data()[at] == body[..]);
            }
            other => panic!("{other:?}"),
        }
    }
    (requests, responses)
}

#[test]
fn every_pair_of_sizes_comes_to_terms() {
    // Below the mandatory minimum, odd ones, those of deployed systems, and above the maximum.
    let sizes = [
        0,
        100,
        1432,
        1433,
        1439,
        1440,
        2001,
        4280,
        5840,
        16_389,
        65_528,
        65_535,
        1 << 20,
    ];
    let mut x = 1u32;
    for client in sizes {
        for server in sizes {
            let most = client.min(server).clamp(MUST_RECEIVE, MAX_FRAGMENT) & !7;
            // Around the edges of one fragment and of several.
            let full = (most - REQUEST_HEAD) / 8 * 8;
            let lengths = [
                0,
                1,
                full - 1,
                full,
                full + 1,
                2 * full,
                2 * full + 7,
                5 * full + 3,
            ];
            let bodies = lengths.map(|n| {
                let byte = |_| {
                    x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (x >> 24) as u8
                };
                (0..n).map(byte).collect()
            });
            let (requests, responses) = exchange(client, server, &bodies);
            let room = most - REQUEST_HEAD;
            let fragments: usize = lengths
                .iter()
                .map(|n| if *n <= room { 1 } else { n.div_ceil(full) })
                .sum();
            assert_eq!(
                (requests, responses),
                (fragments, fragments),
                "{client} {server}"
            );
        }
    }
}
