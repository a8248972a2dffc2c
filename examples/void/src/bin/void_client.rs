//! The smallest client: binds and calls once. `manyrpc study netwise` reads its size.

use std::error::Error;

manyrpc::stubs!(mod void);

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::args().nth(1);
    let target = target.ok_or("where is the server? onc+tcp://host:port")?;
    void::VoidV1Client::open(&target)?.nothing()?;
    Ok(())
}
