//! Context handles: state that a server keeps for its clients between calls.
//!
//! Reading list: C706, sections 4.2.16.6 and 5.1.6 (what they are, and rundown), 6.1.6 (which
//! clients may use them), 9.3 (when they are run down), appendix N (`ndr_context_handle`), appendix
//! E (`nca_s_fault_context_mismatch`).
//!
//! A server puts a value into [`Contexts`] and returns the handle to its client, which sends it
//! back with later calls. When the client is gone, the server drops the remaining values: dropping
//! a value is its rundown. Over datagrams a client is considered gone after two minutes of silence
//! ([`silent_for`](crate::limits::DceLimits)).
//!
//! ```text
//! impl Files for Server {
//!     fn open(&self, call: &Context<'_>, name: Cow<'_, str>) -> Result<FileHandle, Fault> {
//!         self.files.insert(call, File::open(&*name)?)
//!     }
//!     fn read(&self, call: &Context<'_>, file: FileHandle) -> Result<Vec<u8>, Fault> {
//!         let file = self.files.get(call, file)?;
//!         …
//!     }
//!     fn association_ended(&self, association: u64) {
//!         self.files.run_down(association);
//!     }
//! }
//! ```

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use manyrpc_codec::stub::{
    Decode, Encode, Fail, Field, Fields, Length, Record, Sink, Slots, Source,
};
use manyrpc_engine::Fault;

use crate::context::Context;

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

/// The state that a server keeps for its clients, by handle.
///
/// A handle may be used only by clients of the association that it was given to: a client that
/// forges one, or has it from another client, is refused. Handles reveal nothing about other
/// handles.
#[derive(Debug)]
pub struct Contexts<T> {
    held: Mutex<Held<T>>,
    random: RandomState,
    most: usize,
}

#[derive(Debug)]
struct Held<T> {
    by_uuid: HashMap<[u8; 16], (u64, Arc<T>)>,
    given: u64,
}

/// A client sent a handle that its server does not know (C706, appendix E).
pub const CONTEXT_MISMATCH: Fault = Fault::CONTEXT_MISMATCH;

impl<T> Contexts<T> {
    /// The maximum number of handles in a table, unless [`with_most`](Self::with_most) sets
    /// another.
    pub const MOST: usize = 65_536;

    /// A table without entries.
    pub fn new() -> Self {
        Self::with_most(Self::MOST)
    }

    /// A table of at most this many entries.
    pub fn with_most(most: usize) -> Self {
        let (by_uuid, given) = (HashMap::new(), 0);
        Contexts {
            held: Mutex::new(Held { by_uuid, given }),
            random: RandomState::new(),
            most,
        }
    }

    /// Stores a value for the caller, whose handle it returns.
    ///
    /// # Errors
    /// The table is full.
    pub fn insert(&self, call: &Context<'_>, value: T) -> Result<ContextHandle, Fault> {
        let mut held = self.held();
        if held.by_uuid.len() >= self.most {
            return Err(Fault::ServerFailure);
        }
        held.given += 1;
        let uuid = self.uuid(held.given);
        held.by_uuid
            .insert(uuid, (call.association, Arc::new(value)));
        let attributes = 0;
        Ok(ContextHandle { attributes, uuid })
    }

    /// The value of a handle.
    ///
    /// # Errors
    /// [`CONTEXT_MISMATCH`]: the handle is null, or was not given to this caller.
    pub fn get(&self, call: &Context<'_>, handle: ContextHandle) -> Result<Arc<T>, Fault> {
        match self.held().by_uuid.get(&handle.uuid) {
            Some((association, value)) if *association == call.association => Ok(value.clone()),
            _ => Err(CONTEXT_MISMATCH),
        }
    }

    /// Removes the value of a handle, which becomes invalid. Calls that already have the value keep
    /// it to their end.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn remove(&self, call: &Context<'_>, handle: ContextHandle) -> Result<Arc<T>, Fault> {
        let mut held = self.held();
        match held.by_uuid.get(&handle.uuid) {
            Some((association, _)) if *association == call.association => {
                let removed = held.by_uuid.remove(&handle.uuid);
                removed.map(|(_, value)| value).ok_or(CONTEXT_MISMATCH)
            }
            _ => Err(CONTEXT_MISMATCH),
        }
    }

    /// Removes the values of an association that has ended; dropping them is their rundown.
    pub fn run_down(&self, association: u64) -> Vec<Arc<T>> {
        let mut held = self.held();
        let ended = held.by_uuid.extract_if(|_, (of, _)| *of == association);
        ended.map(|(_, (_, value))| value).collect()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.held().by_uuid.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// No client can derive another one's handle from its own: handles come from a keyed hash.
    fn uuid(&self, given: u64) -> [u8; 16] {
        let half = |which: u64| u128::from(self.random.hash_one((given, which)));
        let mut uuid = (half(0) << 64 | half(1)).to_be_bytes();
        // Version 4 of its variant: no handle is null.
        uuid[6] = uuid[6] & 0x0f | 0x40;
        uuid[8] = uuid[8] & 0x3f | 0x80;
        uuid
    }

    fn held(&self) -> MutexGuard<'_, Held<T>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Contexts<T> {
    fn default() -> Self {
        Self::new()
    }
}
