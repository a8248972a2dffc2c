//! The commit and the toolchain of this build.

/// The commit, if known.
pub fn commit() -> Option<String> {
    let commit = env!("MANYRPC_COMMIT");
    (!commit.is_empty()).then(|| commit.to_owned())
}

/// The compiler and the profile.
pub fn built_with() -> String {
    format!("{}, {}", env!("MANYRPC_RUSTC"), env!("MANYRPC_PROFILE"))
}
