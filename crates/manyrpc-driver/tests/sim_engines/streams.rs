//! Streaming calls: whatever the network does, what arrives is a prefix of what was sent, in order
//! and once, and every call ends once.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manyrpc_driver::sim::{
    Actor, Command, Ctx, Cue, End, Endpoint, Segmentation, StreamOptions, Transport, World,
};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, Caller, Fault, Flow, Handler, Instant, Limits, Outcome,
    Replies, Stream, Streams,
};

use crate::systems::GRPC;
use crate::world::{CLIENT, LONG, SERVER, bad_network, ms};

/// The directions of a call's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One in each direction.
    Single,
    /// Each message is echoed.
    Both,
    /// All of them are answered with their concatenation.
    Gather,
    /// One is answered with as many copies of it as its first byte states.
    Pour,
}

const KINDS: [Kind; 4] = [Kind::Single, Kind::Both, Kind::Gather, Kind::Pour];

impl Kind {
    const fn operation(self) -> &'static str {
        match self {
            Kind::Single => "Echo",
            Kind::Both => "Many",
            Kind::Gather => "Gather",
            Kind::Pour => "Pour",
        }
    }

    fn streams(self) -> Streams {
        Streams {
            request: matches!(self, Kind::Both | Kind::Gather),
            reply: matches!(self, Kind::Both | Kind::Pour),
        }
    }

    /// What the client sends in its call number `call`.
    fn says(self, call: usize, sizes: usize) -> Vec<Vec<u8>> {
        let messages = if self.streams().request { 12 } else { 1 };
        let message = |n: usize| {
            let size = 2 + (call * 7919 + n * n * 613) % sizes;
            let mut bytes = vec![(call * 31 + n) as u8; size];
            bytes[0] = 9;
            bytes[1] = n as u8;
            bytes
        };
        (0..messages).map(message).collect()
    }

    /// The server's messages in reply.
    fn hears(self, said: &[Vec<u8>]) -> Vec<Vec<u8>> {
        match self {
            Kind::Single | Kind::Both => said.to_vec(),
            Kind::Gather => vec![said.concat()],
            Kind::Pour => vec![said[0].clone(); usize::from(said[0][0])],
        }
    }
}

/// What the server received: the messages of each streaming call, in the order of the calls.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<Vec<Vec<u8>>>>>);

impl Handler for Told {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }

    fn open(&self, call: &Call, received: &[u8], _: &dyn Caller) -> Result<Box<dyn Stream>, Fault> {
        let name = call.name.as_ref().ok_or(Fault::NoSuchOperation)?;
        let mut kinds = KINDS.into_iter();
        let kind = kinds.find(|kind| kind.operation() == name.path().operation);
        let kind = kind.ok_or(Fault::NoSuchOperation)?;
        // One message comes with the head.
        let said = match kind {
            Kind::Pour => vec![received[call.arguments.clone()].to_vec()],
            _ => Vec::new(),
        };
        let mut told = self.0.lock().unwrap();
        told.push(said.clone());
        Ok(Box::new(Answering {
            kind,
            told: self.clone(),
            call: told.len() - 1,
            ended: !said.is_empty(),
            due: said
                .iter()
                .flat_map(|said| kind.hears(std::slice::from_ref(said)))
                .collect(),
        }))
    }
}

/// The application's side of a call.
struct Answering {
    kind: Kind,
    told: Told,
    call: usize,
    due: VecDeque<Vec<u8>>,
    ended: bool,
}

impl Stream for Answering {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.more(replies)
    }

    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
        self.told.0.lock().unwrap()[self.call].push(received.to_vec());
        match self.kind {
            Kind::Gather => return Flow::Wait,
            kind => self.due.extend(kind.hears(&[received.to_vec()])),
        }
        self.more(replies)
    }

    fn ended(&mut self, replies: &mut dyn Replies) -> Flow {
        self.ended = true;
        if self.kind == Kind::Gather {
            let told = self.told.0.lock().unwrap()[self.call].concat();
            self.due.push_back(told);
        }
        self.more(replies)
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        while let Some(message) = self.due.front() {
            if replies.is_congested() {
                return Flow::More;
            }
            replies.send(&mut |body| {
                body.put(message);
                true
            });
            self.due.pop_front();
        }
        match self.ended {
            true => Flow::Over(Outcome::Done),
            false => Flow::Wait,
        }
    }
}

/// A call, as its client sees it.
struct Made {
    kind: Kind,
    says: Vec<Vec<u8>>,
    said: usize,
    heard: Vec<Vec<u8>>,
    /// How it ended, each time it did.
    ends: Vec<(Instant, Option<CallError>)>,
}

/// All calls of a client, in the order in which they were made.
#[derive(Default)]
struct Seen {
    calls: Vec<Made>,
    by_id: BTreeMap<CallId, usize>,
    congested: bool,
}

type Shared = Rc<RefCell<Seen>>;

/// Makes calls of all kinds at once, and sends each message as soon as possible.
struct Script {
    calls: usize,
    sizes: usize,
    timeout: Duration,
    seen: Shared,
}

impl Script {
    fn begin(&mut self, cx: &mut Ctx<'_>) {
        for n in 0..self.calls {
            let kind = KINDS[n % KINDS.len()];
            let head = CallHead {
                name: kind.operation(),
                streams: kind.streams(),
                timeout: Some(self.timeout),
                ..GRPC.head(1)
            };
            let says = kind.says(n, self.sizes);
            let alone = !kind.streams().request;
            let id = cx.call(&head, |body| {
                if alone {
                    body.put(&says[0]);
                }
            });
            let mut seen = self.seen.borrow_mut();
            seen.by_id.insert(id.unwrap(), n);
            seen.calls.push(Made {
                kind,
                said: usize::from(alone),
                says,
                heard: Vec::new(),
                ends: Vec::new(),
            });
        }
    }

    fn go_on(&mut self, cx: &mut Ctx<'_>) {
        let seen = &mut *self.seen.borrow_mut();
        let mut waits = false;
        for (id, at) in &seen.by_id {
            let made = &mut seen.calls[*at];
            if !made.kind.streams().request || !made.ends.is_empty() {
                continue;
            }
            while made.said < made.says.len() && !cx.is_congested(*id) {
                let message = &made.says[made.said];
                if cx.send(*id, |body| body.put(message)).is_err() {
                    break;
                }
                made.said += 1;
                if made.said == made.says.len() {
                    cx.end_messages(*id);
                }
            }
            waits |= made.said < made.says.len();
        }
        seen.congested |= waits;
        if waits {
            cx.wake_after(Duration::from_millis(1), 0);
        }
    }

    fn end(&mut self, now: Instant, id: CallId, error: Option<CallError>) {
        let seen = &mut *self.seen.borrow_mut();
        let made = &mut seen.calls[seen.by_id[&id]];
        made.ends.push((now, error));
    }
}

impl Actor for Script {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        let now = cx.now();
        match cue {
            Cue::Started => self.begin(cx),
            Cue::Opened | Cue::Woken(_) => self.go_on(cx),
            Cue::Reply { id, body } => {
                let seen = &mut *self.seen.borrow_mut();
                let made = &mut seen.calls[seen.by_id[&id]];
                assert!(made.ends.is_empty(), "a reply behind the end");
                made.heard.push(body.to_vec());
                if !made.kind.streams().reply {
                    made.ends.push((now, None));
                }
            }
            Cue::Ended { id } => self.end(now, id, None),
            Cue::Failed { id, error } => self.end(now, id, Some(error)),
            Cue::Closed(_) | Cue::Broken(_) => {}
        }
    }
}

/// A world with a client that makes this many calls.
fn world(
    seed: u64,
    calls: usize,
    sizes: usize,
    timeout: Duration,
) -> (World, Endpoint, Told, Shared) {
    let mut world = World::new(seed);
    let (told, seen) = (Told::default(), Shared::default());
    let server = GRPC.server(&Limits::default());
    let server = world.serve_stream(SERVER, server, Arc::new(told.clone()));
    let script = Script {
        calls,
        sizes,
        timeout,
        seen: seen.clone(),
    };
    let factory = GRPC.client_factory();
    world.client(CLIENT, Transport::Stream, SERVER, factory, script);
    (world, server, told, seen)
}

/// What holds in any case. Returns how many calls succeeded.
fn check(told: &Told, seen: &Shared) -> usize {
    let seen = seen.borrow();
    let mut well = 0;
    for made in &seen.calls {
        let all = made.kind.hears(&made.says);
        assert_eq!(made.ends.len(), 1, "{:?} ends once", made.kind);
        assert!(all.starts_with(&made.heard), "{:?} heard", made.kind);
        if made.ends[0].1.is_none() {
            assert_eq!(made.heard.len(), all.len(), "{:?} ended well", made.kind);
            well += 1;
        }
    }
    // Each call at the server is a different one of the client's.
    let said = seen.calls.iter().filter(|made| made.kind != Kind::Single);
    let mut said: Vec<&[Vec<u8>]> = said.map(|made| &made.says[..]).collect();
    for call in told
        .0
        .lock()
        .unwrap()
        .iter()
        .filter(|call| !call.is_empty())
    {
        let at = said.iter().position(|says| says.starts_with(call));
        said.remove(at.expect("the server hears what a client said, once"));
    }
    well
}

#[test]
fn any_segmentation_gives_the_same_messages() {
    for seed in 0..20 {
        let (mut world, _, told, seen) = world(seed, 16, 6000, LONG);
        world.streams(StreamOptions {
            segmentation: match seed {
                0 => Segmentation::Packets,
                n => Segmentation::Random(n as usize * n as usize * 20),
            },
            window_bytes: 3000,
            ..StreamOptions::default()
        });
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        assert_eq!(check(&told, &seen), 16, "seed {seed}");
        assert_eq!(world.packets_in_flight(), 0);
    }
}

#[test]
fn messages_byte_by_byte() {
    let (mut world, _, told, seen) = world(1, 8, 500, LONG);
    world.streams(StreamOptions {
        segmentation: Segmentation::Bytes,
        window_bytes: 300,
        ..StreamOptions::default()
    });
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(check(&told, &seen), 8);
}

/// More in each call than the windows of HTTP/2 permit at once.
#[test]
fn messages_that_wait_for_windows() {
    let (mut world, _, told, seen) = world(1, 8, 900_000, LONG);
    world.streams(StreamOptions {
        window_bytes: 1 << 20,
        ..StreamOptions::default()
    });
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(check(&told, &seen), 8);
    assert!(seen.borrow().congested, "nothing had to wait");
}

#[test]
fn a_bad_network_loses_and_doubles_no_message() {
    for seed in 0..10 {
        let (mut world, _, told, seen) = world(seed, 16, 3000, LONG);
        world.usual(bad_network());
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        assert_eq!(check(&told, &seen), 16, "seed {seed}");
    }
}

#[test]
fn a_server_that_dies_ends_each_call_once() {
    let mut well = Vec::new();
    for seed in 0..40 {
        let (mut world, server, told, seen) = world(seed, 16, 3000, LONG);
        world.usual(bad_network());
        world.at(ms(5 + seed * 10), Command::Crash(server));
        world.at(ms(3000), Command::Restart(server));
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        well.push(check(&told, &seen));
    }
    let some = well.iter().filter(|well| (1..16).contains(*well)).count();
    assert!(some > 5, "it dies in the midst of calls: {well:?}");
}

#[test]
fn a_client_that_dies_leaves_no_call_behind() {
    for seed in 0..20 {
        let (mut world, _, told, _) = world(seed, 16, 3000, LONG);
        world.usual(bad_network());
        let client = world.endpoint(CLIENT, Transport::Stream).unwrap();
        world.at(ms(5 + seed * 10), Command::Crash(client));
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        // The application's streams are dropped: only this test holds its record.
        assert_eq!(Arc::strong_count(&told.0), 2, "seed {seed}");
    }
}

#[test]
fn a_partition_that_stays_ends_each_call_in_time() {
    let (mut world, _, told, seen) = world(1, 16, 60_000, Duration::from_secs(10));
    world.streams(StreamOptions {
        window_bytes: 5000,
        give_up: Duration::from_secs(60),
        ..StreamOptions::default()
    });
    world.at(ms(5), Command::Cut(SERVER.ip(), CLIENT.ip()));
    assert_eq!(world.run(), End::Quiet);
    let well = check(&told, &seen);
    let seen = seen.borrow();
    let failed = seen.calls.iter().flat_map(|made| &made.ends);
    let failed: Vec<_> = failed.filter(|(_, error)| error.is_some()).collect();
    assert!(failed.len() + well == 16 && failed.len() > 8);
    for (at, error) in failed {
        assert_eq!(*at, ms(10_000));
        assert!(
            matches!(error, Some(CallError::TimedOut { .. })),
            "{error:?}"
        );
    }
}
