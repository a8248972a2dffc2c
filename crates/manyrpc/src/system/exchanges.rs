//! The engines of calls that are exchanges of HTTP whose framing another server does.

use std::sync::Arc;

use manyrpc_engine::Limits;
use manyrpc_engine::carrier::exchange::HttpExchange;
#[cfg(feature = "soap")]
use manyrpc_engine::carrier::http1::Documents;

use crate::host::Host;

/// What such engines need to know about their server.
pub struct ServeExchanges {
    /// Caps and time-outs.
    pub limits: Limits,
    /// What they ask about the server.
    pub(crate) host: Arc<Host>,
}

/// A system's calls as exchanges of HTTP.
pub struct Exchanges {
    /// Whether a request with this content type is a call.
    pub takes: fn(&[u8]) -> bool,
    /// A field, in lower case, that tells its calls from those of other systems with the same content types.
    pub mark: Option<&'static str>,
    /// The calls need HTTP/2.
    pub needs_http2: bool,
    /// What is read by GET beside the calls.
    #[cfg(feature = "soap")]
    pub documents: Option<Arc<dyn Documents>>,
    /// Makes an engine for each request.
    pub engine: Box<dyn Fn() -> Box<dyn HttpExchange> + Send + Sync>,
}

impl Exchanges {
    /// Calls with these content types, over any version of HTTP.
    pub fn new<E: HttpExchange + 'static>(
        takes: fn(&[u8]) -> bool,
        engine: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        Exchanges {
            takes,
            mark: None,
            needs_http2: false,
            #[cfg(feature = "soap")]
            documents: None,
            engine: Box::new(move || Box::new(engine())),
        }
    }
}
