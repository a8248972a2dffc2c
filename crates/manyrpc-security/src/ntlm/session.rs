//! NTLM's protection of PDUs: extended session security with 128-bit keys.
//!
//! Reading list: MS-NLMP 3.4.2 to 3.4.4. NTLM signs the whole PDU, whether or not header signing is
//! agreed on, and seals only the body.

use manyrpc_engine::security::{Denied, DeniedReason, Level, Pdu};

use super::keys::{self, Direction, Key, Stream};

/// Bytes of an NTLMSSP_MESSAGE_SIGNATURE (MS-NLMP 2.2.2.9).
pub(crate) const SIGNATURE_BYTES: usize = 16;

/// Keys and counters of both directions, after the exchange of messages.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// Accepted because the trait requires it; see above.
    pub(super) signs_headers: bool,
    ways: Option<Ways>,
}

struct Ways {
    exported: Key,
    sends: Direction,
    covered: bool,
    ours: Way,
    theirs: Way,
}

/// One direction.
struct Way {
    sign_key: Key,
    stream: Stream,
    /// Whether checksums are encrypted, too (flag KEY_EXCH).
    covered: bool,
    next: u32,
}

impl Session {
    /// Starts with the exported session key; `sends` is our direction.
    pub(super) fn start(&mut self, exported: &Key, sends: Direction, covered: bool) {
        self.ways = Some(Ways::new(*exported, sends, covered));
    }

    /// Signs a message that is not a PDU.
    pub(super) fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied> {
        let way = &mut self.ways.as_mut().ok_or_else(too_early)?.ours;
        let number = way.number();
        let checksum = way.checksum(number, &[message]);
        Ok(way.signature(number, checksum).to_vec())
    }

    /// Verifies a signature.
    pub(super) fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied> {
        let way = &mut self.ways.as_mut().ok_or_else(too_early)?.theirs;
        way.check(&[message], signature)
    }

    /// The first PDU restores the streams to their state before the first signature of SPNEGO's
    /// list, but not the sequence number (MS-SPNG 3.3.5.1).
    pub(super) fn signatures_exchanged(&mut self) {
        if let Some(ways) = &mut self.ways {
            let fresh = Ways::new(ways.exported, ways.sends, ways.covered);
            ways.ours.stream = fresh.ours.stream;
            ways.theirs.stream = fresh.theirs.stream;
        }
    }

    /// Accounts for signatures of SPNEGO's list in each direction: each takes a sequence number,
    /// and the streams start anew.
    pub(super) fn skip_signatures(&mut self, ours: bool, theirs: bool) {
        if let Some(ways) = &mut self.ways {
            ways.ours.next = u32::from(ours);
            ways.theirs.next = u32::from(theirs);
        }
    }

    pub(super) fn token_bytes(&self, level: Level) -> usize {
        if level.protects_pdus() {
            SIGNATURE_BYTES
        } else {
            0
        }
    }

    pub(crate) fn protect(
        &mut self,
        level: Level,
        pdu: Pdu<'_>,
        token: &mut [u8],
    ) -> Result<(), Denied> {
        if !level.protects_pdus() {
            return Ok(());
        }
        let way = &mut self.ways.as_mut().ok_or_else(too_early)?.ours;
        let number = way.number();
        let checksum = way.checksum(number, &[pdu.header, pdu.body, pdu.trailer]);
        if level.seals() {
            way.stream.apply(pdu.body);
        }
        token.copy_from_slice(&way.signature(number, checksum));
        Ok(())
    }

    pub(crate) fn unprotect(
        &mut self,
        level: Level,
        pdu: Pdu<'_>,
        token: &[u8],
    ) -> Result<(), Denied> {
        if !level.protects_pdus() {
            return Ok(());
        }
        let way = &mut self.ways.as_mut().ok_or_else(too_early)?.theirs;
        if level.seals() {
            way.stream.apply(pdu.body);
        }
        way.check(&[pdu.header, pdu.body, pdu.trailer], token)
    }
}

impl Ways {
    fn new(exported: Key, sends: Direction, covered: bool) -> Ways {
        let receives = match sends {
            Direction::ToServer => Direction::ToClient,
            Direction::ToClient => Direction::ToServer,
        };
        Ways {
            exported,
            sends,
            covered,
            ours: Way::new(&exported, sends, covered),
            theirs: Way::new(&exported, receives, covered),
        }
    }
}

/// Keys are not printed.
impl std::fmt::Debug for Ways {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sent, {} received", self.ours.next, self.theirs.next)
    }
}

impl Way {
    fn new(exported: &Key, direction: Direction, covered: bool) -> Way {
        Way {
            sign_key: keys::sign_key(exported, direction),
            stream: Stream::new(&keys::seal_key(exported, direction)),
            covered,
            next: 0,
        }
    }

    fn number(&mut self) -> u32 {
        let number = self.next;
        self.next = number.wrapping_add(1);
        number
    }

    /// MS-NLMP 3.4.4.2, before encryption.
    fn checksum(&self, number: u32, parts: &[&[u8]]) -> [u8; 8] {
        let number = number.to_le_bytes();
        let mut all: [&[u8]; 4] = [&number, &[], &[], &[]];
        all[1..=parts.len()].copy_from_slice(parts);
        let digest = keys::hmac_md5(&self.sign_key, &all);
        *digest.first_chunk().expect("a digest has 16 bytes")
    }

    /// MS-NLMP 2.2.2.9.2.
    fn signature(&mut self, number: u32, mut checksum: [u8; 8]) -> [u8; SIGNATURE_BYTES] {
        if self.covered {
            self.stream.apply(&mut checksum);
        }
        let mut signature = [0; SIGNATURE_BYTES];
        signature[..4].copy_from_slice(&1_u32.to_le_bytes());
        signature[4..12].copy_from_slice(&checksum);
        signature[12..].copy_from_slice(&number.to_le_bytes());
        signature
    }

    fn check(&mut self, parts: &[&[u8]], token: &[u8]) -> Result<(), Denied> {
        let number = self.number();
        let checksum = self.checksum(number, parts);
        if keys::same(&self.signature(number, checksum), token) {
            return Ok(());
        }
        Err(Denied::new(
            DeniedReason::BadSignature,
            "a PDU's NTLM signature does not fit: changed, repeated or out of order; close the connection",
        ))
    }
}

fn too_early() -> Denied {
    Denied::new(
        DeniedReason::BadToken,
        "a protected PDU before the NTLM messages are through; finish the tokens first",
    )
}
