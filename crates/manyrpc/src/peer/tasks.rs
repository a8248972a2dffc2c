//! Peers on a tokio runtime.

use std::fmt;
use std::net::{SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::address;
use manyrpc_driver::tokio::node::{self, Node, WeakNode};
use manyrpc_engine::peer::End;
use manyrpc_engine::{Buf, Call, CallError, Caller, Handler, Outcome, Patient, Serving};
use tokio::task::spawn_blocking;

use super::{Builder, Prepared, caller_of, failed, is_stream, traits, with_port};
use crate::async_client::AsyncClient;
use crate::client::Client;
use crate::context::CallBack;
use crate::endpoints;
use crate::error::Error;
use crate::open_async::is_literal;
use crate::router::Router;
use crate::server::{acceptor, bound};
use crate::system::binding::Binding;
use crate::system::connect::{Place, place};
use crate::system::no_peers;

/// A [`Peer`](super::Peer) on a tokio runtime (feature `tokio`): one end of a connection on which
/// both ends call, or a datagram socket that calls and serves.
///
/// A task of its own receives, so that the peer has no thread. Services of futures are served by
/// tasks, others by [worker threads](super::Options::workers); both call back over the same
/// connection ([`Context::async_peer`](crate::Context::async_peer),
/// [`Context::peer`](crate::Context::peer)).
///
/// Clones share it: it is closed when the last clone is dropped, or by [`close`](Self::close) or
/// [`stop`](Self::stop). Its clients then fail.
///
/// ```
/// use manyrpc::AsyncPeer;
/// use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
/// use manyrpc_model::Value;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
/// # runtime.block_on(async {
/// let text = "program HALVES { version V1 { int half(int n) = 1; } = 1; } = 0x20000200;";
/// let (module, problems) = manyrpc_idl::load_text("halves.x", text, &Default::default());
/// let definition = Definition::new(module.ok_or_else(|| format!("{problems:?}"))?)?;
/// let interface = DynamicInterface::find(&definition, None)?;
///
/// // Returns 1 or less unchanged; otherwise calls the caller back with half of it.
/// let service = |interface: &DynamicInterface| {
///     let again = interface.clone();
///     DynamicService::of_futures(interface.clone(), move |call, operation, arguments| {
///         let again = again.clone();
///         Box::pin(async move {
///             let [Value::I32(n)] = arguments[..] else { unreachable!("an int") };
///             let Some(peer) = call.async_peer().filter(|_| n > 1) else {
///                 return Ok(vec![Value::I32(n)]);
///             };
///             let back = AsyncDynamicClient::new(peer, again);
///             let half = back.call(&operation.name, &[Value::I32(n / 2)]).await;
///             Ok(half.map_err(|_| manyrpc::Fault::ServerFailure)?)
///         })
///     })
/// };
///
/// let listener = AsyncPeer::builder()
///     .service(service(&interface))
///     .listen_on_runtime("jsonrpc+tcp://127.0.0.1:0?framing=content-length")
///     .await?;
/// let at = listener.binding().to_string();
/// let ours = AsyncPeer::builder().service(service(&interface)).connect_on_runtime(&at).await?;
/// let theirs = listener.accept().await?;
///
/// for peer in [&ours, &theirs] {
///     let client = AsyncDynamicClient::new(peer.client()?, interface.clone());
///     assert_eq!(client.call("half", &[Value::I32(100)]).await?, [Value::I32(1)]);
/// }
/// # Ok(())
/// # })
/// # }
/// ```
#[derive(Clone)]
pub struct AsyncPeer {
    node: Node,
    binding: Arc<Binding>,
}

impl fmt::Debug for AsyncPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncPeer")
            .field("binding", &self.binding.to_string())
            .field("closed", &self.node.closed())
            .finish()
    }
}

impl AsyncPeer {
    /// Builds a peer: add the services that the other end may call, then open it with
    /// [`connect_on_runtime`](Builder::connect_on_runtime),
    /// [`listen_on_runtime`](Builder::listen_on_runtime) or
    /// [`bind_on_runtime`](Builder::bind_on_runtime).
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A client that calls the other end of the connection, for generated stubs and any number of
    /// tasks. It makes no batches, no broadcasts, and no calls with several messages. Once the
    /// connection has ended its calls fail: it opens no other.
    ///
    /// # Errors
    /// This is a datagram socket, which calls peers by address ([`client_of`](Self::client_of)).
    pub fn client(&self) -> Result<AsyncClient, Error> {
        client_to(&self.node, &self.binding, None)
    }

    /// A client that calls a peer of a datagram socket.
    ///
    /// # Errors
    /// This is a connection, or there are already as many peers as
    /// [`DatagramLimits::peers`](crate::limits::DatagramLimits::peers) allows.
    pub fn client_of(&self, peer: SocketAddr) -> Result<AsyncClient, Error> {
        client_to(&self.node, &self.binding, Some(peer))
    }

    /// Its address: where it connected to, was accepted, or listens for datagrams.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// How many calls of all its clients are in flight.
    pub fn in_flight(&self) -> usize {
        self.node.in_flight()
    }

    /// Why no more calls can be made, once the connection has ended.
    pub fn closed(&self) -> Option<CallError> {
        self.node.closed()
    }

    /// Waits for the end of the connection; returns its reason.
    pub async fn ended(&self) -> CallError {
        self.node.ended().await
    }

    /// Closes the connection at once: calls in flight fail at both ends.
    pub fn close(&self) {
        self.node.close();
    }

    /// Closes the connection once no call is in flight or being executed, but cuts them off after
    /// `within`. Further calls of ours are refused, except while we execute calls of the other end,
    /// which may call back; its calls are served meanwhile.
    pub async fn stop(&self, within: Duration) {
        self.node.stop(within).await;
    }
}

fn client_to(node: &Node, binding: &Binding, to: Option<SocketAddr>) -> Result<AsyncClient, Error> {
    let caller = node.caller(to);
    let caller = caller.map_err(|why| Error::Call(why.into()))?;
    Ok(AsyncClient::of_peer(caller, traits(binding)))
}

/// To open peers on the current tokio runtime. Services may be of both kinds there.
impl Builder {
    /// As [`connect`](Self::connect), on the current runtime.
    ///
    /// # Errors
    /// As there.
    pub async fn connect_on_runtime(self, binding: &str) -> Result<AsyncPeer, Error> {
        let prepared = self.prepare(binding, is_stream)?;
        let binding = prepared.binding.clone();
        if binding.alternatives.is_empty() {
            return prepared.connect_to(&binding).await;
        }
        let mut tried = endpoints::Tries::new(&binding);
        for at in binding.endpoints() {
            match prepared.connect_to(&at).await {
                Ok(peer) => return Ok(peer),
                Err(why) => tried.note(&at, why)?,
            }
        }
        Err(tried.all_failed())
    }

    /// As [`listen`](Self::listen), on the current runtime.
    ///
    /// # Errors
    /// As there.
    pub async fn listen_on_runtime(self, binding: &str) -> Result<AsyncListener, Error> {
        let mut prepared = self.prepare(binding, is_stream)?;
        let at = prepared.binding.clone();
        at.check_single("a peer listens at one address")
            .map_err(Error::Binding)?;
        let listener = match found(&with_port(&at)).await? {
            Found::Addresses(to) => node::Listener::tcp(to[0], &prepared.options).await,
            Found::Path(path) => node::Listener::unix(&path, &prepared.options),
        };
        let listener = listener.map_err(failed("listen on", &at))?;
        let listener = listener.tls(acceptor(&at, prepared.tls.as_ref())?);
        let address = listener.address().map_err(failed("listen on", &at))?;
        prepared.binding = Arc::new(bound(&at, &address));
        Ok(AsyncListener { listener, prepared })
    }

    /// As [`bind`](Self::bind), on the current runtime.
    ///
    /// # Errors
    /// As there.
    pub async fn bind_on_runtime(self, binding: &str) -> Result<AsyncPeer, Error> {
        let mut prepared = self.prepare(binding, |transport| !is_stream(transport))?;
        let at = prepared.binding.clone();
        at.check_single("a peer has one address")
            .map_err(Error::Binding)?;
        let Found::Addresses(to) = found(&with_port(&at)).await? else {
            return Err(no_peers(&at));
        };
        let socket = UdpSocket::bind(to[0]).map_err(failed("listen on", &at))?;
        let address = socket.local_addr().map_err(failed("listen on", &at))?;
        prepared.binding = Arc::new(bound(&at, &address::Address::Udp(address)));
        let (engine, handler) = ((prepared.factory)(End::Opened), prepared.async_handler());
        let node = Node::udp(engine, handler, socket, &prepared.options);
        Ok(prepared.peer(node.map_err(failed("listen on", &at))?))
    }
}

/// Where a binding is.
enum Found {
    Addresses(Vec<SocketAddr>),
    Path(PathBuf),
}

/// Finds out where a binding is. Name services are asked by calls that block, elsewhere.
async fn found(at: &Binding) -> Result<Found, Error> {
    fn find(at: &Binding) -> Result<Found, Error> {
        Ok(match place(at, None)? {
            Place::Addresses(to) | Place::Members(to) => Found::Addresses(to),
            Place::Path(path) => Found::Path(Path::to_path_buf(path)),
        })
    }
    if is_literal(at) {
        return find(at);
    }
    let at = at.clone();
    let asked = spawn_blocking(move || find(&at)).await;
    asked.map_err(|_| Error::Call(CallError::Cancelled))?
}

impl Prepared {
    /// Connects to one endpoint.
    async fn connect_to(&self, at: &Binding) -> Result<AsyncPeer, Error> {
        let (engine, options) = ((self.factory)(End::Opened), self.options(at)?);
        let node = match found(at).await? {
            Found::Addresses(to) => Node::tcp(engine, self.async_handler(), &to, &options).await,
            Found::Path(path) => Node::unix(engine, self.async_handler(), &path, &options).await,
        };
        Ok(self.peer(node.map_err(failed("reach", at))?))
    }

    /// What makes the handler for the calls of one connection.
    fn async_handler(&self) -> impl FnOnce(WeakNode) -> Arc<dyn Handler> + use<> {
        let (router, binding) = (self.router.clone(), self.binding.clone());
        move |node| {
            let back = Back {
                node,
                binding,
                may_block: false,
            };
            Arc::new(AsyncHandler {
                router,
                of_workers: Back {
                    may_block: true,
                    ..back.clone()
                },
                of_tasks: back,
            })
        }
    }

    fn peer(&self, node: Node) -> AsyncPeer {
        let binding = self.binding.clone();
        AsyncPeer { node, binding }
    }
}

/// Serves the calls of one connection; they may call back over it.
struct AsyncHandler {
    router: Arc<Router>,
    of_workers: Back,
    of_tasks: Back,
}

/// The connection, for whoever executes a call of it.
#[derive(Clone)]
struct Back {
    node: WeakNode,
    binding: Arc<Binding>,
    /// He has a thread of his own.
    may_block: bool,
}

impl CallBack for Back {
    fn back_to(&self, from: Option<SocketAddr>) -> Option<Client> {
        let node = self.node.upgrade().filter(|_| self.may_block)?;
        let caller = node.blocking_caller(caller_of(&self.binding, from)).ok()?;
        Some(Client::over(Box::new(caller), traits(&self.binding)))
    }

    fn async_back_to(&self, from: Option<SocketAddr>) -> Option<AsyncClient> {
        let node = self.node.upgrade()?;
        client_to(&node, &self.binding, caller_of(&self.binding, from)).ok()
    }
}

impl Handler for AsyncHandler {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.serve(call, received, reply, &Patient)
    }

    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, caller: &dyn Caller) -> Outcome {
        let back: &dyn CallBack = &self.of_workers;
        self.router
            .serve_peer(call, received, reply, (caller, Some(back)))
    }

    fn is_async(&self) -> bool {
        self.router.is_async()
    }

    fn is_async_call(&self, call: &Call) -> bool {
        self.router.is_async_call(call)
    }

    fn has_blocked(&self, call: &Call, took: Duration) {
        self.router.has_blocked(call, took);
    }

    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        caller: &'a dyn Caller,
    ) -> Serving<'a> {
        let back: &dyn CallBack = &self.of_tasks;
        self.router
            .serve_peer_async(call, received, reply, (caller, Some(back)))
    }

    fn association_ended(&self, association: u64) {
        self.router.association_ended(association);
    }
}

/// Accepts connections of peers, on a tokio runtime.
pub struct AsyncListener {
    listener: node::Listener,
    prepared: Prepared,
}

impl fmt::Debug for AsyncListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AsyncListener")
            .field(&self.binding().to_string())
            .finish()
    }
}

impl AsyncListener {
    /// Its binding, with the port that the system chose.
    pub fn binding(&self) -> &Binding {
        &self.prepared.binding
    }

    /// Waits for the next peer. If the future is dropped, none is lost.
    ///
    /// # Errors
    /// An error of the system; the listener continues.
    pub async fn accept(&self) -> Result<AsyncPeer, Error> {
        let handler = self.prepared.async_handler();
        let node = self
            .listener
            .accept(|| (self.prepared.factory)(End::Accepted), handler);
        let node = node
            .await
            .map_err(failed("accept peers on", self.binding()))?;
        Ok(self.prepared.peer(node))
    }
}
