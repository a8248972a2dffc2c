//! From a call on the wire to the application object that serves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use manyrpc_codec::Buf;
use manyrpc_engine::{Call, Fault, Handler, Interface, Outcome};

use crate::context::Dispatch;
use crate::stub::Service;
use crate::syntax::Syntax;

/// Finds the service that a call is for.
pub(crate) struct Router {
    pub(crate) services: Arc<[Arc<dyn Service>]>,
    pub(crate) syntax: Syntax,
}

impl Handler for Router {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        let service = match call.interface {
            Interface::Only => self.services.first().ok_or(Fault::NoSuchInterface),
            Interface::Program { program, version } => self.find(program, version),
            // No system that names interfaces so is served yet.
            Interface::Uuid { .. } => Err(Fault::NoSuchInterface),
        };
        match service {
            Err(fault) => Outcome::Fault(fault),
            Ok(service) => {
                let silent = AtomicBool::new(false);
                let mut dispatch = Dispatch::new(call, received, reply, self.syntax, &silent);
                match service.dispatch(call.operation, &mut dispatch) {
                    _ if silent.load(Relaxed) => Outcome::Silent,
                    // RFC 5531, section 12: procedure 0 takes and gives nothing, by
                    // convention in every program, whether its definition says so or not.
                    Outcome::Fault(Fault::NoSuchOperation) if call.operation == 0 => {
                        Outcome::Idempotent
                    }
                    outcome => outcome,
                }
            }
        }
    }
}

impl Router {
    fn find(&self, program: u32, version: u32) -> Result<&Arc<dyn Service>, Fault> {
        let mut versions: Option<(u32, u32)> = None;
        for service in self.services.iter() {
            let id = service.interface();
            if id.program != program {
                continue;
            }
            if id.version == version {
                return Ok(service);
            }
            let (low, high) = versions.unwrap_or((id.version, id.version));
            versions = Some((low.min(id.version), high.max(id.version)));
        }
        Err(match versions {
            Some((low, high)) => Fault::NoSuchVersion { low, high },
            None => Fault::NoSuchInterface,
        })
    }
}
