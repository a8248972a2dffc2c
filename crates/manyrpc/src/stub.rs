//! What generated stubs are made of. Applications rarely need to look here.
//!
//! A stub never names a transfer syntax: it hands records of arguments to
//! [`Client::invoke`](crate::Client::invoke) or takes them from
//! [`Dispatch::serve`], and the binding in use decides how they lie in bytes.

use manyrpc_engine::CallHead;

pub use manyrpc_codec::InterfaceId;
pub use manyrpc_codec::stub::*;
pub use manyrpc_engine::{CallError, Fault, Flow, Metadata, Outcome, ReplyMetadata};
pub use manyrpc_engine::{Replies, Stream, Streams};
pub use std::task::Waker;

pub use crate::client::Client;
pub use crate::context::{Context, Dispatch};
pub use crate::contexts::ContextHandle;
pub use crate::described::{DefinitionText, DynamicInterface};
pub use crate::error::Error;
pub use crate::exceptions::{Ended, Ending, ExceptionMeta, Raised, RaisingMeta, fault_of};
pub use crate::statuses::{Failing, Statuses};
pub use crate::streams::{
    Marshalling, MetadataWriter, OpenCall, ReplySource, ReplyStream, TypedReplies,
};

/// The module that a build script wrote: `manyrpc::stubs!(pub mod bench);` for `bench.x`.
#[macro_export]
macro_rules! stubs {
    ($visibility:vis mod $name:ident) => {
        #[doc = concat!("Generated from the definition `", stringify!($name), "`.")]
        #[allow(dead_code, unreachable_pub, reason = "a program uses what it needs of it")]
        $visibility mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    };
}

/// One operation, as generated code holds it.
#[derive(Debug)]
pub struct OperationMeta {
    /// Its name in the definition.
    pub name: &'static str,
    /// Its number.
    pub number: u32,
    /// What travels with the request.
    pub input: &'static Record,
    /// What travels with the reply.
    pub output: &'static Record,
    /// What the caller may rely on.
    pub semantics: Semantics,
}

/// One interface, as generated code holds it.
#[derive(Debug)]
pub struct InterfaceMeta {
    /// What names it, on every wire.
    pub id: InterfaceId<'static>,
    /// Its operations by number.
    pub operations: &'static [&'static OperationMeta],
}

impl InterfaceMeta {
    /// The names and numbers of its operations.
    pub fn names(&self) -> Vec<(&'static str, u32)> {
        let names = self.operations.iter().map(|o| (o.name, o.number));
        names.collect()
    }

    /// What a call of one of its operations asks for.
    #[inline]
    pub(crate) const fn head(&self, operation: &OperationMeta) -> CallHead<'static> {
        CallHead {
            name: operation.name,
            idempotent: operation.semantics.may_be_repeated(),
            ..CallHead::new(self.id, operation.number)
        }
    }
}

/// How often a call is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Semantics {
    /// Once, or not at all and the caller learns of it.
    #[default]
    AtMostOnce,
    /// May be carried out again without harm.
    Idempotent,
    /// No reply; nobody learns whether it was carried out.
    Maybe,
    /// Sent to every server in reach.
    Broadcast,
}

impl Semantics {
    /// Whether carrying a call out again does no harm.
    pub(crate) const fn may_be_repeated(self) -> bool {
        matches!(self, Semantics::Idempotent | Semantics::Broadcast)
    }
}

/// An application object as a server sees it: a skeleton that unmarshals,
/// calls the object and marshals. Generated; or dynamic, from a definition.
pub trait Service: Send + Sync {
    /// Which interface it serves.
    fn interface(&self) -> InterfaceId<'_>;

    /// The names and numbers of its operations, for systems that name operations in words; calls of
    /// names that are not here do not get here. Asked when a server starts.
    fn operations(&self) -> Vec<(&str, u32)> {
        Vec::new()
    }

    /// What its definition says, for those who ask a server what it serves (introspection, discovery,
    /// reflection). They learn nothing of a service without it.
    fn definition(&self) -> Option<DynamicInterface> {
        None
    }

    /// Carries out one call. An operation it does not have is `Fault::NoSuchOperation`.
    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome;

    /// Which ways an operation has several messages.
    fn streams_of(&self, _operation: u32) -> Streams {
        Streams::NONE
    }

    /// A call with several messages begins, of which nothing is there but its head, and the
    /// request where only the server sends several.
    ///
    /// # Errors
    /// It is refused.
    fn open(&self, _operation: u32, _call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        Err(Fault::NoSuchOperation)
    }

    /// Whether any of its operations raises exceptions: systems that have no place for them do not
    /// serve it.
    fn raises(&self) -> bool {
        false
    }

    /// The operations that give or take context handles: only calls of these have a
    /// [`Context::association`] in systems where it must be asked for.
    fn context_operations(&self) -> Vec<u32> {
        Vec::new()
    }

    /// No call of that [`association`](Context::association) comes any more: what was kept for its
    /// client can go.
    fn association_ended(&self, _association: u64) {}
}
