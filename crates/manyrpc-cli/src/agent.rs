//! `manyrpc agent`: servers of what is measured from another host.

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;

use manyrpc_lab::agent::Agent;
use manyrpc_measure::agent::Key;

use crate::args;
use crate::output::{Failure, note, write_out};

/// Carries out the command: says where it listens, and serves until it is ended. What it started ends
/// with it, since that reads from pipes of ours.
pub(crate) fn run(args: &args::Agent) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.new_key {
        Key::create(path).map_err(Failure::misuse)?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.key_file.as_deref();
    let path = path.ok_or_else(|| Failure::misuse("whom to serve? --key-file FILE"))?;
    let key = Key::read(path).map_err(Failure::misuse)?;
    let ours = std::env::current_exe().map_err(Failure::misuse)?;
    let cannot = |e| Failure::Refused(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(&args.listen).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    write_out(None, &format!("{address}\n"))?;
    Arc::new(Agent::new(key, &ours)).serve(&listener, |text| note(text));
    Ok(ExitCode::SUCCESS)
}
