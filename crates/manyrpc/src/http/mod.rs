//! Calls beside an application of `axum` or `hyper`, on its port (feature `http`).
//!
//! [`HttpService`] answers requests of the crate `http` that are calls: gRPC, over HTTP/2, and the systems whose calls are
//! messages in HTTP. Which system a request is for is told by its content type; its path matters to gRPC only, which has
//! names there. So a whole port can be given to it, or what an application has no route for, or single paths:
//!
//! ```
//! use manyrpc::Server;
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments));
//!
//! // With axum: `Router::new().route("/", get(page)).fallback_service(calls)`.
//! let calls = Server::builder().service(service).into_http_service()?;
//! # drop(calls);
//! # Ok(())
//! # }
//! ```
//!
//! The whole program is `examples/beside-axum`.
//!
//! - GET of a path with `?wsdl` reads a description in WSDL, as at servers of our own.
//! - A request that is no call is refused in plain text: 415 if it is a POST of another type, 404 if it is no POST,
//!   and 505 if it is of gRPC over HTTP/1.
//! - Calls are executed in the task that the other library has for the request, and are cancelled when it drops the
//!   response. Handlers must not block there, unless there are [workers](crate::server::Builder::workers). The task must be
//!   one of tokio, with time.
//! - Flow control, connections and TLS are the other library's, and so are [`Caps`](crate::server::Caps), except for
//!   their number of workers. Limits of calls and messages are ours ([`Limits`](crate::Limits)).
//! - The caller's address is that which a layer has put into the request's extensions as a [`SocketAddr`].

mod body;
mod exchange;

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

#[cfg(feature = "soap")]
use ::http::header::HOST;
use ::http::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use ::http::request::Parts;
use ::http::{Method, Request, Response, StatusCode, Version};
use http_body::Body;
use manyrpc_driver::exchange::{Calls, Execution};
use manyrpc_engine::carrier::fields::{Field, Fields};
use tower_service::Service;

pub use body::{BodyError, ResponseBody};

use crate::system::exchanges::Exchanges;
use exchange::Exchange;

/// Answers requests that are calls. Clones are handles of the same.
#[derive(Clone)]
pub struct HttpService(Arc<Shared>);

struct Shared {
    execution: Execution,
    systems: Vec<Exchanges>,
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").finish_non_exhaustive()
    }
}

impl HttpService {
    pub(crate) fn new(execution: Execution, systems: Vec<Exchanges>) -> Self {
        HttpService(Arc::new(Shared { execution, systems }))
    }

    /// Whether a request with this head is a call of a system that is compiled in, for applications that hand on others
    /// themselves.
    pub fn is_call(&self, head: &Parts) -> bool {
        head.method == Method::POST && self.system_of(head).is_some()
    }

    fn system_of(&self, head: &Parts) -> Option<&Exchanges> {
        let kind = head.headers.get(CONTENT_TYPE)?.as_bytes();
        let is_marked = |system: &&Exchanges| {
            let mark = system.mark;
            mark.is_some_and(|mark| head.headers.contains_key(mark))
        };
        let all = self.0.systems.iter();
        let mut takers = all.filter(|system| (system.takes)(kind));
        takers.clone().find(is_marked).or_else(|| takers.next())
    }

    /// The system that a request is for, or why it is refused.
    fn judge(&self, head: &Parts) -> Result<&Exchanges, Refusal> {
        let system = self.system_of(head);
        match system {
            None if head.method == Method::POST => Err(Refusal::UNKNOWN_TYPE),
            None => Err(Refusal::NO_CALL),
            Some(_) if head.method != Method::POST => Err(Refusal::NO_POST),
            Some(system) if system.needs_http2 && head.version != Version::HTTP_2 => {
                Err(Refusal::OLD_VERSION)
            }
            Some(system) => Ok(system),
        }
    }
}

impl HttpService {
    /// What is answered to a request that is no call, but has a target with a document.
    #[cfg(feature = "soap")]
    fn document(&self, head: &Parts) -> Option<Response<ResponseBody>> {
        let target = head.uri.path_and_query()?.as_str();
        // Connections of HTTP/1.1 do not say whether they are secured.
        let scheme = head.uri.scheme_str().unwrap_or("http");
        let host = match head.uri.authority() {
            Some(authority) => authority.as_str(),
            None => head.headers.get(HOST)?.to_str().ok()?,
        };
        let mut all = self.0.systems.iter().filter_map(|s| s.documents.as_ref());
        let (kind, text) = all.find_map(|all| all.document(target, scheme, host))?;
        if !matches!(head.method, Method::GET | Method::HEAD) {
            let mut response = Refusal::NO_POST.response();
            // RFC 9110 section 10.2.1.
            let methods = HeaderValue::from_static("GET, HEAD, POST");
            response.headers_mut().insert(ALLOW, methods);
            return Some(response);
        }
        let mut response = Response::new(ResponseBody::whole(text));
        let kind = HeaderValue::from_static(kind);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        Some(response)
    }

    #[cfg(not(feature = "soap"))]
    fn document(&self, _: &Parts) -> Option<Response<ResponseBody>> {
        None
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> ResponseFuture {
        let (head, content) = request.into_parts();
        let system = match self.judge(&head) {
            Ok(system) => system,
            Err(refusal) => {
                let document = self.document(&head);
                let response = document.unwrap_or_else(|| refusal.response());
                return ResponseFuture(State::Known(Some(Box::new(response))));
            }
        };
        let mut engine = (system.engine)();
        engine.begin(fields(&head));
        let from = head.extensions.get::<SocketAddr>().copied();
        let calls = Calls::new(&self.0.execution, from);
        let exchange = Exchange::new(engine, calls, content);
        ResponseFuture(State::Exchange(Some(Box::new(exchange))))
    }
}

/// A request's head as its engine reads it.
fn fields(head: &Parts) -> Fields {
    let first = [
        Field::new(b":method", head.method.as_str().as_bytes()),
        Field::new(b":path", head.uri.path().as_bytes()),
    ];
    let others = head.headers.iter();
    let others = others.map(|(name, value)| Field::new(name.as_str().as_bytes(), value.as_bytes()));
    first.into_iter().chain(others).collect()
}

/// The response to a request; dropping it cancels the request's calls.
#[must_use = "futures do nothing unless polled"]
pub struct ResponseFuture(State);

enum State {
    Known(Option<Box<Response<ResponseBody>>>),
    Exchange(Option<Box<Exchange>>),
}

impl fmt::Debug for ResponseFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseFuture").finish_non_exhaustive()
    }
}

impl Future for ResponseFuture {
    type Output = Result<Response<ResponseBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        const POLLED_AGAIN: &str = "it is not polled again once it is ready";
        let place = match &mut self.0 {
            State::Known(response) => {
                return Poll::Ready(Ok(*response.take().expect(POLLED_AGAIN)));
            }
            State::Exchange(place) => place,
        };
        let exchange = place.as_mut().expect(POLLED_AGAIN);
        let Poll::Ready(head) = exchange.poll_head(cx) else {
            return Poll::Pending;
        };
        Poll::Ready(Ok(match (head, place.take()) {
            (Ok(head), Some(exchange)) => head.map(|()| ResponseBody::of(exchange)),
            (Ok(_), None) => unreachable!("it was there before"),
            (Err(refusal), _) => refusal.response(),
        }))
    }
}

/// Why there is no response of an engine.
#[derive(Clone, Copy, Debug)]
struct Refusal(StatusCode, &'static str);

impl Refusal {
    const NO_CALL: Self = Refusal(StatusCode::NOT_FOUND, "There is nothing here.\n");
    const NO_POST: Self = Refusal(StatusCode::METHOD_NOT_ALLOWED, "Calls are POSTed.\n");
    const UNKNOWN_TYPE: Self = Refusal(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "No calls of this content type are served.\n",
    );
    const OLD_VERSION: Self = Refusal(
        StatusCode::HTTP_VERSION_NOT_SUPPORTED,
        "Calls of this content type need HTTP/2.\n",
    );
    const BROKEN_OFF: Self = Refusal(
        StatusCode::BAD_REQUEST,
        "The request's content broke off.\n",
    );
    const TOO_SLOW: Self = Refusal(
        StatusCode::REQUEST_TIMEOUT,
        "The request took too long to arrive.\n",
    );

    /// In plain text.
    fn response(self) -> Response<ResponseBody> {
        let Refusal(status, text) = self;
        let mut response = Response::new(ResponseBody::text(text));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        if status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("POST"));
        }
        response
    }
}
