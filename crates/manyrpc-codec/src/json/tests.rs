//! JSON against the examples of its RFC and of JSON-RPC, and corner cases.

mod oracle;
mod records;
mod scan;
mod suite;
mod values;
