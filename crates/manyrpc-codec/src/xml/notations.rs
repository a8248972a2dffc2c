//! Records that are not structs: dates, and ProtoJSON's forms of other well-known types.

use super::Fractions;
use super::position::Members;
use super::sink::{Encoder, Place};
use super::source::Decoder;
use super::value::Kind;
use crate::decode::{Slots, Source};
use crate::encode::{Fields, Sink};
use crate::error::Fail;
use crate::meta::{Field, Notation, Record};
use crate::textual::times;
use crate::time::{Moment, Span};

impl Encoder<'_> {
    #[inline(never)]
    pub(super) fn put_noted<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        match m.notation {
            Notation::Members
            | Notation::Values
            | Notation::Value
            | Notation::FieldMask
            | Notation::Any => self.record(f, m, v),
            Notation::Timestamp => {
                let say = match self.options.fractions {
                    Fractions::Refused => |seconds, nanos| Moment { seconds, nanos }.to_xml_rpc(),
                    Fractions::Written => {
                        |seconds, nanos| Moment { seconds, nanos }.to_xml_rpc_with_fraction()
                    }
                    Fractions::Dropped => {
                        |seconds, nanos| Moment { seconds, nanos }.start_of_second().to_xml_rpc()
                    }
                };
                match times::said(v, say) {
                    Ok(date) => self.date(f, &date),
                    Err(kind) => self.out.fail(f, kind),
                }
            }
            Notation::Duration => {
                match times::said(v, |seconds, nanos| Span { seconds, nanos }.to_text()) {
                    Ok(span) => self.string(f, &span),
                    Err(kind) => self.out.fail(f, kind),
                }
            }
            Notation::Content => {
                let outer = core::mem::replace(&mut self.place, Place::Bare);
                v.fields(self);
                self.place = outer;
            }
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
            Notation::Members
            | Notation::Values
            | Notation::Value
            | Notation::FieldMask
            | Notation::Any => self.record(f, m, v),
            Notation::Timestamp => {
                let kinds = [Kind::DateTime, Kind::String, Kind::Untyped];
                let moment = self.read(&kinds, "a date", Moment::from_xml_rpc)?;
                times::fill(v, moment.seconds, moment.nanos)
            }
            Notation::Duration => {
                let kinds = [Kind::String, Kind::Untyped];
                let span = self.read(&kinds, "a span of time", Span::from_text)?;
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
}
