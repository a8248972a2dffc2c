//! What our servers tell of themselves, examined by others: documents of OpenRPC by the published
//! meta-schema, and what travels by the schemas in them.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::introspection::Introspection;
use manyrpc::{Encoding, Fault, Server, Way, systems};
use manyrpc_codec::{Buf, Limits};
use manyrpc_dynamic::{DynFields, Members, Sampler};
use manyrpc_model::{
    Annotations, Direction, Identity, Interface, Module, Operation, Param, Semantics, Streams,
    Type, Version,
};
use serde_json::{Value as Json, json};
use support::root;
use support::world::{Served, World};

/// How many calls of each operation are examined.
const SEEDS: u64 = 6;

/// Definitions of all languages that say everything that the languages can.
const DEFINITIONS: [&str; 15] = [
    "interfaces/bench.x",
    "interfaces/bench.idl",
    "interfaces/database.proto",
    "crates/manyrpc-idl/tests/corpus/good/enums.x",
    "crates/manyrpc-idl/tests/corpus/good/long_long.x",
    "crates/manyrpc-idl/tests/corpus/good/programs.x",
    "crates/manyrpc-idl/tests/corpus/good/recursive.x",
    "crates/manyrpc-idl/tests/corpus/good/shapes.x",
    "crates/manyrpc-idl/tests/corpus/good/unions.x",
    "crates/manyrpc-idl/tests/corpus/dce/good/operations.idl",
    "crates/manyrpc-idl/tests/corpus/dce/good/types.idl",
    "crates/manyrpc-idl/tests/corpus/dce/good/unions.idl",
    "crates/manyrpc-idl/tests/corpus/proto/good/imports.proto",
    "crates/manyrpc-idl/tests/corpus/proto/good/proto2.proto",
    "crates/manyrpc-idl/tests/corpus/proto/good/types.proto",
];

fn load(path: &str) -> Module {
    let include = "crates/manyrpc-idl/tests/corpus/proto/good";
    let options = manyrpc_idl::Options {
        include_dirs: vec![root().join(include)],
        ..Default::default()
    };
    let (module, problems) = manyrpc_idl::load(root().join(path), &options);
    module.unwrap_or_else(|| panic!("{problems:?}"))
}

/// The definition with one more interface, whose operations take and give each of its types, twice
/// so that these are not the whole message.
fn with_all_types(mut module: Module) -> Module {
    let operations = module.types.iter().enumerate().map(|(at, definition)| {
        let ty = || Type::Named(definition.name.clone());
        Operation {
            name: format!("each_{}", definition.name),
            doc: String::new(),
            number: at as u32 + 1,
            params: vec![
                Param::new("one", Direction::In, ty()),
                Param::new("other", Direction::InOut, ty().optional()),
            ],
            result: ty(),
            raises: Vec::new(),
            statuses: Vec::new(),
            semantics: Semantics::AtMostOnce,
            streams: Streams::NONE,
            annotations: Annotations::new(),
        }
    });
    let operations = operations.collect();
    module.interfaces.push(Interface {
        name: "Everything".to_owned(),
        doc: String::new(),
        identity: Identity {
            version: Version { major: 1, minor: 0 },
            ..Identity::default()
        },
        bases: Vec::new(),
        attributes: Vec::new(),
        operations,
        annotations: Annotations::new(),
    });
    module
}

fn serve(world: World, interfaces: &[DynamicInterface], introspection: Introspection) -> Served {
    let mut server = Server::builder().introspection(introspection);
    for interface in interfaces {
        let service = DynamicService::new(interface.clone(), |_, _, _| Err(Fault::ServerFailure));
        server = world.service(server, service);
    }
    let server = server.listen("jsonrpc+tcp://127.0.0.1:0").unwrap();
    world.start(server).unwrap()
}

fn discover(server: &Served) -> Json {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    let request = json!({ "jsonrpc": "2.0", "method": "rpc.discover", "id": 1 });
    writeln!(stream, "{request}").unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap()
}

/// What travels, as the codec writes it; `None` for values that it has no way to write.
fn written(way: Way, interface: &DynamicInterface, members: &Members, seed: u64) -> Option<Json> {
    let definition = &interface.definition().lowered;
    let values = Sampler::new(seed).params(definition, members);
    let fields = DynFields::new(definition, members, &values);
    let mut buf = Buf::new();
    let (limits, referents) = (&Limits::DEFAULT, &mut Default::default());
    let record = &members.meta;
    let encoded = Encoding::JSON.encode_params(way, &mut buf, record, &fields, limits, referents);
    encoded.ok()?;
    if buf.is_empty() {
        // No parameters are not written.
        return Some(json!({}));
    }
    Some(serde_json::from_slice(buf.data()).unwrap())
}

fn calls(interfaces: &[DynamicInterface]) -> Vec<Json> {
    let mut calls = Vec::new();
    for interface in interfaces {
        for (model, lowered) in interface.operations().filter(|(m, _)| !m.streams.any()) {
            let method = format!("{}.{}", interface.id().full_name, model.name);
            for seed in 0..SEEDS {
                let params = written(Way::Request, interface, &lowered.input, seed);
                let result = written(Way::Reply, interface, &lowered.output, seed);
                if let (Some(params), Some(result)) = (params, result) {
                    calls.push(json!({ "method": method, "params": params, "result": result }));
                }
            }
        }
    }
    calls
}

/// What the examiner finds.
fn examined(document: &Json, calls: &[Json]) -> String {
    let program = root().join("peers/build/openrpc/openrpc_check");
    let mut examiner = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", program.display()));
    let mut input = examiner.stdin.take().unwrap();
    let all = json!({ "document": document, "calls": calls }).to_string();
    input.write_all(all.as_bytes()).unwrap();
    drop(input);
    let output = examiner.wait_with_output().unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.success(), found.is_empty(), "{found}");
    found
}

#[test]
fn documents_of_openrpc_are_valid_and_true() {
    for path in DEFINITIONS {
        let definition = Definition::new(with_all_types(load(path))).unwrap();
        let interfaces = DynamicInterface::all(&definition);
        let replies =
            World::ALL.map(|world| discover(&serve(world, &interfaces, Introspection::ALL)));
        let [reply, of_futures] = replies;
        assert_eq!(reply, of_futures, "{path}");
        let calls = calls(&interfaces);
        assert!(calls.len() > 5, "{path}");
        assert_eq!(
            examined(&reply["result"], &calls),
            "",
            "{path}: {:#}",
            reply["result"]
        );
    }
}

#[test]
fn the_examiner_finds_what_is_wrong() {
    let definition = Definition::new(load("interfaces/bench.x")).unwrap();
    let interfaces = DynamicInterface::all(&definition);
    let mut document =
        discover(&serve(World::Blocking, &interfaces, Introspection::ALL))["result"].take();
    let call = |params: Json| json!({ "method": "BENCH_V1.add", "params": params, "result": 3 });
    assert_eq!(examined(&document, &[call(json!({ "a": 1, "b": 2 }))]), "");
    let missing = examined(&document, &[call(json!({ "a": "1" }))]);
    assert!(missing.contains("BENCH_V1.add: b is missing"), "{missing}");
    assert!(
        missing.contains("BENCH_V1.add.a: must be integer"),
        "{missing}"
    );
    document["methods"][0]["params"] = json!([{ "name": "x" }]);
    assert!(examined(&document, &[]).contains("document/methods/0"));
}

#[test]
fn a_server_tells_nothing_where_it_shall_not() {
    let definition = Definition::new(load("interfaces/bench.x")).unwrap();
    let interfaces = DynamicInterface::all(&definition);
    let of = |name| Introspection::of(&[systems::named(name).unwrap()]);
    for world in World::ALL {
        for silent in [Introspection::NONE, of("xmlrpc")] {
            let reply = discover(&serve(world, &interfaces, silent));
            assert_eq!(reply["error"]["code"], -32601, "{world:?}: {reply}");
        }
        let reply = discover(&serve(world, &interfaces, of("jsonrpc")));
        assert!(reply["result"]["methods"].is_array(), "{world:?}: {reply}");
    }
}
