//! gRPC's reflection and health: grpcurl and grpc-go's clients against our server, ours against
//! grpc-go's, and our descriptors beside protoc's.

mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::health::{Health, HealthClient, Status};
use manyrpc::introspection::ReflectionClient;
use manyrpc::{AsyncClient, Binding, ClientOptions, Error, Fault, Server};
use manyrpc_codec::protobuf::encode_params;
use manyrpc_codec::{Buf, Limits};
use manyrpc_dynamic::{DynFields, Sampler, rendering};
use manyrpc_idl::protobuf;
use manyrpc_model::Value;
use prost_reflect::prost::Message;
use prost_reflect::prost_types::{
    DescriptorProto, FileDescriptorProto, FileDescriptorSet, MethodOptions,
};
use prost_reflect::{DescriptorPool, DynamicMessage, ReflectMessage, Value as Reflected};
use serde_json::{Value as Json, json};
use support::dynamic::Dynamic;
use support::world::{Served, World};
use support::{Peer, root};

fn definition(path: &str) -> Arc<Definition> {
    let corpus = root().join("crates/manyrpc-idl/tests/corpus/proto/good");
    let options = manyrpc_idl::Options {
        include_dirs: vec![corpus],
        ..Default::default()
    };
    let (module, problems) = manyrpc_idl::load(root().join(path), &options);
    Definition::new(module.unwrap_or_else(|| panic!("{problems:?}"))).unwrap()
}

/// Serves definitions with made-up replies.
fn serve(world: World, paths: &[&str], health: &Health) -> Served {
    let mut server = world.service(Server::builder(), health.service());
    for path in paths {
        for interface in DynamicInterface::all(&definition(path)) {
            let of = interface.clone();
            let service = DynamicService::new(interface, move |_, operation, arguments| {
                let id = match &arguments[..] {
                    [Value::Record(members)] if operation.name == "Request" => &members[0],
                    _ => {
                        return Ok(of
                            .made_up_results(&operation.name, &arguments, true)
                            .unwrap());
                    }
                };
                let Value::I32(id) = id else {
                    return Err(Fault::BadArguments);
                };
                let info = of.results_from_json("Request", &json!({ "id": id }));
                Ok(info.unwrap())
            });
            server = world.service(server, service);
        }
    }
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    world.start(server).unwrap()
}

fn place(server: &Served) -> String {
    format!("127.0.0.1:{}", server.port())
}

/// What grpcurl prints, without the last line's end; its errors where it fails.
fn grpcurl(arguments: &[&str]) -> Result<String, String> {
    let program = root().join("peers/build/grpc-interop/grpcurl");
    let mut command = Command::new(&program);
    command
        .args(["-plaintext", "-max-time", "20"])
        .args(arguments);
    let output = command.output();
    let output = output.unwrap_or_else(|e| panic!("{}: {e}; `make peers`", program.display()));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    match output.status.success() {
        true => Ok(text(output.stdout)),
        false => Err(text(output.stderr)),
    }
}

#[test]
fn grpcurl_lists_describes_and_calls_us() {
    World::ALL
        .into_iter()
        .for_each(is_listed_described_and_called);
}

fn is_listed_described_and_called(world: World) {
    let health = Health::new();
    health.set("rpcbench.Database", Status::NotServing);
    let server = serve(
        world,
        &["interfaces/database.proto", "interfaces/bench.x"],
        &health,
    );
    let at = place(&server);
    let services = [
        "BENCH_V1",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
        "rpcbench.Database",
    ];
    assert_eq!(grpcurl(&[&at, "list"]).unwrap(), services.join("\n"));
    assert_eq!(
        grpcurl(&[&at, "list", "rpcbench.Database"]).unwrap(),
        "rpcbench.Database.Request"
    );
    let request = grpcurl(&[&at, "describe", "rpcbench.InfoRequest"]).unwrap();
    assert!(
        request.contains("int32 id = 1;\n  bool photo = 2;"),
        "{request}"
    );

    let call = |data: &str, method: &str| -> Json {
        let printed = grpcurl(&["-emit-defaults", "-d", data, &at, method]).unwrap();
        serde_json::from_str(&printed).unwrap()
    };
    let info = call(r#"{"id": 9}"#, "rpcbench.Database/Request");
    assert_eq!(
        (&info["id"], &info["firstName"]),
        (&json!(9), &json!("")),
        "{info}"
    );
    // A definition of Sun's language, whose operations have messages made for them.
    let sum = call(r#"{"values": [3, -1, 2000000000]}"#, "BENCH_V1/int_array");
    assert_eq!(sum["result"], json!([3, -1, 2_000_000_000]), "{sum}");
    assert_eq!(call("{}", "BENCH_V1/nothing"), json!({}));
    let texts = call(r#"{"left": "a", "right": "ű"}"#, "BENCH_V1/concat");
    assert_eq!(texts["result"], "a", "{texts}");

    let status = |name: &str| {
        let data = json!({ "service": name }).to_string();
        call(&data, "grpc.health.v1.Health/Check")["status"].clone()
    };
    assert_eq!(status(""), "SERVING");
    assert_eq!(status("rpcbench.Database"), "NOT_SERVING");
    health.set("rpcbench.Database", Status::Serving);
    assert_eq!(status("rpcbench.Database"), "SERVING");
    health.shut_down();
    let all = call("{}", "grpc.health.v1.Health/List");
    let stopped = json!({ "status": "NOT_SERVING" });
    assert_eq!(
        all["statuses"],
        json!({ "": stopped, "rpcbench.Database": stopped })
    );
    health.forget("rpcbench.Database");
    let check = "grpc.health.v1.Health/Check";
    let data = r#"{"service": "rpcbench.Database"}"#;
    let unknown = grpcurl(&["-d", data, &at, check]).unwrap_err();
    assert!(unknown.contains("NotFound"), "{unknown}");
    let nobody = grpcurl(&[&at, "describe", "rpcbench.Nobody"]).unwrap_err();
    assert!(nobody.contains("not found"), "{nobody}");
}

#[test]
fn grpcurl_watches_what_we_serve() {
    World::ALL.into_iter().for_each(is_watched);
}

fn is_watched(world: World) {
    let health = Health::new();
    let server = serve(world, &[], &health);
    let program = root().join("peers/build/grpc-interop/grpcurl");
    let mut watch = Command::new(&program)
        .args(["-plaintext", "-max-time", "20", "-emit-defaults", "-d"])
        .args([r#"{"service": "shop.Cart"}"#, &place(&server)])
        .arg("grpc.health.v1.Health/Watch")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}; `make peers`", program.display()));
    let lines = BufReader::new(watch.stdout.take().unwrap()).lines();
    let mut heard = lines.filter_map(|line| {
        let line = line.ok()?;
        let (_, status) = line.split_once("\"status\": ")?;
        Some(status.trim_matches('"').to_owned())
    });
    let mut hear = || heard.next().unwrap_or_default();
    assert_eq!(hear(), "SERVICE_UNKNOWN");
    health.set("shop.Cart", Status::Serving);
    assert_eq!(hear(), "SERVING");
    health.set("shop.Cart", Status::Unknown);
    assert_eq!(hear(), "UNKNOWN");
    health.shut_down();
    assert_eq!(hear(), "NOT_SERVING");
    health.forget("shop.Cart");
    assert_eq!(hear(), "SERVICE_UNKNOWN");
    watch.kill().unwrap();
    watch.wait().unwrap();
}

#[test]
fn we_learn_what_grpc_go_serves() {
    let mut peer = Peer::start("go/grpc_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}", peer.port());
    let binding: Binding = binding.parse().unwrap();
    let options = ClientOptions::default();
    let mut reflection = ReflectionClient::open(&binding, &options).unwrap();
    let services = reflection.services().unwrap();
    assert!(
        services.iter().any(|s| s == "rpcbench.Database"),
        "{services:?}"
    );
    assert!(
        services.iter().any(|s| s == "grpc.health.v1.Health"),
        "{services:?}"
    );
    let told = reflection.definition("rpcbench.Database").unwrap();
    let interface = DynamicInterface::find(&told, Some("rpcbench.Database")).unwrap();
    for world in World::ALL {
        let client = Dynamic::connect(world, &binding, interface.clone(), &options);
        let info = client.unwrap().call_json("Request", &json!({ "id": 12 }));
        assert_eq!(info.unwrap()["email"], "user12@example.org", "{world:?}");
    }
    // Their own reflection's definition imports nothing and streams.
    let own = reflection
        .definition("grpc.reflection.v1.ServerReflection")
        .unwrap();
    assert!(own.module.interfaces[0].operations[0].streams.request);
    let unknown = reflection.definition("rpcbench.Nobody");
    assert!(matches!(unknown, Err(Error::Call(_))), "{unknown:?}");

    let mut health = HealthClient::open(&binding, &options).unwrap();
    assert_eq!(health.check("").unwrap(), Some(Status::Serving));
    assert_eq!(health.check("elsewhere").unwrap(), Some(Status::NotServing));
    assert_eq!(health.check("nowhere").unwrap(), None);
    for (service, status) in [
        ("", Some(Status::Serving)),
        ("elsewhere", Some(Status::NotServing)),
        ("nowhere", None),
    ] {
        let mut watch = health.watch(service).unwrap();
        assert_eq!(watch.next().unwrap(), status, "{service}");
    }
    let mut watch = health.watch("elsewhere").unwrap();
    assert_eq!(watch.next().unwrap(), Some(Status::NotServing));
    let client = Dynamic::connect(World::Blocking, &binding, interface, &options);
    let refused = client.unwrap().call_json("Request", &json!({ "id": -1 }));
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(watch.next().unwrap(), Some(Status::Serving));
    drop(watch);
    // Those that were given up leave the connection in order.
    assert_eq!(health.check("").unwrap(), Some(Status::Serving));
}

/// grpc-go sends clients away that ask whether it is there more often than every five minutes.
#[test]
fn grpc_go_says_why_it_sends_us_away() {
    let mut peer = Peer::start("go/grpc_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}", peer.port());
    let binding: Binding = binding.parse().unwrap();
    let mut options = ClientOptions::default();
    options.limits.keepalive.every = Some(Duration::from_millis(5));
    for world in World::ALL {
        let ended = match world {
            World::Blocking => watch_until_sent_away(&binding, &options),
            World::Futures => World::wait(wait_until_sent_away(&binding, &options)),
        };
        let why = "ENHANCE_YOUR_CALM, \"too_many_pings\"";
        assert!(ended.contains(why), "{world}: {ended}");
    }
}

fn watch_until_sent_away(binding: &Binding, options: &ClientOptions) -> String {
    let mut health = HealthClient::open(binding, options).unwrap();
    let mut watch = health.watch("").unwrap();
    assert_eq!(watch.next().unwrap(), Some(Status::Serving));
    let ended = watch.next().unwrap_err().to_string();
    drop(watch);
    // Another connection is another matter.
    assert_eq!(health.check("").unwrap(), Some(Status::Serving));
    ended
}

async fn wait_until_sent_away(binding: &Binding, options: &ClientOptions) -> String {
    let health = definition("interfaces/health.proto");
    let health = DynamicInterface::find(&health, Some("grpc.health.v1.Health")).unwrap();
    let client = AsyncClient::connect(binding, Some(health.id()), options).await;
    let client = AsyncDynamicClient::new(client.unwrap(), health);
    let whole_server = [Value::Record(vec![Value::Text(String::new())])];
    let (_sender, mut watch) = client.open("Watch", &whole_server).await.unwrap();
    assert!(watch.next().await.unwrap().is_some());
    let ended = watch.next().await.unwrap_err().to_string();
    let checked = client.call_json("Check", &json!({})).await;
    assert_eq!(checked.unwrap()["status"], "SERVING");
    ended
}

/// What protoc makes of a file.
fn by_protoc(path: &Path, include: &Path) -> FileDescriptorSet {
    let directory = std::env::temp_dir().join(format!("manyrpc-protoc-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let out = directory.join("set");
    let made = Command::new("protoc")
        .arg("--include_imports")
        .arg("--experimental_allow_proto3_optional")
        .arg(format!("--descriptor_set_out={}", out.display()))
        .arg(format!("-I{}", path.parent().unwrap().display()))
        .arg(format!("-I{}", include.display()))
        .arg(path)
        .status();
    assert!(made.expect("protoc is installed").success());
    let set = FileDescriptorSet::decode(&std::fs::read(&out).unwrap()[..]);
    std::fs::remove_dir_all(&directory).unwrap();
    set.unwrap()
}

/// What does not depend on the order in which a file declares things.
fn in_order(mut file: FileDescriptorProto) -> FileDescriptorProto {
    fn message(m: &mut DescriptorProto) {
        m.field.sort_by_key(|f| f.number);
        m.nested_type.sort_by(|a, b| a.name.cmp(&b.name));
        m.enum_type.sort_by(|a, b| a.name.cmp(&b.name));
        m.nested_type.iter_mut().for_each(message);
    }
    file.dependency.sort();
    file.message_type.sort_by(|a, b| a.name.cmp(&b.name));
    file.enum_type.sort_by(|a, b| a.name.cmp(&b.name));
    file.message_type.iter_mut().for_each(message);
    for service in &mut file.service {
        service.method.sort_by(|a, b| a.name.cmp(&b.name));
    }
    // Braces with nothing in them say nothing.
    for method in file.service.iter_mut().flat_map(|s| &mut s.method) {
        method.options = method
            .options
            .take()
            .filter(|o| *o != MethodOptions::default());
    }
    file
}

/// Of definitions that are one file and what comes with the language, the descriptors are protoc's.
#[test]
fn descriptors_are_those_of_protoc() {
    let corpus = root().join("crates/manyrpc-idl/tests/corpus/proto/good");
    for path in [
        "interfaces/database.proto",
        "interfaces/health.proto",
        "interfaces/reflection.proto",
        "crates/manyrpc-idl/tests/corpus/proto/good/named.proto",
        "crates/manyrpc-idl/tests/corpus/proto/good/proto2.proto",
        "crates/manyrpc-idl/tests/corpus/proto/good/services.proto",
        "crates/manyrpc-idl/tests/corpus/proto/good/types.proto",
    ] {
        let name = path.rsplit('/').next().unwrap();
        let ours = protobuf::describe(&definition(path).module, name).unwrap();
        let ours = ours.last().unwrap();
        let ours = FileDescriptorProto::decode(&ours.bytes[..]).unwrap();
        let mut theirs = by_protoc(&root().join(path), &corpus);
        let mut theirs = theirs.file.pop().unwrap();
        theirs.source_code_info = None;
        // Options of the file are for generators.
        theirs.options = None;
        let [ours, theirs] = [ours, theirs].map(|file| format!("{:#?}", in_order(file)));
        let lines = ours.lines().zip(theirs.lines()).enumerate();
        let differing: Vec<_> = lines
            .filter(|(_, (our, their))| our != their)
            .take(3)
            .collect();
        assert_eq!(differing, [], "{path}");
        assert_eq!(ours, theirs, "{path}");
    }
}

/// Every value is read by the descriptors as it was written, with nothing left over.
#[test]
fn renderings_describe_the_bytes_of_other_languages() {
    let mut messages = 0;
    for path in [
        "interfaces/bench.x",
        "interfaces/bench.idl",
        "interfaces/rpcbind.x",
        "crates/manyrpc-idl/tests/corpus/good/enums.x",
        "crates/manyrpc-idl/tests/corpus/good/recursive.x",
        "crates/manyrpc-idl/tests/corpus/good/shapes.x",
        "crates/manyrpc-idl/tests/corpus/good/unions.x",
        "crates/manyrpc-idl/tests/corpus/dce/good/types.idl",
        "crates/manyrpc-idl/tests/corpus/dce/good/unions.idl",
    ] {
        let definition = definition(path);
        let (module, lowered) = (&definition.module, &definition.lowered);
        let files = protobuf::describe(&rendering(module, lowered), "rendered.proto");
        let files = files.unwrap_or_else(|e| panic!("{path}: {e:?}"));
        let files = files
            .iter()
            .map(|f| FileDescriptorProto::decode(&f.bytes[..]).unwrap());
        let set = FileDescriptorSet {
            file: files.collect(),
        };
        let pool = DescriptorPool::from_file_descriptor_set(set).unwrap();
        let interfaces = DynamicInterface::all(&definition);
        for (interface, service) in interfaces.iter().zip(pool.services()) {
            for ((_, lowered), method) in interface.operations().zip(service.methods()) {
                for (members, message) in [
                    (&lowered.input, method.input()),
                    (&lowered.output, method.output()),
                ] {
                    for seed in 0..8 {
                        let definition = &interface.definition().lowered;
                        let values = Sampler::new(seed).params(definition, members);
                        let fields = DynFields::new(definition, members, &values);
                        let mut buf = Buf::new();
                        let (record, limits) = (&members.meta, &Limits::DEFAULT);
                        if encode_params(&mut buf, record, &fields, limits).is_err() {
                            continue;
                        }
                        let read = DynamicMessage::decode(message.clone(), buf.data()).unwrap();
                        whole(&read, path);
                        messages += 1;
                    }
                }
            }
        }
        // Types that no operation has.
        for (at, ty) in module.types.iter().enumerate() {
            let Some(message) = pool.get_message_by_name(&ty.name) else {
                continue;
            };
            let id = manyrpc_dynamic::TypeId(at);
            let manyrpc_dynamic::Body::Record(members) = &lowered.types[id.0].body else {
                continue;
            };
            for seed in 0..8 {
                let values = Sampler::new(seed).params(lowered, members);
                let fields = DynFields::new(lowered, members, &values);
                let mut buf = Buf::new();
                let (record, limits) = (&members.meta, &Limits::DEFAULT);
                if encode_params(&mut buf, record, &fields, limits).is_ok() {
                    whole(
                        &DynamicMessage::decode(message.clone(), buf.data()).unwrap(),
                        path,
                    );
                    messages += 1;
                }
            }
        }
    }
    assert!(messages > 500, "{messages}");
}

/// That nothing in a message is unknown.
fn whole(message: &DynamicMessage, path: &str) {
    let unknown: Vec<_> = message.unknown_fields().collect();
    assert!(
        unknown.is_empty(),
        "{path}: {}: {unknown:?}",
        message.descriptor().full_name()
    );
    for (_, value) in message.fields() {
        inside(value, path);
    }
}

fn inside(value: &Reflected, path: &str) {
    match value {
        Reflected::Message(message) => whole(message, path),
        Reflected::List(items) => items.iter().for_each(|item| inside(item, path)),
        _ => {}
    }
}
