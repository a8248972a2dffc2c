//! The suites for front ends and transfer syntaxes.

use crate::suite::Suite;
use crate::{cdr, idl, ndr, protobuf, soap, text, wsdl, xdr};

/// The suites for front ends and transfer syntaxes.
pub const SUITES: &[Suite] = &[
    protobuf::official::SUITE,
    protobuf::drawn::SUITE,
    protobuf::json::SUITE,
    protobuf::accepted::SUITE,
    xdr::SUITE,
    idl::accepted::SUITE,
    idl::silent::SUITE,
    idl::omg::SUITE,
    ndr::SUITE,
    ndr::samba::SUITE,
    text::drawn::SUITE,
    cdr::SUITE,
    wsdl::SUITE,
    soap::SUITE,
];
