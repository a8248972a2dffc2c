//! The PDUs of the connectionless protocol, as checked headers and bodies.
//!
//! Reading list: C706 chapter 12, sections 12.4 and 12.5; section 14.1 (data representation
//! labels); MS-RPCE 2.2.5 for additions of deployed runtimes.
//!
//! Every PDU is a header of 80 bytes and a body. Integers are in the sender's byte order, given by
//! the header's label: the receiver converts. We send little-endian integers, ASCII and IEEE.
//!
//! ```
//! use manyrpc_engine::dce::cl::pdu::{Header, PduType, flag};
//!
//! let header = Header { ptype: PduType::Fack, flags: flag::FRAG, fragnum: 3, ..Header::EMPTY };
//! let parsed = Header::parse(&header.emit())?;
//! assert!(parsed.has(flag::FRAG) && parsed.fragnum == 3);
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use super::super::uuid::{from_pdu, swapped};
use crate::fault::WireError;
use crate::open_enum::open_enum;

/// Length in bytes of a header (C706 section 12.5.2).
pub const HEADER: usize = 80;
/// The protocol's version number, in the lower four bits of the first byte.
pub const VERSION: u8 = 4;
/// Largest body, in bytes (C706 section 12.5.2.15).
pub const MAX_BODY: usize = 65528;
/// The PDU size that everybody must be able to receive, including the header (C706 appendix K).
pub const MUST_RECEIVE: usize = 1464;
/// No hint.
pub const NO_HINT: u16 = 0xffff;
/// The fragment number of a fack before fragment 0 has arrived (C706 section 12.5.2.16).
pub const NONE_YET: u16 = 0xffff;
/// Our data representation: little-endian, ASCII, IEEE (C706 section 14.1).
pub const OUR_DREP: [u8; 3] = [0x10, 0, 0];

open_enum! {
    /// The type of a PDU (C706 table 12-1).
    pub enum PduType {
        /// Arguments of a call.
        Request = 0x00,
        /// Asks for the state of a call.
        Ping = 0x01,
        /// Results of a call.
        Response = 0x02,
        /// The call failed during execution.
        Fault = 0x03,
        /// The call is being executed.
        Working = 0x04,
        /// The server does not have the call, or has not begun it.
        Nocall = 0x05,
        /// The call was refused and not executed.
        Reject = 0x06,
        /// The results arrived.
        Ack = 0x07,
        /// The caller cancels or abandons the call.
        Cancel = 0x08,
        /// Which fragments arrived.
        Fack = 0x09,
        /// A cancel arrived.
        CancelAck = 0x0a,
    }
}

/// The flags of a header's first set (C706 table 12-2).
pub mod flag {
    /// The last fragment.
    pub const LAST_FRAG: u8 = 0x02;
    /// One fragment of several.
    pub const FRAG: u8 = 0x04;
    /// No fack is requested.
    pub const NO_FACK: u8 = 0x08;
    /// No reply is expected.
    pub const MAYBE: u8 = 0x10;
    /// Executing the call again does no harm.
    pub const IDEMPOTENT: u8 = 0x20;
    /// A broadcast.
    pub const BROADCAST: u8 = 0x40;
    /// Reserved by C706; NCS: results may be sent as fast as the window allows.
    pub const BLAST_OUTS: u8 = 0x80;
}

/// The flags of a header's second set (C706 table 12-3, MS-RPCE 2.2.5.2).
pub mod flag2 {
    /// A cancel was pending when the call ended.
    pub const CANCEL_PENDING: u8 = 0x02;
    /// MS-RPCE: the call is unrelated to the activity's earlier ones.
    pub const UNRELATED: u8 = 0x04;
}

/// A header. UUIDs are in printed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The PDU's type.
    pub ptype: PduType,
    /// See [`flag`].
    pub flags: u8,
    /// See [`flag2`].
    pub flags2: u8,
    /// The sender's data representation.
    pub drep: [u8; 3],
    /// Serial number: counts transmissions of fragments.
    pub serial: u16,
    /// The object that the call is for, or nil.
    pub object: [u8; 16],
    /// The interface.
    pub interface: [u8; 16],
    /// The activity that makes the calls.
    pub activity: [u8; 16],
    /// The server's boot time, in seconds since 1970; 0 while unknown.
    pub boot: u32,
    /// The interface's version: the major number in the lower half.
    pub interface_version: u32,
    /// The sequence number of the call in its activity.
    pub seq: u32,
    /// The operation.
    pub opnum: u16,
    /// The server's hint for finding the interface, returned to it.
    pub ihint: u16,
    /// The server's hint for finding the activity, returned to it.
    pub ahint: u16,
    /// Length of the body in bytes.
    pub len: u16,
    /// The fragment's number.
    pub fragnum: u16,
    /// The authentication protocol; 0 for none.
    pub auth: u8,
}

/// Offsets of fields that are patched.
pub(super) const AT_FLAGS: usize = 2;
pub(super) const AT_SERIAL_HIGH: usize = 7;
pub(super) const AT_BOOT: usize = 56;
pub(super) const AT_LEN: usize = 74;
pub(super) const AT_FRAGNUM: usize = 76;
pub(super) const AT_SERIAL_LOW: usize = 79;

fn bytes<const N: usize>(at: &[u8; HEADER], from: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&at[from..from + N]);
    out
}

/// Whether integers are little-endian (C706 figure 14-2).
#[inline]
pub const fn is_little(drep: [u8; 3]) -> bool {
    drep[0] >> 4 == 1
}

/// A 16-bit integer in either byte order.
#[inline]
pub(super) fn u16_of(b: [u8; 2], little: bool) -> u16 {
    if little {
        u16::from_le_bytes(b)
    } else {
        u16::from_be_bytes(b)
    }
}

/// A 32-bit integer in either byte order.
#[inline]
pub(super) fn u32_of(b: [u8; 4], little: bool) -> u32 {
    if little {
        u32::from_le_bytes(b)
    } else {
        u32::from_be_bytes(b)
    }
}

impl Header {
    /// A header without a call, as we send it.
    pub const EMPTY: Header = Header {
        ptype: PduType::Request,
        flags: 0,
        flags2: 0,
        drep: OUR_DREP,
        serial: 0,
        object: [0; 16],
        interface: [0; 16],
        activity: [0; 16],
        boot: 0,
        interface_version: 0,
        seq: 0,
        opnum: 0,
        ihint: NO_HINT,
        ahint: NO_HINT,
        len: 0,
        fragnum: 0,
        auth: 0,
    };

    /// Parses the header of a datagram. Data after the body is ignored.
    ///
    /// # Errors
    /// The datagram is too short for its header or its body, has another version or an undefined
    /// data representation.
    #[inline]
    pub fn parse(datagram: &[u8]) -> Result<Header, WireError> {
        let at: &[u8; HEADER] = datagram.first_chunk().ok_or(WireError::Truncated)?;
        // C706 section 12.5.2.1: the version is in the lower four bits.
        if at[0] & 0x0f != VERSION {
            let value = u32::from(at[0] & 0x0f);
            let field = "rpc_vers";
            return Err(WireError::BadField { field, value });
        }
        let drep: [u8; 3] = bytes(at, 4);
        if drep[0] >> 4 > 1 {
            let value = u32::from(drep[0]);
            let field = "drep";
            return Err(WireError::BadField { field, value });
        }
        let little = is_little(drep);
        let short = |from| u16_of(bytes(at, from), little);
        let long = |from| u32_of(bytes(at, from), little);
        let uuid = |from| from_pdu(bytes(at, from), little);
        let header = Header {
            // C706 section 12.5.2.2: the type is in the lower five bits.
            ptype: PduType::from(u32::from(at[1] & 0x1f)),
            flags: at[AT_FLAGS],
            flags2: at[3],
            drep,
            serial: u16::from_be_bytes([at[AT_SERIAL_HIGH], at[AT_SERIAL_LOW]]),
            object: uuid(8),
            interface: uuid(24),
            activity: uuid(40),
            boot: long(AT_BOOT),
            interface_version: long(60),
            seq: long(64),
            opnum: short(68),
            ihint: short(70),
            ahint: short(72),
            len: short(AT_LEN),
            fragnum: short(AT_FRAGNUM),
            auth: at[78],
        };
        if usize::from(header.len) > datagram.len() - HEADER {
            return Err(WireError::Truncated);
        }
        Ok(header)
    }

    /// Emits the header, in our representation whatever [`drep`](Self::drep) is.
    #[inline]
    pub fn emit(&self) -> [u8; HEADER] {
        let mut out = [0; HEADER];
        let [serial_high, serial_low] = self.serial.to_be_bytes();
        out[0] = VERSION;
        out[1] = u32::from(self.ptype) as u8;
        out[AT_FLAGS] = self.flags;
        out[3] = self.flags2;
        out[4..7].copy_from_slice(&OUR_DREP);
        out[AT_SERIAL_HIGH] = serial_high;
        out[8..24].copy_from_slice(&swapped(self.object));
        out[24..40].copy_from_slice(&swapped(self.interface));
        out[40..56].copy_from_slice(&swapped(self.activity));
        out[AT_BOOT..60].copy_from_slice(&self.boot.to_le_bytes());
        out[60..64].copy_from_slice(&self.interface_version.to_le_bytes());
        out[64..68].copy_from_slice(&self.seq.to_le_bytes());
        out[68..70].copy_from_slice(&self.opnum.to_le_bytes());
        out[70..72].copy_from_slice(&self.ihint.to_le_bytes());
        out[72..74].copy_from_slice(&self.ahint.to_le_bytes());
        out[AT_LEN..76].copy_from_slice(&self.len.to_le_bytes());
        out[AT_FRAGNUM..78].copy_from_slice(&self.fragnum.to_le_bytes());
        out[78] = self.auth;
        out[AT_SERIAL_LOW] = serial_low;
        out
    }

    /// Whether a flag is set.
    #[inline]
    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The body, in the datagram that the header was parsed from.
    #[inline]
    pub fn body<'a>(&self, datagram: &'a [u8]) -> &'a [u8] {
        &datagram[HEADER..HEADER + usize::from(self.len)]
    }

    /// Whether the sender's integers are little-endian.
    #[inline]
    pub const fn little(&self) -> bool {
        is_little(self.drep)
    }
}

/// The body of a fack or nocall (C706 section 12.5.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fack<'a> {
    /// The receiver's window: in kilobytes according to C706's text and in deployed runtimes, in
    /// packets according to its IDL comment and in old runtimes.
    pub window: u16,
    /// Largest datagram that the receiver accepts, in bytes.
    pub max_tsdu: u32,
    /// Largest PDU that the receiver suggests, in bytes.
    pub max_frag: u32,
    /// The serial number of the transmission that caused this fack; absent in the shorter body of
    /// old runtimes.
    pub serial: Option<u16>,
    masks: &'a [u8],
    little: bool,
}

/// Length in bytes of a fack's body before the selective acknowledgements.
pub const FACK_BODY: usize = 16;
/// Length in bytes of the oldest bodies.
const SHORT_FACK: usize = 12;
/// Most selective acknowledgement masks that we send.
pub const MAX_MASKS: usize = 16;

impl<'a> Fack<'a> {
    /// Parses a body. `None` if it is empty or not understood: then only the fragment number in the
    /// header counts.
    pub fn parse(body: &'a [u8], little: bool) -> Option<Fack<'a>> {
        // Versions 0 and 1 have the same layout: C706 specifies 0, deployed runtimes send 1.
        if body.len() < SHORT_FACK || body[0] > 1 {
            return None;
        }
        let short = |at: usize| Some(u16_of([*body.get(at)?, *body.get(at + 1)?], little));
        let long = |at: usize| u32_of([body[at], body[at + 1], body[at + 2], body[at + 3]], little);
        let said = usize::from(short(14).unwrap_or(0)) * 4;
        let masks = body.get(FACK_BODY..).unwrap_or_default();
        Some(Fack {
            window: short(2)?,
            max_tsdu: long(4),
            max_frag: long(8),
            serial: short(12),
            masks: &masks[..said.min(masks.len() / 4 * 4)],
            little,
        })
    }

    /// The fragments received after the next missing one, counted from the one after the header's
    /// fragment number: bit b of mask m is 32 m + b (C706 section 12.5.3.4).
    pub fn received(&self) -> impl Iterator<Item = u32> + use<'a> {
        let little = self.little;
        let masks = self.masks.as_chunks::<4>().0.iter().enumerate();
        masks.flat_map(move |(m, mask)| {
            let mask = u32_of(*mask, little);
            (0..32u32)
                .filter(move |b| mask >> b & 1 == 1)
                .map(move |b| 32 * m as u32 + b)
        })
    }
}

/// The body of a fack to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FackBody {
    /// As [`Fack::window`].
    pub window: u16,
    /// As [`Fack::max_tsdu`].
    pub max_tsdu: u32,
    /// As [`Fack::max_frag`].
    pub max_frag: u32,
    /// As [`Fack::serial`].
    pub serial: u16,
    /// Selective acknowledgements.
    pub masks: [u32; MAX_MASKS],
    /// The number of masks.
    pub masks_len: usize,
}

impl FackBody {
    /// Emits the body; returns its length. `out` has room for the longest body.
    pub fn emit(&self, out: &mut [u8; FACK_BODY + 4 * MAX_MASKS]) -> usize {
        // Deployed runtimes use selective acknowledgements from version 1 on.
        out[..2].copy_from_slice(&[1, 0]);
        out[2..4].copy_from_slice(&self.window.to_le_bytes());
        out[4..8].copy_from_slice(&self.max_tsdu.to_le_bytes());
        out[8..12].copy_from_slice(&self.max_frag.to_le_bytes());
        out[12..14].copy_from_slice(&self.serial.to_le_bytes());
        let n = self.masks_len.min(MAX_MASKS);
        out[14..16].copy_from_slice(&(n as u16).to_le_bytes());
        for (mask, place) in self.masks[..n].iter().zip(out[FACK_BODY..].chunks_mut(4)) {
            place.copy_from_slice(&mask.to_le_bytes());
        }
        FACK_BODY + 4 * n
    }
}

/// The status in the body of a fault or reject (C706 sections 12.5.3.5 and 12.5.3.8).
pub fn status(body: &[u8], little: bool) -> Result<u32, WireError> {
    let status = body.first_chunk().ok_or(WireError::Truncated)?;
    Ok(u32_of(*status, little))
}

/// The id in the body of a cancel of version 0 (C706 section 12.5.3.3). `None` without a body,
/// which orphans the call, or in another version.
pub fn cancel_id(body: &[u8], little: bool) -> Option<u32> {
    let words: &[u8; 8] = body.first_chunk()?;
    let id = [words[4], words[5], words[6], words[7]];
    (words[0] == 0).then(|| u32_of(id, little))
}

/// The body of a cancel.
pub fn cancel_body(id: u32) -> [u8; 8] {
    let mut out = [0; 8];
    out[4..].copy_from_slice(&id.to_le_bytes());
    out
}

/// The body of a cancel_ack (C706 section 12.5.3.2): the cancel's id, and whether the server
/// accepts cancels. `None` for an orphan's, which has no body.
pub fn cancel_ack(body: &[u8], little: bool) -> Option<(u32, bool)> {
    let words: &[u8; 9] = body.first_chunk()?;
    let id = [words[4], words[5], words[6], words[7]];
    (words[0] == 0).then(|| (u32_of(id, little), words[8] != 0))
}

/// The body of a cancel_ack.
pub fn cancel_ack_body(id: u32, accepting: bool) -> [u8; 9] {
    let mut out = [0; 9];
    out[4..8].copy_from_slice(&id.to_le_bytes());
    out[8] = u8::from(accepting);
    out
}

/// Whether sequence number `a` precedes `b`: less than half the numbers are in use at a time (C706
/// section 9.5.3).
#[inline]
pub const fn seq_before(a: u32, b: u32) -> bool {
    (a.wrapping_sub(b) as i32) < 0
}
