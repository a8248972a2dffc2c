//! The metadata that came with the end of a call.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use manyrpc_driver::tokio::{Failed, Received};
use manyrpc_engine::{CallError, ReplyMetadata};

/// The metadata that came with the reply or failure of the last call that has ended, of clients made by
/// [`AsyncClient::with_last_metadata`](crate::AsyncClient::with_last_metadata). Clones are of the same calls.
#[derive(Clone, Debug, Default)]
pub struct LastMetadata(Arc<Mutex<ReplyMetadata>>);

impl LastMetadata {
    /// Of no call yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The metadata; none if nothing came with the end of the call, as with calls that were not answered.
    pub fn get(&self) -> ReplyMetadata {
        self.lock().clone()
    }

    /// A call with one reply has ended.
    pub(crate) fn note(&self, end: &Result<Received, Failed>) {
        *self.lock() = match end {
            Ok(received) => received.metadata().clone(),
            Err(failed) => failed.metadata.as_deref().cloned().unwrap_or_default(),
        };
    }

    fn lock(&self) -> MutexGuard<'_, ReplyMetadata> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end of a call, whose metadata is noted if somebody wants it.
pub(crate) fn noted(
    end: Result<Received, Failed>,
    last: Option<&LastMetadata>,
) -> Result<Received, CallError> {
    if let Some(last) = last {
        last.note(&end);
    }
    end.map_err(|failed| failed.error)
}
