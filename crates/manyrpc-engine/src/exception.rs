//! Declared exceptions as engines see them: a name and marshalled members.
//!
//! Only protocols that name exceptions handle them: gRPC, JSON-RPC, XML-RPC, SOAP and CORBA's GIOP. In the others an
//! exception is part of the result, which the application marshals and engines do not inspect. In
//! all of them an exception travels inside a [`Fault`](crate::Fault), so whatever carries faults
//! (batches, streams, relays) carries exceptions.
//!
//! ```
//! use manyrpc_engine::{Exception, Fault};
//!
//! let fault = Fault::raised(1, Exception::json("shop.OutOfStock", r#"{"left":3}"#));
//! assert_eq!(fault.exceptions()[0].name, "shop.OutOfStock");
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::cdr::Representation;
use manyrpc_codec::soap;

/// An exception by name, in addition to its fault's number and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Its full name: `shop.v1.OutOfStock`.
    pub name: String,
    /// Its marshalled members.
    pub members: Members,
}

/// An exception's marshalled members. A protocol sends only the form it supports; for any other it
/// sends the fault alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Members {
    /// A Protocol Buffers message: gRPC.
    Protobuf(Vec<u8>),
    /// A JSON object: JSON-RPC, XML-RPC.
    Json(Vec<u8>),
    /// CDR: CORBA, where the exception's name may be its repository identifier.
    Cdr {
        /// The members, marshalled for the place where they lie in a reply: behind the repository identifier.
        bytes: Vec<u8>,
        /// How they are marshalled.
        representation: Representation,
    },
    /// XML as in SOAP: an element of a fault's detail, by whose qualified name the exception is known.
    Xml {
        /// Sent: that element. Received: the message, in which the namespaces of that element are declared.
        bytes: Vec<u8>,
        /// How they are marshalled.
        options: soap::Options,
    },
}

impl Exception {
    /// An exception whose members are a Protocol Buffers message.
    pub fn protobuf(name: impl Into<String>, members: impl Into<Vec<u8>>) -> Self {
        Exception {
            name: name.into(),
            members: Members::Protobuf(members.into()),
        }
    }

    /// An exception whose members are a JSON object.
    pub fn json(name: impl Into<String>, members: impl Into<Vec<u8>>) -> Self {
        Exception {
            name: name.into(),
            members: Members::Json(members.into()),
        }
    }

    /// An exception whose members are in CDR.
    pub fn cdr(
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
        representation: Representation,
    ) -> Self {
        Exception {
            name: name.into(),
            members: Members::Cdr {
                bytes: bytes.into(),
                representation,
            },
        }
    }

    /// An exception whose members are XML.
    pub fn xml(name: impl Into<String>, bytes: impl Into<Vec<u8>>, options: soap::Options) -> Self {
        Exception {
            name: name.into(),
            members: Members::Xml {
                bytes: bytes.into(),
                options,
            },
        }
    }

    /// The members, if they are XML.
    pub(crate) fn as_xml(&self) -> Option<&[u8]> {
        match &self.members {
            Members::Xml { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// The members, if they are JSON.
    pub(crate) fn as_json(&self) -> Option<&[u8]> {
        match &self.members {
            Members::Json(members) => Some(members),
            _ => None,
        }
    }
}
