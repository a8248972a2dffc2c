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
//!
//! ```
//! use std::time::Duration;
//!
//! use manyrpc_measure::machine::timing::sample;
//! use manyrpc_measure::net::impairment::Impairment;
//! use manyrpc_measure::stats::{median, ratio_interval};
//!
//! // Times of single calls …
//! let mut ns = Vec::new();
//! sample(100, &mut ns, || std::hint::black_box(true));
//! assert_eq!(ns.len(), 100);
//! let mut round: Vec<f64> = ns.iter().map(|&ns| ns as f64).collect();
//! assert!(median(&mut round).is_some());
//!
//! // … ratios between systems, one per round, with their interval …
//! let ratio = ratio_interval(&[1.02, 1.05, 1.03]).unwrap();
//! assert!(ratio.low < 1.03 && 1.03 < ratio.high);
//!
//! // … and networks with loss and delay.
//! let network: Impairment = "loss=5%,delay=2ms".parse()?;
//! assert_eq!(network.delay, Duration::from_millis(2));
//! # Ok::<(), String>(())
//! ```

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
