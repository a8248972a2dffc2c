//! Descriptions in files.

use std::path::Path;

use manyrpc_idl::Diagnostic;
use manyrpc_model::{Interface, Module};

use crate::system::binding::Binding;

/// How descriptions are read.
pub(super) fn as_wsdl() -> manyrpc_idl::Options {
    manyrpc_idl::Options {
        language: Some("wsdl".to_owned()),
        ..manyrpc_idl::Options::default()
    }
}

/// A module, or what is wrong with its text.
///
/// # Errors
/// There is no module.
pub(super) fn module((module, said): (Option<Module>, Vec<Diagnostic>)) -> Result<Module, String> {
    module.ok_or_else(|| {
        let said: Vec<String> = said.iter().map(|d| d.render(false)).collect();
        said.join("\n")
    })
}

/// The module in a file.
///
/// # Errors
/// It is no description; why.
pub(super) fn read(file: &str) -> Result<Module, String> {
    module(manyrpc_idl::load(Path::new(file), &as_wsdl()))
}

/// The binding of the server that the first port with an address of HTTP in a file has.
///
/// # Errors
/// The file is no description, or has no such port; as half a sentence.
pub(super) fn binding_in(file: &str) -> Result<Binding, String> {
    let module = read(file).map_err(|said| format!("it is no description:\n{said}"))?;
    let mut places = module.interfaces.iter().filter_map(binding_of);
    let mut at = places.next().ok_or(
        "none of its ports has an address of SOAP over HTTP: name the server, and the file with --idl",
    )?;
    at.set(super::DESCRIPTION.name, file)?;
    Ok(at)
}

/// The binding of the server that an interface's port is at, if it has an address of HTTP.
pub(super) fn binding_of(interface: &Interface) -> Option<Binding> {
    let notes = &interface.annotations;
    let mut at = super::url::at(notes.get("soap.location")?.trim()).ok()?;
    if let Some(version) = notes.get("soap.version") {
        at.set(super::VERSION.name, version).ok()?;
    }
    Some(at)
}
