//! Opening streams.

use std::io;
use std::net::SocketAddr;

use manyrpc_engine::Buf;
use rustix::io::Errno;
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Options;
use crate::blocking::{insecure, is_early, prepared};
use crate::receive::room;
use crate::socket::{Opened, Socket};
use crate::tls::{Session, TlsError};
use crate::wait::Wait;
use crate::watched::watched;

/// Where to reconnect.
#[derive(Clone, Debug)]
pub(super) struct Reconnect {
    pub(super) addresses: Box<[SocketAddr]>,
    /// Unless they are the default, as those of most connections are.
    options: Option<Box<Options>>,
}

impl Reconnect {
    pub(super) fn new(addresses: &[SocketAddr], options: &Options) -> Self {
        Reconnect {
            addresses: addresses.into(),
            options: (!options.is_default()).then(|| Box::new(options.clone())),
        }
    }

    /// Connects to the first of these that accepts.
    pub(super) async fn stream(&self, addresses: &[SocketAddr]) -> io::Result<Opened> {
        match &self.options {
            Some(options) => stream(addresses, options).await,
            None => stream(addresses, &Options::default()).await,
        }
    }

    /// The same at another host, whose certificate must have that name.
    pub(super) async fn stream_to(
        &self,
        host: &str,
        addresses: &[SocketAddr],
    ) -> io::Result<Opened> {
        match &self.options {
            Some(options) => stream(addresses, &options.to_host(host)?).await,
            None => stream(addresses, &Options::default()).await,
        }
    }
}

/// Connects over TCP, and secures the connection if that is wanted.
pub(super) async fn stream(addresses: &[SocketAddr], options: &Options) -> io::Result<Opened> {
    let stream = first(addresses, options).await?.into_std()?;
    let mut socket = prepared(stream, options)?;
    let mut received = Buf::new();
    if options.tls.is_some() {
        let shaken = shake_hands(&mut socket, &mut received);
        match timeout(options.connect_timeout, shaken).await {
            Ok(done) => done?,
            Err(_) => return Err(TlsError::too_slow().into()),
        }
    }
    Ok(Opened { socket, received })
}

async fn first(addresses: &[SocketAddr], options: &Options) -> io::Result<TcpStream> {
    let mut failure = io::Error::new(io::ErrorKind::InvalidInput, "no address to connect to");
    for address in addresses {
        match timeout(options.connect_timeout, TcpStream::connect(*address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(e)) => failure = e,
            Err(_) => failure = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(failure)
}

/// Performs the TLS handshake. Data that the server sends after it is kept.
async fn shake_hands(socket: &mut Socket, received: &mut Buf) -> io::Result<()> {
    let both = Interest::READABLE | Interest::WRITABLE;
    let watched = watched(socket, both)?;
    let mut done = socket.begin_handshake().map(|()| 0);
    loop {
        let interest = match done {
            Ok(n) => {
                received.filled(n);
                Interest::READABLE
            }
            Err(e) if is_early(e) => Interest::READABLE,
            Err(e) => return Err(insecure(socket, e)),
        };
        if !socket.tls().is_some_and(Session::is_shaking) {
            return Ok(());
        }
        let interest = match socket.finish(Wait::No) {
            Err(e) if is_early(e) => interest | Interest::WRITABLE,
            _ => interest,
        };
        let mut ready = watched.ready(interest).await?;
        let space = room(received, socket.least_room());
        done = socket.receive(space, Wait::No);
        if done == Err(Errno::AGAIN) {
            ready.clear_ready();
        }
    }
}
