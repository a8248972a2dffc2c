//! Compressed content.
//!
//! Reading list: RFC 9110 sections 8.4 (Content-Encoding), 12.5.3 (Accept-Encoding); RFC 1952 (gzip).

use manyrpc_codec::Buf;

use super::{FIELDS_END, LENGTH};
use crate::carrier::content_length::decimal;
use crate::carrier::gzip::Gzip;

/// How content is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Coding {
    #[default]
    Plain,
    Gzip,
    /// By any other, or by several.
    Unknown,
}

impl Coding {
    /// With one more field `Content-Encoding`, which is a list of codings in the order in which they were applied.
    pub(super) fn and(self, value: &[u8]) -> Self {
        let codings = value.split(|b| *b == b',').map(<[u8]>::trim_ascii);
        let is_plain =
            |coding: &&[u8]| coding.is_empty() || coding.eq_ignore_ascii_case(b"identity");
        codings
            .filter(|coding| !is_plain(coding))
            .fold(self, |before, coding| match before {
                Coding::Plain if is_gzip(coding) => Coding::Gzip,
                _ => Coding::Unknown,
            })
    }
}

/// Whether the value of a field `Content-Encoding` means that content is plain.
pub(crate) fn is_identity(value: &[u8]) -> bool {
    Coding::Plain.and(value) == Coding::Plain
}

/// RFC 9110 section 8.4.1.3: the older name is the same.
fn is_gzip(coding: &[u8]) -> bool {
    coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip")
}

/// Whether a field `Accept-Encoding` asks for gzip by its name: a list of codings with weights, of which 0 means never.
pub(super) fn accepts_gzip(value: &[u8]) -> bool {
    let mut codings = value.split(|b| *b == b',').map(|part| {
        let mut parts = part.split(|b| *b == b';').map(<[u8]>::trim_ascii);
        let coding = parts.next().unwrap_or_default();
        let never = parts.any(|weight| {
            let digits = weight.strip_prefix(b"q=").or(weight.strip_prefix(b"Q="));
            digits.is_some_and(|q| q.iter().all(|b| matches!(b, b'0' | b'.')))
        });
        (coding, never)
    });
    codings.any(|(coding, never)| is_gzip(coding) && !never)
}

/// Compresses the content that is at the end of `buf`, if that makes it shorter; false otherwise. `length` is where the
/// digits of its length are, and `content` where it begins.
#[cold]
pub(super) fn deflate(gzip: &mut Gzip, buf: &mut Buf, length: usize, content: usize) -> bool {
    let Some(packed) = gzip.deflate(&buf.data()[content..]) else {
        return false;
    };
    let field = length - LENGTH.len();
    buf.truncate(field);
    buf.put(b"\r\nContent-Encoding: gzip");
    buf.put(LENGTH);
    buf.put(decimal(&mut [0; 20], packed.len() as u64));
    buf.put(FIELDS_END);
    buf.put(packed);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_lists() {
        for (values, coding) in [
            (&[""][..], Coding::Plain),
            (&["Identity"], Coding::Plain),
            (&["gzip"], Coding::Gzip),
            (&["X-GZIP , identity"], Coding::Gzip),
            (&["gzip, gzip"], Coding::Unknown),
            (&["gzip", "br"], Coding::Unknown),
            (&["deflate"], Coding::Unknown),
        ] {
            let all = values.iter().map(|value| value.as_bytes());
            assert_eq!(all.fold(Coding::Plain, Coding::and), coding, "{values:?}");
        }
    }

    #[test]
    fn weights_of_nothing_mean_never() {
        for (value, accepts) in [
            ("gzip", true),
            ("deflate, gzip;q=0.5", true),
            ("br , GZIP ; q=1.0", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000, deflate", false),
            ("identity", false),
            ("", false),
            // Nothing says that it can read it.
            ("*", false),
        ] {
            assert_eq!(accepts_gzip(value.as_bytes()), accepts, "{value}");
        }
    }
}
