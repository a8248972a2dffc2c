//! One object served on two bindings at once, and called over both.

use std::borrow::Cow;
use std::error::Error;

use manyrpc::{Context, Fault, Server};

manyrpc::stubs!(mod greeter);
use greeter::{GreeterV1, GreeterV1Client, GreeterV1Server};

struct Polite;

impl GreeterV1 for Polite {
    fn greet<'a>(&'a self, _: &Context<'_>, name: Cow<'a, str>) -> Result<Cow<'a, str>, Fault> {
        Ok(format!("Good day, {name}.").into())
    }
}

fn greetings() -> Result<Vec<String>, Box<dyn Error>> {
    let server = Server::builder()
        .service(GreeterV1Server(Polite))
        .listen("onc+tcp://127.0.0.1:0")?
        .listen("onc+udp://127.0.0.1:0")?
        .start()?;
    let call = |binding: &manyrpc::Binding| {
        let mut client = GreeterV1Client::open(&binding.to_string())?;
        Ok(client.greet("world")?.into_owned())
    };
    server.bindings().iter().map(call).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    for greeting in greetings()? {
        println!("{greeting}");
    }
    Ok(())
}

#[test]
fn both_bindings_answer() {
    assert_eq!(greetings().unwrap(), ["Good day, world."; 2]);
}
