//! Turns the definitions into stubs.

fn main() -> Result<(), manyrpc_build::Error> {
    manyrpc_build::compile("greeter.x")?;
    manyrpc_build::compile("hall.proto")
}
