//! `exchange_jsonrpc_client tcp HOST PORT [http|ws]`: calls of `interfaces/exchange.proto` as JSON-RPC on jsonrpsee,
//! over HTTP or else WebSocket; commands as in `../../exchange.md`.

use std::sync::Arc;

use database_peer::blob::Blob;
use database_peer::saturate::{Connection, Workload, obey_commands};
use database_peer::{Outcome, arguments};
use jsonrpsee::core::client::ClientT;
use jsonrpsee::core::params::ObjectParams;
use jsonrpsee::http_client::{HttpClient, HttpClientBuilder};
use jsonrpsee::rpc_params;
use jsonrpsee::ws_client::{WsClient, WsClientBuilder};
use serde::Deserialize;

/// More calls in flight than any measurement has.
const IN_FLIGHT: usize = 4096;

#[derive(Deserialize)]
struct Empty {}

/// A client with either transport.
struct Client<T>(Arc<T>);

impl<T> Clone for Client<T> {
    fn clone(&self) -> Self {
        Client(Arc::clone(&self.0))
    }
}

impl<T: ClientT + Send + Sync + 'static> Connection for Client<T> {
    type Data = Arc<Blob>;

    fn data(workload: Workload) -> Arc<Blob> {
        let data = workload.data();
        Arc::new(Blob { data })
    }

    async fn call(&mut self, workload: Workload, blob: &Arc<Blob>) -> Outcome<()> {
        if let Workload::Nothing = workload {
            self.0
                .request::<Empty, _>("Exchange.Nothing", rpc_params![])
                .await?;
            return Ok(());
        }
        let mut parameters = ObjectParams::new();
        parameters.insert("data", blob.text())?;
        let back: Blob = self.0.request("Exchange.Echo", parameters).await?;
        match back.data == blob.data {
            true => Ok(()),
            false => Err("the result is wrong".into()),
        }
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments = arguments(3, "exchange_jsonrpc_client tcp HOST PORT [http|ws]");
    let at = format!("{}:{}", arguments[0], arguments[1]);
    if arguments.get(2).is_some_and(|over| over == "http") {
        let open = async || {
            let client: HttpClient = HttpClientBuilder::default()
                .max_concurrent_requests(IN_FLIGHT)
                .build(format!("http://{at}"))?;
            Ok(Client(Arc::new(client)))
        };
        return obey_commands(open).await;
    }
    let open = async || {
        let client: WsClient = WsClientBuilder::default()
            .max_concurrent_requests(IN_FLIGHT)
            .build(format!("ws://{at}"))
            .await?;
        Ok(Client(Arc::new(client)))
    };
    obey_commands(open).await
}
