//! Stubs of definitions drawn at random, made by this crate's build script.
//!
//! A crate of their own, since they take a minute to compile: whoever works on a suite does not wait.

// Stubs for crates below the facade name it.
extern crate alloc;

pub mod bodies;
pub mod params;
pub mod syntax;

use manyrpc_codec::meta::Field;

use self::bodies::Bodies;
use self::syntax::Syntax;

/// The seed of what the tests draw, of which there are stubs.
pub const SEED: u64 = match u64::from_str_radix(std::env!("MANYRPC_SEED"), 10) {
    Ok(seed) => seed,
    Err(_) => panic!("the build script writes a number"),
};

/// Decodes a value and encodes it again: what a syntax makes of bytes, or why nothing.
pub type Recode = fn(Syntax, &Field, &[u8]) -> Result<Vec<u8>, String>;

/// The stubs of one definition.
pub struct Stubs {
    /// Which definition of the seed [`SEED`] it is.
    pub index: u64,
    /// Whether they hold strings as bytes, which need not be UTF-8.
    pub octets: bool,
    /// Its types by their names in the definition.
    pub types: &'static [(&'static str, Recode)],
    /// Its operations, if their messages are told from those of others by their definition (WSDL).
    pub operations: &'static [Bodies],
}

/// A function for one type, in the syntaxes that values of its language are seen in. Decoding starts
/// in a fresh value and then in the used one, which must make no difference.
macro_rules! recode_in {
    ([$($syntax:ident)*] $ty:ty) => {
        |syntax, field, bytes| {
            let mut value: $ty = Default::default();
            match syntax {
                $(Syntax::$syntax => syntax::$syntax::recode(bytes, field, &mut value),)*
                other => Err(format!("there are no stubs for {other:?}")),
            }
        }
    };
}

/// An operation: its number, and of either message the record and what describes it.
macro_rules! bodies {
    ($number:literal, [$in:ty, $asked:path], [$out:ty, $answered:path]) => {
        Bodies {
            number: $number,
            request: |message, options| {
                let mut input: $in = Default::default();
                bodies::recode(message, &$asked, &mut input, options)
            },
            reply: |message, options| {
                let mut output: $out = Default::default();
                bodies::recode(message, &$answered, &mut output, options)
            },
        }
    };
}

macro_rules! drawn {
    ($(#[$doc:meta])* $name:ident = $file:literal, $syntaxes:tt) => {
        $(#[$doc])*
        #[allow(
            missing_docs,
            unused,
            unreachable_pub,
            reason = "made from definitions that nobody wrote"
        )]
        pub mod $name {
            use super::bodies::{self, Bodies};
            use super::syntax::{self, Codec, Syntax};
            use super::Stubs;

            macro_rules! recode {
                ($ty:ty) => { recode_in!($syntaxes $ty) };
            }

            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

drawn! {
    /// Of `.x` files.
    rpcl = "x.rs", [Xdr Json Xml]
}
drawn! {
    /// Of `.idl` files.
    dce = "idl.rs", [Ndr Json Xml]
}
drawn! {
    /// Of `.proto` files.
    proto = "proto.rs", [Protobuf Json ProtobufToJson JsonToProtobuf]
}
drawn! {
    /// Of `.wsdl` files, without their operations that raise.
    wsdl = "wsdl.rs", [Json Soap]
}

/// The stubs of the operations of one definition.
pub mod operations {
    use super::params::{Reply, Request};

    /// The stubs of one definition.
    pub struct Stubs {
        /// Which definition of its source it is.
        pub index: u64,
        /// Its operations.
        pub operations: &'static [Operation],
    }

    /// What the stubs of one operation make of its messages.
    pub struct Operation {
        /// Its number.
        pub number: u32,
        /// Of a request.
        pub request: Request,
        /// Of a reply.
        pub reply: Reply,
    }

    impl Stubs {
        /// One of its operations.
        pub fn operation(&self, number: u32) -> Option<&'static Operation> {
            self.operations.iter().find(|of| of.number == number)
        }
    }
}

/// An operation of a table: its number, and of either message the record and what describes it; of the
/// reply also the record that answers a request, where that is another.
macro_rules! operation {
    ($number:literal, [$in:ty, $asked:path], [$out:ty, $answered:path $(, $($reply:ident)::+)?]) => {
        Operation {
            number: $number,
            request: |bytes, label| {
                let mut input: $in = Default::default();
                params::request((&$asked, bytes, label), &mut input)
            },
            reply: |request, bytes, label| {
                let (mut input, mut output): ($in, $out) = Default::default();
                let (asked, answered) =
                    ((&$asked, request, ndr::LABEL), (&$answered, bytes, label));
                let both = (&mut input, &mut output);
                params::reply(asked, answered, both, |input, output, referents| {
                    $(let output = &$($reply)::+::to(input, Clone::clone(output));)?
                    params::encode(&$answered, output, referents)
                })
            },
        }
    };
}

macro_rules! drawn_operations {
    ($(#[$doc:meta])* $name:ident = $file:literal) => {
        $(#[$doc])*
        #[allow(
            missing_docs,
            unused,
            unreachable_pub,
            reason = "made from definitions that nobody wrote"
        )]
        pub mod $name {
            use manyrpc_codec::ndr;
            use super::operations::{Operation, Stubs};
            use super::params;

            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

drawn_operations! {
    /// Operations of `.idl` files in Samba's dialect.
    samba = "samba.rs"
}
drawn_operations! {
    /// Operations of those `.idl` files to which FreeDCE's answers are recorded, in their order.
    freedce = "freedce.rs"
}
