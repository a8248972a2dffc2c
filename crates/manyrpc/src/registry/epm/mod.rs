//! The endpoint mapper, asked or offered: where DCE's servers are, by interface and object.
//!
//! Reading list: C706 section 6.2.2 (endpoints and the endpoint mapper), appendix H (its ports),
//! appendix L (towers), appendix O (its interface).

mod table;
mod tower;

pub use table::{Element, Inquiry, Versions};
pub use tower::{BadTower, Floor, NDR, Place, SyntaxId, Tower};

/// The endpoint mapper's own port, TCP and UDP (C706, appendix H).
pub const PORT: u16 = 135;
