//! From a received call to the application object that serves it.

#[cfg(feature = "tokio")]
mod blocking;
mod index;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
#[cfg(feature = "tokio")]
use std::time::Duration;

use hashbrown::HashMap;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_engine::{Call, Caller, Fault, Handler, InterfaceKey, ObjectKey, Outcome, Path};
use manyrpc_engine::{Patient, Serving, Stream, Streams};

#[cfg(feature = "tokio")]
use self::blocking::Blocking;
use self::index::Index;
use crate::context::{CallBack, Dispatch, Marks};
#[cfg(feature = "dynamic")]
use crate::described::DynamicInterface;
use crate::faults::FaultTable;
use crate::servants::{Location, Presence, Servants};
use crate::service::{Service, is_called};
#[cfg(feature = "tracing")]
use crate::spans;

/// Finds the service for a call.
pub(crate) struct Router {
    /// The application's services for any object.
    services: Index,
    /// The application's services for particular objects.
    objects: HashMap<ObjectKey, Index>,
    /// Those of objects that are activated while it serves.
    servants: Arc<Servants>,
    /// The built-in services of DCE servers.
    own: Index,
    /// The built-in services for calls by name, each for one syntax.
    named: Vec<(Encoding, Arc<dyn Service>)>,
    /// Forwards calls for interfaces that are not served here.
    forward: Option<Arc<dyn Forward>>,
    /// The mappings of the application's fault numbers.
    faults: FaultTable,
    /// How many of the application's services are futures, and how many are not.
    kinds: Kinds,
    #[cfg(feature = "tokio")]
    blocking: Blocking,
}

/// The service for a call, and the operation's number.
type Found<'a> = (Cow<'a, Arc<dyn Service>>, u32);

/// How many services are futures, and how many are not.
#[derive(Clone, Copy, Default)]
struct Kinds {
    futures: usize,
    others: usize,
}

impl Kinds {
    fn count(&mut self, service: &dyn Service) {
        match service.is_async() {
            true => self.futures += 1,
            false => self.others += 1,
        }
    }
}

/// Forwards calls to other servers.
pub(crate) trait Forward: Send + Sync {
    /// Forwards a call for an interface that is not served here, and returns the reply; `None` if
    /// there is no server for it.
    fn forward(&self, call: &Call, arguments: &[u8], reply: &mut Buf) -> Option<Outcome>;
}

impl Router {
    /// For the application's services, and the built-in ones of DCE servers.
    pub(crate) fn new(services: &[Arc<dyn Service>], own: &[Arc<dyn Service>]) -> Self {
        let mut kinds = Kinds::default();
        services.iter().for_each(|service| kinds.count(&**service));
        Router {
            services: services.iter().cloned().collect(),
            objects: HashMap::new(),
            servants: Arc::default(),
            own: own.iter().cloned().collect(),
            named: Vec::new(),
            forward: None,
            faults: FaultTable::default(),
            kinds,
            #[cfg(feature = "tokio")]
            blocking: Blocking::default(),
        }
    }

    /// With services of particular objects. Calls for an object without that interface are treated
    /// like calls for no object.
    pub(crate) fn of_objects(mut self, objects: &[(ObjectKey, Arc<dyn Service>)]) -> Self {
        for (object, service) in objects {
            self.kinds.count(&**service);
            let index = self.objects.entry(object.clone()).or_default();
            index.add(service.clone());
        }
        self
    }

    /// With objects that are activated while it serves.
    pub(crate) fn with_servants(self, servants: Arc<Servants>) -> Self {
        Router { servants, ..self }
    }

    /// With the built-in services for calls by name, each for one syntax. The application's
    /// services take precedence.
    pub(crate) fn with_named(self, named: Vec<(Encoding, Arc<dyn Service>)>) -> Self {
        Router { named, ..self }
    }

    /// With a forwarder for what is not served here.
    pub(crate) fn forwarding(self, forward: Option<Arc<dyn Forward>>) -> Self {
        Router { forward, ..self }
    }

    /// With mappings of the application's fault numbers.
    pub(crate) fn with_faults(self, faults: FaultTable) -> Self {
        Router { faults, ..self }
    }

    /// Whether an interface is served in that version or a compatible one.
    pub(crate) fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        let uuid = *uuid;
        let interface = InterfaceKey::Uuid { uuid, major, minor };
        let mut all = self.indexes().chain([&self.own]);
        all.any(|index| index.find(interface).is_some())
            || self.servants.serves(&uuid, major, minor)
    }

    /// What is known of an object's key without making its servant.
    pub(crate) fn presence(&self, key: &[u8]) -> Presence {
        match self.objects.contains_key(key) {
            true => Presence::Active,
            false => self.servants.presence(key),
        }
    }

    /// Where an object has moved.
    pub(crate) fn location(&self, key: &[u8]) -> Option<Location> {
        self.servants.location(key)
    }

    /// Whether an interface is served by that name.
    pub(crate) fn serves_by_name(&self, key: &[u8]) -> bool {
        self.by_name(key).is_some()
    }

    fn by_name(&self, key: &[u8]) -> Option<&Arc<dyn Service>> {
        let name = std::str::from_utf8(key).ok()?;
        let mut services = self.services.shared().filter(|_| !name.is_empty());
        services.find(|service| is_called(&***service, name))
    }

    /// The services behind an object's key, or the one whose interface has that name. Servants may be made for the
    /// question.
    pub(crate) fn behind(&self, key: &[u8]) -> Vec<Arc<dyn Service>> {
        if let Some(object) = self.objects.get(key) {
            return object.shared().cloned().collect();
        }
        let named = || self.by_name(key).cloned();
        let found = match self.servants.presence(key) {
            Presence::Active => self.servants.servant_of(key).ok().flatten(),
            // A servant that cannot be made is as good as none.
            Presence::InRange => named().or_else(|| self.servants.servant_of(key).ok().flatten()),
            Presence::Unknown | Presence::Moved => named(),
        };
        found.into_iter().collect()
    }

    /// Whether an interface is a built-in one of DCE servers.
    pub(crate) fn is_own(&self, uuid: &[u8; 16]) -> bool {
        self.own.services().any(|s| s.interface().uuid == *uuid)
    }

    /// The definitions of services, as far as they are known.
    #[cfg(feature = "dynamic")]
    pub(crate) fn definitions(&self) -> Vec<DynamicInterface> {
        let services = self.indexes().flat_map(Index::services);
        services.filter_map(Service::definition).collect()
    }

    /// The names of entries in headers that services have parameters for: namespace and local name.
    pub(crate) fn headers(&self) -> Vec<(String, String)> {
        let services = self.indexes().flat_map(Index::services);
        let headers = services.flat_map(|service| service.elements().headers);
        let names = headers.map(|path| (path.interface.to_owned(), path.operation.to_owned()));
        names.collect()
    }

    /// The actions of calls, and those of their results.
    pub(crate) fn actions(&self) -> BTreeMap<String, String> {
        let services = self.indexes().flat_map(Index::services);
        let actions = services.flat_map(|service| service.elements().actions);
        let known = actions.filter(|(call, result)| !call.is_empty() && !result.is_empty());
        let owned = known.map(|(call, result)| (call.to_owned(), result.to_owned()));
        owned.collect()
    }

    /// The application's services.
    fn indexes(&self) -> impl Iterator<Item = &Index> {
        [&self.services].into_iter().chain(self.objects.values())
    }

    /// The service for a call, and the operation's number.
    fn find_call(&self, call: &Call) -> Result<Found<'_>, Fault> {
        if let Some(object) = &call.object
            && let Some(decided) = self.find_of(object, call)
        {
            return decided;
        }
        let found = find_in(&self.services, call);
        match found.or_else(|| self.find_own(call)) {
            Some(found) => Ok(found),
            None => Err(self.services.refusal(call)),
        }
    }

    /// The same among the services of its object; `None` if services for no particular object may have it.
    fn find_of(&self, object: &ObjectKey, call: &Call) -> Option<Result<Found<'_>, Fault>> {
        // The object alone says what its interface is.
        let is_sole = call
            .name
            .as_ref()
            .is_some_and(|name| name.path().interface.is_empty());
        let of_object = self.objects.get(object);
        let found = of_object.map(|index| find_in(index, call));
        let found = match found {
            None if self.servants.is_used() => match self.servants.find(object, call) {
                Ok(found) => found.map(|found| {
                    let (service, operation) = found?;
                    Some((Cow::Owned(service), operation))
                }),
                Err(fault) => return Some(Err(fault)),
            },
            found => found,
        };
        match found {
            Some(Some(found)) => Some(Ok(found)),
            Some(None) if is_sole => Some(Err(Fault::NoSuchOperation)),
            None if is_sole => Some(Err(Fault::NoSuchInterface)),
            _ => None,
        }
    }

    /// The same among the built-in services.
    #[cold]
    fn find_own(&self, call: &Call) -> Option<Found<'_>> {
        match &call.name {
            Some(name) => self.find_named(call.encoding, name.path()),
            None => find_in(&self.own, call),
        }
    }

    fn find_named(&self, encoding: Encoding, path: Path<'_>) -> Option<Found<'_>> {
        let of = |(akin, service): &&(Encoding, Arc<dyn Service>)| {
            akin.is_akin_to(encoding) && service.interface().full_name == path.interface
        };
        self.named.iter().filter(of).find_map(|(_, service)| {
            let operations = service.operations();
            let found = operations.iter().find(|(name, _)| *name == path.operation);
            found.map(|(_, number)| (Cow::Borrowed(service), *number))
        })
    }

    /// In which directions the operation of that name has several messages.
    pub(crate) fn streams_of(&self, path: Path<'_>) -> Streams {
        let found = self.services.find_name(path);
        let found = found.map(|(service, operation)| (Cow::Borrowed(service), operation));
        // Only gRPC has such calls.
        let found = found.or_else(|| self.find_named(Encoding::Protobuf, path));
        found.map_or(Streams::NONE, |(service, operation)| {
            service.streams_of(operation)
        })
    }

    /// The full name of a call's interface and the name of its operation, if the interface is served.
    #[cfg(feature = "tower")]
    pub(crate) fn names(&self, call: &Call) -> Option<(String, String)> {
        let (service, operation) = self.find_call(call).ok()?;
        Some(names(&**service, operation))
    }

    /// A refusal of a call that was not served, as its caller learns it.
    #[cfg(feature = "tower")]
    pub(crate) fn refusal(&self, call: &Call, fault: Fault) -> Fault {
        self.faults.refusal(call, fault)
    }

    /// Serves a call; `peer` is its connection if both ends call.
    pub(crate) fn serve_peer(
        &self,
        call: &Call,
        received: &[u8],
        reply: &mut Buf,
        (caller, peer): (&dyn Caller, Option<&dyn CallBack>),
    ) -> Outcome {
        let (service, operation) = match self.find_call(call) {
            Ok(found) => found,
            Err(fault) => return self.pass_on(call, received, reply, fault),
        };
        let found = (&**service, operation);
        #[cfg(feature = "tracing")]
        if spans::may_be_wanted() {
            return self.dispatched_within_span(call, received, reply, (caller, peer), found);
        }
        self.dispatched(call, received, reply, (caller, peer), found)
    }

    #[cfg(feature = "tracing")]
    #[cold]
    fn dispatched_within_span(
        &self,
        call: &Call,
        received: &[u8],
        reply: &mut Buf,
        from: (&dyn Caller, Option<&dyn CallBack>),
        found: (&dyn Service, u32),
    ) -> Outcome {
        spans::served(call, || names(found.0, found.1))
            .serve(|| self.dispatched(call, received, reply, from, found))
    }

    #[inline]
    fn dispatched(
        &self,
        call: &Call,
        received: &[u8],
        reply: &mut Buf,
        (caller, peer): (&dyn Caller, Option<&dyn CallBack>),
        (service, operation): (&dyn Service, u32),
    ) -> Outcome {
        let marks = Marks::default();
        let mut dispatch = Dispatch::new(call, received, reply, &marks, caller);
        dispatch.peer = peer;
        let outcome = service.dispatch(operation, &mut dispatch);
        self.concluded(call, (service, operation), &marks, outcome)
    }

    /// The same as a future.
    pub(crate) fn serve_peer_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        (caller, peer): (&'a dyn Caller, Option<&'a dyn CallBack>),
    ) -> Serving<'a> {
        let found = match self.find_call(call) {
            Ok((service, operation)) if service.is_async() => (service, operation),
            _ => {
                let outcome = self.serve_peer(call, received, reply, (caller, peer));
                return Box::pin(std::future::ready(outcome));
            }
        };
        #[cfg(feature = "tracing")]
        let span = spans::served(call, || names(&**found.0, found.1));
        let serving = async move {
            let (service, operation) = (&*found.0, found.1);
            let marks = Marks::default();
            let mut dispatch = Dispatch::new(call, received, reply, &marks, caller);
            dispatch.peer = peer;
            let outcome = service.dispatch_async(operation, dispatch).await;
            self.concluded(call, (&**service, operation), &marks, outcome)
        };
        let serving = Box::pin(serving);
        #[cfg(feature = "tracing")]
        return span.serve_async(serving);
        #[cfg(not(feature = "tracing"))]
        serving
    }

    /// Forwards a call for which there is no service; refuses it if nobody takes it.
    #[cold]
    fn pass_on(&self, call: &Call, received: &[u8], reply: &mut Buf, refusal: Fault) -> Outcome {
        let arguments = &received[call.arguments.clone()];
        let forward = self.forward.as_deref();
        let passed = forward.and_then(|f| f.forward(call, arguments, reply));
        passed.unwrap_or(Outcome::Fault(refusal))
    }

    /// The outcome of a call as its caller learns it.
    #[inline]
    fn concluded(
        &self,
        call: &Call,
        (service, operation): (&dyn Service, u32),
        marks: &Marks,
        outcome: Outcome,
    ) -> Outcome {
        match outcome {
            _ if marks.is_silent() => Outcome::Silent,
            Outcome::Fault(Fault::NoSuchOperation) if service.streams_of(operation).any() => {
                Outcome::Fault(Fault::NoSuchOperation.with_message(STREAMS))
            }
            // RFC 5531, section 12: by convention procedure 0 of every program has no parameters
            // and no results, whether or not the definition and the server include it.
            Outcome::Fault(Fault::NoSuchOperation)
                if operation == 0
                    && !marks.has_refused_more()
                    && !is_numberless(call.interface) =>
            {
                Outcome::Idempotent
            }
            outcome => self.faults.outcome(call, outcome),
        }
    }

    /// Operations with context handles: interface, major version, number.
    pub(crate) fn context_operations(&self) -> Vec<([u8; 16], u16, u16)> {
        let services = self.indexes().flat_map(Index::services);
        let operations = services.flat_map(|service| {
            let id = service.interface();
            let numbers = service.context_operations().into_iter();
            // No other numbers can be called.
            let numbers = numbers.filter_map(|number| u16::try_from(number).ok());
            numbers.map(move |number| (id.uuid, id.major(), number))
        });
        operations.collect()
    }
}

/// The full name of a service's interface and the name of an operation, or its number if it has none.
#[cfg(any(feature = "tokio", feature = "tracing"))]
fn names(service: &dyn Service, operation: u32) -> (String, String) {
    let interface = service.interface().full_name.to_owned();
    let operations = service.operations();
    let found = operations.iter().find(|(_, number)| *number == operation);
    let name = found.map(|(name, _)| (*name).to_owned());
    (interface, name.unwrap_or_else(|| operation.to_string()))
}

fn find_in<'a>(index: &'a Index, call: &Call) -> Option<Found<'a>> {
    let (service, operation) = match &call.name {
        Some(name) => index.find_name(name.path())?,
        None => (index.find(call.interface)?, call.operation),
    };
    Some((Cow::Borrowed(service), operation))
}

/// Why an operation with several messages cannot be called in systems without such calls.
const STREAMS: &str = "it has several requests or replies; call it over gRPC";

/// Whether operation 0 of such an interface is an ordinary one.
fn is_numberless(interface: InterfaceKey) -> bool {
    matches!(interface, InterfaceKey::Uuid { .. } | InterfaceKey::Named)
}

impl Handler for Router {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.serve(call, received, reply, &Patient)
    }

    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, caller: &dyn Caller) -> Outcome {
        self.serve_peer(call, received, reply, (caller, None))
    }

    fn is_async(&self) -> bool {
        self.kinds.futures > 0 || self.servants.has_futures()
    }

    fn is_async_call(&self, call: &Call) -> bool {
        let found = || self.find_call(call);
        match self.kinds {
            _ if self.servants.is_used() => found().is_ok_and(|(service, _)| service.is_async()),
            Kinds { futures: 0, .. } => false,
            Kinds { others: 0, .. } => true,
            _ => found().is_ok_and(|(service, _)| service.is_async()),
        }
    }

    #[cfg(feature = "tokio")]
    fn has_blocked(&self, call: &Call, took: Duration) {
        if let Ok((service, operation)) = self.find_call(call) {
            self.blocking.report(&names(&**service, operation), took);
        }
    }

    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        caller: &'a dyn Caller,
    ) -> Serving<'a> {
        self.serve_peer_async(call, received, reply, (caller, None))
    }

    fn open(
        &self,
        call: &Call,
        received: &[u8],
        caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        let (service, operation) = self.find_call(call)?;
        let (mut nothing, marks) = (Buf::new(), Marks::default());
        let dispatch = Dispatch::new(call, received, &mut nothing, &marks, caller);
        match service.into_owned().open_shared(operation, &dispatch) {
            Ok(stream) => Ok(self.faults.stream(call, stream)),
            Err(fault) => Err(self.faults.refusal(call, fault)),
        }
    }

    fn association_ended(&self, association: u64) {
        for index in self.indexes().chain([&self.own]) {
            index
                .services()
                .for_each(|service| service.association_ended(association));
        }
        self.servants.association_ended(association);
    }
}

#[cfg(test)]
mod tests;
