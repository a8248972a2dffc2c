//! A layer of one's own: it notes which calls pass and how they end, on both sides.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use manyrpc::layers::{CallRequest, ServedCall};
use tower::{Layer, Service};

/// What was noted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces(Arc<Mutex<Vec<String>>>);

impl Traces {
    fn note(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(line);
    }

    /// All lines since the last time.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *lines)
    }
}

/// The layer.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    side: &'static str,
    traces: Traces,
}

impl Trace {
    pub(crate) fn new(side: &'static str, traces: &Traces) -> Self {
        let traces = traces.clone();
        Trace { side, traces }
    }
}

impl<S> Layer<S> for Trace {
    type Service = Traced<S>;

    fn layer(&self, inner: S) -> Traced<S> {
        let trace = self.clone();
        Traced { inner, trace }
    }
}

/// A service whose calls are noted.
#[derive(Clone, Debug)]
pub(crate) struct Traced<S> {
    inner: S,
    trace: Trace,
}

/// A call that has a name.
pub(crate) trait Named {
    /// The interface's and the operation's.
    fn name(&self) -> String;
}

impl Named for CallRequest {
    fn name(&self) -> String {
        format!("{}/{}", self.interface().full_name, self.operation())
    }
}

impl Named for ServedCall {
    fn name(&self) -> String {
        let (interface, operation) = self.names().unwrap_or_default();
        format!("{interface}/{operation}")
    }
}

impl<S, Q> Service<Q> for Traced<S>
where
    S: Service<Q>,
    S::Error: Into<Box<dyn Error + Send + Sync>>,
    S::Future: Send + 'static,
    Q: Named,
{
    type Response = S::Response;
    type Error = Box<dyn Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: Q) -> Self::Future {
        let (name, Trace { side, traces }) = (request.name(), self.trace.clone());
        let call = self.inner.call(request);
        Box::pin(async move {
            let end = call.await.map_err(Into::into);
            match &end {
                Ok(_) => traces.note(format!("{side} {name}: done")),
                Err(error) => traces.note(format!("{side} {name}: {error}")),
            }
            end
        })
    }
}
