//! Elements to be written.

use std::fmt::Write;

/// An element with attributes and either children or text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    name: &'static str,
    attributes: Vec<(String, String)>,
    children: Vec<Node>,
    text: String,
}

impl Node {
    pub(super) fn new(name: &'static str) -> Self {
        Node {
            name,
            attributes: Vec::new(),
            children: Vec::new(),
            text: String::new(),
        }
    }

    #[must_use]
    pub(super) fn with(mut self, attribute: &str, value: impl Into<String>) -> Self {
        self.attributes.push((attribute.to_owned(), value.into()));
        self
    }

    /// The same with an attribute if it has a value.
    #[must_use]
    pub(super) fn maybe(self, attribute: &str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(attribute, value),
            None => self,
        }
    }

    pub(super) fn push(&mut self, child: Node) {
        self.children.push(child);
    }

    #[must_use]
    pub(super) fn child(mut self, child: Node) -> Self {
        self.push(child);
        self
    }

    #[must_use]
    pub(super) fn children(mut self, children: impl IntoIterator<Item = Node>) -> Self {
        self.children.extend(children);
        self
    }

    /// The same with documentation, if there is any, in an element of that name.
    #[must_use]
    pub(super) fn documented(mut self, name: &'static str, doc: &str) -> Self {
        if doc.is_empty() {
            return self;
        }
        let text = doc.to_owned();
        let mut node = Node {
            text,
            ..Node::new(name)
        };
        if name.starts_with("xsd:") {
            node = Node::new("xsd:annotation").child(node);
        }
        self.children.insert(0, node);
        self
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    pub(super) fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// Its text behind such an indent.
    pub(super) fn write(&self, out: &mut String, indent: usize) {
        let _ = write!(out, "{:indent$}<{}", "", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value, true));
        }
        match (self.children.is_empty(), self.text.is_empty()) {
            (true, true) => out.push_str("/>\n"),
            (true, false) => {
                let text = escaped(&self.text, false);
                let _ = writeln!(out, ">{text}</{}>", self.name);
            }
            (false, _) => {
                out.push_str(">\n");
                for child in &self.children {
                    child.write(out, indent + 2);
                }
                let _ = writeln!(out, "{:indent$}</{}>", "", self.name);
            }
        }
    }
}

/// Characters as they stand in text, or in an attribute's value, where white space is normalised unless it is written
/// as a reference (XML 1.0, section 3.3.3).
fn escaped(text: &str, is_attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if is_attribute => out.push_str("&quot;"),
            '\n' | '\t' if is_attribute => {
                let _ = write!(out, "&#{};", c as u32);
            }
            // What XML has no characters for (section 2.2).
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
