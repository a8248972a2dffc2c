//! Definitions drawn at random, as text in each definition language.
//!
//! A corpus has the shapes that its author thought of. Here a seed chooses them: every type and
//! attribute of a language, nested and recursive, with field numbers, lengths and names at the
//! boundaries where encodings change. Nothing here knows how a value lies in bytes or whether a
//! front end is right about a definition; that is for whoever compares implementations.
//!
//! - [`draw`]: the source of choices
//! - [`definition`]: what is drawn
//! - [`names`]: identifiers, odd ones among them
//! - [`rpcl`], [`dce`], [`proto`]: a language each
//! - [`recorded`]: those that stand in a file with what somebody answered
//! - `spoil`: definitions with one word changed
//!
//! The same seed draws the same definitions on every machine, so a difference that was found is
//! found again by its seed.

pub mod dce;
pub mod definition;
pub mod draw;
pub mod names;
pub mod proto;
pub mod recorded;
pub mod rpcl;
mod spoil;

pub use definition::{Definition, Language};
pub use draw::Draw;
