//! Layers around what a server serves.

use std::sync::Arc;
use std::time::Duration;

use manyrpc_codec::Buf;
use manyrpc_engine::{Call, Caller, Fault, Handler, Outcome, Serving, Stream};
use tower_layer::Layer;
use tower_service::Service;

use super::Builder;
use crate::error::Error;
use crate::layers::{
    BoxError, Naming, Served, ServedCall, ServedService, StreamedCall, executed, innermost,
};
use crate::router::Router;

impl Builder {
    /// Puts a layer of `tower` around everything that the server serves, and around the layers added
    /// before. A server with layers must be started on a [runtime](Self::start_on_runtime).
    ///
    /// Each call passes through a clone of the layer's service. Its error becomes a
    /// [`Fault::ServerFailure`] with the error's text, unless it is a [`Fault`] itself: a layer that
    /// maps errors above others says what callers learn of them. Layers see the beginning and the end
    /// of a call with several messages, which lasts as long as it does.
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<ServedService>,
        L::Service: Service<ServedCall, Response = Served> + Clone + Send + Sync + 'static,
        <L::Service as Service<ServedCall>>::Error: Into<BoxError>,
        <L::Service as Service<ServedCall>>::Future: Send + 'static,
    {
        let inner = self.layers.unwrap_or_else(innermost);
        self.layers = Some(ServedService::new(layer.layer(inner)));
        self
    }

    /// Refuses workers for calls that pass through layers.
    pub(super) fn check_layers(&self) -> Result<(), Error> {
        if self.layers.is_some() && self.caps.workers > 0 {
            let problem = "calls through layers are futures, which workers do not execute";
            return Err(Error::Settings(problem.to_owned()));
        }
        Ok(())
    }
}

/// A router behind layers.
pub(super) struct Layered {
    layers: ServedService,
    router: Arc<Router>,
}

impl Layered {
    pub(super) fn new(layers: ServedService, router: Arc<Router>) -> Self {
        Layered { layers, router }
    }
}

impl Naming for Router {
    fn names(&self, call: &Call) -> Option<(String, String)> {
        Router::names(self, call)
    }

    fn refusal(&self, call: &Call, fault: Fault) -> Fault {
        Router::refusal(self, call, fault)
    }
}

impl Handler for Layered {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.router.handle(call, received, reply)
    }

    fn is_async(&self) -> bool {
        true
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
        let (router, layers) = (&self.router, self.layers.clone());
        Box::pin(executed(
            layers,
            router.clone(),
            (call, caller),
            move || router.serve_async(call, received, reply, caller),
        ))
    }

    fn open(&self, call: &Call, received: &[u8], _: &dyn Caller) -> Result<Box<dyn Stream>, Fault> {
        let (router, layers) = (self.router.clone(), self.layers.clone());
        let end = call.arguments.end.max(call.credential.body.end);
        let received = received[..end].to_vec();
        Ok(Box::new(StreamedCall::new(
            layers,
            router.clone(),
            call.clone(),
            move |call, caller| router.open(call, &received, caller),
        )))
    }

    fn association_ended(&self, association: u64) {
        self.router.association_ended(association);
    }
}
