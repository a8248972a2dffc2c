//! Another host: an agent there starts the servers of a study that runs here.
//!
//! - `wire`: the connection: who is allowed to, and that every line is theirs
//! - `message`: what the two ends say
//! - `host`: the study's end
//!
//! The agent itself knows which servers there are, so it lies with them.
//!
//! **What an agent does for whom.** It starts servers of the lab, and processes that keep a CPU busy, for
//! whoever has its key; never a command, only a row of what it knows by name. Their lines go to the
//! study as they come; when it asks, so do what they used and their system calls. A server that is started anew goes on
//! with a count that the agent keeps for it in a file of its own. When the connection ends or is silent, they are gone.
//!
//! **The connection.** Both ends prove by HMAC-SHA-256 (RFC 2104) over fresh numbers of both that they have the
//! key, and every line after that carries one under a key of that connection, with its direction and its number: who is
//! on the path can neither be an end, nor put a line in, repeat one or swap two. Nothing that is sent is
//! secret (names of systems, ports), so nothing is encrypted. TLS with a pinned certificate would give
//! the same and secrecy, for two files on each host instead of one, and an expiry date. A guessed key
//! could be checked against a recorded connection, so a key is 32 bytes at random and no password.

pub(crate) mod host;
pub mod message;
pub mod wire;

pub use wire::Key;
