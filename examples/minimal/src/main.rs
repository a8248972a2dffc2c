//! A client of one system, which compiles no other: it calls the server of `examples/greeter`.

use std::error::Error;

manyrpc::stubs!(mod greeter);

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::args().nth(1);
    let target = target.ok_or("where is the server? onc+tcp://host:port")?;
    let mut client = greeter::GreeterV1Client::open(&target)?;
    println!("{}", client.greet("world")?);
    Ok(())
}
