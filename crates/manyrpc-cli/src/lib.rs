//! The `manyrpc` command: data on standard output, everything else on standard error.
//!
//! It is a library so that an application can provide the command with systems of its own: it
//! [adds](manyrpc::systems::add) them and calls [`main`], as `examples/toy` does.

mod agent;
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "clap prints help texts verbatim: host[port]"
)]
mod args;
mod call;
mod compare;
mod diff;
mod doctor;
mod idl;
mod inbox;
mod list;
mod load;
mod login;
mod methods;
mod output;
mod relay;
mod serve;
mod stream_replies;
mod streams;
mod study;
mod tls;
mod uuidgen;

use std::process::ExitCode;

use clap::Parser;
use manyrpc::registry::naming::set_initial_reference;

use crate::args::{Args, Command};
use crate::output::Failure;

/// Runs the command given by this program's arguments.
pub fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(args: Args) -> Result<ExitCode, Failure> {
    for given in &args.initial_reference {
        let (name, to) = given.split_once('=').ok_or_else(|| {
            Failure::Misuse(format!("--initial-reference takes NAME=URL, not `{given}`"))
        })?;
        set_initial_reference(name, to)?;
    }
    match args.command {
        Command::Load(args) => load::run(*args),
        Command::Call(args) => call::run(args),
        Command::List(args) => list::list(&args),
        Command::Describe(args) => list::describe(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Idl(command) => idl::run(command),
        Command::Uuidgen(args) => uuidgen::run(&args),
        Command::Completions { shell } => args::completions(shell),
        Command::Compare(args) => compare::run(args),
        Command::Diff(args) => diff::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Relay(args) => relay::run(&args),
        Command::Agent(args) => agent::run(&args),
        Command::LabChild(child) => Ok(manyrpc_lab::child::run(&child.arguments)),
    }
}
