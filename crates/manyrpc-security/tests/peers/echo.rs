//! The operations of Samba's `rpcecho` without pointers, marshalled by hand: security is tested
//! here.

use std::sync::{Arc, Mutex, PoisonError};

use manyrpc::security::{Level, mechanisms::Acceptors};
use manyrpc::server::{Builder, Server};
use manyrpc::stub::{InterfaceId, Service};
use manyrpc::{Dispatch, Fault, Outcome};

use crate::world::{Served, World};

/// What a server has recorded of its callers.
#[derive(Clone, Default)]
pub(crate) struct Seen(Arc<Mutex<Vec<String>>>);

impl Seen {
    /// Takes the names of the callers since the last time.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) const INTERFACE: InterfaceId<'static> = InterfaceId {
    name: "rpcecho",
    full_name: "rpcecho",
    program: 0,
    version: 1,
    uuid: [
        0x60, 0xa1, 0x5e, 0xc5, 0x4d, 0xe8, 0x11, 0xd7, 0xa6, 0x37, 0x00, 0x50, 0x56, 0xa2, 0x01,
        0x82,
    ],
    minor: 0,
};

impl Service for Seen {
    fn interface(&self) -> InterfaceId<'_> {
        INTERFACE
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        let caller = call.context().principal.unwrap_or("nobody").to_owned();
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(caller);
        let arguments = call.arguments();
        let first = arguments
            .first_chunk()
            .map_or(0, |first| u32::from_le_bytes(*first));
        let reply = call.reply();
        match operation {
            // AddOne
            0 => reply.put_array(first.wrapping_add(1).to_le_bytes()),
            // EchoData: the length, then the array with its own.
            1 => reply.put(&arguments[4..]),
            // SinkData
            2 => (),
            // SourceData
            3 => {
                reply.put_array(first.to_le_bytes());
                for i in 0..first {
                    reply.put(&[i as u8]);
                }
            }
            _ => return Outcome::Fault(Fault::NoSuchOperation),
        }
        Outcome::Done
    }
}

/// A server, its port and its record of callers.
pub(crate) fn serve(world: World, acceptors: Acceptors, least: Level) -> (Served, u16, Seen) {
    start(world, Server::builder(), acceptors, least)
}

/// The same with an endpoint mapper that has its port.
pub(crate) fn serve_registered(world: World, acceptors: Acceptors, least: Level) -> (Served, Seen) {
    let (served, _, seen) = start(world, Server::builder().register(), acceptors, least);
    (served, seen)
}

fn start(
    world: World,
    builder: Builder,
    acceptors: Acceptors,
    least: Level,
) -> (Served, u16, Seen) {
    let seen = Seen::default();
    let server = world
        .service(builder, seen.clone())
        .acceptors(move |auth_type| acceptors.acceptor(auth_type))
        .least_level(least)
        .listen("ncacn_ip_tcp:127.0.0.1[0]")
        .expect("a binding");
    let served = world.start(server).expect("starts");
    let port = served.port();
    (served, port, seen)
}
