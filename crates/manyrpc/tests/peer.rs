//! Connections on which both ends call: ours with ours, and with vscode-jsonrpc in both roles.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::{Binding, CallError, Client, Error, Fault, Peer};
use manyrpc_model::Value;

const DEFINITION: &str = "
program HALVES {
    version HALVES_V1 {
        int half(int n) = 1;
        string echo(string text) = 2;
    } = 1;
} = 0x20000200;
";

fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("halves.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

/// Halves 1 and less itself, and calls the caller back for the rest.
fn service() -> DynamicService {
    let again = interface();
    DynamicService::new(interface(), move |call, operation, arguments| {
        let n = match (operation.name.as_str(), &arguments[..]) {
            ("echo", _) => return Ok(arguments),
            ("half", [Value::I32(n)]) => *n,
            other => panic!("{other:?}"),
        };
        if n <= 1 {
            return Ok(vec![Value::I32(n)]);
        }
        let peer = call.peer().expect("both ends call");
        let mut back = DynamicClient::new(peer, again.clone());
        let half = back.call("half", &[Value::I32(n / 2)]);
        half.map_err(|_| Fault::ServerFailure)
    })
}

fn half(client: Client, n: i32) -> Result<i32, Error> {
    let mut client = DynamicClient::new(client, interface());
    match client.call("half", &[Value::I32(n)])?[..] {
        [Value::I32(half)] => Ok(half),
        ref other => panic!("{other:?}"),
    }
}

/// A listener's binding with the chosen port, and both ends of a connection.
fn ends(binding: &str) -> [Peer; 2] {
    let listener = Peer::builder().service(service()).listen(binding).unwrap();
    let at = listener.binding().to_string();
    let connected = Peer::builder().service(service()).connect(&at).unwrap();
    [connected, listener.accept().unwrap()]
}

fn socket_path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("manyrpc-{name}-{}", std::process::id()))
}

#[test]
fn both_ends_call_over_every_stream() {
    let onc = format!("onc+unix://{}", socket_path("onc-peer").display());
    let json = format!("jsonrpc+unix://{}", socket_path("json-peer").display());
    let bindings = [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0?framing=content-length&params=positional",
        "jsonrpc+tcp://127.0.0.1:0?version=1.0",
        "onc+tcp://127.0.0.1:0",
        &onc,
        &json,
    ];
    for binding in bindings {
        let ends = ends(binding);
        thread::scope(|scope| {
            for end in ends.iter().chain(&ends) {
                scope.spawn(move || {
                    for n in [1, 2, 3, 100, 5000] {
                        assert_eq!(half(end.client().unwrap(), n).unwrap(), 1, "{binding}");
                    }
                });
            }
        });
        ends[1].close();
        assert!(matches!(ends[0].wait(), CallError::Closed(_)));
        assert!(half(ends[0].client().unwrap(), 1).is_err());
    }
}

#[test]
fn a_datagram_socket_calls_back_to_the_address_it_was_called_from() {
    let bind = || {
        let builder = Peer::builder().service(service());
        builder.bind("onc+udp://127.0.0.1:0").unwrap()
    };
    let peers = [bind(), bind(), bind()];
    let at = |peer: &Peer| {
        let port = peer.binding().port().unwrap();
        std::net::SocketAddr::from(([127, 0, 0, 1], port))
    };
    for from in &peers {
        for to in &peers {
            assert_eq!(half(from.client_of(at(to)).unwrap(), 1000).unwrap(), 1);
        }
    }
    assert!(peers[0].client().is_err(), "it is connected to nobody");
}

#[test]
fn what_cannot_be_a_peer_is_refused() {
    let refused = |opened: Result<(), Error>| opened.unwrap_err().to_string();
    let builder = || Peer::builder().service(service());
    for binding in [
        "grpc://127.0.0.1:1",
        "jsonrpc+http://127.0.0.1:1/",
        "dce+tcp://127.0.0.1:1",
    ] {
        let why = refused(builder().connect(binding).map(drop));
        assert!(
            why.contains("only one end of its connections calls"),
            "{why}"
        );
    }
    let why = refused(builder().bind("onc+tcp://127.0.0.1:0").map(drop));
    assert!(why.contains("only one end"), "{why}");
    let why = refused(builder().connect("onc+tcp://127.0.0.1").map(drop));
    assert!(why.contains("port"), "{why}");
}

#[test]
fn an_ordinary_server_knows_nobody_to_call_back() {
    let lone = DynamicService::new(interface(), |call, _, _| {
        assert!(call.peer().is_none());
        Ok(vec![Value::I32(7)])
    });
    let server = manyrpc::Server::builder().service(lone);
    let server = server
        .listen("onc+tcp://127.0.0.1:0")
        .unwrap()
        .start()
        .unwrap();
    let at = server.bindings()[0].to_string();
    assert_eq!(half(Client::open(&at).unwrap(), 9).unwrap(), 7);
}

/// The foreign peer; ended with the test.
struct Foreign {
    child: Child,
    says: BufReader<std::process::ChildStdout>,
}

impl Foreign {
    fn start(arguments: &[&str]) -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let program = root.join("peers/build/vscode-jsonrpc/vscode_jsonrpc_peer");
        let mut child = Command::new(&program)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}; run `make peers`", program.display()));
        let says = BufReader::new(child.stdout.take().unwrap());
        Foreign { child, says }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.says.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls the foreign end while it calls ours.
fn exercise(peer: &Peer, foreign: &mut Foreign) {
    thread::scope(|scope| {
        for n in [1, 7, 640, 1 << 20] {
            scope.spawn(move || {
                assert_eq!(half(peer.client().unwrap(), n).unwrap(), 1);
                let mut client = DynamicClient::new(peer.client().unwrap(), interface());
                let text = Value::Text("ä \"".repeat(n as usize));
                assert_eq!(
                    client.call("echo", std::slice::from_ref(&text)).unwrap(),
                    [text]
                );
            });
        }
    });
    assert_eq!(foreign.line(), "ok");
    let mut client = DynamicClient::new(peer.client().unwrap(), interface());
    let late = client.call("half", &[Value::I32(-3)]).unwrap();
    assert_eq!(late, [Value::I32(-3)]);
}

#[test]
fn vscode_jsonrpc_connects_to_us() {
    for settings in ["", "&params=positional"] {
        let binding = format!("jsonrpc+tcp://127.0.0.1:0?framing=content-length{settings}");
        let listener = Peer::builder().service(service()).listen(&binding).unwrap();
        let port = listener.binding().port().unwrap().to_string();
        let mut foreign = Foreign::start(&["connect", &port]);
        exercise(&listener.accept().unwrap(), &mut foreign);
    }
}

#[test]
fn we_connect_to_vscode_jsonrpc() {
    let mut foreign = Foreign::start(&["serve"]);
    let at = format!(
        "jsonrpc+tcp://127.0.0.1:{}?framing=content-length",
        foreign.line()
    );
    let at: Binding = at.parse().unwrap();
    let peer = Peer::builder()
        .service(service())
        .connect(&at.to_string())
        .unwrap();
    exercise(&peer, &mut foreign);
}
