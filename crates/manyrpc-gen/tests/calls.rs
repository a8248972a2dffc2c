//! Generated clients and servers call each other, and dynamic ones, over real sockets.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Client, Context, Fault, Server};
use manyrpc_dynamic::Sampler;
use manyrpc_model::Value;
use support::{load, root};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/operations.rs"]
pub mod operations;

use operations::{
    OperationsV1, OperationsV1Client, OperationsV1Server, OperationsV2, OperationsV2Client,
    OperationsV2Server, Sample,
};

/// Answers with what it was asked; counts what nobody waits for.
#[derive(Default)]
struct Echo {
    told: AtomicI32,
}

impl OperationsV1 for Echo {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn only_out(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(self.told.load(Ordering::SeqCst))
    }

    fn only_in(&self, _: &Context<'_>, value: i32) -> Result<(), Fault> {
        match value {
            13 => Err(Fault::BadArguments),
            _ => Ok(()),
        }
    }

    fn many<'a>(
        &'a self,
        _: &Context<'_>,
        a: i32,
        b: Cow<'a, str>,
        c: Cow<'a, [u8]>,
        d: Sample<'a>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    ) -> Result<Cow<'a, str>, Fault> {
        let borrowed = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
        // The arguments lie in the receive buffer, and the result may lie there too.
        if !borrowed(&b) || !borrowed(&d.text) || !matches!(c, Cow::Borrowed(_)) {
            return Err(Fault::ServerFailure);
        }
        match [a, d.at, e, f, g, h] {
            [1, 2, 3, 4, 5, 6] => Ok(b),
            _ => Ok(format!("{a} {b} {c:?} {} {} {e} {f} {g} {h}", d.at, d.text).into()),
        }
    }

    fn tell(&self, _: &Context<'_>, what: Cow<'_, str>, perhaps: Option<i32>) -> Result<(), Fault> {
        let told = what.len() as i32 + perhaps.unwrap_or_default();
        self.told.fetch_add(told, Ordering::SeqCst);
        Ok(())
    }

    fn read_it(&self, _: &Context<'_>, which: [u8; 40]) -> Result<i32, Fault> {
        Ok(which.iter().map(|b| i32::from(*b)).sum())
    }

    fn unlock(
        &self,
        _: &Context<'_>,
        which: [u8; 40],
        spare: Option<manyrpc::stub::Fixed<u8, 40>>,
    ) -> Result<[u8; 40], Fault> {
        Ok(spare.map_or(which, |key| key.0))
    }

    fn deep<'a>(
        &'a self,
        _: &Context<'_>,
        some: Vec<Sample<'a>>,
        perhaps: Option<Sample<'a>>,
    ) -> Result<Sample<'a>, Fault> {
        Ok(perhaps.or(some.into_iter().last()).unwrap_or_default())
    }
}

impl OperationsV2 for Echo {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Err(Fault::ServerFailure)
    }
}

fn serve(binding: &str) -> Running {
    Server::builder()
        .service(OperationsV1Server(Echo::default()))
        .service(OperationsV2Server(Echo::default()))
        .listen(binding)
        .unwrap()
        .start()
        .unwrap()
}

fn definition() -> Arc<Definition> {
    Definition::new(load(&root("crates/manyrpc-gen/tests/corpus/operations.x"))).unwrap()
}

#[test]
fn every_operation_comes_back() {
    for binding in ["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"] {
        let server = serve(binding);
        let binding = server.bindings()[0].to_string();
        let mut client = OperationsV1Client::open(&binding).unwrap();
        client.nothing().unwrap();
        client.only_in(1).unwrap();
        let sample = Sample {
            at: 2,
            text: "t".into(),
        };
        let many = client.many(1, "borrowed", b"c", &sample, 3, 4, 5, 6);
        assert!(matches!(many, Ok(Cow::Borrowed("borrowed"))), "{many:?}");
        let many = client.many(0, "b", b"c", &sample, 3, 4, 5, 6);
        assert_eq!(many.unwrap(), "0 b [99] 2 t 3 4 5 6");
        assert_eq!(client.read_it(&[2; 40]).unwrap(), 80);
        assert_eq!(client.unlock(&[1; 40], None).unwrap(), [1; 40]);
        let spare = Some(&[3; 40]);
        assert_eq!(client.unlock(&[1; 40], spare).unwrap(), [3; 40]);
        let all = [sample.clone(), Sample { at: 9, ..sample }];
        assert_eq!(client.deep(&all, None).unwrap(), all[1]);
        assert_eq!(client.deep(&all, Some(&all[0])).unwrap(), all[0]);
        assert_eq!(client.deep(&[], None).unwrap(), Sample::default());
    }
}

#[test]
fn nobody_waits_for_what_is_one_way() {
    let server = serve("onc+tcp://127.0.0.1:0");
    let binding = server.bindings()[0].to_string();
    let mut client = OperationsV1Client::open(&binding).unwrap();
    client.tell("four", None).unwrap();
    client.tell("", Some(10)).unwrap();
    // Calls of one connection are carried out in order.
    assert_eq!(client.only_out().unwrap(), 14);
}

#[test]
fn faults_come_back_as_faults() {
    let server = serve("onc+tcp://127.0.0.1:0");
    let binding = server.bindings()[0].to_string();
    let mut client = OperationsV1Client::open(&binding).unwrap();
    let refused = client.only_in(13).unwrap_err();
    assert!(matches!(refused, CallError::Fault(Fault::BadArguments)));
    let mut second = OperationsV2Client::open(&binding).unwrap();
    let failed = second.nothing().unwrap_err();
    assert!(matches!(failed, CallError::Fault(Fault::ServerFailure)));
    // The second version has no such operation, and the first client still works.
    let mut stray = Client::open(&binding).unwrap();
    let missing = stray.invoke::<_, ()>(
        &operations::OPERATIONS_V2,
        &operations::OPERATIONS_V1_TELL,
        &(),
    );
    let missing = missing.unwrap_err();
    assert!(matches!(missing, CallError::Fault(Fault::NoSuchOperation)));
    client.nothing().unwrap();
}

/// A generated server for a dynamic client: random arguments, and the generated
/// client agrees on the results.
#[test]
fn dynamic_and_generated_clients_get_the_same() {
    let server = serve("onc+tcp://127.0.0.1:0");
    let binding = server.bindings()[0].to_string();
    let interface = DynamicInterface::find(&definition(), Some("OPERATIONS_V1")).unwrap();
    let mut dynamic = DynamicClient::new(Client::open(&binding).unwrap(), interface.clone());
    let mut client = OperationsV1Client::open(&binding).unwrap();
    for seed in 0..50 {
        let mut sampler = Sampler::new(seed);
        let mut sample = |operation: &str| {
            let (_, lowered) = interface.operation(operation).unwrap();
            sampler.params(&interface.definition().lowered, &lowered.input)
        };
        let arguments = sample("read_it");
        let [Value::Bytes(key)] = &arguments[..] else {
            panic!("{arguments:?}");
        };
        let sum = client.read_it(key.as_slice().try_into().unwrap()).unwrap();
        assert_eq!(
            dynamic.call("read_it", &arguments).unwrap(),
            [Value::I32(sum)]
        );

        let arguments = sample("deep");
        let Value::List(some) = &arguments[0] else {
            panic!("{arguments:?}");
        };
        let some: Vec<Sample> = some.iter().map(as_sample).collect();
        let perhaps = match &arguments[1] {
            Value::Optional(value) => value.as_deref().map(as_sample),
            other => panic!("{other:?}"),
        };
        let result = dynamic.call("deep", &arguments).unwrap();
        let generated = client.deep(&some, perhaps.as_ref()).unwrap();
        assert_eq!(as_sample(&result[0]), generated);
    }
}

fn as_sample(value: &Value) -> Sample<'_> {
    match value {
        Value::Record(fields) => match &fields[..] {
            [Value::I32(at), Value::Text(text)] => Sample {
                at: *at,
                text: text.into(),
            },
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// A dynamic server for a generated client.
#[test]
fn a_generated_client_calls_a_dynamic_server() {
    let interface = DynamicInterface::find(&definition(), Some("OPERATIONS_V1")).unwrap();
    let service = DynamicService::new(interface, |_, operation, arguments| {
        match (operation.name.as_str(), &arguments[..]) {
            ("unlock", [key, Value::Optional(None)]) => Ok(vec![key.clone()]),
            ("many", [_, text, ..]) => Ok(vec![text.clone()]),
            _ => Err(Fault::BadArguments),
        }
    });
    let server = Server::builder().service(service);
    let server = server
        .listen("onc+tcp://127.0.0.1:0")
        .unwrap()
        .start()
        .unwrap();
    let mut client = OperationsV1Client::open(&server.bindings()[0].to_string()).unwrap();
    assert_eq!(client.unlock(&[7; 40], None).unwrap(), [7; 40]);
    let many = client.many(0, "text", b"", &Sample::default(), 0, 0, 0, 0);
    assert_eq!(many.unwrap(), "text");
    assert!(client.unlock(&[7; 40], Some(&[8; 40])).is_err());
}
