//! The two messages of RPC version 2, on two levels: a checked view that gives the fields common to
//! all messages, and typed headers that can be parsed, measured and emitted.
//!
//! Reading list: RFC 5531 sections 8.2 (opaque_auth) and 9 (the message protocol); RFC 4506 for the
//! encoding of fields.
//!
//! ```
//! use manyrpc_engine::Buf;
//! use manyrpc_engine::onc::pdu::{CallHeader, Message, OpaqueAuth};
//!
//! let none = OpaqueAuth::NONE;
//! let (xid, program, version, procedure) = (1, 100_003, 3, 0);
//! let header =
//!     CallHeader { xid, program, version, procedure, credential: none, verifier: none };
//! let mut buf = Buf::new();
//! header.emit(&mut buf);
//! let (parsed, arguments) = CallHeader::parse(Message::new_checked(buf.data()).unwrap()).unwrap();
//! assert_eq!((parsed, arguments), (header, 0));
//! ```

use manyrpc_codec::Buf;

use crate::fault::WireError;
use crate::open_enum::open_enum;

/// The version of the RPC protocol spoken here.
pub const RPC_VERSION: u32 = 0x0000_0002;
/// Most bytes in the body of a credential or verifier (RFC 5531 section 8.2).
pub const MAX_AUTH_BYTES: usize = 0x190;

open_enum! {
    /// Which of the two messages (RFC 5531 section 9, `msg_type`).
    pub enum MessageType {
        /// A call.
        Call = 0x0,
        /// A reply.
        Reply = 0x1,
    }
}

open_enum! {
    /// Whether a call was accepted (RFC 5531 section 9, `reply_stat`).
    pub enum ReplyStatus {
        /// Accepted, though it may have failed.
        Accepted = 0x0,
        /// Refused.
        Denied = 0x1,
    }
}

open_enum! {
    /// The status of an accepted call (RFC 5531 section 9, `accept_stat`).
    pub enum AcceptStatus {
        /// Executed; the results follow.
        Success = 0x0,
        /// The program is not served.
        ProgramUnavailable = 0x1,
        /// The program is served in other versions; lowest and highest follow.
        ProgramMismatch = 0x2,
        /// The program has no such procedure.
        ProcedureUnavailable = 0x3,
        /// The server could not decode the arguments.
        GarbageArguments = 0x4,
        /// The server failed, for lack of memory, for example.
        SystemError = 0x5,
    }
}

open_enum! {
    /// Why a call was denied (RFC 5531 section 9, `reject_stat`).
    pub enum RejectStatus {
        /// Another version of RPC; lowest and highest follow.
        RpcMismatch = 0x0,
        /// The caller's authentication failed; an [`AuthStatus`] follows.
        AuthError = 0x1,
    }
}

open_enum! {
    /// What is wrong with a caller's credential (RFC 5531 section 9, `auth_stat`).
    pub enum AuthStatus {
        /// No error.
        Ok = 0x0,
        /// A bad credential.
        BadCredential = 0x1,
        /// The client must begin a new session.
        RejectedCredential = 0x2,
        /// A bad verifier.
        BadVerifier = 0x3,
        /// An expired or replayed verifier.
        RejectedVerifier = 0x4,
        /// Authentication too weak for the operation.
        TooWeak = 0x5,
        /// The server's verifier is wrong (seen by a client).
        InvalidResponse = 0x6,
        /// Some other reason.
        Failed = 0x7,
        /// Kerberos: generic error.
        KerberosGeneric = 0x8,
        /// Kerberos: the credential has expired.
        TimeExpired = 0x9,
        /// Kerberos: a problem with the ticket file.
        TicketFile = 0xa,
        /// Kerberos: the authenticator cannot be decoded.
        Decode = 0xb,
        /// Kerberos: wrong network address in the ticket.
        NetworkAddress = 0xc,
        /// RPCSEC_GSS: no credentials for the user.
        GssCredentialProblem = 0xd,
        /// RPCSEC_GSS: a problem with the context.
        GssContextProblem = 0xe,
    }
}

open_enum! {
    /// The kind of a credential or verifier (RFC 5531 section 8.2, `auth_flavor`).
    pub enum Flavor {
        /// No authentication (section 10.1).
        None = 0x0,
        /// Host, user and groups, unverified (appendix A).
        Sys = 0x1,
        /// A shorthand issued by the server (appendix A).
        Short = 0x2,
        /// Diffie-Hellman, obsolete.
        Dh = 0x3,
        /// RPCSEC_GSS.
        Gss = 0x6,
    }
}

/// Reads 32-bit words and opaque bodies from the front of a message.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    #[inline]
    pub(super) fn new(rest: &'a [u8]) -> Self {
        Words { rest }
    }

    #[inline]
    pub(super) fn word(&mut self) -> Result<u32, WireError> {
        let (word, rest) = self.rest.split_first_chunk().ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*word))
    }

    /// `n` bytes and their padding to a multiple of four.
    #[inline]
    pub(super) fn opaque(&mut self, n: usize) -> Result<&'a [u8], WireError> {
        let padded = n.next_multiple_of(4);
        if padded > self.rest.len() {
            return Err(WireError::Truncated);
        }
        let (body, rest) = self.rest.split_at(padded);
        self.rest = rest;
        Ok(&body[..n])
    }

    #[inline]
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }
}

/// A message with at least its first two words.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    bytes: &'a [u8],
}

impl<'a> Message<'a> {
    /// A view of `bytes`, or [`WireError::Truncated`].
    #[inline]
    pub fn new_checked(bytes: &'a [u8]) -> Result<Self, WireError> {
        if bytes.len() < 8 {
            return Err(WireError::Truncated);
        }
        Ok(Message { bytes })
    }

    /// The transaction identifier.
    #[inline]
    pub fn xid(&self) -> u32 {
        self.word(0)
    }

    /// Call or reply.
    #[inline]
    pub fn kind(&self) -> MessageType {
        self.word(4).into()
    }

    /// The whole message.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether it is the usual reply: success, with an empty verifier.
    #[inline]
    pub(super) fn is_plain_success(&self) -> bool {
        const USUAL: [u8; SUCCESS_BYTES] = success_words(0);
        self.bytes.get(4..SUCCESS_BYTES) == Some(&USUAL[4..])
    }

    #[inline]
    fn word(&self, at: usize) -> u32 {
        let b = self.bytes;
        u32::from_be_bytes([b[at], b[at + 1], b[at + 2], b[at + 3]])
    }
}

/// A credential or a verifier (RFC 5531 section 8.2, `opaque_auth`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpaqueAuth<'a> {
    /// Its flavor.
    pub flavor: Flavor,
    /// At most [`MAX_AUTH_BYTES`] bytes, in the format of the flavor.
    pub body: &'a [u8],
}

impl<'a> OpaqueAuth<'a> {
    /// AUTH_NONE.
    pub const NONE: OpaqueAuth<'static> = OpaqueAuth {
        flavor: Flavor::None,
        body: &[],
    };

    #[inline]
    fn parse(words: &mut Words<'a>, field: &'static str) -> Result<Self, WireError> {
        let flavor = words.word()?.into();
        let n = words.word()?;
        // RFC 5531 section 8.2: opaque body<400>
        if n as usize > MAX_AUTH_BYTES {
            return Err(WireError::BadField { field, value: n });
        }
        let body = words.opaque(n as usize)?;
        Ok(OpaqueAuth { flavor, body })
    }

    /// Length in bytes on the wire.
    pub fn len(&self) -> usize {
        8 + self.body.len().next_multiple_of(4)
    }

    /// Whether the body is empty.
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// Appends it.
    pub fn emit(&self, out: &mut Buf) {
        out.put_u32(self.flavor.into());
        out.put_u32(self.body.len() as u32);
        out.put(self.body);
        const PADDING: [u8; 3] = [0; 3];
        out.put(&PADDING[..self.body.len().wrapping_neg() % 4]);
    }
}

/// A call's header, before the arguments (RFC 5531 section 9, `call_body`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallHeader<'a> {
    /// The transaction identifier.
    pub xid: u32,
    /// The program's number.
    pub program: u32,
    /// The program's version.
    pub version: u32,
    /// The procedure's number.
    pub procedure: u32,
    /// The caller's credential.
    pub credential: OpaqueAuth<'a>,
    /// The proof of the credential.
    pub verifier: OpaqueAuth<'a>,
}

/// Why a message is not a valid call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallRefused {
    /// It cannot be answered either.
    Unanswerable(WireError),
    /// RPC version other than 2: the answer is RPC_MISMATCH.
    RpcVersion,
    /// A malformed credential or verifier: the answer is AUTH_ERROR.
    Auth(AuthStatus),
}

impl From<WireError> for CallRefused {
    fn from(e: WireError) -> Self {
        CallRefused::Unanswerable(e)
    }
}

impl<'a> CallHeader<'a> {
    /// Parses the header; returns the length of the arguments, which are the rest.
    #[inline]
    pub fn parse(message: Message<'a>) -> Result<(Self, usize), CallRefused> {
        let mut words = Words::new(&message.bytes()[8..]);
        if message.kind() != MessageType::Call {
            let value = message.kind().into();
            let field = "mtype";
            return Err(WireError::BadField { field, value }.into());
        }
        // RFC 5531 section 9: "In version 2 of the RPC protocol specification, rpcvers MUST be
        // equal to 2." The rest of the message is undefined in other versions.
        if words.word()? != RPC_VERSION {
            return Err(CallRefused::RpcVersion);
        }
        let (program, version, procedure) = (words.word()?, words.word()?, words.word()?);
        let credential = OpaqueAuth::parse(&mut words, "cred")
            .map_err(|e| refused_auth(e, AuthStatus::BadCredential))?;
        let verifier = OpaqueAuth::parse(&mut words, "verf")
            .map_err(|e| refused_auth(e, AuthStatus::BadVerifier))?;
        let header = CallHeader {
            xid: message.xid(),
            program,
            version,
            procedure,
            credential,
            verifier,
        };
        Ok((header, words.left()))
    }

    /// Length in bytes on the wire.
    pub fn len(&self) -> usize {
        24 + self.credential.len() + self.verifier.len()
    }

    /// Always false: a header has fixed fields.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Appends it; the arguments follow.
    pub fn emit(&self, out: &mut Buf) {
        out.put_array(call_words(
            self.xid,
            self.program,
            self.version,
            self.procedure,
        ));
        self.credential.emit(out);
        self.verifier.emit(out);
    }
}

/// The words of a call up to its credential.
#[inline]
pub(super) fn call_words(xid: u32, program: u32, version: u32, procedure: u32) -> [u8; 24] {
    words([
        xid,
        MessageType::Call.into(),
        RPC_VERSION,
        program,
        version,
        procedure,
    ])
}

#[inline]
fn words<const N: usize, const M: usize>(words: [u32; N]) -> [u8; M] {
    const { assert!(M == 4 * N) };
    let mut bytes = [0; M];
    for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

fn refused_auth(e: WireError, status: AuthStatus) -> CallRefused {
    match e {
        WireError::BadField { .. } => CallRefused::Auth(status),
        other => CallRefused::Unanswerable(other),
    }
}

/// A reply's header, before the results (RFC 5531 section 9, `reply_body`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyHeader<'a> {
    /// The transaction identifier of the call.
    pub xid: u32,
    /// The outcome of the call.
    pub body: ReplyBody<'a>,
}

/// The outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyBody<'a> {
    /// The server accepted it.
    Accepted {
        /// Authenticates the server, or issues a shorthand.
        verifier: OpaqueAuth<'a>,
        /// The status.
        status: Accepted,
    },
    /// The server refused it.
    Denied(Denied),
}

/// The status of an accepted call, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The versions of the program that are served.
    ProgramMismatch {
        /// The lowest.
        low: u32,
        /// The highest.
        high: u32,
    },
    /// A status without data; after success, the results follow the header.
    Plain(AcceptStatus),
}

/// Why a call was denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The versions of RPC that are supported.
    RpcMismatch {
        /// The lowest.
        low: u32,
        /// The highest.
        high: u32,
    },
    /// What is wrong with the credential.
    AuthError(AuthStatus),
}

impl<'a> ReplyHeader<'a> {
    /// Parses the header; returns the length of the results, which are the rest.
    #[inline]
    pub fn parse(message: Message<'a>) -> Result<(Self, usize), WireError> {
        let mut words = Words::new(&message.bytes()[8..]);
        if message.kind() != MessageType::Reply {
            let value = message.kind().into();
            return Err(WireError::BadField {
                field: "mtype",
                value,
            });
        }
        let body = match words.word()?.into() {
            ReplyStatus::Accepted => ReplyBody::Accepted {
                verifier: OpaqueAuth::parse(&mut words, "verf")?,
                status: Accepted::parse(&mut words)?,
            },
            ReplyStatus::Denied => ReplyBody::Denied(Denied::parse(&mut words)?),
            ReplyStatus::Unknown(value) => {
                let field = "reply_stat";
                return Err(WireError::BadField { field, value });
            }
        };
        let xid = message.xid();
        Ok((ReplyHeader { xid, body }, words.left()))
    }

    /// Length in bytes on the wire.
    pub fn len(&self) -> usize {
        12 + match &self.body {
            ReplyBody::Accepted { verifier, status } => verifier.len() + status.len(),
            ReplyBody::Denied(denied) => denied.len(),
        }
    }

    /// Always false: a header has fixed fields.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Appends it; the results follow.
    pub fn emit(&self, out: &mut Buf) {
        let status = match self.body {
            ReplyBody::Accepted { .. } => ReplyStatus::Accepted,
            ReplyBody::Denied(_) => ReplyStatus::Denied,
        };
        let head = [self.xid, MessageType::Reply.into(), status.into()];
        out.put_array::<12>(words(head));
        match self.body {
            ReplyBody::Accepted { verifier, status } => {
                verifier.emit(out);
                status.emit(out);
            }
            ReplyBody::Denied(denied) => denied.emit(out),
        }
    }
}

/// Length of a success reply with an empty verifier.
pub(super) const SUCCESS_BYTES: usize = 24;

/// A success reply with an empty verifier, the usual one.
#[inline]
pub(super) const fn success_words(xid: u32) -> [u8; SUCCESS_BYTES] {
    const REPLY: u8 = 1;
    let [a, b, c, d] = xid.to_be_bytes();
    let mut bytes = [0; SUCCESS_BYTES];
    [bytes[0], bytes[1], bytes[2], bytes[3], bytes[7]] = [a, b, c, d, REPLY];
    bytes
}

impl Accepted {
    #[inline]
    fn parse(words: &mut Words<'_>) -> Result<Self, WireError> {
        Ok(match words.word()?.into() {
            AcceptStatus::ProgramMismatch => Accepted::ProgramMismatch {
                low: words.word()?,
                high: words.word()?,
            },
            plain => Accepted::Plain(plain),
        })
    }

    fn len(&self) -> usize {
        match self {
            Accepted::ProgramMismatch { .. } => 12,
            Accepted::Plain(_) => 4,
        }
    }

    fn emit(&self, out: &mut Buf) {
        match *self {
            Accepted::ProgramMismatch { low, high } => {
                out.put_array::<12>(words([AcceptStatus::ProgramMismatch.into(), low, high]));
            }
            Accepted::Plain(status) => out.put_u32(status.into()),
        }
    }
}

impl Denied {
    fn parse(words: &mut Words<'_>) -> Result<Self, WireError> {
        match words.word()?.into() {
            RejectStatus::RpcMismatch => Ok(Denied::RpcMismatch {
                low: words.word()?,
                high: words.word()?,
            }),
            RejectStatus::AuthError => Ok(Denied::AuthError(words.word()?.into())),
            RejectStatus::Unknown(value) => {
                let field = "reject_stat";
                Err(WireError::BadField { field, value })
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Denied::RpcMismatch { .. } => 12,
            Denied::AuthError(_) => 8,
        }
    }

    fn emit(&self, out: &mut Buf) {
        match *self {
            Denied::RpcMismatch { low, high } => {
                out.put_array::<12>(words([RejectStatus::RpcMismatch.into(), low, high]));
            }
            Denied::AuthError(status) => {
                out.put_array::<8>(words([RejectStatus::AuthError.into(), status.into()]));
            }
        }
    }
}
