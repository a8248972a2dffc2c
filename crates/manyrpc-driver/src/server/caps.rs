//! The caps of a server.

use std::time::Duration;

/// The named cap of every resource that clients can make a server spend.
#[derive(Clone, Debug)]
pub struct Caps {
    /// Most stream connections at once; more wait in the system's backlog.
    pub connections: usize,
    /// Connections that the system holds for each listener until they are accepted.
    pub backlog: i32,
    /// Most dedicated threads; 0 serves everything from the reactors. Half of them keep their
    /// connection until it ends, unless there is an [`idle_for`](Self::idle_for).
    pub dedicated: usize,
    /// Reactor threads; 0 for one per core.
    pub reactors: usize,
    /// Threads that carry out the calls of streams, so that one that waits holds up no other, not
    /// even of its own connection; there are no dedicated threads then. 0 carries calls out where
    /// they are received, which is fastest.
    pub workers: usize,
    /// A connection with so many bytes of calls at workers is not read from until some are done.
    pub ahead_bytes: usize,
    /// A connection without any traffic for so long is closed; `None` for never.
    pub idle_for: Option<Duration>,
    /// How old a connection may become, where the protocol has a word for its client to open another
    /// (the GOAWAY of HTTP/2); `None` for any age.
    pub age: Option<Duration>,
    /// How long a client that was asked to close a connection, idle or too old, may take to do so,
    /// where the protocol has a word for that (DCE's shutdown, GOAWAY); calls that it makes
    /// meanwhile are served, and those that take longer are cut off.
    pub leave_within: Duration,
    /// How long a connection that we end is still read from, and what comes dropped, so that our last
    /// words are not lost on the way because the peer was still sending.
    pub linger: Duration,
    /// A connection whose peer takes nothing of what is sent for so long is closed.
    pub stalled_for: Duration,
    /// Most secured connections whose handshake is not over; the oldest make room for others. How
    /// long each may take is the listener's ([`tls::Server`](crate::tls::Server)).
    pub handshakes: usize,
    /// After how long without traffic the system asks whether a TCP peer is still there.
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
    pub(super) fn patience(&self, blocked: bool) -> Option<Duration> {
        if blocked {
            Some(self.stalled_for)
        } else {
            self.idle_for
        }
    }
}
