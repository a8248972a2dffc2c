//! Servers on a tokio runtime.

use std::fmt;

use manyrpc_driver::server as driver;
use manyrpc_engine::ObjectKey;
use tokio::task::spawn_blocking;

use super::{Begun, Binding, Builder, LEAVING, Serving, Status, cannot_start, remove};
use crate::adapter::{ActivationError, ObjectAdapter};
use crate::error::Error;
use crate::reference::Reference;
use crate::service::Service;

impl Builder {
    /// Starts serving on the current tokio runtime: on its worker threads, without threads of its
    /// own. The services may be of both kinds. Calls that are
    /// [futures](crate::stub::Service::is_async), or that pass through layers, may wait; others run
    /// where they are received and must not block, unless there are [`workers`](Self::workers),
    /// which then execute them.
    ///
    /// A call that keeps a thread of the runtime for longer than
    /// [`Caps::may_block_for`](super::Caps::may_block_for) is counted
    /// ([`Status::blocking_calls`]) and reported once for each operation: as an event of `tracing`
    /// with that feature, otherwise on standard error.
    ///
    /// # Errors
    /// As [`start`](Self::start); calls that pass through layers are futures, which workers do not
    /// execute.
    pub async fn start_on_runtime(self) -> Result<RunningTasks, Error> {
        #[cfg(feature = "tower")]
        self.check_layers()?;
        let (server, prepared) = self.prepare(true)?;
        let running = server.start_on_runtime().map_err(cannot_start)?;
        let (watch, addresses) = (running.watch(), running.addresses().to_vec());
        // Registries are asked by calls that block.
        let begun = spawn_blocking(move || prepared.begin(&watch, &addresses)).await;
        let (begun, adapter) = begun.map_err(|e| cannot_start(e.into()))??;
        Ok(RunningTasks {
            begun,
            running,
            adapter,
        })
    }
}

/// A server that runs on a tokio runtime. Dropping it stops it.
pub struct RunningTasks {
    // Dropped first: clients must not be sent to a server that stops.
    begun: Begun,
    running: driver::RunningTasks,
    // Dropped last: calls in progress may be for its objects.
    adapter: Serving,
}

impl fmt::Debug for RunningTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningTasks")
            .field("bindings", &self.begun.bindings)
            .finish_non_exhaustive()
    }
}

impl RunningTasks {
    /// The objects that are activated while the server runs.
    pub fn adapter(&self) -> &ObjectAdapter {
        &self.adapter.0
    }

    /// Activates an object: as [`ObjectAdapter::activate`].
    ///
    /// # Errors
    /// As [`ObjectAdapter::activate`].
    pub fn activate(
        &self,
        key: impl Into<ObjectKey>,
        servant: impl Service + 'static,
    ) -> Result<Reference, ActivationError> {
        self.adapter().activate(key, servant)
    }

    /// Ends an object: as [`ObjectAdapter::deactivate`].
    pub fn deactivate(&self, key: impl Into<ObjectKey>) -> bool {
        self.adapter().deactivate(key)
    }

    /// Its bindings, with the ports that the system chose, in the builder's order.
    pub fn bindings(&self) -> &[Binding] {
        &self.begun.bindings
    }

    /// Connections, calls and bytes so far.
    pub fn status(&self) -> Status {
        self.running.status()
    }

    /// Waits until the server is stopped, by an authorised caller ([`Builder::management`]) or a
    /// signal ([`Builder::stop_by_signal`]), and its registrations are removed.
    pub async fn wait(self) {
        let RunningTasks {
            begun,
            running,
            adapter: _adapter,
        } = self;
        running.join().await;
        withdraw(begun).await;
    }

    /// Stops the server: removes registrations, accepts nothing new, and finishes calls in progress
    /// for up to five seconds.
    pub async fn stop(self) {
        let RunningTasks {
            begun,
            running,
            adapter: _adapter,
        } = self;
        withdraw(begun).await;
        running.stop(LEAVING);
        running.join().await;
    }
}

/// Removes the registrations.
async fn withdraw(begun: Begun) {
    // A panic was reported.
    let _ = spawn_blocking(move || remove(&begun.registration)).await;
}
