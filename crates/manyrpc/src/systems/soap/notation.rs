//! Descriptions as bindings: by their address, `http://host:port/path?wsdl`, or as a file, `orders.wsdl`.
//!
//! Of an address, calls go to where the description is: most servers have it there, and the addresses in it are often those
//! of the machine that it was made on. Of a file there is nothing but those.

use super::url;
use crate::system::binding::Binding;
use crate::systems::Notation;

pub(super) struct Descriptions;

const QUERY: &str = "?wsdl";
#[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
const EXTENSION: &str = ".wsdl";

/// Whether a text ends so, in either case.
fn ends(text: &str, with: &str) -> bool {
    let at = text.len().saturating_sub(with.len());
    let end = text.get(at..).unwrap_or_default();
    end.eq_ignore_ascii_case(with)
}

impl Notation for Descriptions {
    fn example(&self) -> &'static str {
        "http://host:port/path?wsdl"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["http://", "https://"]
    }

    /// Other URLs are no bindings.
    fn claims(&self, text: &str) -> bool {
        let mut prefixes = self.prefixes().iter();
        self.is_local(text) || prefixes.any(|p| text.starts_with(p)) && ends(text, QUERY)
    }

    #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
    fn is_local(&self, text: &str) -> bool {
        ends(text, EXTENSION) && !text.contains("://")
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
        if self.is_local(text) {
            return super::file::binding_in(text);
        }
        url::at(&text[..text.len() - QUERY.len()])
    }

    /// It says less than other notations.
    fn print(&self, _: &Binding) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_description_is_a_binding() {
        for (text, binding) in [
            ("http://h:8080/a/b.asmx?wsdl", "soap+http://h:8080/a/b.asmx"),
            ("https://h/a?WSDL", "soap+https://h:443/a"),
            ("http://[::1]?wsdl", "soap+http://[::1]:80"),
            ("http://[::1]:5/x?wsdl", "soap+http://[::1]:5/x"),
        ] {
            let parsed: Binding = text.parse().unwrap();
            assert_eq!(parsed.to_string(), binding);
        }
        for text in ["http://h/a", "http://h/a?xsd", "ftp://h?wsdl", "?wsdl"] {
            assert!(text.parse::<Binding>().is_err(), "{text}");
        }
    }

    /// Others do not say which of our files to read.
    #[test]
    #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
    fn files_are_bindings_of_this_machine_only() {
        let missing = "nowhere/Orders.WSDL".parse::<Binding>().unwrap_err();
        let said = missing.to_string();
        assert!(said.contains("no such file"), "{said}");
        assert!(said.ends_with("nowhere/Orders.WSDL"), "{said}");
        assert!(Binding::is_local("orders.wsdl"));
        assert!(!Binding::is_local("http://h/orders.wsdl?wsdl"));
    }
}
