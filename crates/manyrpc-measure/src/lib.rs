//! Measuring: what every experiment needs, whatever it measures.
//!
//! - [`stats`]: quantiles, ratios, intervals
//! - [`machine`]: environment, clock, CPU placement, processes and what they cost
//! - [`net`]: where servers and clients run, bad networks, and the relay that counts what crosses it
//! - [`agent`]: servers on another host
//! - [`child`]: the program that measures as its own child processes
//! - [`transport`]: what carries messages
//! - [`report`]: figures, plots, pages and tables of samples
//! - [`capture`]: datagrams and packets that others have recorded
//! - [`progress`] and [`interrupt`]: how a run tells what it does, and how it is ended
//! - [`clock`] and [`build`]: when it ran, and what program
//!
//! Nothing here knows a system, a workload or a study.

pub mod agent;
pub mod build;
pub mod capture;
pub mod child;
pub mod clock;
mod error;
pub mod interrupt;
pub mod machine;
pub mod net;
pub mod progress;
pub mod report;
pub mod stats;
pub mod transport;

pub use error::Error;
