//! The `manyrpc` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    manyrpc_cli::main()
}
