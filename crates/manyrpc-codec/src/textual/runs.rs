//! The length of text up to the next special character, many bytes at a time.

/// Bytes of one block of the loop for long text: two registers of the smallest vector unit.
const BLOCK: usize = 32;

/// Text up to this length is searched in words.
const SHORT: usize = 64;

/// The number of leading bytes that are neither control characters (below a space) nor one of
/// `A`, `B`, `C`, `D`.
#[inline]
pub(crate) fn plain<const A: u8, const B: u8, const C: u8, const D: u8>(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let special = special::<A, B, C, D>(u64::from_le_bytes(*word));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
        if at == SHORT {
            at = long::<A, B, C, D>(bytes, at);
        }
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let found = rest.iter().position(|b| is_special::<A, B, C, D>(*b));
    at + found.unwrap_or(rest.len())
}

/// Whole blocks from `at` on without such a byte; the loop is vectorised.
#[inline(never)]
fn long<const A: u8, const B: u8, const C: u8, const D: u8>(bytes: &[u8], at: usize) -> usize {
    let (blocks, _) = bytes.get(at..).unwrap_or_default().as_chunks::<BLOCK>();
    let special = |block: &&[u8; BLOCK]| {
        let found = block.iter().map(|b| u8::from(is_special::<A, B, C, D>(*b)));
        found.fold(0, |a, b| a | b) == 0
    };
    at + blocks.iter().take_while(special).count() * BLOCK
}

#[inline(always)]
fn is_special<const A: u8, const B: u8, const C: u8, const D: u8>(byte: u8) -> bool {
    (byte < b' ') | (byte == A) | (byte == B) | (byte == C) | (byte == D)
}

/// The high bit of each byte of `word` that is special. Bits above the lowest one may be wrong:
/// a subtraction borrows from its neighbour.
#[inline(always)]
const fn special<const A: u8, const B: u8, const C: u8, const D: u8>(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let a = word ^ (ONES * A as u64);
    let b = word ^ (ONES * B as u64);
    let c = word ^ (ONES * C as u64);
    let d = word ^ (ONES * D as u64);
    let a = a.wrapping_sub(ONES) & !a;
    let b = b.wrapping_sub(ONES) & !b;
    let c = c.wrapping_sub(ONES) & !c;
    let d = d.wrapping_sub(ONES) & !d;
    (control | a | b | c | d) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_byte_at_every_place_is_judged_alike() {
        for n in [0, 1, 7, 8, 9, 31, 63, 64, 65, 96, 127, 200] {
            let mut text = vec![b'a'; n];
            assert_eq!(plain::<b'"', b'\\', b'"', b'"'>(&text), n);
            for at in 0..n {
                for byte in 0..=255 {
                    text[at] = byte;
                    let special = byte < 0x20 || byte == b'"' || byte == b'\\';
                    let expected = if special { at } else { n };
                    assert_eq!(
                        plain::<b'"', b'\\', b'"', b'"'>(&text),
                        expected,
                        "{byte} at {at}"
                    );
                }
                text[at] = 0xff;
            }
        }
    }
}
