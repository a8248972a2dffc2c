//! Complete conversations between our client and our server, in virtual time.

use std::time::Duration;

use manyrpc_engine::contract::{Liveness, RemoteCancel};
use manyrpc_engine::dce::cl::pdu::{Header, PduType};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::{DceLimits, ReplyCacheLimits};
use manyrpc_engine::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Instant, Limits, ObjectKey,
    Outcome, Rx, ServerEngine,
};

use crate::support::{DCE, ECHO, REFUSE, at, output, server_output};

/// Stays in progress until [`Exchange::end`].
const HOLD: u32 = 5;
/// Creates and uses context handles.
const OPEN: u32 = 6;
/// Not served.
const UNKNOWN: u32 = 77;

/// The server's boot time: seconds since 1970.
const BOOT: u32 = 0x5e0b_e100;

/// Small limits, so that a lie can reach them.
fn limits() -> Limits {
    Limits {
        dce: DceLimits {
            activities: 16,
            ..DceLimits::default()
        },
        message_bytes: 100_000,
        reassembly_bytes: 200_000,
        reply_cache: ReplyCacheLimits {
            bytes: 300_000,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    }
}

/// One datagram.
pub(crate) struct Sent {
    pub(crate) at: Instant,
    pub(crate) to_server: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Sent {
    pub(crate) fn header(&self) -> Header {
        Header::parse(&self.bytes).unwrap()
    }
}

/// A client, a server, and their datagrams.
pub(crate) struct Exchange {
    client: Client,
    server: Server,
    personality: Personality,
    now: Instant,
    pub(crate) sent: Vec<Sent>,
    /// Whether the network loses the datagram with that number.
    loses: fn(usize, &Header) -> bool,
    forgery: Option<Forgery>,
    held: Option<CallId>,
    begun: usize,
    pub(crate) events: Vec<ClientEvent>,
}

/// A datagram injected by somebody else.
#[derive(Clone, Debug)]
pub(crate) struct Forgery {
    /// It arrives before the one with that number.
    pub(crate) number: usize,
    pub(crate) bytes: Vec<u8>,
    /// The genuine one does not arrive.
    pub(crate) instead: bool,
}

/// More timeouts than any scene has: it never ends.
const ENDLESS: usize = 10_000;

impl Exchange {
    fn new(personality: &Personality, seed: u64) -> Self {
        let new = || personality.clone();
        Exchange {
            client: Client::new(limits(), new(), seed),
            server: server(new(), seed + 1),
            personality: new(),
            now: at(1000),
            sent: Vec::new(),
            loses: |_, _| false,
            forgery: None,
            held: None,
            begun: 0,
            events: Vec::new(),
        }
    }

    fn begin(&mut self, head: CallHead<'_>, body: &[u8]) -> CallId {
        let id = self.client.begin_call(&head).unwrap();
        self.client.body().put(body);
        self.client.finish_call(self.now).unwrap();
        self.begun += usize::from(head.kind != CallKind::OneWay);
        self.run();
        id
    }

    fn call(&mut self, operation: u32, body: &[u8]) -> CallId {
        self.begin(CallHead::new(DCE, operation), body)
    }

    /// Delivers until there is no output.
    fn run(&mut self) {
        loop {
            let to_server = output(&mut self.client).into_iter().map(|b| (true, b));
            let mut due: Vec<_> = to_server.collect();
            let to_client = server_output(&mut self.server).into_iter();
            due.extend(to_client.map(|(_, b)| (false, b)));
            if due.is_empty() {
                return;
            }
            for (to_server, bytes) in due {
                self.deliver(to_server, bytes);
            }
        }
    }

    fn deliver(&mut self, to_server: bool, bytes: Vec<u8>) {
        let forgery = self.forgery.take_if(|f| f.number == self.sent.len());
        let instead = forgery.as_ref().is_some_and(|f| f.instead);
        if let Some(forgery) = forgery {
            self.receive(to_server, &forgery.bytes);
        }
        self.now = self.now + Duration::from_micros(10);
        let at = self.now;
        self.sent.push(Sent {
            at,
            to_server,
            bytes,
        });
        let last = self.sent.len() - 1;
        if !instead && !(self.loses)(last, &self.sent[last].header()) {
            let bytes = self.sent[last].bytes.clone();
            self.receive(to_server, &bytes);
        }
    }

    fn receive(&mut self, to_server: bool, bytes: &[u8]) {
        let mut rx = Rx::default();
        rx.buf.put(bytes);
        if to_server {
            self.serve(&mut rx);
        } else {
            while let Some(event) = self.client.next_event(&mut rx, &Clock::at(self.now)) {
                self.events.push(event);
            }
        }
    }

    fn serve(&mut self, rx: &mut Rx) {
        while let Some(call) = self.server.next_call(rx, &Clock::at(self.now)) {
            if call.operation == HOLD {
                self.held = Some(call.id);
                continue;
            }
            let arguments = rx.buf.data()[call.arguments].to_vec();
            self.server.begin_reply(call.id);
            self.server.body().put(&arguments);
            let outcome = match call.operation {
                REFUSE => Outcome::Fault(manyrpc_engine::Fault::BadArguments),
                UNKNOWN => Outcome::Fault(manyrpc_engine::Fault::NoSuchOperation),
                _ => Outcome::Done,
            };
            self.server.finish_reply(outcome, &Clock::at(self.now));
        }
    }

    /// Advances time to the next timeout; false if there is none.
    fn wait(&mut self) -> bool {
        let due = [self.client.next_timeout(), self.server.next_timeout()];
        let Some(next) = due.into_iter().flatten().min() else {
            return false;
        };
        self.now = next;
        self.client.handle_timeout(next);
        self.server.handle_timeout(next);
        self.receive(false, &[]);
        self.run();
        true
    }

    fn wait_for(&mut self, ptype: PduType) {
        let waits = (0..ENDLESS).take_while(|_| self.last().ptype != ptype && self.wait());
        assert!(waits.count() < ENDLESS, "it never ends");
    }

    fn last(&self) -> Header {
        self.sent.last().unwrap().header()
    }

    /// The held call ends.
    fn end(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        self.server.begin_reply(held);
        self.server
            .finish_reply(Outcome::Done, &Clock::at(self.now));
        self.run();
    }

    /// Runs until there are no timeouts.
    fn settle(&mut self) {
        let waits = (0..ENDLESS).take_while(|_| self.wait()).count();
        assert!(waits < ENDLESS, "it never ends: {:?}", self.server);
    }

    /// Each call has ended, once; nothing unnecessary is kept; and another client's call is
    /// answered.
    pub(crate) fn check(&mut self) {
        assert_eq!(self.client.calls_in_flight(), 0, "{:?}", self.client);
        assert_eq!(self.ended(), self.begun, "{:?}", self.events);
        let (activities, kept, parts) = self.server.usage();
        let limits = limits();
        assert!(activities <= limits.dce.activities && parts <= limits.reassembly_bytes);
        assert!(kept <= limits.reply_cache.bytes, "{kept} bytes");
        self.events.clear();
        self.loses = |_, _| false;
        self.client = Client::new(limits, self.personality.clone(), 4711);
        let head = CallHead {
            idempotent: true,
            ..CallHead::new(DCE, ECHO)
        };
        self.begin(head, b"honest");
        assert!(
            matches!(&self.events[..], [ClientEvent::Reply { .. }]),
            "{:?}",
            self.events
        );
    }

    /// Calls that have ended; a broadcast may have had replies before.
    fn ended(&self) -> usize {
        let ended = self.events.iter().filter_map(|event| match event {
            ClientEvent::Reply { id, .. } | ClientEvent::Failed { id, .. } => Some(*id),
            ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
            ClientEvent::Broken(_) => None,
        });
        let mut ended: Vec<_> = ended.collect();
        ended.dedup();
        ended.len()
    }

    /// Replaces the server with another that forgot everything but its boot time.
    fn forget(&mut self) {
        self.server = server(self.personality.clone(), 99);
    }
}

fn server(personality: Personality, seed: u64) -> Server {
    let mut server = Server::new(limits(), personality, seed, BOOT);
    server.keep_contexts([(DCE.uuid, DCE.major(), OPEN as u16)]);
    server
}

/// A scene: its name and, if it is short, its sequence of PDUs: `c` or `s` and the number of the
/// PDU's type.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) says: Option<&'static str>,
    play: fn(&mut Exchange),
}

impl Scene {
    pub(crate) fn play(&self, personality: &Personality, seed: u64) -> Exchange {
        self.play_with(personality, seed, None)
    }

    pub(crate) fn play_with(
        &self,
        personality: &Personality,
        seed: u64,
        forgery: Option<Forgery>,
    ) -> Exchange {
        let mut exchange = Exchange::new(personality, seed);
        exchange.forgery = forgery;
        (self.play)(&mut exchange);
        exchange
    }
}

/// All scenes: every type of PDU, each with every body that it can have.
pub(crate) const SCENES: &[Scene] = &[
    Scene {
        name: "a first call, which the server asks about, and its acknowledgement",
        says: Some("c0 s0 c2 s2 c7"),
        play: |e| {
            e.call(ECHO, b"");
            e.settle();
        },
    },
    Scene {
        name: "a second call acknowledges the first",
        says: Some("c0 s0 c2 s2 c0 s2 c7"),
        play: |e| {
            e.call(ECHO, b"one");
            e.call(ECHO, b"two and more");
            e.settle();
        },
    },
    Scene {
        name: "contexts: the server asks whose, and the client says that it lives",
        says: Some("c0 s0 c2 s2 c0 c7 c0 c0"),
        play: |e| {
            e.call(OPEN, b"");
            e.client.keep_alive(1, e.now);
            e.run();
            for _ in 0..3 {
                e.wait();
            }
            e.client.keep_alive(0, e.now);
            e.settle();
        },
    },
    Scene {
        name: "an idempotent call for an object",
        says: Some("c0 s2"),
        play: |e| {
            let head = CallHead {
                idempotent: true,
                object: Some(&ObjectKey::from(*b"an object's uuid")),
                ..CallHead::new(DCE, ECHO)
            };
            e.begin(head, &[1; 64]);
            e.settle();
        },
    },
    Scene {
        name: "64 KB there and back over a network that loses",
        says: None,
        play: |e| {
            e.loses = |n, _| n % 11 == 8;
            e.call(ECHO, &[0xa5; 65536]);
            e.settle();
        },
    },
    Scene {
        name: "an idempotent call in fragments",
        says: None,
        play: |e| {
            let head = CallHead {
                idempotent: true,
                ..CallHead::new(DCE, ECHO)
            };
            e.begin(head, &[0xa5; 50_000]);
            e.settle();
        },
    },
    Scene {
        name: "a fault",
        says: Some("c0 s0 c2 s3 c7"),
        play: |e| {
            e.call(REFUSE, b"");
            e.settle();
        },
    },
    Scene {
        name: "a reject",
        says: Some("c0 s0 c2 s6"),
        play: |e| {
            e.call(UNKNOWN, b"");
            e.settle();
        },
    },
    Scene {
        name: "a call that takes long: ping and working",
        says: None,
        play: |e| {
            e.call(HOLD, b"");
            e.wait_for(PduType::Working);
            e.end();
            e.settle();
        },
    },
    Scene {
        name: "a server that forgot: nocall",
        says: None,
        play: |e| {
            e.call(HOLD, &[3; 3000]);
            e.wait_for(PduType::Working);
            e.forget();
            e.wait_for(PduType::Response);
            e.end();
            e.settle();
        },
    },
    Scene {
        name: "a ping while the server asks: nocall with a body",
        says: None,
        play: |e| {
            // The answers to the server's callbacks are lost.
            e.loses = |_, header| header.ptype == PduType::Response;
            e.call(ECHO, &[3; 3000]);
            let ping = Header {
                ptype: PduType::Ping,
                flags: 0,
                serial: 0,
                len: 0,
                ..e.sent[0].header()
            };
            e.deliver(true, ping.emit().to_vec());
            e.loses = |_, _| false;
            e.run();
            e.settle();
        },
    },
    Scene {
        name: "a cancel, and a call that ends all the same",
        says: None,
        play: |e| {
            let id = e.call(HOLD, b"");
            e.client.request_cancel(id, e.now);
            e.run();
            e.end();
            e.settle();
        },
    },
    Scene {
        name: "a call given up",
        says: Some("c0 s0 c2 c8 s10"),
        play: |e| {
            let id = e.call(HOLD, b"");
            e.client.cancel(id);
            e.begun = e.events.len();
            e.run();
            e.settle();
        },
    },
    Scene {
        name: "maybe",
        says: Some("c0"),
        play: |e| {
            let kind = CallKind::OneWay;
            let head = CallHead {
                kind,
                ..CallHead::new(DCE, ECHO)
            };
            e.begin(head, b"anybody there");
            e.settle();
        },
    },
    Scene {
        name: "broadcast",
        says: Some("c0 s2"),
        play: |e| {
            let kind = CallKind::Broadcast;
            let head = CallHead {
                kind,
                ..CallHead::new(DCE, ECHO)
            };
            e.begin(head, b"everybody");
            e.settle();
        },
    },
];
