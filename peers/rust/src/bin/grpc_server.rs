//! `grpc_server tcp [port]`: Database.Request on tonic, until standard input closes.

use std::io::Read;
use std::net::SocketAddr;

use database_peer::rpcbench::database_server::{Database, DatabaseServer};
use database_peer::rpcbench::{Info, InfoRequest};
use database_peer::{arguments, photo, record};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
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
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = arguments(1, "grpc_server tcp [port]");
    let port = arguments.first().map_or(Ok(0), |port| port.parse())?;
    let incoming =
        TcpIncoming::bind(SocketAddr::from(([127, 0, 0, 1], port)))?.with_nodelay(Some(true));
    println!("PORT {}", incoming.local_addr()?.port());
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0)
    });
    let service = DatabaseServer::new(Service { photo: photo() });
    Ok(Server::builder()
        .add_service(service)
        .serve_with_incoming(incoming)
        .await?)
}
