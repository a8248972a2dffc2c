//! The naming service of CORBA, as clients and as servers: contexts in which names are bound to objects and to further
//! contexts, of any server.
//!
//! Reading list: OMG formal/04-10-03 (Naming Service 1.3); `interfaces/corba/naming.idl`.
//!
//! What is bound are references in their text form. A binding of another system is one, too, so that names can be given to
//! servers of all systems.

mod client;
mod error;
mod file;
mod initial;
mod iterators;
mod look_up;
mod name;
mod registration;
mod servants;
mod serve;
mod serving;
mod tree;

#[cfg(feature = "tokio")]
pub use client::{AsyncBindingIterator, AsyncNamingClient};
pub use client::{BindingIterator, Entry, NamingClient};
pub use error::{NamingError, NotFoundReason};
pub use initial::set_initial_reference;
pub use name::{Name, NameComponent, NotName};
pub use serve::NameServer;

pub(super) use initial::initial_reference;
#[cfg(feature = "dynamic")]
pub(super) use look_up::join_name;
pub(super) use look_up::{Lookup, name_in, set_name};
pub(super) use registration::Naming;

use std::fmt::Write;
use std::time::Duration;

use manyrpc_codec::cdr::references;
use manyrpc_engine::ObjectKey;

use super::generated::naming as stubs;
use crate::options::ClientOptions;
use crate::system::binding::Binding;

/// CORBA 3.0 section 13.6.10.3: the port where none is given, which the naming service has.
pub const PORT: u16 = 2809;

/// OMG formal/04-10-03 section 2.5.3.2: the object key where none is given, that of a service's root context.
pub const KEY: &str = "NameService";

/// The repository identifier of contexts.
pub const CONTEXT_ID: &str = "IDL:omg.org/CosNaming/NamingContextExt:1.0";

/// The repository identifier of iterators.
const ITERATOR_ID: &str = "IDL:omg.org/CosNaming/BindingIterator:1.0";

/// How long a naming service may take to answer a server.
const PATIENCE: Duration = Duration::from_secs(5);

/// The options of a server that asks a naming service.
fn patient() -> ClientOptions {
    ClientOptions {
        timeout: Some(PATIENCE),
        ..ClientOptions::default()
    }
}

/// A binding of a context, which is the root where none is named.
fn or_root(mut at: Binding) -> Binding {
    at.object
        .get_or_insert_with(|| ObjectKey::new(KEY.as_bytes()));
    at
}

/// Bytes as they stand in URLs (CORBA 3.0 section 13.6.10.3): what ends a part of one is escaped, too.
pub(super) fn escaped(bytes: &[u8]) -> String {
    escaped_but(bytes, PLAIN)
}

/// What stands for itself in a part of a URL, besides letters and digits.
const PLAIN: &[u8] = b";/:@+$,-_.!~*'()";

fn escaped_but(bytes: &[u8], plain: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte.is_ascii_alphanumeric() || plain.contains(byte) {
            true => text.push(char::from(*byte)),
            // Writing to a string does not fail.
            false => drop(write!(text, "%{byte:02X}")),
        }
    }
    text
}

/// The URL of a name's text at an address as it stands behind `corbaloc:` (OMG formal/04-10-03 section 2.5.3.3).
fn url_of(address: &str, name: &str) -> String {
    let name = escaped_but(name.as_bytes(), &[PLAIN, b"?&="].concat());
    match &*name {
        "" => format!("corbaname:{address}"),
        name => format!("corbaname:{address}#{name}"),
    }
}

/// The text that stands in a URL in that form.
///
/// # Errors
/// It is not in that form; the reason, as half a sentence.
pub(super) fn unescaped(text: &str) -> Result<String, String> {
    let bytes = references::key_of_text(text);
    let bytes = bytes.ok_or("two hexadecimal digits must follow its `%`")?;
    String::from_utf8(bytes).map_err(|_| "what is escaped in it is not UTF-8".to_owned())
}
