//! A span for each call, on both sides, over every system of the library.
#![cfg(all(feature = "tracing", feature = "tokio"))]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};

use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::{AsyncClient, Client, Fault, Server};
use manyrpc_model::Value;
use tokio::runtime::Builder;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Each system and transport, and the system's name in spans of clients and of servers.
const BINDINGS: [(&str, &str, &str); 9] = [
    ("onc+udp://127.0.0.1:0", "onc_rpc", "onc_rpc"),
    ("onc+tcp://127.0.0.1:0", "onc_rpc", "onc_rpc"),
    ("dce+udp://127.0.0.1:0", "dce", "dce"),
    ("dce+tcp://127.0.0.1:0", "dce", "dce"),
    // A server does not tell the two apart.
    ("ncs+udp://127.0.0.1:0", "ncs", "dce"),
    ("jsonrpc+http://127.0.0.1:0", "jsonrpc", "jsonrpc"),
    ("xmlrpc+http://127.0.0.1:0", "xmlrpc", "xmlrpc"),
    ("grpc://127.0.0.1:0", "grpc", "grpc"),
    ("raw+tcp://127.0.0.1:0", "raw", "raw"),
];

type Fields = BTreeMap<&'static str, String>;

/// Keeps all spans with their fields.
#[derive(Default)]
struct Kept {
    next: AtomicU64,
    spans: Mutex<BTreeMap<u64, Fields>>,
}

struct Noting<'f>(&'f mut Fields);

impl Visit for Noting<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

struct Subscribed(&'static Kept);

impl Subscriber for Subscribed {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "manyrpc"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::new();
        span.record(&mut Noting(&mut fields));
        let id = self.0.next.fetch_add(1, SeqCst) + 1;
        self.0.spans.lock().unwrap().insert(id, fields);
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.0.spans.lock().unwrap();
        values.record(&mut Noting(spans.get_mut(&span.into_u64()).unwrap()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, span: &Id) {
        let mut spans = self.0.spans.lock().unwrap();
        let fields = spans.get_mut(&span.into_u64()).unwrap();
        fields.insert("entered", String::new());
    }

    fn exit(&self, _: &Id) {}
}

/// The spans of all tests, of which each has an interface of its own.
fn kept() -> &'static Kept {
    static KEPT: OnceLock<&'static Kept> = OnceLock::new();
    KEPT.get_or_init(|| {
        let kept: &'static Kept = Box::leak(Box::default());
        tracing::subscriber::set_global_default(Subscribed(kept)).unwrap();
        kept
    })
}

/// Those of one kind and interface, and the others stay.
fn take(kind: &str, of: &str) -> Vec<Fields> {
    let mut spans = kept().spans.lock().unwrap();
    let is_one = |fields: &Fields| fields["otel.kind"] == kind && fields["rpc.method"].contains(of);
    let ids: Vec<u64> = spans
        .iter()
        .filter(|(_, f)| is_one(f))
        .map(|(id, _)| *id)
        .collect();
    ids.iter().filter_map(|id| spans.remove(id)).collect()
}

fn interface(name: &str) -> DynamicInterface {
    let text = format!(
        "program {name} {{ version {name}_V1 {{ int GIVE(int) = 1; }} = 1; }} = 0x20000027;"
    );
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load_text("traced.x", &text, &options);
    DynamicInterface::find(&Definition::new(module.unwrap()).unwrap(), None).unwrap()
}

/// Gives what it gets, but refuses 0.
fn service(interface: DynamicInterface) -> DynamicService {
    DynamicService::new(interface, |_, _, arguments| match arguments[..] {
        [Value::I32(0)] => Err(Fault::Denied(0)),
        _ => Ok(arguments),
    })
}

fn futures(interface: DynamicInterface) -> DynamicService {
    DynamicService::of_futures(interface, |_, _, arguments| {
        Box::pin(async move {
            tokio::task::yield_now().await;
            match arguments[..] {
                [Value::I32(0)] => Err(Fault::Denied(0).into()),
                _ => Ok(arguments),
            }
        })
    })
}

/// What spans of two calls say, of which the second fails.
fn check(of: &str, port: u16, (at, client, server): (&str, &str, &str)) {
    let method = |fields: &Fields| {
        assert_eq!(fields["otel.name"], fields["rpc.method"]);
        assert!(fields["rpc.method"].ends_with("/GIVE"), "{fields:?}");
    };
    for (kind, system) in [("client", client), ("server", server)] {
        let spans = take(kind, of);
        let [good, bad] = &spans[..] else {
            panic!("{at}: {spans:?}");
        };
        for fields in [good, bad] {
            method(fields);
            assert_eq!(fields["rpc.system.name"], system, "{at}");
            // Handlers are within it.
            assert!(kind == "client" || fields.contains_key("entered"), "{at}");
            if kind == "client" {
                assert_eq!(fields["server.address"], "127.0.0.1");
                assert_eq!(fields["server.port"], port.to_string());
            }
        }
        assert!(!good.contains_key("error.type"), "{good:?}");
        // Raw servers have no number for it.
        let expected = match (kind, client) {
            ("client", "raw") => "server_failure",
            _ => "denied",
        };
        assert_eq!(bad["error.type"], expected, "{at}");
        assert_eq!(bad["otel.status_code"], "ERROR");
    }
}

#[test]
fn calls_of_threads_have_spans_on_both_sides() {
    kept();
    let interface = interface("THREADS");
    for case in BINDINGS {
        let server = Server::builder().service(service(interface.clone()));
        let server = server.listen(case.0).unwrap().start().unwrap();
        let binding = &server.bindings()[0];
        let client = Client::open(&binding.to_string()).unwrap();
        let mut client = DynamicClient::new(client, interface.clone());
        client.call("GIVE", &[Value::I32(1)]).unwrap();
        client.call("GIVE", &[Value::I32(0)]).unwrap_err();
        let port = binding.port().unwrap();
        // Its spans are ended when it is.
        server.stop();
        check("THREADS", port, case);
    }
}

#[test]
fn calls_of_tasks_have_spans_on_both_sides() {
    kept();
    for (name, served) in [
        ("AT_ONCE", service as fn(DynamicInterface) -> DynamicService),
        ("FUTURES", futures),
    ] {
        let interface = interface(name);
        for case in BINDINGS {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::builder().service(served(interface.clone()));
                let server = server.listen(case.0).unwrap();
                let server = server.start_on_runtime().await.unwrap();
                let binding = server.bindings()[0].clone();
                let client = AsyncClient::open(&binding.to_string()).await.unwrap();
                let client = AsyncDynamicClient::new(client, interface.clone());
                client.call("GIVE", &[Value::I32(1)]).await.unwrap();
                client.call("GIVE", &[Value::I32(0)]).await.unwrap_err();
                server.stop().await;
                check(name, binding.port().unwrap(), case);
            });
        }
    }
}

#[cfg(feature = "tower")]
#[test]
fn a_clients_layers_are_within_its_span() {
    kept();
    let interface = interface("LAYERED");
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::builder().service(futures(interface.clone()));
        let server = server.listen("grpc://127.0.0.1:0").unwrap();
        let server = server.start_on_runtime().await.unwrap();
        let at = server.bindings()[0].to_string();
        let plain = AsyncClient::open(&at).await.unwrap();
        let layered = plain.layered(tower::layer::util::Identity::new());
        for (client, is_within) in [(plain, false), (layered, true)] {
            let client = AsyncDynamicClient::new(client, interface.clone());
            client.call("GIVE", &[Value::I32(1)]).await.unwrap();
            client.call("GIVE", &[Value::I32(0)]).await.unwrap_err();
            let spans = take("client", "LAYERED");
            let [good, bad] = &spans[..] else {
                panic!("{spans:?}");
            };
            assert_eq!(good.contains_key("entered"), is_within, "{good:?}");
            assert_eq!(bad["error.type"], "denied");
        }
        server.stop().await;
    });
}
