//! Records that are not JSON objects: ProtoJSON's forms of well-known types.

use super::position::{Members, Place};
use super::sink::{self, Encoder};
use super::source::Decoder;
use super::text;
use crate::decode::{Slots, Source};
use crate::encode::{Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Field, Notation, Record};
use crate::textual::times;
use crate::time::{Characters, Moment, Span};

impl Encoder<'_> {
    #[inline(never)]
    pub(super) fn put_noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        match m.notation {
            Notation::Members => self.record(f, m, v),
            Notation::Timestamp => self.put_time(f, m, v, |seconds, nanos| {
                Moment { seconds, nanos }.to_rfc3339()
            }),
            Notation::Duration => {
                self.put_time(f, m, v, |seconds, nanos| Span { seconds, nanos }.to_text())
            }
            Notation::Content | Notation::Values => self.put_bare(v),
            Notation::Value => self.put_value(f, v),
            Notation::FieldMask => self.put_mask(f, m, v),
            Notation::Any => self.put_any(f, v),
        }
    }

    /// A record's content, without names.
    pub(super) fn put_bare<T: Fields + ?Sized>(&mut self, v: &T) {
        let outer = core::mem::replace(&mut self.place, sink::Place::Bare);
        v.fields(self);
        self.place = outer;
    }

    /// A value of any kind; its numbers must be representable in JSON.
    fn put_value<T: Fields + ?Sized>(&mut self, f: &Field, v: &T) {
        let before = self.out.len();
        let outer = core::mem::replace(&mut self.finite, true);
        self.nested(f, |sink| sink.put_bare(v));
        self.finite = outer;
        self.omitted = false;
        match self.out.len() > before {
            true => {}
            false if self.tolerant => self.out.put(f, b"null"),
            false => self
                .out
                .fail(f, UnencodableKind::Not("a value of any kind")),
        }
    }

    fn put_time<T: Fields + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &T,
        say: fn(i64, i32) -> Result<Characters, &'static str>,
    ) {
        match times::said(v, say) {
            Ok(characters) => text::string(&mut self.out, f, &characters),
            Err(_) if self.tolerant => self.record(f, m, v),
            Err(kind) => self.out.fail(f, kind),
        }
    }
}

impl<'de> Decoder<'de> {
    #[inline(never)]
    pub(super) fn take_noted<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        match m.notation {
            Notation::Members => self.record(f, m, v),
            Notation::Timestamp | Notation::Duration | Notation::FieldMask
                if self.is_of_members() =>
            {
                self.record(f, m, v)
            }
            Notation::Timestamp => {
                let moment = self.time("a date", Moment::from_rfc3339)?;
                times::fill(v, moment.seconds, moment.nanos)
            }
            Notation::Duration => {
                let span = self.time("a span of time", Span::from_text)?;
                times::fill(v, span.seconds, span.nanos)
            }
            Notation::Content => self.take_bare(v, Place::Here),
            Notation::Values => self.nested(|source| source.take_bare(v, Place::Here)),
            Notation::Value => self.take_value(v),
            Notation::FieldMask => self.take_mask(v),
            Notation::Any => self.take_any(f, m, v),
        }
    }

    /// A record's content, without names.
    fn take_bare<T: Slots<'de> + ?Sized>(&mut self, v: &mut T, place: Place) -> Result<(), Fail> {
        let here = Members {
            place,
            ..Members::HERE
        };
        let outer = core::mem::replace(&mut self.members, here);
        v.one(0, self)?;
        self.members = outer;
        Ok(())
    }

    /// A value of any kind, determined by its first character.
    fn take_value<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        self.arm = match self.cursor.token() {
            Some(b'n') => 0,
            Some(b'-' | b'0'..=b'9') => 1,
            Some(b'"') => 2,
            Some(b't' | b'f') => 3,
            Some(b'{') => 4,
            Some(b'[') => 5,
            _ => return Err(self.cursor.expected("a value")),
        };
        self.nested(|source| source.take_bare(v, Place::Arm))
    }

    /// Whether a value that is normally text is written as an object of its members.
    fn is_of_members(&mut self) -> bool {
        self.tolerant && self.cursor.token() == Some(b'{')
    }

    fn time<T: Default>(
        &mut self,
        what: &'static str,
        read: fn(&str) -> Result<T, &'static str>,
    ) -> Result<T, Fail> {
        if self.cursor.token() != Some(b'"') {
            return self.other(what).map(|()| T::default());
        }
        let start = self.cursor.at;
        let quoted = self.cursor.quoted()?;
        let text = self.cursor.text(quoted)?;
        read(&text).map_err(|what| self.cursor.fail_at(start, MalformedKind::Expected(what)))
    }
}
