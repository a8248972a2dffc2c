//! The two peers: our engine, and a server at a port.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use manyrpc::security::mechanisms::Acceptors;
use manyrpc_engine::dce::Host;
use manyrpc_engine::dce::co::Server;
use manyrpc_engine::security::{Acceptor, AuthType};
use manyrpc_engine::{Call, Clock, Fault, Instant, InterfaceKey, Outcome, Rx, ServerEngine};

use super::drawn::{MANAGEMENT, MAPPER};
use super::pdus::{HEADER, Pdu};
use super::sessions::Sessions;
use crate::dce::server;

/// What came of a PDU: answers, and whether the connection has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) answers: Vec<Vec<u8>>,
    pub(super) ended: bool,
}

/// Our engine, which needs no connection to say all that it has to say.
pub(super) struct Ours {
    server: Server,
    rx: Rx,
    sessions: Sessions,
}

impl Ours {
    pub(super) fn new(acceptors: &Acceptors) -> Self {
        let host = Both(acceptors.clone());
        Ours {
            server: Server::new(server::limits(), Arc::new(host)),
            rx: Rx::default(),
            sessions: Sessions::default(),
        }
    }

    pub(super) fn tell(&mut self, pdu: &Pdu) -> Said {
        self.rx.buf.put(&pdu.emit(&mut self.sessions));
        while let Some(call) = self
            .server
            .next_call(&mut self.rx, &Clock::at(Instant::ZERO))
        {
            self.server.begin_reply(call.id);
            let outcome = answer(&call, &mut self.server);
            self.server.finish_reply(outcome, &Clock::at(Instant::ZERO));
        }
        let mut bytes = Vec::new();
        while let Some(transmit) = self.server.poll_transmit() {
            bytes.extend_from_slice(transmit.bytes);
            let n = transmit.bytes.len();
            self.server.sent(n);
        }
        let mut answers = Vec::new();
        while let Some(pdu) = whole(&mut bytes) {
            answers.push(self.sessions.hear(pdu));
        }
        assert!(bytes.is_empty(), "half a PDU is sent");
        Said {
            answers,
            ended: self.server.broken().is_some(),
        }
    }
}

/// What `is_server_listening` of the management interface answers (C706 appendix Q): a status, and yes.
const LISTENS: [u8; 8] = [0, 0, 0, 0, 1, 0, 0, 0];

fn answer(call: &Call, server: &mut Server) -> Outcome {
    let of_management =
        matches!(call.interface, InterfaceKey::Uuid { uuid, .. } if uuid == MANAGEMENT.0);
    if !of_management || call.operation != 2 {
        return Outcome::Fault(Fault::NoSuchOperation);
    }
    server.body().put(&LISTENS);
    Outcome::Done
}

/// What Samba's mapper serves, as far as that is drawn.
struct Both(Acceptors);

impl Host for Both {
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        let version = u32::from(major) | u32::from(minor) << 16;
        [MANAGEMENT, MAPPER]
            .iter()
            .any(|at| at.0 == *uuid && at.1 == version)
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        (wanted == 0).then_some(1)
    }

    fn leave_group(&self, _: u32) -> bool {
        true
    }

    fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        self.0.acceptor(auth_type)
    }

    fn port(&self) -> &str {
        "135"
    }
}

/// A server at port 135 of this host.
pub(super) struct Theirs {
    stream: TcpStream,
    bytes: Vec<u8>,
    sessions: Sessions,
}

impl Theirs {
    /// One that is waited for no longer than that where it should say something.
    pub(super) fn open(patience: Duration) -> Result<Self, String> {
        let open = || -> std::io::Result<TcpStream> {
            let stream = TcpStream::connect(("127.0.0.1", server::PORT))?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(patience))?;
            Ok(stream)
        };
        Ok(Theirs {
            stream: open().map_err(|e| format!("port {}: {e}", server::PORT))?,
            bytes: Vec::new(),
            sessions: Sessions::default(),
        })
    }

    /// Waits for as much as `expected` has.
    pub(super) fn tell(&mut self, pdu: &Pdu, expected: &Said) -> Said {
        let bytes = pdu.emit(&mut self.sessions);
        let mut said = Said {
            answers: Vec::new(),
            // It may have ended without having read everything.
            ended: self.stream.write_all(&bytes).is_err(),
        };
        loop {
            while let Some(pdu) = whole(&mut self.bytes) {
                said.answers.push(self.sessions.hear(pdu));
            }
            let enough = said.answers.len() >= expected.answers.len() && !expected.ended;
            if enough || said.ended {
                return said;
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => said.ended = true,
                Err(()) => return said,
            }
        }
    }

    /// Whether more has come, or never will; an error where nothing came in time.
    fn read(&mut self) -> Result<bool, ()> {
        let mut room = [0; 8192];
        match self.stream.read(&mut room) {
            Ok(n) => {
                self.bytes.extend_from_slice(&room[..n]);
                Ok(n > 0)
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Err(()),
            Err(_) => Ok(false),
        }
    }
}

/// Takes a whole PDU from the front, if there is one.
fn whole(bytes: &mut Vec<u8>) -> Option<Vec<u8>> {
    let n = match bytes[..] {
        [_, _, _, _, _, _, _, _, low, high, ..] => usize::from(u16::from_le_bytes([low, high])),
        _ => return None,
    };
    let n = n.max(HEADER);
    (bytes.len() >= n).then(|| bytes.drain(..n).collect())
}
