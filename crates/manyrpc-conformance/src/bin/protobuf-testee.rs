//! The testee of the official conformance runner of Protocol Buffers.

use std::process::ExitCode;

fn main() -> ExitCode {
    manyrpc_conformance::protobuf::testee::main(std::env::args().nth(1).as_deref())
}
