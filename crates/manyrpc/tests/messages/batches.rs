//! Several calls in one message, from the facade to our server.

use manyrpc::dynamic::{DynamicInterface, DynamicService};
use manyrpc::{Error, Fault};
use manyrpc_model::Value;

use super::{client, interface, serve};

const SUMS: &str = "
struct both { int quotient; int rest; };
program SUMS {
    version sums {
        int add(int a, int b) = 1;
        both divide(int a, int b) = 2;
        int many(int bytes) = 3;
    } = 1;
} = 0x20000202;
";

fn sums() -> DynamicInterface {
    interface(SUMS, "sums")
}

fn service() -> DynamicService {
    DynamicService::new(sums(), |_, operation, values| {
        match (&*operation.name, &values[..]) {
            ("add", [Value::I32(a), Value::I32(b)]) => Ok(vec![Value::I32(a + b)]),
            ("divide", [Value::I32(_), Value::I32(0)]) => Err(Fault::application(8, "by zero")),
            ("divide", [Value::I32(a), Value::I32(b)]) => {
                let both = [a / b, a % b].map(Value::I32);
                Ok(vec![Value::Record(both.to_vec())])
            }
            _ => Err(Fault::NoSuchOperation),
        }
    })
}

const BINDINGS: [&str; 6] = [
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0?framing=content-length&params=positional",
    "jsonrpc+http://127.0.0.1:0/rpc?names=full",
    "jsonrpc+http://127.0.0.1:0/rpc?connection=close",
    "xmlrpc+http://127.0.0.1:0/RPC2?names=bare",
    "xmlrpc+http://127.0.0.1:0/RPC2?connection=close&nil=off&i8=off",
];

fn numbers(a: i32, b: i32) -> [Value; 2] {
    [a, b].map(Value::I32)
}

#[test]
fn what_becomes_of_one_call_is_nothing_to_the_others() {
    for binding in BINDINGS {
        let server = serve(service(), binding);
        let mut client = client(&server.bindings()[0].to_string(), &sums());
        for _ in 0..2 {
            let mut batch = client.batch().unwrap();
            batch.add("add", &numbers(40, 2)).unwrap();
            batch.notify("add", &numbers(1, 1)).unwrap();
            batch.add("divide", &numbers(7, 0)).unwrap();
            assert!(batch.add("divide", &[Value::Bool(true)]).is_err());
            assert!(batch.add("nothing like it", &[]).is_err());
            batch.add("divide", &numbers(7, 2)).unwrap();
            batch.add("many", &[Value::I32(1)]).unwrap();
            let sent = batch.send().unwrap();
            let got: Vec<_> = sent.into_iter().map(|one| client.wait(one)).collect();
            let fault = |at: usize| match &got[at] {
                Err(Error::Call(manyrpc::CallError::Fault(fault))) => fault.clone(),
                other => panic!("{other:?}"),
            };
            assert_eq!(got.len(), 4, "{binding}");
            assert_eq!(got[0].as_ref().unwrap(), &[Value::I32(42)], "{binding}");
            assert_eq!(fault(1), Fault::application(8, "by zero"), "{binding}");
            let both = Value::Record(numbers(3, 1).to_vec());
            assert_eq!(got[2].as_ref().unwrap(), &[both], "{binding}");
            assert_eq!(fault(3), Fault::NoSuchOperation, "{binding}");
            // A dropped batch and an empty one leave no trace.
            client.batch().unwrap().add("add", &numbers(1, 2)).unwrap();
            assert!(client.batch().unwrap().send().unwrap().is_empty());
            let alone = client.call("add", &numbers(1, 2)).unwrap();
            assert_eq!(alone, [Value::I32(3)], "{binding}");
            assert_eq!(client.client().in_flight(), 0);
        }
        server.stop();
    }
}

#[test]
fn other_systems_have_no_batches() {
    let server = serve(service(), "onc+tcp://127.0.0.1:0");
    let mut client = client(&server.bindings()[0].to_string(), &sums());
    assert!(client.batch().is_err());
    let alone = client.call("add", &numbers(1, 2)).unwrap();
    assert_eq!(alone, [Value::I32(3)]);
    server.stop();
}
