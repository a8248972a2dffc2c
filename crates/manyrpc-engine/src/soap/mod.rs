//! SOAP 1.1 and 1.2 over HTTP/1.1.
//!
//! Reading list: Simple Object Access Protocol (SOAP) 1.1 (W3C note, 2000), sections 3, 4, 6; SOAP 1.2 (second edition,
//! 2007), part 1 sections 2 and 5, part 2 section 7; WS-I Basic Profile 1.1, section 3; Web Services Addressing 1.0, core
//! section 3 and SOAP binding section 5; SOAP Message Transmission Optimization Mechanism (2005), section 4.
//!
//! Bodies are the messages themselves: only their codec knows which namespaces are in scope, where the values lie that are
//! referred to, and the attachments. An engine writes the head of HTTP and the start of an envelope, and the codec the rest;
//! what it reads goes as far as the name of the first element of a body, and the codec reads the message from its start. A
//! call's name is that of this element, its namespace being the interface, or, where a body is empty, the action alone.
//!
//! - [`Client`], [`Server`]: the two roles; a server speaks both versions, and answers in that of the request
//! - [`fault`]: mapping faults to and from codes
//! - `envelope`: the text around bodies
//! - `addressing`: the headers of WS-Addressing
//! - `metadata`: fields of HTTP and entries of headers as metadata
//! - `requests`, `replies`: reading messages
//! - [`security`]: the header of Web Services Security
//!
//! ```
//! use manyrpc_engine::carrier::http1::Target;
//! use manyrpc_engine::soap::{Client, Server};
//! use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, Limits, Path, Rx, ServerEngine};
//!
//! let target = Target { host: "example.com", path: "/" };
//! let mut client = Client::new(Limits::default(), target, 1);
//! let mut server = Server::new(Limits::default(), 1);
//! client.begin_call(&CallHead::named(Path { interface: "Calc", operation: "add" }))?;
//! client.body().put(
//!     b"<soap:Body><n:add xmlns:n=\"urn:Calc\"><a>1</a></n:add></soap:Body></soap:Envelope>",
//! );
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(call.name.unwrap().path(), Path { interface: "urn:Calc", operation: "add" });
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod addressing;
mod envelope;
pub mod fault;
mod metadata;
mod protocol;
mod replies;
mod requests;
pub mod security;
mod state;
#[cfg(test)]
mod tests;

pub use addressing::Actions;
pub use manyrpc_codec::soap::Version;
pub use metadata::HEADER;
pub use state::{HeaderWriter, Soap, Understood};

use alloc::boxed::Box;
use alloc::sync::Arc;

use manyrpc_codec::xml::Limits as ScanLimits;

use crate::Limits;
use crate::carrier::http1::{self, Media, Target};
use crate::carrier::messages;
use crate::carrier::messages::exchange::Exchange;
use crate::carrier::messages::medium::{ClientMedium, ServerMedium};
use addressing::Addressing;
use security::Verifier;

/// The content types over HTTP: SOAP 1.1 section 6, SOAP 1.2 part 2 section 7.1.4, XOP section 4.1.
const MEDIA: Media = Media {
    protocol: "SOAP",
    sent: envelope::TYPE_11,
    accepted: &[
        "text/xml",
        "application/soap+xml",
        "multipart/related",
        "application/xml",
    ],
};

/// Limits for scanning a message, whose length was checked on arrival.
const SCAN: ScanLimits = ScanLimits::OF_SHAPE;

/// More elements than a header has in practice.
const MOST_ELEMENTS: usize = 256;

/// Whether requests of HTTP with this content type are calls.
pub fn accepts(content_type: &[u8]) -> bool {
    MEDIA.accepts(content_type)
}

/// The engine of a client's connection.
pub type Client = messages::Client<Soap>;

/// The engine of a server's connection.
pub type Server = messages::Server<Soap>;

impl Client {
    /// For one connection to `target`, with version 1.1. A call waits for earlier ones unless they are idempotent.
    pub fn new(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        let mut protocol = Soap::new(seed);
        protocol.options.strict = true;
        Self::over(limits, ClientMedium::Http(http), protocol, seed)
    }

    /// Sets the version.
    pub fn set_version(&mut self, version: Version) {
        self.protocol.options.version = version;
        self.state_type();
    }

    /// Whether bytes of a call travel as attachments of a MIME package.
    pub fn set_mtom(&mut self, on: bool) {
        self.protocol.options.mtom = on.then_some(self.protocol.boundary);
        self.state_type();
    }

    /// Whether arguments are encoded as in section 5 of SOAP 1.1.
    pub fn set_encoded(&mut self, on: bool) {
        self.protocol.options.encoded = on;
    }

    /// States in every call where it goes, what it is, and which one it is: WS-Addressing.
    pub fn set_addressing(&mut self, to: &str) {
        let addressing = Addressing::new(to, self.protocol.boundary);
        self.protocol.addressing = Some(addressing);
    }

    /// Makes calls read the document at the target: a description of the service, for example. Their replies are its
    /// content, whatever it is.
    pub fn set_reading(&mut self) {
        self.protocol.reads = true;
        if let Some(http) = self.http_client() {
            http.set_reading();
        }
    }

    /// Adds the entries of a header that the application writes to every call.
    pub fn set_headers(&mut self, headers: Box<dyn HeaderWriter>) {
        self.protocol.headers = Some(headers);
    }

    fn state_type(&mut self) {
        let text = envelope::content_type(&self.protocol.options);
        if let Some(http) = self.http_client() {
            http.set_content_type(&text);
        }
    }
}

impl Server {
    /// For one connection.
    pub fn new(limits: Limits, seed: u64) -> Self {
        let http = Box::new(http1::Server::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Http(http), Soap::new(seed))
    }

    /// For one exchange of HTTP whose framing somebody else does.
    pub fn exchange(limits: Limits, seed: u64) -> Self {
        let exchange = Box::new(Exchange::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Exchange(exchange), Soap::new(seed))
    }

    /// Whether the results of calls that came in MIME packages travel in such packages.
    pub fn set_mtom(&mut self, on: bool) {
        self.protocol.packages = on;
    }

    /// Takes calls of those users only whom it believes: by the header of Web Services Security, or HTTP's own.
    pub fn set_verifier(&mut self, verifier: Arc<dyn Verifier>) {
        self.protocol.verifier = Some(verifier);
    }

    /// Sets the entries of headers that the application understands.
    pub fn set_understood(&mut self, understood: Arc<Understood>) {
        self.protocol.understood = understood;
    }

    /// Sets the actions of results, which WS-Addressing states in their header. That of an unknown call's is derived
    /// from its action.
    pub fn set_actions(&mut self, actions: Arc<Actions>) {
        self.protocol.actions = actions;
    }
}
