//! From a call on the wire to the application object that serves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use manyrpc_codec::Buf;
use manyrpc_engine::{Call, Caller, Fault, Handler, Interface, Outcome, Path, Patient};
use manyrpc_engine::{Representation, Stream, Streams, grpc};

use crate::context::Dispatch;
use crate::faults::FaultTable;
use crate::stub::Service;
use crate::syntax::{Syntax, family};

/// Finds the service that a call is for.
pub(crate) struct Router {
    /// The application's.
    services: Vec<Served>,
    /// Those that servers of DCE have of themselves.
    own: Vec<Served>,
    /// Those that servers have of themselves where calls are named, each for one syntax.
    named: Vec<(Representation, Served)>,
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

/// A service, and what it is looked for by.
struct Served {
    program: u32,
    version: u32,
    uuid: [u8; 16],
    major: u16,
    minor: u16,
    service: Arc<dyn Service>,
}

impl Served {
    fn new(service: &Arc<dyn Service>) -> Self {
        let id = service.interface();
        Served {
            program: id.program,
            version: id.version,
            uuid: id.uuid,
            major: id.major,
            minor: id.minor,
            service: service.clone(),
        }
    }

    /// Whether this is meant by a name: the full one, its last part, or none at all.
    fn is_called(&self, name: &str) -> bool {
        let full = self.service.interface().full_name;
        name.is_empty() || name == full || full.rsplit('.').next() == Some(name)
    }

    /// C706, section 2.3.3.3: the same major version, and a minor one that is not too new.
    fn suits(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        self.uuid == *uuid && self.major == major && self.minor >= minor
    }
}

impl Router {
    /// Over the application's services, and those that servers of DCE have of themselves.
    pub(crate) fn new(services: &[Arc<dyn Service>], own: &[Arc<dyn Service>]) -> Self {
        Router {
            services: services.iter().map(Served::new).collect(),
            own: own.iter().map(Served::new).collect(),
            named: Vec::new(),
            forward: None,
            faults: FaultTable::default(),
        }
    }

    /// With those that servers have of themselves where calls are named, each for the syntax of that
    /// label. What an application serves comes before them.
    pub(crate) fn telling(self, named: &[(Representation, Arc<dyn Service>)]) -> Self {
        let named = named
            .iter()
            .map(|(label, service)| (*label, Served::new(service)));
        Router {
            named: named.collect(),
            ..self
        }
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
        self.find_uuid(uuid, major, minor).is_ok()
    }

    /// Whether an interface is one that servers of DCE have of themselves.
    pub(crate) fn is_own(&self, uuid: &[u8; 16]) -> bool {
        self.own.iter().any(|s| s.uuid == *uuid)
    }

    /// The service that a call is for, how it marshals, and the operation's number.
    fn find_call(&self, call: &Call) -> Result<(&dyn Service, Syntax, u32), Fault> {
        let Some(name) = &call.name else {
            let (service, syntax) = self.find(call.interface)?;
            return Ok((service, syntax, call.operation));
        };
        let syntax = Syntax::of(call.representation).ok_or(Fault::BadArguments)?;
        let (service, operation) = self.find_name(call.representation, name.path())?;
        Ok((service, syntax, operation))
    }

    /// By its full name, or by the last part of that; without an interface the first service that
    /// has such an operation.
    fn find_name(
        &self,
        label: Representation,
        path: Path<'_>,
    ) -> Result<(&dyn Service, u32), Fault> {
        let mut fault = Fault::NoSuchInterface;
        let own = self.named.iter().filter(|(of, _)| *of == family(label));
        let own = own.map(|(_, served)| served);
        let own = own.filter(|s| s.service.interface().full_name == path.interface);
        let services = self.services.iter().filter(|s| s.is_called(path.interface));
        for served in services.chain(own) {
            match served.service.number_of(path.operation) {
                Some(number) => return Ok((&*served.service, number)),
                None => fault = Fault::NoSuchOperation,
            }
        }
        Err(fault)
    }

    /// Which ways the operation of that name has several messages.
    pub(crate) fn streams_of(&self, path: Path<'_>) -> Streams {
        // Only gRPC has such calls.
        let found = self.find_name(grpc::PROTO, path);
        found.map_or(Streams::NONE, |(service, operation)| {
            service.streams_of(operation)
        })
    }

    /// Operations that have to do with context handles: interface, major version, number.
    pub(crate) fn context_operations(&self) -> Vec<([u8; 16], u16, u16)> {
        let operations = self.services.iter().flat_map(|served| {
            let numbers = served.service.context_operations().into_iter();
            // No other numbers are called.
            let numbers = numbers.filter_map(|number| u16::try_from(number).ok());
            numbers.map(|number| (served.uuid, served.major, number))
        });
        operations.collect()
    }

    fn find(&self, interface: Interface) -> Result<(&dyn Service, Syntax), Fault> {
        Ok(match interface {
            Interface::Only => {
                let only = self.services.first().ok_or(Fault::NoSuchInterface)?;
                (&*only.service, Syntax::Xdr)
            }
            Interface::Program { program, version } => {
                (self.find_program(program, version)?, Syntax::Xdr)
            }
            Interface::Uuid { uuid, major, minor } => {
                (self.find_uuid(&uuid, major, minor)?, Syntax::Ndr)
            }
            // Engines that say so give the name, too.
            Interface::Named => return Err(Fault::NoSuchInterface),
        })
    }

    fn find_uuid(&self, uuid: &[u8; 16], major: u16, minor: u16) -> Result<&dyn Service, Fault> {
        let mut served = self.services.iter().chain(&self.own);
        let found = served.find(|s| s.suits(uuid, major, minor));
        found
            .map(|s| &*s.service)
            .ok_or_else(|| self.versions(|s| (s.uuid == *uuid).then_some(s.major.into())))
    }

    fn find_program(&self, program: u32, version: u32) -> Result<&dyn Service, Fault> {
        let found = self
            .services
            .iter()
            .find(|s| (s.program, s.version) == (program, version));
        found
            .map(|s| &*s.service)
            .ok_or_else(|| self.versions(|s| (s.program == program).then_some(s.version)))
    }

    /// Why an interface is not found: which versions of it there are, as `version` tells.
    fn versions(&self, version: impl Fn(&Served) -> Option<u32>) -> Fault {
        let versions = || self.services.iter().filter_map(&version);
        match (versions().min(), versions().max()) {
            (Some(low), Some(high)) => Fault::NoSuchVersion { low, high },
            _ => Fault::NoSuchInterface,
        }
    }
}

/// Why an operation with several messages is none to a system without such calls.
const STREAMS: &str = "it has several requests or replies; call it over gRPC";

/// Whether operation 0 of such an interface is like any other.
fn is_numberless(interface: Interface) -> bool {
    matches!(interface, Interface::Uuid { .. } | Interface::Named)
}

impl Handler for Router {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.serve(call, received, reply, &Patient)
    }

    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, caller: &dyn Caller) -> Outcome {
        let (service, syntax, operation) = match self.find_call(call) {
            Ok(found) => found,
            Err(fault) => {
                let arguments = &received[call.arguments.clone()];
                let forward = self.forward.as_deref();
                let passed = forward.and_then(|f| f.forward(call, arguments, reply));
                return passed.unwrap_or(Outcome::Fault(fault));
            }
        };
        let silent = AtomicBool::new(false);
        let mut dispatch = Dispatch::new(call, received, reply, syntax, &silent, caller);
        match service.dispatch(operation, &mut dispatch) {
            _ if silent.load(Relaxed) => Outcome::Silent,
            Outcome::Fault(Fault::NoSuchOperation) if service.streams_of(operation).any() => {
                Outcome::Fault(Fault::NoSuchOperation.in_words(STREAMS))
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

    fn open(
        &self,
        call: &Call,
        received: &[u8],
        caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        let (service, syntax, operation) = self.find_call(call)?;
        let (mut nothing, silent) = (Buf::new(), AtomicBool::new(false));
        let dispatch = Dispatch::new(call, received, &mut nothing, syntax, &silent, caller);
        match service.open(operation, &dispatch) {
            Ok(stream) => Ok(self.faults.stream(call, stream)),
            Err(fault) => Err(self.faults.refusal(call, fault)),
        }
    }

    fn association_ended(&self, association: u64) {
        for served in self.services.iter().chain(&self.own) {
            served.service.association_ended(association);
        }
    }
}

#[cfg(test)]
mod tests {
    use manyrpc_engine::{jsonrpc, xmlrpc};

    use super::*;
    use crate::stub::InterfaceId;

    struct Nothing(InterfaceId<'static>);

    impl Service for Nothing {
        fn interface(&self) -> InterfaceId<'_> {
            self.0
        }

        fn number_of(&self, operation: &str) -> Option<u32> {
            (operation == self.0.name).then_some(self.0.program)
        }

        fn dispatch(&self, _: u32, _: &mut Dispatch<'_>) -> Outcome {
            Outcome::Done
        }
    }

    fn router() -> Router {
        let service = |uuid: u8, version: u32, minor| {
            Arc::new(Nothing(InterfaceId {
                name: "",
                full_name: "",
                program: uuid.into(),
                version,
                uuid: [uuid; 16],
                major: version as u16,
                minor,
            })) as Arc<dyn Service>
        };
        let services = [service(1, 1, 3), service(1, 3, 0), service(2, 1, 0)];
        Router::new(&services, &[service(9, 1, 0)])
    }

    // C706, section 2.3.3.3.
    #[test]
    fn an_older_minor_version_is_served_and_a_newer_one_is_not() {
        let router = router();
        for (uuid, major, minor, served) in [
            (1, 1, 3, true),
            (1, 1, 0, true),
            (1, 1, 4, false),
            (1, 2, 0, false),
            (1, 3, 0, true),
            (9, 1, 0, true),
            (7, 1, 0, false),
        ] {
            let is = router.serves(&[uuid; 16], major, minor);
            assert_eq!(is, served, "{uuid} {major}.{minor}");
        }
    }

    #[test]
    fn interfaces_are_found_by_full_name_last_part_or_operation() {
        let service = |name, full_name, program| {
            Arc::new(Nothing(InterfaceId {
                name,
                full_name,
                program,
                version: 1,
                uuid: [0; 16],
                major: 1,
                minor: 0,
            })) as Arc<dyn Service>
        };
        let services = [service("get", "shop.Cart", 7), service("add", "Sums", 8)];
        let router = Router::new(&services, &[]);
        let find = |interface, operation| {
            let path = Path {
                interface,
                operation,
            };
            let found = router.find_name(jsonrpc::LABEL, path);
            found.map(|(_, number)| number)
        };
        assert_eq!(find("shop.Cart", "get"), Ok(7));
        assert_eq!(find("Cart", "get"), Ok(7));
        assert_eq!(find("", "add"), Ok(8));
        assert_eq!(find("Sums", "get"), Err(Fault::NoSuchOperation));
        assert_eq!(find("art", "get"), Err(Fault::NoSuchInterface));
        assert_eq!(find("", "sub"), Err(Fault::NoSuchOperation));
    }

    #[test]
    fn what_servers_tell_of_themselves_is_for_one_syntax_and_after_the_applications() {
        let service = |name, full_name, program| {
            Arc::new(Nothing(InterfaceId {
                name,
                full_name,
                program,
                version: 1,
                uuid: [0; 16],
                major: 1,
                minor: 0,
            })) as Arc<dyn Service>
        };
        let own = [
            (xmlrpc::LABEL, service("list", "system", 1)),
            (xmlrpc::LABEL, service("stop", "system", 2)),
        ];
        let router = Router::new(&[service("stop", "system", 3)], &[]).telling(&own);
        let find = |label, interface, operation| {
            let path = Path {
                interface,
                operation,
            };
            router.find_name(label, path).map(|(_, number)| number)
        };
        assert_eq!(find(xmlrpc::LABEL, "system", "list"), Ok(1));
        assert_eq!(find(xmlrpc::LABEL, "system", "stop"), Ok(3));
        let none = Err(Fault::NoSuchOperation);
        assert_eq!(find(jsonrpc::LABEL, "system", "list"), none);
        assert_eq!(find(xmlrpc::LABEL, "", "list"), none);
    }

    #[test]
    fn what_is_not_found_is_said() {
        let router = router();
        let fault = |interface| router.find(interface).map(|_| ()).unwrap_err();
        let uuid = |uuid, major| Interface::Uuid {
            uuid: [uuid; 16],
            major,
            minor: 0,
        };
        let there = Fault::NoSuchVersion { low: 1, high: 3 };
        assert_eq!(fault(uuid(1, 2)), there);
        assert_eq!(fault(uuid(7, 1)), Fault::NoSuchInterface);
        let program = |program, version| Interface::Program { program, version };
        assert_eq!(fault(program(1, 2)), there);
        // What servers of DCE have of themselves is not for others.
        assert_eq!(fault(program(9, 1)), Fault::NoSuchInterface);
        assert!(router.find(program(2, 1)).is_ok());
    }
}
