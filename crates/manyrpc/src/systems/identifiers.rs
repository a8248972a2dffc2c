//! Identifiers from text, which may be in the notation of any system.

use std::str::FromStr;

use super::{Identifiers, System, all};
use crate::uuid::{Uuid, UuidError};

/// The systems with a notation of their own, each with that notation.
pub fn identifiers() -> impl Iterator<Item = (&'static dyn System, &'static dyn Identifiers)> {
    all().filter_map(|system| Some((system, system.identifiers()?)))
}

impl FromStr for Uuid {
    type Err = UuidError;

    /// Parses the usual notation or [that of a system](Identifiers), ignoring case.
    fn from_str(text: &str) -> Result<Self, UuidError> {
        let of_a_system = || identifiers().find_map(|(_, form)| form.parse(text));
        Uuid::parse_groups(text)
            .or_else(of_a_system)
            .ok_or(UuidError)
    }
}
