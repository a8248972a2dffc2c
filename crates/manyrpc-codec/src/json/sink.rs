//! Writing JSON.

use super::text;
use super::{Limits, Options, Way};
use crate::buf::Buf;
use crate::chars;
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Discriminant, Enum, Field, Others, Presence, Record, Union};
use crate::textual::names::arm_name;
use crate::textual::out::Out;
use crate::textual::{base64, digits};

/// Appends values to a buffer. Keeps the first failure, which [`Encoder::finish`] returns.
///
/// Each part of an object or array is written with a leading comma; the first comma then becomes
/// the opening brace or bracket.
pub struct Encoder<'b> {
    pub(super) out: Out<'b>,
    depth: u32,
    way: Way,
    options: Options,
    pub(super) place: Place,
    /// Where the value of an optional begins: one that could itself be null is wrapped.
    optional_at: usize,
    /// Where the value of an arm begins: a void arm is omitted.
    arm_at: usize,
    /// The current field is omitted.
    pub(super) omitted: bool,
    /// Numbers stand for a value of any kind: those that JSON lacks are refused.
    pub(super) finite: bool,
    /// What ProtoJSON cannot represent is written in our own forms.
    pub(super) tolerant: bool,
}

/// The place of the next field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A value by itself.
    Bare,
    /// A member of an object.
    Member,
    /// An element of an array.
    Item,
    /// A record of a key and a value, as one member of an object.
    Entry,
    /// Its key.
    Key,
    /// Its value.
    Keyed,
}

/// The text before an optional value that could itself be null.
const SOME: &[u8] = b"{\"some\":";

const NOWHERE: usize = usize::MAX;

impl<'b> Encoder<'b> {
    /// Appends to `out`; [`Sink::params`] are those of a request or of a reply.
    #[inline]
    pub fn new(out: &'b mut Buf, limits: &Limits, way: Way) -> Self {
        Encoder {
            out: Out::new(out, limits),
            depth: limits.depth,
            way,
            options: Options::DEFAULT,
            place: Place::Bare,
            optional_at: NOWHERE,
            arm_at: NOWHERE,
            omitted: false,
            finite: false,
            tolerant: false,
        }
    }

    /// Writes what ProtoJSON cannot represent in our own forms, for people: invalid moments as
    /// their members, messages of unknown types as Base64, a value without a kind as null.
    #[must_use]
    pub fn tolerant(mut self) -> Self {
        self.tolerant = true;
        self
    }

    /// The levels of nesting left.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Sets the options.
    #[must_use]
    pub fn with(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Ends the value. On failure the buffer is unchanged.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub fn finish(self) -> Result<(), Unencodable> {
        self.out.finish()
    }

    /// A comma, a name and a colon.
    #[inline]
    fn put_name(&mut self, f: &Field, name: &str) {
        let name = name.as_bytes();
        if text::plain(name) < name.len() {
            return self.put_odd_name(f, name);
        }
        self.out.write(f, name.len() + 4, |space| {
            let (before, space) = space.split_at_mut(2);
            let (inside, space) = space.split_at_mut(name.len());
            before.copy_from_slice(b",\"");
            chars::copy(inside, name);
            space[..2].copy_from_slice(b"\":");
            name.len() + 4
        });
    }

    #[cold]
    #[inline(never)]
    fn put_odd_name(&mut self, f: &Field, name: &[u8]) {
        self.out.put_byte(f, b',');
        text::string(
            &mut self.out,
            f,
            core::str::from_utf8(name).unwrap_or_default(),
        );
        self.out.put_byte(f, b':');
    }

    /// One field under its name; omitted if its value is.
    #[inline]
    fn member<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        if f.json.proto {
            return self.member_of_message(f, v);
        }
        let before = self.out.len();
        self.put_name(f, &f.name);
        v.encode(self, f);
        self.end_field(before);
    }

    /// The same in ProtoJSON; separate, so that records of other definitions pay for one test only.
    #[inline(never)]
    fn member_of_message<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        if f.is_oneof() {
            // Its arm is the member; without an arm it is omitted.
            v.encode(self, f);
            self.omitted = false;
            return;
        }
        let before = self.out.len();
        match self.options.full {
            true => self.put_name(f, &f.name),
            false => self.put_name(f, f.json_name()),
        }
        v.encode(self, f);
        self.end_field(before);
    }

    /// Omits the current field, which has its default value.
    #[inline]
    fn leave_out(&mut self) {
        self.omitted = true;
    }

    /// Whether a default value is omitted in this place.
    #[inline(always)]
    fn spares(&self, f: &Field) -> bool {
        f.json.spare && !self.options.full
    }

    /// After a field: removes the beginning of an omitted one.
    #[inline]
    fn end_field(&mut self, before: usize) {
        if self.omitted {
            self.omitted = false;
            self.out.truncate(before);
        }
    }

    #[inline(never)]
    fn other_field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match self.place {
            Place::Bare | Place::Entry => v.encode(self, f),
            Place::Member => self.member(f, v),
            Place::Item => {
                let before = self.out.len();
                self.out.put_byte(f, b',');
                v.encode(self, f);
                self.end_field(before);
            }
            Place::Key => {
                let at = self.out.len();
                v.encode(self, f);
                self.quote(f, at);
                self.place = Place::Keyed;
            }
            Place::Keyed => {
                self.out.put_byte(f, b':');
                v.encode(self, f);
            }
        }
    }

    /// Puts quotes around the text written since `at`, unless it has them: names of members are
    /// strings.
    fn quote(&mut self, f: &Field, at: usize) {
        if self.out.since(at).first() != Some(&b'"') {
            self.out.put_byte(f, b'"');
            self.out.since(at).rotate_right(1);
            self.out.put_byte(f, b'"');
        }
    }

    /// Ends what begins at `at`: its first comma becomes the opening bracket.
    #[inline]
    fn close(&mut self, f: &Field, at: usize, brackets: [u8; 2]) {
        if self.out.len() == at {
            return self.out.put(f, &brackets);
        }
        self.out.patch(at, brackets[0]);
        self.out.put_byte(f, brackets[1]);
    }

    /// One level deeper; fails above the limit.
    #[inline]
    pub(super) fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.out.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    /// Fields between brackets, each in the form that `place` gives.
    #[inline]
    fn fields<T: Fields + ?Sized>(&mut self, f: &Field, place: Place, brackets: [u8; 2], v: &T) {
        let outer = core::mem::replace(&mut self.place, place);
        let at = self.out.len();
        v.fields(self);
        self.close(f, at, brackets);
        self.place = outer;
    }

    #[inline]
    fn items<E: Encode, I: Iterator<Item = E>>(&mut self, f: &Field, items: I) {
        self.nested(f, |sink| {
            let (at, element) = (sink.out.len(), f.element());
            for item in items {
                sink.out.put_byte(f, b',');
                item.encode(sink, element);
            }
            sink.close(f, at, *b"[]");
        });
    }

    /// Records of a key and a value as the members of an object.
    #[inline(never)]
    fn entries<E: Encode, I: Iterator<Item = E>>(&mut self, f: &Field, items: I) {
        self.nested(f, |sink| {
            let (at, element) = (sink.out.len(), f.element());
            let outer = sink.place;
            for item in items {
                sink.out.put_byte(f, b',');
                sink.place = Place::Entry;
                item.encode(sink, element);
            }
            sink.place = outer;
            sink.close(f, at, *b"{}");
        });
    }

    /// Writes integers in bulk; returns whether that is possible.
    #[inline(always)]
    fn put_bulk<T: Copy>(
        &mut self,
        f: &Field,
        v: &[T],
        longest: usize,
        digits: fn(&mut [u8], T) -> usize,
    ) -> bool {
        let most = v.len().saturating_mul(longest + 1).saturating_add(2);
        let apart = f.keyed || (f.json.proto && (v.is_empty() || size_of::<T>() == 8));
        if apart || most > self.out.permitted() || self.depth == 0 {
            return false;
        }
        if self.out.permits(f, v.len()) {
            self.out.write(f, most, |space| {
                let mut at = 0;
                for v in v {
                    space[at] = b',';
                    at += 1 + digits(&mut space[at + 1..], *v);
                }
                space[0] = b'[';
                at = at.max(1);
                space[at] = b']';
                at + 1
            });
        }
        true
    }

    /// ProtoJSON has 64-bit integers as strings.
    #[inline(never)]
    fn put_quoted(&mut self, f: &Field, digits: impl FnOnce(&mut Self)) {
        self.out.put_byte(f, b'"');
        digits(self);
        self.out.put_byte(f, b'"');
    }

    fn put_float<F: zmij::Float>(&mut self, f: &Field, v: F, special: Option<&str>) {
        match special {
            Some(_) if self.finite => self.out.fail(f, UnencodableKind::Not("a number of JSON")),
            Some(name) => text::string(&mut self.out, f, name),
            None if f.json.proto => self.put_short_float(f, v),
            None => {
                let mut buffer = zmij::Buffer::new();
                self.out.put(f, buffer.format_finite(v).as_bytes());
            }
        }
    }

    /// As Protocol Buffers write it: whole numbers without a fraction, except -0, which some would
    /// read as an integer.
    fn put_short_float<F: zmij::Float>(&mut self, f: &Field, v: F) {
        let mut buffer = zmij::Buffer::new();
        let digits = buffer.format_finite(v).as_bytes();
        let whole = digits.strip_suffix(b".0").filter(|n| *n != b"-0");
        self.out.put(f, whole.unwrap_or(digits));
    }

    fn put_label(&mut self, f: &Field, m: &Union, label: i64) {
        match &m.discriminant {
            Discriminant::I32 | Discriminant::U32 => self.out.put_i64(f, label),
            Discriminant::Bool => self.out.put(f, truth(label != 0)),
            Discriminant::Enum(members) => {
                let found = i32::try_from(label).ok().and_then(|v| members.name_of(v));
                match found {
                    Some(name) => text::string(&mut self.out, f, name),
                    // A number without a member can only select a default arm.
                    None => self.out.put_i64(f, label),
                }
            }
        }
    }
}

const fn truth(v: bool) -> &'static [u8] {
    if v { b"true" } else { b"false" }
}

/// The name of a number that JSON does not have.
fn special(v: f64) -> Option<&'static str> {
    match v {
        v if v.is_finite() => None,
        v if v.is_nan() => Some("NaN"),
        v if v > 0.0 => Some("Infinity"),
        _ => Some("-Infinity"),
    }
}

macro_rules! put_integers {
    ($($name:ident $wide:ident $put:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: $name) {
            match f.json.proto {
                true if v == 0 && self.spares(f) => self.leave_out(),
                true if size_of::<$name>() == 8 => self.put_quoted(f, |sink| sink.out.$put(f, $wide::from(v))),
                _ => self.out.$put(f, $wide::from(v)),
            }
        }
    )*};
}

macro_rules! put_bulks {
    ($($name:ident $ty:ident $longest:ident $digits:expr;)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            if !self.put_bulk(f, v, digits::$longest, $digits) {
                self.seq(f, v.iter());
            }
        }
    )*};
}

impl Sink for Encoder<'_> {
    #[inline]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match self.place {
            Place::Member => self.member(f, v),
            _ => self.other_field(f, v),
        }
    }

    // Readers can derive it.
    #[inline]
    fn derived<T: Encode + ?Sized>(&mut self, _: &Field, _: &T) {
        self.omitted = true;
    }

    fn void(&mut self, f: &Field) {
        match self.out.len() {
            at if at == self.arm_at => self.omitted = true,
            at if at == self.optional_at => self.out.put(f, b"{\"some\":null}"),
            _ => self.out.put(f, b"null"),
        }
    }

    #[inline]
    fn bool(&mut self, f: &Field, v: bool) {
        match !v && self.spares(f) {
            true => self.leave_out(),
            false => self.out.put(f, truth(v)),
        }
    }

    put_integers! { i8 i64 put_i64 u8 u64 put_u64 i16 i64 put_i64 u16 u64 put_u64
    i32 i64 put_i64 u32 u64 put_u64 i64 i64 put_i64 u64 u64 put_u64 }

    #[inline(never)]
    fn f32(&mut self, f: &Field, v: f32) {
        match v.to_bits() == 0 && self.spares(f) {
            true => self.leave_out(),
            false => self.put_float(f, v, special(v.into())),
        }
    }

    #[inline(never)]
    fn f64(&mut self, f: &Field, v: f64) {
        match v.to_bits() == 0 && self.spares(f) {
            true => self.leave_out(),
            false => self.put_float(f, v, special(v)),
        }
    }

    #[inline(never)]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        self.out.put_byte(f, b'"');
        self.out.put_hex(f, v);
        self.out.put_byte(f, b'"');
    }

    #[inline(never)]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        match m.name_of(v) {
            _ if v == 0 && self.spares(f) => self.leave_out(),
            Some(_) if m.null => self.out.put(f, b"null"),
            Some(name) => text::string(&mut self.out, f, name),
            None if m.others == Others::Kept => self.out.put_i64(f, v.into()),
            None => self.out.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    #[inline(never)]
    fn text(&mut self, f: &Field, v: &str) {
        if v.is_empty() && self.spares(f) {
            self.leave_out();
        } else if self.out.permits_at_most(f, v.len()) {
            text::string(&mut self.out, f, v);
        }
    }

    #[inline(never)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if v.is_empty() && self.spares(f) {
            return self.leave_out();
        }
        if !self.out.permits(f, v.len()) {
            return;
        }
        self.out.write(f, base64::length(v.len()) + 2, |space| {
            space[0] = b'"';
            let length = base64::encode(v, &mut space[1..]);
            space[length + 1] = b'"';
            length + 2
        });
    }

    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if !self.out.permits(f, items.len()) {
            return;
        }
        match f.keyed {
            _ if items.len() == 0 && self.spares(f) => self.leave_out(),
            false => self.items(f, items),
            true => self.entries(f, items),
        }
    }

    put_bulks! {
        i32s i32 LONGEST_32 |space, v| digits::signed(space, v.into());
        u32s u32 LONGEST_32 |space, v| digits::unsigned(space, v.into());
        i64s i64 LONGEST_64 digits::signed;
        u64s u64 LONGEST_64 digits::unsigned;
    }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if self.out.permits_at_most(f, items.len()) {
            self.items(f, items);
        }
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if f.json.proto {
            return match v {
                None if f.pb.presence == Presence::Required => {
                    self.out.fail(f, UnencodableKind::NoNull);
                }
                None => self.leave_out(),
                Some(v) => v.encode(self, f.element()),
            };
        }
        let wrapped = self.out.len() == self.optional_at;
        if wrapped {
            self.out.put(f, SOME);
        }
        match v {
            None => self.out.put(f, b"null"),
            Some(v) => {
                self.optional_at = self.out.len();
                self.nested(f, |sink| v.encode(sink, f.element()));
            }
        }
        if wrapped {
            self.out.put_byte(f, b'}');
        }
    }

    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        if self.place == Place::Entry {
            self.place = Place::Key;
            return self.nested(f, |sink| v.fields(sink));
        }
        self.nested(f, |sink| sink.fields(f, Place::Member, *b"{}", v));
    }

    fn noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.put_noted(f, m, v);
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.out.fail(f, UnencodableKind::NoArm(label));
        }
        if f.is_oneof() {
            return v.fields(self);
        }
        self.nested(f, |sink| {
            let at = sink.out.len();
            sink.put_name(f, &m.tag);
            sink.put_label(f, m, label);
            let before = sink.out.len();
            sink.put_name(f, arm_name(m, &m.arms[arm].field));
            sink.arm_at = sink.out.len();
            let outer = core::mem::replace(&mut sink.place, Place::Bare);
            v.fields(sink);
            sink.place = outer;
            sink.end_field(before);
            sink.close(f, at, *b"{}");
        });
    }

    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        let f = Field::plain("parameters");
        match (self.way, m.is_members_of_one(), m.fields.len()) {
            _ if m.whole && self.options.message => v.fields(self),
            // Section 4.2 of JSON-RPC 2.0: parameters may be left out.
            (Way::Request, false, 0) => {}
            (Way::Request, _, _) if self.options.by_position => {
                self.fields(&f, Place::Item, *b"[]", v)
            }
            (_, true, _) | (Way::Reply, _, 1) => v.fields(self),
            (Way::Reply, _, 0) => self.out.put(&f, b"null"),
            _ => self.fields(&f, Place::Member, *b"{}", v),
        }
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.out.fail(f, kind);
    }
}
