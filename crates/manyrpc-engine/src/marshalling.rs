//! What a server answers when arguments or results cannot be converted.
//!
//! Most systems have one word for either: the arguments are bad, or the server has failed. CORBA tells code sets apart from
//! the rest.
//!
//! ```
//! # #[cfg(feature = "corba")] {
//! use manyrpc_codec::{Encoding, MalformedKind};
//! use manyrpc_engine::giop::{Standard, SystemException};
//! use manyrpc_engine::{Fault, marshalling};
//!
//! let cdr = Encoding::Cdr(manyrpc_codec::cdr::Representation::NATIVE);
//! let fault = marshalling::bad_arguments(cdr, MalformedKind::NotUtf8);
//! assert_eq!(SystemException::of(&fault).unwrap().standard, Standard::DataConversion);
//! assert_eq!(marshalling::bad_arguments(Encoding::Xdr, MalformedKind::NotUtf8), Fault::BadArguments);
//! # }
//! ```

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use manyrpc_codec::{Encoding, MalformedKind, UnencodableKind};

use crate::domain::{CORBA, Domain};
use crate::fault::{Fault, FaultDetails};

/// `DATA_CONVERSION`: a character that the negotiated code set does not have (CORBA 3.0 section 4.12.4).
const NO_SUCH_CHARACTER: (&str, u32) = ("DATA_CONVERSION", 0x4f4d_0001);

/// `BAD_PARAM`: wide text, for which the client has stated no code set (section 13.10.2.6).
const NO_WIDE_SET: (&str, u32) = ("BAD_PARAM", 0x4f4d_0017);

/// Completion statuses (section 4.12.3).
const COMPLETED_YES: u32 = 0;
const COMPLETED_NO: u32 = 1;

/// The fault for arguments that cannot be decoded.
#[cold]
pub fn bad_arguments(encoding: Encoding, why: MalformedKind) -> Fault {
    match (encoding, why) {
        (Encoding::Cdr(_), MalformedKind::NotUtf8) => standard(NO_SUCH_CHARACTER, COMPLETED_NO),
        (Encoding::Cdr(_), MalformedKind::NoWide) => standard(NO_WIDE_SET, COMPLETED_NO),
        _ => Fault::BadArguments,
    }
}

/// The fault for results that cannot be encoded.
#[cold]
pub fn bad_results(encoding: Encoding, why: UnencodableKind) -> Fault {
    use UnencodableKind::{Character, NoWide, NotUtf8};
    match (encoding, why) {
        (Encoding::Cdr(_), Character(_) | NotUtf8) => standard(NO_SUCH_CHARACTER, COMPLETED_YES),
        (Encoding::Cdr(_), NoWide) => standard(NO_WIDE_SET, COMPLETED_YES),
        _ => Fault::ServerFailure,
    }
}

/// A standard exception of CORBA, whose members are the details of its fault: each in 4 bytes, most significant first.
fn standard((name, minor): (&str, u32), completed: u32) -> Fault {
    let place = CORBA.iter().position(|known| *known == name);
    let details = [minor, completed].map(u32::to_be_bytes).concat();
    Fault::Detailed(Box::new(FaultDetails {
        domain: Domain::Corba,
        code: place.map_or(0, |place| place as i32 + 1),
        message: format!("minor {minor:#x}"),
        details,
        exceptions: Vec::new(),
    }))
}
