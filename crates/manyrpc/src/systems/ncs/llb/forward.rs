//! Forwards calls that arrive at a broker's port to registered servers.
//!
//! The broker of NCS forwards packets, so that clients reach servers whose port they do not know.
//! The format of such packets is not publicly described, so this broker calls the server itself and
//! returns the reply to its own caller, which cannot tell the difference.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_codec::{Buf, Encoding, ndr};
use manyrpc_engine::{Call, CallError, CallHead, Fault, InterfaceId, InterfaceKey, Outcome};

use super::serve::Broker;
use super::{Entry, LookupFilter};
use crate::client::Client;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::router::Forward;
use crate::system::binding::{Binding, Transport};
use crate::systems::Ncs;
use crate::systems::registries::is_loopback;
use crate::uuid::Uuid;

/// How long a server may take; other calls wait meanwhile.
const PATIENCE: Duration = Duration::from_secs(3);

/// The most servers of an interface considered.
const SERVERS: usize = 100;

impl Forward for Broker {
    fn forward(&self, call: &Call, arguments: &[u8], reply: &mut Buf) -> Option<Outcome> {
        let InterfaceKey::Uuid { uuid, major, minor } = call.interface else {
            return None;
        };
        let server = self.server_of(call, Uuid(uuid))?;
        // Bodies are forwarded unchanged.
        if !is_ours(call.encoding) {
            return None;
        }
        let head = CallHead::new(InterfaceId::of_uuid(uuid, major, minor), call.operation);
        let outcome = pass_on(server, call, &head, arguments, reply);
        Some(outcome.unwrap_or_else(|error| match error {
            Error::Call(CallError::Fault(fault)) => Outcome::Fault(fault),
            _ => Outcome::Fault(Fault::ServerFailure),
        }))
    }
}

impl Broker {
    /// A server of the call's interface: for its object, or else for any.
    fn server_of(&self, call: &Call, interface: Uuid) -> Option<SocketAddr> {
        let (found, _) = self.look_up(&LookupFilter::interface(interface), SERVERS);
        let object = Uuid::of_object(call.object.as_ref());
        // Servers that listen on loopback only are for callers on this machine.
        let local = call.from.is_none_or(|from| is_loopback(from.ip()));
        let usable = |e: &&Entry| local || !is_loopback(e.address.ip());
        let of = |object| {
            let mut latest = found.iter().rev().filter(usable);
            latest.find(|e| e.object == object)
        };
        let entry = of(object).or_else(|| of(Uuid::NIL))?;
        // Entries with this very port are not forwarded.
        (!self.is_at(entry.address)).then_some(entry.address)
    }
}

/// Whether a body has our own encoding.
fn is_ours(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Ndr(label) if label[..2] == ndr::LABEL[..2])
}

fn pass_on(
    server: SocketAddr,
    call: &Call,
    head: &CallHead<'_>,
    arguments: &[u8],
    reply: &mut Buf,
) -> Result<Outcome, Error> {
    let host = server.ip().to_string();
    let binding = Binding::host(&Ncs, Transport::Udp, &host, server.port());
    let options = ClientOptions {
        timeout: Some(PATIENCE),
        ..ClientOptions::default()
    };
    let mut client = Client::connect(&binding, None, &options)?;
    client.set_object(call.object.clone());
    let answer = client.exchange(head, |_, body| {
        body.put(arguments);
        Ok(())
    })?;
    if !is_ours(answer.encoding) {
        return Ok(Outcome::Fault(Fault::ServerFailure));
    }
    reply.put(answer.body);
    Ok(Outcome::Done)
}
