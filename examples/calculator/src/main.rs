//! One definition, one application object, two transports.

use manyrpc::{Context, Fault, Server};

manyrpc::stubs!(mod calculator);
use calculator::{CalculatorV1, CalculatorV1Client, CalculatorV1Server};

struct Calculator;

impl CalculatorV1 for Calculator {
    fn add(&self, _call: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        Ok(a + b)
    }
}

fn main() -> Result<(), manyrpc::Error> {
    let server = Server::builder()
        .service(CalculatorV1Server(Calculator))
        .listen("onc+udp://127.0.0.1:0")?
        .listen("onc+tcp://127.0.0.1:0")?
        .start()?;
    for binding in server.bindings() {
        let mut client = CalculatorV1Client::open(&binding.to_string())?;
        println!("{binding}: 2 + 3 = {}", client.add(2, 3)?);
    }
    server.stop();
    Ok(())
}
