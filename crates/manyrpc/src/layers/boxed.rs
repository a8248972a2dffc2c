//! Services whose type is not told.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use manyrpc_engine::{CallError, Fault};
use tower_service::Service;

/// The errors of layers.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// A response that is awaited.
type Answer<R, E> = Pin<Box<dyn Future<Output = Result<R, E>> + Send>>;

/// A service of which only requests, responses and errors are known. A clone is a clone of the
/// service: what it shares with others, it still shares.
pub struct BoxedService<Q, R, E>(Box<dyn Erased<Q, R, E>>);

impl<Q, R, E> BoxedService<Q, R, E> {
    pub(crate) fn new<S>(service: S) -> Self
    where
        S: Service<Q, Response = R> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
        E: Passed,
    {
        BoxedService(Box::new(Whole(service)))
    }
}

impl<Q, R, E> Clone for BoxedService<Q, R, E> {
    fn clone(&self) -> Self {
        BoxedService(self.0.boxed_clone())
    }
}

impl<Q, R, E> fmt::Debug for BoxedService<Q, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedService").finish_non_exhaustive()
    }
}

impl<Q, R, E> Service<Q> for BoxedService<Q, R, E> {
    type Response = R;
    type Error = E;
    type Future = Answer<R, E>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), E>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Q) -> Self::Future {
        self.0.call(request)
    }
}

trait Erased<Q, R, E>: Send + Sync {
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), E>>;

    fn call(&mut self, request: Q) -> Answer<R, E>;

    fn boxed_clone(&self) -> Box<dyn Erased<Q, R, E>>;
}

struct Whole<S>(S);

impl<S, Q, R, E> Erased<Q, R, E> for Whole<S>
where
    S: Service<Q, Response = R> + Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
    E: Passed,
{
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), E>> {
        let ready = self.0.poll_ready(cx);
        ready.map_err(|error| E::passed(error.into()))
    }

    fn call(&mut self, request: Q) -> Answer<R, E> {
        let answer = self.0.call(request);
        Box::pin(async move { answer.await.map_err(|error| E::passed(error.into())) })
    }

    fn boxed_clone(&self) -> Box<dyn Erased<Q, R, E>> {
        Box::new(Whole(self.0.clone()))
    }
}

/// The errors of what is below all layers.
pub(crate) trait Passed: Error + Clone + Sized + 'static {
    /// The error of a layer itself.
    fn of_layer(error: BoxError) -> Self;

    /// The error that came out of layers: as it was, if they passed it on.
    fn passed(error: BoxError) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(same) => return *same,
            Err(other) => other,
        };
        // Some layers wrap what they pass on.
        let mut wrapped = error.source();
        while let Some(inside) = wrapped {
            if let Some(same) = inside.downcast_ref::<Self>() {
                return same.clone();
            }
            wrapped = inside.source();
        }
        Self::of_layer(error)
    }
}

impl Passed for CallError {
    fn of_layer(error: BoxError) -> Self {
        CallError::of_layer(error)
    }
}

impl Passed for Fault {
    fn of_layer(error: BoxError) -> Self {
        Fault::ServerFailure.with_message(error.to_string())
    }
}
