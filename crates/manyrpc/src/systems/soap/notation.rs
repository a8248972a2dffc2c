//! The address of a description as a binding: `http://host:port/path?wsdl`.
//!
//! Calls go to where the description is: most servers have it there, and the addresses in it are often those of the
//! machine that it was made on.

use crate::error::Problem;
use crate::system::binding::Binding;
use crate::systems::Notation;

pub(super) struct Descriptions;

const QUERY: &str = "?wsdl";

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
        let at = text.len().saturating_sub(QUERY.len());
        let query = text.get(at..).unwrap_or_default();
        prefixes.any(|prefix| text.starts_with(prefix)) && query.eq_ignore_ascii_case(QUERY)
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        let url = &text[..text.len() - QUERY.len()];
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, "/"),
        };
        // An address of version 6 has colons of its own, in brackets.
        let has_port = authority
            .rsplit(']')
            .next()
            .is_some_and(|end| end.contains(':'));
        let port = match (has_port, scheme) {
            (true, _) => "",
            (false, "https") => ":443",
            (false, _) => ":80",
        };
        let binding = format!("soap+{scheme}://{authority}{port}{path}");
        let parsed = binding.parse::<Binding>();
        parsed.map_err(|error| match error.problem {
            Problem::Words(words) => words.into_owned(),
            _ => error.to_string(),
        })
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
        for text in ["http://h/a", "http://h/a?xsd", "ftp://h?wsdl"] {
            assert!(text.parse::<Binding>().is_err(), "{text}");
        }
    }
}
