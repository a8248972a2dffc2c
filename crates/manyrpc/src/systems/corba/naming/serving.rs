//! A naming service as the objects of a server.

use std::sync::Arc;

use manyrpc_engine::ObjectKey;

use super::servants::{Context, Iterator};
use super::serve::{Key, NameServer};
use super::{KEY, stubs};
use crate::adapter::ObjectAdapter;
use crate::error::Error;
use crate::server::{Builder, Running, Server};
use crate::service::Service;

/// How many calls are carried out at a time, so that one that waits for another server does not hold up the others.
const WORKERS: usize = 4;

impl NameServer {
    /// Serves it on a port of the loopback interface; with 0 the system chooses one. For other addresses have it
    /// [served](Self::serve) by a server of your own.
    ///
    /// # Errors
    /// The port is taken, or needs privileges.
    pub fn start(&self, port: u16) -> Result<Running, Error> {
        self.services(Server::builder())
            .listen(&format!("iiop://127.0.0.1:{port}/{KEY}"))?
            .start()
    }

    /// The same beside other objects of a server: its contexts have keys that begin with `NameService`.
    pub fn serve(&self, objects: &ObjectAdapter) {
        let (server, of) = (self.clone(), objects.clone());
        objects.servant_locator(ObjectKey::new(KEY.as_bytes()), move |key| {
            Ok(server.servant(key.as_bytes(), &of))
        });
    }

    /// Adds it to a server that has no other objects, with threads for calls that wait for other servers.
    pub fn services(&self, server: Builder) -> Builder {
        let objects = ObjectAdapter::new();
        self.serve(&objects);
        server.adapter(&objects).workers(WORKERS)
    }

    fn servant(&self, key: &[u8], objects: &ObjectAdapter) -> Option<Arc<dyn Service>> {
        let (server, objects) = (self.clone(), objects.clone());
        match self.read_key(key)? {
            Key::Context(number) => {
                let context = Context {
                    server,
                    objects,
                    number,
                };
                Some(Arc::new(stubs::NamingContextExtServer(context)))
            }
            Key::Iterator(number) => {
                let iterator = Iterator { server, number };
                Some(Arc::new(stubs::BindingIteratorServer(iterator)))
            }
        }
    }
}
