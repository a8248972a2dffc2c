//! The smallest server on tonic, until somebody ends it. `study netwise` reads its size.

mod void {
    tonic::include_proto!("minimal");
}

use std::error::Error;

use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use void::Empty;
use void::void_server::{Void, VoidServer};

struct Nothing;

#[tonic::async_trait]
impl Void for Nothing {
    async fn nothing(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        Ok(Response::new(Empty {}))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse()?)?;
    println!("http://{}", incoming.local_addr()?);
    Ok(Server::builder()
        .add_service(VoidServer::new(Nothing))
        .serve_with_incoming(incoming)
        .await?)
}
