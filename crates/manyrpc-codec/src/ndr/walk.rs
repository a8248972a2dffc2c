//! The walks over a value.

/// The kind of walk of a sink or source.
pub(super) type Walk = u8;
pub(super) const TOP: Walk = 0;
pub(super) const BODY: Walk = 1;
pub(super) const DEFER: Walk = 2;
pub(super) const CONFORM: Walk = 3;
pub(super) const VARY: Walk = 4;
