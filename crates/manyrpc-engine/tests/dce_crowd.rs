//! Many clients with large messages on one server of the connectionless protocol.

mod support;

use std::net::SocketAddr;

use manyrpc_engine::dce::cl::pdu::{Fack, Header, PduType};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{CallId, Limits, Rx};
use support::{ECHO, Kind, Seen, at, call, events, output, serve, server_output};

struct Caller {
    engine: Client,
    address: SocketAddr,
    id: CallId,
    /// Windows in kilobytes announced by the server.
    windows: Vec<u16>,
    replies: Vec<Vec<u8>>,
}

fn callers(n: u8, body: impl Fn(u8) -> Vec<u8>) -> Vec<Caller> {
    let caller = |i: u8| {
        let mut engine = Client::new(Limits::default(), Personality::DEFAULT, i.into());
        let id = call(&mut engine, Kind::DCE_CL, ECHO, &body(i), at(0));
        Caller {
            engine,
            address: SocketAddr::from(([127, 0, 0, 1], 1000 + u16::from(i))),
            id,
            windows: Vec::new(),
            replies: Vec::new(),
        }
    };
    (1..=n).map(caller).collect()
}

fn received(bytes: &[u8], from: Option<SocketAddr>) -> Rx {
    let mut rx = Rx {
        from,
        ..Rx::default()
    };
    rx.buf.put(bytes);
    rx
}

/// Lets everybody send in turn until there is no output. Returns the largest memory used for
/// results.
fn run(server: &mut Server, callers: &mut [Caller]) -> usize {
    let mut kept = 0;
    loop {
        let mut quiet = true;
        for caller in &mut *callers {
            for bytes in output(&mut caller.engine) {
                quiet = false;
                serve(server, &mut received(&bytes, Some(caller.address)), at(1));
                kept = kept.max(server.usage().1);
            }
        }
        for (to, bytes) in server_output(server) {
            quiet = false;
            let to = callers.iter_mut().find(|c| Some(c.address) == to).unwrap();
            to.take(&bytes);
        }
        if quiet {
            return kept;
        }
    }
}

impl Caller {
    fn take(&mut self, bytes: &[u8]) {
        let header = Header::parse(bytes).unwrap();
        if header.ptype == PduType::Fack {
            let fack = Fack::parse(header.body(bytes), header.little());
            self.windows.extend(fack.map(|f| f.window));
        }
        for event in events(&mut self.engine, &mut received(bytes, None), at(1)) {
            match event {
                Seen::Reply(id, body) if id == self.id => self.replies.push(body),
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Results being sent are not dropped for others, whatever is kept of those already sent.
#[test]
fn large_results_fetched_at_once_do_not_push_each_other_out() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            bytes: 10_000,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    };
    let mut server = Server::new(limits.clone(), Personality::DEFAULT, 7, 5);
    let body = |i| vec![i; 200_000];
    let mut callers = callers(12, body);
    let kept = run(&mut server, &mut callers);
    for (i, caller) in (1..).zip(&callers) {
        assert!(caller.replies == [body(i)], "caller {i}");
    }
    assert!(kept > limits.reply_cache.bytes && kept <= limits.queued_bytes);
    let (_, kept, partial) = server.usage();
    assert!(
        kept <= limits.reply_cache.bytes && partial == 0,
        "{kept} {partial}"
    );
}

/// Above the other limit they are.
#[test]
fn results_under_way_have_a_limit() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            bytes: 0,
            ..ReplyCacheLimits::default()
        },
        queued_bytes: 300_000,
        ..Limits::default()
    };
    let mut server = Server::new(limits, Personality::DEFAULT, 7, 5);
    for i in 1..=20 {
        let mut client = Client::new(Limits::default(), Personality::DEFAULT, i);
        call(&mut client, Kind::DCE_CL, ECHO, &[7; 60_000], at(0));
        // Each client falls silent after its request.
        let from = Some(SocketAddr::from(([127, 0, 0, 1], i as u16)));
        let mut calls = 0;
        for _ in 0..20 {
            for bytes in output(&mut client) {
                calls += serve(&mut server, &mut received(&bytes, from), at(1));
            }
            for (_, bytes) in server_output(&mut server) {
                if calls == 0 {
                    events(&mut client, &mut received(&bytes, None), at(1));
                }
            }
        }
        assert_eq!(calls, 1);
        let kept = server.usage().1;
        assert!(kept > 0 && kept <= 300_000, "{kept}");
    }
}

/// The senders' windows together must not exceed the buffer of the one socket.
#[test]
fn a_crowd_shares_the_receive_window() {
    let windows = |n| {
        let mut server = Server::new(Limits::default(), Personality::DEFAULT, 7, 5);
        let mut callers = callers(n, |i| vec![i; 200_000]);
        run(&mut server, &mut callers);
        let least = callers.iter().flat_map(|c| &c.windows).min().copied();
        (least.unwrap(), callers.iter().all(|c| c.replies.len() == 1))
    };
    assert_eq!(windows(1), (96, true));
    assert_eq!(windows(2), (96, true));
    assert_eq!(windows(12), (16, true));
    // Any window except 0 is at least one PDU.
    assert_eq!(windows(40), (4, true));
}
