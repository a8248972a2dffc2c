//! The owner named in a certificate.
//!
//! Reading list: RFC 5280, sections 4.1.2.4 (names), 4.2.1.6 (alternative names); RFC 4514 for the
//! text form of names; X.690 section 8 for their encoding.

use std::fmt;

use rustls::pki_types::CertificateDer;
use webpki::EndEntityCert;

/// The owner named in a certificate. Only a verified certificate proves it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    subject: String,
    dns_names: Vec<String>,
    uris: Vec<String>,
}

impl Owner {
    /// Parses a certificate (DER). What cannot be parsed is omitted.
    pub fn of(certificate: &[u8]) -> Self {
        let certificate = CertificateDer::from(certificate);
        let Ok(read) = EndEntityCert::try_from(&certificate) else {
            return Owner::default();
        };
        Owner {
            subject: subject(read.subject()).unwrap_or_default(),
            dns_names: read.valid_dns_names().map(str::to_owned).collect(),
            uris: read.valid_uri_names().map(str::to_owned).collect(),
        }
    }

    /// The subject's name in the form of RFC 4514, the last component first: `CN=alice,O=Example`.
    /// May be empty.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// The DNS names that it is for.
    pub fn dns_names(&self) -> &[String] {
        &self.dns_names
    }

    /// The URIs that it is for (`spiffe://example.org/billing`).
    pub fn uris(&self) -> &[String] {
        &self.uris
    }

    /// A single name: the first URI, else the first DNS name, else the subject.
    ///
    /// The three kinds can be distinguished: only a URI has a colon before any `=`, and only a
    /// subject has an `=` and no such colon.
    pub fn principal(&self) -> &str {
        let uri = self.uris.iter().find(|uri| is_uri(uri));
        let name = uri.or(self.dns_names.first());
        name.map_or(&self.subject, String::as_str)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.principal())
    }
}

fn is_uri(text: &str) -> bool {
    let scheme = text.split(':').next().unwrap_or_default();
    scheme.len() < text.len() && !scheme.contains('=')
}

/// A name: relative names in order, each a set of types and values. RFC 4514, section 2.1 writes
/// the last one first.
fn subject(name: &[u8]) -> Option<String> {
    let mut name = inside(name, SEQUENCE).unwrap_or(name);
    let mut parts = Vec::new();
    while !name.is_empty() {
        let (tag, mut set, rest) = element(name)?;
        name = rest;
        let mut together = Vec::new();
        while !set.is_empty() && tag == SET {
            let (_, pair, rest) = element(set)?;
            set = rest;
            let (_, kind, value) = element(pair)?;
            let (text_kind, value, _) = element(value)?;
            together.push(format!(
                "{}={}",
                type_name(kind),
                escaped(&text(text_kind, value)?)
            ));
        }
        parts.push(together.join("+"));
    }
    parts.reverse();
    Some(parts.join(","))
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const BMP_STRING: u8 = 0x1e;
const TELETEX_STRING: u8 = 0x14;

fn inside(bytes: &[u8], wanted: u8) -> Option<&[u8]> {
    let (tag, content, rest) = element(bytes)?;
    (tag == wanted && rest.is_empty()).then_some(content)
}

/// The first element's tag and content, and the rest.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&[tag, short], rest) = bytes.split_first_chunk::<2>()?;
    let (len, rest) = match short {
        0..=0x7f => (usize::from(short), rest),
        0x81 => (usize::from(*rest.first()?), &rest[1..]),
        0x82 => {
            let (high_low, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_be_bytes(*high_low)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(len)?;
    Some((tag, content, rest))
}

/// RFC 4514, section 3, and further types found in certificates.
fn type_name(oid: &[u8]) -> String {
    let known: [(&[u8], &str); 11] = [
        (&[0x55, 4, 3], "CN"),
        (&[0x55, 4, 6], "C"),
        (&[0x55, 4, 7], "L"),
        (&[0x55, 4, 8], "ST"),
        (&[0x55, 4, 9], "STREET"),
        (&[0x55, 4, 10], "O"),
        (&[0x55, 4, 11], "OU"),
        (&[0x55, 4, 5], "serialNumber"),
        (
            &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1],
            "emailAddress",
        ),
        (
            &[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 25],
            "DC",
        ),
        (
            &[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 1],
            "UID",
        ),
    ];
    let found = known.iter().find(|(bytes, _)| *bytes == oid);
    found.map_or_else(|| dotted(oid), |(_, name)| (*name).to_owned())
}

/// X.690, section 8.19.
fn dotted(oid: &[u8]) -> String {
    let mut numbers = Vec::new();
    let mut number = 0u64;
    for byte in oid {
        number = number.saturating_mul(128) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            if numbers.is_empty() {
                let first = (number / 40).min(2);
                numbers.push(first.to_string());
                number -= first * 40;
            }
            numbers.push(number.to_string());
            number = 0;
        }
    }
    numbers.join(".")
}

fn text(kind: u8, value: &[u8]) -> Option<String> {
    match kind {
        BMP_STRING => {
            let units = value
                .as_chunks::<2>()
                .0
                .iter()
                .map(|c| u16::from_be_bytes(*c));
            Some(
                char::decode_utf16(units)
                    .map(|c| c.unwrap_or('\u{fffd}'))
                    .collect(),
            )
        }
        TELETEX_STRING => Some(value.iter().map(|b| char::from(*b)).collect()),
        _ => Some(String::from_utf8_lossy(value).into_owned()),
    }
}

/// RFC 4514, section 2.4.
fn escaped(text: &str) -> String {
    let last = text.chars().count().saturating_sub(1);
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match c {
            '\0' => out.push_str("\\00"),
            '"' | '+' | ',' | ';' | '<' | '>' | '\\' | '=' => out.extend(['\\', c]),
            '#' if at == 0 => out.push_str("\\#"),
            ' ' if at == 0 || at == last => out.push_str("\\ "),
            c if c.is_control() => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    out.push_str(&format!("\\{byte:02x}"));
                }
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tlv(tag: u8, content: &[u8]) -> Vec<u8> {
        let mut out = vec![tag, content.len() as u8];
        out.extend(content);
        out
    }

    fn rdn(pairs: &[(&[u8], u8, &[u8])]) -> Vec<u8> {
        let pairs = pairs.iter().map(|(oid, kind, value)| {
            let pair = [tlv(6, oid), tlv(*kind, value)].concat();
            tlv(SEQUENCE, &pair)
        });
        tlv(SET, &pairs.collect::<Vec<_>>().concat())
    }

    // RFC 4514, section 4: the first, second and fourth examples, and a type without a name.
    #[test]
    fn names_are_written_as_the_rfc_writes_them() {
        let (cn, ou, dc) = (
            &[0x55, 4, 3][..],
            &[0x55, 4, 11][..],
            &[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 25][..],
        );
        let net = [rdn(&[(dc, 0x16, b"net")]), rdn(&[(dc, 0x16, b"example")])].concat();
        let of = |last: Vec<u8>| subject(&[net.clone(), last].concat()).unwrap();
        assert_eq!(
            of(rdn(&[(
                &[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 1],
                12,
                b"jsmith"
            )])),
            "UID=jsmith,DC=example,DC=net"
        );
        assert_eq!(
            of(rdn(&[(ou, 12, b"Sales"), (cn, 12, b"J.  Smith")])),
            "OU=Sales+CN=J.  Smith,DC=example,DC=net"
        );
        assert_eq!(
            of(rdn(&[(cn, 12, b"James \"Jim\" Smith, III")])),
            "CN=James \\\"Jim\\\" Smith\\, III,DC=example,DC=net"
        );
        assert_eq!(
            of(rdn(&[(cn, 12, b"Before\rAfter")])),
            "CN=Before\\0dAfter,DC=example,DC=net"
        );
        assert_eq!(
            subject(&rdn(&[(&[0x2b, 6, 1, 4, 1, 0x8b, 0x3a], 12, b"x")])).unwrap(),
            "1.3.6.1.4.1.1466=x"
        );
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_no_name() {
        let whole = rdn(&[(&[0x55, 4, 3], 12, b"alice")]);
        assert_eq!(subject(&whole).as_deref(), Some("CN=alice"));
        for end in 1..whole.len() {
            assert_eq!(subject(&whole[..end]), None, "{end}");
        }
        assert_eq!(subject(&[0x31, 0x84, 0xff, 0xff, 0xff, 0xff]), None);
        assert_eq!(subject(&[]).as_deref(), Some(""));
    }

    #[test]
    fn which_kind_of_name_it_is_shows() {
        let owner = |subject: &str, dns: &[&str], uris: &[&str]| Owner {
            subject: subject.to_owned(),
            dns_names: dns.iter().map(|s| (*s).to_owned()).collect(),
            uris: uris.iter().map(|s| (*s).to_owned()).collect(),
        };
        let all = owner("CN=a", &["a.example"], &["spiffe://example/a"]);
        assert_eq!(all.principal(), "spiffe://example/a");
        assert_eq!(owner("CN=a", &["a.example"], &[]).principal(), "a.example");
        assert_eq!(owner("CN=a", &[], &["CN=b"]).principal(), "CN=a", "no URI");
        assert_eq!(Owner::of(b"nonsense").principal(), "");
    }
}
