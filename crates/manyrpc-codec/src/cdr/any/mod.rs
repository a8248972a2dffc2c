//! Values with their types: `any` (CORBA 3.0, section 15.3.5).
//!
//! - `type_code`: types as values
//! - `text`: in the notation of OMG IDL
//! - `kinds`, `read`, `write`: on the wire
//! - `typed`: of which Rust types it can hold values
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
mod typed;
mod write;

#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::cell::RefCell;

pub use type_code::{
    Arm, Body, Kind, Member, Modifier, Name, State, TypeCode, TypeIndex, TypeRef, Types, Uncarried,
};
pub use typed::{Typed, Valuetype};

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
/// use manyrpc_codec::cdr::Any;
///
/// let any = Any::of(&7i32).unwrap();
/// assert_eq!(any.type_code().unwrap().to_string(), "long");
/// assert_eq!(any.extract::<i32>(), Ok(Some(7)));
/// assert_eq!(any.extract::<u32>(), Ok(None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Any(Vec<u8>);

impl Any {
    /// A value of a type that has a type code.
    ///
    /// # Errors
    /// The first part of the value that its definition does not permit.
    pub fn of<T: Typed + Encode + ?Sized>(value: &T) -> Result<Self, Unencodable> {
        let code = T::type_code();
        match names_itself(&code).then(|| TypeCode::from_bytes(&code)) {
            // Its identifier precedes the members.
            Some(Ok(ty)) => Any::with_type(&ty, T::PLACE, value),
            _ => Any::made(
                |sink| sink.append_type_code(&PLACE, &code),
                None,
                T::PLACE,
                value,
            ),
        }
    }

    /// A value of that type; `place` is its metadata.
    ///
    /// # Errors
    /// The first part of the value that its definition does not permit.
    pub fn with_type<T: Encode + ?Sized>(
        ty: &TypeCode,
        place: &Field,
        value: &T,
    ) -> Result<Self, Unencodable> {
        let id = match ty.root().resolved().kind() {
            Kind::Null => return Ok(Any::default()),
            Kind::Named(name, Body::Exception(_)) => Some(&*name.id),
            _ => None,
        };
        Any::made(|sink| sink.put_type_code(&PLACE, ty), id, place, value)
    }

    fn made<T: Encode + ?Sized>(
        put_type_code: impl Fn(&mut Encoder<'_>),
        id: Option<&str>,
        place: &Field,
        value: &T,
    ) -> Result<Self, Unencodable> {
        let mut buf = Buf::new();
        let limits = &Limits::DEFAULT;
        encoder::encode(&mut buf, Representation::NATIVE, limits, |sink| {
            sink.put(&PLACE, [1]);
            put_type_code(sink);
            if let Some(id) = id {
                sink.put_string(&PLACE, id);
            }
            sink.field(place, value);
        })?;
        Ok(Any(buf.data().to_owned()))
    }

    /// Its value, if it is one of that type to CORBA (see [`TypeCode::is_equivalent`]).
    ///
    /// # Errors
    /// It is malformed.
    pub fn extract<'de, T>(&'de self) -> Result<Option<T>, Malformed>
    where
        T: Typed + Decode<'de> + Default,
    {
        let code = T::type_code();
        let Some(source) = self.behind(&code) else {
            return self.get(&TypeCode::from_bytes(&code)?, T::PLACE);
        };
        taken(source, T::PLACE).map(Some)
    }

    /// What follows a type code, if it is the very one, as we write it: as most often.
    fn behind(&self, code: &[u8]) -> Option<Decoder<'_>> {
        let rest = self.0.strip_prefix(&[1, 0, 0, 0])?.strip_prefix(code)?;
        let here = Representation::NATIVE.at(4 + code.len());
        (!names_itself(code)).then(|| Decoder::new(rest, here, &Limits::OF_SHAPE))
    }

    /// One from an encapsulation, which is looked at when it is used.
    pub fn from_encapsulation(bytes: impl Into<Vec<u8>>) -> Self {
        Any(bytes.into())
    }

    /// The encapsulation: a byte order, a type code, a value.
    pub fn encapsulation(&self) -> &[u8] {
        &self.0
    }

    /// Whether its bytes are a type and a value of it, within the limits on nesting and on parts without bytes.
    /// One that was received over CDR is.
    ///
    /// # Errors
    /// It is malformed.
    pub fn check(&self) -> Result<(), Malformed> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut source = Decoder::new(&self.0, Representation::NATIVE, &Limits::OF_SHAPE);
        match source.take_order().and_then(|()| copied(&mut source)) {
            Ok(_) => source.finish(),
            Err(Fail) => Err(source.failure()),
        }
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
        let (actual, source) = self.parts()?;
        if !actual.is_equivalent(ty) {
            return Ok(None);
        }
        taken(source, place).map(Some)
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

impl TypeCode {
    /// As CDR has it in little-endian byte order, from a multiple of 4 on.
    ///
    /// # Errors
    /// Types are nested too deeply, or a union's discriminant is no discriminant.
    pub fn to_bytes(&self) -> Result<Vec<u8>, UnencodableKind> {
        write::type_code(self, Limits::DEFAULT.depth)
    }

    /// That of such bytes.
    ///
    /// # Errors
    /// They are malformed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut source = Decoder::new(bytes, Representation::NATIVE, &Limits::OF_SHAPE);
        match read::type_code(&mut source) {
            Ok(code) => source.finish().map(|()| code),
            Err(Fail) => Err(source.failure()),
        }
    }
}

/// Whether values of the type with that code may be preceded by its identifier: exceptions, and aliases,
/// which may be of such.
fn names_itself(code: &[u8]) -> bool {
    let kind = code.first_chunk().map(|kind| u32::from_le_bytes(*kind));
    matches!(kind, Some(kinds::EXCEPTION | kinds::ALIAS))
}

/// The rest of the input as one value.
fn taken<'de, T>(mut source: Decoder<'de>, place: &Field) -> Result<T, Malformed>
where
    T: Decode<'de> + Default,
{
    let mut value = T::default();
    match source.slot(place, &mut value) {
        Ok(()) => source.finish().map(|()| value),
        Err(Fail) => Err(source.failure()),
    }
}

/// The encapsulation of no value, instead of which there are no bytes.
const NULL: &[u8] = &[1, 0, 0, 0, 0, 0, 0, 0];

/// The place of an `any` without one of its own.
const PLACE: Field = Field::plain("any").cdr(Cdr::Any);

impl Encoder<'_> {
    pub(super) fn put_type_code(&mut self, f: &Field, ty: &TypeCode) {
        match write::type_code(ty, self.w.depth()) {
            Ok(bytes) => self.append_type_code(f, &bytes),
            Err(kind) => self.w.fail(f, kind),
        }
    }

    fn append_type_code(&mut self, f: &Field, bytes: &[u8]) {
        self.append::<4>(f, bytes.len(), |space| space.copy_from_slice(bytes));
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
        let copied = copied(self)?;
        if let Some(memory) = v.memory() {
            memory.clear();
        }
        match copied.data() {
            NULL => Ok(()),
            encapsulation => v.append(encapsulation),
        }
    }
}

/// The next type and value in a message, as an encapsulation.
fn copied(source: &mut Decoder<'_>) -> Result<Buf, Fail> {
    let mut buf = Buf::new();
    let start = source.fork();
    let mut last = start.clone();
    last.give_headers(source.take_headers());
    // It may be written several times, each time from the same bytes: by the last reader, and how that ended.
    let last = RefCell::new((last, Ok(())));
    let limits = Limits::OF_SHAPE;
    let encoded = encoder::encode(&mut buf, Representation::NATIVE, &limits, |sink| {
        let (last, copied) = &mut *last.borrow_mut();
        let headers = last.take_headers();
        *last = start.clone();
        last.give_headers(headers);
        sink.put(&PLACE, [1]);
        *copied = Copy::to(sink).any(last);
    });
    let (mut last, copied) = last.into_inner();
    let headers = last.take_headers();
    source.join(last);
    source.give_headers(headers);
    copied?;
    match encoded {
        Ok(()) => Ok(buf),
        Err(_) => {
            source.join(start);
            Err(source.fail_back(0, MalformedKind::Refused("a value in this any")))
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
