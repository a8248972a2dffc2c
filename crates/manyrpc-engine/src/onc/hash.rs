//! A hash step for tables and fingerprints.

/// Mixes a word into a hash: a multiplication whose two halves are folded together.
#[inline]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let wide = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15u128;
    (wide as u64) ^ (wide >> 64) as u64
}
