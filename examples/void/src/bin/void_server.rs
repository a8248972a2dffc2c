//! The smallest server, until somebody ends it. `manyrpc study netwise` reads its size.

use std::error::Error;

use manyrpc::{Context, Fault, Server};

manyrpc::stubs!(mod void);

struct Nothing;

impl void::VoidV1 for Nothing {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::builder()
        .service(void::VoidV1Server(Nothing))
        .listen("onc+tcp://127.0.0.1:0")?
        .start()?;
    println!("{}", server.bindings()[0]);
    loop {
        std::thread::park();
    }
}
