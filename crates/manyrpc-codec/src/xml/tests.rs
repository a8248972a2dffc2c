//! XML-RPC checked against its specification's examples and against corner cases.

mod charset;
mod oracle;
mod records;
mod scan;
mod values;
