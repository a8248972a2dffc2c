//! Calls opened by one client and woken by another's actions: a board that some read, and others
//! write on.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::Waker;
use std::time::Duration;

use manyrpc_driver::sim::{Actor, Command, Ctx, Cue, End, Transport, World};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, Caller, Fault, Flow, Handler, Limits, Outcome, Replies,
    Stream, Streams,
};

use crate::systems::GRPC;
use crate::world::{LONG, SERVER, address, bad_network, ms};

const NOTES: u8 = 40;

/// The notes written, and the waiting readers.
#[derive(Default)]
struct Written {
    notes: Vec<u8>,
    readers: Vec<Waker>,
}

#[derive(Clone, Default)]
struct Board(Arc<Mutex<Written>>);

impl Handler for Board {
    /// Writes a note.
    fn handle(&self, call: &Call, received: &[u8], _: &mut Buf) -> Outcome {
        let mut written = self.0.lock().unwrap();
        written.notes.extend(&received[call.arguments.clone()]);
        written.readers.drain(..).for_each(Waker::wake);
        Outcome::Done
    }

    fn open(&self, _: &Call, _: &[u8], _: &dyn Caller) -> Result<Box<dyn Stream>, Fault> {
        let board = self.clone();
        Ok(Box::new(Reading { board, read: 0 }))
    }
}

struct Reading {
    board: Board,
    read: usize,
}

impl Stream for Reading {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.more(replies)
    }

    fn message(&mut self, _: &[u8], _: &mut dyn Replies) -> Flow {
        Flow::Over(Outcome::Fault(Fault::BadArguments))
    }

    fn ended(&mut self, _: &mut dyn Replies) -> Flow {
        Flow::Wait
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        let mut written = self.board.0.lock().unwrap();
        while self.read < written.notes.len() {
            if replies.is_congested() {
                return Flow::More;
            }
            let note = written.notes[self.read];
            replies.send(&mut |body| {
                body.put(&[note]);
                true
            });
            self.read += 1;
        }
        if self.read == usize::from(NOTES) {
            return Flow::DONE;
        }
        written.readers.push(replies.waker());
        Flow::Wait
    }
}

/// Reads the board; records the notes, and how the call ended.
#[derive(Default)]
struct Heard {
    notes: Vec<u8>,
    end: Option<Result<(), CallError>>,
}

type Shared = Rc<RefCell<BTreeMap<u8, Heard>>>;

struct Reader(u8, Shared);

impl Actor for Reader {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        let mut all = self.1.borrow_mut();
        let heard = all.entry(self.0).or_default();
        let end = match cue {
            Cue::Started => {
                let streams = Streams {
                    request: false,
                    reply: true,
                };
                let head = CallHead {
                    name: "Pour",
                    streams,
                    timeout: Some(LONG),
                    ..GRPC.head(1)
                };
                cx.call(&head, |_| ()).unwrap();
                return;
            }
            Cue::Reply { body, .. } => {
                assert!(heard.end.is_none(), "a reply behind the end");
                return heard.notes.extend(body);
            }
            Cue::Ended { .. } => Ok(()),
            Cue::Failed { error, .. } => Err(error),
            _ => return,
        };
        assert!(heard.end.replace(end).is_none(), "it ended twice");
    }
}

/// Writes one note after another, each some time after the last was acknowledged.
struct Writer(u8);

impl Writer {
    fn write(&mut self, cx: &mut Ctx<'_>) {
        let head = CallHead {
            timeout: Some(LONG),
            ..GRPC.head(1)
        };
        let note = self.0;
        let _: CallId = cx.call(&head, |body| body.put(&[note])).unwrap();
        self.0 += 1;
    }
}

impl Actor for Writer {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        match cue {
            Cue::Started | Cue::Woken(_) => self.write(cx),
            Cue::Reply { .. } if self.0 < NOTES => {
                cx.wake_after(Duration::from_millis(3), 0);
            }
            Cue::Failed { error, .. } => panic!("{error:?}"),
            _ => {}
        }
    }
}

const READERS: u8 = 8;

fn world(seed: u64) -> (World, Board, Shared) {
    let mut world = World::new(seed);
    world.usual(bad_network());
    let (board, heard) = (Board::default(), Shared::default());
    let server = GRPC.server(&Limits::default());
    world.serve_stream(SERVER, server, Arc::new(board.clone()));
    for reader in 0..READERS {
        let script = Reader(reader, heard.clone());
        let at = address(10 + reader, 1000);
        world.client(at, Transport::Stream, SERVER, GRPC.client_factory(), script);
    }
    let at = address(2, 1000);
    world.client(
        at,
        Transport::Stream,
        SERVER,
        GRPC.client_factory(),
        Writer(0),
    );
    (world, board, heard)
}

#[test]
fn what_one_client_does_wakes_the_calls_of_others() {
    for seed in 0..10 {
        let (mut world, board, heard) = world(seed);
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        let heard = heard.borrow();
        assert_eq!(heard.len(), usize::from(READERS));
        for (reader, heard) in heard.iter() {
            assert_eq!(heard.notes, (0..NOTES).collect::<Vec<_>>(), "{reader}");
            assert_eq!(heard.end, Some(Ok(())), "{reader}");
        }
        assert_eq!(Arc::strong_count(&board.0), 2, "no call is left behind");
    }
}

#[test]
fn a_world_with_wakes_repeats_exactly() {
    let run = || {
        let (mut world, _, heard) = world(7);
        assert_eq!(world.run(), End::Quiet);
        let heard = heard.borrow();
        assert!(heard.values().all(|heard| heard.notes.len() > 30));
        (world.now(), world.log().hash())
    };
    assert_eq!(run(), run());
}

/// Wakers of dead clients' calls do nothing, and do not affect calls that reuse their slots.
#[test]
fn readers_that_die_are_woken_no_more() {
    for seed in 0..10 {
        let (mut world, board, heard) = world(seed);
        for reader in 0..READERS / 2 {
            let who = world.endpoint(address(10 + reader, 1000), Transport::Stream);
            let dies = ms(20 + u64::from(reader) * 30);
            world.at(dies, Command::Crash(who.unwrap()));
        }
        assert_eq!(world.run(), End::Quiet, "seed {seed}");
        for (reader, heard) in heard.borrow().iter().filter(|(r, _)| **r >= READERS / 2) {
            assert_eq!(heard.notes.len(), usize::from(NOTES), "{reader}");
        }
        assert_eq!(Arc::strong_count(&board.0), 2, "no call is left behind");
    }
}
