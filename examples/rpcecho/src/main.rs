//! A server of Samba's `rpcecho`, the interface by which DCE RPC servers are examined.
//!
//! ```text
//! rpcecho [--register] [--user NAME:PASSWORD]... [--auth-by system|own] BINDING...
//! rpcecho ncacn_ip_tcp:127.0.0.1[0] ncadg_ip_udp:127.0.0.1[0]
//! ```
//!
//! prints where it listens, a binding a line, and serves until its standard input closes.
//! With `--register` an endpoint mapper tells clients the ports: the host's, or one of our own.
//! Users may prove who they are by NTLM, and have their calls signed or sealed; `--auth-by` says
//! whose NTLM that is.

mod echo;

use std::error::Error;
use std::io;
use std::sync::Arc;

use manyrpc::Server;
use manyrpc::security::mechanisms::ntlm::Users;
use manyrpc::security::mechanisms::{Acceptors, Provider};

use echo::Echo;
use echo::rpcecho::RpcechoServer;

/// Most calls that are carried out at once.
const WORKERS: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    // `TestSleep` waits, and must not hold up other calls.
    let mut server = Server::builder()
        .service(RpcechoServer(Echo))
        .workers(WORKERS);
    let mut users = Users::new();
    let mut provider = Provider::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--register" => server = server.register(),
            "--user" => {
                let user = arguments.next().unwrap_or_default();
                let (name, password) = user.split_once(':').ok_or("--user NAME:PASSWORD")?;
                users = users.with(name, password);
            }
            "--auth-by" => {
                provider = match arguments.next().as_deref() {
                    Some("system") => Provider::System,
                    Some("own") => Provider::Own,
                    _ => return Err("--auth-by system|own".into()),
                };
            }
            binding => server = server.listen(binding)?,
        }
    }
    let acceptors = Acceptors::new("rpcecho").by(provider);
    let acceptors = acceptors.with_users(Arc::new(users));
    let running = server
        .acceptors(move |auth_type| acceptors.acceptor(auth_type))
        .start()?;
    for binding in running.bindings() {
        // As DCE's own tools take it.
        println!(
            "{}",
            binding.in_own_notation().unwrap_or(binding.to_string())
        );
    }
    io::copy(&mut io::stdin(), &mut io::sink())?;
    running.stop();
    Ok(())
}
