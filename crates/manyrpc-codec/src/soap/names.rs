//! Namespaces.

/// SOAP 1.1's envelope.
pub(super) const ENVELOPE_11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
/// SOAP 1.2's envelope.
pub(super) const ENVELOPE_12: &str = "http://www.w3.org/2003/05/soap-envelope";
/// SOAP 1.1's encoding.
pub(super) const ENCODING_11: &str = "http://schemas.xmlsoap.org/soap/encoding/";
/// SOAP 1.2's encoding.
pub(super) const ENCODING_12: &str = "http://www.w3.org/2003/05/soap-encoding";
/// XML Schema part 1, section 2.6: `type` and `nil`.
pub(super) const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The built-in types of XML Schema.
pub(super) const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
/// XOP, section 2.1.
pub(super) const XOP: &str = "http://www.w3.org/2004/08/xop/include";
/// Of the prefix `xml`, which needs no declaration (Namespaces in XML 1.0, section 3).
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Of the prefix `xmlns`, which is never declared (the same).
pub(super) const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
