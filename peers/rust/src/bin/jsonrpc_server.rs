//! `jsonrpc_server tcp [PORT]`: `interfaces/exchange.proto` as JSON-RPC on jsonrpsee, over HTTP and WebSocket, until standard
//! input closes.

use std::convert::Infallible;

use database_peer::blob::Blob;
use database_peer::{Outcome, arguments, bind, end_with_standard_input};
use jsonrpsee::RpcModule;
use jsonrpsee::server::{Server, ServerConfig};
use jsonrpsee::types::ErrorObjectOwned;

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments = arguments(1, "jsonrpc_server tcp [PORT]");
    // As many connections as any measurement has.
    let config = ServerConfig::builder().max_connections(20_000).build();
    let listener = bind(&arguments)?;
    println!("PORT {}", listener.local_addr()?.port());
    end_with_standard_input();
    let mut module = RpcModule::new(());
    module.register_async_method("Exchange.Nothing", async |_, _, _| {
        Ok::<_, Infallible>(()).map_err(|never| match never {}).map_err(|e: ErrorObjectOwned| e)
    })?;
    module.register_async_method("Exchange.Echo", async |parameters, _, _| {
        parameters.parse::<Blob>()
    })?;
    let server = Server::builder()
        .set_config(config)
        .build_from_tcp(listener)?;
    server.start(module).stopped().await;
    Ok(())
}
