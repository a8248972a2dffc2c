//! The RPC systems that bindings can name: each a module behind one trait, all of them in one list.
//!
//! A [`System`] describes the form of its bindings and makes the engines of clients and servers.
//! Everything that depends on a binding's system goes through the trait; nothing else here or in
//! the command line tool knows which systems there are. Applications can [add] their own.
//!
//! What needs all systems is here, too: reading bindings, identifiers and settings from text, and
//! telling what is wrong with them.
//!
//! ```
//! use manyrpc::{Binding, systems};
//!
//! let binding: Binding = "grpc://localhost:50051?content=json".parse().unwrap();
//! assert_eq!(binding.system.name(), "grpc");
//! for system in systems::all() {
//!     println!("{}: {} settings", system.name(), system.settings().len());
//! }
//! ```

#[cfg(feature = "corba")]
mod corba;
#[cfg(feature = "dce")]
mod dce;
pub(crate) mod exports;
#[cfg(feature = "grpc")]
mod grpc;
#[cfg(any(
    feature = "grpc",
    feature = "jsonrpc",
    feature = "xmlrpc",
    feature = "soap"
))]
mod http;
#[cfg(any(feature = "jsonrpc", feature = "xmlrpc", feature = "soap"))]
mod http1;
mod identifiers;
#[cfg(feature = "jsonrpc")]
mod jsonrpc;
#[cfg(feature = "dynamic")]
mod known;
#[cfg(all(feature = "dynamic", any(feature = "jsonrpc", feature = "xmlrpc")))]
mod methods;
#[cfg(feature = "dce")]
mod ncs;
#[cfg(feature = "onc")]
mod onc;
mod parse;
mod problem;
#[cfg(feature = "raw")]
mod raw;
mod registries;
mod servers;
mod settings;
#[cfg(feature = "soap")]
mod soap;
#[cfg(feature = "dynamic")]
mod table;
#[cfg(feature = "xmlrpc")]
mod xmlrpc;

use std::sync::{PoisonError, RwLock};

pub use crate::channel::Engine;
pub use crate::client::relay::Relay;
pub use crate::system::System;
pub use crate::system::connect::{Connect, Connection};
#[cfg(feature = "dynamic")]
pub use crate::system::describe::{Describer, Form, describer_of};
pub use crate::system::directory::{Directory, Registered};
#[cfg(feature = "http")]
pub use crate::system::exchanges::{Exchanges, ServeExchanges};
pub use crate::system::identifiers::Identifiers;
pub use crate::system::names::Names;
pub use crate::system::notation::Notation;
pub use crate::system::objects::{Objects, Uuids};
pub use crate::system::serve::{Factory, PeerFactory, Serve};
pub use crate::system::settings::{Setting, Settings, Values};
#[cfg(feature = "dce")]
pub(crate) use dce::Dce;
pub use identifiers::identifiers;
#[cfg(feature = "dce")]
pub(crate) use ncs::Ncs;
#[cfg(feature = "onc")]
pub(crate) use onc::Onc;

use crate::error::Error;

/// The systems of this crate.
static BUILT_IN: &[&dyn System] = &[
    #[cfg(feature = "raw")]
    &raw::Raw,
    #[cfg(feature = "onc")]
    &onc::Onc,
    #[cfg(feature = "dce")]
    &dce::Dce,
    #[cfg(feature = "dce")]
    &ncs::Ncs,
    #[cfg(feature = "jsonrpc")]
    &jsonrpc::JsonRpc,
    #[cfg(feature = "xmlrpc")]
    &xmlrpc::XmlRpc,
    #[cfg(feature = "soap")]
    &soap::Soap,
    #[cfg(feature = "grpc")]
    &grpc::Grpc,
    #[cfg(feature = "corba")]
    &corba::Corba,
];

/// Systems added by the application.
static ADDED: RwLock<Vec<&'static dyn System>> = RwLock::new(Vec::new());

/// All systems that bindings can name.
pub fn all() -> impl Iterator<Item = &'static dyn System> + Clone {
    BUILT_IN.iter().copied().chain(added())
}

/// What a text says that is no binding, since nobody can be called by it: a reference that has no address, for instance. `None` if
/// no system knows it.
#[cfg(feature = "dynamic")]
pub fn describe_text(text: &str, form: Form) -> Option<String> {
    let mut describers = all().filter_map(|system| system.describer());
    describers.find_map(|describer| describer.describe_text(text, form))
}

/// The systems that the application [added](add).
pub fn added() -> Vec<&'static dyn System> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.clone()
}

/// The system with a name, as written in bindings.
pub fn named(name: &str) -> Option<&'static dyn System> {
    all().find(|system| system.name() == name)
}

/// Adds a system for bindings in the whole process.
///
/// # Errors
/// Its name, one of its schemes or the prefix of its notation is already in use.
pub fn add(system: &'static dyn System) -> Result<(), Error> {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let taken: Vec<&str> = BUILT_IN
        .iter()
        .chain(added.iter())
        .flat_map(|system| words(*system))
        .collect();
    if let Some(word) = words(system).find(|word| taken.contains(word)) {
        let problem = format!("`{word}` names another system already");
        return Err(Error::Settings(problem));
    }
    added.push(system);
    Ok(())
}

/// The schemes by which bindings name a system.
fn words(system: &'static dyn System) -> impl Iterator<Item = &'static str> {
    let schemes = system.schemes().iter().map(|(word, _)| *word);
    let notation = system.notation().map_or(&[][..], Notation::prefixes);
    let own = schemes.chain(notation.iter().copied());
    std::iter::once(system.name()).chain(own)
}
