//! What names an interface, on every wire.

/// All names of an interface: each protocol takes from it what it says on its wire. A definition gives one
/// or more of them, the others are derived, the same way everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceId<'a> {
    /// Its name in the definition.
    pub name: &'a str,
    /// What it is called where interfaces are named in words: `package.Service`.
    pub full_name: &'a str,
    /// Its program number.
    pub program: u32,
    /// Its universally unique identifier, in printed order.
    pub uuid: [u8; 16],
    /// Its version, which both sides must agree on.
    pub version: u32,
    /// Its minor version, where there is such: a server may be newer than its client.
    pub minor: u16,
}

impl<'a> InterfaceId<'a> {
    /// The one interface of an endpoint where calls name none.
    pub const ONLY: Self = InterfaceId {
        name: "",
        full_name: "",
        program: 0,
        uuid: [0; 16],
        version: 0,
        minor: 0,
    };

    /// One of which only program number and version are known.
    pub const fn of_program(program: u32, version: u32) -> Self {
        InterfaceId {
            program,
            version,
            ..Self::ONLY
        }
    }

    /// One of which only the universally unique identifier and the version are known.
    pub const fn of_uuid(uuid: [u8; 16], major: u16, minor: u16) -> Self {
        InterfaceId {
            uuid,
            version: major as u32,
            minor,
            ..Self::ONLY
        }
    }

    /// One of which only the full name is known.
    pub const fn of_name(full_name: &'a str) -> Self {
        InterfaceId {
            full_name,
            ..Self::ONLY
        }
    }

    /// Its version, where that has two numbers of 16 bits. What is beyond is in the identifier that was
    /// derived.
    pub const fn major(&self) -> u16 {
        self.version as u16
    }
}
