//! The content of responses.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use ::http::HeaderMap;
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use manyrpc_codec::Buf;
use manyrpc_engine::carrier::fields::Fields;

use super::exchange::{Exchange, Part, header};

/// The content of a response, and its trailers. Dropping it cancels the calls that it would have results of.
pub struct ResponseBody(State);

enum State {
    /// The engine may have more.
    Open(Box<Exchange>),
    /// All that remains.
    Rest(Option<Bytes>, Option<HeaderMap>),
}

/// Why the content of a response ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyError;

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the request's content broke off")
    }
}

impl Error for BodyError {}

impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseBody").finish_non_exhaustive()
    }
}

impl ResponseBody {
    /// Of an exchange whose head was taken.
    pub(super) fn of(mut exchange: Box<Exchange>) -> Self {
        ResponseBody(match exchange.rest() {
            Some((content, trailers)) => State::Rest(content.map(bytes), trailers.map(map)),
            None => State::Open(exchange),
        })
    }

    /// With that content.
    #[cfg(feature = "soap")]
    pub(super) fn whole(content: Vec<u8>) -> Self {
        ResponseBody(State::Rest(Some(content.into()), None))
    }

    pub(super) fn text(text: &'static str) -> Self {
        ResponseBody(State::Rest(Some(Bytes::from_static(text.as_bytes())), None))
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let exchange = match &mut self.0 {
            State::Open(exchange) => exchange,
            State::Rest(content, trailers) => {
                let content = content.take().map(Frame::data);
                let frame = content.or_else(|| trailers.take().map(Frame::trailers));
                return Poll::Ready(frame.map(Ok));
            }
        };
        let Poll::Ready(part) = exchange.poll_part(cx) else {
            return Poll::Pending;
        };
        let frame = match part {
            Part::Content(content) => return Poll::Ready(Some(Ok(Frame::data(bytes(content))))),
            Part::Trailers(trailers) => Some(Ok(Frame::trailers(map(trailers)))),
            Part::End => None,
            Part::Failed => Some(Err(BodyError)),
        };
        self.0 = State::Rest(None, None);
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, State::Rest(None, None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            State::Rest(content, None) => {
                SizeHint::with_exact(content.as_ref().map_or(0, Bytes::len) as u64)
            }
            _ => SizeHint::default(),
        }
    }
}

/// Content in the memory that the engine wrote it to.
fn bytes(content: Buf) -> Bytes {
    struct Owned(Buf);
    impl AsRef<[u8]> for Owned {
        fn as_ref(&self) -> &[u8] {
            self.0.data()
        }
    }
    Bytes::from_owner(Owned(content))
}

fn map(trailers: Fields) -> HeaderMap {
    let fields = trailers.iter();
    fields
        .filter_map(|field| header(field.name, field.value))
        .collect()
}
