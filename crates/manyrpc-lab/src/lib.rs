//! The lab: measures RPC systems against each other and reports the results. The measuring tools themselves are in
//! [`manyrpc_measure`].
//!
//! - [`compare`]: every system side by side in one run
//! - [`child`]: this program as its own server and client processes
//! - [`diff`]: the comparison of two runs
//! - [`doctor`]: what on this machine disturbs measurements, and what is missing
//! - [`load`]: calls at a rate, or as fast as replies arrive
//! - [`study`]: published experiments, repeated
//! - [`system`]: the systems, ours and foreign
//! - [`workload`]: the calls that systems are measured with
//! - [`agent`]: starts servers for a study on another host
//! - [`counter`]: lost calls and duplicate executions
//! - [`record`]: the schema of `run.json`
//! - [`report`]: tables, files and plots of a run
//! - [`marshalling`]: marshalling without calls
//! - [`application`]: the application that every system's server runs

pub mod agent;
pub mod application;
pub mod child;
pub mod compare;
pub mod counter;
pub mod diff;
pub mod doctor;
pub mod generated;
pub mod load;
pub mod marshalling;
pub mod record;
pub mod report;
pub mod study;
pub mod system;
pub mod workload;
