//! Many calls at once, ending in any order, compared with a model of plain lists.

use std::collections::VecDeque;

use manyrpc_engine::Transmit;

use super::*;
use crate::sim::Rng;

/// An engine whose events are scripted.
#[derive(Default)]
struct Scripted(VecDeque<ClientEvent>);

impl ClientEngine for Scripted {
    fn begin_call(&mut self, _: &CallHead<'_>) -> Result<CallId, CallError> {
        unreachable!("calls are noted, not made")
    }

    fn body(&mut self) -> &mut Buf {
        unreachable!("calls are noted, not made")
    }

    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, _: Instant) -> Result<(), CallError> {
        Ok(())
    }

    fn abandon_call(&mut self) {}

    fn cancel(&mut self, _: CallId) {}

    fn next_event(&mut self, _: &mut Rx, _: &Clock) -> Option<ClientEvent> {
        self.0.pop_front()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        None
    }

    fn sent(&mut self, _: usize) {}

    fn handle_closed(&mut self, _: Closed) {}

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant) {}
}

/// The model: the simplest possible implementation.
#[derive(Default)]
struct Plain {
    /// For each call, whether it has several replies.
    in_flight: Vec<(CallId, bool)>,
    /// Each with a mark that identifies the event, oldest first.
    kept: Vec<(CallId, u64)>,
    strays: u64,
}

impl Plain {
    fn settle(&mut self, id: CallId, is_reply: bool) -> bool {
        let at = self.in_flight.iter().position(|call| call.0 == id);
        if let Some(at) = at.filter(|at| !(is_reply && self.in_flight[*at].1)) {
            self.in_flight.remove(at);
        }
        at.is_some()
    }

    fn accept(&mut self, event: ModelEvent) -> bool {
        let accepted = self.settle(event.id, event.is_reply);
        self.strays += u64::from(!accepted);
        accepted
    }

    fn keep(&mut self, event: ModelEvent) {
        if self.accept(event) {
            self.kept.push((event.id, event.mark));
        }
    }

    fn take_of(&mut self, id: CallId) -> Option<u64> {
        let at = self.kept.iter().position(|kept| kept.0 == id)?;
        Some(self.kept.remove(at).1)
    }

    fn take_first(&mut self) -> Option<(CallId, u64)> {
        (!self.kept.is_empty()).then(|| self.kept.remove(0))
    }

    fn is_simple(&self) -> bool {
        self.in_flight.len() < 2 && self.in_flight.iter().all(|call| !call.1)
    }
}

/// One event of the engine.
#[derive(Clone, Copy)]
struct ModelEvent {
    id: CallId,
    is_reply: bool,
    mark: u64,
}

/// Both implementations, and the operations on them.
struct Pair {
    calls: Calls,
    engine: Scripted,
    plain: Plain,
    rng: Rng,
    /// Every call ever made.
    ids: Vec<CallId>,
    /// The distance of the engine's ids: some engines use the low bits otherwise.
    shift: u32,
    marks: u64,
}

impl Pair {
    fn new(seed: u64) -> Self {
        Pair {
            calls: Calls::new(Clock::at(Instant::ZERO)),
            engine: Scripted::default(),
            plain: Plain::default(),
            rng: Rng::new(seed),
            ids: vec![CallId(0)],
            shift: [0, 1, 32][seed as usize % 3],
            marks: 0,
        }
    }

    fn send(&mut self) {
        let id = CallId((self.ids.len() as u64) << self.shift);
        let several = self.rng.chance(0.1);
        let kind = match several {
            true => CallKind::Broadcast,
            false => CallKind::Call,
        };
        self.calls.sent(id, kind);
        self.plain.in_flight.push((id, several));
        self.ids.push(id);
    }

    /// Usually a call in flight; otherwise any, ended or not.
    fn some(&mut self) -> CallId {
        let in_flight = self.plain.in_flight.len() as u64;
        let at = self.rng.below(in_flight) as usize;
        match self.plain.in_flight.get(at) {
            Some((id, _)) if self.rng.chance(0.8) => *id,
            _ => self.ids[self.rng.below(self.ids.len() as u64) as usize],
        }
    }

    /// The engine gives an event for a call.
    fn give_event(&mut self, id: CallId) -> ModelEvent {
        self.marks += 1;
        let (mark, is_reply) = (self.marks, self.rng.chance(0.8));
        self.calls.rx.buf.clear();
        self.calls.rx.buf.put(&mark.to_be_bytes());
        self.engine.0.push_back(match is_reply {
            true => ClientEvent::Reply {
                id,
                body: 0..8,
                encoding: Encoding::Xdr,
            },
            false => ClientEvent::Failed {
                id,
                error: CallError::TimedOut {
                    transmissions: mark as u32,
                },
            },
        });
        ModelEvent { id, is_reply, mark }
    }

    /// The mark of an event.
    fn mark(&self, event: CallEvent) -> u64 {
        match event {
            CallEvent::Reply { body, encoding } => {
                let bytes = self.calls.lend(body, encoding).body;
                u64::from_be_bytes(bytes.try_into().expect("eight bytes"))
            }
            CallEvent::Failed(CallError::TimedOut { transmissions }) => transmissions.into(),
            other => panic!("nobody said {other:?}"),
        }
    }

    fn keep_all(&mut self) {
        self.calls.keep_all(&mut self.engine);
    }

    /// Polls any call when the event arrives.
    fn poll_any(&mut self) {
        let id = self.some();
        let event = self.give_event(id);
        let got = self.calls.poll_any(&mut self.engine);
        let got = got.map(|(id, event)| (id, self.mark(event)));
        let expected = match self.plain.take_first() {
            Some(kept) => {
                self.keep_all();
                self.plain.keep(event);
                Some(kept)
            }
            None => self.plain.accept(event).then_some((event.id, event.mark)),
        };
        assert_eq!(got, expected);
    }

    /// Polls a call with outstanding events when the event arrives.
    fn poll(&mut self) {
        let (id, asked) = (self.some(), self.some());
        if !self.calls.is_expected(asked) {
            return;
        }
        let event = self.give_event(id);
        let got = self.calls.poll(&mut self.engine, asked);
        let got = got.map(|event| self.mark(event));
        let expected = match self.plain.take_of(asked) {
            None if asked == id => self.plain.accept(event).then_some(event.mark),
            kept => {
                self.keep_all();
                self.plain.keep(event);
                kept
            }
        };
        assert_eq!(got, expected);
    }

    fn keep(&mut self) {
        let id = self.some();
        let event = self.give_event(id);
        self.keep_all();
        self.plain.keep(event);
    }

    fn forget(&mut self, id: CallId) {
        let was = self.plain.settle(id, false);
        self.plain.kept.retain(|kept| kept.0 != id);
        assert_eq!(self.calls.forget(id), was);
    }

    fn step(&mut self, sends: f64, keeps: f64) {
        if self.rng.chance(sends) {
            return self.send();
        }
        if self.rng.chance(keeps) {
            return self.keep();
        }
        let id = self.some();
        match self.rng.below(8) {
            0 => {
                self.calls.expect_several(id);
                let calls = self.plain.in_flight.iter_mut();
                calls.filter(|call| call.0 == id).for_each(|c| c.1 = true);
            }
            1 => self.forget(id),
            2 | 3 => self.keep(),
            4 | 5 => self.poll_any(),
            _ => self.poll(),
        }
    }

    fn check(&mut self) {
        let (calls, plain) = (&self.calls, &self.plain);
        let in_flight = |id| plain.in_flight.iter().any(|call| call.0 == id);
        assert_eq!(calls.len(), plain.in_flight.len() + plain.kept.len());
        assert_eq!(calls.strays(), plain.strays);
        assert_eq!(calls.is_quiet(), plain.in_flight.is_empty());
        assert_eq!(calls.is_simple(), plain.is_simple());
        assert_eq!(
            calls.any_in_flight().is_some_and(in_flight),
            !plain.in_flight.is_empty()
        );
        let id = self.some();
        let (calls, plain) = (&self.calls, &self.plain);
        let is_in_flight = plain.in_flight.iter().any(|call| call.0 == id);
        let is_kept = plain.kept.iter().any(|kept| kept.0 == id);
        assert_eq!(calls.is_in_flight(id), is_in_flight);
        assert_eq!(calls.is_expected(id), is_in_flight || is_kept);
    }
}

#[test]
fn many_calls_end_in_any_order() {
    for seed in 0..30 {
        let mut pair = Pair::new(seed);
        let mut most = (0, 0);
        // A few at a time, then hundreds, in flight and kept, and none in the end.
        for (sends, keeps) in [(0.2, 0.0), (0.8, 0.0), (0.6, 0.9), (0.0, 0.0)] {
            for _ in 0..1000 {
                pair.step(sends, keeps);
                pair.check();
                let (in_flight, kept) = (pair.plain.in_flight.len(), pair.plain.kept.len());
                most = (most.0.max(in_flight), most.1.max(kept));
            }
        }
        assert!(
            most.0 > 2 * in_flight::FEW && most.1 > 2 * kept::FEW,
            "{most:?}"
        );
        while let Some((id, _)) = pair.plain.in_flight.first() {
            pair.forget(*id);
            pair.check();
        }
        assert!(pair.plain.strays > 0);
    }
}
