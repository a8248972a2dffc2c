//! DCE RPC: its two protocols, and their ancestor NCS.
//!
//! Reading list: C706 (DCE 1.1: Remote Procedure Call) chapters 9 to 13 and appendices A, E, K, N;
//! MS-RPCE for the behaviour of deployed runtimes.
//!
//! - `co`: the connection-oriented protocol, over a stream
//! - `cl`: the connectionless protocol, over datagrams, and Apollo NCS, which differs only in data
//! - `fields`: integers of PDUs, in either byte order
//! - [`fault`]: mapping faults to and from status codes, for both
//! - [`failure`]: the failure of a call as one number for its caller
//! - `host`: what a server engine needs from its process
//! - [`uuid`]: UUIDs in PDUs
//!
//! Without the feature `dce`, only the statuses remain: a definition may use them over any system.
//!
//! ```
//! use manyrpc_engine::dce::{cl, uuid};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, InterfaceId, Limits};
//!
//! let id = uuid::parse("12345778-1234-abcd-ef00-0123456789ac");
//! let mut client = cl::Client::new(Limits::default(), cl::Personality::DEFAULT, 1);
//! client.begin_call(&CallHead::new(InterfaceId::of_uuid(id, 1, 0), 0))?;
//! client.finish_call(Instant::ZERO)?;
//! let header = cl::pdu::Header::parse(client.poll_transmit().unwrap().bytes).unwrap();
//! assert_eq!((header.ptype, header.interface), (cl::pdu::PduType::Request, id));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

#[cfg(feature = "dce")]
pub mod cl;
#[cfg(feature = "dce")]
pub mod co;
pub mod failure;
pub mod fault;
#[cfg(feature = "dce")]
pub mod fields;
#[cfg(feature = "dce")]
pub mod host;
pub mod uuid;

#[cfg(feature = "dce")]
pub use host::Host;
