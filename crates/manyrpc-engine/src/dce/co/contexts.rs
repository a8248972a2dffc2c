//! The interfaces of a client's association: its presentation contexts.
//!
//! Reading list: C706 sections 12.6.3.4 (context identifiers), 12.6.4.1 to 12.6.4.4; MS-RPCE
//! section 3.3.1.5.6.

use alloc::vec::Vec;

use super::bind::{ContextReason, ContextResult, Syntax, Verdict};
use crate::dce::fault;
use crate::fault::{CallError, Fault, Misuse, WireError};

/// Where one stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The server has not said yes. A refusal leads back here: the interface may be served by the
    /// time of the next call.
    Unknown,
    /// It can be used.
    Accepted,
}

#[derive(Clone, Copy, Debug)]
struct Context {
    interface: Syntax,
    standing: Standing,
}

/// All of one association. A context's id is its place.
#[derive(Debug)]
pub(super) struct Contexts {
    all: Vec<Context>,
    interfaces: usize,
    most: usize,
    /// The one that was used last.
    last: u16,
}

impl Contexts {
    pub(super) fn new(most: usize) -> Self {
        Contexts {
            all: Vec::new(),
            interfaces: 0,
            most: most.min(usize::from(u16::MAX)),
            last: 0,
        }
    }

    /// The context for an interface.
    #[inline]
    pub(super) fn of(&mut self, interface: &Syntax) -> Result<u16, Misuse> {
        match self.all.get(usize::from(self.last)) {
            Some(context) if context.interface == *interface => Ok(self.last),
            _ => self.search(interface),
        }
    }

    #[cold]
    fn search(&mut self, interface: &Syntax) -> Result<u16, Misuse> {
        let found = self.all.iter().position(|c| c.interface == *interface);
        let at = match found {
            Some(at) => at,
            None if self.interfaces >= self.most => {
                return Err(Misuse::NotOffered("further interface on one connection"));
            }
            None => {
                let standing = Standing::Unknown;
                self.all.push(Context {
                    interface: *interface,
                    standing,
                });
                self.interfaces += 1;
                self.all.len() - 1
            }
        };
        self.last = at as u16;
        Ok(self.last)
    }

    /// An id for something that is no context, and that no context gets later: the first one, and
    /// the same again if asked again.
    pub(super) fn reserve(&mut self) -> u16 {
        let interface = Syntax::NIL;
        let found = self.all.iter().position(|c| c.interface == interface);
        let at = found.unwrap_or_else(|| {
            let standing = Standing::Unknown;
            self.all.push(Context {
                interface,
                standing,
            });
            self.all.len() - 1
        });
        at as u16
    }

    #[inline]
    pub(super) fn standing(&self, id: u16) -> Standing {
        self.all[usize::from(id)].standing
    }

    pub(super) fn interface(&self, id: u16) -> Syntax {
        self.all[usize::from(id)].interface
    }

    /// The server has answered. The error is for the calls that wait for this context.
    pub(super) fn settle(&mut self, id: u16, verdict: &Verdict) -> Result<(), CallError> {
        match verdict.result {
            ContextResult::Acceptance if verdict.transfer == Syntax::NDR => {
                self.all[usize::from(id)].standing = Standing::Accepted;
                Ok(())
            }
            // We proposed nothing else.
            ContextResult::Acceptance => Err(WireError::BadField {
                field: "transfer_syntax",
                value: u32::from(verdict.transfer.major),
            }
            .into()),
            ContextResult::UserRejection | ContextResult::ProviderRejection => {
                Err(refusal(verdict.reason).into())
            }
            other => Err(WireError::BadField {
                field: "p_cont_def_result",
                value: other.into(),
            }
            .into()),
        }
    }
}

/// What a refusal means for a caller.
fn refusal(reason: u16) -> Fault {
    match ContextReason::from(u32::from(reason)) {
        ContextReason::AbstractSyntax => Fault::NoSuchInterface,
        ContextReason::LocalLimit => fault::status(fault::SERVER_TOO_BUSY),
        ContextReason::TransferSyntaxes => fault::status(fault::UNSUPPORTED_TRANSFER_SYNTAX),
        ContextReason::NotSpecified | ContextReason::Unknown(_) => {
            fault::status(fault::UNSPEC_REJECT)
        }
    }
}
