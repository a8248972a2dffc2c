//! Randomly generated definitions, as text in each definition language.
//!
//! A hand-written corpus covers only what its author thought of. Here a seed chooses: every type and
//! attribute of a language, nested and recursive, with field numbers, lengths and names at the boundaries
//! where encodings change. Nothing here knows the encoding of values or whether a front end handles a
//! definition correctly; that is for the suites that compare implementations.
//!
//! - [`draw`]: the source of choices
//! - [`definition`]: drawn definitions
//! - [`names`]: identifiers, including unusual ones
//! - [`rpcl`], [`dce`], [`omg`], [`proto`], [`wsdl`]: the languages
//! - [`recorded`]: definitions recorded in a file together with answers of a foreign system
//! - `spoil`: definitions with one word changed
//!
//! The same seed draws the same definitions on every machine, so a difference can be reproduced from its
//! seed.

pub mod dce;
pub mod definition;
pub mod draw;
mod languages;
pub mod names;
pub mod omg;
pub mod proto;
pub mod recorded;
pub mod rpcl;
mod spoil;
pub mod wsdl;

pub use definition::{Definition, Language};
pub use draw::Draw;
