//! Both roles, by their messages.

mod client;
mod server;
