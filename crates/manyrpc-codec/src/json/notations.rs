//! Records that are not objects: what ProtoJSON has for some of the types of Protocol Buffers.

use super::members::Members;
use super::sink::{Encoder, Place};
use super::source::Decoder;
use super::text;
use crate::decode::{Slots, Source};
use crate::encode::{Fields, Sink};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Field, Notation, Record};
use crate::textual::times;
use crate::time::{Characters, Moment, Span};

impl Encoder<'_> {
    #[inline(never)]
    pub(super) fn put_noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        match m.notation {
            Notation::Members => self.record(f, m, v),
            Notation::Timestamp => self.put_time(f, v, |seconds, nanos| {
                Moment { seconds, nanos }.to_rfc3339()
            }),
            Notation::Duration => {
                self.put_time(f, v, |seconds, nanos| Span { seconds, nanos }.to_text())
            }
            Notation::Content => {
                let outer = core::mem::replace(&mut self.place, Place::Bare);
                v.fields(self);
                self.place = outer;
            }
        }
    }

    fn put_time<T: Fields + ?Sized>(
        &mut self,
        f: &Field,
        v: &T,
        say: fn(i64, i32) -> Result<Characters, &'static str>,
    ) {
        match times::said(v, say) {
            Ok(characters) => text::string(&mut self.out, f, &characters),
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
            Notation::Timestamp => {
                let moment = self.time("a date", Moment::from_rfc3339)?;
                times::fill(v, moment.seconds, moment.nanos)
            }
            Notation::Duration => {
                let span = self.time("a span of time", Span::from_text)?;
                times::fill(v, span.seconds, span.nanos)
            }
            Notation::Content => {
                let outer = core::mem::replace(&mut self.members, Members::HERE);
                v.one(0, self)?;
                self.members = outer;
                Ok(())
            }
        }
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
