//! `grpc-message`: UTF-8 with percent-encoding for everything but printable ASCII
//! (`PROTOCOL-HTTP2.md`, "Responses").

use alloc::string::String;
use alloc::vec::Vec;

/// Encodes a text as a header value.
pub(super) fn encode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text.as_bytes() {
        if (b' '..=b'~').contains(&b) && b != b'%' {
            out.push(b);
        } else {
            let digit = |n: u8| b"0123456789ABCDEF"[usize::from(n)];
            out.extend([b'%', digit(b >> 4), digit(b & 15)]);
        }
    }
    // A header value neither begins nor ends with white space (RFC 9110, 5.5).
    let space = |at: usize, out: &mut Vec<u8>| {
        if out.get(at) == Some(&b' ') {
            out.splice(at..=at, *b"%20");
        }
    };
    space(out.len().wrapping_sub(1), &mut out);
    space(0, &mut out);
    out
}

/// Decodes a header value. Invalid sequences are kept unchanged: no message is lost for its
/// encoding.
pub(super) fn decode(value: &[u8]) -> String {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, after @ ..] = rest {
        let pair = after.first_chunk::<2>().filter(|_| *first == b'%');
        let byte = pair.and_then(|[a, b]| Some(digit(*a)? << 4 | digit(*b)?));
        out.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn digit(b: u8) -> Option<u8> {
    (b as char).to_digit(16).map(|d| d as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second text is from gRPC's interop cases (`special_status_message`).
    #[test]
    fn messages_round_trip() {
        for text in [
            "plain",
            "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n",
            "100 %",
            " a b ",
            " ",
            "",
        ] {
            let wire = encode(text);
            assert!(wire.iter().all(|b| (b' '..=b'~').contains(b)));
            assert!(!wire.starts_with(b" ") && !wire.ends_with(b" "));
            assert_eq!(decode(&wire), text);
        }
        assert_eq!(encode("a%\n☺"), b"a%25%0A%E2%98%BA");
    }

    #[test]
    fn what_is_wrong_stays_as_it_is() {
        assert_eq!(decode(b"50% of%2"), "50% of%2");
        assert_eq!(decode(b"%zz%41"), "%zzA");
        assert_eq!(decode(b"%ff"), "\u{fffd}");
    }
}
