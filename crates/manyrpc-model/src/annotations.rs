//! What only one dialect says.

use std::collections::BTreeMap;

/// What one dialect says and no other does, by dotted key (`rpcl.program`).
pub type Annotations = BTreeMap<String, String>;
