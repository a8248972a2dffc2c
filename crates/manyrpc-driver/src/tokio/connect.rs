//! Connections to each kind of address.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::Buf;
use tokio::net::UnixStream;

use super::open::stream;
use super::state::{self, Shared};
use super::task::Task;
use super::{Connection, Engine, Options};
use crate::blocking::{Link, Reconnect};
use crate::calls::Calls;
use crate::socket::{Opened, Socket};
#[cfg(doc)]
use crate::tls::TlsError;

impl Connection {
    /// Connects over TCP to the first of `addresses` that accepts.
    ///
    /// # Errors
    /// The failure of the last address, or `InvalidInput` if there is none; a [`TlsError`] if the
    /// connection must be secured and cannot be.
    pub async fn tcp(
        engine: Engine,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        let opened = stream(addresses, options).await?;
        Connection::over(engine, opened, options, None)
    }

    /// The same. When the connection has ended, reconnects for the calls that it did not deliver.
    ///
    /// # Errors
    /// As [`tcp`](Self::tcp).
    pub async fn tcp_reopening(
        mut engine: Engine,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        let opened = stream(addresses, options).await?;
        if let Some(reconnection) = engine.reconnection() {
            reconnection.enable_reconnection();
        }
        let again = Reconnect::new(addresses, options);
        Connection::over(engine, opened, options, Some(again))
    }

    /// Connects to a Unix stream socket.
    ///
    /// # Errors
    /// Those of the system.
    pub async fn unix(engine: Engine, path: &Path, options: &Options) -> io::Result<Self> {
        let stream = UnixStream::connect(path).await?.into_std()?;
        let opened = Opened::from(Socket::stream(stream));
        Connection::over(engine, opened, options, None)
    }

    /// As [`blocking::Client::udp`](crate::blocking::Client::udp).
    ///
    /// # Errors
    /// As there.
    pub fn udp(engine: Engine, addresses: &[SocketAddr], options: &Options) -> io::Result<Self> {
        Connection::on(engine, Link::udp(addresses, options)?, &Buf::new(), None)
    }

    /// As [`blocking::Client::udp_any_port`](crate::blocking::Client::udp_any_port).
    ///
    /// # Errors
    /// As there.
    pub fn udp_any_port(
        engine: Engine,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        let link = Link::udp_any_port(addresses, options)?;
        Connection::on(engine, link, &Buf::new(), None)
    }

    /// As [`blocking::Client::udp_unconnected`](crate::blocking::Client::udp_unconnected).
    ///
    /// # Errors
    /// As there.
    pub fn udp_unconnected(engine: Engine, to: SocketAddr, options: &Options) -> io::Result<Self> {
        let link = Link::udp_unconnected(to, options)?;
        Connection::on(engine, link, &Buf::new(), None)
    }

    /// As [`blocking::Client::udp_members`](crate::blocking::Client::udp_members).
    ///
    /// # Errors
    /// As there.
    pub fn udp_members(
        engine: Engine,
        members: Vec<SocketAddr>,
        options: &Options,
    ) -> io::Result<Self> {
        let link = Link::udp_members(members, options)?;
        Connection::on(engine, link, &Buf::new(), None)
    }

    fn over(
        engine: Engine,
        opened: Opened,
        options: &Options,
        again: Option<Reconnect>,
    ) -> io::Result<Self> {
        let link = Link::new(opened.socket, None, options);
        Connection::on(engine, link, &opened.received, again)
    }

    /// Starts the connection's task.
    fn on(
        engine: Engine,
        link: Link,
        received: &Buf,
        again: Option<Reconnect>,
    ) -> io::Result<Self> {
        let mut calls = Calls::without_room(state::clock());
        calls.rx.buf.put(received.data());
        let shared = Arc::new(Shared::new(engine, calls, link)?);
        tokio::spawn(Task::new(shared.clone(), again));
        Ok(Connection::of(shared))
    }
}
