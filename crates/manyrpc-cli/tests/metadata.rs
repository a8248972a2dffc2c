//! Metadata from the command line.

#[expect(dead_code, reason = "the other tests use the rest")]
#[path = "support/program.rs"]
mod program;

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::{Fault, Server};
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
        Err(Fault::said(5, "not found"))
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
