//! Keys of objects, as people write them.

use manyrpc_engine::ObjectKey;

use crate::uuid::Uuid;

/// How a system's keys of objects are written in its bindings.
pub trait Objects: Sync {
    /// The key that a text is.
    ///
    /// # Errors
    /// It is none; the text says what is.
    fn parse(&self, text: &str) -> Result<ObjectKey, String>;

    /// The text that is a key.
    fn print(&self, key: &ObjectKey) -> String;
}

/// Universally unique identifiers: of DCE and NCS.
pub struct Uuids;

impl Objects for Uuids {
    fn parse(&self, text: &str) -> Result<ObjectKey, String> {
        let uuid: Uuid = text.parse().map_err(|e| format!("{e}"))?;
        Ok(uuid.into())
    }

    fn print(&self, key: &ObjectKey) -> String {
        // No other keys are put into such bindings, but by programs that make them from their parts.
        let uuid = key.uuid().map(Uuid);
        uuid.map_or_else(
            || key.as_bytes().escape_ascii().to_string(),
            |u| u.to_string(),
        )
    }
}
