//! The `manyrpc` command.
fn main() {}
