//! Checks that a header list is a valid request, response or trailers (RFC 9113, 8.2 and 8.3).

use super::fields::{Field, Fields};

/// Properties of a header list, computed once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The pseudo-header fields present, as bits.
    pseudo: u8,
    /// The index of the path among the fields.
    path: u16,
    /// The status of a response; 0 when there is none.
    pub status: u16,
    /// The value of `content-length`.
    pub content_length: Option<u64>,
    /// What makes any message with these fields malformed.
    flaw: Option<&'static str>,
    /// A value begins or ends with white space.
    blank: bool,
}

const METHOD: u8 = 1;
const SCHEME: u8 = 2;
const AUTHORITY: u8 = 4;
const PATH: u8 = 8;
const STATUS: u8 = 16;

impl Facts {
    /// Of no fields.
    pub(super) const NONE: Facts = Facts {
        pseudo: 0,
        path: 0,
        status: 0,
        content_length: None,
        flaw: None,
        blank: false,
    };

    /// Examines every field.
    pub fn of(fields: &Fields) -> Self {
        let mut facts = Facts::default();
        let mut regular = false;
        for (i, field) in fields.iter().enumerate() {
            let flaw = if field.name.first() == Some(&b':') {
                // 8.3: before the others.
                if regular {
                    Some("a pseudo-header field behind others")
                } else {
                    facts.note_pseudo(i, &field)
                }
            } else {
                regular = true;
                facts.note_regular(&field, fields)
            };
            facts.flaw = facts.flaw.or(flaw);
        }
        facts
    }

    fn note_pseudo(&mut self, at: usize, field: &Field<'_>) -> Option<&'static str> {
        let bit = match field.name {
            b":method" => METHOD,
            b":scheme" => SCHEME,
            b":authority" => AUTHORITY,
            b":path" => PATH,
            b":status" => STATUS,
            _ => return Some("an unknown pseudo-header field"),
        };
        // 8.3: none twice.
        if self.pseudo & bit != 0 {
            return Some("a pseudo-header field twice");
        }
        self.pseudo |= bit;
        match bit {
            PATH => self.path = at as u16,
            STATUS => match status(field.value) {
                Some(status) => self.status = status,
                None => return Some(":status is not a number of three digits"),
            },
            // 8.3.1: no user information in the authority.
            AUTHORITY if field.value.contains(&b'@') => {
                return Some("user information in :authority");
            }
            METHOD if field.value.is_empty() || !field.value.iter().all(|b| is_token(*b)) => {
                return Some(":method is not a token");
            }
            _ => {}
        }
        self.note_value(field.value)
    }

    fn note_regular(&mut self, field: &Field<'_>, all: &Fields) -> Option<&'static str> {
        // 8.2.1
        if !is_name(field.name) {
            return Some("a field's name has bytes that it must not have");
        }
        if let Some(flaw) = self.note_value(field.value) {
            return Some(flaw);
        }
        match field.name {
            // 8.2.2
            b"connection" | b"proxy-connection" | b"keep-alive" | b"transfer-encoding"
            | b"upgrade" => Some("a field about the connection"),
            b"te" if field.value != b"trailers" => Some("te other than trailers"),
            // 8.1.1
            b"content-length" => match number(field.value) {
                Some(n) if self.content_length.is_none_or(|m| m == n) => {
                    self.content_length = Some(n);
                    None
                }
                _ => Some("content-length is no number, or two"),
            },
            // 8.3.1
            b"host"
                if all
                    .get(b":authority")
                    .is_some_and(|a| !a.eq_ignore_ascii_case(field.value)) =>
            {
                Some("host differs from :authority")
            }
            _ => None,
        }
    }

    // 8.2.1
    fn note_value(&mut self, value: &[u8]) -> Option<&'static str> {
        self.blank |= has_blank_end(value);
        let broken = value.iter().any(|b| is_break(*b));
        broken.then_some("a field's value has bytes that it must not have")
    }

    /// What makes a request with these fields malformed (8.3.1). CONNECT, which has fewer fields,
    /// is not supported and counts as malformed.
    #[inline]
    pub fn flaw_of_request(&self, fields: &Fields) -> Option<&'static str> {
        if self.flaw.is_some() {
            return self.flaw;
        }
        // 8.2.1. Checked for clients only: the messages of deployed gRPC servers, in trailers, may
        // end in white space, and the message is worth more than strictness.
        if self.blank {
            return Some("a field's value begins or ends with a blank");
        }
        if self.pseudo & !AUTHORITY != METHOD | SCHEME | PATH {
            return Some("a request without :method, :scheme or :path, or with :status");
        }
        match fields.nth(usize::from(self.path)).map(|path| path.value) {
            Some([b'/', ..] | b"*") => None,
            _ => Some("a :path that is not one"),
        }
    }

    /// What makes a response with these fields malformed (8.3.2).
    #[inline]
    pub fn flaw_of_response(&self) -> Option<&'static str> {
        if self.flaw.is_some() {
            return self.flaw;
        }
        // 8.6: protocols cannot be switched.
        if self.pseudo != STATUS || self.status == 101 {
            return Some("a response without :status, or of a request's fields");
        }
        None
    }

    /// What makes trailers of these fields malformed (8.1).
    #[inline]
    pub fn flaw_of_trailers(&self) -> Option<&'static str> {
        if self.flaw.is_none() && self.pseudo != 0 {
            return Some("a pseudo-header field among trailers");
        }
        self.flaw
    }
}

fn status(value: &[u8]) -> Option<u16> {
    let [a @ b'1'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] = value else {
        return None;
    };
    let digit = |b: &u8| u16::from(b - b'0');
    Some(digit(a) * 100 + digit(b) * 10 + digit(c))
}

fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |n, b| {
        let digit = b.is_ascii_digit().then(|| u64::from(b - b'0'))?;
        n.checked_mul(10)?.checked_add(digit)
    })
}

/// Whether this is a valid field name (8.2.1, and RFC 9110, 5.6.2): a token without capitals.
pub fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|b| is_token(*b) && !b.is_ascii_uppercase())
}

/// Whether this is a valid field value (8.2.1): no NUL, CR or LF, no white space at its ends.
pub fn is_value(value: &[u8]) -> bool {
    !has_blank_end(value) && !value.iter().any(|b| is_break(*b))
}

fn has_blank_end(value: &[u8]) -> bool {
    let blank = |b: Option<&u8>| matches!(b, Some(b' ' | b'\t'));
    blank(value.first()) || blank(value.last())
}

fn is_break(b: u8) -> bool {
    matches!(b, 0 | b'\r' | b'\n')
}

fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Lines<'a> = &'a [(&'a str, &'a str)];

    fn list(lines: Lines<'_>) -> Fields {
        let field = |line: &(&str, &str)| (line.0.as_bytes().to_vec(), line.1.as_bytes().to_vec());
        let mut fields = Fields::new();
        for (name, value) in lines.iter().map(field) {
            fields.push(Field::new(&name, &value));
        }
        fields
    }

    const GET: [(&str, &str); 4] = [
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "a:1"),
    ];

    fn request_with(more: Lines<'_>) -> bool {
        let fields = list(&[&GET, more].concat());
        Facts::of(&fields).flaw_of_request(&fields).is_none()
    }

    fn request_of(lines: Lines<'_>) -> bool {
        let fields = list(lines);
        Facts::of(&fields).flaw_of_request(&fields).is_none()
    }

    // RFC 9113, 8.2.1 and 8.2.2.
    #[test]
    fn names_and_values() {
        assert!(request_with(&[
            ("te", "trailers"),
            ("x-y", "a b"),
            ("host", "A:1"),
            ("e", "")
        ]));
        let bad: [(&str, &str); 13] = [
            ("X", "a"),
            ("", "a"),
            ("a b", "c"),
            ("a:", "c"),
            ("n\u{e9}", "c"),
            ("a", " b"),
            ("a", "b\t"),
            ("a", "b\r\nc: d"),
            ("a", "b\0"),
            ("te", "gzip"),
            ("connection", "close"),
            ("transfer-encoding", "chunked"),
            ("host", "other"),
        ];
        for (name, value) in bad {
            assert!(!request_with(&[(name, value)]), "{name:?}: {value:?}");
        }
    }

    // RFC 9113, 8.3.1.
    #[test]
    fn pseudo_header_fields_of_requests() {
        assert!(request_of(&GET) && request_of(&GET[..3]));
        for missing in 0..3 {
            let mut lines = GET.to_vec();
            lines.remove(missing);
            assert!(!request_of(&lines));
        }
        let more: [(&str, &str); 3] = [(":path", "/"), (":status", "200"), (":protocol", "x")];
        for line in more {
            assert!(!request_with(&[line]), "{line:?}");
        }
        assert!(!request_with(&[("a", "b"), (":authority", "a")]));
        let [method, scheme, path, _] = GET;
        for bad in [
            (":path", ""),
            (":path", "index"),
            (":method", ""),
            (":method", "A B"),
        ] {
            let lines = match bad.0 {
                ":path" => [method, scheme, bad],
                _ => [bad, scheme, path],
            };
            assert!(!request_of(&lines), "{bad:?}");
        }
        assert!(!request_of(&[
            method,
            scheme,
            path,
            (":authority", "me@there")
        ]));
    }

    // RFC 9113, 8.3.2 and 8.6.
    #[test]
    fn pseudo_header_fields_of_responses_and_trailers() {
        let response = |lines: Lines<'_>| Facts::of(&list(lines)).flaw_of_response().is_none();
        assert!(response(&[(":status", "200"), ("a", "b")]));
        for bad in ["20", "2000", "0x1", "", "101", "099"] {
            assert!(!response(&[(":status", bad)]), "{bad}");
        }
        assert!(!response(&[("a", "b")]));
        assert!(!response(&[(":status", "200"), (":path", "/")]));
        let trailers = |lines: Lines<'_>| Facts::of(&list(lines)).flaw_of_trailers().is_none();
        assert!(trailers(&[("grpc-status", "0")]) && trailers(&[]));
        assert!(!trailers(&[(":status", "200")]));
        // Forbidden by 8.2.1, and sent by gRPC servers.
        assert!(trailers(&[("grpc-message", "no such thing ")]));
        assert!(!trailers(&[("grpc-message", "no such\nthing")]));
    }

    // RFC 9113, 8.1.1.
    #[test]
    fn content_length() {
        let said = |lines: Lines<'_>| {
            let facts = Facts::of(&list(lines));
            facts.flaw.is_none().then_some(facts.content_length)
        };
        assert_eq!(said(&[("content-length", "12")]), Some(Some(12)));
        assert_eq!(
            said(&[("content-length", "12"), ("content-length", "12")]),
            Some(Some(12))
        );
        assert_eq!(
            said(&[("content-length", "12"), ("content-length", "13")]),
            None
        );
        for bad in ["", "-1", "+1", "1.0", "18446744073709551616"] {
            assert_eq!(said(&[("content-length", bad)]), None, "{bad}");
        }
    }
}
