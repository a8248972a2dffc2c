//! Stubs whose calls are futures, over every system of the library: clients of both kinds against
//! servers of both kinds.

mod exceptions;
mod handles;
mod statuses;
mod streams;
mod values;

use manyrpc::Server;
use manyrpc::server::{Running, RunningTasks};
use manyrpc::stub::Service;
use tokio::runtime::{Builder, Runtime};

macro_rules! generated {
    ($($name:ident = $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        #[doc = concat!("Generated: ", stringify!($name), ".")]
        pub mod $name;
    )*};
}

generated! {
    derived = "../corpus/derived.rs";
    grpc_testing = "../../../manyrpc-lab/tests/support/grpc_testing.rs";
    messages = "../corpus/messages.rs";
    operations = "../corpus/operations.rs";
    shop = "../corpus/raises.rs";
    ward = "../corpus/statuses.rs";
}

/// Each system and transport.
const BINDINGS: [&str; 13] = [
    "onc+udp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "raw+udp://127.0.0.1:0",
    "raw+tcp://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0?connection=close",
    "jsonrpc+tcp://127.0.0.1:0?framing=content-length",
];

/// One of each kind.
fn runtimes() -> [Runtime; 2] {
    let alone = Builder::new_current_thread().enable_all().build();
    [alone.unwrap(), runtime()]
}

fn runtime() -> Runtime {
    let mut threads = Builder::new_multi_thread();
    threads.worker_threads(2).enable_all().build().unwrap()
}

/// A server with threads, or with tasks.
enum Serving {
    Threads(Running),
    Tasks(RunningTasks),
}

impl Serving {
    /// On threads.
    fn blocking(service: impl Service + 'static, binding: &str) -> Self {
        let server = Server::builder().service(service).listen(binding).unwrap();
        Serving::Threads(server.start().unwrap())
    }

    /// On the current runtime.
    async fn futures(service: impl Service + 'static, binding: &str) -> Self {
        assert!(service.is_async());
        let server = Server::builder().service(service).listen(binding).unwrap();
        Serving::Tasks(server.start_on_runtime().await.unwrap())
    }

    fn at(&self) -> String {
        let bindings = match self {
            Serving::Threads(running) => running.bindings(),
            Serving::Tasks(running) => running.bindings(),
        };
        bindings[0].to_string()
    }

    async fn stop(self) {
        match self {
            Serving::Threads(running) => running.stop(),
            Serving::Tasks(running) => running.stop().await,
        }
    }
}

/// Runs calls that block beside the runtime's tasks.
async fn blocking(calls: impl FnOnce() + Send + 'static) {
    tokio::task::spawn_blocking(calls).await.unwrap();
}
