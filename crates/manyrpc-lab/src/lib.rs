//! The lab: measures RPC systems against each other, and reports what it found.
//!
//! - [`compare`]: the main job, every system side by side in one run
//! - [`child`]: this program as its own server and client processes
//! - [`diff`]: two runs against each other
//! - [`doctor`]: what on this machine spoils a measurement, and what is missing
//! - [`load`]: calls at a rate, or as fast as answers come
//! - [`study`]: the documents' experiments, by name
//! - [`system`]: the systems, ours and foreign
//! - [`workload`]: the calls they are measured with
//! - [`machine`]: environment, clock, CPU placement, processes
//! - [`agent`]: servers on another host
//! - [`net`]: bad networks, and the relay that counts what crosses it
//! - [`stats`]: quantiles, ratios, intervals
//! - [`record`]: the schema of `run.json`
//! - [`report`]: tables, files and plots of a run
//! - [`marshalling`]: marshalling alone
//! - [`application`]: what the servers of every system do
//! - [`progress`]: how a run tells what it does

pub mod agent;
pub mod application;
pub mod capture;
pub mod child;
pub mod clock;
pub mod compare;
pub mod diff;
pub mod doctor;
pub mod generated;
pub mod load;
pub mod machine;
pub mod marshalling;
pub mod net;
pub mod progress;
pub mod record;
pub mod report;
pub mod stats;
pub mod study;
pub mod system;
pub mod workload;
