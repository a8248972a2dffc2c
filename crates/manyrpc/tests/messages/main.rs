//! JSON-RPC and XML-RPC on the wire, for complete servers and clients.

mod batches;
mod closing;
#[path = "../../../manyrpc-lab/tests/support/dynamic.rs"]
mod dynamic;
mod json;
#[path = "../../../manyrpc-lab/tests/support/world.rs"]
mod world;
mod xml;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::server::Running;
use manyrpc::stub::Service;
use manyrpc::{Client, Server};

/// The interface with that name in a `.x` definition.
fn interface(text: &str, name: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("test.x", text, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition: Arc<Definition> = Definition::new(module).unwrap();
    DynamicInterface::find(&definition, Some(name)).unwrap()
}

fn serve(service: impl Service + 'static, binding: &str) -> Running {
    let server = Server::builder().service(service).listen(binding);
    server.and_then(|server| server.start()).unwrap()
}

fn client(binding: &str, interface: &DynamicInterface) -> DynamicClient {
    DynamicClient::new(Client::open(binding).unwrap(), interface.clone())
}

/// A scripted peer with HTTP or frames.
struct Wire {
    stream: BufReader<TcpStream>,
    /// The beginning of each HTTP message; empty for lines.
    head: String,
}

impl Wire {
    /// Connected to a server.
    fn to(server: &Running, head: &str) -> Self {
        let port = server.bindings()[0].port().unwrap();
        Self::over(TcpStream::connect(("127.0.0.1", port)).unwrap(), head)
    }

    fn over(stream: TcpStream, head: &str) -> Self {
        Wire {
            stream: BufReader::new(stream),
            head: head.to_owned(),
        }
    }

    fn say(&mut self, message: &[u8]) {
        let mut bytes = Vec::new();
        if self.head.is_empty() {
            let spaces = message.iter().map(|b| if *b == b'\n' { b' ' } else { *b });
            bytes.extend(spaces);
            bytes.push(b'\n');
        } else {
            let length = format!("Content-Length: {}\r\n\r\n", message.len());
            bytes.extend([self.head.as_bytes(), length.as_bytes(), message].concat());
        }
        self.stream.get_mut().write_all(&bytes).unwrap();
    }

    /// The next message with its first line; over a bare stream that line is the whole message.
    fn hear(&mut self) -> (String, String) {
        let mut first = String::new();
        self.stream.read_line(&mut first).unwrap();
        if self.head.is_empty() {
            return (String::new(), first);
        }
        let (mut length, mut line) = (0, String::new());
        while {
            line.clear();
            self.stream.read_line(&mut line).unwrap() > 2
        } {
            let lower = line.to_lowercase();
            let said = lower.strip_prefix("content-length:");
            length = said.map_or(length, |n| n.trim().parse().unwrap());
        }
        let mut content = vec![0; length];
        self.stream.read_exact(&mut content).unwrap();
        (first, String::from_utf8(content).unwrap())
    }
}

/// Connects a client, which calls at `address`, to `peer` for one connection.
fn peer<T: Send + 'static>(
    head: &'static str,
    peer: impl FnOnce(Wire) -> T + Send + 'static,
) -> (u16, JoinHandle<T>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        peer(Wire::over(stream, head))
    });
    (port, thread)
}
