//! The server's marshalled messages of a call with several.

use std::future::poll_fn;
use std::task::{Context, Poll};

use manyrpc_driver::tokio::{Received, Receiver};
use manyrpc_engine::{CallError, ReplyMetadata};

#[cfg(feature = "tower")]
use crate::layers::Passage;

/// The messages, and the end that layers let through, if there are any. Dropping it before the call
/// has ended cancels the call.
#[derive(Debug)]
pub(crate) struct CallReceiver {
    receiver: Receiver,
    #[cfg(feature = "tower")]
    passage: Option<Box<Passage>>,
}

impl From<Receiver> for CallReceiver {
    fn from(receiver: Receiver) -> Self {
        CallReceiver {
            receiver,
            #[cfg(feature = "tower")]
            passage: None,
        }
    }
}

impl CallReceiver {
    #[cfg(feature = "tower")]
    pub(super) fn through(passage: Passage, receiver: Receiver) -> Self {
        let passage = Some(Box::new(passage));
        CallReceiver { receiver, passage }
    }

    /// As [`Receiver::next`].
    pub(crate) async fn next(&mut self) -> Result<Option<Received>, CallError> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// As [`Receiver::poll_next`].
    pub(crate) fn poll_next(
        &mut self,
        cx: &Context<'_>,
    ) -> Poll<Result<Option<Received>, CallError>> {
        #[cfg(feature = "tower")]
        if let Some(passage) = &mut self.passage {
            return passage.poll_next(&mut self.receiver, cx);
        }
        self.receiver.poll_next(cx)
    }

    /// Whether the call has ended.
    pub(crate) fn is_over(&self) -> bool {
        #[cfg(feature = "tower")]
        if let Some(passage) = &self.passage {
            return passage.is_over();
        }
        self.receiver.is_over()
    }

    /// As [`Receiver::metadata`].
    pub(crate) fn metadata(&self) -> &ReplyMetadata {
        self.receiver.metadata()
    }
}
