//! What our servers answer to `?wsdl`, byte for byte, by the schemas of WSDL and of its bindings, with libxml2.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

use manyrpc::Server;
use manyrpc::dynamic::{DynamicInterface, DynamicService};

use crate::support::world::World;
use crate::support::{Peer, judge, root};
use crate::{KNOWN, Results, read, started_with};

/// Definitions of several languages, with exceptions and unions, and what only WSDL has.
const DEFINITIONS: [&str; 11] = [
    "interfaces/bench.x",
    "interfaces/bench.idl",
    "interfaces/database.x",
    "interfaces/database.idl",
    "interfaces/database.proto",
    "interfaces/rpcecho.idl",
    "interfaces/soap/bench-encoded.wsdl",
    "interfaces/soap/bench-rpc.wsdl",
    "interfaces/soap/features.wsdl",
    "interfaces/soap/graphs.wsdl",
    "crates/manyrpc-gen/tests/corpus/exceptions.proto",
];

#[test]
fn served_descriptions_are_valid() {
    let mut examiner = Peer::start("soap-schemas/wsdl_check", &[]);
    for world in World::ALL {
        for settings in ["mtom=on", "version=1.2"] {
            let mut examine = |definition: &&str| {
                let result = examine(&mut examiner, world, definition, settings);
                (format!("{settings} {definition}"), result)
            };
            let results: Results = DEFINITIONS.iter().map(&mut examine).collect();
            judge(KNOWN, "our-descriptions", world.told(results));
        }
    }
}

fn examine(
    examiner: &mut Peer,
    world: World,
    definition: &str,
    settings: &str,
) -> Result<(), String> {
    let served = served(world, read(&root().join(definition)), settings)?;
    let file = Scratch::with(&served);
    match &*examiner.ask(&file.0.to_string_lossy()) {
        "ok" => Ok(()),
        wrong => Err(format!("{wrong}: {}", String::from_utf8_lossy(&served))),
    }
}

/// The body of the answer to `?wsdl`, of a server of that interface.
fn served(world: World, interface: DynamicInterface, settings: &str) -> Result<Vec<u8>, String> {
    let service = DynamicService::new(interface, |_, _, values| Ok(values));
    let server = started_with(world, world.service(Server::builder(), service), settings);
    let answer = get(server.port());
    server.stop();
    let answer = answer.map_err(|e| e.to_string())?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.ok_or("the answer has no head")? + 4);
    let head = String::from_utf8_lossy(head).to_lowercase();
    let is_right = head.starts_with("http/1.1 200 ")
        && head.contains("\r\ncontent-type: text/xml")
        && head.contains(&format!("\r\ncontent-length: {}\r\n", body.len()));
    match is_right {
        true => Ok(body.to_vec()),
        false => Err(head),
    }
}

fn get(port: u16) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(b"GET /?wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// A file for as long as it is looked at.
struct Scratch(PathBuf);

impl Scratch {
    fn with(content: &[u8]) -> Self {
        let name = format!("manyrpc-served-{}.wsdl", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("there is room for it");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
