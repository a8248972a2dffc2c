//! Identifiers in a form of a system's own.

use std::net::Ipv4Addr;
use std::time::Duration;

use super::{System, all};
use crate::uuid::Uuid;

/// A form of the identifiers of interfaces and objects that is a system's own, beside that of C706. To everybody
/// else they are UUIDs like any other.
pub trait Identifiers: Sync {
    /// The identifier that a text in this form is.
    fn parse(&self, text: &str) -> Option<Uuid>;

    /// An identifier in this form; `None` for one that was not made for this system.
    fn print(&self, identifier: &Uuid) -> Option<String>;

    /// The identifier that a host makes `n`th, from 0 on, at a time since 1970.
    fn generate(&self, at: Duration, n: u32, host: Ipv4Addr) -> Uuid;
}

/// The systems whose identifiers have a form of their own, with it.
pub fn identifiers() -> impl Iterator<Item = (&'static dyn System, &'static dyn Identifiers)> {
    all().filter_map(|system| Some((system, system.identifiers()?)))
}
