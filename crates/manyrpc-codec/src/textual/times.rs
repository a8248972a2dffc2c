//! Timestamps and durations: records of seconds and nanoseconds.

use super::parts::{Give, Given, Take, Taken};
use crate::decode::Slots;
use crate::encode::Fields;
use crate::error::{Fail, UnencodableKind};
use crate::meta::Field;
use crate::time::Characters;

/// Applies `say` to the seconds and nanoseconds in a record.
pub(crate) fn said<T: Fields + ?Sized>(
    v: &T,
    say: fn(i64, i32) -> Result<Characters, &'static str>,
) -> Result<Characters, UnencodableKind> {
    let mut taken = Taken(Numbers::default());
    v.fields(&mut taken);
    let Numbers {
        numbers: [seconds, nanos],
        count,
        refused,
    } = taken.0;
    match (refused, count, i32::try_from(nanos)) {
        (None, 2, Ok(nanos)) => say(seconds, nanos).map_err(UnencodableKind::Not),
        (refused, ..) => Err(refused.unwrap_or(UnencodableKind::Mismatch)),
    }
}

/// Sets a record's seconds and nanoseconds.
pub(crate) fn fill<'de, T: Slots<'de> + ?Sized>(
    v: &mut T,
    seconds: i64,
    nanos: i32,
) -> Result<(), Fail> {
    v.all(&mut Given(Numbers {
        numbers: [seconds, nanos.into()],
        ..Numbers::default()
    }))
}

#[derive(Default)]
struct Numbers {
    numbers: [i64; 2],
    /// The number taken or given.
    count: usize,
    refused: Option<UnencodableKind>,
}

impl Take for Numbers {
    fn integer(&mut self, _: &Field, v: i64) {
        if let Some(place) = self.numbers.get_mut(self.count) {
            *place = v;
        }
        self.count += 1;
    }

    fn refuse(&mut self, _: &Field, kind: UnencodableKind) {
        self.refused = self.refused.or(Some(kind));
    }
}

impl Give<'_> for Numbers {
    fn integer(&mut self) -> Result<i64, Fail> {
        let v = self.numbers.get(self.count).copied();
        self.count += 1;
        v.ok_or(Fail)
    }
}
