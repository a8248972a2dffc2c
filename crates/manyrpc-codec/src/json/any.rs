//! Messages of any type (ProtoJSON, "Any"): an object with the message's members and its type.
//!
//! The codec knows no types; the value supplies the known ones ([`Messages`]): a table in generated
//! code, the definition for dynamic values.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::position::Members;
use super::sink::{Encoder, Place};
use super::source::Decoder;
use super::{Limits, text};
use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields};
use crate::error::{Fail, MalformedKind, Name, UnencodableKind};
use crate::meta::{Field, Notation, Record};
use crate::protobuf;
use crate::textual::base64;
use crate::textual::parts::{Give, Given, Take, Taken};

/// The member with the type.
pub(super) const TYPE: &str = "@type";

/// The member with a message whose JSON is not an object of its members.
pub(super) const VALUE: &str = "value";

/// The member with the bytes of a message of unknown type.
const OPAQUE: &str = "@value";

/// The known messages.
pub trait Messages {
    /// The notation of the message with that full name; `None` if it is unknown.
    fn notation(&self, name: &str) -> Option<Notation>;

    /// Writes the message of that type with the encoding `bytes`, by [`write_message`].
    ///
    /// # Errors
    /// The bytes do not decode as that message. Values that cannot be written are recorded by the
    /// encoder.
    fn write(&self, name: &str, bytes: &[u8], to: &mut Encoder<'_>) -> Result<(), Fail>;

    /// Reads the message of that type and appends its encoding, by [`read_message`].
    ///
    /// # Errors
    /// As reported by the decoder.
    fn read(&self, name: &str, from: &mut Decoder<'_>, to: &mut Buf) -> Result<(), Fail>;
}

/// The place of a single message.
const ALONE: Field = Field::plain("message").proto();

/// Writes an encoded message, decoding it into an empty value of its type.
///
/// # Errors
/// As [`Messages::write`].
pub fn write_message<'de, T: Decode<'de> + Encode>(
    bytes: &'de [u8],
    to: &mut Encoder<'_>,
    value: &mut T,
) -> Result<(), Fail> {
    let limits = Limits {
        depth: to.depth(),
        bytes: usize::MAX,
        ..Limits::DEFAULT
    };
    protobuf::decode_value(bytes, &ALONE, value, &limits).map_err(|_| Fail)?;
    value.encode(to, &ALONE);
    Ok(())
}

/// Reads a message into an empty value of its type and appends its encoding.
///
/// # Errors
/// As [`Messages::read`].
pub fn read_message<'de, T: Decode<'de> + Encode>(
    from: &mut Decoder<'de>,
    to: &mut Buf,
    value: &mut T,
) -> Result<(), Fail> {
    value.decode(from, &ALONE)?;
    let written = protobuf::encode_value(to, &ALONE, value, &Limits::DEFAULT);
    written.map_err(|_| {
        from.cursor
            .fail(MalformedKind::Refused("a message so large or deep"))
    })
}

/// One row of a table of messages.
pub struct Message {
    /// Its full name.
    pub name: &'static str,
    /// Its notation in text syntaxes.
    pub notation: Notation,
    /// [`Messages::write`].
    pub write: fn(&[u8], &mut Encoder<'_>) -> Result<(), Fail>,
    /// [`Messages::read`].
    pub read: fn(&mut Decoder<'_>, &mut Buf) -> Result<(), Fail>,
}

/// A table of messages, sorted by name.
pub struct Table(pub &'static [Message]);

impl Messages for Table {
    fn notation(&self, name: &str) -> Option<Notation> {
        find(self.0, name).map(|message| message.notation)
    }

    fn write(&self, name: &str, bytes: &[u8], to: &mut Encoder<'_>) -> Result<(), Fail> {
        (find(self.0, name).ok_or(Fail)?.write)(bytes, to)
    }

    fn read(&self, name: &str, from: &mut Decoder<'_>, to: &mut Buf) -> Result<(), Fail> {
        (find(self.0, name).ok_or(Fail)?.read)(from, to)
    }
}

fn find<'t>(table: &'t [Message], name: &str) -> Option<&'t Message> {
    let at = table.binary_search_by(|message| message.name.cmp(name));
    at.ok().and_then(|at| table.get(at))
}

/// The full name at the end of a URL, after its last slash.
fn name_in(url: &str) -> Option<&str> {
    let (_, name) = url.rsplit_once('/')?;
    (!name.is_empty()).then_some(name)
}

const NO_TYPE: &str = "a URL with the full name of a type behind its last slash";

impl Encoder<'_> {
    pub(super) fn put_any<T: Fields + ?Sized>(&mut self, f: &Field, v: &T) {
        let mut parts = Taken(Parts::default());
        v.fields(&mut parts);
        let Parts {
            url,
            bytes,
            refused,
        } = parts.0;
        match (refused, name_in(&url), v.messages()) {
            (Some(kind), ..) => self.out.fail(f, kind),
            _ if url.is_empty() && bytes.is_empty() => self.out.put(f, b"{}"),
            (_, None, _) if !self.tolerant => self.out.fail(f, UnencodableKind::Not(NO_TYPE)),
            (_, Some(name), Some(messages)) if messages.notation(name).is_some() => {
                self.nested(f, |sink| sink.put_typed(f, &url, &bytes, messages));
            }
            (_, name, _) if !self.tolerant => {
                let name = Name::new(name.unwrap_or_default());
                self.out.fail(f, UnencodableKind::NoMessage(name));
            }
            _ => self.put_opaque(f, &url, &bytes),
        }
    }

    /// A message of a known type.
    fn put_typed(&mut self, f: &Field, url: &str, bytes: &[u8], messages: &dyn Messages) {
        let name = name_in(url).unwrap_or_default();
        let has_members = messages.notation(name) == Some(Notation::Members);
        let at = self.out.len();
        let outer = core::mem::replace(&mut self.place, Place::Bare);
        if !has_members {
            self.out.put_byte(f, b'{');
            self.put_string_member(f, TYPE, url);
            self.out.put(f, b",\"value\":");
        }
        let written = messages.write(name, bytes, self);
        match has_members {
            true => self.insert_type(f, url, at),
            false => self.out.put_byte(f, b'}'),
        }
        self.place = outer;
        if written.is_err() {
            let kind = UnencodableKind::Not("the bytes of a message of its type");
            self.out.fail(f, kind);
        }
    }

    /// Inserts the type as the first member of the object that begins at `at`.
    fn insert_type(&mut self, f: &Field, url: &str, at: usize) {
        let end = self.out.len();
        self.put_string_member(f, TYPE, url);
        if self.out.since(at).get(1) != Some(&b'}') {
            self.out.put_byte(f, b',');
        }
        let added = self.out.len() - end;
        if let Some(inside) = self.out.since(at).get_mut(1..) {
            inside.rotate_right(added.min(inside.len()));
        }
    }

    fn put_string_member(&mut self, f: &Field, name: &str, value: &str) {
        text::string(&mut self.out, f, name);
        self.out.put_byte(f, b':');
        text::string(&mut self.out, f, value);
    }

    /// A message of an unknown type.
    fn put_opaque(&mut self, f: &Field, url: &str, bytes: &[u8]) {
        let mut characters = vec![0; base64::length(bytes.len())];
        let length = base64::encode(bytes, &mut characters);
        let characters = characters.get(..length).unwrap_or_default();
        self.out.put_byte(f, b'{');
        self.put_string_member(f, TYPE, url);
        self.out.put_byte(f, b',');
        let characters = core::str::from_utf8(characters).unwrap_or_default();
        self.put_string_member(f, OPAQUE, characters);
        self.out.put_byte(f, b'}');
    }
}

impl<'de> Decoder<'de> {
    pub(super) fn take_any<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'{') {
            return self.record(f, m, v);
        }
        let url = self.string_ahead(TYPE)?;
        let Some(url) = url else {
            return self.take_nothing(v);
        };
        let name = match name_in(&url) {
            None if !self.tolerant => {
                return Err(self.cursor.fail(MalformedKind::Expected(NO_TYPE)));
            }
            name => name.unwrap_or_default(),
        };
        let notation = v.messages().and_then(|messages| messages.notation(name));
        let mut bytes = Buf::new();
        match (notation, v.messages()) {
            (Some(notation), Some(messages)) => self.nested(|source| {
                source.take_typed(notation, |source| messages.read(name, source, &mut bytes))
            })?,
            _ if self.tolerant && self.string_ahead(OPAQUE)?.is_some() => {
                self.take_opaque(&mut bytes)?;
            }
            _ => return Err(self.cursor.fail(MalformedKind::NoMessage(Name::new(name)))),
        }
        let bytes = bytes.data();
        v.all(&mut Given(Held {
            url: Some(url),
            bytes,
        }))
    }

    /// The string member of that name, anywhere in the object that begins here; does not advance.
    fn string_ahead(&mut self, wanted: &str) -> Result<Option<Cow<'de, str>>, Fail> {
        let start = self.cursor.at;
        let found = self.look_ahead(|source| source.string_of(wanted))?;
        self.cursor.at = start;
        Ok(found)
    }

    fn string_of(&mut self, wanted: &str) -> Result<Option<Cow<'de, str>>, Fail> {
        let mut before = b'{';
        while let Some(name) = self.next_name(&mut before)? {
            if name != wanted {
                self.cursor.skip(self.depth)?;
                continue;
            }
            if self.cursor.token() != Some(b'"') {
                return Err(self.cursor.expected("a string"));
            }
            let quoted = self.cursor.quoted()?;
            return self.cursor.text(quoted).map(Some);
        }
        Ok(None)
    }

    /// An empty object: a message without a type.
    fn take_nothing<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        self.cursor.at += 1;
        if !self.cursor.take(b'}') {
            return Err(self.cursor.missing(TYPE));
        }
        v.all(&mut Given(Held {
            url: Some(Cow::Borrowed("")),
            bytes: &[],
        }))
    }

    /// A message of a known type.
    fn take_typed(
        &mut self,
        notation: Notation,
        read: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members, Members::HERE);
        match notation {
            Notation::Members => {
                self.typed = true;
                read(self)?;
            }
            _ => self.only_member(VALUE, read)?,
        }
        self.members = outer;
        Ok(())
    }

    /// The only member besides the type.
    fn only_member(
        &mut self,
        wanted: &'static str,
        read: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (mut before, mut read) = (b'{', Some(read));
        while let Some(name) = self.next_name(&mut before)? {
            match (&*name, read.take()) {
                (TYPE, still) => {
                    self.cursor.skip(self.depth)?;
                    read = still;
                }
                (name, Some(read)) if name == wanted => read(self)?,
                (name, _) => {
                    let kind = MalformedKind::UnknownField(Name::new(name));
                    return Err(self.cursor.fail(kind));
                }
            }
        }
        match read {
            None => Ok(()),
            Some(_) => Err(self.cursor.missing(wanted)),
        }
    }

    /// A message of an unknown type.
    fn take_opaque(&mut self, to: &mut Buf) -> Result<(), Fail> {
        self.only_member(OPAQUE, |source| {
            if source.cursor.token() != Some(b'"') {
                return Err(source.cursor.expected("Base64"));
            }
            let mut bytes = Vec::new();
            source.base64(|characters| base64::decode(characters, usize::MAX, &mut bytes))?;
            to.put(&bytes);
            Ok(())
        })
    }
}

/// The parts of a message of any type.
#[derive(Default)]
struct Parts {
    url: String,
    bytes: Vec<u8>,
    refused: Option<UnencodableKind>,
}

impl Take for Parts {
    fn refuse(&mut self, _: &Field, kind: UnencodableKind) {
        self.refused = self.refused.or(Some(kind));
    }

    fn text(&mut self, _: &Field, v: &str) {
        self.url = String::from(v);
    }

    fn bytes(&mut self, _: &Field, v: &[u8]) {
        self.bytes = v.to_vec();
    }
}

/// The contents to be decoded.
struct Held<'de, 'b> {
    url: Option<Cow<'de, str>>,
    bytes: &'b [u8],
}

impl<'de> Give<'de> for Held<'de, '_> {
    fn text(&mut self) -> Result<Cow<'de, str>, Fail> {
        self.url.take().ok_or(Fail)
    }

    fn bytes(&mut self) -> Result<&[u8], Fail> {
        Ok(self.bytes)
    }
}
