//! Drawn services, as stubs and as dynamic calls have them, over every system: who calls what is written
//! nowhere hears that there is no such operation, and whoever calls what is written gets its answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Client, Error, Fault, Server};
use manyrpc_draw::Language;
use manyrpc_engine::Misuse;
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
    clippy::type_complexity,
    reason = "made from definitions that nobody wrote"
)]
mod drawn {
    use super::{Called, Drawn, Language};

    include!(concat!(env!("OUT_DIR"), "/services.rs"));
}

pub use drawn::DRAWN;

/// Systems that have calls of one message each. (The bare ones answer operation 255 themselves, and a drawn
/// procedure may have that number.)
const SYSTEMS: [&str; 8] = [
    "onc+tcp",
    "onc+udp",
    "dce+tcp",
    "dce+udp",
    "ncs+udp",
    "jsonrpc+http",
    "xmlrpc+http",
    "grpc",
];

/// A definition as dynamic calls have it.
fn definition(drawn: &Drawn) -> Arc<Definition> {
    let definition = drawn.language.definition(drawn::SEED, drawn.index);
    let files: MemoryFiles = definition.files().collect();
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
    fn dynamic(&self, binding: &str) -> Vec<(&Operation, Result<Vec<Value>, CallError>)> {
        let client = Client::open_for(binding, self.interface.id());
        let client = client.unwrap_or_else(|e| panic!("{binding}: {e}"));
        let mut client = DynamicClient::new(client, self.interface.clone());
        let lowered = &self.interface.definition().lowered;
        let operations = self.interface.operations();
        let single = operations.filter(|(model, _)| !model.streams.any());
        single
            .map(|(model, metadata)| {
                let arguments = manyrpc_dynamic::default_params(lowered, &metadata.input);
                let called = client.call(&model.name, &arguments);
                let called = called.map_err(|e| match e {
                    Error::Call(e) => e,
                    other => panic!("{}: {other}", self.what(model)),
                });
                (model, called)
            })
            .collect()
    }
}

/// Where a service that `serve` starts is found.
fn bound(server: &Running) -> String {
    server.bindings()[0].to_string()
}

/// Procedure 0 of an ONC program answers whoever asks (RFC 5531, section 12).
fn is_null(operation: &Operation) -> bool {
    operation.number == 0 && operation.params.is_empty()
}

/// Whether nothing in particular is no value that can be said: a size or a union of DCE's IDL has it so,
/// of arguments or of results.
fn is_unsayable(called: &Result<(), CallError>) -> bool {
    matches!(
        called,
        Err(CallError::Misuse(Misuse::Unencodable(_)) | CallError::Fault(Fault::ServerFailure))
    )
}

/// What was called, and what came of it that should not have.
#[derive(Default)]
struct Found {
    calls: usize,
    inexpressible: usize,
    wrong: Vec<String>,
}

impl Found {
    /// One call, which is right or cannot be made.
    fn call(&mut self, what: String, called: &Result<(), CallError>, is_right: bool) {
        self.calls += 1;
        match is_right {
            true => {}
            false if is_unsayable(called) => self.inexpressible += 1,
            false => self.wrong.push(format!("{what}: {called:?}")),
        }
    }
}

/// Whether a call was refused as one of what there is not.
fn is_none(subject: &Subject<'_>, operation: &Operation, called: &Result<(), CallError>) -> bool {
    match called {
        Err(CallError::Fault(fault)) if fault.plain() == Fault::NoSuchOperation => true,
        // Whatever it is refused by, before it begins.
        Err(_) => !subject.carries(operation),
        Ok(()) => is_null(operation),
    }
}

/// Nothing is written: all calls of both kinds of client say so.
fn unwritten(subject: &Subject<'_>, found: &mut Found) {
    let server = (subject.called.serve)(false, &subject.at());
    let called = (subject.called.call)(&bound(&server));
    let operations = subject.interface.model().operations.iter();
    for (operation, called) in operations.zip(called) {
        let is_right = is_none(subject, operation, &called);
        found.call(subject.what(operation), &called, is_right);
    }
    for (operation, called) in subject.dynamic(&bound(&server)) {
        let called = called.map(drop);
        let is_right = is_none(subject, operation, &called);
        found.call(subject.what(operation), &called, is_right);
    }
}

/// Everything is written: both kinds of client get the answer, which is nothing in particular.
fn written(subject: &Subject<'_>, found: &mut Found) {
    let server = (subject.called.serve)(true, &subject.at());
    let called = (subject.called.call)(&bound(&server));
    let operations = subject.interface.model().operations.iter();
    for (operation, called) in operations.zip(called) {
        let is_right = called.is_ok() == subject.carries(operation);
        found.call(subject.what(operation), &called, is_right);
    }
    for (operation, called) in subject.dynamic(&bound(&server)) {
        let expected = subject.interface.default_results(&operation.name).ok();
        let is_right = called.as_ref().ok() == expected.as_ref();
        let what = format!("{}, which gives {called:?}", subject.what(operation));
        found.call(what, &called.map(drop), is_right);
    }
}

/// A dynamic service answers stubs: over gRPC's own syntax with values made up, elsewhere, where not all
/// can be said, with what fits the call.
fn answered(subject: &Subject<'_>, seed: u64, found: &mut Found) {
    let interface = subject.interface.clone();
    let module = &subject.interface.definition().module;
    let samples = subject.system == "grpc" && module.annotations.contains_key("protobuf.syntax");
    let service = DynamicService::new(interface.clone(), move |_, operation, arguments| {
        let made = interface.made_up_results(&operation.name, &arguments, true);
        Ok(match samples {
            true => sampled(&interface, &operation.name, seed),
            false => made.expect("it is one of its operations"),
        })
    });
    let server = Server::builder().service(service).listen(&subject.at());
    let server = server.and_then(|server| server.start()).unwrap();
    let called = (subject.called.call)(&bound(&server));
    let operations = subject.interface.model().operations.iter();
    let single = operations
        .zip(called)
        .filter(|(operation, _)| !operation.streams.any());
    for (operation, called) in single {
        found.call(subject.what(operation), &called, called.is_ok());
    }
}

fn sampled(interface: &DynamicInterface, operation: &str, seed: u64) -> Vec<Value> {
    let (_, metadata) = interface.operation(operation).unwrap();
    let lowered = &interface.definition().lowered;
    manyrpc_dynamic::Sampler::new(seed).params(lowered, &metadata.output)
}

/// Of a hundred calls `most` may be of what nothing in particular is no value of.
fn each(language: Language, most: usize) {
    let mut found = Found::default();
    for drawn in DRAWN.iter().filter(|drawn| drawn.language == language) {
        let definition = definition(drawn);
        let interfaces = DynamicInterface::all(&definition);
        assert_eq!(interfaces.len(), drawn.interfaces.len());
        for (interface, called) in interfaces.into_iter().zip(drawn.interfaces) {
            for system in SYSTEMS {
                let subject = Subject {
                    called,
                    interface: interface.clone(),
                    system,
                };
                unwritten(&subject, &mut found);
                written(&subject, &mut found);
                answered(&subject, drawn.index, &mut found);
            }
        }
    }
    let Found {
        calls,
        inexpressible,
        wrong,
    } = found;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        calls > 300 && inexpressible * 100 <= most * calls,
        "{inexpressible} of {calls}"
    );
}

#[test]
fn services_of_x_files_are_called() {
    each(Language::Rpcl, 0);
}

#[test]
fn services_of_idl_files_are_called() {
    each(Language::Dce, 15);
}

#[test]
fn services_of_proto_files_are_called() {
    each(Language::Proto, 0);
}

/// What only generated clients and servers can get wrong is in those that are compiled.
#[test]
fn drawn_services_have_what_they_are_to_show() {
    let definitions: Vec<_> = DRAWN.iter().map(definition).collect();
    let interfaces = definitions.iter().flat_map(|of| &of.module.interfaces);
    let operations = interfaces.flat_map(|i| &i.operations);
    let streams: BTreeSet<(bool, bool)> = operations
        .map(|o| (o.streams.request, o.streams.reply))
        .collect();
    assert_eq!(streams.len(), 4, "{streams:?}");
    for language in [Language::Rpcl, Language::Dce, Language::Proto] {
        let of = DRAWN.iter().filter(|drawn| drawn.language == language);
        assert!(of.clone().count() > 5, "{language:?}");
        let several = of.clone().any(|drawn| drawn.interfaces.len() > 1);
        // A file of DCE's language has one interface.
        assert!(several || language == Language::Dce, "{language:?}");
        let imports = of.clone().any(|drawn| {
            let definition = drawn.language.definition(drawn::SEED, drawn.index);
            !definition.imported.is_empty()
        });
        assert_eq!(imports, language == Language::Proto, "{language:?}");
    }
}
