//! What is known of a server's services.

use std::sync::Arc;

use manyrpc_codec::meta::Field;
use manyrpc_dynamic::lower::{LoweredOperation, Shape};
use manyrpc_model::Operation;

use crate::dynamic::DynamicInterface;
use crate::stub::Service;

/// The services that a server tells of.
pub(crate) struct Known(Vec<Arc<dyn Service>>);

impl Known {
    pub(crate) fn new(services: &[Arc<dyn Service>]) -> Arc<Self> {
        Arc::new(Known(services.to_vec()))
    }

    /// What the services are called in full.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.0.iter().map(|s| s.interface().full_name.to_owned());
        names.collect()
    }

    /// The interfaces whose definitions are known.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = DynamicInterface> {
        self.0.iter().filter_map(|service| service.definition())
    }

    /// Calls `each` with every operation that is called and answered once, and the name of its method.
    pub(crate) fn each(&self, mut each: impl FnMut(String, Described<'_>)) {
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
pub(crate) struct Described<'a> {
    pub(crate) interface: &'a DynamicInterface,
    pub(crate) model: &'a Operation,
    pub(crate) lowered: &'a LoweredOperation,
}

impl Described<'_> {
    /// What the definition says of it, or else how it is written.
    pub(crate) fn help(&self) -> String {
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
