//! What registries and servers tell, for people and for programs.

use serde_json::Value;

use crate::binding::Binding;
use crate::dynamic::DynamicInterface;
use crate::error::Error;
use crate::options::ClientOptions;

/// In which form something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Lines for people.
    Text,
    /// JSON for programs.
    Json,
}

impl Form {
    /// One of both.
    pub(super) fn write(
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

/// How a system's registries or servers tell what there is.
pub trait Describer: Send + Sync {
    /// What the registry at a binding knows, or what its server serves; without a port in it, the registry of that
    /// host.
    ///
    /// # Errors
    /// It cannot be reached, or does not tell.
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error>;

    /// The same in detail: what the servers themselves answer. `only` names one program, interface, service or method.
    ///
    /// # Errors
    /// As [`list`](Self::list), or there is nothing of that name.
    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error>;

    /// Whether servers tell the definitions of what they serve, so that operations can be found.
    fn tells_definitions(&self) -> bool {
        false
    }

    /// The interface of an operation, from the server itself, and the operation's own name in it.
    ///
    /// # Errors
    /// The server has no such operation, several, or servers of the system do not tell.
    fn find(
        &self,
        at: &Binding,
        options: &ClientOptions,
        operation: &str,
    ) -> Result<(DynamicInterface, String), Error> {
        let _ = (at, options, operation);
        Err(untold())
    }
}

/// The error that a definition is needed.
pub(super) fn untold() -> Error {
    let problem = "servers of this system do not tell what they serve: name the definition";
    Error::Settings(problem.to_owned())
}

/// Columns as wide as their widest cell.
pub(super) fn table<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> String {
    let mut widths = head.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: [&str; N]| {
        let padded: Vec<String> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let mut text = line(head);
    for row in &rows {
        text += &line(row.each_ref().map(String::as_str));
    }
    text
}
