//! The program that the official conformance runner of Protocol Buffers asks.

use std::process::ExitCode;

fn main() -> ExitCode {
    manyrpc_conformance::protobuf::testee::main(std::env::args().nth(1).as_deref())
}
