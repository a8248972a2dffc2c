//! Front ends: they translate definitions in several languages to the interface model.
//!
//! - [`load`](fn@load) and [`load_from`]: read a definition in any language
//! - [`diagnostic`]: errors and warnings, in the same form for all languages
//! - `rpcl`: Sun's RPC language (`.x`), read and written
//! - `dce`: DCE's interface definition language (`.idl` with its `.acf`), read and written
//! - `omg`: OMG IDL, of CORBA (`.idl`), read and written
//! - `protobuf`: Protocol Buffers (`.proto` with its `.ids`), read and written
//! - `wsdl`: WSDL 1.1 and XML Schema (`.wsdl`, `.xsd`), read and written
//!
//! Each language is a feature of that name, on by default; only `protobuf` and `wsdl` have additional dependencies.
//!
//! Nothing here opens a file itself: text comes through [`Files`], so that a
//! test, a fuzzer or a tool can supply it from anywhere.
//!
//! ```
//! # #[cfg(feature = "rpcl")] {
//! use manyrpc_idl::{Options, load_text, print_as};
//!
//! let text = "program ECHO { version ECHO_V1 { int PING(int) = 1; } = 1; } = 0x20000001;";
//! let (module, diagnostics) = load_text("echo.x", text, &Options::default());
//! let module = module.expect("the definition has no errors");
//! assert!(diagnostics.is_empty());
//! assert_eq!(module.interfaces[0].operations[0].name, "PING");
//! assert!(print_as(&module, "x").unwrap().contains("program ECHO"));
//!
//! let (module, diagnostics) = load_text("bad.x", "typedef missing other;", &Options::default());
//! assert!(module.is_none() && diagnostics[0].message.contains("missing"));
//! # }
//! ```

#![cfg_attr(
    not(all(
        feature = "rpcl",
        feature = "dce",
        feature = "omg",
        feature = "protobuf",
        feature = "wsdl"
    )),
    allow(dead_code, reason = "each language uses only some of the shared code")
)]

mod c;
#[cfg(feature = "dce")]
pub mod dce;
pub mod diagnostic;
mod inexpressible;
mod language;
mod load;
mod names;
#[cfg(feature = "omg")]
pub mod omg;
mod options;
mod place;
#[cfg(feature = "protobuf")]
pub mod protobuf;
mod read;
#[cfg(feature = "rpcl")]
pub mod rpcl;
mod source;
#[cfg(feature = "wsdl")]
pub mod wsdl;

pub use diagnostic::{Diagnostic, Label, Place, Severity};
pub use inexpressible::{Inexpressible, Reason};
pub use load::{language_of, load, load_from, load_text, print_as, texts};
pub use options::{Limits, Options, Strings};
pub use source::{DiskFiles, Files, MemoryFiles};
