//! Stubs of drawn definitions, made by this crate's build script.

use manyrpc_codec::meta::Field;

use crate::codecs::Syntax;

/// Decodes a value and encodes it again: what a syntax makes of bytes, or why nothing.
pub type Recode = fn(Syntax, &Field, &[u8]) -> Result<Vec<u8>, String>;

/// The stubs of one definition.
pub struct Stubs {
    /// Which definition of the seed [`SEED`](crate::suite::SEED) it is.
    pub index: u64,
    /// Whether they hold strings as bytes, which need not be UTF-8.
    pub octets: bool,
    /// Its types by their names in the definition.
    pub types: &'static [(&'static str, Recode)],
}

/// A function for one type. Decoding starts in a fresh value and then in the used one, which must
/// make no difference.
macro_rules! recode {
    ($ty:ty) => {
        |syntax, field, bytes| {
            let mut value: $ty = Default::default();
            syntax.recode(bytes, field, &mut value)
        }
    };
}

macro_rules! drawn {
    ($(#[$doc:meta])* $name:ident = $file:literal) => {
        $(#[$doc])*
        #[allow(
            missing_docs,
            unused,
            unreachable_pub,
            reason = "made from definitions that nobody wrote"
        )]
        pub mod $name {
            use super::Stubs;

            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

drawn! {
    /// Of `.x` files.
    rpcl = "x.rs"
}
drawn! {
    /// Of `.idl` files.
    dce = "idl.rs"
}
drawn! {
    /// Of `.proto` files.
    proto = "proto.rs"
}
