//! The HTTP/2 carrier against other implementations: h2spec, nghttp2, and the crate `h2`; and
//! properties of HPACK for arbitrary fields and bytes.

mod crate_h2;
mod h2spec;
mod hpack;
mod nghttp2;
mod ours;
mod pipe;
mod server;
