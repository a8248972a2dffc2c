//! `Watch`: sends the status of one service immediately and whenever it changes.

use std::collections::BTreeMap;
use std::task::Waker;

use manyrpc_engine::{Fault, Flow, Outcome};
use manyrpc_model::Value;

use super::{Health, Status, service_of};
use crate::dynamic::{Conversation, DynamicReplies};

/// The watchers to wake when a service's status changes: by the service's name, each with a number.
/// A watcher is removed when it is woken.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    waiting: BTreeMap<String, Vec<(u64, Waker)>>,
    last: u64,
}

impl Watchers {
    fn new_number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn add(&mut self, service: &str, number: u64, waker: Waker) {
        self.remove(service, number);
        let waiting = self.waiting.entry(service.to_owned()).or_default();
        waiting.push((number, waker));
    }

    fn remove(&mut self, service: &str, number: u64) {
        if let Some(waiting) = self.waiting.get_mut(service) {
            waiting.retain(|(n, _)| *n != number);
            if waiting.is_empty() {
                self.waiting.remove(service);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// The watchers of a service.
    pub(super) fn of(&mut self, service: &str) -> Vec<(u64, Waker)> {
        self.waiting.remove(service).unwrap_or_default()
    }

    /// All watchers.
    pub(super) fn all(&mut self) -> Vec<(u64, Waker)> {
        let all = std::mem::take(&mut self.waiting);
        all.into_values().flatten().collect()
    }
}

/// One call of `Watch`. It keeps only the status it sent last, so a slow client receives the
/// current status, not past ones.
pub(super) struct Watched {
    health: Health,
    number: u64,
    /// The requested service, once known.
    service: String,
    /// The last status sent, if any: `None` for an unknown service.
    said: Option<Option<Status>>,
}

impl Watched {
    pub(super) fn new(health: Health) -> Self {
        let number = health.with(|known| known.watchers.new_number());
        Watched {
            health,
            number,
            service: String::new(),
            said: None,
        }
    }

    /// The status to send; without one the call waits for the next change.
    fn next(&mut self, replies: &mut DynamicReplies<'_>) -> Option<Option<Status>> {
        let Watched {
            number, service, ..
        } = self;
        let said = self.said;
        let next = self.health.with(|known| {
            let status = known.statuses.get(service).copied();
            if said == Some(status) {
                known.watchers.add(service, *number, replies.waker());
                return None;
            }
            Some(status)
        })?;
        self.said = Some(next);
        Some(next)
    }
}

impl Conversation for Watched {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        match service_of(&arguments) {
            Some(service) => service.clone_into(&mut self.service),
            None => return Flow::Over(Outcome::Fault(Fault::BadArguments)),
        }
        self.more(replies)
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        self.more(replies)
    }

    fn more(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        while !replies.is_congested() {
            let Some(status) = self.next(replies) else {
                return Flow::Wait;
            };
            let number = status.map_or(SERVICE_UNKNOWN, Status::number);
            replies.send(&[Value::Record(vec![Value::I32(number)])]);
        }
        Flow::More
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let Watched {
            number, service, ..
        } = self;
        self.health
            .with(|known| known.watchers.remove(service, *number));
    }
}

/// A status that only `Watch` uses.
pub(super) const SERVICE_UNKNOWN: i32 = 3;
