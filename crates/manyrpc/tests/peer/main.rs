//! Connections on which both ends call: ours with ours, and with vscode-jsonrpc in both roles; with
//! threads and on a runtime.

mod foreign;
mod keepalives;
mod tasks;
mod threads;

use std::future::Future;
use std::path::PathBuf;

use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::{AsyncClient, Client, Error, Fault};
use manyrpc_model::Value;
use tokio::runtime::Builder;

const DEFINITION: &str = "
program HALVES {
    version HALVES_V1 {
        int half(int n) = 1;
        string echo(string text) = 2;
    } = 1;
} = 0x20000200;
";

fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("halves.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

/// Halves 1 and less itself, and calls the caller back for the rest.
fn service() -> DynamicService {
    let again = interface();
    DynamicService::new(interface(), move |call, operation, arguments| {
        let n = match (operation.name.as_str(), &arguments[..]) {
            ("echo", _) => return Ok(arguments),
            ("half", [Value::I32(n)]) => *n,
            other => panic!("{other:?}"),
        };
        if n <= 1 {
            return Ok(vec![Value::I32(n)]);
        }
        let peer = call.peer().expect("both ends call");
        let mut back = DynamicClient::new(peer, again.clone());
        let half = back.call("half", &[Value::I32(n / 2)]);
        half.map_err(|_| Fault::ServerFailure)
    })
}

fn half(client: Client, n: i32) -> Result<i32, Error> {
    let mut client = DynamicClient::new(client, interface());
    match client.call("half", &[Value::I32(n)])?[..] {
        [Value::I32(half)] => Ok(half),
        ref other => panic!("{other:?}"),
    }
}

/// The same as futures.
fn service_of_futures() -> DynamicService {
    let again = interface();
    DynamicService::of_futures(interface(), move |call, operation, arguments| {
        let again = again.clone();
        Box::pin(async move {
            let n = match (operation.name.as_str(), &arguments[..]) {
                ("echo", _) => return Ok(arguments),
                ("half", [Value::I32(n)]) => *n,
                other => panic!("{other:?}"),
            };
            if n <= 1 {
                return Ok(vec![Value::I32(n)]);
            }
            assert!(call.peer().is_none(), "it must not block");
            let peer = call.async_peer().expect("both ends call");
            let back = AsyncDynamicClient::new(peer, again);
            let half = back.call("half", &[Value::I32(n / 2)]).await;
            Ok(half.map_err(|_| Fault::ServerFailure)?)
        })
    })
}

async fn half_async(client: AsyncClient, n: i32) -> Result<i32, Error> {
    let client = AsyncDynamicClient::new(client, interface());
    match client.call("half", &[Value::I32(n)]).await?[..] {
        [Value::I32(half)] => Ok(half),
        ref other => panic!("{other:?}"),
    }
}

/// Each test runs on a runtime of either kind.
fn on_both<F: Future<Output = ()>>(test: impl Fn() -> F) {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().unwrap().block_on(test());
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(test());
}

fn socket_path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("manyrpc-{name}-{}", std::process::id()))
}

/// Every system of such connections, and what may differ in it.
fn streams(of: &str) -> [String; 6] {
    let path = |name: &str| socket_path(&format!("{of}-{name}")).display().to_string();
    [
        "jsonrpc+tcp://127.0.0.1:0".to_owned(),
        "jsonrpc+tcp://127.0.0.1:0?framing=content-length&params=positional".to_owned(),
        "jsonrpc+tcp://127.0.0.1:0?version=1.0".to_owned(),
        "onc+tcp://127.0.0.1:0".to_owned(),
        format!("onc+unix://{}", path("onc")),
        format!("jsonrpc+unix://{}", path("json")),
    ]
}
