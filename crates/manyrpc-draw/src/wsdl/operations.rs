//! Messages, port types, bindings and services (WSDL 1.1, chapters 2 and 3).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{File, Name};

/// The namespace of the definition, and that of its messages where they are in a file of their own.
pub(super) const NAMESPACE: &str = "urn:service";
pub(super) const MESSAGES: &str = "urn:messages";

const ENCODING: &str = "http://schemas.xmlsoap.org/soap/encoding/";
const BINDINGS: [(&str, &str); 2] = [
    ("1.1", "http://schemas.xmlsoap.org/wsdl/soap/"),
    ("1.2", "http://schemas.xmlsoap.org/wsdl/soap12/"),
];

/// What stands in a definition besides its schemas.
#[derive(Default)]
pub(super) struct Text {
    /// Messages and port types are in a file of their own.
    pub(super) is_apart: bool,
    pub(super) messages: String,
    pub(super) bindings: String,
}

/// How messages are in bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Wrapped,
    Bare,
    Rpc,
    Encoded,
}

/// One direction of an operation.
struct Way {
    /// Parts of its message.
    parts: String,
    /// What the binding says.
    bound: String,
}

impl File<'_> {
    pub(super) fn operations(&mut self) -> Text {
        let mut text = Text {
            is_apart: self.draw.chance(20),
            ..Text::default()
        };
        let (_, words) = *self.draw.pick(&BINDINGS);
        let is_rpc = self.draw.chance(35);
        let (mut port, mut bound) = (String::new(), String::new());
        for _ in 0..self.draw.between(1, 4) {
            // An operation may have another style than its binding.
            let as_rpc = is_rpc ^ self.draw.chance(12);
            let style = match (as_rpc, self.draw.chance(50)) {
                (true, true) => Style::Rpc,
                (true, false) => *self.draw.pick(&[Style::Rpc, Style::Encoded]),
                (false, true) => Style::Wrapped,
                (false, false) => *self.draw.pick(&[Style::Wrapped, Style::Bare]),
            };
            let (one, other) = self.operation(style, as_rpc != is_rpc, &mut text);
            port += &one;
            bound += &other;
        }
        let _ = writeln!(
            text.messages,
            "<wsdl:portType name=\"Drawn\">\n{port}</wsdl:portType>"
        );
        let prefix = if text.is_apart { "m" } else { "tns" };
        let style = if is_rpc { "rpc" } else { "document" };
        text.bindings = format!(
            "<wsdl:binding name=\"Bound\" type=\"{prefix}:Drawn\" xmlns:soap=\"{words}\">\n\
             <soap:binding style=\"{style}\" transport=\"http://schemas.xmlsoap.org/soap/http\"/>\n{bound}\
             </wsdl:binding>\n<wsdl:service name=\"Service\"><wsdl:port name=\"Port\" binding=\"tns:Bound\">\
             <soap:address xmlns:soap=\"{words}\" location=\"http://localhost/\"/></wsdl:port></wsdl:service>\n"
        );
        text
    }

    /// An operation of the port type, and of the binding.
    fn operation(&mut self, style: Style, is_other: bool, text: &mut Text) -> (String, String) {
        let prefix = if text.is_apart { "m" } else { "tns" };
        let local = self.local("o");
        let is_rpc = matches!(style, Style::Rpc | Style::Encoded);
        let mut port = format!("<wsdl:operation name=\"{local}\">\n");
        let own = match (is_other, is_rpc) {
            (false, _) => "",
            (true, true) => " style=\"rpc\"",
            (true, false) => " style=\"document\"",
        };
        let action = *self
            .draw
            .pick(&["", "urn:act", "http://example.org/act?x=1"]);
        let mut bound = format!(
            "<wsdl:operation name=\"{local}\"><soap:operation soapAction=\"{action}\"{own}/>\n"
        );
        let is_one_way = self.draw.chance(15);
        let words: &[_] = match is_one_way {
            true => &["input"],
            false => &["input", "output"],
        };
        for word in words {
            let message = format!("{local}_{word}");
            let mut way = match is_rpc {
                true => self.accessors(style),
                false => self.document(style, &local, word),
            };
            self.header(&mut way, &format!("{prefix}:{message}"), is_rpc);
            let parts = &way.parts;
            let _ = writeln!(
                text.messages,
                "<wsdl:message name=\"{message}\">{parts}</wsdl:message>"
            );
            let _ = writeln!(port, "<wsdl:{word} message=\"{prefix}:{message}\"/>");
            let _ = writeln!(bound, "<wsdl:{word}>{}</wsdl:{word}>", way.bound);
        }
        if !is_one_way && self.draw.chance(25) {
            self.fault(&local, prefix, text, &mut port, &mut bound);
        }
        (port + "</wsdl:operation>\n", bound + "</wsdl:operation>\n")
    }

    /// A document with a wrapper, or without.
    fn document(&mut self, style: Style, local: &str, word: &str) -> Way {
        let element = match style {
            Style::Bare => {
                let elements = self.elements.clone();
                self.draw.pick(&elements).clone()
            }
            _ => self.wrapper(local, word),
        };
        let element = format!("n{}:{}", element.namespace, element.local);
        Way {
            parts: format!("<wsdl:part name=\"parameters\" element=\"{element}\"/>"),
            bound: "<soap:body use=\"literal\"/>".to_owned(),
        }
    }

    /// The element around parameters or results.
    fn wrapper(&mut self, local: &str, word: &str) -> Name {
        self.at = self.draw.below(self.namespaces.len());
        let namespace = self.documents[self.at].namespace;
        let local = match word {
            "input" => local.to_owned(),
            _ => format!("{local}Response"),
        };
        let content = match self.draw.chance(12) {
            true => String::new(),
            false => {
                let mut used = BTreeSet::new();
                let parts = self.parts(4, 0, &mut used);
                parts.into_iter().map(|(text, _)| text).collect()
            }
        };
        let sequence = self.node("sequence", "", &content);
        let ty = self.node("complexType", "", &sequence);
        let item = self.node("element", &format!("name=\"{local}\""), &ty);
        self.item(&item);
        Name { namespace, local }
    }

    /// Parts with types.
    fn accessors(&mut self, style: Style) -> Way {
        let mut parts = String::new();
        for _ in 0..self.draw.below(4) {
            let local = self.local("p");
            let complex: Vec<_> = self.complex.iter().filter(|c| !c.is_abstract).collect();
            let name = match !complex.is_empty() && self.draw.chance(40) {
                true => Some(self.draw.pick(&complex).name.clone()),
                false => {
                    let all: Vec<_> = self.simple.iter().filter_map(|s| s.name.as_ref()).collect();
                    let is_own = self.draw.chance(40);
                    is_own.then(|| (*self.draw.pick(&all)).clone())
                }
            };
            let ty = match name {
                Some(name) => format!("n{}:{}", name.namespace, name.local),
                None => format!(
                    "xsd:{}",
                    self.draw.pick(&["int", "string", "date", "boolean"])
                ),
            };
            let _ = write!(parts, "<wsdl:part name=\"{local}\" type=\"{ty}\"/>");
        }
        let namespace = *self.draw.pick(&["urn:calls", NAMESPACE]);
        let usage = match style {
            Style::Encoded => format!("use=\"encoded\" encodingStyle=\"{ENCODING}\""),
            _ => "use=\"literal\"".to_owned(),
        };
        Way {
            parts,
            bound: format!("<soap:body {usage} namespace=\"{namespace}\"/>"),
        }
    }

    /// A header, as a further part of the message.
    fn header(&mut self, way: &mut Way, message: &str, is_rpc: bool) {
        if is_rpc || !self.draw.chance(15) {
            return;
        }
        let elements = self.elements.clone();
        let element = self.draw.pick(&elements);
        let _ = write!(
            way.parts,
            "<wsdl:part name=\"head\" element=\"n{}:{}\"/>",
            element.namespace, element.local
        );
        way.bound = way
            .bound
            .replace("<soap:body ", "<soap:body parts=\"parameters\" ");
        way.bound += &format!("<soap:header message=\"{message}\" part=\"head\" use=\"literal\"/>");
    }

    fn fault(
        &mut self,
        local: &str,
        prefix: &str,
        text: &mut Text,
        port: &mut String,
        bound: &mut String,
    ) {
        let elements = self.elements.clone();
        let element = self.draw.pick(&elements);
        let message = format!("{local}_fault");
        let _ = writeln!(
            text.messages,
            "<wsdl:message name=\"{message}\"><wsdl:part name=\"fault\" element=\"n{}:{}\"/></wsdl:message>",
            element.namespace, element.local
        );
        let _ = writeln!(
            port,
            "<wsdl:fault name=\"f\" message=\"{prefix}:{message}\"/>"
        );
        let _ = writeln!(
            bound,
            "<wsdl:fault name=\"f\"><soap:fault name=\"f\" use=\"literal\"/></wsdl:fault>"
        );
    }
}
