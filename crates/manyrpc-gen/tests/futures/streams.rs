//! Interfaces with operations of several messages, of which the others are served as futures.

use manyrpc::{CallError, Context, Fault};
use tokio::task::yield_now;

use crate::messages::{
    AsyncExchange, AsyncExchangeClient, AsyncExchangeServer, Empty, ExchangeClient, Ping, Pong,
};
use crate::{Serving, blocking, runtime};

struct Swapping;

impl AsyncExchange for Swapping {
    async fn swap(&self, _: &Context<'_>, ping: Ping<'_>) -> Result<Pong<'_>, Fault> {
        yield_now().await;
        Ok(Pong {
            pings: vec![ping.into_owned()],
            ..Pong::default()
        })
    }

    async fn nothing(&self, _: &Context<'_>, empty: Empty) -> Result<Empty, Fault> {
        Ok(empty)
    }
}

fn ping() -> Ping<'static> {
    Ping {
        unknown: b"bytes".as_slice().into(),
        ..Ping::default()
    }
}

#[test]
fn one_message_is_served_and_several_are_refused() {
    runtime().block_on(async {
        let tasks = Serving::futures(AsyncExchangeServer(Swapping), "grpc://127.0.0.1:0").await;
        let client = AsyncExchangeClient::open(&tasks.at()).await.unwrap();
        let pong = client.swap(&ping()).await.unwrap();
        assert_eq!(pong.pings, [ping()]);
        client.nothing(&Empty::default()).await.unwrap();
        let at = tasks.at();
        blocking(move || {
            let mut client = ExchangeClient::open(&at).unwrap();
            assert_eq!(client.swap(&ping()).unwrap().pings, [ping()]);
            let mut watch = client.watch(&ping()).unwrap();
            let refused = watch.next().unwrap_err();
            let none =
                matches!(&refused, CallError::Fault(f) if f.plain() == Fault::NoSuchOperation);
            assert!(none, "{refused:?}");
        })
        .await;
        tasks.stop().await;
    });
}
