//! The named limit of every resource that a peer can make an engine spend.
//!
//! Limits that apply to any protocol are fields of [`Limits`]; those of some protocols, or of one,
//! are nested.
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

/// Limits and timeouts of one engine. Any field may be lowered or raised; finish a literal with
/// `..Limits::default()`, since fields will be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest message accepted, in bytes after reassembly.
    pub message_bytes: usize,
    /// Largest message sent, in bytes.
    pub sent_message_bytes: usize,
    /// Largest metadata accepted with one message, in bytes as the protocol counts them (for the
    /// header list of an HTTP/2 message, 32 bytes per field in addition to name and value). A
    /// larger list fails its call.
    pub metadata_bytes: usize,
    /// Most fragments per message.
    pub message_fragments: usize,
    /// Largest fragment that DCE RPC sends, and offers to the peer, in bytes.
    pub fragment_bytes: usize,
    /// Most calls that one client may have in flight.
    pub calls_in_flight: usize,
    /// Most bytes that a server queues for a peer that does not read.
    pub queued_bytes: usize,
    /// Most bytes of incomplete messages, over all callers of one socket.
    pub reassembly_bytes: usize,
    /// How long a call waits for its reply in all, unless the call sets its own timeout.
    pub call_timeout: Duration,
    /// How long a call may take to end after a cancel request, before the client abandons it and
    /// notifies the server.
    pub cancel_timeout: Duration,
    /// How long a message may take to arrive, from its first byte to its last (slow senders), and
    /// how long a client may take to send its opening bytes where the protocol requires them at
    /// once (HTTP/2's preface).
    pub message_timeout: Duration,
    /// Keepalives of connections, where the protocol has them (HTTP/2 PING).
    pub keepalive: Keepalive,
    /// Calls over datagrams.
    pub datagram: DatagramLimits,
    /// Replies that a server keeps for retransmitted requests.
    pub reply_cache: ReplyCacheLimits,
    /// Limits of DCE RPC and NCS.
    #[cfg(feature = "dce")]
    pub dce: DceLimits,
    /// Limits of ONC RPC.
    #[cfg(feature = "onc")]
    pub onc: OncLimits,
    /// Limits of CORBA's GIOP.
    #[cfg(feature = "corba")]
    pub giop: GiopLimits,
}

/// Datagram sizes and retransmission times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatagramLimits {
    /// Largest datagram sent, in bytes.
    pub bytes: usize,
    /// Most peers that one socket calls, each with an engine of its own.
    pub peers: usize,
    /// First retransmission timeout, before any round trip was measured; `None` for the protocol's
    /// default.
    pub first_retransmit: Option<Duration>,
    /// Longest retransmission timeout of a call; `None` for the protocol's default.
    pub longest_retransmit: Option<Duration>,
}

/// The reply cache that makes calls over datagrams at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyCacheLimits {
    /// Most replies kept; 0 turns the cache off, where the protocol can do without.
    pub replies: usize,
    /// Most bytes of replies kept.
    pub bytes: usize,
    /// How long after a client's latest call its earlier calls are remembered as executed. It must
    /// not be shorter than the longest [`call_timeout`](Limits::call_timeout) of any client: a
    /// retransmission after that time is executed again.
    pub keep_for: Duration,
}

/// When to send keepalives, and how often the peer may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keepalive {
    /// How long the peer may be silent before a keepalive is sent; `None` for never. By default
    /// gRPC servers disconnect clients that send keepalives more often than every five minutes.
    pub every: Option<Duration>,
    /// How long to wait for any bytes after that, before the connection is given up.
    pub within: Duration,
    /// Send keepalives without calls in flight, too. A client that no caller waits in receives
    /// nothing meanwhile.
    pub without_calls: bool,
    /// For servers: the shortest interval accepted between a client's keepalives.
    pub least_between: Duration,
    /// For servers: accept that interval also without calls in flight; otherwise, two hours.
    pub permit_without_calls: bool,
    /// For servers: how many keepalives in a row may come too soon, while nothing else is sent to
    /// the client, before its connection is ended (`too_many_pings`). 0 accepts any number.
    pub strikes: u32,
}

/// Limits of DCE RPC and NCS.
#[cfg(feature = "dce")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DceLimits {
    /// Most presentation contexts per connection.
    pub presentation_contexts: usize,
    /// Most security contexts per connection, established or not.
    pub security_contexts: usize,
    /// Most activities that a datagram server remembers; each makes one call at a time.
    pub activities: usize,
    /// Most clients that a datagram server keeps context handles for; each must show that it is
    /// alive.
    pub associations: usize,
    /// How often a datagram client whose server keeps context handles for it shows that it is
    /// alive; `None` for [`Timeouts::indy`](crate::dce::cl::Timeouts::indy).
    pub alive_every: Option<Duration>,
    /// How long such a client may be silent before its server runs down its context handles; `None`
    /// for [`Timeouts::live`](crate::dce::cl::Timeouts::live).
    pub silent_for: Option<Duration>,
}

/// Limits of ONC RPC.
#[cfg(feature = "onc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OncLimits {
    /// Most shorthand credentials that a server remembers.
    pub shorthand_credentials: usize,
}

/// Limits of CORBA's GIOP.
#[cfg(feature = "corba")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GiopLimits {
    /// Longest message sent whole in GIOP 1.2, and longest fragment of those above, in bytes with their heads. By default
    /// it is what omniORB accepts as one message (2 MiB, `giopMaxMsgSize`). A peer that cuts its own messages gets pieces of
    /// at most 64 KiB.
    pub piece_bytes: usize,
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
            #[cfg(feature = "corba")]
            giop: GiopLimits::default(),
        }
    }
}

impl Default for DatagramLimits {
    /// The largest payload of UDP over IPv4.
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
    /// gRPC's defaults (proposals A8 and A9): no keepalives.
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

#[cfg(feature = "corba")]
impl Default for GiopLimits {
    fn default() -> Self {
        GiopLimits {
            piece_bytes: 2 << 20,
        }
    }
}
