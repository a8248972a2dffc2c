//! Our server for Samba's test programs: an endpoint mapper on port 135, with the tested services on the same
//! port.

use std::io;
use std::path::Path;
use std::sync::Arc;

use manyrpc::registry::epm::{Element, Inquiry, Mapper, MapperClient};
use manyrpc::registry::generated::epm::EptServer;
use manyrpc::security::mechanisms::ntlm::Users;
use manyrpc::security::mechanisms::{Acceptors, Provider};
use manyrpc::server::{Builder, Server};
use manyrpc::stub::{InterfaceId, Service};
use manyrpc::{Dispatch, Error, Fault, Limits, Outcome, Uuid};

use super::handles;
use crate::world::{Served, World};

#[path = "../../../../examples/rpcecho/src/echo.rs"]
mod echo;
mod tasks;

use echo::Echo;
use echo::rpcecho::{AsyncRpcechoServer, RpcechoServer};

/// The user with the password.
pub const USER: (&str, &str) = ("root", "secret-1");

/// The port.
pub const PORT: u16 = 135;

/// The most concurrent calls.
const WORKERS: usize = 16;

/// Windows's limits: its fragment size over TCP, and the largest request (MS-RPCE
/// section 3.3.3.5.4).
pub(super) fn limits() -> Limits {
    Limits {
        fragment_bytes: 5840,
        message_bytes: 4 << 20,
        ..Limits::default()
    }
}

/// Starts the server, with the keys of a Kerberos service if there is a realm.
///
/// # Errors
/// The port is in use, or the keytab cannot be read.
pub(super) fn start(world: World, keytab: Option<&Path>) -> Result<Served, String> {
    let built = builder(world, keytab)?;
    // The library's own mapper blocks, as the management interface does, which every server has.
    let server = world.service(built, EptServer(Mapper::new())).register();
    let served = world.start(server).map_err(|e| e.to_string())?;
    let mapper = MapperClient::open(&served.bindings()[0]);
    let filled = mapper.and_then(|mut mapper| fill(&mut mapper));
    filled.map_err(|e| e.to_string())?;
    Ok(served)
}

/// Elements of the mapper. smbtorture asks for ten at a time and expects to be told in so many words
/// that there are no more; ours tells who asks for more than there are by a null handle alone, as
/// Windows does.
const ELEMENTS: usize = 20;

fn fill(mapper: &mut MapperClient) -> Result<(), Error> {
    let there = mapper.lookup(&Inquiry::All)?;
    let Some(first) = there.first() else {
        return Ok(());
    };
    let further = (there.len()..ELEMENTS).map(|n| Element {
        object: Uuid([n as u8; 16]),
        ..first.clone()
    });
    mapper.insert(&further.collect::<Vec<_>>(), false)?;
    Ok(())
}

/// Serves until standard input ends, for running single tests by hand; the arguments are a world and
/// perhaps a keytab.
///
/// # Errors
/// The server does not start.
pub fn inside(arguments: &[String]) -> Result<(), String> {
    let [world, keytab @ ..] = arguments else {
        return Err("a world is needed: `blocking` or `futures`".to_owned());
    };
    let served = start(world.parse()?, keytab.first().map(Path::new))?;
    io::copy(&mut io::stdin(), &mut io::sink()).map_err(|e| e.to_string())?;
    served.stop();
    Ok(())
}

/// The same server without a mapper.
///
/// # Errors
/// The keytab cannot be read.
fn builder(world: World, keytab: Option<&Path>) -> Result<Builder, String> {
    let acceptors = acceptors(keytab)?;
    let builder = match world {
        World::Blocking => Server::builder().service(RpcechoServer(Echo)),
        World::Futures => Server::builder().service(AsyncRpcechoServer(Echo)),
    };
    let builder = world.service(builder, Challenge);
    let builder = handles::serve(world, builder)
        .acceptors(move |auth_type| acceptors.acceptor(auth_type))
        .limits(limits())
        .workers(WORKERS)
        .listen(&format!("ncacn_ip_tcp:127.0.0.1[{PORT}]"));
    builder.map_err(|e| e.to_string())
}

/// The accepted users and mechanisms.
///
/// # Errors
/// The keytab cannot be read.
pub(super) fn acceptors(keytab: Option<&Path>) -> Result<Acceptors, String> {
    let users = Users::new().with(USER.0, USER.1);
    let acceptors = Acceptors::new("server")
        .by(Provider::Own)
        .with_users(Arc::new(users))
        .with_anonymous();
    match keytab {
        Some(keytab) => acceptors
            .with_keytab(keytab, None)
            .map_err(|e| e.to_string()),
        None => Ok(acceptors),
    }
}

/// One operation of `netlogon` (MS-NRPC section 3.5.4.4.1, NetrServerReqChallenge), which the suite
/// calls with arguments of any length: it answers with any challenge.
struct Challenge;

/// 12345678-1234-abcd-ef00-01234567cffb, version 1.0.
const NETLOGON: InterfaceId<'static> = InterfaceId {
    name: "netlogon",
    full_name: "netlogon",
    program: 0,
    version: 1,
    uuid: [
        0x12, 0x34, 0x56, 0x78, 0x12, 0x34, 0xab, 0xcd, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67, 0xcf,
        0xfb,
    ],
    minor: 0,
};

/// The number of the operation.
const CHALLENGE: u32 = 4;

impl Service for Challenge {
    fn interface(&self) -> InterfaceId<'_> {
        NETLOGON
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        if operation != CHALLENGE {
            return Outcome::Fault(Fault::NoSuchOperation);
        }
        let reply = call.reply();
        reply.put(b"8 bytes.");
        reply.put_array(0_u32.to_le_bytes());
        Outcome::Done
    }
}
