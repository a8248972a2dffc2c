//! Object keys as text.

use manyrpc_engine::ObjectKey;

use crate::uuid::Uuid;

/// The notation of a system's object keys in its bindings.
pub trait Objects: Sync {
    /// Parses a key.
    ///
    /// # Errors
    /// The text is not a key; the message describes the expected form.
    fn parse(&self, text: &str) -> Result<ObjectKey, String>;

    /// Prints a key.
    fn print(&self, key: &ObjectKey) -> String;

    /// Whether bindings have the key as their path, `scheme://host:port/key`, instead of behind the `?`.
    fn is_path(&self) -> bool {
        false
    }
}

/// UUIDs, for DCE and NCS.
pub struct Uuids;

impl Objects for Uuids {
    fn parse(&self, text: &str) -> Result<ObjectKey, String> {
        let uuid: Uuid = text.parse().map_err(|e| format!("{e}"))?;
        Ok(uuid.into())
    }

    fn print(&self, key: &ObjectKey) -> String {
        // Other keys occur in such bindings only if a program constructs them.
        let uuid = key.uuid().map(Uuid);
        uuid.map_or_else(
            || key.as_bytes().escape_ascii().to_string(),
            |u| u.to_string(),
        )
    }
}
