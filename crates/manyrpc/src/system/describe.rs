//! Descriptions of registries and servers, for people and for programs.

use serde_json::Value;

use super::binding::Binding;
use crate::described::DynamicInterface;
use crate::error::Error;
use crate::options::ClientOptions;

/// The form of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Lines for people.
    Text,
    /// JSON for programs.
    Json,
}

impl Form {
    /// Writes one of both.
    pub(crate) fn write(
        self,
        text: impl FnOnce() -> String,
        json: impl FnOnce() -> Value,
    ) -> String {
        match self {
            Form::Text => text(),
            Form::Json => format!("{:#}\n", json()),
        }
    }
}

/// Describes a system's registries or servers.
pub trait Describer: Send + Sync {
    /// Lists what the registry at a binding has, or what its server serves; without a port, that
    /// host's registry.
    ///
    /// # Errors
    /// It cannot be reached, or offers no such list.
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error>;

    /// The same in detail, with the answers of the servers themselves. `only` restricts it to one
    /// program, interface, service or method.
    ///
    /// # Errors
    /// As [`list`](Self::list), or nothing has that name.
    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error>;

    /// What a text in the system's own notation says that is no binding, since nobody can be called by it; `None` of others.
    fn describe_text(&self, text: &str, form: Form) -> Option<String> {
        let _ = (text, form);
        None
    }

    /// Whether servers provide the definitions of their services, so that operations can be looked
    /// up.
    fn provides_definitions(&self) -> bool {
        false
    }

    /// The interface of an operation, obtained from the server, and the operation's name in it.
    ///
    /// # Errors
    /// The server has no such operation, or several, or the system's servers do not provide
    /// definitions.
    fn find(
        &self,
        at: &Binding,
        options: &ClientOptions,
        operation: &str,
    ) -> Result<(DynamicInterface, String), Error> {
        let _ = (at, options, operation);
        Err(needs_definition())
    }

    /// The binding for calls of an interface that [`find`](Self::find) got there: the same, unless the definition says more of its
    /// server.
    fn binding_for(&self, at: &Binding, interface: &DynamicInterface) -> Binding {
        let _ = interface;
        at.clone()
    }
}

/// The describer of a binding's system.
///
/// # Errors
/// It has none.
pub fn describer_of(binding: &Binding) -> Result<&'static dyn Describer, Error> {
    binding.system.describer().ok_or_else(needs_definition)
}

/// The error that a definition is needed.
fn needs_definition() -> Error {
    let problem = "servers of this system do not tell what they serve: name the definition";
    Error::Settings(problem.to_owned())
}
