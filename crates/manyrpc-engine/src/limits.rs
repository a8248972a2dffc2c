//! The named cap of every resource that a peer can make an engine spend.

use core::time::Duration;

/// Caps and time-outs of one engine. Every field may be lowered or raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest message accepted, in bytes after reassembly.
    pub message_bytes: usize,
    /// Largest message sent, in bytes.
    pub sent_message_bytes: usize,
    /// Most that is accepted of what travels beside one message, in bytes as the protocol counts them
    /// (the header list of an HTTP/2 message: 32 more for each field than name and value have). A
    /// longer list fails its call.
    pub metadata_bytes: usize,
    /// Most fragments that one message may come in.
    pub message_fragments: usize,
    /// Largest fragment offered to a peer and sent, in bytes, where a protocol agrees on that.
    pub fragment_bytes: usize,
    /// Most interfaces that may be used over one association.
    pub presentation_contexts: usize,
    /// Most users that one connection may speak for, proved or not yet (DCE's security contexts).
    pub security_contexts: usize,
    /// Largest datagram sent, in bytes.
    pub datagram_bytes: usize,
    /// Most calls that one client may have in flight.
    pub calls_in_flight: usize,
    /// Most bytes that a server keeps queued for a peer that does not read.
    pub queued_bytes: usize,
    /// Most replies that the duplicate-request cache keeps; 0 switches it off.
    pub cached_replies: usize,
    /// Most bytes that the duplicate-request cache keeps.
    pub cached_bytes: usize,
    /// How long after a client's latest call its earlier ones are remembered as carried out.
    /// No less than the longest [`call_timeout`](Self::call_timeout) of any client: one that
    /// repeats a call after that has it carried out again.
    pub cached_for: Duration,
    /// Most activities that a server of a connectionless protocol remembers (DCE's name for what
    /// makes one call at a time).
    pub activities: usize,
    /// Most clients that a server of a connectionless protocol keeps state for, each to be heard of
    /// now and then.
    pub associations: usize,
    /// How often a client of a connectionless protocol says that it lives while its server keeps
    /// state for it; `None` for what the protocol says.
    pub alive_every: Option<Duration>,
    /// How long such a client may be silent before its server lets go of that state; `None` for
    /// what the protocol says.
    pub silent_for: Option<Duration>,
    /// Most bytes of messages that came in part, over all callers of one datagram socket.
    pub reassembly_bytes: usize,
    /// Most shorthand credentials that a server remembers having handed out.
    pub shorthand_credentials: usize,
    /// How long a call waits for its reply in all, unless the call says otherwise.
    pub call_timeout: Duration,
    /// How long a call that was asked to end may take to do so, before its server is told that
    /// nobody waits any more.
    pub cancel_timeout: Duration,
    /// First wait before a datagram call is sent again, before any round trip was measured.
    pub first_retransmit: Duration,
    /// Longest wait between two transmissions of one datagram call.
    pub longest_retransmit: Duration,
    /// How long a message may take to arrive in full from its first byte (slow senders), and a client
    /// to say its first words where the protocol has it begin at once (HTTP/2's preface).
    pub message_timeout: Duration,
    /// Signs of life of connections, where the protocol has them (the PINGs of HTTP/2).
    pub keepalive: Keepalive,
}

/// When a peer is asked whether it is there, and how often it may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keepalive {
    /// After how long without anything from the peer it is asked; `None` for never. Servers of
    /// others send clients away that ask more often than every five minutes, unless they are told
    /// otherwise.
    pub every: Option<Duration>,
    /// How long it may take to say anything then, before the connection is given up.
    pub within: Duration,
    /// Asks while there are no calls, too. A client that nobody waits in hears nothing meanwhile.
    pub without_calls: bool,
    /// A server's: clients may ask as often as this.
    pub least_between: Duration,
    /// A server's: clients may do so while they have no calls, too; else then every two hours.
    pub permit_without_calls: bool,
    /// A server's: a client may ask too soon so many times in a row, while it is sent nothing else,
    /// before its connection is ended (`too_many_pings`). 0 lets clients ask as they like.
    pub strikes: u32,
}

impl Default for Keepalive {
    /// As gRPC's own (its proposals A8 and A9): nobody is asked.
    fn default() -> Self {
        Keepalive {
            every: None,
            within: Duration::from_secs(20),
            without_calls: false,
            least_between: Duration::from_secs(300),
            permit_without_calls: false,
            strikes: 2,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message_bytes: 64 << 20,
            sent_message_bytes: 64 << 20,
            metadata_bytes: 16 << 10,
            message_fragments: 4096,
            fragment_bytes: 65528,
            presentation_contexts: 256,
            security_contexts: 64,
            datagram_bytes: 65507,
            calls_in_flight: 1024,
            queued_bytes: 64 << 20,
            cached_replies: 8192,
            cached_bytes: 8 << 20,
            cached_for: Duration::from_secs(60),
            activities: 4096,
            associations: 4096,
            alive_every: None,
            silent_for: None,
            reassembly_bytes: 64 << 20,
            shorthand_credentials: 64,
            call_timeout: Duration::from_secs(25),
            cancel_timeout: Duration::from_secs(2),
            first_retransmit: Duration::from_millis(500),
            longest_retransmit: Duration::from_secs(8),
            message_timeout: Duration::from_secs(30),
            keepalive: Keepalive::default(),
        }
    }
}
