//! The named cap of every resource that a peer can make an engine spend.
//!
//! What concerns any protocol is a field of [`Limits`]; what concerns only some, or one, is a level below.
//!
//! ```
//! use std::time::Duration;
//!
//! use manyrpc_engine::limits::{DceLimits, Limits};
//!
//! let limits = Limits {
//!     message_bytes: 1 << 20,
//!     dce: DceLimits {
//!         activities: 100_000,
//!         ..DceLimits::default()
//!     },
//!     ..Limits::default()
//! };
//!
//! // The same, one by one.
//! let mut others = Limits::default();
//! others.message_bytes = 1 << 20;
//! others.dce.activities = 100_000;
//! assert_eq!(limits, others);
//!
//! others.reply_cache.keep_for = Duration::from_secs(300);
//! assert_ne!(limits, others);
//! ```

use core::time::Duration;

/// Caps and time-outs of one engine. Every field may be lowered or raised; write
/// `..Limits::default()` behind those that are, since there will be more.
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
    /// Most calls that one client may have in flight.
    pub calls_in_flight: usize,
    /// Most bytes that a server keeps queued for a peer that does not read.
    pub queued_bytes: usize,
    /// Most bytes of messages that came in part, over all callers of one socket.
    pub reassembly_bytes: usize,
    /// How long a call waits for its reply in all, unless the call says otherwise.
    pub call_timeout: Duration,
    /// How long a call that was asked to end may take to do so, before its server is told that
    /// nobody waits any more.
    pub cancel_timeout: Duration,
    /// How long a message may take to arrive in full from its first byte (slow senders), and a client
    /// to say its first words where the protocol has it begin at once (HTTP/2's preface).
    pub message_timeout: Duration,
    /// Signs of life of connections, where the protocol has them (the PINGs of HTTP/2).
    pub keepalive: Keepalive,
    /// Calls over datagrams.
    pub datagram: DatagramLimits,
    /// Replies that a server keeps for callers that have not got them.
    pub reply_cache: ReplyCacheLimits,
    /// What only DCE RPC and NCS have.
    #[cfg(feature = "dce")]
    pub dce: DceLimits,
    /// What only ONC RPC has.
    #[cfg(feature = "onc")]
    pub onc: OncLimits,
}

/// Sizes of datagrams, and when calls are sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatagramLimits {
    /// Largest datagram sent, in bytes.
    pub bytes: usize,
    /// Most peers that one socket calls, each with an engine of its own.
    pub peers: usize,
    /// First wait before a call is sent again, before any round trip was measured; `None` for what
    /// the protocol says.
    pub first_retransmit: Option<Duration>,
    /// Longest wait between two transmissions of one call; `None` for what the protocol says.
    pub longest_retransmit: Option<Duration>,
}

/// What keeps calls over datagrams at most once: replies for callers that ask again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyCacheLimits {
    /// Most replies kept; 0 switches the cache off, where the protocol does without.
    pub replies: usize,
    /// Most bytes of replies kept.
    pub bytes: usize,
    /// How long after a client's latest call its earlier ones are remembered as carried out.
    /// No less than the longest [`call_timeout`](Limits::call_timeout) of any client: one that
    /// repeats a call after that has it carried out again.
    pub keep_for: Duration,
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

/// What only DCE RPC and NCS have.
#[cfg(feature = "dce")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DceLimits {
    /// Most interfaces that may be used over one connection.
    pub presentation_contexts: usize,
    /// Most users that one connection may speak for, proved or not yet.
    pub security_contexts: usize,
    /// Most activities that a server over datagrams remembers: each makes one call at a time.
    pub activities: usize,
    /// Most clients that a server over datagrams keeps contexts for, each to be heard of now and
    /// then.
    pub associations: usize,
    /// How often a client over datagrams says that it lives while its server keeps contexts for it;
    /// `None` for [`Timeouts::indy`](crate::dce::cl::Timeouts::indy).
    pub alive_every: Option<Duration>,
    /// How long such a client may be silent before its server lets go of them; `None` for
    /// [`Timeouts::live`](crate::dce::cl::Timeouts::live).
    pub silent_for: Option<Duration>,
}

/// What only ONC RPC has.
#[cfg(feature = "onc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OncLimits {
    /// Most shorthand credentials that a server remembers having handed out.
    pub shorthand_credentials: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message_bytes: 64 << 20,
            sent_message_bytes: 64 << 20,
            metadata_bytes: 16 << 10,
            message_fragments: 4096,
            fragment_bytes: 65528,
            calls_in_flight: 1024,
            queued_bytes: 64 << 20,
            reassembly_bytes: 64 << 20,
            call_timeout: Duration::from_secs(25),
            cancel_timeout: Duration::from_secs(2),
            message_timeout: Duration::from_secs(30),
            keepalive: Keepalive::default(),
            datagram: DatagramLimits::default(),
            reply_cache: ReplyCacheLimits::default(),
            #[cfg(feature = "dce")]
            dce: DceLimits::default(),
            #[cfg(feature = "onc")]
            onc: OncLimits::default(),
        }
    }
}

impl Default for DatagramLimits {
    /// The largest that UDP over IPv4 carries.
    fn default() -> Self {
        DatagramLimits {
            bytes: 65507,
            peers: 1024,
            first_retransmit: None,
            longest_retransmit: None,
        }
    }
}

impl Default for ReplyCacheLimits {
    fn default() -> Self {
        ReplyCacheLimits {
            replies: 8192,
            bytes: 8 << 20,
            keep_for: Duration::from_secs(60),
        }
    }
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

#[cfg(feature = "dce")]
impl Default for DceLimits {
    fn default() -> Self {
        DceLimits {
            presentation_contexts: 256,
            security_contexts: 64,
            activities: 4096,
            associations: 4096,
            alive_every: None,
            silent_for: None,
        }
    }
}

#[cfg(feature = "onc")]
impl Default for OncLimits {
    fn default() -> Self {
        OncLimits {
            shorthand_credentials: 64,
        }
    }
}
