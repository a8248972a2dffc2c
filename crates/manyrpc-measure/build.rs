//! Notes the commit and the compiler that the run record names.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../.git/HEAD");
    println!("cargo:rerun-if-changed=../../.git/refs/heads");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    note(
        "MANYRPC_COMMIT",
        "git",
        &["rev-parse", "--short=12", "HEAD"],
    );
    note("MANYRPC_RUSTC", &rustc, &["--version"]);
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo:rustc-env=MANYRPC_PROFILE={profile}");
}

/// Sets the variable to the command's first line of output, or to nothing.
fn note(variable: &str, program: &str, arguments: &[&str]) {
    let line = Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| text.lines().next().map(str::to_owned))
        .unwrap_or_default();
    println!("cargo:rustc-env={variable}={line}");
}
