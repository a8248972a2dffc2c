//! Metadata from the command line.

#[expect(dead_code, reason = "the other tests use the rest")]
#[path = "support/program.rs"]
mod program;

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::introspection::Introspection;
use manyrpc::{Domain, Fault, Server};
use program::{interfaces, run};

#[test]
fn it_is_sent_and_shown() {
    let bench = interfaces().join("bench.x");
    let (module, problems) = manyrpc_idl::load(&bench, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{problems:?}"))).unwrap();
    let interface = DynamicInterface::find(&definition, None).unwrap();
    let service = DynamicService::new(interface, |call, _, _| {
        let all = call.metadata.iter();
        all.for_each(|(name, value)| call.add_trailing(name, value));
        call.add_initial("greeting", "hello");
        Err(Fault::of_domain(Domain::Grpc, 5, "not found"))
    });
    let server = Server::builder().service(service);
    let server = server
        .listen("grpc://127.0.0.1:0")
        .unwrap()
        .start()
        .unwrap();
    let binding = server.bindings()[0].to_string();
    let bench = bench.display().to_string();
    let call = |metadata: &str| {
        let arguments = ["call", &binding, "--idl", &bench, "add", "[1, 2]"];
        run(&[&arguments[..], &["--verbose", "--metadata", metadata]].concat())
    };
    let done = call("x-raw-bin=AAH/");
    assert_eq!(done.code, 65, "{done:?}");
    let lines: Vec<&str> = done.stderr.lines().collect();
    let beside = ["initial greeting=hello", "trailing x-raw-bin=AAH/"];
    assert_eq!(lines[..2], beside, "{done:?}");
    assert!(lines[2].contains("not found"), "{done:?}");

    let done = call("x-text=some text");
    assert!(
        done.stderr.contains("trailing x-text=some text\n"),
        "{done:?}"
    );
    for wrong in ["x-raw-bin=?", "x-text"] {
        assert_eq!(call(wrong).code, 2, "{wrong}");
    }
    server.stop();
}

/// Servers that ask who is there ask those, too, who only want to know what they serve.
#[test]
fn it_goes_with_questions_to_reflection() {
    let file = interfaces().join("reflection.proto");
    let (module, problems) = manyrpc_idl::load(&file, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{problems:?}"))).unwrap();
    let full = "grpc.reflection.v1.ServerReflection";
    let interface = DynamicInterface::find(&definition, Some(full)).unwrap();
    let service = DynamicService::new(interface, |_, _, _| Err(Fault::NoSuchOperation));
    let service = service.conversing(|call, _| {
        Err(match call.metadata.get("authorization") {
            Some(b"Bearer 1") => Fault::of_domain(Domain::Grpc, 7, "known, but not let in"),
            _ => Fault::of_domain(Domain::Grpc, 16, "who is there?"),
        })
    });
    let server = Server::builder().introspection(Introspection::NONE);
    let server = server
        .service(service)
        .listen("grpc://127.0.0.1:0")
        .unwrap();
    let server = server.start().unwrap();
    let at = server.bindings()[0].to_string();
    for verb in [
        &["list", &at][..],
        &["describe", &at],
        &["call", &at, "Get", "{}"],
    ] {
        let without = run(verb);
        assert!(without.stderr.contains("who is there?"), "{without:?}");
        let with = run(&[verb, &["--metadata", "authorization=Bearer 1"]].concat());
        assert_eq!(with.code, 65, "{with:?}");
        assert!(with.stderr.contains("known, but not let in"), "{with:?}");
    }
    server.stop();
}
