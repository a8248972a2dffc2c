//! Tools for measuring that every experiment needs, whatever it measures.
//!
//! - [`stats`]: quantiles, ratios, intervals
//! - [`machine`]: environment, clock, CPU placement, processes and their costs
//! - [`net`]: where servers and clients run, impaired networks, and the relay that counts traffic
//! - [`agent`]: servers on another host
//! - [`child`]: the measuring program as its own child processes
//! - [`transport`]: datagrams and streams
//! - [`report`]: figures, plots, pages and tables of samples
//! - [`capture`]: datagrams and packets from packet captures
//! - [`progress`] and [`interrupt`]: how a run reports its progress, and how it is ended early
//! - [`clock`] and [`build`]: the date of a run, and the program that ran it
//!
//! Nothing here knows about a particular system, workload or study.

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
