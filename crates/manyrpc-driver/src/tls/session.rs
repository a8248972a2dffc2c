//! One connection's TLS: decrypts received records, and encrypts what is sent.
//!
//! Received data is decrypted in whole records, directly into the receiver's buffer, so that
//! nothing readable waits here while the system reports that nothing has arrived. Output is
//! encrypted into a buffer that is sent with one system call; what the system does not accept waits
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

/// One connection's TLS session.
pub(crate) struct Session {
    side: Side,
    /// Incomplete records.
    incoming: Buf,
    /// The last receive has taken all that had arrived.
    emptied: bool,
    /// Records waiting to be sent.
    outgoing: Buf,
    stage: Stage,
    /// The ALPN protocol that must be selected.
    demanded: Option<Arc<str>>,
    /// When the handshake must be complete.
    due: Option<Instant>,
    peer: Option<Peer>,
    failure: Option<TlsError>,
    /// Why an established connection has ended.
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

/// The peer, authenticated by a certificate.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) principal: Option<Arc<str>>,
    pub(crate) certificate: Arc<[u8]>,
}

/// The result of processing records.
enum Found {
    /// There may be more to do at once.
    More,
    /// Everything received is decrypted; nothing can be sent yet.
    Waits,
    /// Everything received is decrypted.
    Ready,
    PeerDone,
    Failed(Error),
}

impl Session {
    pub(super) fn new(side: Side, demanded: Option<Arc<str>>, due: Option<Instant>) -> Self {
        Session {
            side,
            incoming: Buf::new(),
            emptied: false,
            outgoing: Buf::new(),
            stage: Stage::Shaking,
            demanded,
            due,
            peer: None,
            failure: None,
            ended: None,
        }
    }

    /// Whether the handshake is in progress.
    pub(crate) fn is_shaking(&self) -> bool {
        self.stage == Stage::Shaking
    }

    /// When the handshake must be complete, while it is in progress.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due.filter(|_| self.is_shaking())
    }

    /// Why the handshake failed.
    pub(crate) fn failure(&self) -> Option<&TlsError> {
        self.failure.as_ref()
    }

    /// Why an established connection has ended.
    pub(crate) fn ended(&self) -> Option<&'static str> {
        self.ended
    }

    /// The authenticated peer, if any.
    pub(crate) fn peer(&self) -> Option<&Peer> {
        self.peer.as_ref()
    }

    /// Whether nothing more will be readable.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::PeerDone | Stage::Failed)
    }

    /// Whether the last receive has taken all that had arrived.
    pub(crate) fn was_emptied(&self) -> bool {
        self.emptied
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(crate) fn shrink(&mut self) {
        for buf in [&mut self.incoming, &mut self.outgoing] {
            buf.shrink(buf.len());
        }
    }

    /// Receives once, and returns the length of what can be read; `Ok(0)` at the end of the stream.
    /// `into` needs [`MIN_ROOM`].
    ///
    /// # Errors
    /// `AGAIN` when nothing has arrived; `INTR` when something has, of which nothing can be read
    /// yet; `PROTO` when TLS has failed, see [`failure`](Self::failure) and [`ended`](Self::ended).
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
        // The decrypted form of this many bytes has room.
        let room = into.len().saturating_sub(self.incoming.len());
        let room = room.min(match self.stage {
            Stage::Shaking => RECORD,
            _ => MAX_AT_ONCE,
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
        self.emptied = n < room;
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

    /// Starts or continues the handshake, and processes what was received so far. Returns how many
    /// bytes can be read.
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
        // Answers are small: what the system does not accept is sent in the next turn.
        match self.flush(fd, Wait::No) {
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => Ok(got),
            Err(_) if got > 0 => Ok(got),
            Err(e) => Err(e),
        }
    }

    /// The handshake is complete, if it was not before.
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
            self.send_close_notify(fd);
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

    /// The stream has ended, properly or not: the content itself shows where it ends.
    fn stream_ended(&mut self) -> Result<usize, Errno> {
        if self.stage == Stage::Shaking {
            self.stage = Stage::Failed;
            self.failure = Some(TlsError::ended());
            return Err(Errno::PROTO);
        }
        self.stage = Stage::PeerDone;
        Ok(0)
    }

    /// TLS has failed; the peer is sent an alert.
    #[cold]
    fn fail(&mut self, fd: &OwnedFd, error: &Error) -> Errno {
        match self.stage {
            Stage::Shaking => self.failure = Some(TlsError::of_handshake(error)),
            _ => self.ended = Some(afterwards(error)),
        }
        self.stage = Stage::Failed;
        // The records to encode now end with the alert. After that rustls must not be called again:
        // it panics on bytes that make it fail again.
        for _ in 0..MAX_LEFT {
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

    /// Encrypts and sends. What is accepted counts as sent; what the system does not accept at once
    /// is sent with [`flush`](Self::flush).
    ///
    /// # Errors
    /// `AGAIN` while the system accepts nothing, or during the handshake; others of the system.
    pub(crate) fn send(&mut self, fd: &OwnedFd, bytes: &[u8], wait: Wait) -> Result<usize, Errno> {
        self.flush(fd, wait)?;
        match self.stage {
            Stage::Shaking => return Err(Errno::AGAIN),
            Stage::Failed => return Err(Errno::PROTO),
            Stage::Open | Stage::PeerDone => {}
        }
        let piece = &bytes[..bytes.len().min(MAX_AT_ONCE)];
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
                // The key's usage limit is reached.
                Some(Err(_)) | None => return Err(Errno::PROTO),
            }
        }
    }

    /// Encrypts into the output buffer; `None` if nothing can be sent.
    fn seal(&mut self, room: usize, plain: Plain<'_>) -> Option<Result<(), EncryptError>> {
        if self.stage == Stage::Failed {
            return None;
        }
        let (incoming, space) = (self.incoming.data_mut(), self.outgoing.space(room));
        // All complete records were processed, so this finds none.
        let (discard, sealed) = match &mut self.side {
            Side::Client(client) => seal(client.process_tls_records(incoming), space, plain),
            Side::Server(server) => seal(server.process_tls_records(incoming), space, plain),
        };
        self.incoming.consume(discard);
        Some(sealed?.map(|n| self.outgoing.filled(n)))
    }

    /// Sends waiting records.
    ///
    /// # Errors
    /// `AGAIN` while the system accepts no more, or others of the system.
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

    /// Sends close_notify (RFC 8446, section 6.1).
    pub(crate) fn send_close_notify(&mut self, fd: &OwnedFd) {
        self.seal(OVERHEAD, Plain::CloseNotify);
        // If it cannot be sent now, it is omitted.
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

/// Has rustls process records: returns how many bytes were used, and the result.
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
                    // There is room for everything received, and this is less.
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
            // Appended to what already waits.
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

/// What to encrypt.
enum Plain<'a> {
    Data(&'a [u8]),
    /// The end of our data.
    CloseNotify,
}

/// How many of how many bytes were used, and the result of encryption, if sending is possible.
fn seal<D>(
    status: UnbufferedStatus<'_, '_, D>,
    space: &mut [u8],
    plain: Plain<'_>,
) -> (usize, Option<Result<usize, EncryptError>>) {
    let sealed = match status.state {
        Ok(ConnectionState::WriteTraffic(mut traffic)) => Some(match plain {
            Plain::Data(bytes) => traffic.encrypt(bytes, space),
            Plain::CloseNotify => traffic.queue_close_notify(space),
        }),
        _ => None,
    };
    (status.discard, sealed)
}

/// Whether a record is an alert: by its type or, if encrypted, by a length that no other record has
/// (RFC 8446, sections 5.2 and 6).
fn is_alert(record: &[u8]) -> bool {
    matches!(record, [21, ..] | [23, _, _, 0, 19, ..])
}

/// Most records to encode when a handshake fails.
const MAX_LEFT: usize = 16;
/// Least room for a receive: a record that lacks its last byte, and another piece.
pub(crate) const MIN_ROOM: usize = 40 << 10;
/// Most bytes received or encrypted at a time.
const MAX_AT_ONCE: usize = 256 << 10;
/// Most plain bytes of a record (RFC 8446, section 5.1).
const RECORD: usize = 16 << 10;
/// Upper bound of a record's overhead: header, type, explicit nonce and tag.
const OVERHEAD: usize = 64;
