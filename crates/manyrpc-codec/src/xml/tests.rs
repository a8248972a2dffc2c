//! XML-RPC against its specification's examples and corner cases.

mod charset;
mod oracle;
mod records;
mod scan;
mod values;
