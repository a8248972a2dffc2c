//! Foreign peers: gRPC's Python library, Python's standard library, curl and OpenSSL.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use manyrpc::tls;
use manyrpc::{Binding, ClientOptions, Error};

use crate::certificates::{Authority, Files, Valid};
use crate::dynamic::Dynamic;
use crate::party::{self, builder, interface, trusting};
use crate::world::{Served, World};

/// Debian's own interpreter, which has its libraries.
const PYTHON: &str = "/usr/bin/python3";

/// The certificates of one test, as files.
struct Papers {
    files: Files,
    authority: Authority,
}

impl Papers {
    fn new() -> Self {
        let (files, authority) = (Files::new(), Authority::new("the authority"));
        let (server, client) = (
            authority.server(&["localhost", "127.0.0.1"], Valid::Now),
            authority.client("alice", None),
        );
        files.put("ca.pem", &authority.pem);
        for (name, issued) in [("server", server), ("client", client)] {
            files.put(&format!("{name}.pem"), &issued.certificate);
            files.put(&format!("{name}.key"), &issued.key);
            let both = issued.certificate + &issued.key;
            files.put(&format!("{name}.both"), &both);
        }
        Papers { files, authority }
    }

    fn identity(&self, name: &str) -> tls::Identity {
        let path = |end: &str| self.files.path(&format!("{name}.{end}"));
        tls::Identity::read(path("pem").as_ref(), path("key").as_ref()).unwrap()
    }

    fn server(&self, world: World, binding: &str, mutual: bool) -> Served {
        let tls = tls::Server::new(self.identity("server"));
        let tls = match mutual {
            true => tls.demand_clients(self.authority.roots()),
            false => tls,
        };
        let server = builder().tls(tls).listen(binding);
        server.and_then(|s| world.start(s)).unwrap()
    }

    /// A program with the paths of these files.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (variable, file) in [
            ("CA", "ca.pem"),
            ("SERVER", "server.pem"),
            ("SERVER_KEY", "server.key"),
            ("CLIENT", "client.pem"),
            ("CLIENT_KEY", "client.key"),
        ] {
            command.env(variable, self.files.path(file));
        }
        command
    }

    fn run(&self, script: &str, arguments: &[&str]) -> String {
        let mut command = self.command(PYTHON);
        command.args(["-c", script]).args(arguments);
        let output = command.output().expect("python3 runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

fn port(server: &Served) -> String {
    server.port().to_string()
}

fn connect(world: World, at: &Binding, tls: tls::Client) -> Result<Dynamic, Error> {
    let options = ClientOptions {
        tls,
        ..ClientOptions::default()
    };
    Dynamic::connect(world, at, interface(), &options)
}

/// The caller's principal, as the server knows it.
fn principal(client: &mut Dynamic) -> Result<String, Error> {
    let results = client.call("whoami", &[])?;
    Ok(party::names(&results).0)
}

fn echo(client: &mut Dynamic, bytes: usize) {
    party::echo_by(bytes, |data| client.call("echo", data));
}

/// A call: an empty request, a reply with two texts.
const GRPC_CLIENT: &str = "
import grpc, os, sys
read = lambda name: open(os.environ[name], 'rb').read()
port, mutual = sys.argv[1:]
pair = (read('CLIENT_KEY'), read('CLIENT')) if mutual == 'mutual' else (None, None)
credentials = grpc.ssl_channel_credentials(read('CA'), *pair)
with grpc.secure_channel('localhost:' + port, credentials) as channel:
    call = channel.unary_unary('/PARTY_V1/whoami')
    try:
        print(call(b'', timeout=20).decode('latin-1')[2:].split('\\x12')[0])
        echo = channel.unary_unary('/PARTY_V1/echo')
        sent = b'\\x0a\\x80\\x80\\x40' + bytes(1 << 20)
        print(echo(sent, timeout=20) == sent)
    except grpc.RpcError as error:
        print(error.code().name)
";

#[test]
fn grpc_in_python_calls_us() {
    let papers = Papers::new();
    for world in World::ALL {
        let plain = papers.server(world, "grpcs://localhost:0", false);
        let nobody = papers.run(GRPC_CLIENT, &[&port(&plain), "alone"]);
        assert_eq!(nobody, "nobody\nTrue", "{world:?}");
        let mutual = papers.server(world, "grpcs://localhost:0", true);
        let known = papers.run(GRPC_CLIENT, &[&port(&mutual), "mutual"]);
        assert_eq!(known, "CN=alice,O=Example\nTrue", "{world:?}");
        let unknown = papers.run(GRPC_CLIENT, &[&port(&mutual), "alone"]);
        assert_eq!(unknown, "UNAVAILABLE", "{world:?}");
    }
}

/// Prints its port, then its callers, until its standard input closes.
const GRPC_SERVER: &str = "
import grpc, os, sys
from concurrent import futures
read = lambda name: open(os.environ[name], 'rb').read()
mutual = sys.argv[1] == 'mutual'
text = lambda field, value: bytes([field * 8 + 2, len(value)]) + value
class Party(grpc.GenericRpcHandler):
    def service(self, details):
        def whoami(request, context):
            names = context.auth_context().get('x509_common_name', [b'nobody'])
            return text(1, names[0]) + text(2, b'')
        calls = {'whoami': whoami, 'echo': lambda request, context: request}
        return grpc.unary_unary_rpc_method_handler(calls[details.method.rsplit('/', 1)[1]])
server = grpc.server(futures.ThreadPoolExecutor(4), handlers=[Party()])
credentials = grpc.ssl_server_credentials(
    [(read('SERVER_KEY'), read('SERVER'))], read('CA') if mutual else None, mutual)
print(server.add_secure_port('localhost:0', credentials), flush=True)
server.start()
sys.stdin.read()
";

/// A server that is killed when this is dropped.
struct Peer(Child);

impl Peer {
    /// The port is in the first line of its output.
    fn start(mut command: Command) -> (Self, u16) {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut peer = Peer(child.expect("the peer starts"));
        let mut line = String::new();
        let out = peer.0.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        (peer, line.trim().parse().expect("a port"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

#[test]
fn we_call_grpc_in_python() {
    let papers = Papers::new();
    for mutual in ["alone", "mutual"] {
        let mut command = papers.command(PYTHON);
        command.args(["-c", GRPC_SERVER, mutual]);
        let (_peer, port) = Peer::start(command);
        let at: Binding = format!("grpcs://localhost:{port}").parse().unwrap();
        let known = if mutual == "mutual" {
            "alice"
        } else {
            "nobody"
        };
        for world in World::ALL {
            let with = trusting(&papers.authority).identity(papers.identity("client"));
            let mut client = connect(world, &at, with).unwrap();
            assert_eq!(principal(&mut client).unwrap(), known, "{world:?}");
            echo(&mut client, 1 << 20);
            let without = connect(world, &at, trusting(&papers.authority));
            let called = without.and_then(|mut client| principal(&mut client));
            assert_eq!(called.is_ok(), mutual == "alone", "{world:?}: {called:?}");
            let strange = connect(world, &at, trusting(&Authority::new("a stranger")));
            let why = strange.err().unwrap().to_string();
            assert!(why.contains("trust the authority"), "{world:?}: {why}");
        }
    }
}

const XML_RPC_CLIENT: &str = "
import os, ssl, sys, xmlrpc.client
context = ssl.create_default_context(cafile=os.environ['CA'])
if sys.argv[2] == 'mutual':
    context.load_cert_chain(os.environ['CLIENT'], os.environ['CLIENT_KEY'])
server = xmlrpc.client.ServerProxy('https://localhost:' + sys.argv[1] + '/RPC2', context=context)
try:
    for _ in range(3):
        print(server.PARTY_V1.whoami()['principal'])
except OSError:
    print('refused')
";

#[test]
fn xml_rpc_of_pythons_standard_library_calls_us() {
    let papers = Papers::new();
    for world in World::ALL {
        let plain = papers.server(world, "xmlrpc+https://localhost:0/RPC2", false);
        let nobody = papers.run(XML_RPC_CLIENT, &[&port(&plain), "alone"]);
        assert_eq!(nobody, "nobody\nnobody\nnobody", "{world:?}");
        let mutual = papers.server(world, "xmlrpc+https://localhost:0/RPC2", true);
        let alice = papers.run(XML_RPC_CLIENT, &[&port(&mutual), "mutual"]);
        assert_eq!(alice, ["CN=alice,O=Example"; 3].join("\n"), "{world:?}");
        let unknown = papers.run(XML_RPC_CLIENT, &[&port(&mutual), "alone"]);
        assert_eq!(unknown, "refused", "{world:?}");
    }
}

const XML_RPC_SERVER: &str = "
import os, ssl, sys, threading
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer
class Handler(SimpleXMLRPCRequestHandler):
    protocol_version = sys.argv[1]
server = SimpleXMLRPCServer(('localhost', 0), Handler, logRequests=False, use_builtin_types=True)
server.register_function(lambda: {'principal': 'nobody', 'subject': ''}, 'PARTY_V1.whoami')
server.register_function(lambda data: data, 'PARTY_V1.echo')
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.environ['SERVER'], os.environ['SERVER_KEY'])
if sys.argv[2] == '1.2':
    context.maximum_version = ssl.TLSVersion.TLSv1_2
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
";

#[test]
fn we_call_xml_rpc_of_pythons_standard_library() {
    let papers = Papers::new();
    for (http, version) in [
        ("HTTP/1.1", "1.3"),
        ("HTTP/1.0", "1.3"),
        ("HTTP/1.1", "1.2"),
    ] {
        let mut command = papers.command(PYTHON);
        command.args(["-c", XML_RPC_SERVER, http, version]);
        let (_peer, port) = Peer::start(command);
        let at: Binding = format!("xmlrpc+https://localhost:{port}/RPC2")
            .parse()
            .unwrap();
        for world in World::ALL {
            let mut client = connect(world, &at, trusting(&papers.authority)).unwrap();
            for _ in 0..3 {
                let said = principal(&mut client).unwrap();
                assert_eq!(said, "nobody", "{http} {version}, {world:?}");
            }
            echo(&mut client, 300_000);
        }
    }
}

#[test]
fn curl_and_openssl_find_the_protocol_inside() {
    let papers = Papers::new();
    for world in World::ALL {
        curl_finds_the_protocol_inside(&papers, world);
        openssl_finds_the_protocol_inside(&papers, world);
    }
}

fn curl_finds_the_protocol_inside(papers: &Papers, world: World) {
    let json = papers.server(world, "jsonrpc+https://localhost:0/rpc", true);
    let mut curl = papers.command("curl");
    curl.args([
        "--silent",
        "--show-error",
        "--cacert",
        &papers.files.path("ca.pem"),
    ])
    .args(["--cert", &papers.files.path("client.both")])
    .args([
        "-w",
        " %{http_version}",
        "-H",
        "Content-Type: application/json",
    ])
    .args([
        "--http2",
        "-d",
        r#"{"jsonrpc":"2.0","method":"PARTY_V1.whoami","id":1}"#,
    ])
    .arg(format!("https://localhost:{}/rpc", port(&json)));
    let output = curl.output().expect("curl runs");
    let said = String::from_utf8_lossy(&output.stdout);
    // It prefers HTTP/2, and accepts what there is.
    assert!(
        said.contains(r#""principal":"CN=alice,O=Example""#),
        "{said} {output:?}"
    );
    assert!(said.ends_with(" 1.1"), "{said}");
}

fn openssl_finds_the_protocol_inside(papers: &Papers, world: World) {
    let grpc = papers.server(world, "grpcs://localhost:0", false);
    for (offered, found) in [
        (Some("h2"), "ALPN protocol: h2"),
        (Some("http/1.1,h2"), "ALPN protocol: h2"),
        // RFC 7301, section 3.2.
        (Some("http/1.1"), "no application protocol"),
        (None, "No ALPN negotiated"),
    ] {
        let (said, ended) = openssl(papers, &port(&grpc), offered);
        let case = format!("{offered:?}, {world:?}: {said}");
        assert!(said.contains(found), "{case}");
        assert_eq!(ended, found != "ALPN protocol: h2", "{case}");
    }
}

/// Its output, and whether the server closed the connection before it was asked to.
fn openssl(papers: &Papers, port: &str, offered: Option<&str>) -> (String, bool) {
    let mut command = papers.command("openssl");
    command
        .args(["s_client", "-CAfile", &papers.files.path("ca.pem")])
        .args([
            "-connect",
            &format!("localhost:{port}"),
            "-servername",
            "localhost",
        ])
        .args(offered.map(|list| ["-alpn", list]).into_iter().flatten())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("openssl runs");
    let mut stdin = child.stdin.take().unwrap();
    let ended = match offered.is_some_and(|list| list.contains("h2")) {
        // A line that begins with Q ends it.
        true => stdin.write_all(b"Q\n").is_err(),
        false => true,
    };
    // Otherwise it ends when the server does, or never.
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), ended)
}

#[test]
fn a_server_that_speaks_no_http2_is_refused() {
    let papers = Papers::new();
    let mut command = papers.command(PYTHON);
    command.args(["-c", XML_RPC_SERVER, "HTTP/1.1", "1.3"]);
    let (_peer, port) = Peer::start(command);
    let at: Binding = format!("grpcs://localhost:{port}").parse().unwrap();
    for world in World::ALL {
        let refused = connect(world, &at, trusting(&papers.authority));
        let error = refused.err().unwrap();
        let reason = error.tls().map(|e| e.reason());
        assert_eq!(reason, Some(tls::Reason::Application), "{world:?}: {error}");
        assert!(matches!(error, Error::Io { .. }));
    }
}
