//! Values with their types: `any` (CORBA 3.0, section 15.3.5).
//!
//! - `type_code`: types as values
//! - `text`: in the notation of OMG IDL
//! - `kinds`, `read`, `write`: on the wire
//! - `copy`: from one representation to another
//!
//! Whoever passes an `any` on need not know its type: what a message has is copied to an
//! encapsulation, the same whatever the sender's byte order, version and code sets were. An exception
//! keeps its repository identifier, or lacks it, as it came.

mod copy;
mod kinds;
mod read;
mod text;
mod type_code;
mod write;

#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::cell::RefCell;

pub use type_code::{
    Arm, Body, Kind, Member, Modifier, Name, State, TypeCode, TypeIndex, TypeRef, Types, Uncarried,
};

use super::encoder::{self, Encoder};
use super::source::Decoder;
use super::{Limits, Representation};
use crate::buf::Buf;
use crate::decode::{BytesSlot, Decode, Source};
use crate::encode::{Encode, Sink};
use crate::error::{Fail, Malformed, MalformedKind, Unencodable, UnencodableKind};
use crate::meta::{Cdr, Field};
use copy::Copy;

/// A value with its type: an encapsulation of both, or no bytes where there is none. Syntaxes other than CDR
/// carry it as bytes.
///
/// ```
/// use manyrpc_codec::cdr::{Any, Kind, TypeCode};
/// use manyrpc_codec::meta::Field;
///
/// let long = TypeCode::build(|types| types.add(Kind::Long));
/// let place = Field::plain("value");
/// let any = Any::of(&long, &place, &7i32).unwrap();
/// assert_eq!(any.type_code().unwrap().to_string(), "long");
/// assert_eq!(any.get(&long, &place), Ok(Some(7i32)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Any(Vec<u8>);

impl Any {
    /// A value of that type; `place` is its metadata.
    ///
    /// # Errors
    /// The first part of the value that its definition does not permit.
    pub fn of<T: Encode + ?Sized>(
        ty: &TypeCode,
        place: &Field,
        value: &T,
    ) -> Result<Self, Unencodable> {
        if let Kind::Null = ty.root().kind() {
            return Ok(Any::default());
        }
        let mut buf = Buf::new();
        let limits = &Limits::DEFAULT;
        encoder::encode(&mut buf, Representation::NATIVE, limits, |sink| {
            sink.put(&PLACE, [1]);
            sink.put_type_code(&PLACE, ty);
            if let Kind::Named(name, Body::Exception(_)) = ty.root().resolved().kind() {
                sink.put_string(&PLACE, &name.id);
            }
            sink.field(place, value);
        })?;
        Ok(Any(buf.data().to_owned()))
    }

    /// One from an encapsulation, which is looked at when it is used.
    pub fn from_encapsulation(bytes: impl Into<Vec<u8>>) -> Self {
        Any(bytes.into())
    }

    /// The encapsulation: a byte order, a type code, a value.
    pub fn encapsulation(&self) -> &[u8] {
        &self.0
    }

    /// The type of its value.
    ///
    /// # Errors
    /// It is malformed.
    pub fn type_code(&self) -> Result<TypeCode, Malformed> {
        self.parts().map(|(ty, _)| ty)
    }

    /// Its value, if it is of that type.
    ///
    /// # Errors
    /// It is malformed.
    pub fn get<'de, T>(&'de self, ty: &TypeCode, place: &Field) -> Result<Option<T>, Malformed>
    where
        T: Decode<'de> + Default,
    {
        let (actual, mut source) = self.parts()?;
        if !actual.is_equivalent(ty) {
            return Ok(None);
        }
        let mut value = T::default();
        match source.slot(place, &mut value) {
            Ok(()) => source.finish().map(|()| Some(value)),
            Err(Fail) => Err(source.failure()),
        }
    }

    /// Its type, and the source of its value.
    ///
    /// # Errors
    /// It is malformed.
    pub fn parts(&self) -> Result<(TypeCode, Decoder<'_>), Malformed> {
        if self.0.is_empty() {
            let nothing = Decoder::new(&[], Representation::NATIVE, &Limits::DEFAULT);
            return Ok((TypeCode::default(), nothing));
        }
        let mut source = Decoder::new(&self.0, Representation::NATIVE, &Limits::OF_SHAPE);
        let ty = source
            .take_order()
            .and_then(|()| read::type_code(&mut source));
        match ty {
            Ok(ty) => {
                if let Kind::Named(name, Body::Exception(_)) = ty.root().resolved().kind() {
                    source.takes_id(name);
                }
                Ok((ty, source))
            }
            Err(Fail) => Err(source.failure()),
        }
    }
}

/// The encapsulation of no value, instead of which there are no bytes.
const NULL: &[u8] = &[1, 0, 0, 0, 0, 0, 0, 0];

/// The place of an `any` without one of its own.
const PLACE: Field = Field::plain("any").cdr(Cdr::Any);

impl Encoder<'_> {
    pub(super) fn put_type_code(&mut self, f: &Field, ty: &TypeCode) {
        match write::type_code(ty, self.w.depth()) {
            Ok(bytes) => self.append::<4>(f, bytes.len(), |space| space.copy_from_slice(&bytes)),
            Err(kind) => self.w.fail(f, kind),
        }
    }

    /// The value and type in an encapsulation; no bytes are no value.
    #[cold]
    #[inline(never)]
    pub(super) fn put_any(&mut self, f: &Field, encapsulation: &[u8]) {
        if encapsulation.is_empty() {
            return self.put_type_code(f, &TypeCode::default());
        }
        let limits = Limits::OF_SHAPE;
        let mut source = Decoder::new(encapsulation, Representation::NATIVE, &limits);
        let copied = source
            .take_order()
            .and_then(|()| Copy::to(self).any(&mut source));
        if copied.is_err() || source.finish().is_err() {
            self.w
                .fail(f, UnencodableKind::Not("a type code and its value"));
        }
    }
}

impl Decoder<'_> {
    /// The next type and value, as an encapsulation.
    #[cold]
    #[inline(never)]
    pub(super) fn any<'de, T: BytesSlot<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        let mut buf = Buf::new();
        // It may be written several times, each time from the same bytes.
        let start = self.fork();
        let ended = RefCell::new((start.clone(), Ok(())));
        let limits = Limits::OF_SHAPE;
        let encoded = encoder::encode(&mut buf, Representation::NATIVE, &limits, |sink| {
            let mut from = start.clone();
            sink.put(&PLACE, [1]);
            let copied = Copy::to(sink).any(&mut from);
            *ended.borrow_mut() = (from, copied);
        });
        let (from, copied) = ended.into_inner();
        self.join(from);
        copied?;
        match encoded {
            Ok(()) => {
                if let Some(memory) = v.memory() {
                    memory.clear();
                }
                match buf.data() {
                    NULL => Ok(()),
                    encapsulation => v.append(encapsulation),
                }
            }
            Err(_) => {
                self.join(start);
                Err(self.fail_back(0, MalformedKind::Refused("a value in this any")))
            }
        }
    }
}

impl Encode for Any {
    #[inline(always)]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.bytes(f, &self.0);
    }
}

impl<'de> Decode<'de> for Any {
    #[inline(always)]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.bytes(f, self)
    }
}

impl<'de> BytesSlot<'de> for Any {
    #[inline]
    fn set(&mut self, v: &'de [u8]) {
        self.0.clear();
        self.0.extend(v);
    }

    fn append(&mut self, v: &[u8]) -> Result<(), Fail> {
        self.0.extend(v);
        Ok(())
    }

    #[inline]
    fn memory(&mut self) -> Option<&mut Vec<u8>> {
        Some(&mut self.0)
    }
}
