//! A server's security contexts. One connection may have several (MS-RPCE section 3.3.1.5.4), whose
//! client acts for several users.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::Agreed;
use crate::dce::co::output::Output;
use crate::dce::co::pdu::{Header, Trailer, bad};
use crate::fault::WireError;
use crate::security::{Acceptor, AuthType, Denied, DeniedReason, Level, Step};

/// The security contexts of one connection, in the order they were begun.
#[derive(Debug, Default)]
pub(in crate::dce::co) struct SecurityContexts {
    all: Vec<ServerSecurity>,
    /// Whether the bind had no token, so that there is also an anonymous user.
    pub(in crate::dce::co) anonymous: bool,
    /// Whether both sides support header signing.
    headers_signed: bool,
    /// The context of requests without a trailer: the last one begun at level connect.
    silent: Option<Place>,
    /// Whether a request at level connect had a trailer: then those without one have another
    /// meaning.
    explicit: bool,
}

impl SecurityContexts {
    /// Whether no context was begun.
    #[inline]
    pub(in crate::dce::co) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(in crate::dce::co) fn len(&self) -> usize {
        self.all.len()
    }

    /// The context of a request.
    #[inline]
    pub(in crate::dce::co) fn get(&mut self, place: Place) -> Option<&mut ServerSecurity> {
        self.all.get_mut(usize::from(place.0))
    }

    /// The context that a trailer names.
    pub(in crate::dce::co) fn named(&mut self, trailer: &Trailer) -> Option<&mut ServerSecurity> {
        let named = |s: &&mut ServerSecurity| s.agreed.context == trailer.context;
        self.all.iter_mut().find(named)
    }

    fn position(&self, trailer: &Trailer) -> Option<usize> {
        let named = |s: &ServerSecurity| s.agreed.context == trailer.context;
        self.all.iter().position(named)
    }

    /// Adds a context.
    pub(in crate::dce::co) fn begin(
        &mut self,
        mut security: ServerSecurity,
    ) -> &mut ServerSecurity {
        if self.headers_signed {
            security.acceptor.sign_headers(true);
        }
        if security.agreed.level == Level::Connect && !self.explicit {
            self.silent = Some(Place(self.all.len() as u16));
        }
        self.all.push(security);
        self.all.last_mut().expect("one was put there")
    }

    /// The client supports header signing. That holds for all contexts from now on (MS-RPCE section
    /// 3.3.1.5.2.2: it is stated once per connection).
    pub(in crate::dce::co) fn sign_headers(&mut self) {
        if !self.headers_signed {
            self.headers_signed = true;
            for security in &mut self.all {
                security.acceptor.sign_headers(true);
            }
        }
    }

    /// The place of the context that a request's trailer names.
    pub(in crate::dce::co) fn place_of(&self, header: &Header, request: &[u8]) -> Option<Place> {
        let (trailer, _) = Trailer::parse(header, request, 0).ok().flatten()?;
        self.position(&trailer).map(|at| Place(at as u16))
    }

    /// Whether a request's trailer matches its context.
    pub(in crate::dce::co) fn agrees(&self, header: &Header, request: &[u8]) -> bool {
        let trailer = Trailer::parse(header, request, 0).ok().flatten();
        let trailer = trailer.map(|(trailer, _)| trailer);
        self.vouching(trailer.as_ref()).is_ok()
    }

    /// The context of a request whose first fragment has this trailer; none if the client has bound
    /// anonymously.
    pub(in crate::dce::co) fn of_request(
        &mut self,
        trailer: Option<&Trailer>,
    ) -> Result<Option<Place>, Unauthenticated> {
        if let Some(trailer) = trailer {
            // As in Windows and Samba: a client that names a context once knows that there are
            // several.
            self.silent = None;
            self.explicit |= level_is(trailer, Level::Connect);
        }
        self.vouching(trailer)
    }

    fn vouching(&self, trailer: Option<&Trailer>) -> Result<Option<Place>, Unauthenticated> {
        let at = match trailer {
            Some(trailer) => {
                let other = bad("auth_context_id", trailer.context as usize);
                let at = self.position(trailer);
                let at = at.ok_or(Unauthenticated::Otherwise(other))?;
                if self.is_begun(Place(at as u16)) {
                    return Err(Unauthenticated::NotYet);
                }
                let agreed = self.all[at].agreed.check(trailer);
                agreed.map_err(Unauthenticated::Otherwise)?;
                at
            }
            // MS-RPCE section 3.3.1.5.4: at level connect requests need none.
            None => match self.silent.filter(|place| !self.is_begun(*place)) {
                Some(Place(at)) => usize::from(at),
                None if self.anonymous => return Ok(None),
                None => return Err(Unauthenticated::Silent),
            },
        };
        match self.all[at].state {
            ContextState::Established => Ok(Some(Place(at as u16))),
            _ => Err(Unauthenticated::Otherwise(WireError::BadSignature)),
        }
    }

    /// Whether further tokens are needed. Until then an anonymous client stays anonymous.
    fn is_begun(&self, Place(at): Place) -> bool {
        self.all[usize::from(at)].state == ContextState::Pending
    }

    /// Verifies and decrypts a fragment of a request in one of the contexts. Returns where its stub
    /// data ends.
    pub(in crate::dce::co) fn unprotect(
        &mut self,
        place: Place,
        header: &Header,
        fragment: &mut [u8],
        head: usize,
    ) -> Result<usize, WireError> {
        let security = &mut self.all[usize::from(place.0)];
        let (agreed, by) = (security.agreed, &mut *security.acceptor);
        agreed.unprotect(by, header, fragment, head)
    }
}

fn level_is(trailer: &Trailer, level: Level) -> bool {
    Level::from_wire(trailer.level) == Some(level)
}

/// A security context of a connection, as named by requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dce::co) struct Place(u16);

/// Why a request has no security context.
#[derive(Debug)]
pub(in crate::dce::co) enum Unauthenticated {
    /// It names none, and needs one.
    Silent,
    /// The context it names is not established yet.
    NotYet,
    /// It names an unknown or failed context.
    Otherwise(WireError),
}

/// The state of a server's security context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dce::co) enum ContextState {
    /// Further tokens are needed.
    Pending,
    /// Established: calls may be accepted.
    Established,
    /// The last token was rejected; rpc_auth_3 has no answer that could report it.
    Failed,
}

/// The server side of one security context.
pub(in crate::dce::co) struct ServerSecurity {
    acceptor: Box<dyn Acceptor>,
    agreed: Agreed,
    state: ContextState,
    principal: Option<Arc<str>>,
}

impl ServerSecurity {
    /// Begins a context from the trailer of a bind or alter_context, at a valid level.
    pub(in crate::dce::co) fn new(
        acceptor: Box<dyn Acceptor>,
        trailer: &Trailer,
        level: Level,
    ) -> Self {
        ServerSecurity {
            acceptor,
            agreed: Agreed {
                auth_type: AuthType(trailer.auth_type),
                level,
                context: trailer.context,
            },
            state: ContextState::Pending,
            principal: None,
        }
    }

    /// Processes the client's token. Returns ours, empty if none is needed.
    pub(in crate::dce::co) fn step(&mut self, token: &[u8]) -> Result<Vec<u8>, Denied> {
        let mut out = Vec::new();
        self.state = ContextState::Failed;
        let step = self.acceptor.step(token, &mut out)?;
        if step == Step::Done {
            let level = self.agreed.level;
            if level.seals() && !self.acceptor.can_seal() {
                return Err(Denied::new(
                    DeniedReason::BadSignature,
                    "the client wants privacy, which it did not ask of its mechanism",
                ));
            }
            self.principal = self.acceptor.principal();
        }
        self.state = match step {
            Step::Continue => ContextState::Pending,
            Step::Done => ContextState::Established,
        };
        Ok(out)
    }

    /// The context can no longer be established.
    pub(in crate::dce::co) fn fail(&mut self) {
        self.state = ContextState::Failed;
    }

    pub(in crate::dce::co) fn state(&self) -> ContextState {
        self.state
    }

    /// Whether the context is of this type.
    pub(in crate::dce::co) fn is_of(&self, auth_type: u8) -> bool {
        self.agreed.auth_type.0 == auth_type
    }

    /// Whether a trailer matches the context.
    pub(in crate::dce::co) fn agrees(&self, trailer: &Trailer) -> bool {
        self.agreed.check(trailer).is_ok()
    }

    /// Appends a token of ours to the PDU from `start` to the end of `out`.
    pub(in crate::dce::co) fn append(&self, out: &mut Buf, start: usize, token: &[u8]) {
        self.agreed.append(out, start, token);
    }

    /// The level of protection.
    pub(in crate::dce::co) fn level(&self) -> Level {
        self.agreed.level
    }

    /// The authenticated client.
    pub(in crate::dce::co) fn principal(&self) -> Option<Arc<str>> {
        self.principal.clone()
    }

    /// As [`Output::complete`], with protection.
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
        write!(f, "{auth_type} at level {level}, {:?}", self.state)
    }
}
