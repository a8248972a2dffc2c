//! The quick part of every suite of transfer syntaxes.

use manyrpc_conformance::suite::{SUITES, quick};

#[test]
fn suites_find_nothing_new() {
    let wrong = quick(SUITES);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
