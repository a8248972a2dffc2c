//! Clients as services, and clients of services.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::tokio::{Received, Sender};
use manyrpc_engine::{CallError, CallHead, Closed, Misuse};
use tower_layer::Layer;
use tower_service::Service;

use super::lanes::{Connecting, Connector, Lanes, Reservation};
use super::receiver::CallReceiver;
use super::{AsyncClient, AsyncReply};
use crate::client::Traits;
use crate::held::HeldContexts;
use crate::layers::{BoxError, CallReply, CallRequest, ClientService, Passage, exchange};

impl AsyncClient {
    /// The same client, whose calls pass through a layer of `tower`, and then through the layers that
    /// it has. Each call passes through a clone of the layer's service.
    #[must_use]
    pub fn layered<L>(&self, layer: L) -> Self
    where
        L: Layer<ClientService>,
        L::Service: Service<CallRequest, Response = CallReply> + Clone + Send + Sync + 'static,
        <L::Service as Service<CallRequest>>::Error: Into<BoxError>,
        <L::Service as Service<CallRequest>>::Future: Send + 'static,
    {
        self.through(layer.layer(self.service()))
    }

    /// The same client, whose calls are made by a service, such as one that chooses among several
    /// clients. Object, metadata, timeout and context handles are still this client's, and so is what
    /// it tells of its connections. All clients below must have the same system.
    #[must_use]
    pub fn through<S>(&self, service: S) -> Self
    where
        S: Service<CallRequest, Response = CallReply> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
    {
        let service = ClientService::new(service);
        AsyncClient {
            layers: Some(Arc::new(service)),
            ..self.clone()
        }
    }

    /// A client without connections of its own, whose calls are made by a service: in tests by one
    /// that answers them itself, for example.
    pub fn over_service<S>(service: S) -> Self
    where
        S: Service<CallRequest, Response = CallReply> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
    {
        let lanes = Lanes::new(Arc::new(Nowhere), None);
        let traits = Traits {
            has_exceptions: true,
            ..Traits::default()
        };
        AsyncClient::over(lanes, traits, HeldContexts::default()).through(service)
    }

    /// The client as a service, for layers, and for services that choose among several.
    ///
    /// It is ready when a call would not have to wait for others: where each call in flight needs a
    /// connection of its own, when one is left.
    pub fn service(&self) -> ClientService {
        match &self.layers {
            Some(layers) => (**layers).clone(),
            None => ClientService::new(Connections {
                lanes: self.lanes.clone(),
                reserved: None,
                reserving: None,
            }),
        }
    }

    /// Makes a call through layers.
    pub(super) async fn pass<F>(
        &self,
        layers: &ClientService,
        head: &CallHead<'_>,
        write: F,
    ) -> Result<Received, CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        // On the heap, so that calls without layers do not have its size.
        let last = self.last().cloned();
        let passing = Box::pin(exchange(layers.clone(), head, last, write));
        #[cfg(feature = "tracing")]
        let passing = self.span(head).around(passing);
        passing.await
    }

    /// Opens a call with several messages through layers.
    pub(super) async fn pass_several<F>(
        &self,
        layers: &ClientService,
        head: &CallHead<'_>,
        write: F,
    ) -> Result<(Sender, CallReceiver), CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let opening = Box::pin(Passage::open(layers.clone(), head, write));
        let (sender, receiver, passage) = opening.await?;
        Ok((sender, CallReceiver::through(passage, receiver)))
    }
}

/// For programs that call a [`ClientService`] themselves. Results that refer to what their arguments
/// point to (NDR's full pointers) cannot be decoded from it.
impl From<CallReply> for AsyncReply {
    fn from(received: CallReply) -> Self {
        let referents = Referents::default();
        AsyncReply {
            received: received.into(),
            referents,
        }
    }
}

/// A client's connections, below all layers.
struct Connections {
    lanes: Arc<Lanes>,
    /// A connection for the next call, where each needs one of its own.
    reserved: Option<Reservation>,
    reserving: Option<Reserving>,
}

type Reserving = Pin<Box<dyn Future<Output = Reservation> + Send + Sync>>;

impl Clone for Connections {
    fn clone(&self) -> Self {
        Connections {
            lanes: self.lanes.clone(),
            reserved: None,
            reserving: None,
        }
    }
}

impl Service<CallRequest> for Connections {
    type Response = CallReply;
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<CallReply, CallError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        if self.reserved.is_some() || !self.lanes.are_limited() {
            return Poll::Ready(Ok(()));
        }
        let begin = || -> Reserving { Box::pin(self.lanes.clone().reserve()) };
        let reserving = self.reserving.get_or_insert_with(begin);
        reserving.as_mut().poll(cx).map(|reserved| {
            self.reserving = None;
            self.reserved = Some(reserved);
            Ok(())
        })
    }

    fn call(&mut self, request: CallRequest) -> Self::Future {
        let (lanes, mut reserved) = (self.lanes.clone(), self.reserved.take());
        Box::pin(async move {
            let mut head = request.head();
            let mut refusals = 0;
            let (lane, begun) = loop {
                let (lane, left) = match reserved.take() {
                    Some(reserved) => lanes.reserved_lane(reserved, &head).await?,
                    None => lanes.lane(&head).await?,
                };
                match request.begin_on(lane.connection(), left.timeout).await {
                    Ok(begun) => break (lane, begun),
                    Err(refused) if lane.begins_elsewhere(&refused, &mut refusals) => head = left,
                    Err(refused) => return Err(refused),
                }
            };
            let ended = request.end(begun).await;
            if request.is_one_way() {
                lane.end_one_way();
            }
            ended
        })
    }
}

/// For a client without connections of its own.
struct Nowhere;

impl Connector for Nowhere {
    fn connect(self: Arc<Self>) -> Result<Connecting, CallError> {
        Err(CallError::Closed(Closed::ByUs))
    }
}
