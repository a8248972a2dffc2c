//! Characters in binary syntaxes: UTF-8 that is mostly ASCII, UTF-16, and the search for terminators.

use alloc::string::String;
use core::str::Utf8Error;

/// The highest bit of each of eight bytes.
const HIGHEST: u64 = 0x8080_8080_8080_8080;
/// The lowest bit of each of eight bytes.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The longest text that [`is_all`] looks at. For longer ones the standard library is as quick.
const LOOKED_AT: usize = 64;

/// [`core::str::from_utf8`], quicker for short ASCII.
#[inline]
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    if is_all(bytes, |word| word & HIGHEST == 0) {
        #[expect(unsafe_code, reason = "a fifth of what short text takes")]
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes)
}

/// Short ASCII without a NUL, which is the same text in most character sets. `None` says nothing: the bytes may be
/// text all the same.
#[inline]
pub(crate) fn plain(bytes: &[u8]) -> Option<&str> {
    // Of the bytes that are ASCII, only 0 has the highest bit after 1 is subtracted, and only 0 borrows.
    let is_plain = |word: u64| (word | word.wrapping_sub(LOWEST)) & HIGHEST == 0;
    if !is_all(bytes, is_plain) {
        return None;
    }
    #[expect(unsafe_code, reason = "a fifth of what short text takes")]
    // SAFETY: ASCII is UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Whether the bytes are few, and `test` is true of all of them, of which it gets eight at a time. Some it gets twice,
/// and 1 in place of those that are missing.
#[inline(always)]
fn is_all(bytes: &[u8], test: impl Fn(u64) -> bool) -> bool {
    let n = bytes.len();
    if n > LOOKED_AT {
        return false;
    }
    if let Some(last) = bytes.last_chunk() {
        let words = bytes.as_chunks().0.iter();
        // Without a branch for each.
        let all = words.fold(true, |all, word| all & test(u64::from_le_bytes(*word)));
        return all & test(u64::from_le_bytes(*last));
    }
    let word = match (bytes.first_chunk(), bytes.last_chunk(), bytes) {
        (Some(first), Some(last), _) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        (_, _, &[first, .., last]) => {
            u64::from_le_bytes([first, bytes[n / 2], last, 1, 1, 1, 1, 1])
        }
        (_, _, &[only]) => u64::from_le_bytes([only, 1, 1, 1, 1, 1, 1, 1]),
        _ => return true,
    };
    test(word)
}

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

/// Copies text into a slice of the same length. Most texts are short, and copied without a call.
#[inline]
pub(crate) fn copy(to: &mut [u8], from: &[u8]) {
    match from.len() <= SHORT {
        true => _ = copy_short(to, from),
        false => to.copy_from_slice(from),
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
    word.wrapping_sub(LOWEST) & !word & HIGHEST
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
    fn short_ascii_is_told_from_everything_else() {
        for n in 0..LOOKED_AT + 20 {
            let mut bytes = [0x7f; LOOKED_AT + 20];
            let short = n <= LOOKED_AT;
            assert_eq!(plain(&bytes[..n]).is_some(), short, "{n}");
            assert!(utf8(&bytes[..n]).is_ok());
            for at in 0..n {
                for (byte, is_plain, is_text) in [
                    (0, false, true),
                    (1, short, true),
                    (0x80, false, false),
                    (0xff, false, false),
                ] {
                    bytes[at] = byte;
                    let bytes = &bytes[..n];
                    assert_eq!(plain(bytes).is_some(), is_plain, "{byte} at {at} of {n}");
                    assert_eq!(utf8(bytes).is_ok(), is_text, "{byte} at {at} of {n}");
                    assert_eq!(utf8(bytes), core::str::from_utf8(bytes));
                }
                bytes[at] = 0x7f;
            }
        }
        assert_eq!(utf8("é".as_bytes()), Ok("é"));
    }

    #[test]
    fn utf_16_comes_and_goes_by_units() {
        let text = "aé🙂";
        assert_eq!(units(text), 4);
        assert_eq!(from_utf16(text.encode_utf16()).as_deref(), Ok(text));
        assert_eq!(from_utf16([0x61, 0xd83d].into_iter()), Err(1));
    }
}
