//! Objects that are elsewhere, servers that close connections in an orderly way, and what references tell, over real sockets.

#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use manyrpc::corba::{Iiop, Ior, reference_to};
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::systems::{Form, describer_of};
use manyrpc::{Binding, ClientOptions, Server};
use manyrpc_engine::ObjectKey;
use manyrpc_engine::giop::pdu::{HEADER, Header, MessageType, Request};
use manyrpc_model::Value;
use world::{Stub, World, in_world};

const DEFINITION: &str =
    "program CALCULATOR { version Calculator { int add(int a, int b) = 1; } = 1; } = 0x20000400;";

fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("calculator.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

fn adding() -> DynamicService {
    DynamicService::new(interface(), |_, _, arguments| match arguments[..] {
        [Value::I32(a), Value::I32(b)] => Ok(vec![Value::I32(a + b)]),
        _ => panic!("{arguments:?}"),
    })
}

type Client = Stub<DynamicClient, AsyncDynamicClient>;

fn open(world: World, binding: &Binding) -> Client {
    let stubs = (
        |client| DynamicClient::new(client, interface()),
        |client| AsyncDynamicClient::new(client, interface()),
    );
    let options = ClientOptions::default();
    world
        .connect(binding, Some(interface().id()), &options, stubs)
        .expect("somebody listens")
}

fn add(client: &mut Client, a: i32, b: i32) -> i32 {
    let arguments = [Value::I32(a), Value::I32(b)];
    let sum = in_world!(client.call("add", &arguments));
    match sum.as_deref() {
        Ok([Value::I32(sum)]) => *sum,
        other => panic!("{other:?}"),
    }
}

/// The next message on a connection; `None` at its end.
fn message(from: &mut TcpStream) -> Option<(Header, Vec<u8>)> {
    let mut bytes = vec![0; HEADER];
    from.read_exact(&mut bytes).ok()?;
    let header = Header::parse(bytes.first_chunk().unwrap()).unwrap();
    bytes.resize(HEADER + header.size as usize, 0);
    from.read_exact(&mut bytes[HEADER..]).unwrap();
    Some((header, bytes))
}

/// A little-endian reply in GIOP 1.`minor`.
fn reply(minor: u8, id: u32, status: u32, body: &[u8]) -> Vec<u8> {
    let mut message = b"GIOP\x01\x02\x01\x01".to_vec();
    message[5] = minor;
    message.extend((12 + body.len() as u32).to_le_bytes());
    let words = match minor {
        2 => [id, status, 0],
        _ => [0, id, status],
    };
    words
        .iter()
        .for_each(|word| message.extend(word.to_le_bytes()));
    message.extend(body);
    message
}

/// A server that answers every request by telling that the object is elsewhere. Gives how many it was asked, once its
/// first client has gone.
fn forwarding(to: &Ior) -> (u16, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let text = to.to_string();
    let digits = text.as_bytes()["IOR:".len()..].chunks(2);
    let bytes = digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16));
    // The string and the profiles lie at multiples of 4 in either place.
    let reference: Vec<u8> = bytes.skip(4).map(Result::unwrap).collect();
    let serving = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let mut asked = 0;
        while let Some((header, message)) = message(&mut client) {
            let request = Request::parse(&header, &message).unwrap();
            // LOCATION_FORWARD.
            let answer = reply(header.minor, request.id, 3, &reference);
            client.write_all(&answer).unwrap();
            asked += 1;
        }
        asked
    });
    (port, serving)
}

#[test]
fn calls_follow_their_object_to_another_server() {
    for (world, version) in World::in_all(["1.0", "1.1", "1.2"]) {
        let server = Server::builder()
            .object(ObjectKey::new(b"the object's key!"), adding())
            .listen("iiop://127.0.0.1:0")
            .and_then(|server| world.start(server))
            .unwrap();
        let profile = Iiop::new("127.0.0.1", server.port(), b"the object's key!");
        let there = Ior {
            type_id: "IDL:Calculator:1.0".to_owned(),
            profiles: vec![profile.tagged()],
        };
        let (port, asked) = forwarding(&there);
        let at = format!("iiop://127.0.0.1:{port}/first?version={version}");
        let mut client = open(world, &at.parse().unwrap());
        for n in 0..3 {
            assert_eq!(add(&mut client, n, 40), n + 40, "{world} {version}");
        }
        // Only the first call was made there.
        assert_eq!(asked.join().unwrap(), 1, "{world} {version}");
        drop(client);
        server.stop();
    }
}

#[test]
fn calls_that_an_orderly_close_left_unanswered_are_made_again() {
    for world in World::ALL {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let serving = thread::spawn(move || {
            let (mut first, _) = listener.accept().unwrap();
            let (header, request) = message(&mut first).unwrap();
            assert_eq!(header.kind, MessageType::Request);
            first.write_all(b"GIOP\x01\x02\x01\x05\0\0\0\0").unwrap();
            drop(first);
            let (mut second, _) = listener.accept().unwrap();
            let (_, again) = message(&mut second).unwrap();
            assert_eq!(again, request);
            let id = Request::parse(&header, &again).unwrap().id;
            second
                .write_all(&reply(2, id, 0, &7i32.to_le_bytes()))
                .unwrap();
            // Until the client goes.
            assert!(message(&mut second).is_none());
        });
        let at = format!("iiop://127.0.0.1:{port}/key");
        let mut client = open(world, &at.parse().unwrap());
        assert_eq!(add(&mut client, 3, 4), 7, "{world}");
        drop(client);
        serving.join().unwrap();
    }
}

#[test]
fn a_reference_tells_what_is_in_it() {
    let at: Binding = "iiop://one:1,two:2/a%20key".parse().unwrap();
    let ior = reference_to(&at, "IDL:shop/Cart:1.0").unwrap();
    let same: Binding = ior.to_string().parse().unwrap();
    assert_eq!(
        (&same.object, &same.alternatives),
        (&at.object, &at.alternatives)
    );
    // Printed, it is the same reference.
    assert_eq!(same.in_own_notation(), Some(ior.to_string()));
    assert_eq!(same.to_string().parse::<Binding>().unwrap(), same);
    let describer = describer_of(&same).unwrap();
    let text = describer
        .describe(&same, &ClientOptions::default(), None, Form::Text)
        .unwrap();
    for part in [
        "interface   IDL:shop/Cart:1.0",
        "IIOP 1.2",
        "key       a key",
        "address   one:1",
        "address   two:2",
        "text      UTF-8, ISO 8859-1",
        "wide text UTF-16",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let json = describer
        .describe(&same, &ClientOptions::default(), None, Form::Json)
        .unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["profiles"][0]["code_sets"]["char"]["native"],
        0x0501_0001
    );
}
