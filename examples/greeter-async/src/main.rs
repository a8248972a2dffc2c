//! One object whose results are futures, served over five systems at once on one runtime, and called
//! over all of them at the same time; and a call with several messages in both directions.

#[cfg(test)]
mod quick_start;

use std::borrow::Cow;
use std::error::Error;

use manyrpc::streams::{ReplySender, RequestReceiver};
use manyrpc::{Context, Fault, Server};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

manyrpc::stubs!(mod greeter);
manyrpc::stubs!(mod hall);
use greeter::{AsyncGreeterV1, AsyncGreeterV1Client, AsyncGreeterV1Server};
use hall::{AsyncHall, AsyncHallClient, AsyncHallServer, Greeting, Guest};

const BINDINGS: [&str; 5] = [
    "onc+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0",
];

struct Polite {
    guests: Barrier,
}

impl AsyncGreeterV1 for Polite {
    async fn greet(&self, _: &Context<'_>, name: Cow<'_, str>) -> Result<Cow<'_, str>, Fault> {
        // Nobody is greeted before all guests are there: the calls wait for each other.
        self.guests.wait().await;
        Ok(format!("Good day, {name}.").into())
    }
}

async fn greetings() -> Result<Vec<String>, Box<dyn Error>> {
    let guests = Barrier::new(BINDINGS.len());
    let mut server = Server::builder().service(AsyncGreeterV1Server(Polite { guests }));
    for binding in BINDINGS {
        server = server.listen(binding)?;
    }
    let server = server.start_on_runtime().await?;

    let mut calls = JoinSet::new();
    for binding in server.bindings() {
        let client = AsyncGreeterV1Client::open(&binding.to_string()).await?;
        let system = binding.system.name();
        calls.spawn(async move { client.greet(&format!("guest by {system}")).await });
    }
    let mut all = Vec::new();
    for greeting in calls.join_all().await {
        all.push(greeting?.into_owned());
    }
    all.sort();
    server.stop().await;
    Ok(all)
}

struct Doorman;

impl AsyncHall for Doorman {
    async fn arrivals(
        &self,
        _: &Context<'_>,
        mut guests: RequestReceiver<Guest<'static>>,
        greetings: ReplySender<Greeting<'_>>,
    ) -> Result<(), Fault> {
        while let Some(guest) = guests.message().await? {
            let greeting = Greeting {
                text: format!("Good evening, {}.", guest.name).into(),
                ..Greeting::default()
            };
            greetings.send(greeting).await?;
        }
        Ok(())
    }
}

async fn evening(names: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let server = Server::builder()
        .service(AsyncHallServer(Doorman))
        .listen("grpc://127.0.0.1:0")?
        .start_on_runtime()
        .await?;
    let binding = &server.bindings()[0].to_string();

    let mut all = Vec::new();
    let client = AsyncHallClient::open(binding).await?;
    let (mut guests, mut greetings) = client.arrivals().await?;
    for name in names {
        let guest = Guest {
            name: (*name).into(),
            ..Guest::default()
        };
        guests.send(&guest).await?;
        let greeting = greetings.message().await?.ok_or("no greeting")?;
        all.push(greeting.text.into_owned());
    }
    guests.finish();
    // The server has no more to say.
    while greetings.message().await?.is_some() {}
    server.stop().await;
    Ok(all)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    for greeting in greetings().await? {
        println!("{greeting}");
    }
    for greeting in evening(&["Ann", "Bob"]).await? {
        println!("{greeting}");
    }
    Ok(())
}

#[tokio::test]
async fn all_guests_are_greeted_at_once() {
    let systems = ["dce", "grpc", "jsonrpc", "onc", "xmlrpc"];
    let expected = systems.map(|system| format!("Good day, guest by {system}."));
    assert_eq!(greetings().await.unwrap(), expected);
}

#[tokio::test]
async fn guests_are_greeted_as_they_arrive() {
    let greetings = evening(&["Ann", "Bob"]).await.unwrap();
    assert_eq!(greetings, ["Good evening, Ann.", "Good evening, Bob."]);
}
