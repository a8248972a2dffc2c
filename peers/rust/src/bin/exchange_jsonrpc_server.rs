//! `exchange_jsonrpc_server tcp [PORT]`: `interfaces/exchange.proto` as JSON-RPC on jsonrpsee, over HTTP and WebSocket,
//! until standard input closes.

use database_peer::blob::Blob;
use database_peer::{Outcome, arguments, bind, end_with_standard_input};
use jsonrpsee::RpcModule;
use jsonrpsee::server::{Server, ServerConfig};
use jsonrpsee::types::ErrorObjectOwned;
use serde::Serialize;

#[derive(Clone, Serialize)]
struct Empty {}

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments = arguments(1, "exchange_jsonrpc_server tcp [PORT]");
    // More connections than any measurement has.
    let config = ServerConfig::builder().max_connections(20_000).build();
    let listener = bind(&arguments)?;
    println!("PORT {}", listener.local_addr()?.port());
    end_with_standard_input();
    let mut module = RpcModule::new(());
    module.register_async_method("Exchange.Nothing", |_, _, _| async {
        Ok::<_, ErrorObjectOwned>(Empty {})
    })?;
    module.register_async_method("Exchange.Echo", |parameters, _, _| async move {
        parameters.parse::<Blob>()
    })?;
    let server = Server::builder()
        .set_config(config)
        .build_from_tcp(listener)?;
    server.start(module).stopped().await;
    Ok(())
}
