//! Facets: features that only some protocols have, each a trait of its own.
//!
//! An engine whose protocol has the feature implements the trait and returns itself from the
//! accessor of that name in [`ClientEngine`](super::ClientEngine) or
//! [`ServerEngine`](super::ServerEngine); the accessor's answer never changes during the engine's
//! life. A driver that gets `None` does without; each facet states what that means for
//! applications.
//!
//! | accessor | client | server | for |
//! | --- | --- | --- | --- |
//! | `streams` | [`ClientStreams`] | [`ServerStreams`] | calls with several messages |
//! | `metadata` | [`ClientMetadata`] | [`ServerMetadata`] | metadata of results |
//! | `batches` | [`Batches`] | | several calls in one message |
//! | `negotiation` | [`Negotiation`] | | negotiation before the first call |
//! | `location` | [`Location`] | | asking where an object is |
//! | `remote_cancel`, `look_ahead` | [`RemoteCancel`] | [`LookAhead`] | cancelling a call that is being executed |
//! | `liveness` | [`Liveness`] | | keepalives between calls |
//! | `reconnection` | [`Reconnection`] | | continuing over another connection |
//! | `closing` | | [`Closing`] | graceful shutdown |
//! | `associations` | | [`Associations`] | state per client |
//!
//! Most are used rarely. A client's driver checks two of them (`metadata`, `reconnection`) at every
//! reply; a driver that is generic over its engine has these accessors and methods inlined, so an
//! absent facet costs nothing.
//!
//! ```
//! use manyrpc_engine::{ClientEngine, Limits, raw};
//!
//! // The raw protocol has none of these features.
//! let mut client = raw::Client::stream(Limits::default(), 1);
//! assert!(client.streams().is_none() && client.batches().is_none());
//! ```

mod associations;
mod batches;
mod cancel;
mod closing;
mod liveness;
mod location;
mod metadata;
mod negotiation;
mod reconnection;
mod streams;

pub use associations::Associations;
pub use batches::Batches;
pub use cancel::{Ahead, Interest, LookAhead, RemoteCancel};
pub use closing::Closing;
pub use liveness::Liveness;
pub use location::Location;
pub use metadata::{ClientMetadata, ServerMetadata};
pub use negotiation::Negotiation;
pub use reconnection::Reconnection;
pub use streams::{ClientStreams, ServerStreams};
