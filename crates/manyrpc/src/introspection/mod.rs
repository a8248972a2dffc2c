//! What servers tell of themselves to those who call without a definition: what they serve, and what
//! it takes.
//!
//! - `xmlrpc`: the methods `system.listMethods` and its like
//! - `jsonrpc`: `rpc.discover`, a document of OpenRPC
//! - `grpc`: server reflection; [`ReflectionClient`] asks others
//!
//! They go by what [`Service::definition`] says, and tell nothing of services that say nothing.

mod grpc;
pub(crate) mod jsonrpc;
mod schema;
pub(crate) mod xmlrpc;

use std::sync::Arc;

use manyrpc_codec::Encoding;
use manyrpc_codec::meta::Field;
use manyrpc_dynamic::lower::{LoweredOperation, Shape};
use manyrpc_model::Operation;

use crate::dynamic::DynamicInterface;
use crate::stub::Service;

pub use grpc::ReflectionClient;

/// Of what a server tells; the default is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introspection {
    /// To clients of XML-RPC, by `system.listMethods`, `system.methodSignature`,
    /// `system.methodHelp` and `system.getCapabilities`.
    pub system_methods: bool,
    /// To clients of JSON-RPC, by `rpc.discover`.
    pub discover: bool,
    /// To clients of gRPC, by the services `grpc.reflection.v1.ServerReflection` and `v1alpha`.
    pub reflection: bool,
}

impl Introspection {
    /// Everything.
    pub const ALL: Self = Introspection {
        system_methods: true,
        discover: true,
        reflection: true,
    };

    /// Nothing.
    pub const NONE: Self = Introspection {
        system_methods: false,
        discover: false,
        reflection: false,
    };

    /// The services that tell of others, each with the syntax that it is for.
    pub(crate) fn services(self, of: &[Arc<dyn Service>]) -> Vec<(Encoding, Arc<dyn Service>)> {
        let known = Arc::new(Known(of.to_vec()));
        let mut services: Vec<(Encoding, Arc<dyn Service>)> = Vec::new();
        if self.system_methods {
            let methods = xmlrpc::Methods::new(known.clone());
            services.push((Encoding::XML, Arc::new(methods)));
        }
        if self.discover {
            let discovery = jsonrpc::Discovery::new(known.clone());
            services.push((Encoding::JSON, Arc::new(discovery)));
        }
        if self.reflection {
            for service in grpc::services(&known) {
                services.push((Encoding::Protobuf, Arc::new(service)));
            }
        }
        services
    }
}

impl Default for Introspection {
    fn default() -> Self {
        Self::ALL
    }
}

/// The services that a server tells of.
pub(crate) struct Known(Vec<Arc<dyn Service>>);

impl Known {
    /// What the services are called in full.
    fn names(&self) -> Vec<String> {
        let names = self.0.iter().map(|s| s.interface().full_name.to_owned());
        names.collect()
    }

    /// The interfaces whose definitions are known.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = DynamicInterface> {
        self.0.iter().filter_map(|service| service.definition())
    }

    /// Calls `each` with every operation that is called and answered once, and the name of its method.
    fn each(&self, mut each: impl FnMut(String, Described<'_>)) {
        for interface in self.interfaces() {
            for (model, lowered) in interface.operations() {
                if model.streams.any() {
                    continue;
                }
                let name = format!("{}.{}", interface.id().full_name, model.name);
                let interface = &interface;
                each(
                    name,
                    Described {
                        interface,
                        model,
                        lowered,
                    },
                );
            }
        }
    }
}

/// An operation and what is known of it.
#[derive(Clone, Copy)]
struct Described<'a> {
    interface: &'a DynamicInterface,
    model: &'a Operation,
    lowered: &'a LoweredOperation,
}

impl Described<'_> {
    /// What the definition says of it, or else how it is written.
    fn help(&self) -> String {
        let Described {
            interface,
            model,
            lowered,
        } = self;
        let definition = &interface.definition().lowered;
        let print = |(field, shape): (&Field, &Shape)| {
            format!("{}: {}", field.name, definition.print(field, shape))
        };
        let params: Vec<String> = lowered.input.iter().map(print).collect();
        let results: Vec<String> = lowered.output.iter().map(print).collect();
        let form = format!(
            "{}({}) -> ({})",
            model.name,
            params.join(", "),
            results.join(", ")
        );
        match model.doc.is_empty() {
            true => form,
            false => format!("{}\n\n{form}", model.doc),
        }
    }
}
