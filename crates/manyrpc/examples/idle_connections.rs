//! How much memory of the system ten thousand idle connections take, on either side and over each system:
//!
//! ```sh
//! cargo run -p manyrpc --features tokio --example idle_connections -- [connections] [system]...
//! ```
//!
//! Client and server are processes, each with a runtime of one thread. Each connection has made a call. What is printed
//! is `RssAnon`, in bytes for each connection beyond a tenth of them, once they have released what calls need. There
//! must be somewhat more descriptors than connections (`ulimit -n`).

use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::{AsyncClient, Server};
use manyrpc_model::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{pause, resume, sleep};

const TEXT: &str = "program SHOP { version SHOP_V1 { int COUNT(void) = 1; } = 1; } = 0x20000008;";

const BINDINGS: [&str; 7] = [
    "raw+tcp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0",
    "grpc://127.0.0.1:0",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts[..] {
        ["serve", binding] => serve(binding),
        ["call", binding] => call(binding),
        _ => measure(&texts),
    }
}

fn measure(arguments: &[&str]) {
    let connections = arguments.first().map_or(10_000, |text| {
        text.parse().expect("a number of connections")
    });
    let systems = arguments.get(1..).unwrap_or_default();
    println!("{:26} {:>8} {:>8}", "", "client", "server");
    for binding in BINDINGS {
        if systems.is_empty() || systems.iter().any(|system| binding.starts_with(system)) {
            let [client, server] = for_each(binding, connections);
            println!("{binding:26} {client:8} {server:8}");
        }
    }
}

/// Bytes of `RssAnon` for each connection of client and server.
fn for_each(binding: &str, connections: u64) -> [i64; 2] {
    let mut server = Side::start("serve", binding);
    let at = server.line();
    let mut client = Side::start("call", &at);
    let few = connections / 10;
    let mut taken = [[0; 2]; 2];
    for (taken, connections) in taken.iter_mut().zip([few, connections]) {
        client.ask(&connections.to_string());
        server.ask("settle");
        *taken = [client.rss_anon(), server.rss_anon()];
    }
    let more = (connections - few) as i64;
    let each = [0, 1].map(|side| (taken[1][side] - taken[0][side]) / more);
    client.end();
    server.end();
    each
}

/// A process on one side.
struct Side {
    process: Child,
    asked: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Side {
    fn start(role: &str, binding: &str) -> Self {
        let this = std::env::current_exe().expect("this program");
        let mut process = Command::new(this)
            .args([role, binding])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let asked = process.stdin.take().expect("it is piped");
        let told = BufReader::new(process.stdout.take().expect("it is piped"));
        Side {
            process,
            asked,
            told,
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.told.read_line(&mut line).expect("a line");
        line.trim().to_owned()
    }

    fn ask(&mut self, what: &str) {
        writeln!(self.asked, "{what}").expect("a process that runs");
        assert_eq!(self.line(), "done");
    }

    /// In bytes.
    fn rss_anon(&self) -> i64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.expect("a process that runs");
        let line = status.lines().find_map(|l| l.strip_prefix("RssAnon:"));
        let kilobytes = line.and_then(|l| l.trim().strip_suffix(" kB"));
        let kilobytes: i64 = kilobytes.and_then(|n| n.parse().ok()).expect("Linux");
        kilobytes * 1024
    }

    fn end(mut self) {
        drop(self.asked);
        self.process.wait().expect("its end");
    }
}

fn shop() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("shop.x", TEXT, &options);
    assert!(found.is_empty(), "{found:?}");
    let definition = Definition::new(module.expect("it is correct")).expect("it has a meaning");
    DynamicInterface::find(&definition, None).expect("it is there")
}

fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime")
}

/// Connections release what they do not need: time passes while nothing else is to be done.
async fn settle() {
    pause();
    sleep(Duration::from_secs(5)).await;
    resume();
}

fn tell(line: &str) {
    println!("{line}");
    stdout().flush().expect("whoever has started this");
}

/// What this process is asked next.
async fn asked() -> Option<String> {
    let line = tokio::task::spawn_blocking(|| stdin().lines().next());
    line.await.expect("a line")?.ok()
}

fn serve(binding: &str) {
    runtime().block_on(async {
        let service = DynamicService::new(shop(), |_, _, _| Ok(vec![Value::I32(7)]));
        let server = Server::builder().service(service);
        let server = server.listen(binding).expect("a listener");
        let running = server.start_on_runtime().await.expect("a server");
        tell(&running.bindings()[0].to_string());
        while asked().await.is_some() {
            settle().await;
            tell("done");
        }
        running.stop().await;
    });
}

fn call(binding: &str) {
    runtime().block_on(async {
        let (shop, mut clients) = (shop(), Vec::new());
        while let Some(connections) = asked().await {
            let connections: usize = connections.parse().expect("a number");
            clients.reserve_exact(connections - clients.len());
            while clients.len() < connections {
                let client = AsyncClient::open(binding).await.expect("a connection");
                let caller = AsyncDynamicClient::new(client.clone(), shop.clone());
                let results = caller.call("COUNT", &[]).await.expect("a reply");
                assert_eq!(results, [Value::I32(7)]);
                clients.push(client);
            }
            settle().await;
            tell("done");
        }
    });
}
