//! A span of `tracing` for each call (feature `tracing`), with the attributes of OpenTelemetry.
//!
//! Reading list: OpenTelemetry's semantic conventions for RPC (version 1.45), "RPC spans"; the crate
//! `tracing-opentelemetry` for the fields `otel.name`, `otel.kind` and `otel.status_code`.
//!
//! Spans are of level INFO and target `manyrpc`, and are named `rpc`. If nobody is interested in
//! them, a call reads one flag on each side.
//!
//! They are entered while handlers and layers have the call. The rest of a client tells nothing that could belong to them, so
//! there they only begin and end: a future around each call would have to be moved with it.

use std::borrow::Cow;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use manyrpc_engine::{Call, CallError, CallHead, Closed, Fault, Outcome, Path, Serving, domain};
use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{Level, Span, span, span_enabled};

const TARGET: &str = "manyrpc";

/// Whom a client calls. By default nobody knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Called<'c> {
    pub(crate) system: &'static str,
    /// A host, or the path of a socket.
    pub(crate) address: Cow<'c, str>,
    pub(crate) port: Option<u16>,
}

impl Called<'_> {
    pub(crate) fn into_owned(self) -> Called<'static> {
        Called {
            address: Cow::Owned(self.address.into_owned()),
            ..self
        }
    }
}

/// The span of a call that a client makes. `called` tells whom it calls.
#[inline]
pub(crate) fn made<'c>(head: &CallHead<'_>, called: impl FnOnce() -> Called<'c>) -> CallSpan {
    CallSpan::if_wanted(|| make(head, &called()))
}

fn make(head: &CallHead<'_>, called: &Called<'_>) -> Span {
    let method = method(head.path());
    let span = span!(
        target: TARGET, Level::INFO, "rpc",
        otel.name = method, otel.kind = "client", otel.status_code = Empty,
        rpc.system.name = Empty, rpc.method = method,
        server.address = Empty, server.port = called.port,
        error.type = Empty,
    );
    for (field, text) in [
        ("rpc.system.name", called.system),
        ("server.address", &*called.address),
    ] {
        if !text.is_empty() {
            span.record(field, text);
        }
    }
    span
}

/// The span of a call that a server serves. `names` finds the full name of its interface and that of
/// its operation.
#[inline]
pub(crate) fn served(call: &Call, names: impl FnOnce() -> (String, String)) -> CallSpan {
    CallSpan::if_wanted(|| make_served(call, names()))
}

fn make_served(call: &Call, (interface, operation): (String, String)) -> Span {
    let method = method(Path {
        interface: &interface,
        operation: &operation,
    });
    let from = call.from.map(|from| (from.ip().to_string(), from.port()));
    let (address, port) = from.unzip();
    span!(
        target: TARGET, Level::INFO, "rpc",
        otel.name = method, otel.kind = "server", otel.status_code = Empty,
        rpc.system.name = call.domain.system(), rpc.method = method,
        client.address = address, client.port = port,
        error.type = Empty,
    )
}

fn method(path: Path<'_>) -> String {
    match path.interface {
        "" => path.operation.to_owned(),
        interface => format!("{interface}/{}", path.operation),
    }
}

/// Whether anybody listens to anything as important as a call's span: the flag.
#[inline]
pub(crate) fn may_be_wanted() -> bool {
    LevelFilter::current() >= Level::INFO
}

/// The span of a call, unless nobody wants it: then it is one word that is null.
#[must_use = "the end of the call is noted in it"]
pub(crate) struct CallSpan(Option<Box<Span>>);

impl CallSpan {
    #[inline]
    fn if_wanted(make: impl FnOnce() -> Span) -> Self {
        match may_be_wanted() {
            true => CallSpan::if_enabled(make),
            false => CallSpan(None),
        }
    }

    #[cold]
    fn if_enabled(make: impl FnOnce() -> Span) -> Self {
        let is_enabled = span_enabled!(target: TARGET, Level::INFO);
        CallSpan(is_enabled.then(|| Box::new(make())))
    }

    /// The call has ended.
    #[inline]
    pub(crate) fn end(self, end: &impl Ending) {
        if let Some(span) = self.0 {
            note_end(&span, end.failure());
        }
    }

    /// Handles the call within it.
    pub(crate) fn around<F: Future + ?Sized>(self, call: Pin<Box<F>>) -> Within<F> {
        Within { span: self, call }
    }

    /// Serves the call within it.
    #[inline]
    pub(crate) fn serve(self, serve: impl FnOnce() -> Outcome) -> Outcome {
        match self.0 {
            None => serve(),
            Some(span) => serve_within(&span, serve),
        }
    }

    /// The same as a future.
    #[inline]
    pub(crate) fn serve_async<'a>(self, serving: Serving<'a>) -> Serving<'a> {
        match &self.0 {
            None => serving,
            Some(_) => Box::pin(self.around(serving)),
        }
    }
}

#[cold]
fn serve_within(span: &Span, serve: impl FnOnce() -> Outcome) -> Outcome {
    let outcome = span.in_scope(serve);
    note_end(span, outcome.failure());
    outcome
}

#[cold]
fn note_end(span: &Span, kind: Option<Cow<'static, str>>) {
    if let Some(kind) = kind {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", &*kind);
    }
}

/// A call that is handled within its span.
pub(crate) struct Within<F: ?Sized> {
    span: CallSpan,
    call: Pin<Box<F>>,
}

impl<F: Future<Output: Ending> + ?Sized> Future for Within<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let Within { span, call } = &mut *self;
        let end = {
            let _inside = span.0.as_deref().map(Span::enter);
            ready!(call.as_mut().poll(cx))
        };
        mem::replace(span, CallSpan(None)).end(&end);
        Poll::Ready(end)
    }
}

/// How a call ends, on either side.
pub(crate) trait Ending {
    /// A word for its failure.
    fn failure(&self) -> Option<Cow<'static, str>>;
}

impl<T> Ending for Result<T, CallError> {
    fn failure(&self) -> Option<Cow<'static, str>> {
        self.as_ref().err().map(kind)
    }
}

impl Ending for Outcome {
    fn failure(&self) -> Option<Cow<'static, str>> {
        match self {
            Outcome::Fault(fault) => Some(kind_of_fault(fault)),
            _ => None,
        }
    }
}

/// A word for a kind of error, of which there are few.
fn kind(error: &CallError) -> Cow<'static, str> {
    Cow::Borrowed(match error {
        CallError::Fault(fault) => return kind_of_fault(fault),
        CallError::Wire(_) => "protocol",
        CallError::TimedOut { .. } => "timeout",
        CallError::Closed(Closed::Unreachable(_)) => "unreachable",
        CallError::Closed(_) => "closed",
        CallError::Insecure(_) => "insecure",
        CallError::Misuse(_) => "misuse",
        CallError::Cancelled => "cancelled",
        CallError::Layer(_) => "layer",
        _ => "other",
    })
}

/// A fault's name, or else its number.
fn kind_of_fault(fault: &Fault) -> Cow<'static, str> {
    Cow::Borrowed(match fault.plain() {
        Fault::NoSuchInterface => "no_such_interface",
        Fault::NoSuchVersion { .. } => "no_such_version",
        Fault::NoSuchOperation => "no_such_operation",
        Fault::BadArguments => "bad_arguments",
        Fault::ServerFailure => "server_failure",
        Fault::ProtocolVersion { .. } => "protocol_version",
        Fault::Cancelled => "cancelled",
        Fault::Denied(_) => "denied",
        Fault::Other(code) => return Cow::Owned((code as i32).to_string()),
        Fault::Status(of, code) => match domain::name(of, code as i32) {
            Some(name) => name,
            None => return Cow::Owned((code as i32).to_string()),
        },
        _ => "fault",
    })
}
