//! Calls in the steady state allocate nothing, and hostile bytes do not make engines hoard.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{
    CallHead, ClientEngine, ClientEvent, Clock, Limits, Outcome, Rx, ServerEngine, raw,
};
use support::network::Random;
use support::{ECHO, Kind, at, kinds, serve, server_output};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(size: usize) {
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
    let _ = LARGEST.try_with(|n| n.set(n.get().max(size)));
}

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One echo from one engine to the other and back.
fn echo(
    client: &mut dyn ClientEngine,
    server: &mut dyn ServerEngine,
    head: &CallHead<'_>,
    body: &[u8],
    to_server: &mut Rx,
    to_client: &mut Rx,
    n: u64,
) {
    let now = at(n);
    to_server.from = Some(([127, 0, 0, 1], 1000).into());
    let id = client.begin_call(head).unwrap();
    client.body().put(body);
    client.finish_call(now).unwrap();
    // Messages of several datagrams take several rounds.
    for _ in 0..100 {
        while let Some(transmit) = client.poll_transmit() {
            to_server.buf.put(transmit.bytes);
            let sent = transmit.bytes.len();
            client.sent(sent);
            while let Some(call) = server.next_call(to_server, &Clock::at(now)) {
                server.begin_reply(call.id);
                let arguments = &to_server.buf.data()[call.arguments];
                server.body().put(manyrpc_engines::sent(arguments));
                server.finish_reply(Outcome::Done, &Clock::at(now));
            }
        }
        let mut replied = false;
        while let Some(transmit) = server.poll_transmit() {
            to_client.buf.put(transmit.bytes);
            let sent = transmit.bytes.len();
            server.sent(sent);
            while let Some(event) = client.next_event(to_client, &Clock::at(now)) {
                replied |= matches!(event, ClientEvent::Reply { id: of, .. } if of == id);
            }
        }
        if replied {
            return;
        }
    }
    panic!("no reply");
}

#[test]
fn calls_in_the_steady_state_allocate_nothing() {
    // Parsers of XML record the names of open elements, and the namespaces of prefixes.
    let kinds = kinds().filter(|kind| *kind != Kind::XML && !Kind::SOAP.contains(kind));
    for (kind, idempotent) in kinds.flat_map(|k| [(k, true), (k, false)]) {
        for size in [0, 12, 512, 8192, 16000] {
            let head = CallHead {
                idempotent,
                ..kind.head(ECHO)
            };
            let limits = Limits {
                reply_cache: ReplyCacheLimits {
                    replies: 300,
                    ..ReplyCacheLimits::default()
                },
                ..Limits::default()
            };
            let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
            let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
            let body = kind.body(&vec![1; size]);
            let mut run = |from: u64, to: u64| {
                let before = ALLOCATIONS.get();
                for n in from..to {
                    let (a, b) = (&mut to_server, &mut to_client);
                    echo(&mut *client, &mut *server, &head, &body, a, b, n);
                }
                ALLOCATIONS.get() - before
            };
            assert!(run(0, 1000) > 0, "the counter counts");
            assert_eq!(run(1000, 6000), 0, "{kind:?}, {size} bytes");
        }
    }
}

/// Messages that need several fragments, of the two ways to send them.
#[test]
fn calls_in_fragments_allocate_nothing() {
    for size in [65_540, 200_000] {
        let limits = Limits::default();
        let kind = Kind::DCE_CO;
        let (mut client, mut server) = (kind.client(&limits, 1), kind.server(&limits));
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        let (head, body) = (kind.head(ECHO), vec![1; size]);
        let mut run = |from: u64, to: u64| {
            let before = ALLOCATIONS.get();
            for n in from..to {
                let (a, b) = (&mut to_server, &mut to_client);
                echo(&mut *client, &mut *server, &head, &body, a, b, n);
            }
            ALLOCATIONS.get() - before
        };
        assert!(run(0, 10) > 0, "the counter counts");
        assert_eq!(run(10, 100), 0, "{size} bytes");
    }
}

/// Calls over HTTP/2: prepared fields, content of one frame, trailers.
#[test]
fn streams_of_http2_allocate_nothing() {
    use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field};

    let mut client = Connection::client(&Limits::default(), Config::default());
    let mut server = Connection::server(&Limits::default(), Config::default());
    let request = [
        Field::new(b":method", b"POST"),
        Field::new(b":scheme", b"http"),
        Field::new(b":path", b"/a.B/c"),
        Field::new(b":authority", b"here:80"),
    ];
    let request = client.prepare(request.into_iter().collect());
    let response = server.prepare([Field::new(b":status", b"200")].into_iter().collect());
    let trailers = server.prepare([Field::new(b"grpc-status", b"0")].into_iter().collect());
    let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
    let pass = |from: &mut Connection, to: &mut Rx| {
        while let Some(bytes) = from.poll_transmit() {
            to.buf.put(bytes);
            let sent = bytes.len();
            from.sent(sent);
        }
    };
    let mut run = |from: u64, to: u64| {
        let before = ALLOCATIONS.get();
        for n in from..to {
            let stream = client.request(request, false).unwrap();
            client.begin_data(stream).unwrap();
            client.body().put(&[1; 5000]);
            client.finish_data(true).unwrap();
            pass(&mut client, &mut to_server);
            while let Some(event) = server.next_event(&mut to_server, &Clock::at(at(n))) {
                if let Event::Data { stream, range, .. } = event {
                    server.consumed(stream, range.len() as u32);
                    server.respond(stream, response, false).unwrap();
                    server.begin_data(stream).unwrap();
                    server.body().put(&to_server.buf.data()[range]);
                    server.finish_data(false).unwrap();
                    server.trailers(stream, trailers).unwrap();
                }
            }
            pass(&mut server, &mut to_client);
            let mut events = 0;
            while let Some(event) = client.next_event(&mut to_client, &Clock::at(at(n))) {
                if let Event::Data { stream, range, .. } = event {
                    client.consumed(stream, range.len() as u32);
                }
                events += 1;
            }
            assert_eq!(events, 3);
        }
        ALLOCATIONS.get() - before
    };
    assert!(run(0, 1000) > 0, "the counter counts");
    // Windows are opened several times.
    assert_eq!(run(1000, 20_000), 0);
}

#[test]
fn canned_replies_allocate_nothing_and_ask_nobody() {
    for (mut client, mut server) in [
        (
            raw::Client::datagram(Limits::default(), 1),
            raw::Server::datagram(Limits::default()),
        ),
        (
            raw::Client::stream(Limits::default(), 1),
            raw::Server::stream(Limits::default()),
        ),
    ] {
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        let operation = raw::pdu::canned_operation(5000);
        client
            .begin_call(&Kind::RAW_STREAM.head(operation))
            .unwrap();
        client.body().put(&[3; 700]);
        client.finish_call(at(0)).unwrap();
        let mut allocations = 0;
        for n in 0..100 {
            let before = ALLOCATIONS.get();
            if n > 0 {
                client.resend(at(n)).unwrap();
            }
            let transmit = client.poll_transmit().unwrap();
            let sent = transmit.bytes.len();
            to_server.buf.put(transmit.bytes);
            client.sent(sent);
            assert_eq!(server.next_call(&mut to_server, &Clock::at(at(n))), None);
            let transmit = server.poll_transmit().unwrap();
            let replied = transmit.bytes.len();
            to_client.buf.put(transmit.bytes);
            server.sent(replied);
            assert!(server.poll_transmit().is_none() && client.poll_transmit().is_none());
            let reply = client.next_event(&mut to_client, &Clock::at(at(n)));
            let Some(ClientEvent::Reply { body, .. }) = reply else {
                panic!("{reply:?}");
            };
            assert_eq!(body.len(), 5000);
            assert_eq!(sent - 708, replied - 5004, "only a stream has lengths");
            assert_eq!(client.next_event(&mut to_client, &Clock::at(at(n))), None);
            allocations = ALLOCATIONS.get() - before;
        }
        assert_eq!(allocations, 0);
    }
}

#[test]
fn hostile_lengths_allocate_no_more_than_came() {
    for kind in kinds() {
        let mut random = Random(kind.seed() + 77);
        let (request, _) = kind.messages(ECHO, &[1; 64]);
        // Raw replies may be as long as their request asks for, up to the limit.
        let limits = Limits {
            message_bytes: 4000,
            sent_message_bytes: 4000,
            ..Limits::default()
        };
        for _ in 0..5000 {
            let mut bytes = request.clone();
            // Each word of the header in turn announces that much data.
            let at_word = random.below(12) as usize * 4;
            let lie = [
                0xff,
                random.next() as u8,
                random.next() as u8,
                random.next() as u8,
            ];
            bytes[at_word..at_word + 4].copy_from_slice(&lie);
            bytes[at_word] = [0xff, 0x7f, 0x80, 0x83, 0x00][random.below(5) as usize];
            let (mut server, mut rx) = (kind.server(&limits), Rx::default());
            rx.buf.put(&bytes);
            LARGEST.set(0);
            serve(&mut *server, &mut rx, at(0));
            server_output(&mut *server);
            assert!(
                LARGEST.get() <= 4200,
                "{kind:?}: {} bytes for {bytes:02x?}",
                LARGEST.get()
            );
        }
    }
}
