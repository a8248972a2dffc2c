//! The services by which a server describes what it serves.

use std::sync::Arc;

use manyrpc_codec::Encoding;

use super::System;
use crate::service::Service;

/// A service for introspection, with the syntax that it is for.
pub type IntrospectionService = (Encoding, Arc<dyn Service>);

/// The systems whose kind of introspection a server offers; all by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introspection(Option<Vec<&'static dyn System>>);

impl Introspection {
    /// Every system.
    pub const ALL: Self = Introspection(None);

    /// None.
    pub const NONE: Self = Introspection(Some(Vec::new()));

    /// Only these systems.
    #[must_use]
    pub fn of(systems: &[&'static dyn System]) -> Self {
        Introspection(Some(systems.to_vec()))
    }

    /// The services for introspection that systems have, each with the syntax that it is for.
    pub(crate) fn services(
        &self,
        systems: &[&'static dyn System],
        of: &[Arc<dyn Service>],
    ) -> Vec<IntrospectionService> {
        let offered = systems.iter().filter(|system| match &self.0 {
            Some(only) => only.contains(system),
            None => true,
        });
        offered
            .flat_map(|system| system.introspection(of))
            .collect()
    }
}

impl Default for Introspection {
    fn default() -> Self {
        Self::ALL
    }
}
