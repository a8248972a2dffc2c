//! Calls of a client that blocks, many in flight on one connection.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use manyrpc::CallError;

/// Makes calls with ids from 0 on, at most `at_once` in flight, of which the oldest is always awaited: how long they take.
/// `begin` starts the call of an id, `end` awaits it and tells whether its result is right.
///
/// # Errors
/// A call fails, or its result is wrong.
pub(super) fn flood<C, T>(
    client: &mut C,
    (calls, at_once): (usize, usize),
    mut begin: impl FnMut(&mut C, i32) -> Result<T, CallError>,
    mut end: impl FnMut(&mut C, i32, T) -> Result<bool, CallError>,
) -> Result<Duration, String> {
    let mut in_flight = VecDeque::with_capacity(at_once);
    let start = Instant::now();
    for number in 0..calls + at_once {
        let failed = |e: CallError| format!("call {number}: {e}");
        if number < calls {
            let id = number as i32;
            in_flight.push_back((id, begin(client, id).map_err(failed)?));
        }
        if number + 1 < at_once {
            continue;
        }
        let Some((id, call)) = in_flight.pop_front() else {
            break;
        };
        if !end(client, id, call).map_err(failed)? {
            return Err(format!("call {id}: the result is wrong"));
        }
    }
    Ok(start.elapsed())
}
