//! The names that elements of XML give to operations.

use manyrpc_codec::meta::{Field, Record, XmlRole};
use manyrpc_engine::Path;

/// Names of elements, for systems whose messages are XML: a namespace in the place of an interface's name, and a local
/// name in that of an operation's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elements<'a> {
    /// What names operations, each with the operation's number: elements, and actions without a namespace.
    pub calls: Vec<(Path<'a>, u32)>,
    /// Entries of headers that are parameters.
    pub headers: Vec<Path<'a>>,
    /// The actions of calls, and those of their results, as WS-Addressing states them.
    pub actions: Vec<(&'a str, &'a str)>,
}

impl<'a> Elements<'a> {
    /// Those of operations with these parameters and results.
    pub fn of(operations: impl Iterator<Item = (&'a Record, &'a Record, u32)>) -> Self {
        let mut elements = Elements::default();
        for (input, output, number) in operations {
            let calls = names_of_call(input).map(|path| (path, number));
            elements.calls.extend(calls);
            let fields = input.fields.iter();
            let headers = fields.filter(|field| field.xml_facts().role == XmlRole::Header);
            elements.headers.extend(headers.map(name_of_field));
            let actions = (input.addressed_action(), output.action());
            elements.actions.push(actions);
        }
        elements
    }
}

/// The names of an operation with these parameters: that of the element that they are in, or that is the only one of
/// them, and its action.
fn names_of_call(input: &Record) -> impl Iterator<Item = Path<'_>> {
    let only = || {
        let mut fields = input.fields.iter();
        fields.find(|field| field.xml_facts().role == XmlRole::Element)
    };
    let element = input.xml.as_deref().and_then(|xml| match &xml.element {
        Some(name) => Some(Path {
            interface: &name.ns,
            operation: &name.local,
        }),
        None => only().map(name_of_field),
    });
    let action = Some(input.action()).filter(|action| !action.is_empty());
    let action = action.map(|operation| Path {
        interface: "",
        operation,
    });
    element.into_iter().chain(action)
}

fn name_of_field(field: &Field) -> Path<'_> {
    Path {
        interface: &field.xml_facts().ns,
        operation: field.xml_name(),
    }
}
