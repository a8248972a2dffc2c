//! Base64 of binary metadata (`PROTOCOL-HTTP2.md`, "Custom-Metadata": padding is optional).

use alloc::vec::Vec;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Without padding, as is recommended.
pub(super) fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..=chunk.len() as u32 {
            out.push(LETTERS[(word >> (18 - 6 * i)) as usize & 63]);
        }
    }
    out
}

/// With or without padding; `None` for what is not Base64.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let padding = text.iter().rev().take_while(|b| **b == b'=').count();
    let text = &text[..text.len() - padding];
    if padding > 2 || text.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut word = 0;
        for i in 0..4 {
            word = word << 6 | chunk.get(i).map_or(Some(0), |b| value(*b))?;
        }
        let bytes = u32::to_be_bytes(word);
        out.extend_from_slice(&bytes[1..chunk.len()]);
    }
    Some(out)
}

fn value(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10.
    #[test]
    fn the_specification_s_examples() {
        for (plain, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(
                encode(plain.as_bytes()),
                text.trim_end_matches('=').as_bytes()
            );
            assert_eq!(decode(text.as_bytes()).unwrap(), plain.as_bytes());
            let bare = text.trim_end_matches('=');
            assert_eq!(decode(bare.as_bytes()).unwrap(), plain.as_bytes());
        }
        assert_eq!(decode(b"Z"), None);
        assert_eq!(decode(b"Zg==="), None);
        assert_eq!(decode(b"Z!"), None);
    }
}
