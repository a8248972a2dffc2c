//! Mapping faults to and from statuses.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::raw::fault;
//!
//! let status = fault::to_wire(&Fault::BadArguments);
//! assert_eq!((status, fault::from_wire(status)), (3, Fault::BadArguments));
//! ```

use crate::domain::{Domain, own_code, own_status};
use crate::fault::{DomainFault, Fault};

const NO_SUCH_INTERFACE: u32 = 0x1;
const NO_SUCH_OPERATION: u32 = 0x2;
const BAD_ARGUMENTS: u32 = 0x3;
const SERVER_FAILURE: u32 = 0x4;

/// The status for `fault`. Faults without a status of their own become a server failure.
pub fn to_wire(fault: &Fault) -> u32 {
    let plain = match fault.in_domain(Domain::Raw) {
        DomainFault::Plain(plain) => plain,
        // 0 is success.
        DomainFault::Own(0) => return SERVER_FAILURE,
        DomainFault::Own(status) => return status as u32,
        DomainFault::Application(code) => return own_status(code).unwrap_or(SERVER_FAILURE),
    };
    match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => NO_SUCH_INTERFACE,
        Fault::NoSuchOperation => NO_SUCH_OPERATION,
        Fault::BadArguments => BAD_ARGUMENTS,
        _ => SERVER_FAILURE,
    }
}

/// The fault for a status.
pub fn from_wire(status: u32) -> Fault {
    match (status, own_code(status)) {
        (NO_SUCH_INTERFACE, _) => Fault::NoSuchInterface,
        (NO_SUCH_OPERATION, _) => Fault::NoSuchOperation,
        (BAD_ARGUMENTS, _) => Fault::BadArguments,
        (SERVER_FAILURE, _) => Fault::ServerFailure,
        (_, Some(code)) => Fault::Other(code as u32),
        (other, None) => Fault::Status(Domain::Raw, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Other(0),
            Fault::Other(77),
            Fault::Other(-5i32 as u32),
            Fault::Status(Domain::Raw, 9),
        ] {
            assert_eq!(from_wire(to_wire(&fault)), fault);
        }
    }
}
