//! From a call on the wire to the application object that serves it.

mod index;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hashbrown::HashMap;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_engine::{Call, Caller, Fault, Handler, InterfaceKey, ObjectKey, Outcome, Path};
use manyrpc_engine::{Patient, Stream, Streams};

use self::index::Index;
use crate::context::Dispatch;
use crate::faults::FaultTable;
use crate::peer::Peer;
use crate::stub::Service;

/// Finds the service that a call is for.
pub(crate) struct Router {
    /// The application's, for whatever object.
    services: Index,
    /// The application's for single objects.
    objects: HashMap<ObjectKey, Index>,
    /// Those that servers of DCE have of themselves.
    own: Index,
    /// Those that servers have of themselves where calls are named, each for one syntax.
    named: Vec<(Encoding, Arc<dyn Service>)>,
    /// Who carries out calls for what is not here.
    forward: Option<Arc<dyn Forward>>,
    /// What the application's own numbers are called.
    faults: FaultTable,
}

/// Whoever passes calls on to other servers.
pub(crate) trait Forward: Send + Sync {
    /// Passes a call on, for an interface that is not served here, and gives the reply; `None` if
    /// it knows nobody.
    fn forward(&self, call: &Call, arguments: &[u8], reply: &mut Buf) -> Option<Outcome>;
}

impl Router {
    /// Over the application's services, and those that servers of DCE have of themselves.
    pub(crate) fn new(services: &[Arc<dyn Service>], own: &[Arc<dyn Service>]) -> Self {
        Router {
            services: services.iter().cloned().collect(),
            objects: HashMap::new(),
            own: own.iter().cloned().collect(),
            named: Vec::new(),
            forward: None,
            faults: FaultTable::default(),
        }
    }

    /// With services of single objects. Calls for an object that has none of that interface go where
    /// calls for no object go.
    pub(crate) fn of_objects(mut self, objects: &[(ObjectKey, Arc<dyn Service>)]) -> Self {
        for (object, service) in objects {
            let index = self.objects.entry(object.clone()).or_default();
            index.add(service.clone());
        }
        self
    }

    /// With those that servers have of themselves where calls are named, each for one syntax. What an
    /// application serves comes before them.
    pub(crate) fn telling(self, named: Vec<(Encoding, Arc<dyn Service>)>) -> Self {
        Router { named, ..self }
    }

    /// With somebody who passes on calls for what is not here.
    pub(crate) fn forwarding(self, forward: Option<Arc<dyn Forward>>) -> Self {
        Router { forward, ..self }
    }

    /// With numbers of systems for the application's own.
    pub(crate) fn saying(self, faults: FaultTable) -> Self {
        Router { faults, ..self }
    }

    /// Whether an interface is served in that version or a compatible one.
    pub(crate) fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        let uuid = *uuid;
        let interface = InterfaceKey::Uuid { uuid, major, minor };
        let mut all = self.indexes().chain([&self.own]);
        all.any(|index| index.find(interface).is_some())
    }

    /// Whether an interface is one that servers of DCE have of themselves.
    pub(crate) fn is_own(&self, uuid: &[u8; 16]) -> bool {
        self.own.services().any(|s| s.interface().uuid == *uuid)
    }

    /// All that the application serves.
    fn indexes(&self) -> impl Iterator<Item = &Index> {
        [&self.services].into_iter().chain(self.objects.values())
    }

    /// The service that a call is for, and the operation's number.
    fn find_call(&self, call: &Call) -> Result<(&dyn Service, u32), Fault> {
        let object = call.object.as_ref().filter(|_| !self.objects.is_empty());
        let of_object = object.and_then(|object| self.objects.get(object));
        let found = of_object.and_then(|index| find_in(index, call));
        let found = found.or_else(|| find_in(&self.services, call));
        match found.or_else(|| self.find_own(call)) {
            Some(found) => Ok(found),
            None => Err(self.services.refusal(call)),
        }
    }

    /// The same among what servers have of themselves.
    #[cold]
    fn find_own(&self, call: &Call) -> Option<(&dyn Service, u32)> {
        match &call.name {
            Some(name) => self.find_named(call.encoding, name.path()),
            None => find_in(&self.own, call),
        }
    }

    fn find_named(&self, encoding: Encoding, path: Path<'_>) -> Option<(&dyn Service, u32)> {
        let of = |(akin, service): &&(Encoding, Arc<dyn Service>)| {
            akin.is_akin_to(encoding) && service.interface().full_name == path.interface
        };
        self.named.iter().filter(of).find_map(|(_, service)| {
            let operations = service.operations();
            let found = operations.iter().find(|(name, _)| *name == path.operation);
            found.map(|(_, number)| (&**service, *number))
        })
    }

    /// Which ways the operation of that name has several messages.
    pub(crate) fn streams_of(&self, path: Path<'_>) -> Streams {
        let found = self.services.find_name(path);
        // Only gRPC has such calls.
        let found = found.or_else(|| self.find_named(Encoding::Protobuf, path));
        found.map_or(Streams::NONE, |(service, operation)| {
            service.streams_of(operation)
        })
    }

    /// Carries out a call, which came over that connection where both ends of it call.
    pub(crate) fn serve_peer(
        &self,
        call: &Call,
        received: &[u8],
        reply: &mut Buf,
        (caller, peer): (&dyn Caller, Option<&Peer>),
    ) -> Outcome {
        let (service, operation) = match self.find_call(call) {
            Ok(found) => found,
            Err(fault) => {
                let arguments = &received[call.arguments.clone()];
                let forward = self.forward.as_deref();
                let passed = forward.and_then(|f| f.forward(call, arguments, reply));
                return passed.unwrap_or(Outcome::Fault(fault));
            }
        };
        let silent = AtomicBool::new(false);
        let mut dispatch = Dispatch::new(call, received, reply, &silent, caller);
        dispatch.peer = peer;
        match service.dispatch(operation, &mut dispatch) {
            _ if silent.load(Relaxed) => Outcome::Silent,
            Outcome::Fault(Fault::NoSuchOperation) if service.streams_of(operation).any() => {
                Outcome::Fault(Fault::NoSuchOperation.with_message(STREAMS))
            }
            // RFC 5531, section 12: procedure 0 takes and gives nothing, by convention in every
            // program, whether its definition says so or not, and its server writes it or not.
            Outcome::Fault(Fault::NoSuchOperation)
                if operation == 0 && !dispatch.refused_more && !is_numberless(call.interface) =>
            {
                Outcome::Idempotent
            }
            outcome => self.faults.outcome(call, outcome),
        }
    }

    /// Operations that have to do with context handles: interface, major version, number.
    pub(crate) fn context_operations(&self) -> Vec<([u8; 16], u16, u16)> {
        let services = self.indexes().flat_map(Index::services);
        let operations = services.flat_map(|service| {
            let id = service.interface();
            let numbers = service.context_operations().into_iter();
            // No other numbers are called.
            let numbers = numbers.filter_map(|number| u16::try_from(number).ok());
            numbers.map(move |number| (id.uuid, id.major(), number))
        });
        operations.collect()
    }
}

fn find_in<'a>(index: &'a Index, call: &Call) -> Option<(&'a dyn Service, u32)> {
    match &call.name {
        Some(name) => index.find_name(name.path()),
        None => Some((index.find(call.interface)?, call.operation)),
    }
}

/// Why an operation with several messages is none to a system without such calls.
const STREAMS: &str = "it has several requests or replies; call it over gRPC";

/// Whether operation 0 of such an interface is like any other.
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

    fn open(
        &self,
        call: &Call,
        received: &[u8],
        caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        let (service, operation) = self.find_call(call)?;
        let (mut nothing, silent) = (Buf::new(), AtomicBool::new(false));
        let dispatch = Dispatch::new(call, received, &mut nothing, &silent, caller);
        match service.open(operation, &dispatch) {
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
    }
}

#[cfg(test)]
mod tests;
