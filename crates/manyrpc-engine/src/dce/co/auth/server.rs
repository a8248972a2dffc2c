//! A server's security contexts, of which one connection may have several (MS-RPCE section
//! 3.3.1.5.4): their clients speak for several users.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::{Agreed, Refusal};
use crate::dce::co::output::Output;
use crate::dce::co::pdu::{Header, Trailer, bad};
use crate::dce::security::{Acceptor, AuthType, Denied, Level, Step};
use crate::fault::WireError;

/// The security contexts of one connection, in the order they were begun in.
#[derive(Debug, Default)]
pub(in crate::dce::co) struct Securities {
    all: Vec<ServerSecurity>,
    /// Whether the bind said that the client can sign headers, and was told that we can.
    signs_headers: bool,
}

impl Securities {
    /// Whether nobody has proved anything, nor begun to.
    #[inline]
    pub(in crate::dce::co) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(in crate::dce::co) fn len(&self) -> usize {
        self.all.len()
    }

    /// One that a request came with.
    #[inline]
    pub(in crate::dce::co) fn get(&mut self, place: Place) -> Option<&mut ServerSecurity> {
        self.all.get_mut(usize::from(place.0))
    }

    /// The one that a trailer names.
    pub(in crate::dce::co) fn named(&mut self, trailer: &Trailer) -> Option<&mut ServerSecurity> {
        let named = |s: &&mut ServerSecurity| s.agreed.context == trailer.context;
        self.all.iter_mut().find(named)
    }

    /// Takes a new one, whose first PDU said whether the client can sign headers.
    pub(in crate::dce::co) fn begin(
        &mut self,
        mut security: ServerSecurity,
        signs_headers: bool,
    ) -> &mut ServerSecurity {
        self.signs_headers |= signs_headers;
        if self.signs_headers {
            security.acceptor.sign_headers(true);
        }
        self.all.push(security);
        self.all.last_mut().expect("one was put there")
    }

    /// Checks and decrypts a fragment of a request. Gives the context that protects it, and where
    /// its stub data ends.
    pub(in crate::dce::co) fn unprotect(
        &mut self,
        header: &Header,
        fragment: &mut [u8],
        head: usize,
    ) -> Result<(Place, usize), Unproved> {
        let trailer = Trailer::parse(header, fragment, head)?;
        let meant = |s: &ServerSecurity| match &trailer {
            Some((trailer, _)) => s.agreed.context == trailer.context,
            // At level connect requests need none.
            None => !s.agreed.level.protects_pdus(),
        };
        let Some(at) = self.all.iter().position(meant) else {
            return Err(Unproved::Wire(match trailer {
                Some((trailer, _)) => bad("auth_context_id", trailer.context as usize),
                None => bad("auth_length", 0),
            }));
        };
        let security = &mut self.all[at];
        if security.standing != Standing::Stands {
            return Err(Unproved::NotYet);
        }
        let (agreed, by) = (security.agreed, &mut *security.acceptor);
        let end = agreed.unprotect(by, header, fragment, head)?;
        Ok((Place(at as u16), end))
    }
}

/// Which security context of a connection a request came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dce::co) struct Place(u16);

/// Why a fragment of a request is not taken.
#[derive(Debug)]
pub(in crate::dce::co) enum Unproved {
    /// The client broke the protocol.
    Wire(WireError),
    /// It has not proved who it is, or could not.
    NotYet,
}

impl From<WireError> for Unproved {
    fn from(e: WireError) -> Self {
        Unproved::Wire(e)
    }
}

/// Where a server's side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Further tokens must come.
    Begun,
    Stands,
    /// What was said last was not accepted; rpc_auth_3 has no answer that could say so.
    Failed,
}

/// A server's side of one security context.
pub(in crate::dce::co) struct ServerSecurity {
    acceptor: Box<dyn Acceptor>,
    agreed: Agreed,
    standing: Standing,
    principal: Option<Arc<str>>,
}

impl ServerSecurity {
    /// Begins as the trailer of a bind or an alter_context says; nothing where its level means
    /// nothing.
    pub(in crate::dce::co) fn new(acceptor: Box<dyn Acceptor>, trailer: &Trailer) -> Option<Self> {
        Some(ServerSecurity {
            acceptor,
            agreed: Agreed {
                auth_type: AuthType(trailer.auth_type),
                level: Level::from_wire(trailer.level).filter(|level| *level > Level::None)?,
                context: trailer.context,
            },
            standing: Standing::Begun,
            principal: None,
        })
    }

    /// Takes the client's token. Gives ours, empty where none is due.
    pub(in crate::dce::co) fn step(
        &mut self,
        trailer: &Trailer,
        token: &[u8],
    ) -> Result<Vec<u8>, Refusal> {
        self.agreed.check(trailer)?;
        if self.standing != Standing::Begun {
            return Err(bad("auth_context_id", trailer.context as usize).into());
        }
        let mut out = Vec::new();
        self.standing = Standing::Failed;
        self.standing = match self.acceptor.step(token, &mut out)? {
            Step::Continue => Standing::Begun,
            Step::Done => Standing::Stands,
        };
        if self.standing == Standing::Stands {
            self.principal = self.acceptor.principal();
        }
        Ok(out)
    }

    /// Puts a token of ours behind the PDU that starts at `start` and ends `out`.
    pub(in crate::dce::co) fn append(&self, out: &mut Buf, start: usize, token: &[u8]) {
        self.agreed.append(out, start, token);
    }

    /// Whether calls may be taken.
    pub(in crate::dce::co) fn stands(&self) -> bool {
        self.standing == Standing::Stands
    }

    /// What is protected.
    pub(in crate::dce::co) fn level(&self) -> Level {
        self.agreed.level
    }

    /// Who the client has proved to be.
    pub(in crate::dce::co) fn principal(&self) -> Option<Arc<str>> {
        self.principal.clone()
    }

    /// As [`Output::complete`], protected.
    pub(in crate::dce::co) fn complete(
        &mut self,
        out: &mut Output,
        head: usize,
        most: usize,
    ) -> Result<(), Denied> {
        self.agreed.complete(&mut *self.acceptor, out, head, most)
    }
}

impl core::fmt::Debug for ServerSecurity {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Agreed {
            auth_type, level, ..
        } = self.agreed;
        write!(f, "{auth_type} at level {level}, {:?}", self.standing)
    }
}
