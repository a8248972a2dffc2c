//! The identity of an interface in every protocol, whatever its definition specifies.
//!
//! A definition specifies a program number, a UUID or a qualified name. The other identities are derived
//! here, identically for every client and server, so that any interface can be called over any protocol:
//!
//! - a UUID from the program number, otherwise from the name: RFC 9562, section 5.5 (version 5), in a
//!   namespace of our own;
//! - a program number from the UUID: in the user-defined range of RFC 5531, section 8.4, 0x20000000 to
//!   0x3fffffff; collisions on a host are possible but rare;
//! - for protocols with a single version number, the major version, so that a server with a newer minor
//!   version is still found.

use manyrpc_codec::InterfaceId;
use manyrpc_codec::cdr::repository_id;
use manyrpc_model::{Identity, Inconsistent, Interface, Module, TypeDef};
use uuid::Uuid;

/// The namespace of derived UUIDs and numbers.
const NAMESPACE: Uuid = Uuid::from_u128(0x41e4_15f8_78a3_4ad7_a4ab_b6f8_66b7_4f84);

/// The first user-defined program number of RFC 5531, which is also their count.
const USERS: u32 = 0x2000_0000;

/// The name of an interface in protocols that identify interfaces by name: the full name from its
/// definition, otherwise its plain name.
pub fn full_name(interface: &Interface) -> &str {
    interface
        .identity
        .name
        .as_deref()
        .unwrap_or(&interface.name)
}

/// The XML namespace of an interface: that of its WSDL, or one that follows from its name.
pub fn namespace(interface: &Interface) -> String {
    let stated = interface.annotations.get("wsdl.namespace").cloned();
    stated.unwrap_or_else(|| format!("urn:{}", full_name(interface)))
}

/// The name of an exception in protocols that identify exceptions by name: that of its
/// [type](type_name), otherwise its plain name.
pub fn exception_name(module: &Module, name: &str) -> String {
    let definition = module.find_type(name);
    definition.map_or_else(|| name.to_owned(), type_name)
}

/// The qualified name of a type. That of its definition: the full name of a Protocol Buffers message; of
/// OMG IDL the repository identifier, if its name does not determine that, or the scoped name, with dots.
/// Otherwise its plain name.
pub fn type_name(definition: &TypeDef) -> String {
    let said = |key| definition.annotations.get(key).cloned();
    said("protobuf.name")
        .or_else(|| said("omg.id"))
        .or_else(|| said("omg.name").map(|scoped| scoped.replace("::", ".")))
        .unwrap_or_else(|| definition.name.clone())
}

/// The repository identifier of a type (CORBA 3.0, section 10.7.1), which follows from its
/// [name](type_name) unless its definition gives one.
pub fn repository_id(definition: &TypeDef) -> String {
    repository_id::of_name(&type_name(definition))
}

/// The repository identifiers of an interface and of all that it inherits from, its own first. `module` is as it
/// was defined, with bases.
///
/// # Errors
/// A base is missing, or inherits from the interface.
pub fn repository_ids(module: &Module, interface: &Interface) -> Result<Vec<String>, Inconsistent> {
    let all = manyrpc_model::lineage(module, interface)?;
    Ok(all.into_iter().rev().map(interface_id).collect())
}

/// The repository identifier of an interface: the one that its definition gives, or the one that follows from its
/// full name.
pub(crate) fn interface_id(interface: &Interface) -> String {
    let given = interface.annotations.get("omg.id");
    given.map_or_else(
        || repository_id::of_name(full_name(interface)),
        Clone::clone,
    )
}

/// All identities of an interface, specified or derived.
pub fn id(interface: &Interface) -> InterfaceId<'_> {
    InterfaceId {
        name: &interface.name,
        full_name: full_name(interface),
        ..numbers(interface)
    }
}

/// The same without the names, which borrow from the definition.
pub fn numbers(interface: &Interface) -> InterfaceId<'static> {
    let Identity {
        number,
        uuid,
        version,
        ..
    } = interface.identity;
    let name = full_name(interface);
    // A major version that exceeds 16 bits becomes part of the UUID.
    let uuid = uuid.unwrap_or_else(|| derived_uuid(number, name, version.major >> 16));
    InterfaceId {
        program: number.unwrap_or_else(|| derived_program(&uuid)),
        version: version.major,
        uuid,
        minor: version.minor as u16,
        ..InterfaceId::ONLY
    }
}

fn derived_uuid(number: Option<u32>, name: &str, beyond: u32) -> [u8; 16] {
    let mut text = match number {
        Some(number) => format!("program {number:#010x}"),
        None => format!("interface {name}"),
    };
    if beyond != 0 {
        text += &format!(" version {beyond:#x}");
    }
    Uuid::new_v5(&NAMESPACE, text.as_bytes()).into_bytes()
}

fn derived_program(uuid: &[u8; 16]) -> u32 {
    let [a, b, c, d, ..] = Uuid::new_v5(&NAMESPACE, uuid).into_bytes();
    USERS | u32::from_be_bytes([a, b, c, d]) & (USERS - 1)
}

#[cfg(test)]
mod tests {
    use manyrpc_model::Version;

    use super::*;

    fn of(identity: Identity) -> InterfaceId<'static> {
        numbers(&Interface {
            identity,
            ..Interface::new("thing", Vec::new())
        })
    }

    #[test]
    fn exceptions_have_the_names_of_their_definitions() {
        let definition = |name: &str, said: &[(&str, &str)]| manyrpc_model::TypeDef {
            name: name.to_owned(),
            doc: String::new(),
            body: manyrpc_model::TypeBody::Record(manyrpc_model::Record::default()),
            annotations: said
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        };
        let scoped = ("omg.name", "shop::Closed");
        let id = ("omg.id", "IDL:example.org/shop/Closed:1.0");
        let module = Module {
            types: vec![
                definition("plain", &[]),
                definition("scoped", &[scoped]),
                definition("prefixed", &[scoped, id]),
            ],
            ..Module::default()
        };
        assert_eq!(exception_name(&module, "plain"), "plain");
        assert_eq!(exception_name(&module, "scoped"), "shop.Closed");
        assert_eq!(exception_name(&module, "prefixed"), id.1);
    }

    /// Known answers from Python's `uuid.uuid5` for the texts described in the module.
    #[test]
    fn what_is_not_given_is_derived() {
        let version = Version { major: 3, minor: 1 };
        let number = Some(0x2026_1121);
        let onc = of(Identity {
            number,
            version,
            ..Identity::default()
        });
        assert_eq!(
            Uuid::from_bytes(onc.uuid).to_string(),
            "a29076d0-e666-58ca-92ca-6b8e3d1ea3fa"
        );
        assert_eq!((onc.program, onc.version), (0x2026_1121, 3));
        assert_eq!((onc.major(), onc.minor), (3, 1));

        let given = *b"0123456789abcdef";
        let dce = of(Identity {
            uuid: Some(given),
            ..Identity::default()
        });
        assert_eq!((dce.uuid, dce.program), (given, 0x2ad4_f531));
        let neither = of(Identity::default());
        assert_eq!(
            Uuid::from_bytes(neither.uuid).to_string(),
            "27d822b6-4793-5dcf-97cb-f0746b3f055e"
        );
        let named = of(Identity {
            name: Some("a.B".to_owned()),
            ..Identity::default()
        });
        assert_ne!(named.uuid, neither.uuid);
    }

    #[test]
    fn versions_that_two_bytes_do_not_hold_are_told_apart() {
        let version = |major| {
            let minor = 0;
            let number = Some(1);
            let version = Version { major, minor };
            of(Identity {
                number,
                version,
                ..Identity::default()
            })
        };
        let (small, large) = (version(1), version(0x2000_0001));
        assert_eq!((small.major(), large.major()), (1, 1));
        assert_ne!(small.uuid, large.uuid);
        assert_eq!(large.version, 0x2000_0001);
    }

    #[test]
    fn derived_numbers_are_those_of_users() {
        for byte in 0..=255 {
            let program = derived_program(&[byte; 16]);
            assert!(
                (0x2000_0000..=0x3fff_ffff).contains(&program),
                "{program:#x}"
            );
        }
    }
}
