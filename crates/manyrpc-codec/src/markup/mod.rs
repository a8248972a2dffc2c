//! XML 1.0, as far as messages use it: shared by the syntaxes of XML-RPC and SOAP.
//!
//! - [`charset`]: documents in other encodings than UTF-8
//! - [`cursor`]: a position in a document
//! - [`declaration`]: its first line
//! - [`text`]: characters with escapes

pub(crate) mod charset;
pub(crate) mod cursor;
pub(crate) mod declaration;
pub(crate) mod text;
