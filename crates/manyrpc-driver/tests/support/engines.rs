//! Servers of any engine, and clients of tasks for them.

use std::net::SocketAddr;

use manyrpc_driver::server::Builder;
use manyrpc_driver::tokio::{Connection, Engine, Options};
use manyrpc_engine::{Buf, Call, Handler, Limits, Outcome};
use manyrpc_engines::Engines;
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};

/// Returns the arguments.
pub struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        Outcome::Done
    }
}

/// One of either kind.
pub fn runtimes() -> [Runtime; 2] {
    let builders = [
        RuntimeBuilder::new_current_thread(),
        RuntimeBuilder::new_multi_thread(),
    ];
    builders.map(|mut builder| {
        let runtime = builder.worker_threads(2).enable_all().build();
        runtime.expect("a runtime")
    })
}

/// Listens on a port of its own.
pub fn listen(builder: Builder, engines: Engines) -> Builder {
    listen_within(builder, engines, Limits::default())
}

/// The same within limits.
pub fn listen_within(builder: Builder, engines: Engines, limits: Limits) -> Builder {
    let any = super::any_port();
    let builder = match engines.is_stream {
        true => builder.listen_tcp(any, move || engines.server(&limits, 1, 7)),
        false => builder.listen_udp(any, engines.server(&limits, 1, 7)),
    };
    builder.expect("a listener")
}

/// A client of many calls at a time.
pub async fn connect(engines: Engines, to: SocketAddr) -> Connection {
    let engine = engines.client_of_many(&Limits::default(), 3);
    over(engine, engines.is_stream, to).await
}

pub async fn over(engine: Engine, is_stream: bool, to: SocketAddr) -> Connection {
    with_options(engine, is_stream, to, &Options::default()).await
}

pub async fn with_options(
    engine: Engine,
    is_stream: bool,
    to: SocketAddr,
    options: &Options,
) -> Connection {
    let connection = match is_stream {
        true => Connection::tcp(engine, &[to], options).await,
        false => Connection::udp(engine, &[to], options),
    };
    connection.expect("a connection")
}
