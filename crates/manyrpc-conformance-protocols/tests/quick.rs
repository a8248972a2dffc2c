//! The quick part of every suite of protocols.

use manyrpc_conformance::suite::quick;
use manyrpc_conformance_protocols::SUITES;

#[test]
fn suites_find_nothing_new() {
    let wrong = quick(SUITES);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
