//! What points to the same thing in a request and in its reply (C706, sections 14.3.10 and
//! 14.3.11.1): through generated stubs and dynamic calls, as FreeDCE does it.

#[expect(dead_code, reason = "other tests use the rest")]
mod relay;

use std::path::Path;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::stub::{Fields, Service, Shared, Slots};
use manyrpc::{Client, Context, Fault, Server};
use manyrpc_codec::ndr::{self, Limits, Referents};
use manyrpc_codec::{Buf, Malformed, MalformedKind};
use relay::{Bodies, Streams};

/// Generated.
#[expect(clippy::type_complexity, reason = "a result of three")]
#[rustfmt::skip]
#[path = "corpus/graph.rs"]
pub mod graph;

use graph::{GRAPH_COUNT, GRAPH_TURN, Graph, GraphClient, GraphServer, Node};
use graph::{GraphCountArgs, GraphCountOut, GraphTurnArgs, GraphTurnOut};

struct Turns;

impl Graph for Turns {
    /// What FreeDCE's server did for the vector: a new node before the first, which changes.
    fn turn(
        &self,
        _: &Context<'_>,
        first: Shared<Node>,
        second: Shared<Node>,
    ) -> Result<(Shared<Node>, Shared<Node>, Shared<Node>), Fault> {
        let next = first.get().ok_or(Fault::BadArguments)?.next.clone();
        let changed = first.renewed(Node { value: 11, next });
        let new = Shared::new(Node {
            value: 10,
            next: changed.clone(),
        });
        Ok((new, second, changed))
    }

    fn count(
        &self,
        _: &Context<'_>,
        given: Shared<Node>,
    ) -> Result<(Shared<i32>, Shared<Node>), Fault> {
        Ok((Shared::new(1), given))
    }
}

/// A vector's words.
fn vector(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/ndr");
    let text = std::fs::read_to_string(path.join(name)).unwrap();
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// A ring of two, and one alone.
fn nodes() -> (Shared<Node>, Shared<Node>) {
    let ring = Arc::new_cyclic(|first| Node {
        value: 1,
        next: Shared::new(Node {
            value: 2,
            next: Shared::back(first),
        }),
    });
    let alone = Node {
        value: 3,
        next: Shared::NONE,
    };
    (ring.into(), Shared::new(alone))
}

fn next(node: &Shared<Node>) -> Shared<Node> {
    node.get().unwrap().next.clone()
}

fn value(node: &Shared<Node>) -> i32 {
    node.get().unwrap().value
}

/// What FreeDCE's client found, too: its own nodes, and a new one.
fn is_answer(
    (ring, alone): (&Shared<Node>, &Shared<Node>),
    (first, third, fourth): &(Shared<Node>, Shared<Node>, Shared<Node>),
) {
    let (again, second) = (next(first), next(&next(first)));
    assert!(!first.is_same(ring) && !first.is_same(&next(ring)));
    assert!(again.is_same(ring) && second.is_same(&next(ring)));
    assert!(next(&second).is_same(ring) && next(&second).is_back());
    assert!(third.is_same(alone) && fourth.is_same(ring));
    let values = [first, &again, &second, third, fourth].map(value);
    assert_eq!(values, [10, 11, 2, 3, 11]);
    assert_eq!(
        (value(ring), value(&next(ring))),
        (1, 2),
        "the caller's own"
    );
}

fn interface() -> DynamicInterface {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/ndr/graph.idl");
    let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
    let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

/// The same answer, which the caller's numbers are part of.
fn dynamic_service() -> DynamicService {
    let served = interface();
    let interface = interface();
    DynamicService::new(served, move |_, operation, _| {
        let json = r#"{
            "first": {"$id": 77, "value": {"value": 10, "next":
                {"$id": 1, "value": {"value": 11, "next":
                    {"$id": 2, "value": {"value": 2, "next": {"$ref": 1}}}}}}},
            "third": {"$id": 3, "value": {"value": 3, "next": null}},
            "fourth": {"$ref": 1}
        }"#;
        let json = serde_json::from_str(json).unwrap();
        let results = interface.results_from_json(&operation.name, &json);
        results.map_err(|_| Fault::ServerFailure)
    })
}

fn served(service: impl Service + 'static) -> Running {
    let server = Server::builder().service(service);
    let server = server.listen("ncacn_ip_tcp:127.0.0.1[0]");
    server.and_then(|s| s.start()).expect("loopback")
}

fn is_vector(bodies: &Bodies) {
    assert_eq!(bodies.requests[0][8..], vector("graph-request.hex"));
    assert_eq!(bodies.replies[0][8..], vector("graph-reply.hex"));
}

#[test]
fn generated_stubs_share_as_freedce_does() {
    let (ring, alone) = nodes();
    let both: [Running; 2] = [served(GraphServer(Turns)), served(dynamic_service())];
    for server in both {
        let relay = Streams::to(&server);
        let mut client = GraphClient::open(relay.binding()).unwrap();
        is_answer((&ring, &alone), &client.turn(&ring, &alone).unwrap());
        drop(client);
        is_vector(&relay.bodies());
        server.stop();
    }
}

/// Labels are the caller's, whatever the numbers on the wire; a new node has none of them.
#[test]
fn dynamic_calls_share_as_freedce_does() {
    let arguments = r#"{
        "first": {"$id": 40, "value": {"value": 1, "next":
            {"$id": 4, "value": {"value": 2, "next": {"$ref": 40}}}}},
        "second": {"$id": 7, "value": {"value": 3, "next": null}}
    }"#;
    let results = r#"{
        "first": {"$id": 1, "value": {"value": 10, "next":
            {"$id": 40, "value": {"value": 11, "next":
                {"$id": 4, "value": {"value": 2, "next": {"$ref": 40}}}}}}},
        "third": {"$id": 7, "value": {"value": 3, "next": null}},
        "fourth": {"$ref": 40}
    }"#;
    let [arguments, results]: [serde_json::Value; 2] =
        [arguments, results].map(|json| serde_json::from_str(json).unwrap());
    let both: [Running; 2] = [served(GraphServer(Turns)), served(dynamic_service())];
    for server in both {
        let relay = Streams::to(&server);
        let client = Client::open(relay.binding()).unwrap();
        let mut client = DynamicClient::new(client, interface());
        assert_eq!(client.call_json("turn", &arguments).unwrap(), results);
        drop(client);
        is_vector(&relay.bodies());
        server.stop();
    }
}

/// What a request left behind is of that call alone, however many there are.
#[test]
fn calls_in_flight_share_each_with_its_own_arguments() {
    let server = served(GraphServer(Turns));
    let mut client = Client::open(&server.bindings()[0].to_string()).unwrap();
    let given = [nodes(), nodes()];
    let sent = given.each_ref().map(|(first, second)| {
        let arguments = GraphTurnArgs { first, second };
        client.send(&graph::GRAPH, &GRAPH_TURN, &arguments).unwrap()
    });
    for (pending, (ring, alone)) in sent.into_iter().zip(&given).rev() {
        let out: GraphTurnOut = client.wait(pending).unwrap();
        is_answer((ring, alone), &(out.first, out.third, out.fourth));
    }
    server.stop();
}

fn request<T: Fields>(record: &manyrpc_codec::meta::Record, arguments: &T) -> Referents {
    let mut referents = Referents::default();
    let (mut buf, limits) = (Buf::new(), &Limits::DEFAULT);
    ndr::encode_params_with(&mut buf, record, arguments, limits, &mut referents).unwrap();
    referents
}

fn reply<T: for<'de> Slots<'de> + Default>(
    record: &manyrpc_codec::meta::Record,
    words: &[u32],
    mut referents: Referents,
) -> Result<T, Malformed> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut out = T::default();
    let limits = &Limits::DEFAULT;
    let bytes = bytes.as_slice();
    ndr::decode_params_with(bytes, ndr::LABEL, record, &mut out, limits, &mut referents)?;
    Ok(out)
}

fn counted(given: &Shared<Node>, words: &[u32]) -> Result<GraphCountOut, Malformed> {
    let asked = request(GRAPH_COUNT.input, &GraphCountArgs { given });
    reply(GRAPH_COUNT.output, words, asked)
}

/// Peers that number each message anew (Samba, impacket) use a request's identifiers for anything.
#[test]
fn an_identifier_of_the_request_may_come_with_another_type() {
    let (_, given) = nodes();
    let out = counted(&given, &[1, 5, 2, 6, 0]).unwrap();
    assert_eq!(out.nodes.get().as_deref(), Some(&5));
    assert!(!out.last.is_same(&given));
    assert_eq!(value(&out.last), 6);
    let out = counted(&given, &[7, 5, 1, 6, 1]).unwrap();
    assert!(out.last.is_same(&given) && next(&out.last).is_same(&given));
    // Its pointers are compared by what they led to, even where the arguments are gone.
    let gone = counted(&nodes().1, &[7, 5, 1, 6, 1]).unwrap();
    assert!(!gone.last.is_same(&given) && !gone.last.is_same(&nodes().1));
}

/// In one message an identifier has one type, and its first pointer brings a value.
#[test]
fn replies_that_lie_of_identifiers_are_malformed() {
    let (ring, given) = nodes();
    let kind = |words: &[u32]| counted(&given, words).unwrap_err().kind;
    assert_eq!(kind(&[1, 5, 1]), MalformedKind::OtherType);
    assert_eq!(kind(&[9, 5, 9]), MalformedKind::OtherType);
    assert_eq!(kind(&[0, 1]), MalformedKind::Truncated);
    assert_eq!(kind(&[0, 9]), MalformedKind::Truncated);
    assert_eq!(kind(&[0, 1, 6, 2]), MalformedKind::Truncated);
    let endless = (1..100_000).flat_map(|id| [id, 0]);
    let endless: Vec<_> = [0].into_iter().chain(endless).collect();
    assert_eq!(kind(&endless), MalformedKind::TooDeep);
    // Whatever else is said, nothing but that comes of it.
    let words = [4, 10, 1, 11, 2, 2, 1, 3, 3, 0, 1];
    for at in 0..words.len() {
        for lie in (0..8).chain([u32::MAX]) {
            let mut words = words;
            words[at] = lie;
            let arguments = GraphTurnArgs {
                first: &ring,
                second: &given,
            };
            let asked = request(GRAPH_TURN.input, &arguments);
            let out: Result<GraphTurnOut, _> = reply(GRAPH_TURN.output, &words, asked);
            drop(out);
        }
    }
}
