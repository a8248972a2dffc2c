//! Unix sockets between our clients and servers and gRPC's Python library, in both directions and worlds.

mod support;

use std::path::PathBuf;

use manyrpc::Server;
use support::Peer;
use support::database::{Results, called_by, calls, database, service};
use support::dynamic::Dynamic;
use support::world::World;

/// A path that no other test has. The peer takes `unix:PATH` for a host, and makes its port, 0, the end of the path.
struct Socket(PathBuf);

impl Socket {
    fn new(name: &str) -> Self {
        let name = format!("manyrpc-{}-{name}:0", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        Socket(path)
    }

    fn host(&self) -> String {
        let host = format!("unix:{}", self.0.display());
        host.trim_end_matches(":0").to_owned()
    }

    fn binding(&self) -> String {
        format!("grpc+unix://{}", self.0.display())
    }
}

fn all_pass(world: World, results: Results) {
    for (case, result) in results {
        assert_eq!(result, Ok(()), "{world}: {case}");
    }
}

#[test]
fn python_calls_us() {
    for world in World::ALL {
        let socket = Socket::new(&format!("calls-us-{world}"));
        let server = world.service(Server::builder(), service());
        let server = server.listen(&socket.binding());
        let server = server.and_then(|server| world.start(server));
        let server = server.expect("the path is free");
        let arguments = ["tcp", &socket.host(), "0"];
        all_pass(world, called_by("python", "python/grpc_client", &arguments));
        server.stop();
    }
}

#[test]
fn we_call_python() {
    let socket = Socket::new("we-call");
    let mut server = Peer::start_at("python/grpc_server", &["tcp", "0"], &socket.host());
    // What the library tells of a socket without a port.
    assert_eq!(server.port(), 1);
    for world in World::ALL {
        let client = Dynamic::open(world, &socket.binding(), database());
        let mut client = client.expect("it listens");
        all_pass(world, calls("python", &mut client));
    }
    let _ = std::fs::remove_file(&socket.0);
}
