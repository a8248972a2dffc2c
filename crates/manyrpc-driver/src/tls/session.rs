//! One connection's TLS: records in, plain bytes out, and the other way round.
//!
//! What was received is decrypted whole records at a time, straight into the receiver's room, so
//! that nothing readable waits here while the system says that nothing has come. What is sent is
//! encrypted into a buffer that goes in one system call; what the system does not take of it waits
//! for [`flush`](Session::flush).

use std::fmt;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use manyrpc_engine::{Buf, Instant};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustls::client::UnbufferedClientConnection;
use rustls::pki_types::ServerName;
use rustls::server::UnbufferedServerConnection;
use rustls::unbuffered::{ConnectionState, EncodeError, EncryptError, UnbufferedStatus};
use rustls::{ClientConfig, CommonState, Error, ServerConfig};

use super::error::{TlsError, afterwards};
use super::owner::Owner;
use crate::wait::Wait;

/// Either side of a connection.
pub(crate) enum Side {
    Client(UnbufferedClientConnection),
    Server(UnbufferedServerConnection),
}

impl Side {
    pub(super) fn client(
        config: Arc<ClientConfig>,
        name: ServerName<'static>,
    ) -> Result<Self, Error> {
        UnbufferedClientConnection::new(config, name).map(Side::Client)
    }

    pub(super) fn server(config: Arc<ServerConfig>) -> Result<Self, Error> {
        UnbufferedServerConnection::new(config).map(Side::Server)
    }

    fn common(&self) -> &CommonState {
        match self {
            Side::Client(client) => client,
            Side::Server(server) => server,
        }
    }
}

/// One connection's TLS.
pub(crate) struct Session {
    side: Side,
    /// Records of which not all has come.
    incoming: Buf,
    /// Records that wait to be sent.
    outgoing: Buf,
    stage: Stage,
    /// What must have been chosen to be spoken inside.
    demanded: Option<Arc<str>>,
    /// By when the handshake must be over.
    due: Option<Instant>,
    peer: Option<Peer>,
    failure: Option<TlsError>,
    /// Why a connection that stood has ended.
    ended: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Shaking,
    Open,
    /// The peer sends no more.
    PeerDone,
    Failed,
}

/// Who is at the other end, proved by a certificate.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) principal: Option<Arc<str>>,
    pub(crate) certificate: Arc<[u8]>,
}

/// What one look at the records came to.
enum Found {
    /// There may be more to do at once.
    More,
    /// All that has come is decrypted; there can be no sending yet.
    Waits,
    /// All that has come is decrypted.
    Ready,
    PeerDone,
    Failed(Error),
}

impl Session {
    pub(super) fn new(side: Side, demanded: Option<Arc<str>>, due: Option<Instant>) -> Self {
        Session {
            side,
            incoming: Buf::new(),
            outgoing: Buf::new(),
            stage: Stage::Shaking,
            demanded,
            due,
            peer: None,
            failure: None,
            ended: None,
        }
    }

    /// Whether the handshake is still under way.
    pub(crate) fn is_shaking(&self) -> bool {
        self.stage == Stage::Shaking
    }

    /// By when the handshake must be over, while it is not.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due.filter(|_| self.is_shaking())
    }

    /// Why the handshake failed.
    pub(crate) fn failure(&self) -> Option<&TlsError> {
        self.failure.as_ref()
    }

    /// Why a connection that stood has ended.
    pub(crate) fn ended(&self) -> Option<&'static str> {
        self.ended
    }

    /// Who is at the other end, where that was proved.
    pub(crate) fn peer(&self) -> Option<&Peer> {
        self.peer.as_ref()
    }

    /// Whether nothing more will be readable.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::PeerDone | Stage::Failed)
    }

    /// Gives back memory that is not needed while nothing is under way.
    pub(crate) fn shrink(&mut self) {
        for buf in [&mut self.incoming, &mut self.outgoing] {
            buf.shrink(buf.len());
        }
    }

    /// Receives once, and gives what that makes readable; `Ok(0)` at the end of the stream. `into`
    /// needs [`LEAST_ROOM`].
    ///
    /// # Errors
    /// `AGAIN` when nothing has come; `INTR` when something has, of which nothing can be read yet;
    /// `PROTO` when TLS is broken, see [`failure`](Self::failure) and [`ended`](Self::ended).
    pub(crate) fn receive(
        &mut self,
        fd: &OwnedFd,
        into: &mut [u8],
        wait: Wait,
    ) -> Result<usize, Errno> {
        match self.stage {
            Stage::PeerDone => return Ok(0),
            Stage::Failed => return Err(Errno::PROTO),
            Stage::Shaking | Stage::Open => {}
        }
        // What comes of so many bytes has room.
        let room = into.len().saturating_sub(self.incoming.len());
        let room = room.min(match self.stage {
            Stage::Shaking => RECORD,
            _ => MOST_AT_ONCE,
        });
        if room == 0 {
            return Err(self.fail(fd, &Error::PeerSentOversizedRecord));
        }
        let flags = match wait {
            Wait::Yes => RecvFlags::empty(),
            Wait::No => RecvFlags::DONTWAIT,
        };
        let space = &mut self.incoming.space(room)[..room];
        let (_, n) = recv(fd, space, flags)?;
        if n == 0 {
            return self.stream_ended();
        }
        self.incoming.filled(n);
        let got = self.take_apart(fd, into)?;
        if got == 0 && self.stage == Stage::PeerDone {
            return Ok(0);
        }
        if got == 0 { Err(Errno::INTR) } else { Ok(got) }
    }

    /// Begins the handshake, or goes on with it and with what was received so far. Gives how many
    /// bytes are readable.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub(crate) fn take_apart(&mut self, fd: &OwnedFd, into: &mut [u8]) -> Result<usize, Errno> {
        let mut got = 0;
        loop {
            let (incoming, outgoing) = (self.incoming.data_mut(), &mut self.outgoing);
            let (discard, found) = match &mut self.side {
                Side::Client(client) => look(
                    client.process_tls_records(incoming),
                    outgoing,
                    into,
                    &mut got,
                ),
                Side::Server(server) => look(
                    server.process_tls_records(incoming),
                    outgoing,
                    into,
                    &mut got,
                ),
            };
            self.incoming.consume(discard);
            match found {
                Found::More => continue,
                Found::Waits => break,
                Found::Ready => {
                    self.opened(fd)?;
                    break;
                }
                Found::PeerDone => self.stage = Stage::PeerDone,
                Found::Failed(error) => {
                    let errno = self.fail(fd, &error);
                    return if got == 0 { Err(errno) } else { Ok(got) };
                }
            }
            if self.stage == Stage::PeerDone {
                break;
            }
        }
        // What it answers is small: what the system does not take goes with the next turn.
        match self.flush(fd, Wait::No) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => Ok(got),
            Err(_) if got > 0 => Ok(got),
            Err(e) => Err(e),
        }
    }

    /// The handshake is over, if it was not before.
    fn opened(&mut self, fd: &OwnedFd) -> Result<(), Errno> {
        if self.stage != Stage::Shaking {
            return Ok(());
        }
        let common = self.side.common();
        if common.is_handshaking() {
            return Ok(());
        }
        let chosen = common.alpn_protocol();
        if let Some(demanded) = &self.demanded
            && chosen != Some(demanded.as_bytes())
        {
            self.failure = Some(TlsError::without(demanded));
            self.say_goodbye(fd);
            self.stage = Stage::Failed;
            return Err(Errno::PROTO);
        }
        if let Some([certificate, ..]) = common.peer_certificates() {
            let owner = Owner::of(certificate);
            let principal = Some(owner.principal()).filter(|name| !name.is_empty());
            self.peer = Some(Peer {
                principal: principal.map(Arc::from),
                certificate: certificate.as_ref().into(),
            });
        }
        self.stage = Stage::Open;
        Ok(())
    }

    /// The stream is over, in order or not: what is read tells itself where it ends.
    fn stream_ended(&mut self) -> Result<usize, Errno> {
        if self.stage == Stage::Shaking {
            self.stage = Stage::Failed;
            self.failure = Some(TlsError::ended());
            return Err(Errno::PROTO);
        }
        self.stage = Stage::PeerDone;
        Ok(0)
    }

    /// TLS is broken; the peer is told why.
    #[cold]
    fn fail(&mut self, fd: &OwnedFd, error: &Error) -> Errno {
        match self.stage {
            Stage::Shaking => self.failure = Some(TlsError::of_handshake(error)),
            _ => self.ended = Some(afterwards(error)),
        }
        self.stage = Stage::Failed;
        // What there is to encode now ends with the alert that tells it. Behind that rustls must not be
        // asked for more: it panics on bytes that make it fail again.
        for _ in 0..MOST_LEFT {
            let before = self.outgoing.len();
            let (incoming, outgoing) = (self.incoming.data_mut(), &mut self.outgoing);
            let mut none = 0;
            let (discard, found) = match &mut self.side {
                Side::Client(client) => look(
                    client.process_tls_records(incoming),
                    outgoing,
                    &mut [],
                    &mut none,
                ),
                Side::Server(server) => look(
                    server.process_tls_records(incoming),
                    outgoing,
                    &mut [],
                    &mut none,
                ),
            };
            self.incoming.consume(discard);
            if !matches!(found, Found::More) || is_alert(&self.outgoing.data()[before..]) {
                break;
            }
        }
        self.incoming.clear();
        let _ = self.flush(fd, Wait::No);
        Errno::PROTO
    }

    /// Encrypts and sends. What it takes is as good as sent; the system may have taken less, and
    /// the rest goes with [`flush`](Self::flush).
    ///
    /// # Errors
    /// `AGAIN` while the system takes nothing, or during the handshake; others of the system's.
    pub(crate) fn send(&mut self, fd: &OwnedFd, bytes: &[u8], wait: Wait) -> Result<usize, Errno> {
        self.flush(fd, wait)?;
        match self.stage {
            Stage::Shaking => return Err(Errno::AGAIN),
            Stage::Failed => return Err(Errno::PROTO),
            Stage::Open | Stage::PeerDone => {}
        }
        let piece = &bytes[..bytes.len().min(MOST_AT_ONCE)];
        self.encrypt(piece)?;
        match self.flush(fd, wait) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => Ok(piece.len()),
            Err(e) => Err(e),
        }
    }

    fn encrypt(&mut self, piece: &[u8]) -> Result<(), Errno> {
        let records = piece.len() / RECORD + 1;
        let mut room = piece.len() + records * OVERHEAD;
        loop {
            match self.seal(room, Plain::Data(piece)) {
                Some(Ok(())) => return Ok(()),
                Some(Err(EncryptError::InsufficientSize(e))) if e.required_size > room => {
                    room = e.required_size;
                }
                // No key is good for so much.
                Some(Err(_)) | None => return Err(Errno::PROTO),
            }
        }
    }

    /// Encrypts into what waits to be sent; `None` where nothing can be sent.
    fn seal(&mut self, room: usize, plain: Plain<'_>) -> Option<Result<(), EncryptError>> {
        if self.stage == Stage::Failed {
            return None;
        }
        let (incoming, space) = (self.incoming.data_mut(), self.outgoing.space(room));
        // All records that came whole are done with, so this finds none.
        let (discard, sealed) = match &mut self.side {
            Side::Client(client) => seal(client.process_tls_records(incoming), space, plain),
            Side::Server(server) => seal(server.process_tls_records(incoming), space, plain),
        };
        self.incoming.consume(discard);
        Some(sealed?.map(|n| self.outgoing.filled(n)))
    }

    /// Sends records that wait.
    ///
    /// # Errors
    /// `AGAIN` while the system takes no more, or another of its own.
    pub(crate) fn flush(&mut self, fd: &OwnedFd, wait: Wait) -> Result<(), Errno> {
        let flags = match wait {
            Wait::Yes => SendFlags::NOSIGNAL,
            Wait::No => SendFlags::NOSIGNAL | SendFlags::DONTWAIT,
        };
        while !self.outgoing.is_empty() {
            let n = send(fd, self.outgoing.data(), flags)?;
            self.outgoing.consume(n);
        }
        Ok(())
    }

    /// Tells the peer that nothing more comes (RFC 8446, section 6.1).
    pub(crate) fn say_goodbye(&mut self, fd: &OwnedFd) {
        self.seal(OVERHEAD, Plain::Goodbye);
        // Whoever does not take it now does without.
        let _ = self.flush(fd, Wait::No);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("stage", &self.stage)
            .field("peer", &self.peer)
            .finish_non_exhaustive()
    }
}

/// One look at what rustls makes of the records: how many bytes of them are done with, and what
/// was found.
fn look<D>(
    status: UnbufferedStatus<'_, '_, D>,
    outgoing: &mut Buf,
    into: &mut [u8],
    got: &mut usize,
) -> (usize, Found) {
    let UnbufferedStatus { mut discard, state } = status;
    let found = match state {
        Err(error) => Found::Failed(error),
        Ok(ConnectionState::ReadTraffic(mut traffic)) => loop {
            match traffic.next_record() {
                None => break Found::More,
                Some(Err(error)) => break Found::Failed(error),
                Some(Ok(record)) => {
                    discard += record.discard;
                    let end = *got + record.payload.len();
                    // There is room for all that was received, and this is less.
                    let Some(place) = into.get_mut(*got..end) else {
                        break Found::Failed(Error::PeerSentOversizedRecord);
                    };
                    place.copy_from_slice(record.payload);
                    *got = end;
                }
            }
        },
        Ok(ConnectionState::EncodeTlsData(mut data)) => loop {
            let room = outgoing.space(OVERHEAD);
            match data.encode(room) {
                Ok(n) => {
                    outgoing.filled(n);
                    break Found::More;
                }
                Err(EncodeError::InsufficientSize(e)) => {
                    outgoing.space(e.required_size);
                }
                Err(EncodeError::AlreadyEncoded) => break Found::More,
            }
        },
        Ok(ConnectionState::TransmitTlsData(transmit)) => {
            // In order behind what waits already.
            transmit.done();
            Found::More
        }
        Ok(ConnectionState::BlockedHandshake) => Found::Waits,
        Ok(ConnectionState::WriteTraffic(_)) => Found::Ready,
        Ok(ConnectionState::PeerClosed | ConnectionState::Closed) => Found::PeerDone,
        // Early data is not offered, and there is nothing else.
        Ok(_) => Found::Failed(Error::HandshakeNotComplete),
    };
    (discard, found)
}

/// What is to be encrypted.
enum Plain<'a> {
    Data(&'a [u8]),
    /// Nothing more comes.
    Goodbye,
}

/// How many bytes of how many were done with, and what encrypting came to, where sending is
/// possible.
fn seal<D>(
    status: UnbufferedStatus<'_, '_, D>,
    space: &mut [u8],
    plain: Plain<'_>,
) -> (usize, Option<Result<usize, EncryptError>>) {
    let sealed = match status.state {
        Ok(ConnectionState::WriteTraffic(mut traffic)) => Some(match plain {
            Plain::Data(bytes) => traffic.encrypt(bytes, space),
            Plain::Goodbye => traffic.queue_close_notify(space),
        }),
        _ => None,
    };
    (status.discard, sealed)
}

/// Whether a record is an alert: it says so, or is encrypted and of a length that nothing else has
/// (RFC 8446, sections 5.2 and 6).
fn is_alert(record: &[u8]) -> bool {
    matches!(record, [21, ..] | [23, _, _, 0, 19, ..])
}

/// Most records that wait to be encoded when a handshake fails.
const MOST_LEFT: usize = 16;
/// Least room of a receive: a record of which all but the last byte has come, and another piece.
pub(crate) const LEAST_ROOM: usize = 40 << 10;
/// Most bytes received or encrypted at a time.
const MOST_AT_ONCE: usize = 256 << 10;
/// Most plain bytes of a record (RFC 8446, section 5.1).
const RECORD: usize = 16 << 10;
/// What a record adds to them, with a header, a type, an explicit nonce and a tag: less than this.
const OVERHEAD: usize = 64;
