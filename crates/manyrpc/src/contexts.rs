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

use manyrpc_engine::Fault;

pub use crate::handle::ContextHandle;

use crate::context::Context;

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
