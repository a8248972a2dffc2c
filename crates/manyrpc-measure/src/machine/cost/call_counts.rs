//! Counts per call: system calls of both sides, and segments of the clients' connections.
//!
//! A client may make additional calls, and a run has a start and an end of its own, so the count of one call is
//! the difference between two runs of different length, divided by the difference in calls.

use std::time::{Duration, Instant};

use super::side::Counter;
use super::{Segments, Side, SystemCalls, wait_until_idle};

/// The lengths of the two runs whose counts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLengths {
    /// Calls of the shorter run.
    pub fewest: usize,
    /// Additional calls of the longer run.
    pub more: usize,
    /// The time limit of the longer run; calls too slow for it are not counted.
    pub patience: Duration,
}

/// The counts of one call, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CallCounts {
    /// System calls of client and of server.
    pub system_calls: Option<(f64, f64)>,
    /// TCP segments that clients sent and received, on connections that stayed open.
    pub segments: Option<(f64, f64)>,
}

/// Counts until it is dropped.
#[derive(Debug)]
pub struct CallCounter {
    clients: Vec<u32>,
    server: Side,
    system_calls: Option<(SystemCalls, Counter)>,
}

/// The counts so far.
#[derive(Debug, Default)]
struct Counted {
    system_calls: Option<[u64; 2]>,
    segments: Option<Segments>,
}

impl CallCounter {
    /// Starts counting for these processes, including threads and processes started later to serve connections.
    /// Also returns why system calls are not counted, if so.
    pub fn start(clients: Vec<u32>, server: impl Into<Side>) -> (Self, Option<String>) {
        let server = server.into();
        let counters = SystemCalls::count(&clients)
            .and_then(|of_clients| Ok((of_clients, server.system_calls()?)));
        let (system_calls, why) = match counters {
            Ok(counters) => (Some(counters), None),
            Err(why) => (None, Some(why)),
        };
        let tally = CallCounter {
            clients,
            server,
            system_calls,
        };
        (tally, why)
    }

    /// Counts one call's share; `make` makes each client perform the given number of calls.
    ///
    /// # Errors
    /// The error of `make`.
    pub fn per_call(
        &mut self,
        lengths: RunLengths,
        mut make: impl FnMut(usize) -> Result<(), String>,
    ) -> Result<CallCounts, String> {
        let RunLengths { fewest, more, .. } = lengths;
        let mut made = |calls| {
            make(calls)?;
            Ok::<_, String>(self.so_far())
        };
        // The first run creates what later ones reuse.
        let start = made(fewest)?;
        let begin = Instant::now();
        let few = made(fewest)?;
        if begin.elapsed() * (1 + more / fewest) as u32 > lengths.patience {
            return Ok(CallCounts::default());
        }
        let counted = [start, few, made(fewest + more)?];
        let calls = (more * self.clients.len()) as f64;
        Ok(CallCounts {
            system_calls: growth(counted.each_ref().map(|c| c.system_calls), calls),
            segments: growth(segments(&counted), calls),
        })
    }

    fn so_far(&mut self) -> Counted {
        // An answer may arrive before the server is idle again.
        wait_until_idle(&self.clients);
        self.server.wait_until_idle();
        let read = |(client, server): &mut (SystemCalls, Counter)| {
            Some([client.so_far().ok()?, server.so_far()?])
        };
        Counted {
            system_calls: self.system_calls.as_mut().and_then(read),
            segments: Segments::of_all(&self.clients),
        }
    }
}

/// The counts if all three are of the same connections, at least one.
fn segments(counted: &[Counted; 3]) -> [Option<[u64; 2]>; 3] {
    let first = counted[0].segments.as_ref();
    counted.each_ref().map(|counted| {
        let now = counted.segments.as_ref()?;
        let same = !now.sockets.is_empty() && now.sockets == first?.sockets;
        same.then_some([now.sent, now.received])
    })
}

/// The growth of the two counts per call.
fn growth(counted: [Option<[u64; 2]>; 3], calls: f64) -> Option<(f64, f64)> {
    let [Some(start), Some(few), Some(more)] = counted else {
        return None;
    };
    let per_call = |side: usize| {
        let [start, few, more] = [start, few, more].map(|counts| counts[side] as f64);
        ((more - few) - (few - start)) / calls
    };
    let (out, back) = (per_call(0), per_call(1));
    // Work that is unrelated to the calls may exceed theirs.
    (out >= 0.0 && back >= 0.0).then_some((out, back))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_what_a_longer_run_has_more() {
        // 100 at the start, 7 for each run, 2 and 3 for each call.
        let counted = [[100, 1000], [111, 1013], [202, 1146]].map(Some);
        assert_eq!(growth(counted, 40.0), Some((2.0, 3.0)));
        assert_eq!(growth([None, counted[1], counted[2]], 40.0), None);
        // A short run in which a program did cleanup work.
        assert_eq!(growth([[0, 0], [500, 1], [600, 2]].map(Some), 40.0), None);
    }

    #[test]
    fn segments_are_of_connections_that_stay() {
        let of = |sockets: &[u64], sent| Counted {
            segments: Some(Segments {
                sockets: sockets.to_vec(),
                sent,
                received: sent + 1,
            }),
            ..Counted::default()
        };
        let kept = [of(&[7], 1), of(&[7], 3), of(&[7], 9)];
        assert_eq!(growth(segments(&kept), 2.0), Some((2.0, 2.0)));
        let another = [of(&[7], 1), of(&[7], 3), of(&[8], 9)];
        assert_eq!(growth(segments(&another), 2.0), None);
        let none = [of(&[], 0), of(&[], 0), of(&[], 0)];
        assert_eq!(growth(segments(&none), 2.0), None);
    }
}
