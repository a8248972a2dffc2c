//! Turns the definition into stubs.

use manyrpc_build::{Build, Syntaxes};

fn main() -> Result<(), manyrpc_build::Error> {
    let mut build = Build::default();
    // It calls over Sun RPC alone.
    build.stubs.syntaxes = Syntaxes::XDR;
    build.compile("../greeter/greeter.x").map(drop)
}
