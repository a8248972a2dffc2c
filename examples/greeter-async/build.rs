//! Turns the definition into stubs.

fn main() -> Result<(), manyrpc::build::Error> {
    manyrpc::build::compile("greeter.x")
}
