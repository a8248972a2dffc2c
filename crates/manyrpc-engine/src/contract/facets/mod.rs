//! What only some protocols have, each a trait of its own.
//!
//! An engine whose protocol has one of these implements the trait and returns itself from the accessor of
//! that name in [`ClientEngine`](super::ClientEngine) or [`ServerEngine`](super::ServerEngine); that answer stays the
//! same as long as the engine lives. A driver that finds `None` does without: what that means for
//! applications is said at each facet.
//!
//! | accessor | client | server | for |
//! | --- | --- | --- | --- |
//! | `streams` | [`ClientStreams`] | [`ServerStreams`] | calls with several messages |
//! | `metadata` | [`ClientMetadata`] | [`ServerMetadata`] | what travels beside results |
//! | `batches` | [`Batches`] | | several calls in one message |
//! | `negotiation` | [`Negotiation`] | | what is settled before a first call |
//! | `remote_cancel`, `look_ahead` | [`RemoteCancel`] | [`LookAhead`] | ending a call that is carried out |
//! | `liveness` | [`Liveness`] | | what is said while no call is made |
//! | `renewal` | [`Renewal`] | | going on over another connection |
//! | `closing` | | [`Closing`] | asking clients to leave |
//! | `associations` | | [`Associations`] | what is kept while a client is there |
//!
//! Most are asked for seldom. Of those that a client's driver looks for at every reply (`metadata`, `renewal`), a
//! driver that is generic over its engine has accessor and method inlined, so that one which is not there costs
//! nothing.

mod associations;
mod batches;
mod cancel;
mod closing;
mod liveness;
mod metadata;
mod negotiation;
mod renewal;
mod streams;

pub use associations::Associations;
pub use batches::Batches;
pub use cancel::{Ahead, Interest, LookAhead, RemoteCancel};
pub use closing::Closing;
pub use liveness::Liveness;
pub use metadata::{ClientMetadata, ServerMetadata};
pub use negotiation::Negotiation;
pub use renewal::Renewal;
pub use streams::{ClientStreams, ServerStreams};
