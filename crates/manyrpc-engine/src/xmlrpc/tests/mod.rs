//! Both sides, by what they say.

mod client;
mod server;
