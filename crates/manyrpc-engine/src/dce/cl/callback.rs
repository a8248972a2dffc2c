//! The conversation manager: how a server identifies its client by calling it back.
//!
//! Reading list: C706 appendix P (the interface), section 10.2.1 (SEND_WAY: when and why).
//!
//! A server that does not know an activity calls its client back before it executes a call that
//! must not be executed twice. The client answers which call it is making, and whether it has
//! already reached another instance of the server in that call.
//!
//! Both sides of these calls are engines, so engines marshal their arguments themselves: those of
//! `interfaces/conv.idl`, in NDR.
//!
//! ```
//! use manyrpc_engine::Buf;
//! use manyrpc_engine::dce::cl::callback::Question;
//! use manyrpc_engine::dce::cl::pdu::OUR_DREP;
//! use manyrpc_engine::dce::cl::callback::Query;
//!
//! let question = Question { activity: [7; 16], boot: 1_700_000_000 };
//! let mut body = Buf::new();
//! question.emit(&mut body);
//! let query = Query::parse(0, body.data(), OUR_DREP).unwrap();
//! assert_eq!(*query.question(), question);
//! ```

use manyrpc_codec::stub::{Fields, Record, Slots};
use manyrpc_codec::{Buf, ndr};

use super::generated::conv::{
    CONV_CONV_ARE_YOU_THERE as ARE_YOU_THERE, CONV_CONV_ARE_YOU_THERE_IN,
    CONV_CONV_ARE_YOU_THERE_OUT, CONV_CONV_WHO_ARE_YOU as WHO_ARE_YOU, CONV_CONV_WHO_ARE_YOU_IN,
    CONV_CONV_WHO_ARE_YOU_OUT, CONV_CONV_WHO_ARE_YOU2 as WHO_ARE_YOU2, CONV_CONV_WHO_ARE_YOU2_IN,
    CONV_CONV_WHO_ARE_YOU2_OUT, CONV_VERSION, CONVC_CONVC_INDY as INDY, CONVC_CONVC_INDY_IN,
    CONVC_VERSION, ConvConvAreYouThereIn, ConvConvAreYouThereOut, ConvConvWhoAreYou2In,
    ConvConvWhoAreYou2Out, ConvConvWhoAreYouIn, ConvConvWhoAreYouOut, ConvcConvcIndyIn, UuidT,
};
pub use super::generated::conv::{CONV_UUID as CONV, CONVC_UUID as CONVC};
use super::pdu::{Header, PduType, flag};
use crate::dce::fault as status;

/// Nothing in these calls is deeper or longer.
const LIMITS: ndr::Limits = ndr::Limits {
    depth: 4,
    elements: 0,
    bytes: 64,
    memory: 0,
};

fn decode<'de, T: Slots<'de> + Default>(
    body: &'de [u8],
    drep: [u8; 3],
    record: &Record,
) -> Option<T> {
    let label = [drep[0], drep[1], drep[2], 0];
    let mut value = T::default();
    let read = ndr::decode_params(body, label, record, &mut value, &LIMITS);
    read.is_ok().then_some(value)
}

/// All values of these calls can be encoded.
fn encode(out: &mut Buf, record: &Record, value: &impl Fields) {
    out.clear();
    let written = ndr::encode_params(out, record, value, &LIMITS);
    debug_assert!(written.is_ok(), "{written:?}");
}

/// Converts between a UUID's fields and its printed order.
fn fields(uuid: [u8; 16]) -> UuidT {
    let [a, b, c, d, e, f, g, h, high, low, node @ ..] = uuid;
    UuidT {
        time_low: u32::from_be_bytes([a, b, c, d]),
        time_mid: u16::from_be_bytes([e, f]),
        time_hi_and_version: u16::from_be_bytes([g, h]),
        clock_seq_hi_and_reserved: high,
        clock_seq_low: low,
        node,
    }
}

fn printed(uuid: &UuidT) -> [u8; 16] {
    let mut out = [0; 16];
    out[..4].copy_from_slice(&uuid.time_low.to_be_bytes());
    out[4..6].copy_from_slice(&uuid.time_mid.to_be_bytes());
    out[6..8].copy_from_slice(&uuid.time_hi_and_version.to_be_bytes());
    (out[8], out[9]) = (uuid.clock_seq_hi_and_reserved, uuid.clock_seq_low);
    out[10..].copy_from_slice(&uuid.node);
    out
}

/// A callback's arguments: the activity in question, and the server's boot time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The activity.
    pub activity: [u8; 16],
    /// When the server started.
    pub boot: u32,
}

/// A callback to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Which call is being made?
    WhoAreYou(Question),
    /// The same, and what is the client's address space?
    WhoAreYou2(Question),
    /// Is the client alive?
    AreYouThere(Question),
}

impl Query {
    /// Parses the arguments of a supported operation of `conv`; `None` for other operations and
    /// malformed arguments.
    pub fn parse(opnum: u16, body: &[u8], drep: [u8; 3]) -> Option<Query> {
        let question = |activity: &UuidT, boot| Question {
            activity: printed(activity),
            boot,
        };
        Some(match u32::from(opnum) {
            WHO_ARE_YOU => {
                let said: ConvConvWhoAreYouIn = decode(body, drep, &CONV_CONV_WHO_ARE_YOU_IN)?;
                Query::WhoAreYou(question(&said.actuid, said.boot_time))
            }
            WHO_ARE_YOU2 => {
                let said: ConvConvWhoAreYou2In = decode(body, drep, &CONV_CONV_WHO_ARE_YOU2_IN)?;
                Query::WhoAreYou2(question(&said.actuid, said.boot_time))
            }
            ARE_YOU_THERE => {
                let said: ConvConvAreYouThereIn = decode(body, drep, &CONV_CONV_ARE_YOU_THERE_IN)?;
                Query::AreYouThere(question(&said.actuid, said.boot_time))
            }
            _ => return None,
        })
    }

    /// The arguments.
    pub fn question(&self) -> &Question {
        match self {
            Query::WhoAreYou(q) | Query::WhoAreYou2(q) | Query::AreYouThere(q) => q,
        }
    }
}

/// Whether an operation of `conv` is supported.
pub fn is_offered(opnum: u16) -> bool {
    matches!(u32::from(opnum), WHO_ARE_YOU | WHO_ARE_YOU2 | ARE_YOU_THERE)
}

impl Question {
    /// Emits the arguments, which all operations share.
    pub fn emit(&self, out: &mut Buf) {
        let arguments = ConvConvWhoAreYouIn {
            actuid: fields(self.activity),
            boot_time: self.boot,
        };
        encode(out, &CONV_CONV_WHO_ARE_YOU_IN, &arguments);
    }
}

/// The callback's PDU, without its activity and sequence number. `space`: also ask for the client's
/// address space.
pub(super) fn asking(space: bool) -> Header {
    let (major, minor) = CONV_VERSION;
    Header {
        ptype: PduType::Request,
        flags: flag::IDEMPOTENT,
        interface: CONV,
        interface_version: (minor as u32) << 16 | major as u32,
        opnum: if space { WHO_ARE_YOU2 } else { WHO_ARE_YOU } as u16,
        ..Header::EMPTY
    }
}

/// The PDU by which a client shows that it is alive, without its activity and sequence number.
pub(super) fn indy() -> Header {
    let (major, minor) = CONVC_VERSION;
    Header {
        ptype: PduType::Request,
        flags: flag::MAYBE | flag::IDEMPOTENT,
        interface: CONVC,
        interface_version: (minor as u32) << 16 | major as u32,
        opnum: INDY as u16,
        ..Header::EMPTY
    }
}

/// Emits its argument: the client's address space.
pub(super) fn emit_indy(address_space: [u8; 16], out: &mut Buf) {
    let cas_uuid = fields(address_space);
    encode(out, &CONVC_CONVC_INDY_IN, &ConvcConvcIndyIn { cas_uuid });
}

/// The address space of the client that is alive; `None` for other operations of `convc` and
/// malformed arguments.
pub(super) fn parse_indy(opnum: u16, body: &[u8], drep: [u8; 3]) -> Option<[u8; 16]> {
    let said = (u32::from(opnum) == INDY)
        .then(|| decode::<ConvcConvcIndyIn>(body, drep, &CONVC_CONVC_INDY_IN))??;
    Some(printed(&said.cas_uuid))
}

/// A client's answer about one of its activities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is making this call.
    ClientOnly(u32),
    /// It does not know the activity, or makes no call in it.
    NoSuchCall,
    /// In this very call it has reached another instance of the server.
    YouCrashed,
}

impl Answer {
    /// The status of the answer (C706 section 10.2.1).
    pub const fn status(self) -> u32 {
        match self {
            Answer::ClientOnly(_) => 0,
            Answer::NoSuchCall => status::BAD_ACTIVITY_ID,
            Answer::YouCrashed => status::YOU_CRASHED,
        }
    }

    /// Parses the answer to [`Question::emit`]: the call's number, or a status.
    pub fn parse(body: &[u8], drep: [u8; 3]) -> Option<Result<u32, u32>> {
        let said: ConvConvWhoAreYouOut = decode(body, drep, &CONV_CONV_WHO_ARE_YOU_OUT)?;
        Some(match said.st {
            0 => Ok(said.seq),
            status => Err(status),
        })
    }

    /// Parses the answer that includes the address space: that and the call's number, or a status.
    pub fn parse2(body: &[u8], drep: [u8; 3]) -> Option<Result<(u32, [u8; 16]), u32>> {
        let said: ConvConvWhoAreYou2Out = decode(body, drep, &CONV_CONV_WHO_ARE_YOU2_OUT)?;
        Some(match said.st {
            0 => Ok((said.seq, printed(&said.cas_uuid))),
            status => Err(status),
        })
    }

    /// Emits the results.
    pub fn emit(self, asked: &Query, address_space: [u8; 16], out: &mut Buf) {
        let seq = match self {
            Answer::ClientOnly(seq) => seq,
            Answer::NoSuchCall | Answer::YouCrashed => 0,
        };
        let st = self.status();
        match asked {
            Query::WhoAreYou(_) => {
                let results = ConvConvWhoAreYouOut { seq, st };
                encode(out, &CONV_CONV_WHO_ARE_YOU_OUT, &results);
            }
            Query::WhoAreYou2(_) => {
                let cas_uuid = fields(address_space);
                let results = ConvConvWhoAreYou2Out { seq, cas_uuid, st };
                encode(out, &CONV_CONV_WHO_ARE_YOU2_OUT, &results);
            }
            Query::AreYouThere(_) => {
                let results = ConvConvAreYouThereOut { st };
                encode(out, &CONV_CONV_ARE_YOU_THERE_OUT, &results);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dce::cl::pdu::OUR_DREP;

    const ACTIVITY: [u8; 16] = [
        0x8a, 0x88, 0x5d, 0x04, 0x1c, 0xeb, 0x11, 0xc9, 0x9f, 0xe8, 8, 0, 0x2b, 0x10, 0x48, 0x60,
    ];

    /// The callback of FreeDCE's server and its client's answer, except for the UUID
    /// (`vectors/dce`).
    #[test]
    fn a_question_and_its_answers() {
        let mut out = Buf::new();
        let question = Question {
            activity: ACTIVITY,
            boot: 0x6b01_8c3d,
        };
        question.emit(&mut out);
        let bytes = [
            4, 0x5d, 0x88, 0x8a, 0xeb, 0x1c, 0xc9, 0x11, 0x9f, 0xe8, 8, 0, 0x2b, 0x10, 0x48, 0x60,
            0x3d, 0x8c, 1, 0x6b,
        ];
        assert_eq!(out.data(), bytes);
        let asked = Query::parse(0, &bytes, OUR_DREP).unwrap();
        assert_eq!(asked, Query::WhoAreYou(question));
        Answer::ClientOnly(7).emit(&asked, [9; 16], &mut out);
        assert_eq!(out.data(), [7, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(Answer::parse(out.data(), OUR_DREP), Some(Ok(7)));
        Answer::YouCrashed.emit(&asked, [9; 16], &mut out);
        let crashed = Answer::parse(out.data(), OUR_DREP);
        assert_eq!(crashed, Some(Err(status::YOU_CRASHED)));
        let asked = Query::parse(1, &bytes, OUR_DREP).unwrap();
        Answer::ClientOnly(7).emit(&asked, ACTIVITY, &mut out);
        assert_eq!(out.data()[4..20], bytes[..16]);
        assert_eq!((out.len(), &out.data()[20..]), (24, &[0; 4][..]));
        let space = Answer::parse2(out.data(), OUR_DREP);
        assert_eq!(space, Some(Ok((7, ACTIVITY))));
        let asked = Query::parse(2, &bytes, OUR_DREP).unwrap();
        Answer::NoSuchCall.emit(&asked, ACTIVITY, &mut out);
        assert_eq!(out.data(), status::BAD_ACTIVITY_ID.to_le_bytes());
    }

    #[test]
    fn questions_of_other_machines_and_hostile_ones() {
        let big = [&ACTIVITY[..], &[0x6b, 1, 0x8c, 0x3d]].concat();
        let asked = Query::parse(0, &big, [0, 0, 0]).unwrap();
        let question = asked.question();
        assert_eq!((question.activity, question.boot), (ACTIVITY, 0x6b01_8c3d));
        for n in 0..20 {
            assert_eq!(Query::parse(0, &big[..n], [0, 0, 0]), None);
            assert_eq!(Query::parse(2, &big[..n], OUR_DREP), None);
        }
        for opnum in [3, 4, u16::MAX] {
            assert_eq!(Query::parse(opnum, &big, [0, 0, 0]), None);
            assert!(!is_offered(opnum));
        }
        for n in 0..8 {
            assert_eq!(Answer::parse(&big[..n], OUR_DREP), None);
        }
        for n in 0..20 {
            assert_eq!(Answer::parse2(&big[..n], OUR_DREP), None);
        }
    }

    /// C706 appendix P: `convc_indy` has no argument but the client.
    #[test]
    fn a_client_says_that_it_lives() {
        let mut out = Buf::new();
        emit_indy(ACTIVITY, &mut out);
        assert_eq!(
            out.data()[..8],
            [4, 0x5d, 0x88, 0x8a, 0xeb, 0x1c, 0xc9, 0x11]
        );
        assert_eq!(out.data()[8..], ACTIVITY[8..]);
        assert_eq!(parse_indy(0, out.data(), OUR_DREP), Some(ACTIVITY));
        assert_eq!(parse_indy(0, &ACTIVITY, [0, 0, 0]), Some(ACTIVITY));
        assert_eq!(parse_indy(1, &ACTIVITY, [0, 0, 0]), None);
        for n in 0..16 {
            assert_eq!(parse_indy(0, &ACTIVITY[..n], OUR_DREP), None);
        }
    }
}
