//! From a client's engine to a connection.

mod place;
#[cfg(feature = "tokio")]
mod plan;
mod reopening;
mod routes;

use std::io;
use std::net::SocketAddr;

use manyrpc_driver::blocking;

pub(crate) use place::{Place, connecting, connector, place, resolved};

use super::binding::{Binding, Transport};
use crate::channel::{Channel, Engine};
use crate::error::Error;
use crate::held::HeldContexts;
use crate::options::ClientOptions;
use place::Way;
#[cfg(feature = "tokio")]
pub(crate) use plan::Plan;
use reopening::Reopening;
use routes::Routes;

/// Where a client connects to, and how.
pub struct Connect<'a> {
    /// The binding, with one endpoint.
    pub binding: &'a Binding,
    /// The client's options.
    pub options: &'a ClientOptions,
    pub(crate) place: Place<'a>,
    /// Who drives the client's engine.
    pub(crate) driver: Driver,
    /// All endpoints and the options, for later connections.
    pub(crate) given: (&'a Binding, &'a ClientOptions),
}

/// Who drives a client's engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    /// The threads of its callers.
    Threads,
    /// Tasks of a runtime, which connect later.
    #[cfg(feature = "tokio")]
    Tasks,
}

/// A client's engine with its driver.
pub struct Connection {
    pub(crate) made: Made,
    pub(crate) held: HeldContexts,
}

/// A client's engine and what is known of its connection.
pub(crate) enum Made {
    /// It is open.
    Channel(Box<dyn Channel>),
    /// It is to be opened on a runtime.
    #[cfg(feature = "tokio")]
    Plan(Plan),
}

impl Connect<'_> {
    /// Drives an engine over one connection or socket, on the caller's thread.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub fn drive<E: Engine + 'static>(&self, engine: E) -> Result<Connection, Error> {
        match self.driver {
            Driver::Threads => {
                let client = self.client(engine)?;
                Ok(Connection::new(Made::Channel(Box::new(client))))
            }
            #[cfg(feature = "tokio")]
            Driver::Tasks => Ok(self.planned(Plan::new(self, engine))),
        }
    }

    /// Whether the client's calls are futures on the current runtime.
    #[cfg(feature = "tokio")]
    pub(crate) fn is_for_tasks(&self) -> bool {
        self.driver == Driver::Tasks
    }

    #[cfg(feature = "tokio")]
    fn planned(&self, plan: Plan) -> Connection {
        Connection::new(Made::Plan(plan))
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
        #[cfg(feature = "tokio")]
        if self.driver == Driver::Tasks {
            let plan = Plan::new(self, engine(self.binding));
            return Ok(self.planned(plan.reopening()));
        }
        let way = Way {
            addresses: to.clone(),
            options: self.options.driver.clone(),
        };
        let routes = Routes::new(self.given, &self.binding.address, way);
        let client = Reopening::open(engine, routes);
        let client = client.map_err(|source| self.failed(source))?;
        Ok(Connection::new(Made::Channel(Box::new(client))))
    }

    /// Drives an engine over a datagram socket for servers that answer from other ports. Also
    /// returns the server's address, if there is only one.
    pub(crate) fn drive_any_port<E: Engine + 'static>(
        &self,
        engine: E,
    ) -> Result<(Connection, Option<SocketAddr>), Error> {
        #[cfg(feature = "tokio")]
        if self.driver == Driver::Tasks {
            let plan = Plan::new(self, engine).of_any_port();
            let server = plan.server();
            return Ok((self.planned(plan), server));
        }
        let client = self.client_of_any_port(engine)?;
        let server = client.server();
        Ok((Connection::new(Made::Channel(Box::new(client))), server))
    }

    /// An engine with its driver.
    fn client<E: Engine>(&self, engine: E) -> Result<blocking::Client<E>, Error> {
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
    fn client_of_any_port<E: Engine>(&self, engine: E) -> Result<blocking::Client<E>, Error> {
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
    fn new(made: Made) -> Self {
        Connection {
            made,
            held: HeldContexts::default(),
        }
    }

    /// For a server that must be kept informed that its client is alive while it holds context
    /// handles.
    pub(crate) fn holding(self, held: HeldContexts) -> Self {
        Connection { held, ..self }
    }
}
