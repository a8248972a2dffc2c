//! The caps of a server.

use std::time::Duration;

/// The named limit of every resource that clients can make a server spend.
#[derive(Clone, Debug)]
pub struct Caps {
    /// Most concurrent stream connections; more wait in the system's backlog.
    pub connections: usize,
    /// Connections that the system queues for each listener until they are accepted.
    pub backlog: i32,
    /// Most dedicated threads; 0 serves everything from the reactors. Half of them keep their
    /// connection until it ends, unless there is an [`idle_for`](Self::idle_for).
    pub dedicated: usize,
    /// Reactor threads; 0 for one per core.
    pub reactors: usize,
    /// Threads that execute the calls of streams, so that one that blocks delays no other, not even
    /// on its own connection; there are no dedicated threads then. With 0, calls are executed where
    /// they are received, which is fastest. On a runtime they execute the calls that are no
    /// futures, those of datagrams among them.
    pub workers: usize,
    /// On a runtime, a call that keeps its thread for this long is reported
    /// ([`Handler::has_blocked`](manyrpc_engine::Handler::has_blocked)). On a machine with more to
    /// do than it has processors, a call may take that long by waiting for one.
    pub may_block_for: Duration,
    /// How long a thread or task polls before it sleeps, counted from the last request or executed call. Saves wake-ups
    /// where a core can be spared for each connection that calls all the time; does nothing where this process may use one
    /// core only. Zero turns it off.
    pub busy_poll: Duration,
    /// A connection with this many bytes of calls at workers is not read until some have ended.
    pub ahead_bytes: usize,
    /// A connection that has been idle for this long is closed; `None` for never.
    pub idle_for: Option<Duration>,
    /// How old a connection may become, if the protocol can ask its client to open another (GOAWAY
    /// in HTTP/2); `None` for any age.
    pub age: Option<Duration>,
    /// How long a client that was asked to close a connection, idle or too old, may take to do so,
    /// if the protocol can ask (DCE's shutdown, GOAWAY); calls that it makes meanwhile are served,
    /// and those that take longer are cut off.
    pub leave_within: Duration,
    /// How long input is still read and dropped on a connection that we end, so that our last
    /// output is not lost because the peer was still sending.
    pub linger: Duration,
    /// A connection whose peer accepts no output for this long is closed.
    pub stalled_for: Duration,
    /// Most TLS connections with an incomplete handshake; the oldest make room for others. The
    /// handshake's timeout is set per listener ([`tls::Server`](crate::tls::Server)).
    pub handshakes: usize,
    /// After how much idle time the system probes whether a TCP peer is alive.
    pub keepalive: Option<Duration>,
    /// TCP congestion control by the system's name for it (`cubic`); `None` for the system's own
    /// choice.
    pub congestion: Option<String>,
}

impl Default for Caps {
    fn default() -> Self {
        Caps {
            connections: 100_000,
            backlog: 1024,
            dedicated: 8,
            reactors: 0,
            workers: 0,
            may_block_for: Duration::from_millis(100),
            busy_poll: Duration::ZERO,
            ahead_bytes: 4 << 20,
            idle_for: None,
            age: None,
            leave_within: Duration::from_secs(5),
            linger: Duration::from_secs(1),
            stalled_for: Duration::from_secs(60),
            handshakes: 4096,
            keepalive: Some(Duration::from_secs(120)),
            congestion: None,
        }
    }
}

impl Caps {
    /// How long a connection may be without traffic.
    pub(super) fn idle_limit(&self, blocked: bool) -> Option<Duration> {
        if blocked {
            Some(self.stalled_for)
        } else {
            self.idle_for
        }
    }
}
