//! Bad networks and far machines with real processes. This test is its own child program, so it has
//! no harness: a test binary must not take `lab-child` for a filter.

mod agreement;
mod counting;
mod dependable;
mod far;
mod foreign;
mod testbed;
#[path = "../support/tries.rs"]
mod tries;

use std::process::ExitCode;

use manyrpc_lab::child;
use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::machine::process::Program;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((CHILD_ARGUMENT, rest)) = arguments.split_first().map(|(a, r)| (a.as_str(), r)) {
        return child::run(rest);
    }
    counting::all();
    far::all();
    foreign::all();
    agreement::all();
    testbed::all();
    dependable::all();
    println!("net: ok");
    ExitCode::SUCCESS
}

/// This program as a child.
fn child(arguments: &[&str]) -> Program {
    let arguments = std::iter::once(&CHILD_ARGUMENT).chain(arguments);
    Program {
        path: std::env::current_exe().expect("a path of our own"),
        arguments: arguments.map(Into::into).collect(),
    }
}
