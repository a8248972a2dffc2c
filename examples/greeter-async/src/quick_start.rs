//! The code that the README shows, as far as it is the same.

use std::borrow::Cow;
use std::error::Error;

use manyrpc::{Context, Fault, Server};

manyrpc::stubs!(mod greeter);
use greeter::{AsyncGreeterV1, AsyncGreeterV1Client, AsyncGreeterV1Server};
use greeter::{GreeterV1, GreeterV1Client, GreeterV1Server};

struct Polite;
impl AsyncGreeterV1 for Polite {
    async fn greet(&self, _: &Context<'_>, name: Cow<'_, str>) -> Result<Cow<'_, str>, Fault> {
        Ok(format!("Good day, {name}.").into())
    }
}

async fn with_futures() -> Result<String, Box<dyn Error>> {
    let server = Server::builder()
        .service(AsyncGreeterV1Server(Polite))
        .listen("grpc://127.0.0.1:0")? // a port that the system chooses
        .listen("onc+tcp://127.0.0.1:0")?
        .start_on_runtime()
        .await?;
    let at = server.bindings()[0].to_string();

    let client = AsyncGreeterV1Client::open(&at).await?; // clones share its connection
    let greeting = client.greet("world").await?;
    Ok(greeting.into_owned())
}

impl GreeterV1 for Polite {
    fn greet<'a>(&'a self, _: &Context<'_>, name: Cow<'a, str>) -> Result<Cow<'a, str>, Fault> {
        Ok(format!("Good day, {name}.").into())
    }
}

fn with_threads() -> Result<String, Box<dyn Error>> {
    let server = Server::builder()
        .service(GreeterV1Server(Polite))
        .listen("onc+udp://127.0.0.1:0")?
        .start()?;
    let at = server.bindings()[0].to_string();

    let mut client = GreeterV1Client::open(&at)?;
    let greeting = client.greet("world")?;
    Ok(greeting.into_owned())
}

#[tokio::test]
async fn it_greets_with_futures() {
    assert_eq!(with_futures().await.unwrap(), "Good day, world.");
}

#[test]
fn it_greets_with_threads() {
    assert_eq!(with_threads().unwrap(), "Good day, world.");
}

/// Each paragraph of the README's code is in this file, however it is indented.
#[test]
fn the_readme_shows_this() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (readme, this) = (
        include_str!("../../../README.md"),
        plain(include_str!("quick_start.rs")),
    );
    let (_, code) = readme.split_once("\nOn a tokio runtime").unwrap();
    let mut paragraphs = 0;
    for code in code.split("```rust\n").skip(1).take(2) {
        let (code, _) = code.split_once("```").unwrap();
        for paragraph in code.split("\n\n") {
            assert!(this.contains(&plain(paragraph)), "{paragraph}");
            paragraphs += 1;
        }
    }
    assert_eq!(paragraphs, 8);
}
