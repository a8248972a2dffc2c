//! Replacements without TLS: settings that cannot be made, and sessions that never exist.

use std::os::fd::OwnedFd;
use std::sync::Arc;

use manyrpc_engine::Instant;
use rustix::io::Errno;

use super::error::TlsError;
use crate::wait::Wait;

/// How a client secures its connections.
#[derive(Clone, Debug, Default)]
pub struct Client(());

impl Client {
    /// Always fails.
    ///
    /// # Errors
    /// TLS is not built in.
    pub fn connector(&self, _: &str, _: Option<&str>, _: bool) -> Result<Connector, TlsError> {
        let problem = "connections cannot be secured: TLS is not built in (feature `tls`)";
        Err(TlsError::settings(problem))
    }
}

/// How a server secures its connections.
#[derive(Clone, Debug)]
pub enum Server {}

impl Server {
    /// Whether clients must authenticate.
    pub fn demands_clients(&self) -> bool {
        match *self {}
    }

    /// Prepares the settings for accepting.
    ///
    /// # Errors
    /// None.
    pub fn acceptor(&self, _: Option<&str>, _: bool) -> Result<Acceptor, TlsError> {
        match *self {}
    }
}

/// A client's prepared settings, for connections to one server.
#[derive(Clone, Debug)]
pub enum Connector {}

impl Connector {
    pub(crate) fn to_host(&self, _: &str) -> Result<Self, TlsError> {
        match *self {}
    }

    pub(crate) fn session(&self) -> Result<Session, TlsError> {
        match *self {}
    }
}

/// A server's prepared settings.
#[derive(Clone, Debug)]
pub enum Acceptor {}

impl Acceptor {
    pub(crate) fn session(&self, _: Instant) -> Result<Session, TlsError> {
        match *self {}
    }
}

/// Room that sessions need.
pub(crate) const MIN_ROOM: usize = 0;

/// The authenticated peer.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) principal: Option<Arc<str>>,
    pub(crate) certificate: Arc<[u8]>,
}

/// One connection's TLS.
#[derive(Debug)]
pub(crate) enum Session {}

impl Session {
    pub(crate) fn is_shaking(&self) -> bool {
        match *self {}
    }

    pub(crate) fn due(&self) -> Option<Instant> {
        match *self {}
    }

    pub(crate) fn failure(&self) -> Option<&TlsError> {
        match *self {}
    }

    pub(crate) fn ended(&self) -> Option<&'static str> {
        match *self {}
    }

    pub(crate) fn peer(&self) -> Option<&Peer> {
        match *self {}
    }

    pub(crate) fn is_done(&self) -> bool {
        match *self {}
    }

    pub(crate) fn was_emptied(&self) -> bool {
        match *self {}
    }

    pub(crate) fn shrink(&mut self) {
        match *self {}
    }

    pub(crate) fn receive(&mut self, _: &OwnedFd, _: &mut [u8], _: Wait) -> Result<usize, Errno> {
        match *self {}
    }

    pub(crate) fn take_apart(&mut self, _: &OwnedFd, _: &mut [u8]) -> Result<usize, Errno> {
        match *self {}
    }

    pub(crate) fn send(&mut self, _: &OwnedFd, _: &[u8], _: Wait) -> Result<usize, Errno> {
        match *self {}
    }

    pub(crate) fn flush(&mut self, _: &OwnedFd, _: Wait) -> Result<(), Errno> {
        match *self {}
    }

    pub(crate) fn send_close_notify(&mut self, _: &OwnedFd) {
        match *self {}
    }
}
