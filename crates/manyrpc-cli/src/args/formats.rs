//! The values of `uuidgen --format`.

use manyrpc::systems;

/// DCE's notation.
const USUAL: &str = "dce";

/// A definition with the UUID in it.
pub(crate) const TEMPLATE: &str = "idl";

/// Both, and the systems whose identifiers have a notation of their own.
pub(super) fn formats() -> Vec<&'static str> {
    let own = systems::identifiers().map(|(system, _)| system.name());
    [USUAL].into_iter().chain(own).chain([TEMPLATE]).collect()
}
