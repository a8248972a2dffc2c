//! Turns the definition into stubs.

fn main() -> Result<(), manyrpc_build::Error> {
    manyrpc_build::compile("bank.idl")
}
