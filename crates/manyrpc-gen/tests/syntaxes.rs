//! Stubs that are compiled for some transfer syntaxes only.

use manyrpc::server::Running;
use manyrpc::stub::Service;
use manyrpc::{CallError, Context, Fault, Server};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/operations.rs"]
pub mod operations;

/// Generated, from the same definition, for Sun RPC alone.
#[rustfmt::skip]
#[path = "corpus/operations_onc.rs"]
pub mod operations_onc;

use operations::{OperationsV1, OperationsV1Client, OperationsV1Server};

struct All;

impl OperationsV1 for All {
    fn only_out(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(7)
    }
}

struct Onc;

impl operations_onc::OperationsV1 for Onc {
    fn only_in(&self, _: &Context<'_>, value: i32) -> Result<(), Fault> {
        assert_eq!(value, 7);
        Ok(())
    }
}

const BINDINGS: [&str; 6] = [
    "raw+tcp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0/RPC2",
];

fn serve(service: impl Service + 'static) -> Running {
    let server = Server::builder().service(service);
    let listen = |b: manyrpc::server::Builder, binding: &&str| b.listen(binding).unwrap();
    BINDINGS.iter().fold(server, listen).start().unwrap()
}

fn is_served(binding: &str) -> bool {
    binding.starts_with("raw") || binding.starts_with("onc")
}

#[test]
fn clients_say_that_their_stub_lacks_the_syntax() {
    let server = serve(OperationsV1Server(All));
    for binding in server.bindings() {
        let binding = binding.to_string();
        let mut client = operations_onc::OperationsV1Client::open(&binding).unwrap();
        match client.only_out() {
            Ok(7) if is_served(&binding) => {}
            Err(error) if !is_served(&binding) => assert!(
                error
                    .to_string()
                    .ends_with("the stub was generated without this system's transfer syntax"),
                "{error}"
            ),
            other => panic!("{binding}: {other:?}"),
        }
    }
}

#[test]
fn servers_refuse_arguments_whose_syntax_their_stub_lacks() {
    let server = serve(operations_onc::OperationsV1Server(Onc));
    for binding in server.bindings() {
        let binding = binding.to_string();
        let mut client = OperationsV1Client::open(&binding).unwrap();
        match client.only_in(7) {
            Ok(()) if is_served(&binding) => {}
            Err(CallError::Fault(fault)) if !is_served(&binding) => {
                assert_eq!(fault.plain(), Fault::BadArguments, "{binding}");
            }
            other => panic!("{binding}: {other:?}"),
        }
    }
}
