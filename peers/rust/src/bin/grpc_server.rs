//! `grpc_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]`: Database.Request on tonic, until standard input closes.

use database_peer::rpcbench::database_server::{Database, DatabaseServer};
use database_peer::rpcbench::{Info, InfoRequest};
use database_peer::{arguments, listening, photo, record};
use tonic::{Request, Response, Status};

struct Service {
    photo: Vec<u8>,
}

#[tonic::async_trait]
impl Database for Service {
    async fn request(&self, request: Request<InfoRequest>) -> Result<Response<Info>, Status> {
        let wanted = request.into_inner();
        if wanted.id < 0 {
            return Err(Status::invalid_argument("ids are 0 or more"));
        }
        let photo = if wanted.photo {
            self.photo.clone()
        } else {
            Vec::new()
        };
        Ok(Response::new(record(wanted.id, photo)))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let arguments = arguments(1, "grpc_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]");
    let (server, incoming) = listening(&arguments)?;
    // A client of many tasks may give more than h2's 20 calls up before a busy machine lets this server look at them.
    let mut server = server.http2_max_pending_accept_reset_streams(Some(1000));
    let service = DatabaseServer::new(Service { photo: photo() });
    Ok(server
        .add_service(service)
        .serve_with_incoming(incoming)
        .await?)
}
