//! JSON checked against the examples of its RFC and of JSON-RPC, and against corner cases.

mod records;
mod scan;
mod values;
