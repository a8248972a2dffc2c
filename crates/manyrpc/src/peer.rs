//! Connections on which both ends call, and datagram sockets that call and serve.
//!
//! A language server asks its editor for configuration, a back end notifies its front ends, a
//! cluster node is client and server at one address. The systems that support this are JSON-RPC
//! over bare streams (`jsonrpc+tcp`, `jsonrpc+unix`), ONC RPC (`onc+tcp`, `onc+unix`, and
//! `onc+udp` for one socket with many peers) and CORBA (`iiop`: bidirectional GIOP, in which the end that has accepted
//! a connection calls only after it was called).
//!
//! A [`Peer`] has threads. With the feature `tokio` an `AsyncPeer` is the same on a runtime: its
//! calls are futures, and so may be its services.
//!
//! ```
//! use manyrpc::Peer;
//! use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
//! use manyrpc_model::Value;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program HALVES { version V1 { int half(int n) = 1; } = 1; } = 0x20000200;";
//! let (module, problems) = manyrpc_idl::load_text("halves.x", text, &Default::default());
//! let definition = Definition::new(module.ok_or_else(|| format!("{problems:?}"))?)?;
//! let interface = DynamicInterface::find(&definition, None)?;
//!
//! // Returns 1 or less unchanged; otherwise calls the caller back with half of it.
//! let service = |interface: &DynamicInterface| {
//!     let again = interface.clone();
//!     DynamicService::new(interface.clone(), move |call, operation, arguments| {
//!         let [Value::I32(n)] = arguments[..] else { unreachable!("an int") };
//!         let Some(peer) = call.peer().filter(|_| n > 1) else {
//!             return Ok(vec![Value::I32(n)]);
//!         };
//!         let mut back = DynamicClient::new(peer, again.clone());
//!         Ok(back.call(&operation.name, &[Value::I32(n / 2)]).map_err(|_| manyrpc::Fault::ServerFailure)?)
//!     })
//! };
//!
//! let listener = Peer::builder()
//!     .service(service(&interface))
//!     .listen("jsonrpc+tcp://127.0.0.1:0?framing=content-length")?;
//! let at = listener.binding().to_string();
//! let ours = Peer::builder().service(service(&interface)).connect(&at)?;
//! let theirs = listener.accept()?;
//!
//! let mut client = DynamicClient::new(ours.client()?, interface.clone());
//! assert_eq!(client.call("half", &[Value::I32(100)])?, [Value::I32(1)]);
//! let mut client = DynamicClient::new(theirs.client()?, interface);
//! assert_eq!(client.call("half", &[Value::I32(5)])?, [Value::I32(1)]);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "tokio")]
mod tasks;

use std::fmt;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use manyrpc_driver::address;
use manyrpc_driver::node::{self, Node, WeakNode};
use manyrpc_engine::peer::End;
use manyrpc_engine::{Buf, Call, CallError, Caller, Handler, Limits, ObjectKey, Outcome, Patient};

pub use manyrpc_driver::node::Options;
#[cfg(feature = "tokio")]
pub use tasks::{AsyncListener, AsyncPeer};

use crate::client::{Client, Traits};
use crate::context::CallBack;
use crate::endpoints;
use crate::error::Error;
use crate::faults::FaultTable;
use crate::host::Shared;
use crate::router::Router;
use crate::security::Level;
use crate::server::{bound, check, check_exceptions};
use crate::service::Service;
use crate::system::binding::{Address, Binding, Transport};
use crate::system::connect::{Place, place};
use crate::system::no_peers;
use crate::system::serve::{PeerFactory, Serve};

/// One end of a connection on which both ends call, or a datagram socket that calls and serves.
/// Clones share it: it is closed when the last clone is dropped, or by [`close`](Self::close). Its
/// clients then fail.
#[derive(Clone)]
pub struct Peer {
    node: Node,
    binding: Arc<Binding>,
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer")
            .field("binding", &self.binding.to_string())
            .field("closed", &self.node.closed())
            .finish()
    }
}

impl Peer {
    /// Builds a peer: add the services that the other end may call, then open it.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A client that calls the other end of the connection, for generated stubs. Any number of
    /// clients may be used at once, on any threads; each call costs a hand-over between threads
    /// more than with a connection of the client's own. They make no batches and no broadcasts.
    ///
    /// # Errors
    /// This is a datagram socket, which calls peers by address ([`client_of`](Self::client_of)).
    pub fn client(&self) -> Result<Client, Error> {
        self.client_to(None)
    }

    /// A client that calls a peer of a datagram socket.
    ///
    /// # Errors
    /// This is a connection, or there are already as many peers as
    /// [`DatagramLimits::peers`](crate::limits::DatagramLimits::peers) allows.
    pub fn client_of(&self, peer: SocketAddr) -> Result<Client, Error> {
        self.client_to(Some(peer))
    }

    fn client_to(&self, to: Option<SocketAddr>) -> Result<Client, Error> {
        let caller = self.node.caller(to);
        let caller = caller.map_err(|why| Error::Call(why.into()))?;
        Ok(Client::over(Box::new(caller), traits(&self.binding)))
    }

    /// Its address: where it connected to, was accepted, or listens for datagrams.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// Why no more calls can be made, once the connection has ended.
    pub fn closed(&self) -> Option<CallError> {
        self.node.closed()
    }

    /// Waits for the end of the connection; returns its reason.
    pub fn wait(&self) -> CallError {
        self.node.wait()
    }

    /// Closes the connection: calls in flight fail at both ends.
    pub fn close(&self) {
        self.node.close();
    }
}

impl CallBack for Peer {
    fn back_to(&self, from: Option<SocketAddr>) -> Option<Client> {
        self.client_to(caller_of(&self.binding, from)).ok()
    }
}

/// What clients over such a connection can do.
fn traits(binding: &Binding) -> Traits {
    Traits {
        has_exceptions: binding.system.has_exceptions(),
        ..Traits::default()
    }
}

/// Whom the sender of a call, who is `from`, is called back as.
fn caller_of(binding: &Binding, from: Option<SocketAddr>) -> Option<SocketAddr> {
    from.filter(|_| binding.transport == Transport::Udp)
}

/// Builds a peer.
#[derive(Default)]
pub struct Builder {
    services: Vec<Arc<dyn Service>>,
    objects: Vec<(ObjectKey, Arc<dyn Service>)>,
    limits: Limits,
    options: node::Options,
    faults: FaultTable,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("services", &self.services.len())
            .field("limits", &self.limits)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// Serves an application object, wrapped in its generated skeleton, to the other end.
    #[must_use]
    pub fn service(mut self, service: impl Service + 'static) -> Self {
        self.services.push(Arc::new(service));
        self
    }

    /// Serves an application object to calls that name it by this key, as
    /// [`server::Builder::object`](crate::server::Builder::object).
    #[must_use]
    pub fn object(mut self, key: impl Into<ObjectKey>, service: impl Service + 'static) -> Self {
        self.objects.push((key.into(), Arc::new(service)));
        self
    }

    /// Limits and time-outs of the protocol engines.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Threads and connection options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Mappings of the application's fault numbers, as
    /// [`server::Builder::faults`](crate::server::Builder::faults).
    #[must_use]
    pub fn faults(mut self, faults: FaultTable) -> Self {
        self.faults = faults;
        self
    }

    /// Connects to a listening peer.
    ///
    /// # Errors
    /// The string is not a binding of a stream on which both ends may call, has no port, or the
    /// address does not answer.
    pub fn connect(self, binding: &str) -> Result<Peer, Error> {
        let prepared = self.prepare_threads(binding, is_stream)?;
        let binding = prepared.binding.clone();
        let node = endpoints::first(&binding, |at| {
            let (handler, link) = prepared.handler();
            let place = place(at, None)?;
            let (engine, options) = ((prepared.factory)(End::Opened), &prepared.options);
            let node = match place {
                Place::Addresses(to) | Place::Members(to) => {
                    Node::tcp(engine, handler, &to, options)
                }
                Place::Path(path) => Node::unix(engine, handler, path, options),
            };
            let node = node.map_err(failed("reach", at))?;
            Ok(prepared.link(node, &link))
        })?;
        Ok(node)
    }

    /// Listens for connections of peers; with port 0 the system chooses one.
    ///
    /// # Errors
    /// The string is not a binding of a stream on which both ends may call; the address is in use,
    /// or not ours.
    pub fn listen(self, binding: &str) -> Result<Listener, Error> {
        let mut prepared = self.prepare_threads(binding, is_stream)?;
        let at = prepared.binding.clone();
        at.check_single("a peer listens at one address")
            .map_err(Error::Binding)?;
        let listener = match place(&with_port(&at), None)? {
            Place::Addresses(to) | Place::Members(to) => {
                node::Listener::tcp(to[0], &prepared.options)
            }
            Place::Path(path) => node::Listener::unix(Path::new(path), &prepared.options),
        };
        let listener = listener.map_err(failed("listen on", &at))?;
        let address = listener.address().map_err(failed("listen on", &at))?;
        prepared.binding = Arc::new(bound(&at, &address));
        Ok(Listener { listener, prepared })
    }

    /// Opens a datagram socket that serves everybody and calls peers by address
    /// ([`Peer::client_of`]); with port 0 the system chooses one.
    ///
    /// # Errors
    /// As [`listen`](Self::listen), for a binding of datagrams.
    pub fn bind(self, binding: &str) -> Result<Peer, Error> {
        let mut prepared = self.prepare_threads(binding, |t| !is_stream(t))?;
        let at = prepared.binding.clone();
        at.check_single("a peer has one address")
            .map_err(Error::Binding)?;
        let Place::Addresses(to) = place(&with_port(&at), None)? else {
            return Err(no_peers(&at));
        };
        let socket = UdpSocket::bind(to[0]).map_err(failed("listen on", &at))?;
        let address = socket.local_addr().map_err(failed("listen on", &at))?;
        prepared.binding = Arc::new(bound(&at, &address::Address::Udp(address)));
        let (handler, link) = prepared.handler();
        let node = Node::udp(
            (prepared.factory)(End::Opened),
            handler,
            socket,
            &prepared.options,
        );
        Ok(prepared.link(node.map_err(failed("listen on", &at))?, &link))
    }

    /// Prepares what the connections of a peer with threads share.
    fn prepare_threads(
        self,
        binding: &str,
        suits: impl Fn(Transport) -> bool,
    ) -> Result<Prepared, Error> {
        let prepared = self.prepare(binding, suits)?;
        if prepared.router.is_async() {
            let problem = "its services are futures: open the peer on a runtime";
            return Err(Error::Settings(problem.to_owned()));
        }
        Ok(prepared)
    }

    /// Prepares what a peer's connections share.
    fn prepare(self, binding: &str, suits: impl Fn(Transport) -> bool) -> Result<Prepared, Error> {
        let binding: Binding = binding.parse().map_err(Error::Binding)?;
        if !suits(binding.transport) || !binding.system.transports().contains(&binding.transport) {
            return Err(no_peers(&binding));
        }
        check(&self.limits)?;
        check_exceptions(std::slice::from_ref(&binding), &self.services)?;
        let router = Router::new(&self.services, &[]).of_objects(&self.objects);
        let router = Arc::new(router.with_faults(self.faults));
        let shared = Shared {
            users: None,
            router: router.clone(),
            acceptors: None,
            least_level: Level::None,
            groups: Arc::default(),
        };
        let factory = binding.system.peers(&Serve {
            binding: &binding,
            limits: &self.limits,
            host: &shared.host(),
        })?;
        Ok(Prepared {
            binding: Arc::new(binding),
            factory,
            router,
            options: self.options,
        })
    }
}

/// Shared by the connections of one builder.
struct Prepared {
    binding: Arc<Binding>,
    factory: PeerFactory,
    router: Arc<Router>,
    options: node::Options,
}

impl Prepared {
    /// The handler for the calls of one connection, and the cell that receives the connection.
    fn handler(&self) -> (Arc<dyn Handler>, Link) {
        let link = Link::default();
        let handler = PeerHandler {
            router: self.router.clone(),
            binding: self.binding.clone(),
            link: link.clone(),
        };
        (Arc::new(handler), link)
    }

    /// The connection exists.
    fn link(&self, node: Node, link: &Link) -> Peer {
        // Set once.
        let _ = link.set(node.downgrade());
        Peer {
            node,
            binding: self.binding.clone(),
        }
    }
}

/// A connection, once it exists.
type Link = Arc<OnceLock<WeakNode>>;

/// Serves the calls of one connection; they may call back over it.
struct PeerHandler {
    router: Arc<Router>,
    binding: Arc<Binding>,
    link: Link,
}

impl Handler for PeerHandler {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.serve(call, received, reply, &Patient)
    }

    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, caller: &dyn Caller) -> Outcome {
        // A first call may arrive a moment before the connection is set.
        let peer = self.link.wait().upgrade().map(|node| Peer {
            node,
            binding: self.binding.clone(),
        });
        let back = peer.as_ref().map(|peer| peer as &dyn CallBack);
        self.router
            .serve_peer(call, received, reply, (caller, back))
    }

    fn association_ended(&self, association: u64) {
        self.router.association_ended(association);
    }
}

/// Accepts connections of peers.
pub struct Listener {
    listener: node::Listener,
    prepared: Prepared,
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener")
            .field(&self.binding().to_string())
            .finish()
    }
}

impl Listener {
    /// Its binding, with the port that the system chose.
    pub fn binding(&self) -> &Binding {
        &self.prepared.binding
    }

    /// Waits for the next peer. Each peer has a thread of its own; handlers run on other threads.
    ///
    /// # Errors
    /// An error of the system; the listener continues.
    pub fn accept(&self) -> Result<Peer, Error> {
        let (handler, link) = self.prepared.handler();
        let node = self
            .listener
            .accept(|| (self.prepared.factory)(End::Accepted), || handler);
        let node = node.map_err(failed("accept peers on", self.binding()))?;
        Ok(self.prepared.link(node, &link))
    }
}

fn is_stream(transport: Transport) -> bool {
    transport != Transport::Udp
}

/// The error of an operation that the system refused for a binding.
fn failed<'a>(what: &'static str, at: &'a Binding) -> impl FnOnce(io::Error) -> Error + use<'a> {
    move |source| Error::Io {
        what: format!("cannot {what} {at}"),
        source,
    }
}

/// A binding with a port, if only 0 for the system to choose.
fn with_port(binding: &Binding) -> Binding {
    let mut binding = binding.clone();
    if let Address::Host(_, port) = &mut binding.address {
        port.get_or_insert(0);
    }
    binding
}
