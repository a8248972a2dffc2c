//! Constant metadata of values: names, bounds, labels.
//!
//! Generated code holds them in `static` items, a loaded interface on the heap;
//! one lowering function makes both. Facts that one family of syntaxes needs
//! are added here as fields of their own when that family comes.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;

/// A reference that is constant in generated code and counted in a loaded interface.
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

/// How many elements, characters or bytes a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly so many.
    Fixed(u32),
    /// At most so many; `u32::MAX` where the definition sets no bound.
    UpTo(u32),
}

/// One field, arm, element or pointee. Flat: it never needs the type below it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, for syntaxes that write names and for errors.
    pub name: Cow<'static, str>,
    /// How many, for text, bytes and arrays.
    pub length: Length,
    /// What holds for the element or the pointee.
    pub elem: Option<Link<Field>>,
    /// What NDR wants to know of it.
    pub ndr: Ndr,
    /// What Protocol Buffers want to know of it.
    pub pb: Pb,
    /// What JSON wants to know of it.
    pub json: Json,
    /// An array whose elements are records of a key and a value, each key once: syntaxes that name
    /// members write the keys as names.
    pub keyed: bool,
    /// Whether stubs hold its text as [`ByteText`](crate::ByteText), which need not be UTF-8. Nothing to
    /// syntaxes.
    pub octets: bool,
}

/// What Protocol Buffers want to know of a place. Lowering states the number of every field of a
/// record, arm of a union and element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pb {
    /// The field's number; 0 where it has none of its own.
    pub number: u32,
    /// How its value lies in bytes.
    pub coding: Coding,
    /// Whether an array of scalars is sent as one field.
    pub packed: bool,
    /// Whether it is known to be there.
    pub presence: Presence,
}

impl Pb {
    /// What a definition means that says nothing.
    pub const NATURAL: Self = Pb {
        number: 0,
        coding: Coding::Natural,
        packed: false,
        presence: Presence::Implicit,
    };
}

/// What JSON wants to know of a place. [`Json::PLAIN`] is what definitions mean that say nothing of
/// JSON; those of Protocol Buffers have a mapping of their own, ProtoJSON
/// ([`json`](crate::json#protojson)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// Its name as a member of an object, where that is another than the field's; else empty.
    pub name: Cow<'static, str>,
    /// Whether ProtoJSON says how its value is written.
    pub proto: bool,
    /// Whether it is not written where it has its default value, and has that where it is not there.
    pub spare: bool,
    /// Whether null is a value there, and not the absence of one.
    pub null: bool,
}

impl Json {
    /// What a definition means that says nothing.
    pub const PLAIN: Self = Json {
        name: Cow::Borrowed(""),
        proto: false,
        spare: false,
        null: false,
    };
}

/// How Protocol Buffers send a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Integers, truth values and enumerations as varints, floating-point numbers fixed, the rest
    /// with its length before it.
    Natural,
    /// Signed integers as varints whose lowest bit is the sign.
    Zigzag,
    /// Integers in 4 or 8 bytes.
    Fixed,
    /// A record between two tags (proto2).
    Group,
    /// A union, or an optional one, whose arms are fields of the record around it (`oneof`).
    Choice,
    /// What would lose its place or its presence here, as an array in an array does: it stands in
    /// a message of its own, as that message's field 1.
    Wrapped,
    /// An optional record in a message set (proto2): the number of its field is its type in an item,
    /// a group of type and message, where the record has the number
    /// [`ITEM_MESSAGE`](crate::protobuf::ITEM_MESSAGE).
    Item,
}

/// Whether Protocol Buffers can tell that a field was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// No: its default is not sent.
    Implicit,
    /// Yes.
    Explicit,
    /// Yes, and it must be (proto2).
    Required,
}

/// What NDR wants to know of a place (C706, chapter 14). [`Ndr::NATURAL`] is what a definition
/// means that says nothing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ndr {
    /// Whether it lies behind a pointer.
    pub pointer: Pointer,
    /// What is sent of an array beside its elements.
    pub array: Array,
    /// The characters of text, bytes and 8-bit numbers.
    pub chars: Chars,
    /// Whether a NUL ends text or bytes on the wire.
    pub terminated: bool,
    /// Whether something at or below this place is deferred: a pointer, or what holds one. Of a
    /// derived field: whether what it speaks of is.
    pub defers: bool,
    /// The width of an enumeration in bits; 0 for the natural one, 16.
    pub bits: u8,
    /// How many maximum counts of this place stand before the outermost record or array around it
    /// (section 14.3.7): one for each dimension of a conformant array.
    pub hoists: u8,
    /// Dimensions below the first one of an array whose elements are arrays (section 14.3.3.5).
    pub dims: u8,
}

impl Ndr {
    /// What a definition means that says nothing.
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

/// Whether a place lies behind a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// No; an optional value is behind a unique pointer nevertheless.
    Inline,
    /// Never null, never shared.
    Ref,
    /// May be null, never shared.
    Unique,
    /// May be null, may be shared.
    Full,
}

/// What is sent of an array beside its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Nothing if its length is fixed, else its length, as if conformant; text is conformant,
    /// varying and terminated.
    Natural,
    /// How many it has room for.
    Conformant,
    /// Which part of a known capacity.
    Varying,
    /// Both.
    ConformantVarying,
    /// How much of a known capacity as NCS sends it (`v1_array`): a count of 16 bits, no offset.
    Short,
    /// How many it has room for and how many are sent as NCS does (`v1_array`): 16 bits each.
    ShortConformant,
    /// It comes in chunks, an empty one last.
    Pipe,
    /// Its length and a pointer to a conformant array, as if these were two members: what arrays
    /// of other definition languages are.
    Counted,
}

/// The characters of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chars {
    /// Text has narrow ones, bytes and numbers none.
    Natural,
    /// Of one byte, converted where peers have other ones.
    Narrow,
    /// UTF-16, two bytes each.
    Wide,
}

/// What NDR wants to know of a record or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdrShape {
    /// Alignment in bytes: 1, 2, 4 or 8.
    pub align: u8,
    /// How many maximum counts are sent before it: those of the conformant array it ends in.
    pub hoists: u8,
    /// Whether something in it is deferred.
    pub defers: bool,
    /// The width of a union's discriminant in bytes: 1, 2, 4 or 8; 0 for the natural one.
    pub tag: u8,
}

impl NdrShape {
    /// Of a record of 32-bit words.
    pub const WORDS: Self = NdrShape {
        align: 4,
        hoists: 0,
        defers: false,
        tag: 0,
    };
}

impl Field {
    /// A field without bound and element.
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
            keyed: false,
            octets: false,
        }
    }

    /// An array, list or optional, with what holds for what is inside.
    pub const fn of(name: &'static str, length: Length, elem: &'static Field) -> Self {
        Field {
            name: Cow::Borrowed(name),
            length,
            elem: Some(Link::Static(elem)),
            ndr: Ndr::NATURAL,
            pb: Pb::NATURAL,
            json: Json::PLAIN,
            keyed: false,
            octets: false,
        }
    }

    /// The same, with what NDR wants to know.
    #[must_use]
    pub const fn ndr(mut self, ndr: Ndr) -> Self {
        self.ndr = ndr;
        self
    }

    /// The same, with what Protocol Buffers want to know.
    #[must_use]
    pub const fn pb(mut self, pb: Pb) -> Self {
        self.pb = pb;
        self
    }

    /// The same with a field number.
    #[must_use]
    pub const fn number(mut self, number: u32) -> Self {
        self.pb.number = number;
        self
    }

    /// The same, known to be there.
    #[must_use]
    pub const fn explicit(mut self) -> Self {
        self.pb.presence = Presence::Explicit;
        self
    }

    /// The same, which must be there.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.pb.presence = Presence::Required;
        self
    }

    /// The same with another coding.
    #[must_use]
    pub const fn coded(mut self, coding: Coding) -> Self {
        self.pb.coding = coding;
        self
    }

    /// The same, as an array of scalars in one field; its element has no number.
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

    /// The same under another name in JSON.
    #[must_use]
    pub const fn called(mut self, name: &'static str) -> Self {
        // What is dropped owns nothing: the compiler wants to see that.
        let old = core::mem::replace(&mut self.json.name, Cow::Borrowed(name));
        core::mem::forget(old);
        self
    }

    /// The same, not written in JSON where it has its default value.
    #[must_use]
    pub const fn spare(mut self) -> Self {
        self.json.spare = true;
        self
    }

    /// The same, with null for a value in JSON.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.json.null = true;
        self
    }

    /// Its name as a member of an object of JSON.
    #[inline(always)]
    pub fn json_name(&self) -> &str {
        match self.json.name.is_empty() {
            true => &self.name,
            false => &self.json.name,
        }
    }

    /// Whether its members stand in the record around it, in ProtoJSON: a `oneof`.
    #[inline(always)]
    pub fn is_oneof(&self) -> bool {
        self.json.proto && matches!(self.pb.coding, Coding::Choice)
    }

    /// The same, as an array of keys with their values.
    #[must_use]
    pub const fn keyed(mut self) -> Self {
        self.keyed = true;
        self
    }

    /// What holds for the element or pointee; the field itself where nothing was said.
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
    /// What NDR wants to know of it.
    pub ndr: NdrShape,
    /// Of parameters or results: they are one record and nothing else, which syntaxes that name
    /// fields send as such, without a name around it.
    pub whole: bool,
    /// Of each arm of the [`Coding::Choice`] fields, by ascending number: its field number and the
    /// index of the field.
    pub numbers: Cow<'static, [(u32, u16)]>,
    /// How syntaxes of characters write it; of parameters that are [whole](Self::whole) how they
    /// write their one record.
    pub notation: Notation,
    /// Whether it is a message of Protocol Buffers, whose members JSON has as ProtoJSON says.
    pub message: bool,
    /// The arms of its [`Coding::Choice`] fields, which are members of it in ProtoJSON.
    pub arms: Cow<'static, [OneofArm]>,
}

/// An arm of a `oneof`, which ProtoJSON has as a member of the message around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneofArm {
    /// Its name in the definition.
    pub name: Cow<'static, str>,
    /// Its name in JSON.
    pub json: Cow<'static, str>,
    /// The index of the `oneof` among the fields of the message.
    pub field: u16,
    /// Its own index among the arms of that.
    pub arm: u16,
    /// Whether null is a value of it.
    pub null: bool,
}

impl OneofArm {
    /// One of constant names.
    pub const fn of(name: &'static str, json: &'static str, field: u16, arm: u16) -> Self {
        OneofArm {
            name: Cow::Borrowed(name),
            json: Cow::Borrowed(json),
            field,
            arm,
            null: false,
        }
    }

    /// The same, with null for a value.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.null = true;
        self
    }
}

/// How syntaxes of characters write a record; all others write its members.
///
/// These are the forms that the JSON mapping of Protocol Buffers ("ProtoJSON") has for its
/// well-known types; XML has some of them alone. Whoever [marks](Record::noted) a record answers for its fields; its code calls
/// [`Sink::noted`](crate::Sink::noted) and [`Source::noted`](crate::Source::noted), so that no
/// other record pays for the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Its members by name.
    Members,
    /// A moment, whose seconds and nanoseconds are the two fields: [`Moment`](crate::time::Moment).
    Timestamp,
    /// A span of time, whose seconds and nanoseconds are the two fields: [`Span`](crate::time::Span).
    Duration,
    /// What the only field holds, without a name.
    Content,
    /// In JSON what the only field holds: an object or an array of values of any kind.
    Values,
    /// In JSON whatever there is, the only field being a `oneof` whose six arms are null, a number,
    /// text, a truth value, an object and an array, in this order.
    Value,
    /// In JSON text: the elements of the only field, names that are joined by dots, in lowerCamelCase
    /// and separated by commas.
    FieldMask,
    /// In JSON the members of a message and its type: the two fields are a URL that ends with its full
    /// name, and its bytes ([`Fields::messages`](crate::Fields::messages)).
    Any,
}

impl Record {
    /// A record of constant fields.
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
            numbers: Cow::Borrowed(numbers),
            notation: Notation::Members,
            message: false,
            arms: Cow::Borrowed(&[]),
        }
    }

    /// The same, as a message of Protocol Buffers with these arms of `oneof`s.
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

    /// Whether it stands for parameters that are the members of one record.
    #[inline]
    pub fn is_members_of_one(&self) -> bool {
        self.whole && self.notation == Notation::Members
    }

    /// The same, as parameters that are one record and nothing else.
    #[must_use]
    pub const fn whole(mut self) -> Self {
        self.whole = true;
        self
    }
    /// The same, with what NDR wants to know.
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
    /// The discriminant's name, for syntaxes that write names.
    pub tag: Cow<'static, str>,
    /// The arms in order, the default arm last where there is one.
    pub arms: Cow<'static, [Arm]>,
    /// Index of the arm for every label not listed; without it those are malformed.
    pub default: Option<usize>,
    /// What NDR wants to know of it.
    pub ndr: NdrShape,
}

impl Union {
    /// A union of constant arms.
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
        }
    }

    /// The same, with what NDR wants to know.
    #[must_use]
    pub const fn ndr(mut self, ndr: NdrShape) -> Self {
        self.ndr = ndr;
        self
    }

    /// Index of the arm that a label chooses.
    #[inline]
    pub fn arm_of(&self, label: i64) -> Option<usize> {
        self.arms
            .iter()
            .position(|arm| arm.labels.contains(&label))
            .or(self.default)
    }

    /// That a label chooses this arm.
    ///
    /// # Errors
    /// It chooses another one, or none.
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

/// A label that was given for one arm of a union and chooses another one, or none.
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

/// What a union's discriminant is.
#[derive(Clone, Debug)]
pub enum Discriminant {
    /// A signed integer, of 32 bits where [`NdrShape::tag`] says nothing else.
    I32,
    /// An unsigned integer, of 32 bits where [`NdrShape::tag`] says nothing else.
    U32,
    /// A truth value, 0 or 1.
    Bool,
    /// A member of an enumeration.
    Enum(Link<Enum>),
}

/// One arm of a union.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The labels that choose it; none for the default arm.
    pub labels: Cow<'static, [i64]>,
    /// What it holds.
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
    /// What becomes of values that no member has.
    pub others: Others,
    /// Whether JSON has null for its only member.
    pub null: bool,
}

/// What becomes of an enumeration's values that no member has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// There are none.
    Refused,
    /// They are values like any other: proto3.
    Kept,
    /// A receiver counts them among the fields that it does not know: proto2.
    Unknown,
}

impl Enum {
    /// An enumeration of constant members.
    pub const fn of(name: &'static str, members: &'static [(Cow<'static, str>, i32)]) -> Self {
        Enum {
            name: Cow::Borrowed(name),
            members: Cow::Borrowed(members),
            others: Others::Refused,
            null: false,
        }
    }

    /// The same, with null for its only member in JSON.
    #[must_use]
    pub const fn null(mut self) -> Self {
        self.null = true;
        self
    }

    /// The name of the member of that value, the first where there are several.
    pub fn name_of(&self, value: i32) -> Option<&str> {
        let mut members = self.members.iter();
        members.find(|(_, v)| *v == value).map(|(name, _)| &**name)
    }

    /// The value of the member of that name.
    pub fn value_of(&self, name: &str) -> Option<i32> {
        let mut members = self.members.iter();
        members.find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// The same with other values than those of its members.
    #[must_use]
    pub const fn others(mut self, others: Others) -> Self {
        self.others = others;
        self
    }

    /// Whether a member has this value, or values need none.
    #[inline]
    pub fn contains(&self, value: i32) -> bool {
        self.others == Others::Kept || self.members.iter().any(|(_, v)| *v == value)
    }
}

/// Writes the name of an enumeration's value, or the value where no member has it: what generated
/// code shows of an enumeration that has other values than its members'.
///
/// # Errors
/// As the formatter has them.
pub fn name_member(m: &Enum, value: i32, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
    match m.name_of(value) {
        Some(name) => f.write_str(name),
        None => write!(f, "{value}"),
    }
}

/// A type of a definition, whose values can be messages by themselves: generated records, unions and
/// enumerations are. What other types mean (`i32`, text) depends on where a definition has them.
pub trait Standalone {
    /// What the transfer syntaxes are to know of a value that stands alone; its name is the type's in
    /// the definition.
    const PLACE: &'static Field;
}
