//! The identity of an interface on every wire, whatever its definition gives.
//!
//! A definition gives a program number, a UUID or a qualified name. What a protocol asks for
//! beyond that is derived here, the same way for every client and server, so that any interface
//! can be called over any protocol:
//!
//! - a UUID from the program number, else from the name: RFC 9562, section 5.5 (version 5), in a
//!   namespace of our own;
//! - a program number from the UUID: in the range that RFC 5531, section 8.4, leaves to users,
//!   0x20000000 to 0x3fffffff; two interfaces of one host may meet there, if rarely;
//! - a version of one number is the major one of two, so that a server which is newer than its
//!   client by its minor one is still found.

use manyrpc_codec::InterfaceId;
use manyrpc_model::{Identity, Interface, Module};
use uuid::Uuid;

/// What derived UUIDs and numbers are derived in.
const NAMESPACE: Uuid = Uuid::from_u128(0x41e4_15f8_78a3_4ad7_a4ab_b6f8_66b7_4f84);

/// The first of the program numbers that RFC 5531 leaves to users; there are as many.
const USERS: u32 = 0x2000_0000;

/// What an interface is called where interfaces are named in words: as its definition says, else
/// its name alone.
pub fn full_name(interface: &Interface) -> &str {
    interface
        .identity
        .name
        .as_deref()
        .unwrap_or(&interface.name)
}

/// What an exception is called where exceptions are named in words: as its definition says, the full
/// name of a message of Protocol Buffers, else its name alone.
pub fn exception_name(module: &Module, name: &str) -> String {
    let definition = module.find_type(name);
    let full = definition.and_then(|d| d.annotations.get("protobuf.name"));
    full.cloned().unwrap_or_else(|| name.to_owned())
}

/// All that names an interface: what its definition gives, the rest derived.
pub fn id(interface: &Interface) -> InterfaceId<'_> {
    InterfaceId {
        name: &interface.name,
        full_name: full_name(interface),
        ..numbers(interface)
    }
}

/// The same without the names, which are the definition's.
pub fn numbers(interface: &Interface) -> InterfaceId<'static> {
    let Identity {
        number,
        uuid,
        version,
        ..
    } = interface.identity;
    let name = full_name(interface);
    // A major version beyond 16 bits is part of what is identified.
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

    /// The answers are those of Python's `uuid.uuid5` for the texts in the module's words.
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
