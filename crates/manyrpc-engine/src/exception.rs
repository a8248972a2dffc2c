//! Exceptions that operations declare, as engines see them: a name, and members that somebody else
//! marshalled.
//!
//! Only protocols that name exceptions know of them: gRPC, JSON-RPC, XML-RPC. Over the others an
//! exception is a part of the result, which the application marshals and engines do not look into.
//! In all of them an exception is a [`Fault`](crate::Fault) on its way through: whatever carries
//! faults (batches, streams, relays) carries exceptions.

use alloc::string::String;
use alloc::vec::Vec;

/// An exception by name, beside the number and words of the fault that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// What it is called in words: `shop.v1.OutOfStock`.
    pub name: String,
    /// What it says.
    pub members: Members,
}

/// An exception's members, marshalled. A protocol states those that it has a place for; of others
/// it states the fault alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Members {
    /// A message of Protocol Buffers: gRPC.
    Protobuf(Vec<u8>),
    /// An object of JSON: JSON-RPC, XML-RPC.
    Json(Vec<u8>),
}

impl Exception {
    /// One whose members are a message of Protocol Buffers.
    pub fn protobuf(name: impl Into<String>, members: impl Into<Vec<u8>>) -> Self {
        Exception {
            name: name.into(),
            members: Members::Protobuf(members.into()),
        }
    }

    /// One whose members are an object of JSON.
    pub fn json(name: impl Into<String>, members: impl Into<Vec<u8>>) -> Self {
        Exception {
            name: name.into(),
            members: Members::Json(members.into()),
        }
    }

    /// Its members, if they are JSON.
    pub(crate) fn as_json(&self) -> Option<&[u8]> {
        match &self.members {
            Members::Json(members) => Some(members),
            Members::Protobuf(_) => None,
        }
    }
}
