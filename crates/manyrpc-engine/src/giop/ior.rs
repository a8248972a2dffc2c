//! Object references.
//!
//! Reading list: CORBA 3.0 sections 13.6.2 (IOR), 13.6.3 (profiles and components), 13.6.10 (stringified
//! references), 13.10.2.4 (TAG_CODE_SETS), 15.7.2 (IIOP profiles), 15.7.3 (TAG_ALTERNATE_IIOP_ADDRESS), 24.7.3 (SSLIOP:
//! TAG_SSL_SEC_TRANS, association options).
//!
//! ```
//! use manyrpc_engine::giop::ior::{Iiop, Ior};
//!
//! let profile = Iiop::new("127.0.0.1", 2809, b"NameService");
//! let ior = Ior { type_id: "IDL:omg.org/CosNaming/NamingContext:1.0".into(), profiles: vec![profile.tagged()] };
//! let text = ior.to_string();
//! assert!(text.starts_with("IOR:01000000"));
//! assert_eq!(Ior::parse(&text), Ok(ior));
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use manyrpc_codec::Buf;
pub use manyrpc_codec::cdr::references::association;
use manyrpc_codec::cdr::{ByteOrder, references};

use super::wire::{Reader, bad, put_octets, put_string, put_u32};
use crate::fault::WireError;

/// Tags of profiles (section 13.6.3).
pub mod profile {
    /// An IIOP profile.
    pub const INTERNET_IOP: u32 = 0;
    /// Components that belong to no protocol.
    pub const MULTIPLE_COMPONENTS: u32 = 1;
}

/// Tags of components (section 13.6.6).
pub mod component {
    /// The kind of ORB.
    pub const ORB_TYPE: u32 = 0;
    /// The code sets of the server.
    pub const CODE_SETS: u32 = 1;
    /// A further address.
    pub const ALTERNATE_IIOP_ADDRESS: u32 = 3;
    /// Where the server speaks TLS.
    pub const SSL_SEC_TRANS: u32 = 20;
    /// The form in which the server reads values of Java that write themselves (section 13.6.6.1).
    pub const RMI_CUSTOM_MAX_STREAM_FORMAT: u32 = 38;
}

/// The most addresses of one object that are tried in turn: each may take as long as one alone.
pub const MOST_ADDRESSES: usize = 16;

/// What follows its tag: profiles and components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// Which kind it is.
    pub tag: u32,
    /// Its data, as it stands.
    pub data: Vec<u8>,
}

impl Tagged {
    /// Those of a profile that has nothing else (section 13.6.3, `TAG_MULTIPLE_COMPONENTS`); `None` of other profiles, and of
    /// one that is malformed.
    pub fn components(&self) -> Option<Vec<Tagged>> {
        let is_one = self.tag == profile::MULTIPLE_COMPONENTS;
        let mut r = Reader::encapsulated(&self.data).ok().filter(|_| is_one)?;
        tagged(&mut r).ok()
    }
}

/// An object reference. Profiles that are not understood are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ior {
    /// The repository identifier of the object's interface, if known.
    pub type_id: String,
    /// How to reach the object.
    pub profiles: Vec<Tagged>,
}

/// An IIOP profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iiop {
    /// The highest minor version of GIOP 1 that the server speaks.
    pub minor: u8,
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The object's key.
    pub key: Vec<u8>,
    /// What else is known, since version 1.1.
    pub components: Vec<Tagged>,
}

/// Why a text is no reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotIor {
    /// It does not begin with `IOR:`.
    Prefix,
    /// What follows is not pairs of hexadecimal digits.
    Digits,
    /// They are not those of a reference.
    Content(WireError),
}

impl fmt::Display for NotIor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotIor::Prefix => f.write_str("it does not begin with `IOR:`"),
            NotIor::Digits => f.write_str("what follows `IOR:` is not hexadecimal"),
            NotIor::Content(e) => write!(f, "its digits are not those of a reference: {e}"),
        }
    }
}

impl Ior {
    /// Whether it refers to no object (section 13.6.2).
    pub fn is_nil(&self) -> bool {
        self.profiles.is_empty()
    }

    /// Its IIOP profiles, in the order of preference.
    pub fn iiop(&self) -> impl Iterator<Item = Iiop> {
        let internet = self
            .profiles
            .iter()
            .filter(|p| p.tag == profile::INTERNET_IOP);
        internet.filter_map(|p| Iiop::read(&p.data).ok())
    }

    /// Reads a stringified reference.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, NotIor> {
        let octets = references::octets_of(text).ok_or(NotIor::Prefix)?;
        let octets = octets.ok_or(NotIor::Digits)?;
        let read = Reader::encapsulated(&octets).and_then(|mut r| Self::read(&mut r));
        read.map_err(NotIor::Content)
    }

    /// Reads a reference within a message, which begins at an offset.
    pub(super) fn read_at(message: &[u8], order: ByteOrder, at: usize) -> Result<Self, WireError> {
        Self::read(&mut Reader::at(message, order, at))
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, WireError> {
        let type_id = r.lossy()?;
        let profiles = tagged(r)?;
        Ok(Ior { type_id, profiles })
    }

    /// Appends it, where alignment counts from `start`.
    pub(super) fn put(&self, buf: &mut Buf, start: usize) {
        put_string(buf, start, &self.type_id);
        put_tagged(buf, start, &self.profiles);
    }
}

/// Stringified.
impl fmt::Display for Ior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut buf = Buf::new();
        buf.put(&[1]);
        self.put(&mut buf, 0);
        f.write_str(&references::text_of(buf.data()))
    }
}

impl Iiop {
    /// A profile of version 1.2 without components.
    pub fn new(host: &str, port: u16, key: &[u8]) -> Self {
        Iiop {
            minor: 2,
            host: host.to_string(),
            port,
            key: key.to_vec(),
            components: Vec::new(),
        }
    }

    /// Reads a profile's data.
    ///
    /// # Errors
    /// It is malformed, or of another major version.
    pub fn read(data: &[u8]) -> Result<Self, WireError> {
        let mut r = Reader::encapsulated(data)?;
        let (major, minor) = (r.u8()?, r.u8()?);
        if major != 1 {
            return Err(bad("iiop_version", u32::from(major)));
        }
        let host = r.lossy()?;
        let port = r.u16()?;
        let key = r.octets()?.to_vec();
        // Version 1.0 has none (section 15.7.2).
        let components = match minor {
            0 => Vec::new(),
            _ => tagged(&mut r)?,
        };
        Ok(Iiop {
            minor,
            host,
            port,
            key,
            components,
        })
    }

    /// As a profile of a reference.
    pub fn tagged(&self) -> Tagged {
        let components = self.components.iter().map(|c| (c.tag, &c.data[..]));
        let at = (&*self.host, self.port);
        Tagged {
            tag: profile::INTERNET_IOP,
            data: references::iiop_profile(self.minor, at, &self.key, components),
        }
    }

    /// The data of its first component of a kind.
    pub fn component(&self, tag: u32) -> Option<&[u8]> {
        let found = self.components.iter().find(|c| c.tag == tag);
        found.map(|c| &*c.data)
    }

    /// Its host and port, and the alternatives, in order.
    pub fn addresses(&self) -> Vec<(String, u16)> {
        let first = (self.host.clone(), self.port);
        let tag = component::ALTERNATE_IIOP_ADDRESS;
        let others = self.components.iter().filter(|c| c.tag == tag);
        let others = others.filter_map(|c| {
            let mut r = Reader::encapsulated(&c.data).ok()?;
            Some((r.lossy().ok()?, r.u16().ok()?))
        });
        core::iter::once(first).chain(others).collect()
    }

    /// Whether the server may have no room for long messages in one piece: the ORB of Java and GlassFish, which tells no type,
    /// but what it reads of Java's own values.
    pub fn wants_pieces(&self) -> bool {
        let java = self.component(component::RMI_CUSTOM_MAX_STREAM_FORMAT);
        java.is_some() && self.component(component::ORB_TYPE).is_none()
    }

    /// The kind of ORB that made it: a number that OMG has assigned.
    pub fn orb_type(&self) -> Option<u32> {
        let mut r = Reader::encapsulated(self.component(component::ORB_TYPE)?).ok()?;
        r.u32().ok()
    }
}

/// Where a server speaks TLS (`SSLIOP::SSL`), on the host of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ssl {
    /// What it can do: [`association`] options.
    pub supports: u16,
    /// What it insists on.
    pub requires: u16,
    /// Its port.
    pub port: u16,
}

impl Ssl {
    /// TLS with the server's certificate, and the client's if that is demanded or wanted.
    pub const fn new(port: u16) -> Self {
        Ssl {
            supports: association::TLS_SUPPORTS,
            requires: association::TLS_REQUIRES,
            port,
        }
    }

    /// Whether calls are to be protected, whatever port the profile has besides: the server insists on more than
    /// [`association::NO_PROTECTION`].
    pub const fn is_required(&self) -> bool {
        self.requires & !association::NO_PROTECTION != 0
    }

    /// What a profile says, if it does.
    pub fn of(profile: &Iiop) -> Option<Self> {
        let mut r = Reader::encapsulated(profile.component(component::SSL_SEC_TRANS)?).ok()?;
        Some(Ssl {
            supports: r.u16().ok()?,
            requires: r.u16().ok()?,
            port: r.u16().ok()?,
        })
    }

    /// As a component of a profile.
    pub fn component(&self) -> Tagged {
        Tagged {
            tag: component::SSL_SEC_TRANS,
            data: references::ssl(self.supports, self.requires, self.port),
        }
    }
}

/// A sequence of tagged data.
fn tagged(r: &mut Reader<'_>) -> Result<Vec<Tagged>, WireError> {
    let n = r.u32()? as usize;
    // Each has a tag and a length, so that a false number reserves no memory.
    if n > r.left() / 8 {
        return Err(WireError::Truncated);
    }
    let mut all = Vec::with_capacity(n);
    for _ in 0..n {
        let tag = r.u32()?;
        let data = r.octets()?.to_vec();
        all.push(Tagged { tag, data });
    }
    Ok(all)
}

fn put_tagged(buf: &mut Buf, start: usize, all: &[Tagged]) {
    put_u32(buf, start, all.len() as u32);
    for Tagged { tag, data } in all {
        put_u32(buf, start, *tag);
        put_octets(buf, start, data);
    }
}

/// The object key in a profile.
pub(super) fn key_of(tag: u32, data: &[u8]) -> Option<&[u8]> {
    if tag != profile::INTERNET_IOP {
        return None;
    }
    let mut r = Reader::encapsulated(data).ok()?;
    r.skip(2).ok()?;
    r.text().ok()?;
    r.u16().ok()?;
    r.octets().ok()
}

/// The object key in the selected profile of a reference.
pub(super) fn selected_key<'a>(
    r: &mut Reader<'a>,
    selected: u32,
) -> Result<Option<&'a [u8]>, WireError> {
    r.text()?;
    let n = r.u32()?;
    let mut key = None;
    for i in 0..n {
        let tag = r.u32()?;
        let data = r.octets()?;
        if i == selected {
            key = key_of(tag, data);
        }
    }
    Ok(key)
}

#[cfg(test)]
mod tests;
