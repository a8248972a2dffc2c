//! Drawn services, as stubs and as dynamic calls have them, over every system: who calls what is written
//! nowhere hears that there is no such operation, and whoever calls what is written gets its answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Client, Error, Fault, Server};
use manyrpc_draw::Language;
use manyrpc_idl::MemoryFiles;
use manyrpc_model::{Operation, Value};

/// A drawn definition.
pub struct Drawn {
    language: Language,
    /// Which one of the seed.
    index: u64,
    interfaces: &'static [Called],
}

/// An interface of one.
pub struct Called {
    name: &'static str,
    /// Serves it at a binding, with all its operations or with none.
    serve: fn(bool, &str) -> Running,
    /// Calls all operations.
    call: fn(&str) -> Vec<Result<(), CallError>>,
}

#[allow(
    missing_docs,
    unused,
    unreachable_pub,
    reason = "made from definitions that nobody wrote"
)]
mod drawn {
    use super::{Called, Drawn, Language};

    include!(concat!(env!("OUT_DIR"), "/services.rs"));
}

pub use drawn::DRAWN;

/// Every system that has calls of one message each.
const SYSTEMS: [&str; 9] = [
    "onc+tcp",
    "onc+udp",
    "dce+tcp",
    "dce+udp",
    "ncs+udp",
    "jsonrpc+http",
    "xmlrpc+http",
    "grpc",
    "raw+tcp",
];

/// A definition as dynamic calls have it.
fn definition(drawn: &Drawn) -> Arc<Definition> {
    let definition = drawn.language.definition(drawn::SEED, drawn.index);
    let mut files = MemoryFiles::default();
    for (name, text) in definition.files() {
        files.insert(name, text);
    }
    let options = manyrpc_idl::Options::default();
    let (module, said) = manyrpc_idl::load_from(&files, definition.file(), &options);
    let module = module.unwrap_or_else(|| panic!("{}: {said:?}", definition.name));
    Definition::new(module).unwrap_or_else(|e| panic!("{}: {e}", definition.name))
}

/// One interface over one system.
struct Subject<'a> {
    called: &'a Called,
    interface: DynamicInterface,
    system: &'a str,
}

impl Subject<'_> {
    fn what(&self, operation: &Operation) -> String {
        let Subject { called, system, .. } = self;
        format!("{} of {} over {system}", operation.name, called.name)
    }

    fn at(&self) -> String {
        format!("{}://127.0.0.1:0", self.system)
    }

    /// Whether the system has such calls.
    fn carries(&self, operation: &Operation) -> bool {
        !operation.streams.any() || self.system == "grpc"
    }

    /// Calls of one message each, as dynamic clients make them: with zeros and nothing.
    fn dynamic(&self, binding: &str) -> Vec<(&Operation, Result<Vec<Value>, Error>)> {
        let client = Client::open_for(binding, self.interface.id());
        let client = client.unwrap_or_else(|e| panic!("{binding}: {e}"));
        let mut client = DynamicClient::new(client, self.interface.clone());
        let lowered = &self.interface.definition().lowered;
        let operations = self.interface.operations();
        let single = operations.filter(|(model, _)| !model.streams.any());
        single
            .map(|(model, metadata)| {
                let arguments = manyrpc_dynamic::default_params(lowered, &metadata.input);
                (model, client.call(&model.name, &arguments))
            })
            .collect()
    }
}
