//! The `manyrpc` command with one more system: see `docs/adding-a-system.md`.
//!
//! The toy is a line for each call and a line for each reply, with JSON in them, so that a person with `nc` can
//! take part:
//!
//! ```text
//! 1 Greeter.greet ["world"]
//! 1 = "Good day, world."
//! 2 Greeter.leave []
//! 2 ! there is no such operation
//! ```

mod client;
mod server;

use std::process::ExitCode;

use manyrpc::Error;
use manyrpc::binding::Transport;
use manyrpc::systems::{self, Connect, Connection, Factory, Serve, System};

#[derive(Debug)]
struct Toy;

impl System for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Tcp, Transport::Unix]
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let engine = client::Client::new(&to.options.limits);
        to.drive(engine)
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        Ok(at.each(|limits| server::Server::new(&limits)))
    }
}

fn main() -> ExitCode {
    if let Err(error) = systems::add(&Toy) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    manyrpc_cli::main()
}
