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
use crate::tls::TlsError;
use crate::wait::Wait;
use crate::watched::watched;

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
        if !socket.is_shaking() {
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
