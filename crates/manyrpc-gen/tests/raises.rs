//! Typed exceptions: stubs of each language over every system, among themselves and with dynamic
//! calls.

use std::borrow::Cow;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::server::Running;
use manyrpc::stub::Service;
use manyrpc::{CallError, Client, ClientOptions, Context, Error, Fault, Server};
use serde_json::{Value as Json, json};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/raises.rs"]
pub mod shop;

/// Generated.
#[rustfmt::skip]
#[path = "corpus/raises_idl.rs"]
pub mod shop_idl;

/// Generated.
#[rustfmt::skip]
#[path = "corpus/exceptions.rs"]
pub mod shop_proto;

const BINDINGS: [&str; 11] = [
    "raw+tcp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "onc+udp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "grpc://127.0.0.1:0?content=json",
    "jsonrpc+tcp://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0/RPC2",
    "iiop://127.0.0.1:0",
];

fn serve(service: impl Service + 'static) -> Running {
    let server = Server::builder().service(service);
    let listen = |b: manyrpc::server::Builder, binding: &&str| b.listen(binding).unwrap();
    BINDINGS.iter().fold(server, listen).start().unwrap()
}

/// A client that calls by name, of the definition at that path.
fn dynamic(at: &str, path: &str) -> DynamicClient {
    let path = format!("{}/tests/corpus/{path}", env!("CARGO_MANIFEST_DIR"));
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let interface = DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap();
    let client = Client::open_for(at, interface.id()).unwrap();
    DynamicClient::new(client, interface)
}

#[track_caller]
fn assert_raised(
    client: &mut DynamicClient,
    operation: &str,
    arguments: Json,
    name: &str,
    members: Json,
) {
    match client.call_json(operation, &arguments) {
        Err(Error::Raised(exception)) => {
            assert_eq!((&*exception.name, exception.json), (name, members));
        }
        other => panic!("{other:?}"),
    }
}

struct Shop;

fn out_of_stock(item: &str, left: i32) -> shop::OutOfStock<'static> {
    shop::OutOfStock {
        item: Cow::Owned(item.to_owned()),
        left,
        since: -1 << 40,
        price: 2.5,
        mark: Cow::Borrowed(&[1, 2, 255]),
        r#where: shop::Aisle::Back,
        instead: Some(Box::new(shelf("left"))),
    }
}

fn shelf(name: &str) -> shop::Shelf<'static> {
    let right = shop::Shelf {
        name: Cow::Borrowed("right"),
        ..Default::default()
    };
    shop::Shelf {
        name: Cow::Owned(name.to_owned()),
        places: vec![1, 2],
        left: None,
        right: Some(Box::new(right)),
    }
}

impl shop::ShopV1 for Shop {
    fn put(
        &self,
        _: &Context<'_>,
        item: Cow<'_, str>,
        count: i32,
    ) -> Result<i32, shop::ShopV1PutError> {
        match count {
            0 => Err(Fault::Other(7).into()),
            1 => Err(shop::Closed { until: 9 })?,
            2.. => Ok(count),
            _ => Err(out_of_stock(&item, count).into()),
        }
    }

    fn name<'a>(
        &'a self,
        _: &Context<'_>,
        item: i32,
    ) -> Result<Cow<'a, str>, shop::ShopV1NameError> {
        match item {
            0 => Err(shop::Closed { until: 1 }.into()),
            _ => Ok(Cow::Borrowed("thing")),
        }
    }

    fn close(&self, _: &Context<'_>) -> Result<(), shop::ShopV1CloseError> {
        Err(shop::Error { code: -5 }.into())
    }

    fn find<'a>(
        &'a self,
        _: &Context<'_>,
        item: Cow<'a, str>,
    ) -> Result<shop::Shelf<'a>, shop::ShopV1FindError> {
        Ok(shelf(&item))
    }
}

#[test]
fn stubs_of_a_program_raise_over_every_system() {
    let server = serve(shop::ShopV1Server(Shop));
    for at in server.bindings() {
        let at = &at.to_string();
        let mut client = shop::ShopV1Client::open(at).unwrap();
        assert_eq!(client.put("nut", 3).unwrap(), 3, "{at}");
        match client.put("nut", -3) {
            Err(shop::ShopV1PutError::OutOfStock(e)) => {
                assert_eq!(e, out_of_stock("nut", -3), "{at}")
            }
            other => panic!("{at}: {other:?}"),
        }
        match client.put("nut", 1) {
            Err(shop::ShopV1PutError::Closed(e)) => assert_eq!(e.until, 9, "{at}"),
            other => panic!("{at}: {other:?}"),
        }
        match client.put("nut", 0) {
            Err(shop::ShopV1PutError::Error(Error::Call(CallError::Fault(fault)))) => {
                assert_eq!(fault.plain(), Fault::Other(7), "{at}");
            }
            other => panic!("{at}: {other:?}"),
        }
        assert_eq!(client.name(1).unwrap(), "thing", "{at}");
        assert_eq!(
            client.name(0).unwrap_err().to_string(),
            "Closed { until: 1 }",
            "{at}"
        );
        match client.close() {
            Err(shop::ShopV1CloseError::Error2(e)) => assert_eq!(e.code, -5, "{at}"),
            other => panic!("{at}: {other:?}"),
        }
        assert_eq!(client.find("left").unwrap(), shelf("left"), "{at}");
        let unwritten = client.count().unwrap_err();
        assert!(matches!(unwritten, CallError::Fault(_)), "{at}");
        let mut dynamic = dynamic(at, "raises.x");
        assert_raised(
            &mut dynamic,
            "PUT",
            json!(["nut", 1]),
            "closed",
            json!({"until": 9}),
        );
        assert_raised(
            &mut dynamic,
            "CLOSE",
            json!([]),
            "error",
            json!({"code": -5}),
        );
        assert_eq!(
            dynamic.call_json("PUT", &json!(["nut", 4])).unwrap(),
            json!(4)
        );
    }
}

struct ShopOfDce;

impl shop_idl::Shop for ShopOfDce {
    fn put<'a>(
        &'a self,
        _: &Context<'_>,
        item: Cow<'a, str>,
        count: i32,
    ) -> Result<(i32, Option<Cow<'a, str>>, i32), shop_idl::ShopPutError> {
        match count {
            0 => Err(shop_idl::Closed { until: 4 }.into()),
            1 => Ok((2, None, 3)),
            2 => Ok((5, Some(item), 6)),
            _ => Err(shop_idl::OutOfStock {
                item: Some(Cow::Owned(item.into_owned())),
                left: count,
                since: i64::MIN,
            }
            .into()),
        }
    }

    fn close(&self, _: &Context<'_>) -> Result<i64, shop_idl::ShopCloseError> {
        Ok(-8)
    }

    fn pass(&self, _: &Context<'_>, n: i32) -> Result<(), shop_idl::ShopPassError> {
        match n {
            0 => Ok(()),
            _ => Err(shop_idl::Closed { until: n as u32 }.into()),
        }
    }
}

#[test]
fn stubs_of_dces_language_raise_over_every_system() {
    let server = serve(shop_idl::ShopServer(ShopOfDce));
    for at in server.bindings() {
        let at = &at.to_string();
        let mut client = shop_idl::ShopClient::open(at).unwrap();
        assert_eq!(client.put("a", 1).unwrap(), (2, None, 3), "{at}");
        assert_eq!(
            client.put("a", 2).unwrap(),
            (5, Some("a".into()), 6),
            "{at}"
        );
        match client.put("a", 9) {
            Err(shop_idl::ShopPutError::OutOfStock(e)) => {
                assert_eq!(
                    (e.item.as_deref(), e.left, e.since),
                    (Some("a"), 9, i64::MIN),
                    "{at}"
                );
            }
            other => panic!("{at}: {other:?}"),
        }
        assert_eq!(client.close().unwrap(), -8, "{at}");
        client.pass(0).unwrap();
        assert!(matches!(client.pass(3), Err(shop_idl::ShopPassError::Closed(e)) if e.until == 3));
        let mut dynamic = dynamic(at, "raises.idl");
        let wanted = json!({"item": "b", "left": 5, "since": i64::MIN.to_string()});
        assert_raised(&mut dynamic, "put", json!(["b", 5]), "out_of_stock", wanted);
        let results = dynamic.call_json("put", &json!(["b", 2])).unwrap();
        assert_eq!(
            results,
            json!({"count": 5, "shelf": "b", "result": 6}),
            "{at}"
        );
    }
}

struct ShopOfMessages;

impl shop_proto::Shop for ShopOfMessages {
    fn put<'a>(
        &'a self,
        _: &Context<'_>,
        request: shop_proto::Item<'a>,
    ) -> Result<shop_proto::Item<'a>, shop_proto::ShopPutError> {
        match request.count {
            0 => Err(shop_proto::Closed::default().into()),
            1 => Ok(request),
            _ => Err(missing(request.count).into()),
        }
    }
}

fn missing(left: i32) -> shop_proto::OutOfStock<'static> {
    shop_proto::OutOfStock {
        left,
        elsewhere: vec![shop_proto::OutOfStockElsewhereEntry {
            key: "x".into(),
            value: 1 << 40,
        }],
        price: Some(0.5),
        ..Default::default()
    }
}

#[test]
fn stubs_of_messages_raise_over_every_system() {
    let server = serve(shop_proto::ShopServer(ShopOfMessages));
    for at in server.bindings() {
        let at = &at.to_string();
        let mut client = shop_proto::ShopClient::open(at).unwrap();
        let item = |count| shop_proto::Item {
            count,
            ..Default::default()
        };
        assert_eq!(client.put(&item(1)).unwrap().count, 1, "{at}");
        match client.put(&item(7)) {
            Err(shop_proto::ShopPutError::OutOfStock(e)) => assert_eq!(e, missing(7), "{at}"),
            other => panic!("{at}: {other:?}"),
        }
        let closed = client.put(&item(0));
        assert!(
            matches!(closed, Err(shop_proto::ShopPutError::Closed(_))),
            "{at}"
        );
        let mut dynamic = dynamic(at, "exceptions.proto");
        assert_raised(
            &mut dynamic,
            "Put",
            json!({"count": 0}),
            "Closed",
            json!({}),
        );
    }
}

/// Exceptions of calls in flight.
#[test]
fn calls_in_flight_end_with_exceptions() {
    let server = serve(shop::ShopV1Server(Shop));
    for at in server.bindings() {
        let mut client =
            Client::connect(at, Some(shop::SHOP_V1.id), &ClientOptions::default()).unwrap();
        let args = |item| shop::ShopV1NameArgs { item };
        let calls: Vec<_> = [0, 1, 0]
            .into_iter()
            .map(|n| {
                client
                    .send_raising(&shop::SHOP_V1, &shop::SHOP_V1_NAME, &args(n))
                    .unwrap()
            })
            .collect();
        let raised = calls.into_iter().map(|call| {
            use manyrpc::stub::Ended;
            let ended =
                client.wait_raising::<shop::ShopV1NameOut<'_>, shop::ShopV1NameResult<'_>>(call);
            match ended.unwrap() {
                Ended::Results(_) | Ended::Result(shop::ShopV1NameResult::Result(_)) => 0,
                Ended::Result(shop::ShopV1NameResult::Closed(closed)) => closed.until,
                Ended::Raised(raised) => raised.read::<shop::Closed>().unwrap().until,
            }
        });
        assert_eq!(raised.collect::<Vec<_>>(), [1, 0, 1], "{at}");
    }
}
