//! The objects of a system's servers: their keys as text, and references to them.

use manyrpc_engine::ObjectKey;

use super::binding::Binding;
use crate::service::Service;
use crate::uuid::Uuid;

/// What a system has for its objects: the notation of their keys in its bindings, and references.
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

    /// Whether objects of the system can have that key.
    fn has_key(&self, key: &ObjectKey) -> bool {
        let _ = key;
        true
    }

    /// The text of a reference to an object, which is at each of these bindings; `None` if the system cannot refer to it
    /// there.
    fn reference(&self, at: &[Binding], type_id: &str) -> Option<String> {
        let _ = type_id;
        at.first().map(Binding::to_string)
    }

    /// The identifier of the type of an interface with that full name, if no other was given.
    fn type_id(&self, full_name: &str) -> String {
        full_name.to_owned()
    }

    /// The identifier of the type of the interface that the object of a binding has, if the binding tells it.
    fn type_of(&self, at: &Binding) -> Option<String> {
        let _ = at;
        None
    }

    /// Whether objects can be asked for their types: by `_is_a`, with the identifier of one.
    fn tell_types(&self) -> bool {
        false
    }
}

/// The identifier of the type of a service's interface.
pub(crate) fn type_id(objects: &dyn Objects, service: &dyn Service) -> String {
    let own = service.type_ids().first().map(|id| (*id).to_owned());
    own.unwrap_or_else(|| objects.type_id(service.interface().full_name))
}

/// UUIDs, for DCE and NCS.
pub struct Uuids;

impl Objects for Uuids {
    fn parse(&self, text: &str) -> Result<ObjectKey, String> {
        let uuid: Uuid = text.parse().map_err(|e| format!("{e}"))?;
        Ok(uuid.into())
    }

    fn has_key(&self, key: &ObjectKey) -> bool {
        key.uuid().is_some()
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
