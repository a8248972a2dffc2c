//! The conversation manager: how a server asks a client who it is.
//!
//! Reading list: C706 appendix P (the interface), section 10.2.1 (SEND_WAY: when and why).
//!
//! A server that knows nothing of an activity calls its client back before it
//! carries out a call that must not be carried out twice. The client says which
//! call it is making, and whether it has dealt with another life of the server.

use super::pdu::{Header, PduType, flag, u32_of};
use crate::dce::fault as status;
use crate::dce::uuid::{from_pdu, parse, swapped};

/// The interface `conv`, version 3.
pub const CONV: [u8; 16] = parse("333a2276-0000-0000-0d00-00809c000000");
/// Its version.
pub const CONV_VERSION: u32 = 3;
/// The interface `convc`, version 1: a client says that it is there, so that state kept for it
/// stays.
pub const CONVC: [u8; 16] = parse("4a967f14-3000-0000-0d00-012882000000");

/// `conv_who_are_you`.
pub const WHO_ARE_YOU: u16 = 0;
/// `conv_who_are_you2`.
pub const WHO_ARE_YOU2: u16 = 1;
/// `conv_are_you_there`.
pub const ARE_YOU_THERE: u16 = 2;

/// The question: about which activity, and by which life of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The activity.
    pub activity: [u8; 16],
    /// When the server started.
    pub boot: u32,
}

impl Question {
    /// Reads the arguments of an operation of `conv`; each begins with these two.
    pub fn parse(body: &[u8], little: bool) -> Option<Question> {
        let activity = body.first_chunk()?;
        let boot: &[u8; 4] = body.get(16..)?.first_chunk()?;
        Some(Question {
            activity: from_pdu(*activity, little),
            boot: u32_of(*boot, little),
        })
    }

    /// The arguments.
    pub fn emit(&self) -> [u8; 20] {
        let mut out = [0; 20];
        out[..16].copy_from_slice(&swapped(self.activity));
        out[16..].copy_from_slice(&self.boot.to_le_bytes());
        out
    }
}

/// The PDU that asks, without its activity and sequence number.
pub(super) fn asking() -> Header {
    Header {
        ptype: PduType::Request,
        flags: flag::IDEMPOTENT,
        interface: CONV,
        interface_version: CONV_VERSION,
        opnum: WHO_ARE_YOU,
        ..Header::EMPTY
    }
}

/// What a client says of one of its activities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is making this call.
    Calling(u32),
    /// It knows nothing of that activity, or is making no call in it.
    NoSuchCall,
    /// It has dealt with another life of the server in this very call.
    YouCrashed,
}

impl Answer {
    /// The status in the answer (C706 section 10.2.1).
    pub const fn status(self) -> u32 {
        match self {
            Answer::Calling(_) => 0,
            Answer::NoSuchCall => status::BAD_ACTIVITY_ID,
            Answer::YouCrashed => status::YOU_CRASHED,
        }
    }

    /// Reads the results of `conv_who_are_you`: the call's number, or a status.
    pub fn parse(body: &[u8], little: bool) -> Option<Result<u32, u32>> {
        let words: &[u8; 8] = body.first_chunk()?;
        let seq = u32_of([words[0], words[1], words[2], words[3]], little);
        let status = u32_of([words[4], words[5], words[6], words[7]], little);
        Some(if status == 0 { Ok(seq) } else { Err(status) })
    }

    /// The results of an operation and their length; `None` for an operation that is not offered.
    pub fn emit(self, opnum: u16, address_space: [u8; 16]) -> Option<([u8; 24], usize)> {
        let seq = match self {
            Answer::Calling(seq) => seq,
            Answer::NoSuchCall | Answer::YouCrashed => 0,
        };
        let (seq, status) = (seq.to_le_bytes(), self.status().to_le_bytes());
        let mut out = [0; 24];
        let len = match opnum {
            WHO_ARE_YOU => {
                out[..4].copy_from_slice(&seq);
                out[4..8].copy_from_slice(&status);
                8
            }
            WHO_ARE_YOU2 => {
                out[..4].copy_from_slice(&seq);
                out[4..20].copy_from_slice(&swapped(address_space));
                out[20..].copy_from_slice(&status);
                24
            }
            ARE_YOU_THERE => {
                out[..4].copy_from_slice(&status);
                4
            }
            _ => return None,
        };
        Some((out, len))
    }
}
