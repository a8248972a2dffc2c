//! The example and foreign programs, both directions, on the real wire.
//!
//! A test fails where what it needs is missing (`scripts/setup.sh test` brings it). What does not
//! work is listed in `known_failures.txt`.

mod impacket;
#[path = "../../../../crates/manyrpc-lab/tests/support/known.rs"]
mod known;
mod mapper;
mod programs;
mod smbtorture;
#[path = "../../../../crates/manyrpc-lab/tests/support/world.rs"]
mod world;

manyrpc::stubs!(pub(crate) mod rpcecho);

const KNOWN: &str = include_str!("../known_failures.txt");
