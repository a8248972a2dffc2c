//! Introspection for XML-RPC: the methods of `system`.
//!
//! Reading list: xmlrpc-c's document on introspection (`system.listMethods`,
//! `system.methodSignature`, `system.methodHelp`); `system.getCapabilities` as in xmlrpc-epi: a
//! struct with a struct for each capability, which has the address of its description and a
//! version.

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{Encoding, InterfaceId};
use manyrpc_dynamic::lower::{Lowered, Members, Shape};
use manyrpc_engine::{Domain, Fault, Outcome};

use super::generated::system::{System, SystemServer};
use crate::context::{Context, Dispatch};
use crate::service::Service;
use crate::system::introspection::IntrospectionService;
use crate::systems::known::{Described, Known};

/// `server error. invalid method parameters` of the specification for fault code interoperability.
const INVALID_PARAMETERS: i32 = -32602;

/// An operation that the definition cannot express: its result has names with dots.
const CAPABILITIES: (&str, u32) = ("getCapabilities", u32::MAX);

/// Capabilities besides calls: name, address of the description, version.
const OFFERED: [(&str, &str, i32); 4] = [
    ("xmlrpc", "http://xmlrpc.com/spec.md", 1),
    (
        "introspect",
        "http://xmlrpc-c.sourceforge.net/introspection.html",
        1,
    ),
    (
        "faults_interop",
        "http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php",
        20_010_516,
    ),
    (
        "system.multicall",
        "http://xmlrpc-c.sourceforge.net/doc/libxmlrpc_server.html#system.multicall",
        1,
    ),
];

/// The service `system`.
struct Methods(SystemServer<About>);

struct About(Arc<Known>);

/// The description of a method.
struct Method {
    name: String,
    /// The result's type, followed by the parameters' types.
    signature: Vec<&'static str>,
    help: String,
}

/// The introspection service.
pub(super) fn service(of: &[Arc<dyn Service>]) -> IntrospectionService {
    let about = About(Known::new(of));
    (Encoding::XML, Arc::new(Methods(SystemServer(about))))
}

impl Service for Methods {
    fn interface(&self) -> InterfaceId<'_> {
        self.0.interface()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        let mut operations = self.0.operations();
        operations.push(CAPABILITIES);
        operations
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        if operation != CAPABILITIES.1 {
            return self.0.dispatch(operation, call);
        }
        call.reply().put(capabilities().as_bytes());
        Outcome::Idempotent
    }
}

/// No name or address here has a character that needs escaping in XML.
fn capabilities() -> String {
    let each = OFFERED.map(|(name, address, version)| {
        let members = format!(
            "<member><name>specUrl</name><value><string>{address}</string></value></member>\
             <member><name>specVersion</name><value><int>{version}</int></value></member>"
        );
        format!("<member><name>{name}</name><value><struct>{members}</struct></value></member>")
    });
    let all = each.concat();
    format!("<param><value><struct>{all}</struct></value></param>")
}

impl System for About {
    fn list_methods<'a>(&'a self, _: &Context<'_>) -> Result<Vec<Cow<'a, str>>, Fault> {
        let methods = self.methods().into_iter();
        Ok(methods.map(|method| method.name.into()).collect())
    }

    fn method_signature<'a>(
        &'a self,
        _: &Context<'_>,
        method: Cow<'a, str>,
    ) -> Result<Vec<Vec<Cow<'a, str>>>, Fault> {
        let signature = self.find(&method)?.signature;
        Ok(vec![signature.into_iter().map(Cow::Borrowed).collect()])
    }

    fn method_help<'a>(
        &'a self,
        _: &Context<'_>,
        method: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        Ok(self.find(&method)?.help.into())
    }
}

impl About {
    /// All methods in the order of the services, followed by those of `system`.
    fn methods(&self) -> Vec<Method> {
        let mut methods = Vec::new();
        self.0.each(|name, operation| {
            methods.push(Method {
                name,
                signature: signature(&operation),
                help: operation.help(),
            });
        });
        let own = OWN.iter().map(|(name, signature, help)| Method {
            name: format!("system.{name}"),
            signature: signature.to_vec(),
            help: (*help).to_owned(),
        });
        methods.extend(own);
        methods
    }

    fn find(&self, name: &str) -> Result<Method, Fault> {
        let found = self.methods().into_iter().find(|m| m.name == name);
        found.ok_or_else(|| {
            let said = format!("there is no method `{name}`");
            Fault::of_domain(Domain::XmlRpc, INVALID_PARAMETERS, said)
        })
    }
}

/// The methods of every server.
const OWN: [(&str, &[&str], &str); 5] = [
    ("listMethods", &["array"], "The names of all methods."),
    (
        "methodSignature",
        &["array", "string"],
        "The types of a method: of each form it has the result's, then those of its parameters.",
    ),
    (
        "methodHelp",
        &["string", "string"],
        "What is said of a method.",
    ),
    (
        "getCapabilities",
        &["struct"],
        "What this server knows beyond calls, each with where it is described.",
    ),
    (
        "multicall",
        &["array", "array"],
        "Several calls in one: structs of methodName and params; of each an array of its one result, \
         or the struct of a fault.",
    ),
];

fn signature(operation: &Described<'_>) -> Vec<&'static str> {
    let definition = &operation.interface.definition().lowered;
    let result = &operation.lowered.output;
    let params = operation.lowered.input.iter();
    let mut types = vec![result_type(definition, result)];
    types.extend(params.map(|(field, shape)| type_of(definition, field, shape)));
    types
}

fn result_type(definition: &Lowered, results: &Members) -> &'static str {
    match (&results.meta.fields[..], &results.shapes[..]) {
        ([], _) => "nil",
        ([field], [shape]) => type_of(definition, field, shape),
        _ => "struct",
    }
}

/// The specification's type for values of that shape; the most general one if it depends on the
/// value.
fn type_of(definition: &Lowered, field: &Field, shape: &Shape) -> &'static str {
    match shape {
        Shape::Void => "nil",
        Shape::Bool => "boolean",
        Shape::I8 | Shape::U8 | Shape::I16 | Shape::U16 | Shape::I32 => "int",
        Shape::U32 | Shape::I64 | Shape::U64 => "i8",
        Shape::F32 | Shape::F64 => "double",
        Shape::F128 | Shape::Text | Shape::Reference | Shape::Enum(_) => "string",
        Shape::Bytes => "base64",
        Shape::Array(_) if field.keyed => "struct",
        Shape::Array(_) | Shape::Chain(_) => "array",
        Shape::Record(id) => {
            let members = definition.record(*id);
            match (
                members.meta.notation,
                &members.meta.fields[..],
                &members.shapes[..],
            ) {
                (Notation::Timestamp, ..) => "dateTime.iso8601",
                (Notation::Duration, ..) => "string",
                (Notation::Content, [field], [shape]) => type_of(definition, field, shape),
                _ => "struct",
            }
        }
        Shape::Union(_) => "struct",
        Shape::Optional(inner) | Shape::Shared(inner) => match **inner {
            // It is written as a struct with a member `some`.
            Shape::Void | Shape::Optional(_) | Shape::Shared(_) => "struct",
            _ => type_of(definition, field.element(), inner),
        },
    }
}
