//! Object references: an IOR on the wire, its stringified form elsewhere.
//!
//! Reading list: CORBA 3.0, section 13.6.2 (IOR), 13.6.10 (stringified and `corbaloc` forms),
//! 15.7.2 (profiles of IIOP), 24.7.3 (SSLIOP). An IOR is a repository identifier and tagged profiles, each an octet
//! sequence, which are carried unseen. A binding of another system is a profile of our own.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::encoder::Encoder;
use super::octets::Octets;
use super::source::Decoder;
use super::{ByteOrder, Limits, Representation};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Cdr, Field};

/// The tag of profiles of IIOP.
const TAG_INTERNET_IOP: u32 = 0;

/// The tag of the component that tells the port for TLS.
const TAG_SSL_SEC_TRANS: u32 = 20;

/// The tag of a profile that is a binding of another system as text. Chosen here, not registered.
pub const TAG_BINDING: u32 = 0x6d61_6e79;

/// The port of `corbaloc` addresses without one.
const CORBALOC_PORT: u16 = 2809;

/// A profile with its tag.
type Profile<'a> = (u32, Cow<'a, [u8]>);

/// What a reference consists of.
#[derive(Default)]
struct Ior<'a> {
    /// The repository identifier of the object's interface; empty if unknown.
    type_id: Cow<'a, [u8]>,
    profiles: Vec<Profile<'a>>,
}

impl Encoder<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn put_reference(&mut self, f: &Field, text: &str) {
        let Some(encapsulation) = octets_of(text) else {
            return match ior_of(text) {
                Some(ior) => self.put_ior(f, &ior),
                None => self.w.fail(f, UnencodableKind::Not("an object reference")),
            };
        };
        match encapsulation.as_deref().and_then(destringified) {
            Some(ior) => self.put_ior(f, &ior),
            None => self.w.fail(f, UnencodableKind::Not("an object reference")),
        }
    }

    fn put_ior(&mut self, f: &Field, ior: &Ior<'_>) {
        self.put_string_bytes(&ANY, &ior.type_id);
        self.put_u32(f, ior.profiles.len() as u32);
        for (tag, data) in &ior.profiles {
            self.put_u32(f, *tag);
            self.put_u32(f, data.len() as u32);
            self.put_octets(f, data);
        }
    }
}

/// A place without a bound.
const ANY: Field = Field::plain("reference").cdr(Cdr::Reference);

impl<'de> Decoder<'de> {
    /// A reference in its stringified form.
    #[cold]
    #[inline(never)]
    pub(super) fn reference(&mut self) -> Result<Cow<'de, str>, Fail> {
        let ior = self.ior()?;
        match &ior.profiles[..] {
            [] if ior.type_id.is_empty() => Ok(Cow::Borrowed("")),
            [(TAG_BINDING, binding)] if ior.type_id.is_empty() => {
                let text = String::from_utf8(binding.to_vec())
                    .map_err(|_| self.fail_back(binding.len(), MalformedKind::NotUtf8))?;
                // Others could not be sent on as they came.
                let is_one = is_binding(&text);
                Ok(Cow::Owned(if is_one { text } else { stringified(&ior) }))
            }
            _ => Ok(Cow::Owned(stringified(&ior))),
        }
    }

    fn ior(&mut self) -> Result<Ior<'de>, Fail> {
        let type_id = Cow::Borrowed(self.string_bytes(&ANY)?);
        let count = self.u32()? as usize;
        // Each has a tag and a length.
        let max = self.left_in_all() / 8;
        if count > max {
            return Err(self.too_long(count, max));
        }
        let mut profiles = Vec::new();
        for _ in 0..count {
            let tag = self.u32()?;
            let n = self.count(&ANY, 1)?;
            profiles.push((tag, Cow::Borrowed(self.take(n)?)));
        }
        Ok(Ior { type_id, profiles })
    }
}

/// The octets of `IOR:…`, an encapsulation; `None` if the text is no such reference, inside if its digits
/// are no octets.
pub fn octets_of(text: &str) -> Option<Option<Vec<u8>>> {
    let (scheme, digits) = text.split_at_checked(4)?;
    if !scheme.eq_ignore_ascii_case("IOR:") {
        return None;
    }
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let octets = pairs.iter().map(|[high, low]| octet(*high, *low));
    Some(octets.collect::<Option<_>>().filter(|_| rest.is_empty()))
}

/// `IOR:` and the digits of an encapsulation's octets.
pub fn text_of(octets: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    let digits = octets
        .iter()
        .flat_map(|octet| [digit(octet >> 4), digit(octet & 15)]);
    "IOR:".chars().chain(digits).collect()
}

fn octet(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    Some(digit(high)? << 4 | digit(low)?)
}

/// The reference in an encapsulation.
fn destringified(encapsulation: &[u8]) -> Option<Ior<'_>> {
    let order = match encapsulation.first()? {
        0 => ByteOrder::Big,
        1 => ByteOrder::Little,
        _ => return None,
    };
    let here = Representation::of(order, 0).at(1);
    let mut source = Decoder::new(&encapsulation[1..], here, &Limits::OF_SHAPE);
    source.ior().ok()
}

/// `IOR:` and the octets of a little-endian encapsulation.
fn stringified(ior: &Ior<'_>) -> String {
    let mut octets = Octets::encapsulation();
    octets.text(&ior.type_id);
    let profiles = ior.profiles.iter().map(|(tag, data)| (*tag, &data[..]));
    octets.tagged(profiles);
    text_of(&octets.bytes)
}

/// The reference that another text stands for.
fn ior_of(text: &str) -> Option<Ior<'static>> {
    if text.is_empty() {
        return Some(Ior::default());
    }
    let profiles = match text.split_once(':')? {
        (scheme, rest) if is_corbaloc(scheme, rest) => corbaloc(rest)?,
        _ if is_binding(text) => {
            alloc::vec![(TAG_BINDING, Cow::Owned(text.as_bytes().to_vec()))]
        }
        _ => return None,
    };
    let type_id = Cow::Borrowed(&[][..]);
    Some(Ior { type_id, profiles })
}

/// Whether a text has addresses of IIOP, and not the name of an initial reference.
fn is_corbaloc(scheme: &str, rest: &str) -> bool {
    scheme.eq_ignore_ascii_case("corbaloc") && !rest.starts_with("rir:")
}

/// Whether a text travels as it is, as a binding of another system: it begins with a scheme, which does not make it an IOR.
fn is_binding(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && !scheme.eq_ignore_ascii_case("IOR") && !is_corbaloc(scheme, rest)
    })
}

/// `[iiop]:[1.2@]host[:port],…/key`, or `ssliop` over TLS: a profile for each address.
fn corbaloc(rest: &str) -> Option<Vec<Profile<'static>>> {
    let (addresses, key) = rest.split_once('/').unwrap_or((rest, ""));
    let key = key_of_text(key)?;
    let profiles = addresses.split(',').map(|address| {
        let (protocol, address) = address.split_once(':')?;
        // Section 13.6.10.3: an empty one is IIOP.
        let is_secured = protocol == "ssliop";
        if !(is_secured || matches!(protocol, "" | "iiop")) {
            return None;
        }
        let (version, address) = address.split_once('@').unwrap_or(("1.0", address));
        let minor: u8 = version.strip_prefix("1.")?.parse().ok()?;
        let (host, port) = host_and_port(address)?;
        let profile = match is_secured {
            false => iiop_profile(minor, (host, port), &key, core::iter::empty()),
            // Without TLS nobody is there. Profiles of 1.0 have no components.
            true => {
                let ssl = ssl(association::TLS_SUPPORTS, association::TLS_REQUIRES, port);
                let components = [(TAG_SSL_SEC_TRANS, &ssl[..])];
                iiop_profile(minor.max(1), (host, 0), &key, components.into_iter())
            }
        };
        Some((TAG_INTERNET_IOP, Cow::Owned(profile)))
    });
    profiles.collect()
}

/// What associations protect from, and whom they identify (`Security::AssociationOptions`).
pub mod association {
    /// Nothing at all.
    pub const NO_PROTECTION: u16 = 0x01;
    /// Messages are not altered.
    pub const INTEGRITY: u16 = 0x02;
    /// Nor read by others.
    pub const CONFIDENTIALITY: u16 = 0x04;
    /// Nor sent again by others.
    pub const DETECT_REPLAY: u16 = 0x08;
    /// Nor put into another order.
    pub const DETECT_MISORDERING: u16 = 0x10;
    /// The server shows who it is.
    pub const ESTABLISH_TRUST_IN_TARGET: u16 = 0x20;
    /// The client shows who it is.
    pub const ESTABLISH_TRUST_IN_CLIENT: u16 = 0x40;

    /// What a server over TLS insists on: it shows its certificate, and may not want the client's.
    pub const TLS_REQUIRES: u16 = INTEGRITY | CONFIDENTIALITY | ESTABLISH_TRUST_IN_TARGET;
    /// What it can do.
    pub const TLS_SUPPORTS: u16 =
        TLS_REQUIRES | DETECT_REPLAY | DETECT_MISORDERING | ESTABLISH_TRUST_IN_CLIENT;
}

/// `SSLIOP::SSL`, the data of a component: [`association`] options that a server supports and requires, and its port.
pub fn ssl(supports: u16, requires: u16, port: u16) -> Vec<u8> {
    let mut octets = Octets::encapsulation();
    for word in [supports, requires, port] {
        octets.put(word.to_le_bytes());
    }
    octets.bytes
}

fn host_and_port(address: &str) -> Option<(&str, u16)> {
    let end = match address.strip_prefix('[') {
        Some(inside) => inside.find(']')? + 2,
        None => address.find(':').unwrap_or(address.len()),
    };
    let (host, port) = address.split_at(end);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = match port.strip_prefix(':') {
        Some(port) => port.parse().ok()?,
        None if port.is_empty() => CORBALOC_PORT,
        None => return None,
    };
    (!host.is_empty()).then_some((host, port))
}

/// The data of a profile of IIOP (section 15.7.2): version, host, port, object key, and from version 1.1 on
/// components with their tags.
pub fn iiop_profile<'c>(
    minor: u8,
    (host, port): (&str, u16),
    key: &[u8],
    components: impl ExactSizeIterator<Item = (u32, &'c [u8])>,
) -> Vec<u8> {
    let mut octets = Octets::encapsulation();
    octets.put([1]);
    octets.put([minor]);
    octets.text(host.as_bytes());
    octets.put(port.to_le_bytes());
    octets.counted(key);
    if minor > 0 {
        octets.tagged(components);
    }
    octets.bytes
}

/// The octets of an object key that is written in a URL (section 13.6.10.3): `%` and two digits stand for
/// those that may not be there.
pub fn key_of_text(text: &str) -> Option<Vec<u8>> {
    let mut key = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        key.push(match (first, rest) {
            (b'%', [high, low, behind @ ..]) => {
                rest = behind;
                octet(*high, *low)?
            }
            (b'%', _) => return None,
            (other, _) => *other,
        });
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buf;
    use crate::cdr::{decode_value, encode_value};

    fn encoded(text: &str) -> Result<Vec<u8>, crate::Unencodable> {
        let mut buf = Buf::new();
        encode_value(
            &mut buf,
            Representation::NATIVE,
            &ANY,
            text,
            &Limits::DEFAULT,
        )?;
        Ok(buf.data().to_vec())
    }

    fn there_and_back(text: &str) -> String {
        let bytes = encoded(text).unwrap();
        let mut back = String::new();
        decode_value(
            &bytes,
            Representation::NATIVE,
            &ANY,
            &mut back,
            &Limits::DEFAULT,
        )
        .unwrap();
        back
    }

    #[test]
    fn nil_has_neither_type_nor_profiles() {
        assert_eq!(encoded("").unwrap(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(there_and_back(""), "");
    }

    #[test]
    fn bindings_of_other_systems_come_back_as_they_were() {
        for text in ["onc+tcp://127.0.0.1:4000/", "corbaloc:rir:/NameService"] {
            assert_eq!(there_and_back(text), text);
        }
    }

    #[test]
    fn what_came_as_a_binding_and_is_none_goes_on_as_it_came() {
        for text in ["garbage", "", "corbaloc:iiop:1.2@h:1/k", "IOR:00"] {
            let mut bytes = [1u32, 0, 1, TAG_BINDING, text.len() as u32]
                .map(u32::to_le_bytes)
                .concat();
            bytes.extend(text.as_bytes());
            let mut received = String::new();
            let here = Representation::NATIVE;
            decode_value(&bytes, here, &ANY, &mut received, &Limits::DEFAULT).unwrap();
            assert!(received.starts_with("IOR:01"), "{received}");
            assert_eq!(encoded(&received).unwrap(), bytes, "{text}");
        }
    }

    /// Section 15.7.2, byte by byte.
    #[test]
    fn an_address_becomes_a_profile() {
        let ior = there_and_back("corbaloc:iiop:1.2@h:2000/a%20b");
        let profile = "0101020002000000" // little-endian, 1.2; length of the host
            .to_owned()
            + "6800" + "d007" // h, port 2000
            + "03000000" + "612062" + "00" // the key and a gap
            + "00000000"; // no components
        let start = "IOR:01000000" .to_owned()
            + "01000000" + "00" + "000000" // no type
            + "01000000" + "00000000" // one profile, of IIOP
            + "18000000"; // its length
        assert_eq!(ior.len(), start.len() + profile.len());
        assert_eq!(ior, start + &profile);
        assert_eq!(there_and_back("CORBALOC::1.2@h:2000/a%20b"), ior);
        // A stringified reference is what was sent; that of another byte order is written in ours.
        assert_eq!(there_and_back(&ior), ior);
        let big = "IOR:00000000".to_owned() + "00000001" + "00" + "000000" + "00000000";
        assert_eq!(there_and_back(&big), "");
    }

    /// Section 24.7.3: port 0 in the profile, and that of TLS in a component with association options.
    #[test]
    fn an_address_over_tls_becomes_a_profile_with_a_component() {
        let ior = there_and_back("corbaloc:ssliop:1.2@h:2000/k");
        let profile = "0101020002000000" // little-endian, 1.2; length of the host
            .to_owned()
            + "6800" + "0000" // h, port 0
            + "01000000" + "6b000000" // the key and a gap
            + "01000000" + "14000000" + "08000000" // one component, its tag and length
            + "01007e002600d007"; // little-endian, a gap, supports, requires, port 2000
        assert!(ior.ends_with(&profile), "{ior}");
    }

    #[test]
    fn what_is_no_reference_is_refused() {
        for text in [
            "garbage",
            "://host",
            "IOR:",
            "IOR:0",
            "IOR:zz",
            "IOR:02000000",
            "IOR:0100000001000000000000ffffffff",
            "corbaloc:iiop:2.0@h/k",
            "corbaloc:iiop:h:port/k",
            "corbaloc:http:h/k",
            "corbaloc:iiop:h/%2",
        ] {
            let error = encoded(text).unwrap_err();
            assert_eq!(
                error.kind,
                UnencodableKind::Not("an object reference"),
                "{text}"
            );
        }
    }

    use alloc::borrow::ToOwned;
}
