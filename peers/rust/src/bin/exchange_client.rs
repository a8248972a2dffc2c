//! `exchange_client tcp HOST PORT`: calls of `interfaces/exchange.proto` on tonic; commands as in `../../exchange.md`.

use database_peer::exchange::exchange_client::ExchangeClient;
use database_peer::exchange::{Blob, Empty};
use database_peer::saturate::{Connection, Workload, obey_commands};
use database_peer::{Outcome, arguments, channel};
use tonic::codegen::Bytes;
use tonic::transport::Channel;

#[derive(Clone)]
struct Client(ExchangeClient<Channel>);

impl Connection for Client {
    type Data = Bytes;

    fn data(workload: Workload) -> Bytes {
        workload.data().into()
    }

    async fn call(&mut self, workload: Workload, data: &Bytes) -> Outcome<()> {
        if let Workload::Nothing = workload {
            self.0.nothing(Empty {}).await?;
            return Ok(());
        }
        let blob = Blob { data: data.clone() };
        match self.0.echo(blob).await?.into_inner().data == *data {
            true => Ok(()),
            false => Err("the result is wrong".into()),
        }
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments = arguments(3, "exchange_client tcp HOST PORT");
    let open = async || {
        let channel = channel(&arguments[0], &arguments[1], &[])?;
        Ok(Client(ExchangeClient::new(channel)))
    };
    obey_commands(open).await
}
