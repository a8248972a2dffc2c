//! Integers with a prefix in the low bits of a byte (RFC 7541, 5.1).

use alloc::vec::Vec;

use super::Undecodable;

/// Most continuation bytes of a 32-bit integer.
const MAX_BYTES: usize = 5;

/// Decodes the integer whose first `prefix` bits are the low ones of the first byte; returns it and
/// the rest.
#[inline]
pub fn decode(bytes: &[u8], prefix: u8) -> Result<(u32, &[u8]), Undecodable> {
    let (first, rest) = bytes.split_first().ok_or(Undecodable::Truncated)?;
    let mask = (1u32 << prefix) - 1;
    let low = u32::from(*first) & mask;
    if low < mask {
        return Ok((low, rest));
    }
    decode_long(low, rest)
}

#[cold]
fn decode_long(low: u32, rest: &[u8]) -> Result<(u32, &[u8]), Undecodable> {
    let mut value = u64::from(low);
    for (i, byte) in rest.iter().enumerate().take(MAX_BYTES) {
        value += u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            let value = u32::try_from(value).map_err(|_| Undecodable::IntegerTooLarge)?;
            return Ok((value, &rest[i + 1..]));
        }
    }
    if rest.len() < MAX_BYTES {
        Err(Undecodable::Truncated)
    } else {
        Err(Undecodable::IntegerTooLarge)
    }
}

/// Appends `value`, its first `prefix` bits below those of `pattern`.
#[inline]
pub fn encode(out: &mut Vec<u8>, pattern: u8, prefix: u8, value: usize) {
    let mask = (1usize << prefix) - 1;
    if value < mask {
        out.push(pattern | value as u8);
        return;
    }
    out.push(pattern | mask as u8);
    let mut rest = value - mask;
    while rest >= 0x80 {
        out.push(0x80 | (rest & 0x7f) as u8);
        rest >>= 7;
    }
    out.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 7541, C.1.1 to C.1.3.
    #[test]
    fn the_examples_of_the_specification() {
        let examples: [(u8, usize, &[u8]); 3] = [
            (5, 10, &[0x0a]),
            (5, 1337, &[0x1f, 0x9a, 0x0a]),
            (8, 42, &[0x2a]),
        ];
        for (prefix, value, wire) in examples {
            let mut out = Vec::new();
            encode(&mut out, 0, prefix, value);
            assert_eq!(out, wire);
            assert_eq!(decode(wire, prefix), Ok((value as u32, &[][..])));
        }
    }

    #[test]
    fn every_size_comes_back_and_nothing_larger_is_taken() {
        for prefix in 1..=8 {
            for value in (0..32).flat_map(|bits| [(1usize << bits) - 1, 1 << bits, (1 << bits) + 1])
            {
                let mut out = Vec::new();
                encode(&mut out, 0, prefix, value);
                assert_eq!(decode(&out, prefix), Ok((value as u32, &[][..])));
                let cut = &out[..out.len() - 1];
                assert_eq!(decode(cut, prefix), Err(Undecodable::Truncated));
            }
        }
        let most = [0x1f, 0xe0, 0xff, 0xff, 0xff, 0x0f];
        assert_eq!(decode(&most, 5), Ok((u32::MAX, &[][..])));
        let more = [0x1f, 0xe1, 0xff, 0xff, 0xff, 0x0f];
        assert_eq!(decode(&more, 5), Err(Undecodable::IntegerTooLarge));
        // Endless zeros.
        let endless = [0x1f, 0x80, 0x80, 0x80, 0x80, 0x80, 0];
        assert_eq!(decode(&endless, 5), Err(Undecodable::IntegerTooLarge));
    }
}
