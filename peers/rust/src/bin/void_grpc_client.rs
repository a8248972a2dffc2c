//! The smallest client on tonic: binds and calls once. `study netwise` reads its size.

mod void {
    tonic::include_proto!("minimal");
}

use std::error::Error;

use tonic::transport::Endpoint;
use void::void_client::VoidClient;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::args().nth(1);
    let target = target.ok_or("where is the server? http://host:port")?;
    let channel = Endpoint::from_shared(target)?.connect().await?;
    VoidClient::new(channel).nothing(void::Empty {}).await?;
    Ok(())
}
