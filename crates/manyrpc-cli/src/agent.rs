//! `manyrpc agent`: starts servers for measurements that another host runs.

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;

use manyrpc_lab::agent::Agent;
use manyrpc_measure::agent::Key;

use crate::args;
use crate::output::{Failure, note, write_out};

/// Runs the command: prints the listening address and serves until it is stopped. The servers it started end
/// with it, because they read from its pipes.
pub(crate) fn run(args: &args::Agent) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.new_key {
        Key::create(path).map_err(Failure::misuse)?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.key_file.as_deref();
    let path = path.ok_or_else(|| Failure::misuse("the agent needs a key: --key-file FILE"))?;
    let key = Key::read(path).map_err(Failure::misuse)?;
    let ours = std::env::current_exe().map_err(Failure::misuse)?;
    let cannot = |e| Failure::Refused(format!("cannot listen at {}: {e}", args.listen));
    let listener = TcpListener::bind(&args.listen).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    write_out(None, &format!("{address}\n"))?;
    Arc::new(Agent::new(key, &ours)).serve(&listener, |text| note(text));
    Ok(ExitCode::SUCCESS)
}
