//! The three messages of NTLM.
//!
//! Reading list: MS-NLMP 2.2.1 (messages), 2.2.2.1 (AV_PAIR), 2.2.2.5 (flags), 2.2.2.7
//! (NTLMv2_CLIENT_CHALLENGE).

use manyrpc_engine::security::{Denied, DeniedReason};

use super::keys::{Key, utf16};

/// Bits of NegotiateFlags (MS-NLMP 2.2.2.5).
pub(super) mod flag {
    pub(crate) const UNICODE: u32 = 0x0000_0001;
    pub(crate) const REQUEST_TARGET: u32 = 0x0000_0004;
    pub(crate) const SIGN: u32 = 0x0000_0010;
    pub(crate) const SEAL: u32 = 0x0000_0020;
    pub(crate) const NTLM: u32 = 0x0000_0200;
    pub(crate) const ALWAYS_SIGN: u32 = 0x0000_8000;
    pub(crate) const TARGET_TYPE_SERVER: u32 = 0x0002_0000;
    pub(crate) const EXTENDED_SESSION_SECURITY: u32 = 0x0008_0000;
    pub(crate) const TARGET_INFO: u32 = 0x0080_0000;
    pub(crate) const VERSION: u32 = 0x0200_0000;
    pub(crate) const KEY_128: u32 = 0x2000_0000;
    pub(crate) const KEY_EXCH: u32 = 0x4000_0000;
    pub(crate) const KEY_56: u32 = 0x8000_0000;
}

/// Ids of AV_PAIRs (MS-NLMP 2.2.2.1).
pub(super) mod av {
    pub(crate) const END: u16 = 0;
    pub(crate) const NB_COMPUTER: u16 = 1;
    pub(crate) const NB_DOMAIN: u16 = 2;
    pub(crate) const DNS_COMPUTER: u16 = 3;
    pub(crate) const DNS_DOMAIN: u16 = 4;
    pub(crate) const FLAGS: u16 = 6;
    pub(crate) const TIMESTAMP: u16 = 7;
}

/// In the pair FLAGS: the message carries an integrity code (MS-NLMP 2.2.2.1).
pub(super) const AV_FLAG_MIC: u32 = 0x0000_0002;
/// The offset of the integrity code in an AUTHENTICATE_MESSAGE that has one.
pub(super) const MIC_AT: usize = 72;
/// Bytes of a NEGOTIATE_MESSAGE without names.
pub(super) const NEGOTIATE_BYTES: usize = 40;
/// Informational only (MS-NLMP 2.2.2.10): 10.0, NTLM revision 15.
pub(super) const VERSION: [u8; 8] = [0x0a, 0, 0, 0, 0, 0, 0, 0x0f];

const SIGNATURE: &[u8; 8] = b"NTLMSSP\0";

/// NEGOTIATE_MESSAGE with these flags and no names.
pub(super) fn negotiate(flags: u32) -> Vec<u8> {
    let mut message = start(1);
    message.extend_from_slice(&flags.to_le_bytes());
    message.extend_from_slice(&[0; 16]);
    message.extend_from_slice(&VERSION);
    message
}

/// The flags of a NEGOTIATE_MESSAGE; the rest is ignored.
pub(super) fn parse_negotiate(message: &[u8]) -> Result<u32, Denied> {
    check_kind(message, 1)?;
    word(message, 12)
}

/// CHALLENGE_MESSAGE (MS-NLMP 2.2.1.2).
pub(super) struct Challenge<'a> {
    pub(super) flags: u32,
    pub(super) challenge: [u8; 8],
    pub(super) target_info: &'a [u8],
}

impl<'a> Challenge<'a> {
    pub(super) fn parse(message: &'a [u8]) -> Result<Challenge<'a>, Denied> {
        check_kind(message, 2)?;
        let challenge = message.get(24..32).ok_or_else(truncated)?;
        Ok(Challenge {
            flags: word(message, 20)?,
            challenge: challenge.try_into().map_err(|_| truncated())?,
            target_info: field(message, 40)?,
        })
    }

    pub(super) fn emit(&self, target: &str) -> Vec<u8> {
        let target = utf16(target);
        let mut message = start(2);
        let mut at = 56;
        put_field(&mut message, &target, &mut at);
        message.extend_from_slice(&self.flags.to_le_bytes());
        message.extend_from_slice(&self.challenge);
        message.extend_from_slice(&[0; 8]);
        put_field(&mut message, self.target_info, &mut at);
        message.extend_from_slice(&VERSION);
        message.extend_from_slice(&target);
        message.extend_from_slice(self.target_info);
        message
    }
}

/// Whether this begins like an AUTHENTICATE_MESSAGE.
pub(super) fn is_authenticate(message: &[u8]) -> bool {
    check_kind(message, 3).is_ok()
}

/// The message type; `None` if it is not NTLM.
pub(super) fn kind(message: &[u8]) -> Option<u32> {
    let of_ntlm = message.starts_with(SIGNATURE);
    of_ntlm.then(|| word(message, 8).unwrap_or_default())
}

/// Checks that a CHALLENGE_MESSAGE is valid and has a target name.
pub(super) fn check_target(message: &[u8]) -> Result<(), Denied> {
    Challenge::parse(message)?;
    match field(message, 12)?.is_empty() {
        true => Err(Denied::new(
            DeniedReason::BadToken,
            "the server's NTLM does not say its name, which the system's needs; take our own",
        )),
        false => Ok(()),
    }
}

/// AUTHENTICATE_MESSAGE (MS-NLMP 2.2.1.3), names in UTF-16.
pub(super) struct Authenticate<'a> {
    pub(super) lm_response: &'a [u8],
    pub(super) nt_response: &'a [u8],
    pub(super) domain: &'a [u8],
    pub(super) user: &'a [u8],
    pub(super) workstation: &'a [u8],
    pub(super) session_key: &'a [u8],
    pub(super) flags: u32,
}

impl<'a> Authenticate<'a> {
    pub(super) fn parse(message: &'a [u8]) -> Result<Authenticate<'a>, Denied> {
        check_kind(message, 3)?;
        Ok(Authenticate {
            lm_response: field(message, 12)?,
            nt_response: field(message, 20)?,
            domain: field(message, 28)?,
            user: field(message, 36)?,
            workstation: field(message, 44)?,
            session_key: field(message, 52)?,
            flags: word(message, 60)?,
        })
    }

    /// With room for an integrity code at [`MIC_AT`], initially zero, if there will be one.
    pub(super) fn emit(&self, mic: bool) -> Vec<u8> {
        let mut at = MIC_AT + if mic { 16 } else { 0 };
        let mut places = [0; 6];
        // The payload is in the order of the specification's examples (MS-NLMP 4.2.4.3).
        let parts = [
            (2, self.domain),
            (3, self.user),
            (4, self.workstation),
            (0, self.lm_response),
            (1, self.nt_response),
            (5, self.session_key),
        ];
        for (field, bytes) in parts {
            places[field] = at;
            at += bytes.len();
        }
        let mut message = start(3);
        let mut fields = parts;
        fields.sort_by_key(|(field, _)| *field);
        for (field, bytes) in fields {
            put_field(&mut message, bytes, &mut places[field]);
        }
        message.extend_from_slice(&self.flags.to_le_bytes());
        message.extend_from_slice(&VERSION);
        message.resize(MIC_AT + if mic { 16 } else { 0 }, 0);
        for (_, bytes) in parts {
            message.extend_from_slice(bytes);
        }
        message
    }
}

/// `temp` of MS-NLMP 3.3.2: time, client's challenge and AV_PAIRs, as an NTLMv2_CLIENT_CHALLENGE
/// followed by four zeros.
pub(super) fn client_challenge(time: u64, challenge: &[u8; 8], pairs: &[u8]) -> Vec<u8> {
    let mut temp = vec![1, 1, 0, 0, 0, 0, 0, 0];
    temp.extend_from_slice(&time.to_le_bytes());
    temp.extend_from_slice(challenge);
    temp.extend_from_slice(&[0; 4]);
    temp.extend_from_slice(pairs);
    temp.extend_from_slice(&[0; 4]);
    temp
}

/// Splits an NTLM v2 response into `NTProofStr` and `temp`. `None` for a response of version 1,
/// which has 24 bytes.
pub(super) fn split_response(response: &[u8]) -> Option<(Key, &[u8])> {
    let (proof, temp) = response.split_first_chunk::<16>()?;
    (temp.len() >= AV_PAIRS_AT).then_some((*proof, temp))
}

/// The offset of the AV_PAIRs in `temp`.
pub(super) const AV_PAIRS_AT: usize = 28;

/// The value of a pair. The pairs end with END or with the bytes.
pub(super) fn find_pair(mut pairs: &[u8], wanted: u16) -> Option<&[u8]> {
    while let Some((head, rest)) = pairs.split_first_chunk::<4>() {
        let id = u16::from_le_bytes([head[0], head[1]]);
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        if id == av::END {
            return None;
        }
        let value = rest.get(..length)?;
        if id == wanted {
            return Some(value);
        }
        pairs = &rest[length..];
    }
    None
}

/// The pairs before END, or all if there is none.
pub(super) fn before_end(pairs: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(head) = pairs.get(at..at + 4) {
        if head[..2] == av::END.to_le_bytes() {
            break;
        }
        at += 4 + usize::from(u16::from_le_bytes([head[2], head[3]]));
    }
    &pairs[..at.min(pairs.len())]
}

pub(super) fn put_pair(pairs: &mut Vec<u8>, id: u16, value: &[u8]) {
    pairs.extend_from_slice(&id.to_le_bytes());
    pairs.extend_from_slice(&(value.len() as u16).to_le_bytes());
    pairs.extend_from_slice(value);
}

/// UTF-16 from the wire; invalid sequences are replaced.
pub(super) fn text(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn start(kind: u32) -> Vec<u8> {
    let mut message = SIGNATURE.to_vec();
    message.extend_from_slice(&kind.to_le_bytes());
    message
}

fn check_kind(message: &[u8], kind: u32) -> Result<(), Denied> {
    if !message.starts_with(SIGNATURE) || word(message, 8)? != kind {
        return Err(Denied::new(
            DeniedReason::BadToken,
            format!(
                "not the NTLM message that is due now (type {kind}); the peer may speak another mechanism"
            ),
        ));
    }
    Ok(())
}

fn word(message: &[u8], at: usize) -> Result<u32, Denied> {
    let bytes = message
        .get(at..at + 4)
        .and_then(|bytes| bytes.try_into().ok());
    Ok(u32::from_le_bytes(bytes.ok_or_else(truncated)?))
}

/// The bytes at the length and offset stored at `at`, checked against the message.
fn field(message: &[u8], at: usize) -> Result<&[u8], Denied> {
    let length = message.get(at..at + 2).ok_or_else(truncated)?;
    let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
    let offset = word(message, at + 4)? as usize;
    if length == 0 {
        return Ok(&[]);
    }
    let end = offset.checked_add(length).ok_or_else(truncated)?;
    message.get(offset..end).ok_or_else(truncated)
}

/// Length, maximum length and offset of bytes at `at`, which is advanced.
fn put_field(message: &mut Vec<u8>, bytes: &[u8], at: &mut usize) {
    let length = (bytes.len() as u16).to_le_bytes();
    message.extend_from_slice(&length);
    message.extend_from_slice(&length);
    message.extend_from_slice(&(*at as u32).to_le_bytes());
    *at += bytes.len();
}

fn truncated() -> Denied {
    Denied::new(DeniedReason::BadToken, "an NTLM message ends too early")
}
