//! The text around bodies.
//!
//! Reading list: SOAP 1.1 sections 4.1, 4.4; SOAP 1.2 part 1 sections 5.1, 5.4; SOAP 1.2 part 2 section 7.1.4 and appendix
//! A (`application/soap+xml`); XOP sections 4.1 and 5.1.

use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::soap::{Options, Version, boundary};

/// The content types of messages that are no packages.
pub(super) const TYPE_11: &str = "text/xml; charset=utf-8";
pub(super) const TYPE_12: &str = "application/soap+xml; charset=utf-8";

/// The beginning of every message, which declares what codecs use.
const START_11: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
    <soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
    xmlns:enc=\"http://schemas.xmlsoap.org/soap/encoding/\" \
    xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
const START_12: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
    <soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\" \
    xmlns:enc=\"http://www.w3.org/2003/05/soap-encoding\" \
    xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";

/// Starts a message, within its envelope.
#[inline]
pub(super) fn begin(buf: &mut Buf, options: &Options) {
    if let Some(unique) = options.mtom {
        begin_package(buf, options.version, &unique);
    }
    begin_envelope(buf, options.version);
}

#[inline]
pub(super) fn begin_envelope(buf: &mut Buf, version: Version) {
    buf.put(match version {
        Version::V11 => START_11,
        Version::V12 => START_12,
    });
}

/// The head of a package's first part, which is the message.
fn begin_package(buf: &mut Buf, version: Version, unique: &[u8; 16]) {
    buf.put(b"--");
    buf.put(&boundary(unique));
    buf.put(b"\r\nContent-Type: application/xop+xml; charset=UTF-8; type=\"");
    buf.put(plain_type(version).as_bytes());
    buf.put(b"\"\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <root@manyrpc>\r\n\r\n");
}

/// The content type of a message that is no package.
pub(super) const fn plain_content_type(version: Version) -> &'static str {
    match version {
        Version::V11 => TYPE_11,
        Version::V12 => TYPE_12,
    }
}

/// The value of a message's `Content-Type`, to which a parameter `action` may be added.
pub(super) fn content_type(options: &Options) -> String {
    let Some(unique) = options.mtom else {
        return plain_content_type(options.version).into();
    };
    let mut text = String::from("multipart/related; type=\"application/xop+xml\"; boundary=\"");
    text.extend(boundary(&unique).map(char::from));
    text.push_str("\"; start=\"<root@manyrpc>\"; start-info=\"");
    text.push_str(plain_type(options.version));
    text.push('"');
    text
}

const fn plain_type(version: Version) -> &'static str {
    match version {
        Version::V11 => "text/xml",
        Version::V12 => "application/soap+xml",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_states_its_boundary() {
        let options = Options {
            version: Version::V12,
            mtom: Some([0xa5; 16]),
            ..Options::default()
        };
        let mut buf = Buf::new();
        begin(&mut buf, &options);
        let text = content_type(&options);
        let boundary = "manyrpc-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5";
        assert_eq!(
            text,
            alloc::format!(
                "multipart/related; type=\"application/xop+xml\"; boundary=\"{boundary}\"; \
                 start=\"<root@manyrpc>\"; start-info=\"application/soap+xml\""
            )
        );
        let start = alloc::format!("--{boundary}\r\nContent-Type: application/xop+xml; ");
        assert!(buf.data().starts_with(start.as_bytes()));
        assert!(buf.data().ends_with(b"XMLSchema-instance\">"));
    }
}
