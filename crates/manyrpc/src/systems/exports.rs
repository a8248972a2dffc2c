//! What applications import of single systems. The crate's root re-exports it; what the modules here have, the crate's
//! modules `introspection` and `registry` re-export.

/// Object references.
#[cfg(feature = "corba")]
pub use super::corba::reference as corba;
#[cfg(all(feature = "grpc", feature = "dynamic"))]
pub use super::grpc::health;
#[cfg(feature = "grpc")]
pub use super::grpc::statuses as grpc;
#[cfg(feature = "onc")]
pub use super::onc::AuthSys;
/// How calls of gRPC end: numbers and their names.
#[cfg(feature = "grpc")]
pub use manyrpc_engine::grpc::status as grpc_status;

/// What `introspection` has of single systems.
pub(crate) mod introspection {
    #[cfg(all(feature = "dynamic", feature = "grpc", feature = "idl-protobuf"))]
    pub use crate::systems::grpc::reflection::ReflectionClient;
}

/// What `registry` has of single systems.
pub(crate) mod registries {
    #[cfg(feature = "corba")]
    pub use crate::systems::corba::naming;
    #[cfg(feature = "dce")]
    pub use crate::systems::dce::epm;
    #[cfg(feature = "dce")]
    pub use crate::systems::ncs::llb;
    #[cfg(feature = "onc")]
    pub use crate::systems::onc::rpcbind;

    /// Stubs of `interfaces/`, as the generator writes them today.
    pub mod generated {
        #[cfg(feature = "corba")]
        pub use crate::systems::corba::generated::naming;
        #[cfg(feature = "dce")]
        pub use crate::systems::dce::generated::{epm, mgmt};
        #[cfg(feature = "dce")]
        pub use crate::systems::ncs::generated::{llb, rrpc};
        #[cfg(feature = "onc")]
        pub use crate::systems::onc::generated::rpcbind;
        #[cfg(all(feature = "dynamic", feature = "xmlrpc"))]
        pub use crate::systems::xmlrpc::generated::system;
    }
}
