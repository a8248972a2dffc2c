//! Mapping faults to and from exceptions.
//!
//! Reading list: CORBA 3.0 sections 4.12.3 and 4.12.4 (standard exceptions and their minor codes).
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::giop::fault;
//!
//! let exception = fault::to_wire(&Fault::NoSuchOperation);
//! assert_eq!(exception.standard.name(), "BAD_OPERATION");
//! assert_eq!(fault::from_wire(exception), Fault::NoSuchOperation);
//! ```

use super::system_exception::{Completion, OMG, Standard, SystemException};
use crate::domain::{Domain, own_code, own_status};
use crate::fault::{DomainFault, Fault};

/// The minor code of `UNKNOWN` for a call that was cancelled: CORBA has no exception for it. The upper bits are
/// nobody's vendor number.
const CANCELLED: u32 = 0x4d52_0001;

/// `TRANSIENT`, minor code 1 of OMG's: the request was discarded because a resource was exhausted (CORBA 3.0 appendix A.5).
const EXHAUSTED: SystemException =
    SystemException::new(Standard::Transient, OMG | 1, Completion::No);

/// The standard exception for `fault`. An application's number is the minor code of `UNKNOWN`
/// ([`own_status`]).
pub fn to_wire(fault: &Fault) -> SystemException {
    use Completion::{Maybe, No};
    if let Some(own) = SystemException::of(fault) {
        return own;
    }
    let plain = match fault.in_domain(Domain::Corba) {
        DomainFault::Plain(plain) => plain,
        DomainFault::Own(_) => Fault::ServerFailure,
        DomainFault::Application(code) => {
            let minor = own_status(code).unwrap_or(0);
            return SystemException::new(Standard::Unknown, minor, Maybe);
        }
    };
    if fault.is_exhausted() {
        return EXHAUSTED;
    }
    let (standard, minor, completed) = match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => (Standard::ObjectNotExist, 0, No),
        Fault::NoSuchOperation => (Standard::BadOperation, 0, No),
        Fault::BadArguments => (Standard::Marshal, 0, No),
        Fault::Denied(_) => (Standard::NoPermission, 0, No),
        Fault::Cancelled => (Standard::Unknown, CANCELLED, Maybe),
        _ => (Standard::Unknown, 0, Maybe),
    };
    SystemException::new(standard, minor, completed)
}

/// The fault for a standard exception: a plain one for those that [`to_wire`] writes.
pub fn from_wire(exception: SystemException) -> Fault {
    let SystemException {
        standard, minor, ..
    } = exception;
    let plain = match (standard, minor, own_code(minor)) {
        (Standard::ObjectNotExist, 0, _) => Fault::NoSuchInterface,
        (Standard::BadOperation, 0, _) => Fault::NoSuchOperation,
        (Standard::Marshal, 0, _) => Fault::BadArguments,
        (Standard::NoPermission, 0, _) => Fault::Denied(0),
        (Standard::Unknown, 0, _) => Fault::ServerFailure,
        (Standard::Unknown, CANCELLED, _) => Fault::Cancelled,
        (Standard::Unknown, _, Some(code)) => return Fault::Other(code as u32),
        _ => return exception.fault(),
    };
    match to_wire(&plain) == exception {
        true => plain,
        false => exception.fault(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::Denied(0),
            Fault::Other(5),
            Fault::Other(-5i32 as u32),
            SystemException::new(Standard::Transient, 0x4154_0002, Completion::No).fault(),
            SystemException::new(Standard::ObjectNotExist, 0x4154_0001, Completion::No).fault(),
        ] {
            assert_eq!(from_wire(to_wire(&fault)), fault);
        }
    }

    #[test]
    fn exceptions_of_others_say_what_they_are_and_what_is_like_them() {
        let exception = SystemException::new(Standard::BadOperation, 0x4154_0004, Completion::No);
        let fault = from_wire(exception);
        assert_eq!(fault.plain(), Fault::NoSuchOperation);
        assert!(fault.to_string().contains("minor 0x41540004"));
        assert_eq!(Standard::ALL.len(), 39);
        for standard in Standard::ALL {
            assert_eq!(Standard::of_code(standard.code()), Some(*standard));
        }
        assert_eq!(Standard::of_code(0), None);
        assert_eq!(Standard::of_code(40), None);
    }
}
