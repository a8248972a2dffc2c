//! The beginning of a server, which offers what each system has of its own.

use super::{System, all};
use crate::server::{Builder, Server};

impl Server {
    /// Builds a server.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Builder::knowing(known)
    }
}

fn known() -> Vec<&'static dyn System> {
    all().collect()
}
