//! Base64 of binary metadata (`PROTOCOL-HTTP2.md`, "Custom-Metadata": padding is optional).

use alloc::vec::Vec;

use base64_simd::{STANDARD, STANDARD_NO_PAD};

/// Encodes without padding, as recommended.
pub(super) fn encode(bytes: &[u8]) -> Vec<u8> {
    STANDARD_NO_PAD.encode_type(bytes)
}

/// Decodes with or without padding; `None` if it is not Base64.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let kind = match text.last() {
        Some(b'=') => &STANDARD,
        _ => &STANDARD_NO_PAD,
    };
    kind.decode_to_vec(text).ok()
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
