//! The quick part of every suite of transfer syntaxes.

use manyrpc_conformance::suite::{Plan, run};
use manyrpc_conformance::suites::SUITES;

#[test]
fn suites_find_nothing_new() {
    let plan = Plan::quick().asking(env!("CARGO_BIN_EXE_protobuf-testee"));
    let wrong = run(SUITES, &plan);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
