//! A definition, an application controlled by the test, and servers of both.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{AuthSys, Binding, Client, ClientOptions, Context, Fault, Server};
use manyrpc_model::{Operation, Semantics, Value};

/// Calculators in two versions, and another program. `tell` is one-way.
const DEFINITION: &str = "
typedef opaque blob<>;
typedef int ints<>;
struct who { bool known; unsigned int uid; unsigned int gids<16>; };
program CALCULATOR {
    version CALCULATOR_V2 {
        int add(int a, int b) = 1;
        blob echo(blob data) = 2;
        ints numbers(ints values) = 3;
        int panics(void) = 4;
        int waits(void) = 5;
        void tell(int n) = 6;
        int told(void) = 7;
        who whoami(void) = 8;
        int silent(void) = 9;
        blob zeros(unsigned int count) = 10;
    } = 2;
    version CALCULATOR_V4 {
        int add(int a, int b) = 1;
    } = 4;
} = 0x20000100;
program BESIDE {
    version BESIDE_V1 {
        int answer(void) = 1;
    } = 1;
} = 0x20000101;
";

/// Every binding that a server can listen on, ports chosen by the system.
pub(crate) const INTERNET: [&str; 17] = [
    "onc+udp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "raw+udp://127.0.0.1:0",
    "raw+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0?framing=content-length",
    "jsonrpc+http://127.0.0.1:0/rpc",
    "jsonrpc+http://127.0.0.1:0/rpc?compress=gzip",
    "xmlrpc+http://127.0.0.1:0/RPC2",
    "soap+http://127.0.0.1:0/soap",
    "soap+http://127.0.0.1:0/soap?compress=gzip",
    "grpc://127.0.0.1:0",
    "grpc://127.0.0.1:0?compress=gzip",
    "grpc://127.0.0.1:0?content=json",
];

pub(crate) fn definition() -> Arc<Definition> {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("test.x", DEFINITION, &options);
    let mut module = module.unwrap_or_else(|| panic!("{problems:?}"));
    for operation in module.interfaces.iter_mut().flat_map(|i| &mut i.operations) {
        if operation.name == "tell" {
            operation.semantics = Semantics::Maybe;
        }
    }
    Definition::new(module).unwrap()
}

pub(crate) fn interface(name: &str) -> DynamicInterface {
    DynamicInterface::find(&definition(), Some(name)).unwrap()
}

/// The channels between the application and its test.
pub(crate) struct App {
    told: AtomicU32,
    /// One message for each call of `waits` that has begun.
    begun: Sender<()>,
    /// Each message lets one call of `waits` continue.
    go_on: Mutex<Receiver<()>>,
}

/// The test's end of an [`App`].
pub(crate) struct Wires {
    pub(crate) begun: Receiver<()>,
    pub(crate) go_on: Sender<()>,
}

impl App {
    pub(crate) fn new() -> (Arc<App>, Wires) {
        let (begun, has_begun) = channel();
        let (go, go_on) = channel();
        let app = App {
            told: AtomicU32::new(0),
            begun,
            go_on: Mutex::new(go_on),
        };
        let wires = Wires {
            begun: has_begun,
            go_on: go,
        };
        (Arc::new(app), wires)
    }

    fn respond(
        &self,
        call: &Context<'_>,
        operation: &Operation,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Fault> {
        let result = match (operation.name.as_str(), arguments.as_slice()) {
            ("add", [Value::I32(a), Value::I32(b)]) => Value::I32(a.wrapping_add(*b)),
            ("echo" | "numbers", [value]) => value.clone(),
            ("panics", []) => panic!("as the test wants it"),
            ("waits", []) => {
                self.begun.send(()).unwrap();
                let _ = self.go_on.lock().unwrap().recv_timeout(PATIENCE);
                Value::I32(1)
            }
            ("tell", [_]) => {
                self.told.fetch_add(1, SeqCst);
                return Ok(Vec::new());
            }
            ("told", []) => Value::I32(self.told.load(SeqCst) as i32),
            ("whoami", []) => who(call.auth_sys()),
            ("silent", []) => {
                call.suppress_reply();
                Value::I32(0)
            }
            ("zeros", [Value::U32(count)]) => Value::Bytes(vec![0; *count as usize]),
            ("answer", []) => Value::I32(42),
            other => panic!("{other:?}"),
        };
        Ok(vec![result])
    }
}

fn who(auth: Option<AuthSys>) -> Value {
    let known = auth.is_some();
    let auth = auth.unwrap_or_default();

    Value::Record(vec![
        Value::Bool(known),
        Value::U32(auth.uid),
        Value::U32s(auth.gids),
    ])
}

pub(crate) fn service(interface: DynamicInterface, app: &Arc<App>) -> DynamicService {
    let app = app.clone();
    DynamicService::new(interface, move |call, operation, arguments| {
        app.respond(call, operation, arguments)
    })
}

/// A server of one interface at one binding.
pub(crate) fn serve(name: &str, binding: &str) -> (Running, Wires) {
    let (app, wires) = App::new();
    let running = Server::builder()
        .service(service(interface(name), &app))
        .listen(binding)
        .unwrap()
        .start()
        .unwrap();
    (running, wires)
}

/// A client of an interface of the definition, at a server's first binding.
pub(crate) fn client(server: &Running, name: &str) -> DynamicClient {
    client_with(&server.bindings()[0], name, &ClientOptions::default())
}

pub(crate) fn client_with(at: &Binding, name: &str, options: &ClientOptions) -> DynamicClient {
    let client = Client::connect(at, None, options).unwrap();
    DynamicClient::new(client, interface(name))
}

pub(crate) fn add(
    client: &mut DynamicClient,
    a: i32,
    b: i32,
) -> Result<Vec<Value>, manyrpc::Error> {
    client.call("add", &[Value::I32(a), Value::I32(b)])
}

/// A path for a Unix socket that no other test has.
pub(crate) fn socket_path(name: &str) -> PathBuf {
    let name = format!("manyrpc-{}-{name}.sock", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Longer than anything here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until a server has counted this many calls: its threads publish what they count after they have sent the replies.
pub(crate) fn await_counted(server: &Running, calls: u64) {
    let start = Instant::now();
    while server.status().counters.calls < calls {
        assert!(start.elapsed() < PATIENCE, "{:?}", server.status().counters);
        std::thread::yield_now();
    }
}
