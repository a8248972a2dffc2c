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

use manyrpc_codec::{Encoding, MalformedKind, UnencodableKind};

use crate::fault::Fault;
#[cfg(feature = "corba")]
use crate::giop::fault::{of_malformed, of_unencodable};

/// The fault for arguments that cannot be decoded.
#[cold]
pub fn bad_arguments(encoding: Encoding, why: MalformedKind) -> Fault {
    match encoding {
        Encoding::Cdr(_) => of_malformed(why),
        _ => Fault::BadArguments,
    }
}

/// The fault for results that cannot be encoded.
#[cold]
pub fn bad_results(encoding: Encoding, why: UnencodableKind) -> Fault {
    match encoding {
        Encoding::Cdr(_) => of_unencodable(why),
        _ => Fault::ServerFailure,
    }
}

#[cfg(not(feature = "corba"))]
fn of_malformed(_: MalformedKind) -> Fault {
    Fault::BadArguments
}

#[cfg(not(feature = "corba"))]
fn of_unencodable(_: UnencodableKind) -> Fault {
    Fault::ServerFailure
}
