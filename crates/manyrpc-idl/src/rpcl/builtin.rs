//! Names that C headers define, so that definitions use them without defining them.
//!
//! Reading list: libtirpc's `rpc/types.h` and `rpc/xdr.h` (every `xdr_` routine there makes a
//! type); RFC 4506 section 4.7 (quadruple). A definition's own type of the same name takes
//! precedence.

use super::ast::Scalar;

/// What the RPC headers define, as a definition. It is read when a definition lacks something, and
/// only the types needed enter the module. Authentication flavours are plain numbers rather than an
/// enumeration, because more of them are assigned over time.
///
/// Reading list: RFC 5531 section 8.2 (`opaque_auth`), section 9 (replies) and appendix A
/// (`authsys_parms`); IANA's registry of authentication flavours; libtirpc's `rpc/xdr.h`
/// (`xdr_netobj`) and `rpc/auth.h`; RFC 1833 section 2.1 (`netbuf`).
pub(crate) const HEADERS: &str = include_str!("headers.x");

const SCALARS: [(&str, Scalar); 32] = [
    ("bool_t", Scalar::Bool),
    ("enum_t", Scalar::I32),
    ("int8_t", Scalar::I8),
    ("int16_t", Scalar::I16),
    ("int32_t", Scalar::I32),
    ("int64_t", Scalar::I64),
    ("longlong_t", Scalar::I64),
    ("quad_t", Scalar::I64),
    ("quadruple", Scalar::F128),
    ("rpcport_t", Scalar::U32),
    ("rpcproc_t", Scalar::U32),
    ("rpcprog_t", Scalar::U32),
    ("rpcprot_t", Scalar::U32),
    ("rpcvers_t", Scalar::U32),
    ("u_char", Scalar::U8),
    ("u_hyper", Scalar::U64),
    ("u_int", Scalar::U32),
    ("u_int16_t", Scalar::U16),
    ("u_int32_t", Scalar::U32),
    ("u_int64_t", Scalar::U64),
    ("u_int8_t", Scalar::U8),
    ("u_long", Scalar::U32),
    ("u_longlong_t", Scalar::U64),
    ("u_quad_t", Scalar::U64),
    ("u_short", Scalar::U16),
    ("uint16_t", Scalar::U16),
    ("uint32_t", Scalar::U32),
    ("uint64_t", Scalar::U64),
    ("uint8_t", Scalar::U8),
    ("rpc_inline_t", Scalar::I32),
    ("uint", Scalar::U32),
    ("unchar", Scalar::U8),
];

/// The scalar type of that name.
pub(crate) fn scalar(name: &str) -> Option<Scalar> {
    SCALARS.iter().find(|(n, _)| *n == name).map(|(_, s)| *s)
}

/// The value of a constant that a header defines; it does not enter the module.
pub(crate) fn constant(name: &str) -> Option<i128> {
    match name {
        // RFC 4506 section 4.4.
        "TRUE" => Some(1),
        "FALSE" => Some(0),
        "MAXNETNAMELEN" => Some(255),
        "MAX_NETOBJ_SZ" => Some(1024),
        "RPC_MAXDATASIZE" => Some(9000),
        _ => None,
    }
}

/// All scalar names, for suggestions.
pub(crate) fn scalar_names<'a>() -> impl Iterator<Item = &'a str> {
    SCALARS.iter().map(|(n, _)| *n)
}
