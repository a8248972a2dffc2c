//! The paper's `Database.Request` and what every peer of it gives (`peers/database.md` has the values).

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::server::Builder;
use manyrpc::{Fault, Server};
use manyrpc_model::Value;

use super::dynamic::Dynamic;
use super::world::{Served, World};
use super::{Peer, root};

/// The calls of one command; the ids that go with them have every name.
pub const CALLS: usize = 12;
const PHOTO_BYTES: usize = 1 << 20;
const FIRST: [&str; 4] = ["Ada", "Erzsébet", "美咲", "Zoë"];
const LAST: [&str; 3] = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"];

/// What came of each case.
pub type Results = Vec<(String, Result<(), String>)>;

pub fn database() -> DynamicInterface {
    let path = root().join("interfaces/database.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some("Database")).expect("it is there")
}

/// The record of an id.
pub fn record(id: i32, photo: bool) -> Value {
    let n = id as usize;
    let photo = match photo {
        true => (0..PHOTO_BYTES).map(|i| (31 * i + 7) as u8).collect(),
        false => Vec::new(),
    };
    Value::Record(vec![
        Value::I32(id),
        Value::Text(FIRST[n % 4].to_owned()),
        Value::Text(LAST[n % 3].to_owned()),
        Value::I32(18 + id % 70),
        Value::Text(format!("user{id}@example.org")),
        Value::Text(format!("+36 1 555 {:04}", n % 10_000)),
        Value::Bool(id % 2 == 0),
        Value::F32((id % 100) as f32 / 4.0 - 33.875),
        Value::F32(151.125 - (id % 1000) as f32 / 4.0),
        Value::Bytes(photo),
    ])
}

/// What asks for it.
pub fn wanted(id: i32, photo: bool) -> Value {
    Value::Record(vec![Value::I32(id), Value::Bool(photo)])
}

/// The service itself.
pub fn service() -> DynamicService {
    DynamicService::new(database(), |_, _, arguments| match &arguments[..] {
        [Value::Record(wanted)] => match wanted[..] {
            [Value::I32(id @ 0..), Value::Bool(photo)] => Ok(vec![record(id, photo)]),
            _ => Err(Fault::BadArguments),
        },
        _ => Err(Fault::BadArguments),
    })
}

/// A server of it at one port of this machine.
pub fn serve(
    world: World,
    binding: &str,
    options: impl FnOnce(Builder) -> Builder,
) -> (Served, String) {
    let server = options(world.service(Server::builder(), service()));
    let server = server.listen(binding).and_then(|s| world.start(s));
    let server = server.expect("loopback can be listened on");
    let port = server.port().to_string();
    (server, port)
}

/// Theirs calls ours, with and without the photo.
pub fn called_by(case: &str, program: &str, arguments: &[&str]) -> Results {
    let mut peer = Peer::start(program, arguments);
    let workloads = ["info", "info-photo"].map(|workload| {
        let result = peer.run_all(workload, CALLS);
        (format!("{case} {workload}"), result)
    });
    workloads.into()
}

/// Ours calls theirs, with and without the photo.
pub fn calls(case: &str, client: &mut Dynamic) -> Results {
    let workloads = [("info", false), ("info-photo", true)].map(|(workload, photo)| {
        let result = (0..CALLS as i32).try_for_each(|id| {
            let reply = client.call("Request", &[wanted(id, photo)]);
            match reply.map_err(|e| e.to_string())? == [record(id, photo)] {
                true => Ok(()),
                false => Err(format!("the record of {id} is wrong")),
            }
        });
        (format!("{case} {workload}"), result)
    });
    workloads.into()
}
