//! What servers tell of themselves to those who call without a definition: what they serve, and what
//! it takes.
//!
//! - XML-RPC: the methods `system.listMethods`, `system.methodSignature`, `system.methodHelp` and
//!   `system.getCapabilities`
//! - JSON-RPC: `rpc.discover`, a document of OpenRPC
//! - gRPC: server reflection, `grpc.reflection.v1.ServerReflection` and `v1alpha`; `ReflectionClient` asks others
//!
//! They go by what [`Service::definition`] says, and tell nothing of services that say nothing. Each is in the folder
//! of its system; here is what they have in common.

#[cfg(feature = "dynamic")]
mod known;

use std::sync::Arc;

use manyrpc_codec::Encoding;

use crate::stub::Service;
use crate::systems::{self, System};

#[cfg(feature = "dynamic")]
pub(crate) use known::{Described, Known};

#[allow(
    unreachable_pub,
    reason = "empty where no system with a client of its introspection is compiled"
)]
pub use crate::systems::exports::introspection::*;

/// A service that tells of others, with the syntax that it is for.
pub type Telling = (Encoding, Arc<dyn Service>);

/// To clients of which systems a server tells what it serves; the default is all of them.
///
/// ```
/// use manyrpc::introspection::Introspection;
/// use manyrpc::{Server, systems};
///
/// let grpc = systems::named("grpc").expect("a system of this build");
/// let server = Server::builder().introspection(Introspection::of(&[grpc]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introspection(Option<Vec<&'static dyn System>>);

impl Introspection {
    /// Those of every system.
    pub const ALL: Self = Introspection(None);

    /// Nobody.
    pub const NONE: Self = Introspection(Some(Vec::new()));

    /// Those of these systems only.
    #[must_use]
    pub fn of(systems: &[&'static dyn System]) -> Self {
        Introspection(Some(systems.to_vec()))
    }

    /// The services that tell of others.
    pub(crate) fn services(&self, of: &[Arc<dyn Service>]) -> Vec<Telling> {
        let telling = systems::all().filter(|system| match &self.0 {
            Some(only) => only.contains(system),
            None => true,
        });
        telling
            .flat_map(|system| system.introspection(of))
            .collect()
    }
}

impl Default for Introspection {
    fn default() -> Self {
        Self::ALL
    }
}
