//! `exchange_server tcp [PORT]`: `interfaces/exchange.proto` on tonic, until standard input closes.

use database_peer::exchange::exchange_server::{Exchange, ExchangeServer};
use database_peer::exchange::{Blob, Empty};
use database_peer::{Outcome, arguments, listening};
use tonic::{Request, Response, Status};

struct Service;

#[tonic::async_trait]
impl Exchange for Service {
    async fn nothing(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        Ok(Response::new(Empty {}))
    }

    async fn echo(&self, blob: Request<Blob>) -> Result<Response<Blob>, Status> {
        Ok(Response::new(blob.into_inner()))
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let (mut server, incoming) = listening(&arguments(1, "exchange_server tcp [PORT]"))?;
    let service = ExchangeServer::new(Service);
    Ok(server
        .add_service(service)
        .serve_with_incoming(incoming)
        .await?)
}
