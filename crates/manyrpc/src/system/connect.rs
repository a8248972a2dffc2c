//! From a client's engine to a connection.

mod place;
mod reopening;
mod routes;

use std::io;

use manyrpc_driver::blocking;

pub(crate) use place::{Place, connecting, place, resolved};

use super::binding::{Binding, Transport};
use crate::channel::{Channel, Engine};
use crate::error::Error;
use crate::held::HeldContexts;
use crate::options::ClientOptions;
use place::Way;
use reopening::Reopening;
use routes::Routes;

/// Where a client connects to, and how.
pub struct Connect<'a> {
    /// The binding, with one endpoint.
    pub binding: &'a Binding,
    /// The client's options.
    pub options: &'a ClientOptions,
    pub(crate) place: Place<'a>,
    /// All endpoints and the options, for later connections.
    pub(crate) given: (&'a Binding, &'a ClientOptions),
}

/// A client's engine with its driver.
pub struct Connection {
    pub(crate) channel: Box<dyn Channel>,
    pub(crate) held: HeldContexts,
}

impl Connect<'_> {
    /// Drives an engine over one connection or socket, on the caller's thread.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub fn drive<E: Engine + 'static>(&self, engine: E) -> Result<Connection, Error> {
        let client = self.client(engine)?;
        Ok(Connection::new(Box::new(client)))
    }

    /// The same for systems whose connections regularly end between calls: `engine` is called for
    /// each connection, with a binding of its endpoint.
    ///
    /// # Errors
    /// As [`drive`](Self::drive).
    pub fn drive_each<E: Engine + 'static>(
        &self,
        engine: impl Fn(&Binding) -> E + Send + 'static,
    ) -> Result<Connection, Error> {
        let Place::Addresses(to) = &self.place else {
            return self.drive(engine(self.binding));
        };
        let way = Way {
            addresses: to.clone(),
            options: self.options.driver.clone(),
        };
        let routes = Routes::new(self.given, &self.binding.address, way);
        let client = Reopening::open(engine, routes);
        let client = client.map_err(|source| self.failed(source))?;
        Ok(Connection::new(Box::new(client)))
    }

    /// An engine with its driver.
    pub(crate) fn client<E: Engine>(&self, engine: E) -> Result<blocking::Client<E>, Error> {
        let driver = &self.options.driver;
        let client = match (&self.place, self.binding.transport) {
            (Place::Path(path), _) => blocking::Client::unix(engine, path, driver),
            (Place::Members(to), _) => blocking::Client::udp_members(engine, to.clone(), driver),
            (Place::Addresses(to), _) if self.options.broadcast => {
                blocking::Client::udp_unconnected(engine, to[0], driver)
            }
            (Place::Addresses(to), Transport::Udp) => blocking::Client::udp(engine, to, driver),
            (Place::Addresses(to), _) => blocking::Client::tcp(engine, to, driver),
        };
        client.map_err(|source| self.failed(source))
    }

    /// The same over datagrams, for servers that answer from other ports.
    pub(crate) fn client_of_any_port<E: Engine>(
        &self,
        engine: E,
    ) -> Result<blocking::Client<E>, Error> {
        match &self.place {
            Place::Addresses(to) if !self.options.broadcast => {
                let client = blocking::Client::udp_any_port(engine, to, &self.options.driver);
                client.map_err(|source| self.failed(source))
            }
            _ => self.client(engine),
        }
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Io {
            what: format!("cannot reach {}", self.binding),
            source,
        }
    }
}

impl Connection {
    pub(crate) fn new(channel: Box<dyn Channel>) -> Self {
        Connection {
            channel,
            held: HeldContexts::default(),
        }
    }

    /// For a server that must be kept informed that its client is alive while it holds context
    /// handles.
    pub(crate) fn holding(self, held: HeldContexts) -> Self {
        Connection { held, ..self }
    }
}
