//! Servers on another host: an agent there starts the servers of a study that runs here.
//!
//! - `wire`: the connection: authentication, and the integrity of every line
//! - `message`: the messages of both ends
//! - `host`: the study's end
//!
//! The agent itself must know which servers exist, so it is part of the lab.
//!
//! **What an agent does.** For clients that have its key it starts servers of the lab, and processes that keep a
//! CPU busy; never a command, only entries of a table that it knows by name. It forwards their output lines to the
//! study, and on request the resources and system calls they used. A restarted server continues a count that the
//! agent keeps for it in a file. When the connection ends or is silent, the agent ends all processes.
//!
//! **The connection.** Both ends prove that they have the key by HMAC-SHA-256 (RFC 2104) over nonces of both, and
//! every later line carries a MAC under a per-connection key over its direction, sequence number and text: an
//! attacker on the path can neither impersonate an end nor insert, replay or reorder lines. Nothing sent is secret
//! (names of systems, ports), so nothing is encrypted. TLS with a pinned certificate would give the same plus
//! confidentiality, for two files per host instead of one, and an expiry date. A guessed key could be checked
//! against a recorded connection, so a key is 32 random bytes and not a password.

pub(crate) mod host;
pub mod message;
pub mod wire;

pub use wire::Key;
