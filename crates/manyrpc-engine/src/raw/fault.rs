//! Faults to and from their status: one function each way.

use crate::fault::Fault;

const NO_SUCH_INTERFACE: u32 = 0x1;
const NO_SUCH_OPERATION: u32 = 0x2;
const BAD_ARGUMENTS: u32 = 0x3;
const SERVER_FAILURE: u32 = 0x4;
/// Statuses from here on are an application's own.
const OTHER: u32 = 0x100;

/// The status that says `fault`. What raw has no word for is a failure of the server.
pub fn to_wire(fault: &Fault) -> u32 {
    match fault {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => NO_SUCH_INTERFACE,
        Fault::NoSuchOperation => NO_SUCH_OPERATION,
        Fault::BadArguments => BAD_ARGUMENTS,
        Fault::Other(status) => status.saturating_add(OTHER),
        Fault::Said(said) => (said.code as u32).saturating_add(OTHER),
        Fault::ServerFailure
        | Fault::ProtocolVersion { .. }
        | Fault::Cancelled
        | Fault::Denied(_) => SERVER_FAILURE,
    }
}

/// What a status says. One that is not defined is [`Fault::Other`] too.
pub fn from_wire(status: u32) -> Fault {
    match status {
        NO_SUCH_INTERFACE => Fault::NoSuchInterface,
        NO_SUCH_OPERATION => Fault::NoSuchOperation,
        BAD_ARGUMENTS => Fault::BadArguments,
        SERVER_FAILURE => Fault::ServerFailure,
        other => Fault::Other(other.saturating_sub(OTHER)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_back_as_they_went() {
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Other(0),
            Fault::Other(77),
        ] {
            assert_eq!(from_wire(to_wire(&fault)), fault);
        }
    }
}
