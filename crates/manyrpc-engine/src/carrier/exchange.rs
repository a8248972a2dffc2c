//! Requests and responses of HTTP whose framing somebody else does: a server of another library, in which an engine
//! answers some of the requests.
//!
//! Reading list: RFC 9110 sections 6.3 (header data), 6.4 (content), 6.5 (trailers).

use manyrpc_codec::Buf;

use super::fields::Fields;
use crate::contract::ServerEngine;

/// The server role of one exchange.
///
/// [`begin`](Self::begin) comes first. The request's content, without any framing, is then received like a stream
/// ([`next_call`](ServerEngine::next_call)), and [`handle_end`](ServerEngine::handle_end) marks its end. The response's
/// parts are taken as they become known: its head, content, and, once [it is over](Self::is_over) and all content was
/// taken, its trailers.
pub trait HttpExchange: ServerEngine {
    /// The head of the request: `:method` and `:path` first, then its fields, names in lower case.
    fn begin(&mut self, request: Fields);

    /// The head of the response, once: `:status` first, then its fields.
    fn take_head(&mut self) -> Option<Fields>;

    /// Content of the response that was not taken yet, if there is any.
    fn take_content(&mut self) -> Option<Buf>;

    /// Whether the response is complete: nothing is added to what was not taken yet.
    fn is_over(&self) -> bool;

    /// The trailers of a complete response, once, if it has any.
    fn take_trailers(&mut self) -> Option<Fields> {
        None
    }
}
