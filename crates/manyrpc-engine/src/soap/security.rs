//! The header of Web Services Security: a user's name and password, and when a message was made.
//!
//! Reading list: Web Services Security: UsernameToken Profile 1.1, section 3; SOAP Message Security 1.1, sections 5, 6.2
//! and 10; RFC 3174 (SHA-1).
//!
//! ```
//! use manyrpc_engine::soap::security::{Password, digest};
//!
//! // The password is not sent, but what only those know who have it.
//! let sent = digest(b"nonce", "2026-11-27T12:00:00Z", "secret");
//! let presented = Password::Digest {
//!     digest: &sent,
//!     nonce: b"nonce",
//!     created: "2026-11-27T12:00:00Z",
//! };
//! assert!(presented.is("secret") && !presented.is("Secret"));
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use base64_simd::STANDARD;
use manyrpc_codec::Buf;
use manyrpc_codec::soap::scan::{Element, Entry, QName};

use crate::carrier::markup::put_escaped;

const WSSE: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const WSU: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const PROFILE: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0";
const BASE64: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";

/// A user and how the password is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct UsernameToken {
    /// The user's name.
    pub user: String,
    /// The password.
    pub password: String,
    /// Whether the password is not sent, but its digest.
    pub digest: bool,
}

/// The password is a secret.
impl core::fmt::Debug for UsernameToken {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "UsernameToken({:?})", self.user)
    }
}

/// What a message states of itself.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// When it was made (`dateTime` of XML Schema, in UTC).
    pub created: &'a str,
    /// Until when it is valid, if that is stated.
    pub expires: Option<&'a str>,
    /// Different in every message.
    pub nonce: &'a [u8],
}

/// Writes the entry of one message.
pub fn write(buf: &mut Buf, token: &UsernameToken, now: Moment<'_>) {
    buf.put(b"<wsse:Security xmlns:wsse=\"");
    buf.put(WSSE.as_bytes());
    buf.put(b"\" xmlns:wsu=\"");
    buf.put(WSU.as_bytes());
    buf.put(b"\" soap:mustUnderstand=\"1\">");
    if let Some(expires) = now.expires {
        buf.put(b"<wsu:Timestamp>");
        element(buf, "wsu:Created", "", now.created);
        element(buf, "wsu:Expires", "", expires);
        buf.put(b"</wsu:Timestamp>");
    }
    buf.put(b"<wsse:UsernameToken>");
    element(buf, "wsse:Username", "", &token.user);
    let (kind, shown) = match token.digest {
        true => {
            let digest = digest(now.nonce, now.created, &token.password);
            let digest = STANDARD.encode_to_string(digest);
            ("#PasswordDigest", Cow::Owned(digest))
        }
        false => ("#PasswordText", Cow::Borrowed(&*token.password)),
    };
    let kind = [" Type=\"", PROFILE, kind, "\""].concat();
    element(buf, "wsse:Password", &kind, &shown);
    let coding = [" EncodingType=\"", BASE64, "\""].concat();
    let nonce = STANDARD.encode_to_string(now.nonce);
    element(buf, "wsse:Nonce", &coding, &nonce);
    element(buf, "wsu:Created", "", now.created);
    buf.put(b"</wsse:UsernameToken></wsse:Security>");
}

fn element(buf: &mut Buf, name: &str, attribute: &str, text: &str) {
    buf.put(b"<");
    buf.put(name.as_bytes());
    buf.put(attribute.as_bytes());
    buf.put(b">");
    put_escaped(buf, text);
    buf.put(b"</");
    buf.put(name.as_bytes());
    buf.put(b">");
}

/// A password as a message shows it.
#[derive(Clone, Copy, Debug)]
pub enum Password<'a> {
    /// The password.
    Text(&'a str),
    /// Its digest.
    Digest {
        /// The digest.
        digest: &'a [u8],
        /// What the message states.
        nonce: &'a [u8],
        /// When the message was made, as it says it.
        created: &'a str,
    },
}

impl Password<'_> {
    /// Whether it is that one; takes as long for every wrong one of the same length.
    pub fn is(&self, password: &str) -> bool {
        match self {
            Password::Text(text) => is_same(text.as_bytes(), password.as_bytes()),
            Password::Digest {
                digest: shown,
                nonce,
                created,
            } => is_same(shown, &digest(nonce, created, password)),
        }
    }
}

fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// The digest of a password (UsernameToken Profile 1.1, section 3.1).
pub fn digest(nonce: &[u8], created: &str, password: &str) -> [u8; 20] {
    sha1(&[nonce, created.as_bytes(), password.as_bytes()].concat())
}

/// RFC 3174, section 6.1.
fn sha1(message: &[u8]) -> [u8; 20] {
    let mut padded: Vec<u8> = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    let mut h: [u32; 5] = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    for block in padded.chunks_exact(64) {
        let mut w = [0u32; 80];
        for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for t in 16..80 {
            w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = h;
        for (t, word) in w.iter().enumerate() {
            let (f, k) = match t {
                0..20 => (b & c | !b & d, 0x5a82_7999),
                20..40 => (b ^ c ^ d, 0x6ed9_eba1),
                40..60 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6u32),
            };
            let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e);
            let next = next.wrapping_add(*word).wrapping_add(k);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (sum, part) in h.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(part);
        }
    }
    let mut digest = [0; 20];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(h) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

/// Who sends a message, as it says.
#[derive(Clone, Copy, Debug)]
pub struct Presented<'a> {
    /// The user's name.
    pub user: &'a str,
    /// The password.
    pub password: Password<'a>,
    /// When the message was made, if it says it.
    pub created: Option<&'a str>,
    /// Until when it is valid, if it says it.
    pub expires: Option<&'a str>,
}

/// Decides about the users of a server.
pub trait Verifier: core::fmt::Debug + Send + Sync {
    /// Whether a message is from whom it says.
    fn verify(&self, presented: &Presented<'_>) -> bool;
}

/// Whether an entry of a header is that of Web Services Security.
pub(super) fn is_ours(name: &QName<'_>) -> bool {
    name.ns == WSSE && name.local == "Security"
}

/// The user whom a message shows, if its verifier believes it: by the entries of its header, or else by the field
/// `Authorization` of HTTP (RFC 7617).
pub(super) fn user(
    verifier: &dyn Verifier,
    entries: &[Entry<'_>],
    authorization: Option<&[u8]>,
) -> Option<Arc<str>> {
    let mut elements = entries.iter().map(|entry| &entry.element);
    match elements.find(|element| is_ours(&element.name)) {
        Some(element) => of_header(verifier, element),
        None => basic(verifier, authorization?),
    }
}

fn of_header(verifier: &dyn Verifier, security: &Element<'_>) -> Option<Arc<str>> {
    let token = security.child(WSSE, "UsernameToken")?;
    let text = |of: Option<&Element<'_>>, ns: &str, name: &str| {
        let child = of.and_then(|of| of.child(ns, name));
        child.map(|child| String::from(child.text.trim()))
    };
    let user = text(Some(token), WSSE, "Username")?;
    let shown = token.child(WSSE, "Password")?;
    let is_digest = shown
        .attribute("", "Type")
        .is_some_and(|kind| kind.ends_with("#PasswordDigest"));
    let timestamp = security.child(WSU, "Timestamp");
    let created = text(Some(token), WSU, "Created");
    let expires = text(timestamp, WSU, "Expires");
    let of_base64 = |text: &str| STANDARD.decode_to_vec(text.trim()).ok();
    let digest = of_base64(&shown.text).unwrap_or_default();
    let nonce = text(Some(token), WSSE, "Nonce").and_then(|nonce| of_base64(&nonce));
    let nonce = nonce.unwrap_or_default();
    let password = match is_digest {
        true => Password::Digest {
            digest: &digest,
            nonce: &nonce,
            created: created.as_deref().unwrap_or_default(),
        },
        false => Password::Text(&shown.text),
    };
    let presented = Presented {
        user: &user,
        password,
        created: created.as_deref(),
        expires: expires.as_deref(),
    };
    verifier.verify(&presented).then(|| user.as_str().into())
}

fn basic(verifier: &dyn Verifier, authorization: &[u8]) -> Option<Arc<str>> {
    let (scheme, coded) = authorization.split_at_checked(6)?;
    let decoded = scheme
        .eq_ignore_ascii_case(b"Basic ")
        .then(|| STANDARD.decode_to_vec(coded))?;
    let decoded = String::from_utf8(decoded.ok()?).ok()?;
    let (user, password) = decoded.split_once(':')?;
    let presented = Presented {
        user,
        password: Password::Text(password),
        created: None,
        expires: None,
    };
    verifier.verify(&presented).then(|| user.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(digest: [u8; 20]) -> String {
        digest
            .iter()
            .map(|byte| alloc::format!("{byte:02X}"))
            .collect()
    }

    /// RFC 3174, section 7.3.
    #[test]
    fn digests_are_those_of_the_rfc() {
        let many = b"01234567".repeat(80);
        for (message, expected) in [
            (&b"abc"[..], "A9993E364706816ABA3E25717850C26C9CD0D89D"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983E441C3BD26EBAAE4AA1F95129E5E54670F1",
            ),
            (&many, "DEA356A2CDDD90C7A7ECEDC5EBB563934F460452"),
        ] {
            assert_eq!(hex(sha1(message)), expected);
        }
    }

    #[test]
    fn a_message_shows_its_user() {
        let mut token = UsernameToken {
            user: "a<b".into(),
            password: "p&q".into(),
            digest: false,
        };
        let now = Moment {
            created: "2026-11-27T12:00:00Z",
            expires: Some("2026-11-27T12:05:00Z"),
            nonce: b"\0\x01\x02",
        };
        let mut buf = Buf::new();
        write(&mut buf, &token, now);
        let text = core::str::from_utf8(buf.data()).unwrap();
        for part in [
            "<wsu:Expires>2026-11-27T12:05:00Z</wsu:Expires></wsu:Timestamp>",
            "<wsse:Username>a&lt;b</wsse:Username>",
            "#PasswordText\">p&amp;q</wsse:Password>",
            "#Base64Binary\">AAEC</wsse:Nonce>",
        ] {
            assert!(text.contains(part), "{text}");
        }
        token.digest = true;
        let mut buf = Buf::new();
        write(&mut buf, &token, now);
        let text = core::str::from_utf8(buf.data()).unwrap();
        assert!(!text.contains("p&amp;q") && text.contains("#PasswordDigest\">"));
    }
}
