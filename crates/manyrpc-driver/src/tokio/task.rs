//! The task of a connection: receives unless the only caller does, runs the engine's timers, sends what callers left, and
//! reconnects for calls that an ended connection did not deliver.

use std::future::Future;
use std::io;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use manyrpc_engine::{CallError, Closed, Instant};
use tokio::net::lookup_host;

use super::open::stream;
use super::scratch;
use super::state::{Pace, SWEEP, Shared, State};
use crate::alarm::Alarm;
use crate::blocking::{Reconnect, not_opened};
use crate::polling::give_way;
use crate::socket::Opened;

/// The connection's task.
pub(super) struct Task {
    shared: Arc<Shared>,
    /// Wakes the task for the engine's timers, and to release memory.
    alarm: Alarm,
    /// When to see whether the connection is idle; `None` while it has nothing to release.
    sweeps_at: Option<Instant>,
    /// Where to reconnect.
    again: Option<Reconnect>,
    reconnecting: Option<Pin<Box<dyn Future<Output = io::Result<Opened>> + Send>>>,
    /// Callers that are ready have had their turn before what they leave is sent.
    gave_way: bool,
    /// Whom to wake once the lock is released.
    woken: Vec<Waker>,
}

impl Task {
    /// For a connection whose socket is open.
    pub(super) fn new(shared: Arc<Shared>, again: Option<Reconnect>) -> Self {
        Task {
            shared,
            alarm: Alarm::default(),
            sweeps_at: None,
            again,
            reconnecting: None,
            gave_way: false,
            woken: Vec::new(),
        }
    }

    /// Receives and sends until there is nothing to do. True if the connection is over.
    fn turn(&mut self, state: &mut State, cx: &mut Context<'_>) -> bool {
        loop {
            if !state.receive_for_task(cx, &mut self.woken) {
                // Other tasks have their turn first.
                cx.waker().wake_by_ref();
            }
            state.pass_time();
            state.deliver(&mut self.woken);
            // A retransmission was small enough the first time.
            let _ = state.flush();
            let went_on = state.write(cx);
            state.take_room(&mut self.woken);
            if state.leaving && state.calls.len() == 0 && !state.blocked {
                return self.leave(state);
            }
            if state.calls.closed().is_some() {
                // What the closing has failed is still to be delivered.
                state.deliver(&mut self.woken);
                return state.has_ended();
            }
            if state.awaits_reconnection() {
                state.link.socket.shutdown();
                state.close(Closed::ByUs);
                return false;
            }
            if !went_on && self.sleeps(state, cx) {
                return false;
            }
        }
    }

    /// Sets the timer. False if it has gone off.
    fn sleeps(&mut self, state: &mut State, cx: &mut Context<'_>) -> bool {
        if state.used && state.pace == Pace::Resting {
            state.used = false;
            self.sweeps_at = None;
            self.alarm = Alarm::default();
            self.woken.shrink_to_fit();
        }
        if state.used && self.sweeps_at.is_none() {
            self.sweeps_at = Some(state.now() + SWEEP);
        }
        let due = [state.engine.next_timeout(), self.sweeps_at];
        let due = due.into_iter().flatten().min();
        let went_off = self.alarm.poll(due, || state.now(), cx).is_ready();
        if went_off {
            self.sweep(state);
        }
        state.wakes_at = self.alarm.due();
        !went_off
    }

    /// Releases memory if it is time and the connection has been idle since the last time.
    fn sweep(&mut self, state: &mut State) {
        let now = state.now();
        if self.sweeps_at.is_none_or(|due| now < due) {
            return;
        }
        if mem::take(&mut state.used) || state.calls.len() > 0 {
            self.sweeps_at = Some(now + SWEEP);
            return;
        }
        self.sweeps_at = None;
        state.shrink();
        self.alarm.shrink();
        self.woken.shrink_to_fit();
    }

    /// Nobody uses the connection any more. Lets the server release what it keeps for the client.
    fn leave(&self, state: &mut State) -> bool {
        if state.engine.liveness().is_some_and(|l| l.disconnect()) {
            let _ = state.flush();
        }
        true
    }

    /// Goes on connecting, if there are calls for that. Ready when there is a connection, none
    /// can be had, or another place is to be tried.
    fn poll_reconnect(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(again) = &self.again else {
            return Poll::Ready(());
        };
        let shared = &self.shared;
        let connecting = self.reconnecting.get_or_insert_with(|| {
            let (again, elsewhere) = (again.clone(), shared.lock().elsewhere());
            Box::pin(async move {
                match elsewhere {
                    None => stream(&again.addresses, &again.options()).await,
                    Some((host, port)) => {
                        let addresses: Vec<_> = lookup_host((&*host, port)).await?.collect();
                        // Its certificate must have that name.
                        stream(&addresses, &again.options().to_host(&host)?).await
                    }
                }
            })
        });
        let opened = ready!(connecting.as_mut().poll(cx));
        self.reconnecting = None;
        let shared = self.shared.clone();
        let mut state = shared.lock();
        let opened = opened.map_err(|e| not_opened(&e));
        let mut reconnection = state.engine.reconnection();
        if opened.is_err() && reconnection.as_mut().is_some_and(|r| r.not_reached()) {
            return Poll::Ready(());
        }
        if let Err(why) = opened.and_then(|opened| self.go_on_over(&mut state, opened)) {
            state.engine.handle_closed(match why {
                CallError::Closed(how) => how,
                _ => Closed::ByUs,
            });
            state.calls.not_reopened(why);
            state.deliver(&mut self.woken);
        }
        Poll::Ready(())
    }

    /// The calls that wait for another connection have it.
    fn go_on_over(&mut self, state: &mut State, opened: Opened) -> Result<(), CallError> {
        let Opened { socket, received } = opened;
        state.link.replace(socket);
        state.calls.rx.buf.clear();
        state.calls.rx.buf.put(received.data());
        state.watch_anew().map_err(|e| not_opened(&e))?;
        state.calls.reopened();
        if let Some(reconnection) = state.engine.reconnection() {
            reconnection.reconnected();
        }
        Ok(())
    }

    /// Whether callers that are ready are to have their turn first. A runtime with several threads polls a task that
    /// another one wakes right after that one, so that there would be one call to send each time.
    fn gives_way(&mut self, state: &mut State, cx: &Context<'_>) -> bool {
        let gathers = mem::take(&mut state.gathers);
        self.gave_way = gathers && !self.gave_way;
        if self.gave_way {
            cx.waker().wake_by_ref();
        }
        self.gave_way
    }

    fn wake_callers(&mut self) {
        self.woken.drain(..).for_each(Waker::wake);
    }
}

impl Future for Task {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        let shared = this.shared.clone();
        loop {
            let mut state = shared.lock();
            if this.gives_way(&mut state, cx) {
                return Poll::Pending;
            }
            state.task_sleeps(cx);
            let over = this.turn(&mut state, cx);
            if state.calls.len() > 0 && !state.tells_caller && state.link.polling.goes_on() {
                give_way(cx);
            }
            scratch::settle(&mut state.calls.rx.buf);
            let reconnects = !over && state.calls.closed().is_some();
            drop(state);
            this.wake_callers();
            if over {
                return Poll::Ready(());
            }
            if !reconnects {
                return Poll::Pending;
            }
            ready!(this.poll_reconnect(cx));
            this.wake_callers();
        }
    }
}

impl Drop for Task {
    /// The connection is over, or the runtime shuts down: nothing is received any more.
    fn drop(&mut self) {
        let shared = self.shared.clone();
        let mut state = shared.lock();
        state.close(Closed::ByUs);
        state.deliver(&mut self.woken);
        state.over = true;
        state.watched = None;
        state.take_room(&mut self.woken);
        let left: Vec<Waker> = state.slots.wakers().collect();
        state.link.socket.shutdown();
        drop(state);
        self.wake_callers();
        left.into_iter().for_each(Waker::wake);
    }
}

#[cfg(test)]
mod tests {
    use std::net::UdpSocket;

    use manyrpc_engine::Limits;
    use manyrpc_engines::RAW_UDP;

    use crate::tokio::{Connection, Options};

    /// Whether the system takes a datagram depends on queues that a test cannot fill on loopback, so
    /// the connection is told that it did not.
    #[test]
    fn a_datagram_that_found_no_room_is_sent_when_there_is_some() {
        let peer = UdpSocket::bind("127.0.0.1:0").unwrap();
        let to = peer.local_addr().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let engine = RAW_UDP.client_of_many(&Limits::default(), 1);
            let connection = Connection::udp(engine, &[to], &Options::default()).unwrap();
            let head = RAW_UDP.head(7, "echo");
            for _ in 0..2 {
                {
                    let mut state = connection.shared().lock();
                    state.blocked = true;
                    state.wake_task();
                }
                let call = connection.call(&head, |_, body| {
                    body.put(b"abcd");
                    Ok(())
                });
                let call = call.await.expect("it is sent in the end");
                let mut request = [0; 64];
                let (n, client) = peer.recv_from(&mut request).unwrap();
                assert_eq!(&request[n - 4..n], b"abcd");
                // A reply is its call's number and the results.
                let reply = [&request[..4], b"efgh"].concat();
                peer.send_to(&reply, client).unwrap();
                assert_eq!(call.await.unwrap().body(), b"efgh");
            }
        });
    }
}
