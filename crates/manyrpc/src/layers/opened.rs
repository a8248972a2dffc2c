//! A client's call with several messages behind layers.
//!
//! The layers' response is the end of the call. Its halves come out of the service below them as
//! soon as the call is open, past the layers, and the caller, who polls the receiving half, polls the
//! layers with it.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::tokio::{Received, Receiver, Sender};
use manyrpc_engine::{CallError, CallHead, Misuse};
use tower_service::Service;

use super::ClientService;
use super::arguments::Arguments;
use super::halves::Halves;
use super::request::CallRequest;
use crate::sync::{Mutex, PoisonError};

/// What the layers make of a call.
type Layers = Pin<Box<dyn Future<Output = Result<Received, CallError>> + Send>>;

/// A call with several messages on its way through layers.
pub(crate) struct Passage {
    /// In a lock for threads that share the receiver, which takes it by `&mut` only.
    layers: Mutex<Layers>,
    halves: Halves,
    /// The last message, if it came with the end.
    last: Option<Received>,
    /// What the caller learns of the end.
    end: Option<Result<(), CallError>>,
}

impl fmt::Debug for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut passage = f.debug_struct("Passage");
        passage.field("end", &self.end).finish_non_exhaustive()
    }
}

impl Passage {
    /// Opens a call through layers. `write` marshals the arguments when it is known how.
    ///
    /// # Errors
    /// The call could not be sent, or the layers do not let it pass.
    pub(crate) async fn open(
        mut service: ClientService,
        head: &CallHead<'_>,
        mut write: impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<(Sender, Receiver, Self), CallError> {
        let (arguments, lent) = Arguments::lent();
        let halves = Halves::default();
        let request = CallRequest::opening(head, arguments, halves.clone());
        let layers = async move {
            poll_fn(|cx| service.poll_ready(cx)).await?;
            service.call(request).await
        };
        let mut passage = Passage {
            layers: Mutex::new(Box::pin(layers)),
            halves,
            last: None,
            end: None,
        };
        let (sender, receiver) = poll_fn(|cx| {
            let polled = lent.poll(cx, |cx| passage.poll_layers(cx), &mut write);
            match (polled, passage.halves.poll(cx)) {
                (Poll::Ready(Err(error)), _) => Poll::Ready(Err(error)),
                (_, Poll::Ready(halves)) => Poll::Ready(Ok(halves)),
                (Poll::Ready(Ok(_)), _) => Poll::Ready(Err(ANSWERED.into())),
                (Poll::Pending, Poll::Pending) => Poll::Pending,
            }
        })
        .await?;
        Ok((sender, receiver, passage))
    }

    fn poll_layers(&mut self, cx: &mut Context<'_>) -> Poll<Result<Received, CallError>> {
        let layers = self.layers.get_mut();
        layers
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
            .poll(cx)
    }

    /// The next message, or the end that the layers let through.
    pub(crate) fn poll_next(
        &mut self,
        receiver: &mut Receiver,
        cx: &Context<'_>,
    ) -> Poll<Result<Option<Received>, CallError>> {
        if let Some(end) = &self.end {
            return Poll::Ready(end.clone().map(|()| None));
        }
        let cx = &mut Context::from_waker(cx.waker());
        if receiver.is_over() {
            let end = ready!(self.poll_layers(cx));
            return Poll::Ready(self.conclude(end));
        }
        if let Poll::Ready(end) = self.poll_layers(cx) {
            // They gave the call up.
            receiver.cancel();
            return Poll::Ready(self.conclude(end));
        }
        let next = ready!(receiver.poll_next(cx));
        if !receiver.is_over() {
            return Poll::Ready(next);
        }
        let end = next.map(|last| {
            self.last = last;
            Received::end(receiver.metadata().clone())
        });
        self.halves.end(Some(end));
        let end = ready!(self.poll_layers(cx));
        Poll::Ready(self.conclude(end))
    }

    fn conclude(
        &mut self,
        end: Result<Received, CallError>,
    ) -> Result<Option<Received>, CallError> {
        self.end = Some(end.as_ref().map(drop).map_err(CallError::clone));
        end.map(|_| self.last.take())
    }

    /// Whether the call has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some()
    }
}

impl Drop for Passage {
    /// Layers may have handed the call to another task.
    fn drop(&mut self) {
        if self.end.is_none() {
            self.halves.end(None);
        }
    }
}

/// A service below the layers, or in place of them, did not open the call.
const ANSWERED: Misuse =
    Misuse::NotOffered("call with several messages through a service that answers with one");
