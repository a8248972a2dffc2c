//! The standard exceptions.
//!
//! Reading list: CORBA 3.0 sections 4.12.3 (standard exceptions), 15.4.3.2 (reply body).
//!
//! ```
//! use manyrpc_engine::giop::{Completion, Standard, SystemException};
//!
//! let gone = SystemException::new(Standard::ObjectNotExist, 2, Completion::No);
//! assert_eq!(gone.to_string(), "OBJECT_NOT_EXIST (minor 0x2, completed NO)");
//! assert_eq!(SystemException::of(&gone.fault()), Some(gone));
//! ```

use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt;

use manyrpc_codec::Buf;

use super::wire::{Reader, put_u32};
use crate::domain::{CORBA, Domain};
use crate::fault::{Fault, FaultDetails, WireError};

/// Declares the exceptions, in the order of their names in [`CORBA`].
macro_rules! standard {
    ($($variant:ident)*) => {
        /// A standard exception. Its number, from 1, is that of [`Domain::Corba`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Standard {
            $(#[doc = concat!("`", stringify!($variant), "`")] $variant,)*
        }

        impl Standard {
            /// All, in the order of the specification.
            pub const ALL: &[Self] = &[$(Standard::$variant,)*];
        }
    };
}

const _: () = assert!(Standard::ALL.len() == CORBA.len());

standard! {
    Unknown
    BadParam
    NoMemory
    ImpLimit
    CommFailure
    InvObjref
    NoPermission
    Internal
    Marshal
    Initialize
    NoImplement
    BadTypecode
    BadOperation
    NoResources
    NoResponse
    PersistStore
    BadInvOrder
    Transient
    FreeMem
    InvIdent
    InvFlag
    IntfRepos
    BadContext
    ObjAdapter
    DataConversion
    ObjectNotExist
    TransactionRequired
    TransactionRolledback
    InvalidTransaction
    InvPolicy
    CodesetIncompatible
    Rebind
    Timeout
    TransactionUnavailable
    TransactionMode
    BadQos
    InvalidActivity
    ActivityCompleted
    ActivityRequired
}

impl Standard {
    /// Its name in `CORBA`.
    pub const fn name(self) -> &'static str {
        CORBA[self as usize]
    }

    /// Its number in [`Domain::Corba`].
    pub const fn code(self) -> i32 {
        self as i32 + 1
    }

    /// The exception with that number.
    pub fn of_code(code: i32) -> Option<Self> {
        let at = usize::try_from(code).ok()?.checked_sub(1)?;
        Self::ALL.get(at).copied()
    }

    /// The exception with that repository identifier.
    pub(super) fn of_id(id: &str) -> Option<Self> {
        let name = id.strip_prefix(ID_PREFIX)?.strip_suffix(ID_SUFFIX)?;
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }
}

/// What standard exceptions' repository identifiers begin and end with.
pub(super) const ID_PREFIX: &str = "IDL:omg.org/CORBA/";
pub(super) const ID_SUFFIX: &str = ":1.0";

/// What the minor codes begin with that the OMG defines (section 4.12.4).
pub(super) const OMG: u32 = 0x4f4d_0000;

/// Whether the operation was carried out before the exception was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completion {
    /// It was.
    Yes,
    /// It was not begun.
    No,
    /// Unknown.
    Maybe,
}

impl Completion {
    pub(super) const fn of(code: u32) -> Self {
        match code {
            0 => Completion::Yes,
            1 => Completion::No,
            _ => Completion::Maybe,
        }
    }

    pub(super) const fn code(self) -> u32 {
        match self {
            Completion::Yes => 0,
            Completion::No => 1,
            Completion::Maybe => 2,
        }
    }
}

/// A standard exception with its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SystemException {
    /// Which one.
    pub standard: Standard,
    /// The reason: whose numbers these are is in the upper 20 bits.
    pub minor: u32,
    /// Whether the operation was carried out.
    pub completed: Completion,
}

impl SystemException {
    /// An exception.
    pub const fn new(standard: Standard, minor: u32, completed: Completion) -> Self {
        SystemException {
            standard,
            minor,
            completed,
        }
    }

    /// As a fault of [`Domain::Corba`]; its details are the minor code and the completion status, both in 4 bytes,
    /// most significant first.
    pub fn fault(self) -> Fault {
        let mut details = self.minor.to_be_bytes().to_vec();
        details.extend(self.completed.code().to_be_bytes());
        Fault::Detailed(Box::new(FaultDetails {
            domain: Domain::Corba,
            code: self.standard.code(),
            message: self.members().to_string(),
            details,
            exceptions: alloc::vec::Vec::new(),
        }))
    }

    /// Its members as text.
    fn members(&self) -> impl fmt::Display {
        let completed = match self.completed {
            Completion::Yes => "YES",
            Completion::No => "NO",
            Completion::Maybe => "MAYBE",
        };
        alloc::format!("minor {:#x}, completed {completed}", self.minor)
    }

    /// The exception that such a fault is. Without details, the minor code is 0 and the completion unknown.
    pub fn of(fault: &Fault) -> Option<Self> {
        let (code, details) = match fault {
            Fault::Status(Domain::Corba, code) => (*code as i32, &[][..]),
            Fault::Detailed(details) if details.domain == Domain::Corba => {
                (details.code, &details.details[..])
            }
            _ => return None,
        };
        let (minor, completed) = match *details {
            [a, b, c, d, e, f, g, h] => {
                let completed = u32::from_be_bytes([e, f, g, h]);
                (u32::from_be_bytes([a, b, c, d]), Completion::of(completed))
            }
            _ => (0, Completion::Maybe),
        };
        let standard = Standard::of_code(code)?;
        Some(Self::new(standard, minor, completed))
    }
}

impl SystemException {
    /// Appends it as the body of a reply that begins at `start`.
    pub(super) fn put(self, buf: &mut Buf, start: usize) {
        let name = self.standard.name();
        put_u32(
            buf,
            start,
            (ID_PREFIX.len() + name.len() + ID_SUFFIX.len() + 1) as u32,
        );
        for part in [ID_PREFIX, name, ID_SUFFIX, "\0"] {
            buf.put(part.as_bytes());
        }
        put_u32(buf, start, self.minor);
        put_u32(buf, start, self.completed.code());
    }

    /// Reads the body of a reply. An exception that is not known is `UNKNOWN`, as section 4.12.3 asks for.
    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self, WireError> {
        let standard = Standard::of_id(r.string()?).unwrap_or(Standard::Unknown);
        let (minor, completed) = (r.u32()?, Completion::of(r.u32()?));
        Ok(Self::new(standard, minor, completed))
    }
}

impl fmt::Display for SystemException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.standard.name(), self.members())
    }
}
