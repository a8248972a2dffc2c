//! What applications import of single systems. The crate's root re-exports all of it.

#[cfg(all(feature = "grpc", feature = "dynamic"))]
pub use super::grpc::health;
#[cfg(feature = "grpc")]
pub use super::grpc::statuses as grpc;
#[cfg(feature = "onc")]
pub use super::onc::AuthSys;
/// How calls of gRPC end: numbers and their names.
#[cfg(feature = "grpc")]
pub use manyrpc_engine::grpc::status as grpc_status;
