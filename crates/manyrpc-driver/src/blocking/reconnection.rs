//! Reconnecting for calls that an ended connection cannot have delivered.
//!
//! An HTTP server may close a connection after any reply, when the next call may already be on its
//! way. The engine determines which calls can be retried
//! ([`Reconnection`](manyrpc_engine::contract::Reconnection)).

use std::borrow::Cow;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

use manyrpc_engine::{CallError, ClientEngine, Closed};

use super::{Client, Options};
use crate::tls::{Reason, TlsError};

/// Where to reconnect.
#[derive(Clone, Debug)]
pub(crate) struct Reconnect {
    pub(crate) addresses: Box<[SocketAddr]>,
    /// Unless they are the default, as those of most connections are.
    options: Option<Box<Options>>,
}

impl Reconnect {
    pub(crate) fn new(addresses: impl Into<Box<[SocketAddr]>>, options: &Options) -> Self {
        Reconnect {
            addresses: addresses.into(),
            options: (!options.is_default()).then(|| Box::new(options.clone())),
        }
    }

    pub(crate) fn options(&self) -> Cow<'_, Options> {
        let options = self.options.as_deref();
        options.map_or_else(|| Cow::Owned(Options::default()), Cow::Borrowed)
    }
}

impl<E: ClientEngine> Client<E> {
    /// When the connection has ended, reconnects for the calls that it did not deliver: to the
    /// first of `addresses` that accepts.
    pub fn reopening_at(mut self, addresses: Vec<SocketAddr>, options: Options) -> Self {
        if let Some(reconnection) = self.engine.reconnection() {
            reconnection.enable_reconnection();
        }
        self.again = Some(Box::new(Reconnect::new(addresses, &options)));
        self
    }

    /// Whether calls wait for another connection.
    #[inline]
    pub(super) fn awaits_reconnection(&mut self) -> bool {
        self.engine
            .reconnection()
            .is_some_and(|r| r.awaits_reconnection())
    }

    /// Reconnects for the calls that wait for it.
    ///
    /// # Errors
    /// Why the connection has ended, if no call waits; why it could not be opened again.
    #[cold]
    pub(super) fn reconnect(&mut self) -> Result<(), CallError> {
        let again = self.again.as_deref().cloned();
        let Some(again) = again.filter(|_| self.awaits_reconnection()) else {
            self.close_if_broken();
            return self.refuse_if_closed();
        };
        if self.calls.closed().is_none() {
            self.link.socket.shutdown();
            self.close(Closed::ByUs);
        }
        let mut connected = self.connect_again_to(&again);
        while connected.is_err() && self.engine.reconnection().is_some_and(|r| r.not_reached()) {
            connected = self.connect_again_to(&again);
        }
        match connected {
            Ok(()) => {
                self.calls.reopened();
                if let Some(reconnection) = self.engine.reconnection() {
                    reconnection.reconnected();
                }
                Ok(self.flush()?)
            }
            Err(e) => {
                let why = not_opened(&e);
                self.engine.handle_closed(match why {
                    CallError::Closed(how) => how,
                    _ => Closed::ByUs,
                });
                self.calls.not_reopened(why.clone());
                Err(why)
            }
        }
    }

    fn connect_again_to(&mut self, again: &Reconnect) -> io::Result<()> {
        let elsewhere = self.engine.reconnection().and_then(|r| r.elsewhere());
        match elsewhere {
            None => self.connect_again(&again.addresses, &again.options()),
            Some((host, port)) => {
                let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
                let options = again.options().to_host(host)?;
                self.connect_again(&addresses, &options)
            }
        }
    }
}

/// The error of calls whose connection could not be opened.
pub fn not_opened(e: &io::Error) -> CallError {
    let insecure = e.get_ref().and_then(|e| e.downcast_ref::<TlsError>());
    match (e.raw_os_error(), insecure) {
        (Some(number), _) => CallError::Closed(Closed::Unreachable(number)),
        (None, Some(why)) if why.reason() == Reason::TooSlow => {
            CallError::TimedOut { transmissions: 0 }
        }
        (None, Some(why)) => CallError::Insecure(why.to_string().into()),
        // The system has no error number for this.
        (None, None) => CallError::TimedOut { transmissions: 0 },
    }
}
