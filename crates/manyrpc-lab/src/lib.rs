//! The lab: measures RPC systems against each other, and reports what it found. What measuring itself needs is
//! [`manyrpc_measure`].
//!
//! - [`compare`]: the main job, every system side by side in one run
//! - [`child`]: this program as its own server and client processes
//! - [`diff`]: two runs against each other
//! - [`doctor`]: what on this machine spoils a measurement, and what is missing
//! - [`load`]: calls at a rate, or as fast as answers come
//! - [`study`]: the documents' experiments, by name
//! - [`system`]: the systems, ours and foreign
//! - [`workload`]: the calls they are measured with
//! - [`agent`]: starts servers for a study on another host
//! - [`counter`]: what is lost and what is carried out twice
//! - [`record`]: the schema of `run.json`
//! - [`report`]: tables, files and plots of a run
//! - [`marshalling`]: marshalling alone
//! - [`application`]: what the servers of every system do

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
