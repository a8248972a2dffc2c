//! SOAP against its specifications' examples and corner cases.
