//! WSDL 1.1 and XML Schema: `.wsdl` files with the schemas in them, and `.xsd` files, with what they import and
//! include.
//!
//! Reading list: WSDL 1.1 (W3C Note, 2001), XML Schema 1.0 parts 1 and 2 (second edition), WS-I Basic Profile 1.1,
//! and the rule of wrapped documents of JAX-WS 2.3.
//!
//! ```
//! let text = r#"<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:echo" targetNamespace="urn:echo"
//!       xmlns:x="http://www.w3.org/2001/XMLSchema">
//!     <message name="say"><part name="text" type="x:string"/></message>
//!     <portType name="Echo"><operation name="say">
//!       <input message="t:say"/><output message="t:say"/>
//!     </operation></portType>
//!   </definitions>"#;
//! let (module, _) = manyrpc_idl::load_text("echo.wsdl", text, &manyrpc_idl::Options::default());
//! let module = module.expect("the definition has no errors");
//! assert_eq!(module.interfaces[0].operations[0].name, "say");
//! ```
//!
//! The pipeline is `set` (documents, by `xml`) → `schema` (what they declare) → `lower`; `print` turns a model
//! back into text.
//!
//! # How definitions are modelled
//!
//! | in WSDL or XML Schema | in the model |
//! | --- | --- |
//! | port type | an interface, as the first SOAP binding has it, those of ports and then those over HTTP before others: `wsdl.namespace`, `wsdl.service`, `wsdl.port`, `soap.location`, `soap.version` |
//! | operation | `soap.action`, `soap.style` (`wrapped`, `bare`, `rpc`), `soap.use`, `soap.request`, `soap.response`, `wsa.request`, `wsa.response` (actions of WS-Addressing), `wsdl.input`, `wsdl.output` (names that are not the default); parameters are the wrapper's elements, or the parts |
//! | one-way operation | semantics `Maybe` |
//! | header | a parameter with `xml.role` = `header`, optional unless the binding says `wsdl:required` |
//! | fault | an exception with `xml.element`; `xml.type` where several elements have one type |
//! | complex type | a record with `xsd.name`, `xsd.base`, `xsd.abstract`, `xsd.mixed`: text of simple content, elements, attributes |
//! | type from which others derive | where it is used, a union `T_or_derived` (`xsd.derived`) |
//! | element, attribute | a field: `xml.name` where that is not the field's, `xml.ns` if qualified, `xml.role`, `xml.nillable`, `xml.min`, `xml.default`, `xml.fixed` |
//! | `minOccurs="0"`, nillable | an optional value |
//! | `maxOccurs` over 1 | an array |
//! | choice | a union (`xml.choice`) used by a field with the role `group`; so is a use of the head of a substitution group |
//! | sequence with an occurrence of its own | a record, likewise |
//! | any, anyType | text that is XML |
//! | enumeration of texts | an enumeration with `xml.values` |
//! | other simple types | aliases with `xsd.type`, `xsd.list`, `xsd.union` and facets (`xsd.pattern` …); without a name and facets, `xsd.own` |
//! | array of SOAP's encoding | an alias of an array with `soap.array` (the item type), `soap.array.rank`; of several dimensions, of arrays in arrays |
//!
//! Names follow the rule in `names`; those of enumerations' members have the enumeration's before them where another
//! member or a type has the same. Identity constraints have no effect. `redefine`, `override` and WSDL 2.0 are refused.
//! Types of imported schemas enter the module if something needs them.

mod builtin;
mod lower;
mod names;
mod print;
mod schema;
mod set;
mod words;
mod xml;

use std::path::Path;

use manyrpc_model::Module;

use crate::diagnostic::{Diagnostic, Findings};
use crate::options::{Limits, Options};
use crate::read::read_by;
use crate::source::{Files, Sources};

pub use print::{print, print_at};

pub use crate::inexpressible::{Inexpressible, Reason};

/// Reads a definition, and what it imports and includes. The module is `Some` unless a diagnostic is an error.
pub fn load(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let given = options.limits;
    let limits = Limits {
        source_bytes: given.source_bytes.saturating_mul(BYTES),
        tokens: given.tokens.saturating_mul(NODES),
        ..given
    };
    let options = Options {
        limits,
        ..options.clone()
    };
    read_by(files, path, &options, |sources, findings, file| {
        translate(sources, findings, path, &options, file)
    })
}

/// Definitions in XML are long: those of VMware and eBay have megabytes. They may have so many times the text of others,
const BYTES: usize = 8;
/// and so many times as many elements and attributes as others have tokens.
const NODES: usize = 4;

fn translate(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    path: &Path,
    options: &Options,
    file: u32,
) -> Option<Module> {
    let set = set::read(sources, findings, options, file);
    if findings.has_errors() {
        return None;
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Some(lower::lower(
        sources,
        findings,
        &options.limits,
        &name,
        &set,
    ))
}
