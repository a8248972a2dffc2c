//! Context handles, as they travel.
//!
//! Reading list: C706, appendix N (`ndr_context_handle`).

use manyrpc_codec::stub::{
    Decode, Encode, Fail, Field, Fields, Length, Record, Sink, Slots, Source,
};

/// A client's reference to a server's state; 20 bytes on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContextHandle {
    /// Reserved: 0.
    pub attributes: u32,
    /// The server's identifier for the state; nil for no state.
    pub uuid: [u8; 16],
}

impl ContextHandle {
    /// No state: the client's value before the server creates state, and after it has taken it
    /// back.
    pub const NULL: Self = ContextHandle {
        attributes: 0,
        uuid: [0; 16],
    };

    /// Whether it refers to no state.
    pub fn is_null(&self) -> bool {
        self.uuid == [0; 16]
    }
}

static FIELDS: [Field; 5] = [
    Field::plain("attributes").number(1),
    Field::plain("time_low").number(2),
    Field::plain("time_mid").number(3),
    Field::plain("time_hi").number(4),
    Field::sized("rest", Length::Fixed(8)).number(5),
];

static RECORD: Record = Record::of("context_handle", &FIELDS);

impl Encode for ContextHandle {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &RECORD, self);
    }
}

impl<'de> Decode<'de> for ContextHandle {
    #[inline]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &RECORD, self)
    }
}

// C706, appendix N: on the wire the UUID is a structure of integers, in the sender's byte order.
impl Fields for ContextHandle {
    fn fields<S: Sink>(&self, s: &mut S) {
        let [a, b, c, d, e, f, g, h, rest @ ..] = self.uuid;
        s.field(&FIELDS[0], &self.attributes);
        s.field(&FIELDS[1], &u32::from_be_bytes([a, b, c, d]));
        s.field(&FIELDS[2], &u16::from_be_bytes([e, f]));
        s.field(&FIELDS[3], &u16::from_be_bytes([g, h]));
        s.field(&FIELDS[4], &rest);
    }
}

impl<'de> Slots<'de> for ContextHandle {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        (0..FIELDS.len()).try_for_each(|i| self.one(i, s))
    }

    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        // A multi-pass syntax may leave a slot unchanged, so each starts from its current value.
        let [a, b, c, d, e, f, g, h, rest @ ..] = &mut self.uuid;
        match i {
            0 => s.slot(&FIELDS[0], &mut self.attributes),
            1 => {
                let mut low = u32::from_be_bytes([*a, *b, *c, *d]);
                s.slot(&FIELDS[1], &mut low)?;
                [*a, *b, *c, *d] = low.to_be_bytes();
                Ok(())
            }
            2 => short(s, 2, e, f),
            3 => short(s, 3, g, h),
            4 => s.slot(&FIELDS[4], rest),
            _ => Err(Fail),
        }
    }
}

fn short<'de, S>(s: &mut S, i: usize, high: &mut u8, low: &mut u8) -> Result<(), Fail>
where
    S: Source<'de>,
{
    let mut both = u16::from_be_bytes([*high, *low]);
    s.slot(&FIELDS[i], &mut both)?;
    [*high, *low] = both.to_be_bytes();
    Ok(())
}
