//! A server of Samba's `rpcecho`, the interface by which DCE RPC servers are examined.
//!
//! ```text
//! rpcecho [--tokio] [--register] [--user NAME:PASSWORD]... [--auth-by system|own] BINDING...
//! rpcecho ncacn_ip_tcp:127.0.0.1[0] ncadg_ip_udp:127.0.0.1[0]
//! ```
//!
//! prints where it listens, a binding a line, and serves until its standard input closes.
//! With `--tokio` it runs on a runtime, otherwise on threads of its own. With `--register` an
//! endpoint mapper tells clients the ports: the host's, or one of our own. Users may prove who they
//! are by NTLM, and have their calls signed or sealed; `--auth-by` says whose NTLM that is.

mod echo;

use std::error::Error;
use std::io;
use std::sync::Arc;

use manyrpc::Server;
use manyrpc::binding::Binding;
use manyrpc::security::mechanisms::ntlm::Users;
use manyrpc::security::mechanisms::{Acceptors, Provider};
use manyrpc::server::Builder;
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;

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
    let mut on_runtime = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--tokio" => on_runtime = true,
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
    let server = server.acceptors(move |auth_type| acceptors.acceptor(auth_type));
    if on_runtime {
        return Runtime::new()?.block_on(serve_on_runtime(server));
    }
    let running = server.start()?;
    print_all(running.bindings());
    input_ends()?;
    running.stop();
    Ok(())
}

async fn serve_on_runtime(server: Builder) -> Result<(), Box<dyn Error>> {
    let running = server.start_on_runtime().await?;
    print_all(running.bindings());
    spawn_blocking(input_ends).await??;
    running.stop().await;
    Ok(())
}

fn print_all(bindings: &[Binding]) {
    for binding in bindings {
        // As DCE's own tools take it.
        println!(
            "{}",
            binding.in_own_notation().unwrap_or(binding.to_string())
        );
    }
}

/// Waits until standard input closes.
fn input_ends() -> io::Result<u64> {
    io::copy(&mut io::stdin(), &mut io::sink())
}
