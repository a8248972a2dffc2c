//! Repository identifiers, which name interfaces, exceptions and types.
//!
//! Reading list: CORBA 3.0, section 10.7.1 (the format `IDL`).
//!
//! ```
//! use manyrpc_codec::cdr::repository_id::{last_part, name_of, of_name};
//!
//! assert_eq!(of_name("shop.Cart"), "IDL:shop/Cart:1.0");
//! assert_eq!(name_of("IDL:shop/Cart:1.0"), Some("shop.Cart".into()));
//! assert_eq!(name_of("RMI:shop.Cart:0"), None);
//! assert_eq!([last_part("shop.Cart"), last_part("IDL:a.example/shop/Cart:2.1")], ["Cart"; 2]);
//! ```

use alloc::format;
use alloc::string::String;

/// The interface of every object.
pub const OBJECT: &str = "IDL:omg.org/CORBA/Object:1.0";

/// The identifier of what has that qualified name, if no other was given. An identifier is left as
/// it is.
pub fn of_name(name: &str) -> String {
    match name.contains(':') {
        true => name.into(),
        false => format!("IDL:{}:1.0", name.replace('.', "/")),
    }
}

/// The last part of a qualified name, or of the one in an identifier.
pub fn last_part(name: &str) -> &str {
    let name = match name.strip_prefix("IDL:") {
        Some(scoped) => scoped.rsplit_once(':').map_or(scoped, |(scoped, _)| scoped),
        None => name,
    };
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

/// The index of what is meant by a name among those with these full names: with the same one, or else with the same
/// last part, since the other side's module may have another name. A name may be a repository identifier.
pub fn position<'n>(
    full_names: impl Iterator<Item = &'n str> + Clone,
    name: &str,
) -> Option<usize> {
    let same = full_names.clone().position(|full| full == name);
    let name = last_part(name);
    same.or_else(|| full_names.clone().position(|full| last_part(full) == name))
}

/// The qualified name that an identifier follows from.
pub fn name_of(id: &str) -> Option<String> {
    let scoped = id.strip_prefix("IDL:")?.strip_suffix(":1.0")?;
    let plain = !scoped.is_empty() && !scoped.contains([':', '.']);
    plain.then(|| scoped.replace('/', "."))
}
