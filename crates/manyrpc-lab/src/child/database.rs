//! The service of `interfaces/database.proto` over any of our bindings, with the commands of the foreign peers in
//! `peers/database.md` are: the values are specified there, and every field of a reply is checked.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::time::Duration;

use manyrpc::server::Caps;
use manyrpc::{Client, Context, Fault, Server};

use manyrpc_measure::machine::environment::congestion_control;
use manyrpc_measure::machine::timing;

use super::arguments::{Arguments, small};
use super::connect::connect;
use super::flood::flood;
use super::{Sampled, Serving, thread_cpu_ns};
use crate::generated::database::{
    DATABASE, DATABASE_REQUEST, Database, DatabaseClient, DatabaseRequestArgs, DatabaseRequestOut,
    DatabaseServer, Info, InfoRequest,
};
use crate::workload::{PHOTO_BYTES, Workload, pattern};

const FIRST_NAMES: [&str; 4] = ["Ada", "Erzsébet", "美咲", "Zoë"];
const LAST_NAMES: [&str; 3] = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"];

/// The record of an id, 0 or more.
pub(super) fn record(id: i32, photo: &[u8]) -> Info<'_> {
    let n = id as usize;
    Info {
        id,
        first_name: Cow::Borrowed(FIRST_NAMES[n % FIRST_NAMES.len()]),
        last_name: Cow::Borrowed(LAST_NAMES[n % LAST_NAMES.len()]),
        age: 18 + id % 70,
        email: Cow::Owned(format!("user{id}@example.org")),
        phone: Cow::Owned(format!("+36 1 555 {:04}", id % 10_000)),
        newsletter: id % 2 == 0,
        latitude: (id % 100) as f32 / 4.0 - 33.875,
        longitude: 151.125 - (id % 1000) as f32 / 4.0,
        photo: Cow::Borrowed(photo),
        unknown: Vec::new(),
    }
}

struct Application {
    photo: Vec<u8>,
}

impl Database for Application {
    fn request<'a>(&'a self, _: &Context<'_>, wanted: InfoRequest) -> Result<Info<'a>, Fault> {
        match (wanted.id, wanted.photo) {
            (..0, _) => Err(Fault::application(404, "there is no such id")),
            (id, true) => Ok(record(id, &self.photo)),
            (id, false) => Ok(record(id, &[])),
        }
    }
}

/// Serves over the scheme, on a port chosen by the system.
pub(super) fn serve(scheme: &str) -> Result<Serving, String> {
    let application = Application {
        photo: pattern(PHOTO_BYTES),
    };
    let running = Server::builder()
        .service(DatabaseServer(application))
        .caps(Caps {
            congestion: congestion_control(),
            ..Caps::default()
        })
        .listen(&format!(
            "{scheme}://{}:0{}",
            manyrpc_measure::child::listen_address(),
            path(scheme)
        ))
        .and_then(|builder| builder.start())
        .map_err(|e| e.to_string())?;
    let port = running.bindings().iter().find_map(|b| b.port());
    Ok(Serving {
        port: port.unwrap_or(0),
        served: None,
        _server: Box::new(running),
    })
}

/// The conventional path of XML-RPC; everything else is served at the root. The JSON-RPC peers do not use
/// ProtoJSON.
pub(super) fn path(scheme: &str) -> &'static str {
    match scheme.split('+').next() {
        Some("xmlrpc") => "/RPC2",
        Some("jsonrpc") => "?members=full",
        _ => "",
    }
}

/// A connected client.
pub(super) struct DatabaseCaller {
    stub: DatabaseClient,
    photo: Vec<u8>,
}

pub(super) fn open(scheme: &str, server: SocketAddr) -> Result<DatabaseCaller, String> {
    Ok(DatabaseCaller {
        stub: DatabaseClient::new(connect((scheme, path(scheme)), server)?),
        photo: pattern(PHOTO_BYTES),
    })
}

impl super::Caller for DatabaseCaller {
    fn call(&mut self, arguments: &Arguments, number: u64) -> Result<bool, String> {
        let photo = photo_of(arguments.workload, &self.photo)?;
        let wanted = InfoRequest {
            id: small(number),
            photo: !photo.is_empty(),
            unknown: Vec::new(),
        };
        let reply = self.stub.request(&wanted).map_err(|e| e.to_string())?;
        Ok(reply.id == wanted.id && reply.photo.len() == photo.len())
    }

    fn prepare(&mut self) -> Result<(), String> {
        let ready = self.stub.client().prepare(DATABASE.id);
        ready.map_err(|e| e.to_string())
    }

    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        let photo = photo_of(workload, &self.photo)?;
        let before = thread_cpu_ns();
        let mut ns = Vec::with_capacity(calls);
        for number in 0..calls {
            let wanted = InfoRequest {
                id: number as i32,
                photo: !photo.is_empty(),
                unknown: Vec::new(),
            };
            let reply = timing::sample_one(&mut ns, || self.stub.request(&wanted));
            let reply = reply.map_err(|e| format!("call {number}: {e}"))?;
            // As in the peers, a reply is checked after its time has been taken.
            if reply != record(wanted.id, photo) {
                return Err(format!("call {number}: the result is wrong"));
            }
        }
        let cpu_ns = thread_cpu_ns().saturating_sub(before);
        Ok(Sampled {
            ns,
            cpu_ns,
            checks: 0,
        })
    }

    fn flood(
        &mut self,
        workload: Workload,
        calls: usize,
        at_once: usize,
    ) -> Result<Duration, String> {
        let photo = photo_of(workload, &self.photo)?;
        let begin = |client: &mut Client, id| {
            let request = &InfoRequest {
                id,
                photo: !photo.is_empty(),
                unknown: Vec::new(),
            };
            let arguments = DatabaseRequestArgs { request };
            client.post(&DATABASE, &DATABASE_REQUEST, &arguments)
        };
        let end = |client: &mut Client, id, call| {
            let out: DatabaseRequestOut<'_> = client.wait(call)?;
            Ok(out.result == record(id, photo))
        };
        flood(self.stub.client(), (calls, at_once), begin, end)
    }
}

pub(super) fn photo_of(workload: Workload, photo: &[u8]) -> Result<&[u8], String> {
    match workload {
        Workload::Info => Ok(&[]),
        Workload::InfoPhoto => Ok(photo),
        _ => Err("workloads: info, info-photo".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // By hand from peers/database.md.
    #[test]
    fn records_are_those_of_every_peer() {
        let info = record(5, &[]);
        assert_eq!(
            (&*info.first_name, &*info.last_name),
            ("Erzsébet", "\"Király\" \\ Székely")
        );
        assert_eq!(
            (info.age, &*info.email, &*info.phone),
            (23, "user5@example.org", "+36 1 555 0005")
        );
        assert_eq!(
            (info.newsletter, info.latitude, info.longitude),
            (false, -32.625, 149.875)
        );
        let info = record(12_345, &[]);
        assert_eq!((info.age, &*info.phone), (18 + 25, "+36 1 555 2345"));
        assert_eq!((info.latitude, info.longitude), (-22.625, 64.875));
        assert!(!info.newsletter);
    }
}
