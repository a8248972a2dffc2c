//! The interface to authentication mechanisms: tokens while the association is established, and the
//! protection of single PDUs afterwards.
//!
//! Engines handle trailers and levels; mechanisms (NTLM, Kerberos, or SPNEGO, which negotiates
//! between them) handle keys. The crate `manyrpc-security` implements them. Only DCE RPC uses it so
//! far: levels, authentication types and the parts of a PDU are in its terms.
//!
//! Reading list: C706 chapter 13 (`auth_trailer_co`, levels); MS-RPCE 2.2.1.1.7 (authentication
//! types), 2.2.1.1.8 (levels), 2.2.2.11 (sec_trailer), 3.3.1.5.2 (the order of tokens and PDUs,
//! header signing); MS-NLMP 3.4 and RFC 4121 for the content of `auth_value`.
//!
//! # Tokens
//!
//! | client | PDU | server |
//! | --- | --- | --- |
//! | `step(&[])` gives a token, [`Step::Continue`] | bind | `step(token)` gives an answer |
//! | `step(answer)` gives a token | bind_ack | |
//! | … and [`Step::Done`]: no answer follows | rpc_auth_3 | `step(token)` is `Done`, its `out` empty |
//! | … or [`Step::Continue`]: an answer is needed | alter_context | `step(token)` gives an answer |
//! | `step(answer)` | alter_context_resp | |
//!
//! A client that is `Done` with an empty `out` sends no more tokens. NTLM takes three legs (bind,
//! bind_ack, rpc_auth_3); so does Kerberos as used by DCE, since both sides prove freshness; SPNEGO
//! adds legs over alter_context.
//!
//! # PDUs
//!
//! Both sides number the PDUs they protect: [`Protection::protect`] is called once for each PDU in
//! the order they are sent, [`Protection::unprotect`] in the order they are received; each fragment
//! is a PDU. The parts of a PDU ([`Pdu`]):
//!
//! ```text
//! | header (24, or 40 with an object) | stub data, padding | sec_trailer (8) | auth_value |
//!   header                              body                 trailer
//! ```
//!
//! `auth_length` in the header may be signed, so it is filled in first, from
//! [`Protection::auth_value_bytes`], which is exact.
//!
//! ```
//! use manyrpc_engine::security::Level;
//!
//! assert_eq!(Level::from_wire(6), Some(Level::Privacy));
//! assert!(Level::Privacy.seals() && Level::Integrity.protects_pdus());
//! assert!(Level::Connect < Level::Integrity);
//! ```

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The mechanism: `auth_type` (MS-RPCE 2.2.1.1.7). Kept as a number, since servers receive unknown
/// types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AuthType(pub u8);

impl AuthType {
    /// None.
    pub const NONE: AuthType = AuthType(0x00);
    /// SPNEGO: negotiates Kerberos or NTLM.
    pub const SPNEGO: AuthType = AuthType(0x09);
    /// NTLM (`RPC_C_AUTHN_WINNT`).
    pub const NTLM: AuthType = AuthType(0x0a);
    /// Kerberos, without SPNEGO.
    pub const KERBEROS: AuthType = AuthType(0x10);
}

impl fmt::Display for AuthType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AuthType::NONE => f.write_str("no authentication"),
            AuthType::SPNEGO => f.write_str("SPNEGO"),
            AuthType::NTLM => f.write_str("NTLM"),
            AuthType::KERBEROS => f.write_str("Kerberos"),
            AuthType(other) => write!(f, "authentication type {other:#04x}"),
        }
    }
}

/// `auth_level` of a level for datagrams only: call.
pub const CALL: u8 = 0x03;

/// The protection level: `auth_level` (MS-RPCE 2.2.1.1.8, C706 13.1.2). Ordered, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// None; no trailer is sent.
    None,
    /// The peer is authenticated once, when the association is established. We send no trailers on
    /// later PDUs; a peer's trailers prove nothing and are ignored.
    Connect,
    /// Each PDU is authenticated and fresh. The mechanisms have no weaker means for that than a
    /// signature, so this is [`Level::Integrity`] under another number.
    Packet,
    /// In addition, PDUs cannot be modified.
    Integrity,
    /// In addition, stub data is encrypted.
    Privacy,
}

impl Level {
    /// The level with this number; `None` for others: clients resolve the default (0) and call
    /// ([`CALL`]) before they send them (MS-RPCE 2.2.1.1.8), and deployed servers refuse those
    /// numbers.
    pub fn from_wire(level: u8) -> Option<Level> {
        Some(match level {
            0x01 => Level::None,
            0x02 => Level::Connect,
            0x04 => Level::Packet,
            0x05 => Level::Integrity,
            0x06 => Level::Privacy,
            _ => return None,
        })
    }

    /// Its number.
    pub const fn to_wire(self) -> u8 {
        match self {
            Level::None => 0x01,
            Level::Connect => 0x02,
            Level::Packet => 0x04,
            Level::Integrity => 0x05,
            Level::Privacy => 0x06,
        }
    }

    /// Whether every request and response has a checked trailer.
    pub const fn protects_pdus(self) -> bool {
        matches!(self, Level::Packet | Level::Integrity | Level::Privacy)
    }

    /// Whether stub data is encrypted.
    pub const fn seals(self) -> bool {
        matches!(self, Level::Privacy)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::None => "none",
            Level::Connect => "connect",
            Level::Packet => "packet",
            Level::Integrity => "integrity",
            Level::Privacy => "privacy",
        })
    }
}

/// The state of a token exchange after one of our steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The peer's next token is needed; ours, in `out`, is sent first.
    Continue,
    /// The security context is established on this side. If `out` is not empty, it must be sent; no
    /// token is returned.
    Done,
}

/// Why a mechanism refuses to continue. The security context is unusable afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Which side is at fault.
    pub reason: DeniedReason,
    /// For the local user: what happened, and what to do about it. Never sent to the peer.
    pub detail: Cow<'static, str>,
}

impl Denied {
    /// A refusal with a reason and a detail.
    pub fn new(reason: DeniedReason, detail: impl Into<Cow<'static, str>>) -> Denied {
        Denied {
            reason,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.detail)
    }
}

impl core::error::Error for Denied {}

/// Which side is at fault for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeniedReason {
    /// The peer's token is malformed.
    BadToken,
    /// The peer's token is well-formed but does not authenticate it: wrong password, unknown user,
    /// expired ticket.
    BadCredentials,
    /// A PDU's signature does not verify: modified in transit, out of order, replayed or forged.
    BadSignature,
    /// The two sides have no mechanism or option in common.
    NotOffered,
    /// This side lacks something: no ticket, no keytab, no reachable key distribution centre.
    Ours,
}

impl fmt::Display for DeniedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeniedReason::BadToken => "malformed security token",
            DeniedReason::BadCredentials => "credentials refused",
            DeniedReason::BadSignature => "signature refused",
            DeniedReason::NotOffered => "no common security mechanism",
            DeniedReason::Ours => "security is not set up here",
        })
    }
}

/// One PDU, in the parts that mechanisms treat differently. Together with the auth_value after them
/// they are the whole fragment.
#[derive(Debug)]
pub struct Pdu<'a> {
    /// From `rpc_vers` to the stub data, with `frag_length` and `auth_length` filled in. Signed if
    /// header signing was negotiated (NTLM always signs it), never encrypted.
    pub header: &'a [u8],
    /// Stub data and its padding, a multiple of [`BODY_ALIGN`] bytes. Always signed; encrypted in
    /// place at [`Level::Privacy`].
    pub body: &'a mut [u8],
    /// The sec_trailer. Treated like the header.
    pub trailer: &'a [u8],
}

/// Alignment of the end of a protected PDU's body, from its first byte (MS-RPCE 2.2.2.11): block
/// ciphers then need no padding of their own.
pub const BODY_ALIGN: usize = 16;

/// Protecting PDUs in an established security context.
pub trait Protection: Send {
    /// Sets whether both sides support header signing (`PFC_SUPPORT_HEADER_SIGN`, MS-RPCE
    /// 3.3.1.5.2.2); initially they do not. Called before the first PDU is protected, possibly
    /// before the context is established.
    fn sign_headers(&mut self, agreed: bool);

    /// Length in bytes of each PDU's auth_value at this level: exact, and the same for every PDU
    /// whose body is a multiple of [`BODY_ALIGN`] bytes. Zero if PDUs are not protected.
    ///
    /// Valid once the context is established ([`Step::Done`]).
    fn auth_value_bytes(&self, level: Level) -> usize;

    /// Signs a PDU, and encrypts its body at [`Level::Privacy`]; fills in `auth_value`, which has
    /// [`Protection::auth_value_bytes`] bytes.
    fn protect(&mut self, level: Level, pdu: Pdu<'_>, auth_value: &mut [u8]) -> Result<(), Denied>;

    /// Verifies a PDU, and decrypts its body at [`Level::Privacy`]. After an error the body is
    /// undefined and the association unusable.
    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, auth_value: &[u8]) -> Result<(), Denied>;
}

/// The client side of a security context.
pub trait Initiator: Protection {
    /// The mechanism.
    fn auth_type(&self) -> AuthType;

    /// Sets the protection level, before the first step.
    fn set_level(&mut self, level: Level) {
        // Most mechanisms always offer everything.
        let _ = level;
    }

    /// Processes the peer's token (empty at first) and appends ours to `out`.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied>;
}

/// The server side of a security context.
pub trait Acceptor: Protection {
    /// Processes the peer's token and appends our answer to `out`.
    ///
    /// Levels below the application's minimum are refused elsewhere; tokens do not state the level.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied>;

    /// The authenticated peer, once [`Step::Done`]: `user@REALM` or `DOMAIN\user`. `None` if it was
    /// accepted anonymously; its calls then count as unprotected.
    fn principal(&self) -> Option<Arc<str>>;

    /// Whether both sides have negotiated encryption, once [`Step::Done`]: a client that uses
    /// [`Level::Privacy`] must have asked for it (MS-RPCE 3.3.1.5.2.2).
    fn can_seal(&self) -> bool;
}
