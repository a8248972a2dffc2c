//! The services that a server describes.

use std::sync::Arc;

use manyrpc_codec::meta::Field;
use manyrpc_dynamic::lower::{LoweredOperation, Shape};
use manyrpc_model::Operation;

use crate::described::DynamicInterface;
use crate::service::Service;

/// The services that a server describes.
pub(crate) struct Known(Vec<Arc<dyn Service>>);

impl Known {
    pub(crate) fn new(services: &[Arc<dyn Service>]) -> Arc<Self> {
        Arc::new(Known(services.to_vec()))
    }

    /// The full names of the services.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.0.iter().map(|s| s.interface().full_name.to_owned());
        names.collect()
    }

    /// The interfaces with known definitions.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = DynamicInterface> {
        self.0.iter().filter_map(|service| service.definition())
    }

    /// Calls `each` with every operation with one request and one reply, and the name of its
    /// method.
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

/// An operation and its metadata.
#[derive(Clone, Copy)]
pub(crate) struct Described<'a> {
    pub(crate) interface: &'a DynamicInterface,
    pub(crate) model: &'a Operation,
    pub(crate) lowered: &'a LoweredOperation,
}

impl Described<'_> {
    /// Its documentation, or otherwise its signature.
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
