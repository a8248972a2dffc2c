//! Optionals, including `oneof`s, and unions in the form of messages: the label, and the arm that
//! it selects.

use super::probe::Probe;
use super::{ABSENT, Decoder, ZEROS};
use crate::decode::{Arms, Maybe};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Discriminant, Field, Union};
use crate::protobuf::format::{INNER, VARINT};

impl<'de> Decoder<'de> {
    /// The value of an optional.
    #[inline]
    pub(super) fn some<O: Maybe<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut O,
    ) -> Result<(), Fail> {
        let was = v.is_some();
        if !was {
            self.charge(v.bytes_apart())?;
        }
        v.set(true);
        // Content that begins in a later part of a message is complete there: nothing of it came
        // before.
        (self.fresh, self.again) = (self.fresh || !was, self.again && was);
        let result = v.inner(self, f.element());
        // It was not present: only its number was set.
        if result.is_err() && !was {
            v.set(false);
        }
        result
    }

    /// An arm of a `oneof` that may already be selected. The same arm continues; another arm is
    /// kept if this one turns out to have the wrong wire type.
    #[inline(never)]
    pub(super) fn arm_again<O: Maybe<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut O,
    ) -> Result<(), Fail> {
        if v.is_some() && Probe::arm_of(|probe| v.inner(probe, f.element())) == Some(self.number) {
            self.again = true;
            return self.some(f, v);
        }
        let before = v.set_aside();
        let result = self.some(f, v);
        if result.is_err() {
            v.put_back(before);
        }
        result
    }

    pub(super) fn arm_of_message<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let absent = self.wire == ABSENT;
        let opened = self.open(f)?;
        let mut label = self.label(m, opened.group)?;
        let first = m.arms.first().and_then(|arm| arm.labels.first());
        if absent && m.arm_of(label).is_none() {
            label = first.copied().unwrap_or_default();
        }
        let Some(arm) = m.arm_of(label) else {
            return Err(self.fail(MalformedKind::NoArm(label)));
        };
        self.charge(v.bytes_apart())?;
        v.select(arm, label);
        let number = m.arms[arm].field.pb.number;
        let mut again = false;
        loop {
            let entry = self.rest;
            if absent || !self.goes_on(opened.group)? {
                break;
            }
            if self.number != number {
                self.pass(entry)?;
                continue;
            }
            (self.again, self.twice, self.fresh) = (again, again, true);
            match v.arm(self) {
                Ok(()) => again = true,
                Err(Fail) => drop(self.turn_back(entry)?),
            }
        }
        if !again {
            let rest = core::mem::replace(&mut self.rest, &ZEROS);
            (self.again, self.twice, self.fresh, self.wire) = (false, false, false, ABSENT);
            v.arm(self)?;
            self.rest = rest;
        }
        self.close(opened);
        Ok(())
    }

    /// The label of a union, anywhere in its message; 0 if absent.
    fn label(&mut self, m: &Union, group: u32) -> Result<i64, Fail> {
        let (rest, depth) = (self.rest, self.depth);
        let mut label = 0;
        while self.wire != ABSENT && self.goes_on(group)? {
            if (self.number, self.wire) == (INNER, VARINT) {
                let v = self.varint()?;
                label = match &m.discriminant {
                    Discriminant::Bool => i64::from(v != 0),
                    _ => v as i64,
                };
            } else if !self.skip_within()? {
                return Err(self.unmatched_end());
            }
        }
        (self.rest, self.depth) = (rest, depth);
        Ok(label)
    }
}
