//! The names of an interface in all protocols.
//!
//! ```
//! use manyrpc_codec::InterfaceId;
//!
//! let id = InterfaceId::of_uuid([7; 16], 2, 1);
//! assert_eq!((id.major(), id.minor), (2, 1));
//! ```

/// All names of an interface: each protocol uses those it has on the wire. A definition gives one
/// or more of them; the others are derived from these in the same way everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceId<'a> {
    /// Its name in the definition.
    pub name: &'a str,
    /// Its qualified name: `package.Service`.
    pub full_name: &'a str,
    /// Its program number.
    pub program: u32,
    /// Its UUID, in printed order.
    pub uuid: [u8; 16],
    /// Its major version, on which both sides must agree.
    pub version: u32,
    /// Its minor version, if any: a server's may be higher than its client's.
    pub minor: u16,
}

impl<'a> InterfaceId<'a> {
    /// The only interface of an endpoint, for protocols whose calls name none.
    pub const ONLY: Self = InterfaceId {
        name: "",
        full_name: "",
        program: 0,
        uuid: [0; 16],
        version: 0,
        minor: 0,
    };

    /// An interface of which only program number and version are known.
    pub const fn of_program(program: u32, version: u32) -> Self {
        InterfaceId {
            program,
            version,
            ..Self::ONLY
        }
    }

    /// An interface of which only UUID and version are known.
    pub const fn of_uuid(uuid: [u8; 16], major: u16, minor: u16) -> Self {
        InterfaceId {
            uuid,
            version: major as u32,
            minor,
            ..Self::ONLY
        }
    }

    /// An interface of which only the full name is known.
    pub const fn of_name(full_name: &'a str) -> Self {
        InterfaceId {
            full_name,
            ..Self::ONLY
        }
    }

    /// Its major version as 16 bits. Higher bits of the version are part of the derived UUID.
    pub const fn major(&self) -> u16 {
        self.version as u16
    }
}
