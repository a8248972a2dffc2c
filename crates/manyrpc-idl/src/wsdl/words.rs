//! The namespaces of WSDL 1.1, of XML Schema and of SOAP's encoding.

/// XML Schema (2001).
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// What is always called `xml`.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// WSDL 1.1, section 1.2.
pub(super) const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
/// WSDL 2.0, which is refused.
pub(super) const WSDL_2: &str = "http://www.w3.org/ns/wsdl";
/// The binding of SOAP 1.1: WSDL 1.1, section 3.
pub(super) const SOAP_11: &str = "http://schemas.xmlsoap.org/wsdl/soap/";
/// The same of SOAP 1.2: WSDL 1.1 Binding Extension for SOAP 1.2.
pub(super) const SOAP_12: &str = "http://schemas.xmlsoap.org/wsdl/soap12/";
/// The MIME binding: WSDL 1.1, section 5.
pub(super) const MIME: &str = "http://schemas.xmlsoap.org/wsdl/mime/";
/// The encoding of SOAP 1.1, section 5.
pub(super) const ENCODING_11: &str = "http://schemas.xmlsoap.org/soap/encoding/";
/// The encoding of SOAP 1.2, part 2, section 3.
pub(super) const ENCODING_12: &str = "http://www.w3.org/2003/05/soap-encoding";
/// SOAP over HTTP, as bindings name it.
pub(super) const OVER_HTTP: &str = "http://schemas.xmlsoap.org/soap/http";

/// WS-Addressing 1.0, metadata section 4.4.1, and the drafts of May 2006, which deployed tools write.
pub(super) const ADDRESSING: [&str; 2] = [
    "http://www.w3.org/2007/05/addressing/metadata",
    "http://www.w3.org/2006/05/addressing/wsdl",
];

/// Whether it is a namespace of SOAP's encoding.
pub(super) fn is_encoding(namespace: &str) -> bool {
    namespace == ENCODING_11 || namespace == ENCODING_12
}

/// Whether its names are known here, so that nobody has to say where its schema is.
pub(super) fn is_known(namespace: &str) -> bool {
    is_encoding(namespace) || [XSD, XML, WSDL, SOAP_11, SOAP_12].contains(&namespace)
}
