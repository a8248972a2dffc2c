//! One request and its response, between an engine and another library.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use ::http::{HeaderName, HeaderValue, Response, StatusCode};
use bytes::Buf as _;
use http_body::Body;
use manyrpc_codec::Buf;
use manyrpc_driver::exchange::Calls;
use manyrpc_engine::carrier::exchange::HttpExchange;
use manyrpc_engine::carrier::fields::{Field, Fields};

use super::Refusal;

/// One request and its response.
pub(super) struct Exchange {
    engine: Box<dyn HttpExchange>,
    calls: Calls,
    /// The content of the request, until it has ended.
    content: Option<Pin<Box<dyn Content>>>,
    /// The content broke off.
    failed: bool,
}

/// What came out of an engine for the content of a response.
pub(super) enum Part {
    Content(Buf),
    Trailers(Fields),
    End,
    /// The response cannot be completed.
    Failed,
}

impl Exchange {
    pub(super) fn new(
        engine: Box<dyn HttpExchange>,
        calls: Calls,
        content: impl Body + Send + 'static,
    ) -> Self {
        Exchange {
            engine,
            calls,
            content: Some(Box::pin(content)),
            failed: false,
        }
    }

    /// The head of the response.
    pub(super) fn poll_head(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Response<()>, Refusal>> {
        self.poll(cx);
        match self.engine.take_head() {
            Some(head) => Poll::Ready(Ok(response(&head))),
            None if self.failed => Poll::Ready(Err(Refusal::BROKEN_OFF)),
            None if self.engine.broken().is_some() => Poll::Ready(Err(Refusal::TOO_SLOW)),
            None => Poll::Pending,
        }
    }

    /// The next part of the response's content.
    pub(super) fn poll_part(&mut self, cx: &mut Context<'_>) -> Poll<Part> {
        self.poll(cx);
        if let Some(content) = self.engine.take_content() {
            return Poll::Ready(Part::Content(content));
        }
        match self.engine.is_over() {
            true => Poll::Ready(match self.engine.take_trailers() {
                Some(trailers) => Part::Trailers(trailers),
                None => Part::End,
            }),
            false if self.failed || self.engine.broken().is_some() => Poll::Ready(Part::Failed),
            false => Poll::Pending,
        }
    }

    /// Everything that remains of the response, if it is complete.
    pub(super) fn rest(&mut self) -> Option<(Option<Buf>, Option<Fields>)> {
        let over = self.engine.is_over();
        over.then(|| (self.engine.take_content(), self.engine.take_trailers()))
    }

    /// Receives and executes what can be.
    fn poll(&mut self, cx: &mut Context<'_>) {
        while !self.engine.is_over() && !self.failed {
            self.calls.poll(&mut *self.engine, cx);
            if self.engine.is_over() || self.engine.broken().is_some() {
                break;
            }
            // The rest waits for output to be taken, or for the application.
            if self.engine.is_full() {
                return;
            }
            let Some(content) = &mut self.content else {
                return;
            };
            match content.as_mut().poll_into(self.calls.received(), cx) {
                Poll::Pending => return,
                Poll::Ready(Ok(false)) => {}
                Poll::Ready(Ok(true)) => {
                    self.content = None;
                    self.engine.handle_end();
                }
                Poll::Ready(Err(BrokenOff)) => self.failed = true,
            }
        }
        // Nothing more is needed of the request.
        self.content = None;
        self.calls.cancel();
    }
}

/// The content of a request, whatever its type.
trait Content: Send {
    /// Appends what has arrived. True if that was all.
    fn poll_into(
        self: Pin<&mut Self>,
        into: &mut Buf,
        cx: &mut Context<'_>,
    ) -> Poll<Result<bool, BrokenOff>>;
}

/// It did not arrive as a whole.
struct BrokenOff;

impl<B: Body + Send> Content for B {
    fn poll_into(
        mut self: Pin<&mut Self>,
        into: &mut Buf,
        cx: &mut Context<'_>,
    ) -> Poll<Result<bool, BrokenOff>> {
        let Some(frame) = ready!(self.as_mut().poll_frame(cx)) else {
            return Poll::Ready(Ok(true));
        };
        let frame = frame.map_err(|_| BrokenOff)?;
        // Trailers of requests say nothing about calls.
        if let Ok(mut data) = frame.into_data() {
            while data.has_remaining() {
                let piece = data.chunk();
                into.put(piece);
                let n = piece.len();
                data.advance(n);
            }
        }
        Poll::Ready(Ok(self.is_end_stream()))
    }
}

/// The head of a response, as the engine wrote it.
fn response(head: &Fields) -> Response<()> {
    let mut response = Response::new(());
    for Field { name, value, .. } in head.iter() {
        if name == b":status" {
            let status = StatusCode::from_bytes(value);
            *response.status_mut() = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        } else if let Some((name, value)) = header(name, value) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// A field as a header; engines write valid ones only.
pub(super) fn header(name: &[u8], value: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let name = HeaderName::from_bytes(name).ok()?;
    Some((name, HeaderValue::from_bytes(value).ok()?))
}
