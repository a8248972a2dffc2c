//! The descriptions that a server has for those who read `?wsdl`.
//!
//! Reading list: WSDL 1.1 section 3.8 (`soap:address`); the query is a convention of all implementations.

use std::fmt;
use std::sync::{Arc, OnceLock};

use manyrpc_engine::carrier::http1::Documents;

use crate::router::Router;

/// Descriptions in WSDL of what a server serves.
pub(super) struct Descriptions {
    router: Arc<Router>,
    texts: OnceLock<Vec<Text>>,
}

/// The names of the interfaces that a text describes, and the text, whose addresses are to be filled in.
type Text = (Vec<String>, String);

impl fmt::Debug for Descriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Descriptions")
    }
}

impl Descriptions {
    /// Those of all services with known definitions. A definition that WSDL cannot express has none.
    pub(super) fn of(router: &Arc<Router>) -> Arc<Self> {
        Arc::new(Descriptions {
            router: router.clone(),
            texts: OnceLock::new(),
        })
    }

    /// The text for a query: `wsdl` is the first, `wsdl=NAME` that of an interface.
    fn text(&self, query: &str) -> Option<&str> {
        let (key, name) = query.split_once('=').unwrap_or((query, ""));
        if !key.eq_ignore_ascii_case("wsdl") {
            return None;
        }
        let has = |names: &[String]| name.is_empty() || names.iter().any(|known| known == name);
        let texts = self.texts.get_or_init(|| printed(&self.router));
        let found = texts.iter().find(|(names, _)| has(names));
        found.map(|(_, text)| text.as_str())
    }
}

fn printed(router: &Router) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    for interface in router.definitions() {
        let Ok(text) = manyrpc_idl::print_as(&interface.definition().module, "wsdl") else {
            continue;
        };
        let name = interface.id().full_name.to_owned();
        match texts.iter_mut().find(|(_, known)| *known == text) {
            Some((names, _)) => names.push(name),
            None => texts.push((vec![name], text)),
        }
    }
    texts
}

impl Documents for Descriptions {
    fn document(&self, target: &str, scheme: &str, host: &str) -> Option<(&'static str, Vec<u8>)> {
        let (path, query) = target.split_once('?')?;
        let text = self.text(query)?;
        let address = format!("{scheme}://{host}{path}");
        let text = with_address(text, &address);
        Some(("text/xml; charset=utf-8", text.into_bytes()))
    }
}

/// The text with that address in the place of those of its ports.
fn with_address(text: &str, address: &str) -> String {
    const LOCATION: &str = "location=\"";
    let address = address
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let mut filled = String::with_capacity(text.len() + address.len());
    let mut rest = text;
    while let Some(at) = rest.find(":address ") {
        let (before, behind) = rest.split_at(at);
        filled.push_str(before);
        let end = behind.find('>').unwrap_or(behind.len());
        let (tag, after) = behind.split_at(end);
        match tag
            .split_once(LOCATION)
            .and_then(|(open, value)| Some((open, value.split_once('"')?)))
        {
            Some((open, (_, close))) => filled.extend([open, LOCATION, &address, "\"", close]),
            None => filled.push_str(tag),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::with_address;

    #[test]
    fn a_description_says_where_it_was_read() {
        let text = "<a:port><soap:address location=\"http://old\"/></a:port><s12:address  location=\"\" />";
        let expected = "<a:port><soap:address location=\"http://h/p?a&amp;b\"/></a:port>\
                        <s12:address  location=\"http://h/p?a&amp;b\" />";
        assert_eq!(with_address(text, "http://h/p?a&b"), expected);
    }
}
