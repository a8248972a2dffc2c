//! Constant metadata of values: names, bounds, labels.
//!
//! Generated code holds it in `static` items, a loaded interface on the heap; the same lowering
//! makes both. Metadata for a new family of syntaxes is added here in fields of its own.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use manyrpc_codec::meta::Enum;
//!
//! static COLOR: Enum = Enum::of(
//!     "Color",
//!     &[(Cow::Borrowed("RED"), 0), (Cow::Borrowed("GREEN"), 1)],
//! );
//! assert_eq!(COLOR.name_of(1), Some("GREEN"));
//! assert!(!COLOR.contains(2));
//! ```

mod xml;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;

pub use xml::{Facets, SoapArray, Xml, XmlForm, XmlName, XmlRecord, XmlRole, XmlUnion};

/// A reference: `'static` in generated code, reference-counted in a loaded interface.
#[derive(Debug)]
pub enum Link<T: 'static> {
    /// Generated.
    Static(&'static T),
    /// Loaded.
    Shared(Arc<T>),
}

impl<T> Clone for Link<T> {
    fn clone(&self) -> Self {
        match self {
            Link::Static(t) => Link::Static(t),
            Link::Shared(t) => Link::Shared(t.clone()),
        }
    }
}

impl<T> Deref for Link<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Link::Static(t) => t,
            Link::Shared(t) => t,
        }
    }
}

/// The length of a field in elements, characters or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly this length.
    Fixed(u32),
    /// At most this length; `u32::MAX` if the definition sets no bound.
    UpTo(u32),
}

/// A field, arm, element or pointee. Flat: it never refers to the type below it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, for syntaxes with names and for errors.
    pub name: Cow<'static, str>,
    /// The length of text, bytes and arrays.
    pub length: Length,
    /// The metadata of the element or the pointee.
    pub elem: Option<Link<Field>>,
    /// Metadata for NDR.
    pub ndr: Ndr,
    /// Metadata for Protocol Buffers.
    pub pb: Pb,
    /// Metadata for JSON.
    pub json: Json,
    /// Metadata for CDR.
    pub cdr: Cdr,
    /// Metadata for XML as in SOAP; `None` is an element of the field's name in no namespace.
    pub xml: Option<Link<Xml>>,
    /// Whether it is an array of records of a key and a value with unique keys: syntaxes with named
    /// members write the keys as names.
    pub keyed: bool,
    /// Whether stubs hold its text as [`ByteText`](crate::ByteText), which need not be UTF-8.
    /// Ignored by syntaxes.
    pub octets: bool,
}

/// Metadata of a place for Protocol Buffers. Lowering sets the number of every field of a record,
/// arm of a union and element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pb {
    /// The field number; 0 if it has none of its own.
    pub number: u32,
    /// The encoding of its value.
    pub coding: Coding,
    /// Whether an array of scalars is sent as one field.
    pub packed: bool,
    /// Whether its presence can be told.
    pub presence: Presence,
}

impl Pb {
    /// The defaults.
    pub const NATURAL: Self = Pb {
        number: 0,
        coding: Coding::Natural,
        packed: false,
        presence: Presence::Implicit,
    };
}

/// Metadata of a place for JSON. [`Json::PLAIN`] is for definitions without a JSON mapping of their
/// own; those of Protocol Buffers have one, ProtoJSON ([`json`](crate::json#protojson)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// Its name as a member of an object if it differs from the field's name; otherwise empty.
    pub name: Cow<'static, str>,
    /// Whether its value is written as in ProtoJSON.
    pub proto: bool,
    /// Whether a default value is omitted, and a missing member has the default value.
    pub spare: bool,
    /// Whether null is a value there rather than the absence of one.
    pub null: bool,
}

impl Json {
    /// The defaults.
    pub const PLAIN: Self = Json {
        name: Cow::Borrowed(""),
        proto: false,
        spare: false,
        null: false,
    };
}

/// The encoding of a value in Protocol Buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Integers, booleans and enumerations as varints, floating-point numbers fixed, others with a
    /// length prefix.
    Natural,
    /// Signed integers as varints whose lowest bit is the sign.
    Zigzag,
    /// Integers in 4 or 8 bytes.
    Fixed,
    /// A record between two tags (proto2).
    Group,
    /// A union, or an optional one, whose arms are fields of the record around it (`oneof`).
    Choice,
    /// A message of its own with the value as field 1: for values that would otherwise lose their
    /// place or presence, such as an array in an array.
    Wrapped,
    /// An optional record in a message set (proto2): the field's number is the type in an item, a
    /// group of type and message, where the record has the number
    /// [`ITEM_MESSAGE`](crate::protobuf::ITEM_MESSAGE).
    Item,
}

/// Whether Protocol Buffers can tell an absent field from one with its default value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// No: a default value is not sent.
    Implicit,
    /// Yes.
    Explicit,
    /// Yes, and it must be present (proto2).
    Required,
}

/// Metadata of a place for NDR (C706, chapter 14). [`Ndr::NATURAL`] has the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ndr {
    /// Whether it is behind a pointer.
    pub pointer: Pointer,
    /// What is sent of an array besides its elements.
    pub array: Array,
    /// The character type of text, bytes and 8-bit numbers.
    pub chars: Chars,
    /// Whether text or bytes end with a NUL on the wire.
    pub terminated: bool,
    /// Whether anything at or below this place is deferred: a pointer, or a value that contains
    /// one. For a derived field: whether the field it describes is.
    pub defers: bool,
    /// The width of an enumeration in bits; 0 for the natural one, 16.
    pub bits: u8,
    /// The number of maximum counts of this place that precede the outermost record or array around
    /// it (section 14.3.7): one for each dimension of a conformant array.
    pub hoists: u8,
    /// The number of dimensions below the first, for an array of arrays (section 14.3.3.5).
    pub dims: u8,
}

impl Ndr {
    /// The defaults.
    pub const NATURAL: Self = Ndr {
        pointer: Pointer::Inline,
        array: Array::Natural,
        chars: Chars::Natural,
        terminated: false,
        defers: false,
        bits: 0,
        hoists: 0,
        dims: 0,
    };
}

/// Whether a place is behind a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// No; but an optional value is always behind a unique pointer.
    Inline,
    /// Never null, never shared.
    Ref,
    /// May be null, never shared.
    Unique,
    /// May be null, may be shared.
    Full,
}

/// What is sent of an array besides its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Nothing if its length is fixed, otherwise its length, as if conformant; text is conformant,
    /// varying and terminated.
    Natural,
    /// Its capacity.
    Conformant,
    /// The part sent, of a known capacity.
    Varying,
    /// Both.
    ConformantVarying,
    /// The number of elements sent, of a known capacity, as in NCS (`v1_array`): a 16-bit count, no
    /// offset.
    Short,
    /// The capacity and the number of elements sent, as in NCS (`v1_array`): 16 bits each.
    ShortConformant,
    /// Chunks, of which the last is empty.
    Pipe,
    /// Its length and a pointer to a conformant array, like two fields: for arrays of other
    /// definition languages.
    Counted,
}

/// The character type of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chars {
    /// Text has narrow characters; bytes and numbers have none.
    Natural,
    /// One byte each, converted if the peers' character sets differ.
    Narrow,
    /// UTF-16, two bytes each.
    Wide,
}

/// Metadata of a place for CDR (CORBA 3.0, section 15.3): which of the types that the same value
/// may have in OMG IDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cdr {
    /// The only one, or the most common one: text is a `string`.
    Natural,
    /// A byte is a `char`, which only type codes tell from an `octet`.
    Char,
    /// Text is a `wstring`, a 16-bit number a `wchar`.
    Wide,
    /// Text is an object reference in its stringified form: `IOR:…`, `corbaloc:…` or another binding;
    /// the empty text refers to none.
    Reference,
    /// Bytes are an `any` as an [encapsulation](crate::Any).
    Any,
    /// A shared value is a valuetype, and so is what the place holds: a record, or a union of such.
    Value,
    /// A valuetype that is derived from the one that is declared there.
    Derived,
    /// Text is a decimal number, `fixed<digits, scale>`.
    Fixed {
        /// The number of digits, from 1 to 31.
        digits: u8,
        /// The number of those behind the decimal point.
        scale: u8,
    },
}

/// Metadata of a record or union for NDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdrShape {
    /// Alignment in bytes: 1, 2, 4 or 8.
    pub align: u8,
    /// The number of maximum counts that precede it: those of the conformant array it ends in.
    pub hoists: u8,
    /// Whether any part of it is deferred.
    pub defers: bool,
    /// The width of a union's discriminant in bytes: 1, 2, 4 or 8; 0 for the natural one.
    pub tag: u8,
}

impl NdrShape {
    /// For a record of 32-bit words.
    pub const WORDS: Self = NdrShape {
        align: 4,
        hoists: 0,
        defers: false,
        tag: 0,
    };
}

impl Field {
    /// A field without a bound or element.
    pub const fn plain(name: &'static str) -> Self {
        Self::sized(name, Length::UpTo(u32::MAX))
    }

    /// Text or bytes of a stated length.
    pub const fn sized(name: &'static str, length: Length) -> Self {
        Field {
            name: Cow::Borrowed(name),
            length,
            elem: None,
            ndr: Ndr::NATURAL,
            pb: Pb::NATURAL,
            json: Json::PLAIN,
            cdr: Cdr::Natural,
            xml: None,
            keyed: false,
            octets: false,
        }
    }

    /// An array, list or optional, with the metadata of its element.
    pub const fn of(name: &'static str, length: Length, elem: &'static Field) -> Self {
        Field {
            name: Cow::Borrowed(name),
            length,
            elem: Some(Link::Static(elem)),
            ndr: Ndr::NATURAL,
            pb: Pb::NATURAL,
            json: Json::PLAIN,
            cdr: Cdr::Natural,
            xml: None,
            keyed: false,
            octets: false,
        }
    }

    /// The same with this metadata for NDR.
    #[must_use]
    pub const fn ndr(mut self, ndr: Ndr) -> Self {
        self.ndr = ndr;
        self
    }

    /// The same with this metadata for Protocol Buffers.
    #[must_use]
    pub const fn pb(mut self, pb: Pb) -> Self {
        self.pb = pb;
        self
    }

    /// The same with this metadata for CDR.
    #[must_use]
    pub const fn cdr(mut self, cdr: Cdr) -> Self {
        self.cdr = cdr;
        self
    }

    /// The same with a field number.
    #[must_use]
    pub const fn number(mut self, number: u32) -> Self {
        self.pb.number = number;
        self
    }

    /// The same with explicit presence.
    #[must_use]
    pub const fn explicit(mut self) -> Self {
        self.pb.presence = Presence::Explicit;
        self
    }

    /// The same, required.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.pb.presence = Presence::Required;
        self
    }

    /// The same with another encoding.
    #[must_use]
    pub const fn coded(mut self, coding: Coding) -> Self {
        self.pb.coding = coding;
        self
    }

    /// The same as a packed array of scalars; its element has no number.
    #[must_use]
    pub const fn packed(mut self) -> Self {
        self.pb.packed = true;
        self
    }

    /// The same in ProtoJSON.
    #[must_use]
    pub const fn proto(mut self) -> Self {
        self.json.proto = true;
        self
    }

    /// The same with another name in JSON.
    #[must_use]
    pub const fn called(mut self, name: &'static str) -> Self {
        // The dropped value owns nothing, but the compiler needs to see that.
        let old = core::mem::replace(&mut self.json.name, Cow::Borrowed(name));
        core::mem::forget(old);
        self
    }

    /// The same, omitted in JSON if it has its default value.
    #[must_use]
    pub const fn spare(mut self) -> Self {
        self.json.spare = true;
        self
    }

    /// The same, with null as a value in JSON.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.json.null = true;
        self
    }

    /// Its name as a member of a JSON object.
    #[inline(always)]
    pub fn json_name(&self) -> &str {
        match self.json.name.is_empty() {
            true => &self.name,
            false => &self.json.name,
        }
    }

    /// Whether it is a `oneof`, whose arms are members of the record around it in ProtoJSON.
    #[inline(always)]
    pub fn is_oneof(&self) -> bool {
        self.json.proto && matches!(self.pb.coding, Coding::Choice)
    }

    /// The same as an array of keys with their values.
    #[must_use]
    pub const fn keyed(mut self) -> Self {
        self.keyed = true;
        self
    }

    /// The metadata of the element or pointee; that of the field itself if none is set.
    pub fn element(&self) -> &Field {
        match &self.elem {
            Some(link) => link,
            None => self,
        }
    }
}

/// A record: its fields in order.
#[derive(Clone, Debug)]
pub struct Record {
    /// The type's name.
    pub name: Cow<'static, str>,
    /// Its fields.
    pub fields: Cow<'static, [Field]>,
    /// Metadata for NDR.
    pub ndr: NdrShape,
    /// For parameters or results: whether they are exactly one record, which syntaxes with named
    /// members send as such, without a name around it.
    pub whole: bool,
    /// For results: whether the last field is what the operation returns, which CDR sends before the
    /// others.
    pub returns: bool,
    /// For each arm of the [`Coding::Choice`] fields, in ascending order: its field number and the
    /// index of the field.
    pub numbers: Cow<'static, [(u32, u16)]>,
    /// Its notation in text syntaxes; for [whole](Self::whole) parameters, the notation of their
    /// one record.
    pub notation: Notation,
    /// Whether it is a Protocol Buffers message, whose members follow ProtoJSON.
    pub message: bool,
    /// The arms of its [`Coding::Choice`] fields, which are members of the record in ProtoJSON.
    pub arms: Cow<'static, [OneofArm]>,
    /// Of a valuetype: its repository identifier, then those of the bases that a receiver may take
    /// it for.
    pub ids: Ids,
    /// Metadata for XML as in SOAP.
    pub xml: Option<Link<XmlRecord>>,
}

/// Repository identifiers.
pub type Ids = Cow<'static, [Cow<'static, str>]>;

/// An arm of a `oneof`, which in ProtoJSON is a member of the message around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneofArm {
    /// Its name in the definition.
    pub name: Cow<'static, str>,
    /// Its name in JSON.
    pub json: Cow<'static, str>,
    /// The index of the `oneof` among the message's fields.
    pub field: u16,
    /// Its index among the arms of the `oneof`.
    pub arm: u16,
    /// Whether null is a value of it.
    pub null: bool,
}

impl OneofArm {
    /// An arm with constant names.
    pub const fn of(name: &'static str, json: &'static str, field: u16, arm: u16) -> Self {
        OneofArm {
            name: Cow::Borrowed(name),
            json: Cow::Borrowed(json),
            field,
            arm,
            null: false,
        }
    }

    /// The same, with null as a value.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.null = true;
        self
    }
}

/// The form of a record in text syntaxes; others write its fields.
///
/// These are the forms that ProtoJSON has for well-known types; XML uses some of them. Whoever
/// [marks](Record::noted) a record guarantees that it has the right fields; its code calls
/// [`Sink::noted`](crate::Sink::noted) and [`Source::noted`](crate::Source::noted), so that other
/// records do not pay for the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Its fields by name.
    Members,
    /// A moment with its seconds and nanoseconds as the two fields:
    /// [`Moment`](crate::time::Moment).
    Timestamp,
    /// A span of time with its seconds and nanoseconds as the two fields:
    /// [`Span`](crate::time::Span).
    Duration,
    /// The content of the only field, without a name.
    Content,
    /// In JSON the content of the only field: an object or an array of values of any kind.
    Values,
    /// In JSON any value; the only field is a `oneof` with six arms for null, a number, text, a
    /// boolean, an object and an array, in this order.
    Value,
    /// In JSON a string: the elements of the only field, which are dotted names, in lowerCamelCase
    /// and separated by commas.
    FieldMask,
    /// In JSON the members of a message with its type: the two fields are a URL that ends in the
    /// type's full name, and the encoded message ([`Fields::messages`](crate::Fields::messages)).
    Any,
}

impl Record {
    /// A record with constant fields.
    pub const fn of(name: &'static str, fields: &'static [Field]) -> Self {
        Self::choosing(name, fields, &[])
    }

    /// The same, with the field numbers of arms.
    pub const fn choosing(
        name: &'static str,
        fields: &'static [Field],
        numbers: &'static [(u32, u16)],
    ) -> Self {
        Record {
            name: Cow::Borrowed(name),
            fields: Cow::Borrowed(fields),
            ndr: NdrShape::WORDS,
            whole: false,
            returns: false,
            numbers: Cow::Borrowed(numbers),
            notation: Notation::Members,
            message: false,
            arms: Cow::Borrowed(&[]),
            ids: Cow::Borrowed(&[]),
            xml: None,
        }
    }

    /// The same as a Protocol Buffers message with these arms of `oneof`s.
    #[must_use]
    pub const fn message(mut self, arms: &'static [OneofArm]) -> Self {
        self.message = true;
        let old = core::mem::replace(&mut self.arms, Cow::Borrowed(arms));
        core::mem::forget(old);
        self
    }

    /// The same with another notation.
    #[must_use]
    pub const fn noted(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// The same as a valuetype.
    #[must_use]
    pub const fn value(mut self, ids: &'static [Cow<'static, str>]) -> Self {
        let old = core::mem::replace(&mut self.ids, Cow::Borrowed(ids));
        core::mem::forget(old);
        self
    }

    /// Whether it stands for parameters that are the fields of one record.
    #[inline]
    pub fn is_members_of_one(&self) -> bool {
        self.whole && self.notation == Notation::Members
    }

    /// The same as parameters that are exactly one record.
    #[must_use]
    pub const fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// The same as results of which the last is what the operation returns.
    #[must_use]
    pub const fn returning(mut self) -> Self {
        self.returns = true;
        self
    }

    /// The same with this metadata for NDR.
    #[must_use]
    pub const fn ndr(mut self, ndr: NdrShape) -> Self {
        self.ndr = ndr;
        self
    }
}

/// A discriminated union.
#[derive(Clone, Debug)]
pub struct Union {
    /// The type's name.
    pub name: Cow<'static, str>,
    /// The discriminant.
    pub discriminant: Discriminant,
    /// The discriminant's name, for syntaxes with names.
    pub tag: Cow<'static, str>,
    /// The arms in order; the default arm, if any, is last.
    pub arms: Cow<'static, [Arm]>,
    /// The index of the arm for every label not listed; if `None`, those labels are malformed.
    pub default: Option<usize>,
    /// Metadata for NDR.
    pub ndr: NdrShape,
    /// Of a choice between valuetypes: the repository identifier of each arm's.
    pub ids: Ids,
    /// What the discriminant is in CDR: a `wchar` is [`Cdr::Wide`].
    pub cdr: Cdr,
    /// Metadata for XML as in SOAP.
    pub xml: Option<Link<XmlUnion>>,
}

impl Union {
    /// A union with constant arms.
    pub const fn of(
        name: &'static str,
        tag: &'static str,
        discriminant: Discriminant,
        arms: &'static [Arm],
        default: Option<usize>,
    ) -> Self {
        Union {
            name: Cow::Borrowed(name),
            discriminant,
            tag: Cow::Borrowed(tag),
            arms: Cow::Borrowed(arms),
            default,
            ndr: NdrShape::WORDS,
            ids: Cow::Borrowed(&[]),
            cdr: Cdr::Natural,
            xml: None,
        }
    }

    /// The same with a discriminant that is a `wchar`.
    #[must_use]
    pub const fn wide(mut self) -> Self {
        self.cdr = Cdr::Wide;
        self
    }

    /// The same as a choice between valuetypes.
    #[must_use]
    pub const fn values(mut self, ids: &'static [Cow<'static, str>]) -> Self {
        let old = core::mem::replace(&mut self.ids, Cow::Borrowed(ids));
        core::mem::forget(old);
        self
    }

    /// The same with this metadata for NDR.
    #[must_use]
    pub const fn ndr(mut self, ndr: NdrShape) -> Self {
        self.ndr = ndr;
        self
    }

    /// The index of the arm that a label selects.
    #[inline]
    pub fn arm_of(&self, label: i64) -> Option<usize> {
        self.arms
            .iter()
            .position(|arm| arm.labels.contains(&label))
            .or(self.default)
    }

    /// Checks that a label selects this arm.
    ///
    /// # Errors
    /// It selects another arm, or none.
    pub fn admits(&'static self, arm: usize, label: i64) -> Result<(), WrongLabel> {
        match self.arm_of(label) == Some(arm) {
            true => Ok(()),
            false => Err(WrongLabel {
                of: self,
                arm,
                label,
            }),
        }
    }
}

/// A label given for one arm of a union that selects another one, or none.
#[derive(Clone, Copy)]
pub struct WrongLabel {
    of: &'static Union,
    arm: usize,
    label: i64,
}

impl fmt::Display for WrongLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |arm: usize| match &*self.of.arms[arm].field.name {
            "" => "default",
            name => name,
        };
        let (union, wanted, label) = (&self.of.name, name(self.arm), self.label);
        write!(
            f,
            "label {label} of union `{union}` is not one of arm `{wanted}`, "
        )?;
        match self.of.arm_of(label) {
            Some(arm) => write!(f, "but of arm `{}`", name(arm)),
            None => f.write_str("nor of any"),
        }
    }
}

impl fmt::Debug for WrongLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WrongLabel({self})")
    }
}

impl core::error::Error for WrongLabel {}

/// The type of a union's discriminant.
#[derive(Clone, Debug)]
pub enum Discriminant {
    /// A signed integer, of 32 bits unless [`NdrShape::tag`] says otherwise.
    I32,
    /// An unsigned integer, of 32 bits unless [`NdrShape::tag`] says otherwise.
    U32,
    /// A boolean, 0 or 1.
    Bool,
    /// A member of an enumeration.
    Enum(Link<Enum>),
}

/// One arm of a union.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The labels that select it; none for the default arm.
    pub labels: Cow<'static, [i64]>,
    /// Its content.
    pub field: Field,
}

impl Arm {
    /// An arm with constant labels.
    pub const fn of(labels: &'static [i64], field: Field) -> Self {
        Arm {
            labels: Cow::Borrowed(labels),
            field,
        }
    }
}

/// An enumeration: named integers.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The type's name.
    pub name: Cow<'static, str>,
    /// Its members.
    pub members: Cow<'static, [(Cow<'static, str>, i32)]>,
    /// The treatment of values without a member.
    pub others: Others,
    /// Whether its only member is null in JSON.
    pub null: bool,
    /// What its members are in XML, where that is not their names; otherwise empty.
    pub lexical: Ids,
    /// The name of its type in XML, empty if it has none there; `None` if its definition says nothing of XML.
    pub ty: Option<Link<XmlName>>,
}

/// The treatment of an enumeration's values without a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// They are malformed.
    Refused,
    /// They are values like any other: proto3.
    Kept,
    /// Receivers treat them as unknown fields: proto2.
    Unknown,
}

impl Enum {
    /// An enumeration with constant members.
    pub const fn of(name: &'static str, members: &'static [(Cow<'static, str>, i32)]) -> Self {
        Enum {
            name: Cow::Borrowed(name),
            members: Cow::Borrowed(members),
            others: Others::Refused,
            null: false,
            lexical: Cow::Borrowed(&[]),
            ty: None,
        }
    }

    /// The same, with its only member as null in JSON.
    #[must_use]
    pub const fn null(mut self) -> Self {
        self.null = true;
        self
    }

    /// The name of the member with that value; the first of several.
    pub fn name_of(&self, value: i32) -> Option<&str> {
        let mut members = self.members.iter();
        members.find(|(_, v)| *v == value).map(|(name, _)| &**name)
    }

    /// The value of the member with that name.
    pub fn value_of(&self, name: &str) -> Option<i32> {
        let mut members = self.members.iter();
        members.find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// The same with another treatment of values without a member.
    #[must_use]
    pub const fn others(mut self, others: Others) -> Self {
        self.others = others;
        self
    }

    /// Whether the value is valid: a member has it, or none needs to.
    #[inline]
    pub fn contains(&self, value: i32) -> bool {
        self.others == Others::Kept || self.members.iter().any(|(_, v)| *v == value)
    }
}

/// Writes the name of an enumeration's value, or the number if no member has it; for generated code
/// of enumerations that may have other values.
///
/// # Errors
/// As returned by the formatter.
pub fn name_member(m: &Enum, value: i32, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
    match m.name_of(value) {
        Some(name) => f.write_str(name),
        None => write!(f, "{value}"),
    }
}

/// A type of a definition whose values can be messages by themselves: generated records, unions and
/// enumerations. The meaning of other types (`i32`, text) depends on their place in the definition.
pub trait Standalone {
    /// The metadata of a value by itself; its name is the type's in the definition.
    const PLACE: &'static Field;
}
