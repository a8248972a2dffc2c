//! A server's security contexts, of which one connection may have several (MS-RPCE section
//! 3.3.1.5.4): their clients speak for several users.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::Agreed;
use crate::dce::co::output::Output;
use crate::dce::co::pdu::{Header, Trailer, bad};
use crate::fault::WireError;
use crate::security::{Acceptor, AuthType, Denied, DeniedReason, Level, Step};

/// The security contexts of one connection, in the order they were begun in.
#[derive(Debug, Default)]
pub(in crate::dce::co) struct Securities {
    all: Vec<ServerSecurity>,
    /// Whether the bind had no token, so that there is nobody in particular beside them.
    pub(in crate::dce::co) nobody: bool,
    /// Whether the client has said that it can sign headers, and was told that we can.
    headers_signed: bool,
    /// Whose requests without a trailer are: who was begun last at level connect.
    silent: Option<Place>,
    /// Whether a request at level connect had a trailer: then those without have another meaning.
    explicit: bool,
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

    fn position(&self, trailer: &Trailer) -> Option<usize> {
        let named = |s: &ServerSecurity| s.agreed.context == trailer.context;
        self.all.iter().position(named)
    }

    /// Takes a new one.
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

    /// The client says that it can sign headers. That holds for all, from now on (MS-RPCE section
    /// 3.3.1.5.2.2: it is said once for a connection).
    pub(in crate::dce::co) fn sign_headers(&mut self) {
        if !self.headers_signed {
            self.headers_signed = true;
            for security in &mut self.all {
                security.acceptor.sign_headers(true);
            }
        }
    }

    /// The one that the trailer of a request names.
    pub(in crate::dce::co) fn place_of(&self, header: &Header, request: &[u8]) -> Option<Place> {
        let (trailer, _) = Trailer::parse(header, request, 0).ok().flatten()?;
        self.position(&trailer).map(|at| Place(at as u16))
    }

    /// Whether the trailer of a request says what was agreed on.
    pub(in crate::dce::co) fn agrees(&self, header: &Header, request: &[u8]) -> bool {
        let trailer = Trailer::parse(header, request, 0).ok().flatten();
        let trailer = trailer.map(|(trailer, _)| trailer);
        self.vouching(trailer.as_ref()).is_ok()
    }

    /// Which of them vouches for a request whose first fragment has this trailer; nobody where the
    /// client has bound as nobody in particular.
    pub(in crate::dce::co) fn of_request(
        &mut self,
        trailer: Option<&Trailer>,
    ) -> Result<Option<Place>, Unproved> {
        if let Some(trailer) = trailer {
            // As Windows and Samba see it: whoever names one once knows that there are several.
            self.silent = None;
            self.explicit |= level_is(trailer, Level::Connect);
        }
        self.vouching(trailer)
    }

    fn vouching(&self, trailer: Option<&Trailer>) -> Result<Option<Place>, Unproved> {
        let at = match trailer {
            Some(trailer) => {
                let other = bad("auth_context_id", trailer.context as usize);
                let at = self.position(trailer);
                let at = at.ok_or(Unproved::Otherwise(other))?;
                if self.is_begun(Place(at as u16)) {
                    return Err(Unproved::NotYet);
                }
                let agreed = self.all[at].agreed.check(trailer);
                agreed.map_err(Unproved::Otherwise)?;
                at
            }
            // MS-RPCE section 3.3.1.5.4: at level connect requests need none.
            None => match self.silent.filter(|place| !self.is_begun(*place)) {
                Some(Place(at)) => usize::from(at),
                None if self.nobody => return Ok(None),
                None => return Err(Unproved::Silent),
            },
        };
        match self.all[at].standing {
            Standing::Stands => Ok(Some(Place(at as u16))),
            _ => Err(Unproved::Otherwise(WireError::BadSignature)),
        }
    }

    /// Whether further tokens must come. Until then who has bound as nobody still is nobody.
    fn is_begun(&self, Place(at): Place) -> bool {
        self.all[usize::from(at)].standing == Standing::Begun
    }

    /// Checks and decrypts a fragment of a request that one of them vouches for. Gives where its
    /// stub data ends.
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

/// Which security context of a connection a request came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dce::co) struct Place(u16);

/// Why nobody vouches for a request.
#[derive(Debug)]
pub(in crate::dce::co) enum Unproved {
    /// It does not say who, where that is needed.
    Silent,
    /// Who it says has not finished proving it.
    NotYet,
    /// Who it says is somebody else, or has failed to prove it.
    Otherwise(WireError),
}

/// Where a server's side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dce::co) enum Standing {
    /// Further tokens must come.
    Begun,
    /// Calls may be taken.
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
    /// Begins as the trailer of a bind or an alter_context says, whose level means something.
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
            standing: Standing::Begun,
            principal: None,
        }
    }

    /// Takes the client's token. Gives ours, empty where none is due.
    pub(in crate::dce::co) fn step(&mut self, token: &[u8]) -> Result<Vec<u8>, Denied> {
        let mut out = Vec::new();
        self.standing = Standing::Failed;
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
        self.standing = match step {
            Step::Continue => Standing::Begun,
            Step::Done => Standing::Stands,
        };
        Ok(out)
    }

    /// It will never stand.
    pub(in crate::dce::co) fn fail(&mut self) {
        self.standing = Standing::Failed;
    }

    pub(in crate::dce::co) fn standing(&self) -> Standing {
        self.standing
    }

    /// Whether this kind of security was begun.
    pub(in crate::dce::co) fn is_of(&self, auth_type: u8) -> bool {
        self.agreed.auth_type.0 == auth_type
    }

    /// Whether a trailer says what was agreed on.
    pub(in crate::dce::co) fn agrees(&self, trailer: &Trailer) -> bool {
        self.agreed.check(trailer).is_ok()
    }

    /// Puts a token of ours behind the PDU that starts at `start` and ends `out`.
    pub(in crate::dce::co) fn append(&self, out: &mut Buf, start: usize, token: &[u8]) {
        self.agreed.append(out, start, token);
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
