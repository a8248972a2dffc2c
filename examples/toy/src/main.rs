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
use manyrpc::binding::{Address, Binding, Transport, port_number};
use manyrpc::systems::{self, Connect, Connection, Factory, Notation, Serve, System};

#[derive(Debug)]
struct Toy;

impl System for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Tcp, Transport::Unix]
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&Typed)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let engine = client::Client::new(&to.options.limits);
        to.drive(engine)
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        Ok(at.each(|limits| server::Server::new(&limits)))
    }
}

/// Bindings as that person types them: `nc host port`.
struct Typed;

impl Notation for Typed {
    fn example(&self) -> &'static str {
        "nc host port"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["nc "]
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [_, host, port] = words[..] else {
            return Err("a host and a port must follow `nc`".to_owned());
        };
        let address = Address::host(host, Some(port_number(port)?))?;
        Ok(Binding::new(&Toy, Transport::Tcp, address))
    }

    fn print(&self, binding: &Binding) -> Option<String> {
        match (&binding.address, binding.transport) {
            (Address::Host(host, Some(port)), Transport::Tcp) => Some(format!("nc {host} {port}")),
            _ => None,
        }
    }
}

fn main() -> ExitCode {
    if let Err(error) = systems::add(&Toy) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    manyrpc_cli::main()
}
