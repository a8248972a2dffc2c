//! A span of `tracing` for each call (feature `tracing`), with the attributes of OpenTelemetry.
//!
//! Reading list: OpenTelemetry's semantic conventions for RPC (version 1.45), "RPC spans"; the crate
//! `tracing-opentelemetry` for the fields `otel.name`, `otel.kind` and `otel.status_code`.
//!
//! Spans are of level INFO and target `manyrpc`, and are named `rpc`. If nobody is interested in
//! them, a call reads one flag.

use std::borrow::Cow;
use std::future::Future;

use manyrpc_engine::{Call, CallError, CallHead, Closed, Fault, Outcome, Path, Serving, domain};
use tracing::field::Empty;
use tracing::{Instrument, Level, Span, span, span_enabled};

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
pub(crate) fn made<'c>(head: &CallHead<'_>, called: impl FnOnce() -> Called<'c>) -> Span {
    if !span_enabled!(target: TARGET, Level::INFO) {
        return Span::none();
    }
    let (method, called) = (method(head.path()), called());
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
pub(crate) fn served(call: &Call, names: impl FnOnce() -> (String, String)) -> Span {
    if !span_enabled!(target: TARGET, Level::INFO) {
        return Span::none();
    }
    let (interface, operation) = names();
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

/// Makes a call within its span. Without one the call is where it would be without this.
pub(crate) async fn traced<T, F>(span: Span, call: impl FnOnce() -> F) -> Result<T, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    if span.is_disabled() {
        return call().await;
    }
    let end = Box::pin(call().instrument(span.clone())).await;
    note_end(&span, end.as_ref().err());
    end
}

/// Serves a call within its span.
pub(crate) fn served_in<'a>(
    span: Span,
    call: impl Future<Output = Outcome> + Send + 'a,
) -> Serving<'a> {
    if span.is_disabled() {
        return Box::pin(call);
    }
    Box::pin(async move {
        let outcome = call.instrument(span.clone()).await;
        note_outcome(&span, &outcome);
        outcome
    })
}

/// Notes the end of a call.
pub(crate) fn note_end(span: &Span, failed: Option<&CallError>) {
    if let Some(error) = failed.filter(|_| !span.is_disabled()) {
        note_failure(span, &kind(error));
    }
}

/// Notes how a call was served.
pub(crate) fn note_outcome(span: &Span, outcome: &Outcome) {
    match outcome {
        Outcome::Fault(fault) if !span.is_disabled() => note_failure(span, &kind_of_fault(fault)),
        _ => {}
    }
}

fn note_failure(span: &Span, kind: &str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
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
