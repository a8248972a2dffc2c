//! Addresses of HTTP as bindings.

use crate::error::Problem;
use crate::system::binding::Binding;

/// The binding of a URL.
///
/// # Errors
/// It is none of HTTP; the reason, as half a sentence.
pub(super) fn at(url: &str) -> Result<Binding, String> {
    let (scheme, rest) = url.split_once("://").ok_or("it is no URL")?;
    let (authority, path) = match rest.find(['/', '?']) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    // An address of version 6 has colons of its own, in brackets.
    let has_port = authority
        .rsplit(']')
        .next()
        .is_some_and(|end| end.contains(':'));
    let scheme = scheme.to_ascii_lowercase();
    let port = match (has_port, &*scheme) {
        (true, _) => "",
        (false, "https") => ":443",
        (false, _) => ":80",
    };
    let binding = format!("soap+{scheme}://{authority}{port}");
    let mut binding: Binding = binding
        .parse()
        .map_err(|error: crate::error::BindingError| match error.problem {
            Problem::Words(words) => words.into_owned(),
            _ => error.to_string(),
        })?;
    binding.path = match path {
        "" | "/" => None,
        path if path.starts_with('?') => Some(format!("/{path}")),
        path => Some(path.to_owned()),
    };
    Ok(binding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_in_descriptions_are_bindings() {
        for (url, binding) in [
            ("http://h/a/b.asmx", "soap+http://h:80/a/b.asmx"),
            ("HTTPS://h:8443", "soap+https://h:8443"),
        ] {
            assert_eq!(at(url).unwrap().to_string(), binding);
        }
        let with_query = at("http://h:8080?service=a&x=1").unwrap();
        assert_eq!(with_query.path.as_deref(), Some("/?service=a&x=1"));
        for url in ["", "jms:queue", "soap.udp://h", "mailto://a@b", "http://"] {
            assert!(at(url).is_err(), "{url}");
        }
    }
}
