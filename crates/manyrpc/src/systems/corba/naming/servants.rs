//! The objects of a naming service: contexts and iterators.

use std::borrow::Cow;

use manyrpc_engine::{CallError, Fault};

use super::error::NamingError;
use super::name::{self, Name};
use super::serve::{NameServer, standard};
use super::stubs::{self, BindingType};
use super::tree::{Again, Bound, Place, Refusal, Tree};
use super::{Entry, NamingClient, url_of};
use crate::adapter::ObjectAdapter;
use crate::context::Context as Call;
use crate::corba::Standard;
use crate::system::binding::Binding;

/// A context.
pub(super) struct Context {
    pub(super) server: NameServer,
    pub(super) objects: ObjectAdapter,
    pub(super) number: u64,
}

/// An iterator.
pub(super) struct Iterator {
    pub(super) server: NameServer,
    pub(super) number: u64,
}

/// The name of an argument.
fn named(wire: Vec<stubs::NameComponent<'_>>) -> Result<Name, NamingError> {
    Name::new(name::from_wire(wire)).map_err(|_| NamingError::InvalidName)
}

fn read(text: &str) -> Result<Name, NamingError> {
    text.parse().map_err(|_| NamingError::InvalidName)
}

fn fault(fault: Fault) -> NamingError {
    NamingError::Error(CallError::Fault(fault).into())
}

impl Context {
    /// Ends an operation whose name may lead to another server, which then does the rest.
    fn done<T>(
        &self,
        done: Result<T, Refusal>,
        there: impl FnOnce(&mut NamingClient, &Name) -> Result<T, NamingError>,
    ) -> Result<T, NamingError> {
        done.or_else(|refusal| match refusal {
            Refusal::Beyond(place, rest) => self.server.follow(place, rest, there),
            other => Err(refused(other)),
        })
    }

    fn bound(
        &self,
        name: Vec<stubs::NameComponent<'_>>,
        to: Bound,
        again: Again,
        there: impl FnOnce(&mut NamingClient, &Name) -> Result<(), NamingError>,
    ) -> Result<(), NamingError> {
        let name = named(name)?;
        let change = |tree: &mut Tree| tree.bind(self.number, &name, to, again);
        let done = self.server.change(change).map_err(fault)?;
        self.done(done, there)
    }

    /// Where the context of an argument is.
    fn place(&self, context: &str) -> Result<Place, NamingError> {
        match context {
            // OMG formal/04-10-03 section 2.3.3.
            "" => Err(fault(standard(Standard::BadParam))),
            context => Ok(self.server.place(&self.objects, context)),
        }
    }

    fn resolved(&self, name: &Name) -> Result<String, NamingError> {
        let found = self
            .server
            .ask(|tree| tree.resolve(self.number, name).cloned());
        let found = found.map(|bound| match bound {
            Bound::Object(text) | Bound::Context(Place::Elsewhere(text)) => text,
            Bound::Context(Place::Here(number)) => self.server.reference(&self.objects, number),
        });
        self.done(found, NamingClient::resolve)
    }
}

fn refused(refusal: Refusal) -> NamingError {
    match refusal {
        Refusal::NotFound(why, rest) => NamingError::NotFound { why, rest },
        Refusal::AlreadyBound => NamingError::AlreadyBound,
        Refusal::NotEmpty => NamingError::NotEmpty,
        Refusal::Gone => fault(Fault::NoSuchInterface),
        Refusal::IsRoot => fault(standard(Standard::NoPermission)),
        Refusal::Full => fault(standard(Standard::NoResources)),
        Refusal::Beyond(..) => unreachable!("operations by a name go on where it leads"),
    }
}

/// The fault of an operation that raises nothing.
fn fault_of(error: NamingError) -> Fault {
    match error {
        NamingError::Error(error) => crate::exceptions::fault_of(error),
        _ => Fault::ServerFailure,
    }
}

fn binding(entry: Entry) -> stubs::Binding<'static> {
    stubs::Binding {
        binding_name: name::into_wire(vec![entry.name]),
        binding_type: match entry.is_context {
            true => BindingType::Ncontext,
            false => BindingType::Nobject,
        },
    }
}

/// Whether a text can stand behind `corbaloc:`.
fn is_address(text: &str) -> bool {
    let is_initial = text == "rir:" || text.starts_with("rir:/");
    is_initial || format!("corbaloc:{text}").parse::<Binding>().is_ok()
}

type Wire<'a> = Vec<stubs::NameComponent<'a>>;

impl stubs::NamingContextExt for Context {
    fn bind(
        &self,
        _: &Call<'_>,
        n: Wire<'_>,
        obj: Cow<'_, str>,
    ) -> Result<(), stubs::NamingContextExtBindError> {
        let to = Bound::Object(obj.to_string());
        Ok(self.bound(n, to, Again::No, |context, rest| context.bind(rest, &obj))?)
    }

    fn rebind(
        &self,
        _: &Call<'_>,
        n: Wire<'_>,
        obj: Cow<'_, str>,
    ) -> Result<(), stubs::NamingContextExtRebindError> {
        let to = Bound::Object(obj.to_string());
        Ok(self.bound(n, to, Again::Yes, |context, rest| {
            context.rebind(rest, &obj)
        })?)
    }

    fn bind_context(
        &self,
        _: &Call<'_>,
        n: Wire<'_>,
        nc: Cow<'_, str>,
    ) -> Result<(), stubs::NamingContextExtBindContextError> {
        let to = Bound::Context(self.place(&nc)?);
        let there = |context: &mut NamingClient, rest: &Name| context.bind_context(rest, &nc);
        Ok(self.bound(n, to, Again::No, there)?)
    }

    fn rebind_context(
        &self,
        _: &Call<'_>,
        n: Wire<'_>,
        nc: Cow<'_, str>,
    ) -> Result<(), stubs::NamingContextExtRebindContextError> {
        let to = Bound::Context(self.place(&nc)?);
        let there = |context: &mut NamingClient, rest: &Name| context.rebind_context(rest, &nc);
        Ok(self.bound(n, to, Again::Yes, there)?)
    }

    fn resolve<'a>(
        &'a self,
        _: &Call<'_>,
        n: Wire<'a>,
    ) -> Result<Cow<'a, str>, stubs::NamingContextExtResolveError> {
        Ok(self.resolved(&named(n)?)?.into())
    }

    fn unbind(&self, _: &Call<'_>, n: Wire<'_>) -> Result<(), stubs::NamingContextExtUnbindError> {
        let name = named(n)?;
        let change = |tree: &mut Tree| tree.unbind(self.number, &name);
        let done = self.server.change(change).map_err(fault)?;
        Ok(self.done(done, NamingClient::unbind)?)
    }

    fn new_context<'a>(&'a self, _: &Call<'_>) -> Result<Cow<'a, str>, Fault> {
        let made = self.server.change(Tree::new_context)?;
        let number = made.map_err(|refusal| fault_of(refused(refusal)))?;
        Ok(self.server.reference(&self.objects, number).into())
    }

    fn bind_new_context<'a>(
        &'a self,
        _: &Call<'_>,
        n: Wire<'a>,
    ) -> Result<Cow<'a, str>, stubs::NamingContextExtBindNewContextError> {
        let name = named(n)?;
        let change = |tree: &mut Tree| tree.bind_new_context(self.number, &name);
        let done = self.server.change(change).map_err(fault)?;
        let done = done.map(|number| self.server.reference(&self.objects, number));
        Ok(self.done(done, NamingClient::bind_new_context)?.into())
    }

    fn destroy(&self, _: &Call<'_>) -> Result<(), stubs::NamingContextExtDestroyError> {
        let change = |tree: &mut Tree| tree.destroy(self.number);
        let done = self.server.change(change).map_err(fault)?;
        Ok(done.map_err(refused)?)
    }

    fn list<'a>(
        &'a self,
        _: &Call<'_>,
        how_many: u32,
    ) -> Result<(Vec<stubs::Binding<'a>>, Cow<'a, str>), Fault> {
        let listed = self
            .server
            .list(&self.objects, self.number, how_many as usize);
        let (found, rest) = listed.map_err(|refusal| fault_of(refused(refusal)))?;
        Ok((found.into_iter().map(binding).collect(), rest.into()))
    }

    fn to_string<'a>(
        &'a self,
        _: &Call<'_>,
        n: Wire<'a>,
    ) -> Result<Cow<'a, str>, stubs::NamingContextExtToStringError> {
        Ok(named(n)?.to_string().into())
    }

    fn to_name<'a>(
        &'a self,
        _: &Call<'_>,
        sn: Cow<'a, str>,
    ) -> Result<Wire<'a>, stubs::NamingContextExtToNameError> {
        Ok(name::into_wire(read(&sn)?.into_components()))
    }

    fn to_url<'a>(
        &'a self,
        _: &Call<'_>,
        addr: Cow<'a, str>,
        sn: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, stubs::NamingContextExtToUrlError> {
        if !is_address(&addr) {
            return Err(NamingError::InvalidAddress.into());
        }
        // The context itself has no name.
        if !sn.is_empty() {
            read(&sn)?;
        }
        Ok(url_of(&addr, &sn).into())
    }

    fn resolve_str<'a>(
        &'a self,
        _: &Call<'_>,
        n: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, stubs::NamingContextExtResolveStrError> {
        Ok(self.resolved(&read(&n)?)?.into())
    }
}

impl stubs::BindingIterator for Iterator {
    fn next_one<'a>(&'a self, _: &Call<'_>) -> Result<(stubs::Binding<'a>, bool), Fault> {
        let mut found = self.server.next(self.number, 1)?;
        Ok(match found.pop() {
            Some(entry) => (binding(entry), true),
            None => (stubs::Binding::default(), false),
        })
    }

    fn next_n<'a>(
        &'a self,
        _: &Call<'_>,
        how_many: u32,
    ) -> Result<(Vec<stubs::Binding<'a>>, bool), Fault> {
        // OMG formal/04-10-03 section 2.3.7.
        if how_many == 0 {
            return Err(standard(Standard::BadParam));
        }
        let found = self.server.next(self.number, how_many as usize)?;
        let found: Vec<_> = found.into_iter().map(binding).collect();
        let is_some = !found.is_empty();
        Ok((found, is_some))
    }

    fn destroy(&self, _: &Call<'_>) -> Result<(), Fault> {
        self.server.end(self.number);
        Ok(())
    }
}
