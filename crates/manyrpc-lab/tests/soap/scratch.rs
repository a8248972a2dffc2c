//! A file for as long as it is looked at.

use std::path::{Path, PathBuf};

pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Of that name, which no other test has.
    pub(super) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let name = format!("manyrpc-{name}-{}.wsdl", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("there is room for it");
        Scratch(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
