//! Characters in binary syntaxes: UTF-16, and the search for terminators.

use alloc::string::String;

/// Decodes UTF-16; the error is the number of valid units before the first invalid one.
pub(crate) fn from_utf16(units: impl Iterator<Item = u16>) -> Result<String, usize> {
    let mut text = String::new();
    let mut before = 0;
    for decoded in char::decode_utf16(units) {
        let c = decoded.map_err(|_| before)?;
        before += c.len_utf16();
        text.push(c);
    }
    Ok(text)
}

/// The length of a text in UTF-16 units.
pub(crate) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Whether one of the bytes is 0. Most texts are short: eight bytes at a time, the last eight
/// overlapping.
#[inline]
pub(crate) fn has_nul(bytes: &[u8]) -> bool {
    match bytes.last_chunk() {
        Some(last) => {
            let words = bytes.as_chunks().0.iter();
            words.fold(nul_in(last), |found, word| found | nul_in(word)) != 0
        }
        None => bytes.contains(&0),
    }
}

/// Copies up to [`SHORT`] bytes into a slice of the same length, and returns whether one of them is
/// 0. The bytes are tested while they are copied, without a loop or call, which would take longer
/// than the copying.
#[inline(always)]
pub(crate) fn copy_short(to: &mut [u8], from: &[u8]) -> bool {
    match from.len() {
        16.. => copy_ends::<16>(to, from),
        8.. => copy_ends::<8>(to, from),
        4.. => copy_ends::<4>(to, from),
        2.. => copy_ends::<2>(to, from),
        _ => copy_ends::<1>(to, from),
    }
}

/// The first and the last `N` bytes, which may overlap.
#[inline(always)]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) -> bool {
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
        return false;
    };
    if let Some(to) = to.first_chunk_mut() {
        *to = *first;
    }
    if let Some(to) = to.last_chunk_mut() {
        *to = *last;
    }
    // Bytes beyond the end do not count as NUL.
    let word = |bytes: &[u8; N], at: usize| {
        let mut word = [1; 8];
        let n = (N - at).min(8);
        word[..n].copy_from_slice(&bytes[at..at + n]);
        nul_in(&word)
    };
    let mut found = word(first, 0) | word(last, 0);
    if N > 8 {
        found |= word(first, N - 8) | word(last, N - 8);
    }
    found != 0
}

/// The maximum length for [`copy_short`].
pub(crate) const SHORT: usize = 32;

/// Not 0 if one of the eight bytes is 0.
#[inline]
fn nul_in(word: &[u8; 8]) -> u64 {
    let word = u64::from_le_bytes(*word);
    word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_wherever_it_is() {
        for n in 0..40 {
            let mut bytes = [0x80; 40];
            assert!(!has_nul(&bytes[..n]));
            for at in 0..n {
                bytes[at] = 0;
                assert!(has_nul(&bytes[..n]), "{at} of {n}");
                bytes[at] = 1;
                assert!(!has_nul(&bytes[..n]), "{at} of {n}");
            }
        }
    }

    #[test]
    fn utf_16_comes_and_goes_by_units() {
        let text = "aé🙂";
        assert_eq!(units(text), 4);
        assert_eq!(from_utf16(text.encode_utf16()).as_deref(), Ok(text));
        assert_eq!(from_utf16([0x61, 0xd83d].into_iter()), Err(1));
    }
}
