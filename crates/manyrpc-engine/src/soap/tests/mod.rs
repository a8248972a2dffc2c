mod client;
mod server;

use alloc::format;
use alloc::string::String;

use crate::time::Instant;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// An envelope of SOAP 1.1 as its examples have it.
fn old(inner: &str) -> String {
    format!(
        "<SOAP-ENV:Envelope\r\n  xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\"\r\n  \
         SOAP-ENV:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\">\r\n{inner}\r\n\
         </SOAP-ENV:Envelope>"
    )
}

/// An envelope of SOAP 1.2 as its examples have it.
fn new(inner: &str) -> String {
    format!(
        "<?xml version='1.0' ?>\r\n\
         <env:Envelope xmlns:env=\"http://www.w3.org/2003/05/soap-envelope\">\r\n{inner}\r\n\
         </env:Envelope>"
    )
}
