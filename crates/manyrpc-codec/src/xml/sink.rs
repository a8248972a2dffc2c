//! Writing XML-RPC values.

use super::{Limits, Options, Way};
use crate::buf::Buf;
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Unencodable, UnencodableKind};
use crate::markup::text;
use crate::meta::{Discriminant, Enum, Field, Record, Union};
use crate::textual::base64;
use crate::textual::names::{SOME, arm_name};
use crate::textual::out::Out;

/// Appends values to a buffer. Keeps the first failure, which [`Encoder::finish`] returns.
pub struct Encoder<'b> {
    pub(super) out: Out<'b>,
    depth: u32,
    way: Way,
    pub(super) options: Options,
    pub(super) place: Place,
    /// Whether the next value is a name: only its characters are written.
    naming: bool,
    /// Where the value of an optional begins: one that could itself be none is wrapped.
    optional_at: usize,
    /// Where the value of a member begins, which may be omitted.
    member_at: usize,
    /// Where the value of an arm begins: a void arm is omitted.
    arm_at: usize,
    /// The current field is omitted.
    omitted: bool,
}

/// The place of the next field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A value by itself.
    Bare,
    /// A member of a struct.
    Member,
    /// The content of a union's arm.
    Arm,
    /// A parameter.
    Param,
    /// A record of a key and a value, as one member of a struct.
    Entry,
    /// Its key.
    Key,
    /// Its value.
    Keyed,
}

const NOWHERE: usize = usize::MAX;

/// A value of one type; `$inside` writes its content.
macro_rules! value {
    ($sink:ident, $f:ident, $tag:literal, $inside:expr) => {{
        if !$sink.naming {
            $sink.out.put($f, concat!("<value><", $tag, ">").as_bytes());
        }
        $inside;
        if !$sink.naming {
            $sink
                .out
                .put($f, concat!("</", $tag, "></value>").as_bytes());
        }
    }};
}

impl<'b> Encoder<'b> {
    /// Appends to `out`; [`Sink::params`] are those of a request or of a reply.
    #[inline]
    pub fn new(out: &'b mut Buf, limits: &Limits, way: Way, options: Options) -> Self {
        Encoder {
            out: Out::new(out, limits),
            depth: limits.depth,
            way,
            options,
            place: Place::Bare,
            naming: false,
            optional_at: NOWHERE,
            member_at: NOWHERE,
            arm_at: NOWHERE,
            omitted: false,
        }
    }

    /// Ends the value. On failure the buffer is unchanged.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub fn finish(self) -> Result<(), Unencodable> {
        self.out.finish()
    }

    /// One member of a struct; omitted if its value is.
    #[inline]
    fn member<T: Encode + ?Sized>(&mut self, f: &Field, name: &str, v: &T) {
        let before = self.out.len();
        self.put_name(f, name);
        v.encode(self, f);
        self.end_member(f, before);
    }

    #[inline(never)]
    fn put_name(&mut self, f: &Field, name: &str) {
        self.out.put(f, b"<member><name>");
        text::characters(&mut self.out, f, name);
        self.out.put(f, b"</name>");
        self.member_at = self.out.len();
    }

    #[inline]
    fn end_member(&mut self, f: &Field, before: usize) {
        if self.omitted {
            self.omitted = false;
            return self.out.truncate(before);
        }
        self.out.put(f, b"</member>");
    }

    #[inline(never)]
    fn other_field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        let before = self.out.len();
        match self.place {
            Place::Bare | Place::Entry | Place::Member => v.encode(self, f),
            Place::Arm => {
                self.arm_at = self.out.len();
                v.encode(self, f);
            }
            Place::Param => {
                self.out.put(f, b"<param>");
                v.encode(self, f);
                self.out.put(f, b"</param>");
                if self.omitted {
                    self.omitted = false;
                    self.out.truncate(before);
                }
            }
            Place::Key => {
                self.out.put(f, b"<member><name>");
                self.naming = true;
                v.encode(self, f);
                self.naming = false;
                self.out.put(f, b"</name>");
                self.place = Place::Keyed;
            }
            Place::Keyed => {
                v.encode(self, f);
                self.out.put(f, b"</member>");
            }
        }
    }

    /// One level deeper; fails above the limit.
    #[inline]
    fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.naming {
            return self.out.fail(f, UnencodableKind::Mismatch);
        }
        if self.depth == 0 {
            return self.out.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    #[inline]
    fn structure(&mut self, f: &Field, place: Place, inside: impl FnOnce(&mut Self)) {
        let outer = core::mem::replace(&mut self.place, place);
        self.out.put(f, b"<value><struct>");
        inside(self);
        self.out.put(f, b"</struct></value>");
        self.place = outer;
    }

    #[inline]
    fn items<E: Encode, I: Iterator<Item = E>>(&mut self, f: &Field, items: I) {
        self.nested(f, |sink| {
            sink.out.put(f, b"<value><array><data>");
            let element = f.element();
            for item in items {
                item.encode(sink, element);
            }
            sink.out.put(f, b"</data></array></value>");
        });
    }

    /// Records of a key and a value as the members of a struct.
    #[inline(never)]
    fn entries<E: Encode, I: Iterator<Item = E>>(&mut self, f: &Field, items: I) {
        self.nested(f, |sink| {
            sink.structure(f, Place::Entry, |sink| {
                let element = f.element();
                for item in items {
                    sink.place = Place::Entry;
                    item.encode(sink, element);
                }
            });
        });
    }

    /// A 32-bit integer as such; a larger one with the extension, otherwise as text.
    #[inline]
    fn integer(&mut self, f: &Field, v: i64) {
        if i32::try_from(v).is_ok() {
            value!(self, f, "i4", self.out.put_i64(f, v));
        } else if self.options.i8 {
            value!(self, f, "i8", self.out.put_i64(f, v));
        } else {
            value!(self, f, "string", self.out.put_i64(f, v));
        }
    }

    pub(super) fn date(&mut self, f: &Field, v: &str) {
        value!(self, f, "dateTime.iso8601", self.out.put(f, v.as_bytes()));
    }

    pub(super) fn string(&mut self, f: &Field, v: &str) {
        value!(self, f, "string", text::characters(&mut self.out, f, v));
    }

    #[inline(never)]
    fn float<F: zmij::Float>(&mut self, f: &Field, v: F, special: Option<&str>) {
        value!(self, f, "double", {
            match special {
                Some(name) => self.out.put(f, name.as_bytes()),
                None => put_decimal(&mut self.out, f, zmij::Buffer::new().format_finite(v)),
            }
        });
    }

    fn label(&mut self, f: &Field, m: &Union, label: i64) {
        match &m.discriminant {
            Discriminant::I32 | Discriminant::U32 => self.integer(f, label),
            Discriminant::Bool => self.bool(f, label != 0),
            Discriminant::Enum(members) => {
                let name = i32::try_from(label).ok().and_then(|v| members.name_of(v));
                match name {
                    Some(name) => self.string(f, name),
                    // A number without a member can only select a default arm.
                    None => self.integer(f, label),
                }
            }
        }
    }

    /// No value.
    fn none(&mut self, f: &Field) {
        if self.options.nil {
            self.out.put(f, b"<value><nil/></value>");
        } else if self.out.len() == self.member_at {
            self.omitted = true;
        } else {
            self.out.fail(f, UnencodableKind::NoNull);
        }
    }
}

/// A number without an exponent, which the specification's doubles lack.
fn put_decimal(out: &mut Out<'_>, f: &Field, number: &str) {
    let Some((mantissa, exponent)) = number.split_once('e') else {
        return out.put(f, number.as_bytes());
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = |out: &mut Out<'_>, n: usize| (0..n).for_each(|_| out.put_byte(f, b'0'));
    out.put(f, sign.as_bytes());
    let places = exponent.unsigned_abs() as usize;
    if exponent < 0 {
        out.put(f, b"0.");
        zeros(out, places.saturating_sub(whole.len()));
        out.put(f, whole.as_bytes());
        return out.put(f, fraction.as_bytes());
    }
    out.put(f, whole.as_bytes());
    let (moved, kept) = fraction.split_at(fraction.len().min(places));
    out.put(f, moved.as_bytes());
    zeros(out, places - moved.len());
    out.put(f, b".");
    out.put(
        f,
        if kept.is_empty() {
            b"0"
        } else {
            kept.as_bytes()
        },
    );
}

/// The name of a number that the specification lacks, as in Java.
fn special(v: f64) -> Option<&'static str> {
    match v {
        v if v.is_finite() => None,
        v if v.is_nan() => Some("NaN"),
        v if v > 0.0 => Some("Infinity"),
        _ => Some("-Infinity"),
    }
}

macro_rules! put_integers {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: $name) {
            self.integer(f, v.into());
        }
    )*};
}

impl Sink for Encoder<'_> {
    #[inline]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match self.place {
            Place::Member => self.member(f, &f.name, v),
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
            at if at == self.optional_at => self.out.put(f, b"<value><struct></struct></value>"),
            _ if self.options.nil => self.out.put(f, b"<value><nil/></value>"),
            _ => self.string(f, ""),
        }
    }

    #[inline]
    fn bool(&mut self, f: &Field, v: bool) {
        value!(self, f, "boolean", self.out.put_byte(f, b'0' + u8::from(v)));
    }

    put_integers! { i8 u8 i16 u16 i32 u32 i64 }

    fn u64(&mut self, f: &Field, v: u64) {
        match i64::try_from(v) {
            Ok(v) => self.integer(f, v),
            // The extension is signed.
            Err(_) => value!(self, f, "string", self.out.put_u64(f, v)),
        }
    }

    fn f32(&mut self, f: &Field, v: f32) {
        self.float(f, v, special(v.into()));
    }

    fn f64(&mut self, f: &Field, v: f64) {
        self.float(f, v, special(v));
    }

    #[inline(never)]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        value!(self, f, "string", self.out.put_hex(f, v));
    }

    #[inline(never)]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        match m.name_of(v) {
            Some(name) => self.string(f, name),
            None => self.out.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    #[inline(never)]
    fn text(&mut self, f: &Field, v: &str) {
        if self.out.permits_at_most(f, v.len()) {
            self.string(f, v);
        }
    }

    #[inline(never)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if self.out.permits(f, v.len()) {
            value!(self, f, "base64", {
                self.out
                    .write(f, base64::length(v.len()), |space| base64::encode(v, space));
            });
        }
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
            false => self.items(f, items),
            true => self.entries(f, items),
        }
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
        let wrapped = self.out.len() == self.optional_at;
        let mut before = 0;
        if wrapped {
            self.out.put(f, b"<value><struct>");
            before = self.out.len();
            self.put_name(f, SOME);
        }
        match v {
            None => self.none(f),
            Some(v) => {
                self.optional_at = self.out.len();
                self.nested(f, |sink| v.encode(sink, f.element()));
            }
        }
        if wrapped {
            self.end_member(f, before);
            self.out.put(f, b"</struct></value>");
        }
    }

    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        if self.place == Place::Entry {
            self.place = Place::Key;
            return self.nested(f, |sink| v.fields(sink));
        }
        self.nested(f, |sink| {
            sink.structure(f, Place::Member, |sink| v.fields(sink));
        });
    }

    fn noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.put_noted(f, m, v);
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.out.fail(f, UnencodableKind::NoArm(label));
        }
        self.nested(f, |sink| {
            sink.structure(f, Place::Arm, |sink| {
                sink.put_name(f, &m.tag);
                sink.label(f, m, label);
                sink.out.put(f, b"</member>");
                let before = sink.out.len();
                sink.put_name(f, arm_name(m, &m.arms[arm].field));
                v.fields(sink);
                sink.end_member(f, before);
            });
        });
    }

    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        let f = Field::plain("parameters");
        match (self.way, m.whole, m.fields.len()) {
            (Way::Request, _, _) | (_, true, _) | (_, _, 1) => {
                self.place = Place::Param;
                v.fields(self);
            }
            (Way::Reply, _, n) => {
                self.out.put(&f, b"<param>");
                match n {
                    0 => self.void(&f),
                    _ => self.structure(&f, Place::Member, |sink| v.fields(sink)),
                }
                self.out.put(&f, b"</param>");
            }
        }
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.out.fail(f, kind);
    }
}
