//! The XML declaration (XML 1.0, sections 2.8, 2.9 and 4.3.3).

/// The beginning of a document: `<?xml version="1.0" encoding="utf-8"?>`.
pub(crate) struct Declaration<'a> {
    /// The declared encoding, if any.
    pub(crate) encoding: Option<&'a [u8]>,
    /// The length of the declaration in bytes.
    pub(crate) length: usize,
}

/// Whether it begins with what can only be a declaration.
pub(crate) fn is_declared(document: &[u8]) -> bool {
    let behind = document.strip_prefix(b"<?xml");
    behind
        .and_then(|b| b.first())
        .is_some_and(|b| is_space(*b) || *b == b'?')
}

/// The declaration at the beginning of a document; `None` if there is none.
pub(crate) fn declaration(document: &[u8]) -> Option<Declaration<'_>> {
    let mut rest = document.strip_prefix(b"<?xml")?;
    let version = setting(&mut rest, b"version")?;
    let minor = version.strip_prefix(b"1.")?;
    if minor.is_empty() || !minor.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let encoding = setting(&mut rest, b"encoding");
    if encoding.is_some_and(|name| !is_encoding(name)) {
        return None;
    }
    match setting(&mut rest, b"standalone") {
        None | Some(b"yes" | b"no") => {}
        Some(_) => return None,
    }
    let behind = behind_space(rest).strip_prefix(b"?>")?;
    Some(Declaration {
        encoding,
        length: document.len() - behind.len(),
    })
}

/// The value of the setting called `name`, if that comes next, after whitespace.
fn setting<'a>(rest: &mut &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let named = behind_space(rest);
    let behind = behind_space(named.strip_prefix(name)?);
    let value = behind_space(behind.strip_prefix(b"=")?);
    let (quote @ (b'"' | b'\''), value) = value.split_first()? else {
        return None;
    };
    let length = value.iter().position(|b| b == quote)?;
    let (value, behind) = value.split_at_checked(length)?;
    if named.len() == rest.len() {
        return None;
    }
    *rest = behind.get(1..)?;
    Some(value)
}

fn behind_space(text: &[u8]) -> &[u8] {
    let space = text.iter().take_while(|b| is_space(**b)).count();
    text.get(space..).unwrap_or_default()
}

/// Section 4.3.3, `EncName`.
fn is_encoding(name: &[u8]) -> bool {
    let more = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(more)
}

/// Section 2.3, `S`.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
