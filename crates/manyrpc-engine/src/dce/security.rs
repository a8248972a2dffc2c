//! What a DCE engine asks of an authentication mechanism: tokens while the association
//! is set up, and the protection of one PDU afterwards.
//!
//! The engine knows trailers and levels; a mechanism (NTLM, Kerberos, or SPNEGO in front of
//! both) knows keys. Crate `manyrpc-security` has the real ones.
//!
//! Reading list: C706 chapter 13 (`auth_trailer_co`, levels); MS-RPCE 2.2.1.1.7 (authentication
//! types), 2.2.1.1.8 (levels), 2.2.2.11 (sec_trailer), 3.3.1.5.2 (the order of tokens and PDUs,
//! header signing); MS-NLMP 3.4 and RFC 4121 for what the mechanisms put into `auth_value`.
//!
//! # Tokens
//!
//! | client | PDU | server |
//! | --- | --- | --- |
//! | `step(&[])` gives a token, [`Step::Continue`] | bind | `step(token)` gives an answer |
//! | `step(answer)` gives a token | bind_ack | |
//! | … and [`Step::Done`]: nothing comes back | rpc_auth_3 | `step(token)` is `Done`, its `out` empty |
//! | … or [`Step::Continue`]: an answer must come | alter_context | `step(token)` gives an answer |
//! | `step(answer)` | alter_context_resp | |
//!
//! A client that is `Done` with an empty `out` sends nothing more. NTLM takes three legs (bind,
//! bind_ack, rpc_auth_3); Kerberos as DCE uses it takes three as well, for both sides want proof
//! of freshness; SPNEGO adds legs over alter_context.
//!
//! # PDUs
//!
//! Both sides number the PDUs they protect: [`Protection::protect`] is called once for each PDU
//! in the order they are sent, [`Protection::unprotect`] in the order they came, each fragment
//! being a PDU of its own. Which bytes go where ([`Pdu`]):
//!
//! ```text
//! | header (24, or 40 with an object) | stub data, padding | sec_trailer (8) | auth_value |
//!   header                              body                 trailer
//! ```
//!
//! `auth_length` in the header may be signed: it is filled in before, from
//! [`Protection::auth_value_bytes`], which is exact.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Who checks whom: `auth_type` (MS-RPCE 2.2.1.1.7). Kept as its number, for servers meet
/// types that they do not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AuthType(pub u8);

impl AuthType {
    /// Nobody.
    pub const NONE: AuthType = AuthType(0x00);
    /// SPNEGO: the two sides agree on Kerberos or NTLM.
    pub const SPNEGO: AuthType = AuthType(0x09);
    /// NTLM (`RPC_C_AUTHN_WINNT`).
    pub const NTLM: AuthType = AuthType(0x0a);
    /// Kerberos, bare.
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

/// `auth_level` of the level that is for datagrams alone: call.
pub const CALL: u8 = 0x03;

/// What is protected: `auth_level` (MS-RPCE 2.2.1.1.8, C706 13.1.2). Ordered, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing at all; no trailer is sent.
    None,
    /// Who the peer is, once, when the association is set up. Later PDUs carry no trailer of
    /// ours; one that a peer sends proves nothing and is not looked into.
    Connect,
    /// That each PDU comes from that peer and is fresh. The mechanisms have no weaker means for
    /// that than a signature, so this is [`Level::Integrity`] under another number.
    Packet,
    /// Also that nobody changed the PDU.
    Integrity,
    /// Also that nobody else can read the stub data.
    Privacy,
}

impl Level {
    /// The level of a number on the wire. Nothing for other numbers: clients resolve the default (0)
    /// and call ([`CALL`]) before they send them (MS-RPCE 2.2.1.1.8), and deployed servers refuse
    /// what still says so.
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

    /// Its number on the wire.
    pub const fn to_wire(self) -> u8 {
        match self {
            Level::None => 0x01,
            Level::Connect => 0x02,
            Level::Packet => 0x04,
            Level::Integrity => 0x05,
            Level::Privacy => 0x06,
        }
    }

    /// Whether every request and response carries a checked trailer.
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

/// Where an exchange of tokens stands after one of our steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The peer's next token is needed; ours, in `out`, goes first.
    Continue,
    /// The security context stands on this side. If `out` is not empty it is still to be sent;
    /// no token comes back.
    Done,
}

/// Why a mechanism will not go on. The security context is of no use afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Whose fault it is.
    pub reason: DeniedReason,
    /// For the person at this end: what happened and what to do next. Never sent to the peer.
    pub detail: Cow<'static, str>,
}

impl Denied {
    /// One with its reason and its sentence.
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

/// Whose fault it is that a mechanism will not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeniedReason {
    /// The peer's token breaks the mechanism's rules.
    BadToken,
    /// The peer's token is in order, but it does not prove what it says: wrong password, unknown
    /// user, expired ticket.
    BadCredentials,
    /// A PDU's signature is wrong: changed on the way, out of order, repeated or forged.
    BadSignature,
    /// The two sides have no mechanism or option in common.
    NotOffered,
    /// This side lacks something: no ticket, no keytab, no key distribution centre in reach.
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

/// One PDU, in the parts that mechanisms treat differently. Together with the auth_value behind
/// them they are the whole fragment.
#[derive(Debug)]
pub struct Pdu<'a> {
    /// From `rpc_vers` to the stub data, `frag_length` and `auth_length` filled in. Signed where
    /// header signing is agreed on (NTLM always signs it), never encrypted.
    pub header: &'a [u8],
    /// Stub data and the padding behind it, a multiple of [`BODY_ALIGN`] bytes. Always signed;
    /// encrypted in place at [`Level::Privacy`].
    pub body: &'a mut [u8],
    /// The sec_trailer. As the header.
    pub trailer: &'a [u8],
}

/// The body of a protected PDU ends on such a boundary, counted from its first byte (MS-RPCE
/// 2.2.2.11): block ciphers then need no padding of their own.
pub const BODY_ALIGN: usize = 16;

/// What both sides of an established security context do with PDUs.
pub trait Protection: Send {
    /// Tells that the two sides signed each other's bits for header signing
    /// (`PFC_SUPPORT_HEADER_SIGN`, MS-RPCE 3.3.1.5.2.2) or did not, which is where one starts.
    /// Called before the first PDU is protected, possibly before the context stands.
    fn sign_headers(&mut self, agreed: bool);

    /// Bytes of the auth_value of each PDU at this level: exact, and the same for every PDU whose
    /// body has a multiple of [`BODY_ALIGN`] bytes. Zero where PDUs are not protected.
    ///
    /// Meaningful once the context stands ([`Step::Done`]).
    fn auth_value_bytes(&self, level: Level) -> usize;

    /// Signs a PDU, and encrypts its body at [`Level::Privacy`]; fills `auth_value`, which has
    /// [`Protection::auth_value_bytes`] bytes.
    fn protect(&mut self, level: Level, pdu: Pdu<'_>, auth_value: &mut [u8]) -> Result<(), Denied>;

    /// Checks a PDU, and decrypts its body at [`Level::Privacy`]. After an error the body is
    /// undefined and the association unusable.
    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, auth_value: &[u8]) -> Result<(), Denied>;
}

/// A client's side of one security context.
pub trait Initiator: Protection {
    /// Which mechanism this is.
    fn auth_type(&self) -> AuthType;

    /// Tells what will be protected, before the first step.
    fn set_level(&mut self, level: Level) {
        // Most mechanisms offer everything.
        let _ = level;
    }

    /// Takes the peer's token (empty at first) and appends ours to `out`.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied>;
}

/// A server's side of one security context.
pub trait Acceptor: Protection {
    /// Takes the peer's token and appends our answer to `out`.
    ///
    /// Levels below what the application demands are its own to refuse; the token does not
    /// say them.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied>;

    /// Who the peer has proved to be, once [`Step::Done`]: `user@REALM` or `DOMAIN\user`. Nobody
    /// in particular where it was accepted without a proof; its calls then count as unprotected.
    fn principal(&self) -> Option<Arc<str>>;

    /// Whether the two sides have agreed on what seals bodies, once [`Step::Done`]: a client that
    /// wants [`Level::Privacy`] must have asked for it (MS-RPCE 3.3.1.5.2.2).
    fn can_seal(&self) -> bool;
}
