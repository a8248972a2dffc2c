//! Operations and interfaces, as generated code holds them.

use manyrpc_codec::InterfaceId;
use manyrpc_codec::meta::Record;
use manyrpc_engine::CallHead;

use crate::elements::Elements;

/// One operation, as generated code holds it.
#[derive(Debug)]
pub struct OperationMeta {
    /// Its name in the definition.
    pub name: &'static str,
    /// Its number.
    pub number: u32,
    /// The record sent with the request.
    pub input: &'static Record,
    /// The record sent with the reply.
    pub output: &'static Record,
    /// The guarantee to the caller.
    pub semantics: Semantics,
}

/// One interface, as generated code holds it.
#[derive(Debug)]
pub struct InterfaceMeta {
    /// Its identifiers.
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

    /// The names that elements of XML have for its operations.
    pub fn elements(&self) -> Elements<'static> {
        let operations = self.operations.iter();
        Elements::of(operations.map(|o| (o.input, o.output, o.number)))
    }

    /// The head of a call of one of its operations.
    #[inline]
    pub(crate) const fn head(&self, operation: &OperationMeta) -> CallHead<'static> {
        let [action, addressed] = operation.input.constant_actions();
        CallHead {
            name: operation.name,
            action,
            addressed,
            idempotent: operation.semantics.may_be_repeated(),
            ..CallHead::new(self.id, operation.number)
        }
    }
}

/// How often a call is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Semantics {
    /// Once; or not at all, and the caller learns of it.
    #[default]
    AtMostOnce,
    /// Possibly several times, without harm.
    Idempotent,
    /// There is no reply, so the caller does not learn whether it was executed.
    Maybe,
    /// By every server in reach.
    Broadcast,
}

impl Semantics {
    /// Whether executing a call several times does no harm.
    pub(crate) const fn may_be_repeated(self) -> bool {
        matches!(self, Semantics::Idempotent | Semantics::Broadcast)
    }
}
