//! UUIDs that an engine makes: of its activities, and of its address space.
//!
//! Reading list: C706 appendix A; for Apollo's format the comment on it in FreeDCE's `uuid.c`.

use super::personality::UuidFormat;

/// Random numbers from a seed.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A new UUID.
    pub(super) fn uuid(&mut self, format: UuidFormat) -> [u8; 16] {
        let mut uuid = [0; 16];
        uuid[..8].copy_from_slice(&self.next().to_be_bytes());
        uuid[8..].copy_from_slice(&self.next().to_be_bytes());
        match format {
            UuidFormat::Dce => {
                // C706 appendix A: variant 10, version 4 (random).
                uuid[6] = uuid[6] & 0x0f | 0x40;
                uuid[8] = uuid[8] & 0x3f | 0x80;
            }
            UuidFormat::Ncs => {
                (uuid[6], uuid[7]) = (0, 0);
                uuid[8] = NCS_IP;
            }
        }
        uuid
    }
}

/// The Internet in Apollo's address families.
const NCS_IP: u8 = 2;

/// The UUID of an engine's activity number `n`: the engine's own with the number in its last four
/// bytes, so that an answer finds its activity without a search.
#[inline]
pub(super) fn with_number(mut base: [u8; 16], n: u32) -> [u8; 16] {
    base[12..].copy_from_slice(&n.to_be_bytes());
    base
}

/// The number in such a UUID.
#[inline]
pub(super) fn number(uuid: &[u8; 16]) -> u32 {
    u32::from_be_bytes([uuid[12], uuid[13], uuid[14], uuid[15]])
}
