//! Identifiers in a system's own notation.

use std::net::Ipv4Addr;
use std::time::Duration;

use crate::uuid::Uuid;

/// A system's own notation of the identifiers of interfaces and objects, besides that of C706. Everywhere else they
/// are UUIDs.
pub trait Identifiers: Sync {
    /// Parses an identifier in this notation.
    fn parse(&self, text: &str) -> Option<Uuid>;

    /// Prints an identifier in this notation; `None` for one that was not made for this system.
    fn print(&self, identifier: &Uuid) -> Option<String>;

    /// Generates the `n`th identifier, from 0, of a host at a time since 1970.
    fn generate(&self, at: Duration, n: u32, host: Ipv4Addr) -> Uuid;
}
