//! The naming service of CORBA, as clients and as servers: contexts in which names are bound to objects and to further
//! contexts, of any server.
//!
//! Reading list: OMG formal/04-10-03 (Naming Service 1.3); `interfaces/corba/naming.idl`.
//!
//! What is bound are references in their text form. A binding of another system is one, too, so that names can be given to
//! servers of all systems.

mod client;
mod error;
mod initial;
mod look_up;
mod name;

pub use client::{BindingIterator, Entry, NamingClient};
pub use error::{NamingError, NotFoundReason};
pub use initial::set_initial_reference;
pub use name::{Name, NameComponent, NotName};

pub(super) use initial::initial_reference;
#[cfg(feature = "dynamic")]
pub(super) use look_up::join_name;
pub(super) use look_up::{Lookup, name_in, set_name};

use std::fmt::Write;

use manyrpc_codec::cdr::references;

use super::generated::naming as stubs;

/// CORBA 3.0 section 13.6.10.3: the port where none is given, which the naming service has.
pub const PORT: u16 = 2809;

/// OMG formal/04-10-03 section 2.5.3.2: the object key where none is given, that of a service's root context.
pub const KEY: &str = "NameService";

/// The repository identifier of its interface.
pub const CONTEXT_ID: &str = "IDL:omg.org/CosNaming/NamingContextExt:1.0";

/// Bytes as they stand in URLs (CORBA 3.0 section 13.6.10.3): what ends a part of one is escaped, too.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => text.push(char::from(*byte)),
            _ if b";/:@+$,-_.!~*'()".contains(byte) => text.push(char::from(*byte)),
            // Writing to a string does not fail.
            _ => drop(write!(text, "%{byte:02X}")),
        }
    }
    text
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
