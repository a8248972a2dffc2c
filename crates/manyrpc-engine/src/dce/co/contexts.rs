//! The presentation contexts of a client's association, one per interface.
//!
//! Reading list: C706 sections 12.6.3.4 (context identifiers), 12.6.4.1 to 12.6.4.4; MS-RPCE
//! section 3.3.1.5.6.

use alloc::vec::Vec;

use super::bind::{ContextReason, ContextResult, Syntax, Verdict};
use crate::dce::fault;
use crate::fault::{CallError, Fault, Misuse, WireError};

/// The state of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContextState {
    /// Not accepted. A refused context returns to this state: the interface may be served by the
    /// time of the next call.
    Unknown,
    /// Accepted.
    Accepted,
}

#[derive(Clone, Copy, Debug)]
struct Context {
    interface: Syntax,
    state: ContextState,
}

/// All contexts of one association. A context's id is its index.
#[derive(Debug)]
pub(super) struct Contexts {
    all: Vec<Context>,
    interfaces: usize,
    most: usize,
    /// The last one used.
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
                let state = ContextState::Unknown;
                self.all.push(Context {
                    interface: *interface,
                    state,
                });
                self.interfaces += 1;
                self.all.len() - 1
            }
        };
        self.last = at as u16;
        Ok(self.last)
    }

    /// Reserves an id that no context gets, for something else: the first time an id, then the same
    /// again.
    pub(super) fn reserve(&mut self) -> u16 {
        let interface = Syntax::NIL;
        let found = self.all.iter().position(|c| c.interface == interface);
        let at = found.unwrap_or_else(|| {
            let state = ContextState::Unknown;
            self.all.push(Context { interface, state });
            self.all.len() - 1
        });
        at as u16
    }

    #[inline]
    pub(super) fn state(&self, id: u16) -> ContextState {
        self.all[usize::from(id)].state
    }

    pub(super) fn interface(&self, id: u16) -> Syntax {
        self.all[usize::from(id)].interface
    }

    /// Handles the server's result. The error is for the calls that wait for this context.
    pub(super) fn settle(&mut self, id: u16, verdict: &Verdict) -> Result<(), CallError> {
        match verdict.result {
            ContextResult::Acceptance if verdict.transfer == Syntax::NDR => {
                self.all[usize::from(id)].state = ContextState::Accepted;
                Ok(())
            }
            // Nothing else was proposed.
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

/// The error that a refusal causes.
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
