//! The floor: exchanges as many bytes as the workload's XDR, without marshalling on either side.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Server};
use manyrpc_engine::raw::pdu::canned_operation;
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, Fault, Handler, InterfaceId, Limits, Outcome, raw,
};

use manyrpc_measure::child::listen_address;

use super::arguments::Arguments;

use manyrpc_measure::machine::environment::congestion_control;

use super::{Caller, Sampled, Serving, timed};
use crate::system::Transport;
use crate::workload::{Workload, pattern};

/// How long a call may take before it counts as lost: datagrams are not retransmitted. With four clients at 10
/// Mbit/s a megabyte takes 3.5 s.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// The server has no application: every reply is canned.
struct CannedReplies;

impl Handler for CannedReplies {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        Outcome::Fault(Fault::NoSuchOperation)
    }
}

pub(super) fn serve(transport: Transport) -> Result<Serving, String> {
    let address = SocketAddr::from((listen_address(), 0));
    let caps = Caps {
        congestion: congestion_control(),
        ..Caps::default()
    };
    let builder = Server::builder(Arc::new(CannedReplies)).caps(caps);
    let bound = match transport {
        Transport::Udp => {
            builder.listen_udp(address, Box::new(raw::Server::datagram(Limits::default())))
        }
        Transport::Tcp => {
            builder.listen_tcp(address, || Box::new(raw::Server::stream(Limits::default())))
        }
    };
    let running = bound.and_then(|b| b.start()).map_err(|e| e.to_string())?;
    let port = running.addresses().iter().find_map(|a| a.ip());
    Ok(Serving {
        port: port.map_or(0, |a| a.port()),
        served: None,
        _server: Box::new(running),
    })
}

/// A connected client.
pub(super) struct RawCaller {
    client: Client<raw::Client>,
}

pub(super) fn open(transport: Transport, server: SocketAddr) -> Result<RawCaller, String> {
    let limits = Limits {
        call_timeout: CALL_TIMEOUT,
        ..Limits::default()
    };
    let seed = u64::from(std::process::id()) << 8;
    let options = Options {
        congestion: congestion_control(),
        ..Options::default()
    };
    let client = match transport {
        Transport::Udp => Client::udp(raw::Client::datagram(limits, seed), &[server], &options),
        Transport::Tcp => Client::tcp(raw::Client::stream(limits, seed), &[server], &options),
    };
    let client = client.map_err(|e| format!("cannot reach {server}: {e}"))?;
    Ok(RawCaller { client })
}

impl Caller for RawCaller {
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        let expected = workload.reply_bytes();
        let head = CallHead::new(InterfaceId::ONLY, canned_operation(expected as u32));
        let request = pattern(workload.request_bytes());
        let client = &mut self.client;
        timed(calls, |number| {
            let body = match number {
                // The first call writes the request that the others reuse.
                0 => {
                    let made = client.begin(&head).map_err(failed)?;
                    made.put(&request);
                    client.exchange()
                }
                _ => {
                    let id = client.send_with(|engine, now| engine.resend(now));
                    id.and_then(|id| client.wait(id))
                }
            };
            Ok(body.map_err(failed)?.body.len() == expected)
        })
    }

    fn call(&mut self, arguments: &Arguments, _: u64) -> Result<bool, String> {
        let expected = arguments.workload.reply_bytes();
        let head = CallHead::new(InterfaceId::ONLY, canned_operation(expected as u32));
        let made = self.client.begin(&head).map_err(failed)?;
        made.put(&arguments.floor);
        let reply = self.client.exchange().map_err(failed)?;
        Ok(reply.body.len() == expected)
    }
}

fn failed(e: CallError) -> String {
    e.to_string()
}
