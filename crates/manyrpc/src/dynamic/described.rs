//! Services of stubs with their definition.

use std::sync::Arc;

use manyrpc_codec::InterfaceId;
use manyrpc_engine::{Fault, Outcome, Serving, Stream, Streams};

use crate::context::Dispatch;
use crate::described::DynamicInterface;
use crate::elements::Elements;
use crate::service::Service;

/// A service with the definition that it was generated from, so that servers describe it to those who ask: by WSDL,
/// OpenRPC, gRPC's reflection and XML-RPC's introspection. Stubs hold no definition.
///
/// ```no_run
/// use manyrpc::Server;
/// use manyrpc::dynamic::{Definition, Described, DynamicInterface};
/// # fn served<S: manyrpc::stub::Service + 'static>(service: S) -> Result<(), manyrpc::Error> {
/// let (module, _) = manyrpc_idl::load("greeter.x", &manyrpc_idl::Options::default());
/// let definition = Definition::new(module.expect("it has no errors"))?;
/// let interface = DynamicInterface::find(&definition, Some("GREETER_V1"))?;
/// let server = Server::builder().service(Described::new(service, interface));
/// # Ok(())
/// # }
/// ```
pub struct Described<S> {
    service: Arc<S>,
    interface: DynamicInterface,
}

impl<S: Service> Described<S> {
    /// The service of that interface.
    pub fn new(service: S, interface: DynamicInterface) -> Self {
        Described {
            service: Arc::new(service),
            interface,
        }
    }
}

impl<S: Service> Service for Described<S> {
    fn interface(&self) -> InterfaceId<'_> {
        self.service.interface()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        self.service.operations()
    }

    fn elements(&self) -> Elements<'_> {
        self.service.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        self.service.type_ids()
    }

    fn definition(&self) -> Option<DynamicInterface> {
        Some(self.interface.clone())
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        self.service.dispatch(operation, call)
    }

    fn is_async(&self) -> bool {
        self.service.is_async()
    }

    fn dispatch_async<'a>(&'a self, operation: u32, call: Dispatch<'a>) -> Serving<'a> {
        self.service.dispatch_async(operation, call)
    }

    fn streams_of(&self, operation: u32) -> Streams {
        self.service.streams_of(operation)
    }

    fn open(&self, operation: u32, call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        self.service.open(operation, call)
    }

    fn open_shared(
        self: Arc<Self>,
        operation: u32,
        call: &Dispatch<'_>,
    ) -> Result<Box<dyn Stream>, Fault> {
        self.service.clone().open_shared(operation, call)
    }

    fn raises(&self) -> bool {
        self.service.raises()
    }

    fn context_operations(&self) -> Vec<u32> {
        self.service.context_operations()
    }

    fn association_ended(&self, association: u64) {
        self.service.association_ended(association);
    }
}
