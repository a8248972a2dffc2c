//! Everything CI does, as one local command.
fn main() {}
