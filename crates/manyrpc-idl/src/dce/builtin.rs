//! Predefined names.
//!
//! Reading list: C706 section 4.2.25 (predefined types); FreeDCE's `dce/idlbase.h` and
//! `dce/nbase.idl`; MS-DTYP section 2.2 (what Windows definitions take from `wtypes.idl`, which is
//! rarely at hand); Samba's pidl, `Parse::Pidl::Typelist` (its scalars). A definition's own type of
//! the same name takes precedence.

use super::ast::Scalar;

const SCALARS: [(&str, Scalar); 80] = [
    ("__int16", Scalar::I16),
    // MS-RPCE section 2.2.4.1.1: 32 bits in this transfer syntax.
    ("__int3264", Scalar::I32),
    ("__int32", Scalar::I32),
    ("__int64", Scalar::I64),
    ("__int8", Scalar::I8),
    ("ACCESS_MASK", Scalar::U32),
    ("BOOL", Scalar::I32),
    ("BOOLEAN", Scalar::Byte),
    ("BYTE", Scalar::Byte),
    ("CHAR", Scalar::Char),
    ("DOUBLE", Scalar::F64),
    ("DWORD", Scalar::U32),
    ("DWORD32", Scalar::U32),
    ("DWORD64", Scalar::U64),
    ("DWORDLONG", Scalar::U64),
    ("DWORD_PTR", Scalar::U32),
    ("FLOAT", Scalar::F32),
    ("HRESULT", Scalar::U32),
    ("HYPER_T", Scalar::U64),
    ("INT", Scalar::I32),
    ("INT16", Scalar::I16),
    ("INT32", Scalar::I32),
    ("INT64", Scalar::I64),
    ("INT8", Scalar::I8),
    // C706 section 4.2.27: a byte that is never converted.
    ("ISO_LATIN_1", Scalar::Byte),
    ("LCID", Scalar::U32),
    ("LONG", Scalar::I32),
    ("LONG32", Scalar::I32),
    ("LONG64", Scalar::I64),
    ("LONGLONG", Scalar::I64),
    ("LONG_PTR", Scalar::I32),
    ("NET_API_STATUS", Scalar::U32),
    ("NTSTATUS", Scalar::U32),
    ("SECURITY_INFORMATION", Scalar::U32),
    ("SHORT", Scalar::I16),
    ("SIZE_T", Scalar::U32),
    ("UCHAR", Scalar::Byte),
    ("UINT", Scalar::U32),
    ("UINT16", Scalar::U16),
    ("UINT32", Scalar::U32),
    ("UINT64", Scalar::U64),
    ("UINT8", Scalar::Byte),
    ("ULONG", Scalar::U32),
    ("ULONG32", Scalar::U32),
    ("ULONG64", Scalar::U64),
    ("ULONGLONG", Scalar::U64),
    ("ULONG_PTR", Scalar::U32),
    ("USHORT", Scalar::U16),
    ("WCHAR", Scalar::WideChar),
    ("WERROR", Scalar::U32),
    ("ULARGE_INTEGER", Scalar::U64),
    ("WORD", Scalar::U16),
    ("bool8", Scalar::Bool),
    ("boolean32", Scalar::U32),
    // In pidl, any byte.
    ("boolean8", Scalar::Byte),
    ("char16", Scalar::WideChar),
    ("cs_byte", Scalar::Byte),
    // C706 section 4.2.26: sent as an unsigned long.
    ("error_status_t", Scalar::U32),
    ("idl_boolean", Scalar::Bool),
    ("idl_byte", Scalar::Byte),
    ("idl_char", Scalar::Char),
    ("int16", Scalar::I16),
    ("int32", Scalar::I32),
    ("int64", Scalar::I64),
    ("int8", Scalar::I8),
    ("ndr_byte", Scalar::Byte),
    ("ndr_char", Scalar::Char),
    ("signed16", Scalar::I16),
    ("signed32", Scalar::I32),
    ("signed8", Scalar::I8),
    ("time_t", Scalar::U32),
    ("uint16", Scalar::U16),
    ("uint32", Scalar::U32),
    ("uint64", Scalar::U64),
    ("uint8", Scalar::Byte),
    ("unsigned16", Scalar::U16),
    ("unsigned32", Scalar::U32),
    ("unsigned8", Scalar::U8),
    ("uid_t", Scalar::U64),
    ("gid_t", Scalar::U64),
];

/// The scalar type of that name.
pub(crate) fn scalar(name: &str) -> Option<Scalar> {
    SCALARS.iter().find(|(n, _)| *n == name).map(|(_, s)| *s)
}

/// Predefined types with several fields or elements: they enter the module from this text, under
/// their names.
pub(crate) const DEFINITIONS: [(&str, &str); 31] = [
    ("uuid_t", UUID),
    ("idl_uuid_t", UUID),
    ("GUID", UUID),
    ("UUID", UUID),
    ("ISO_MULTI_LINGUAL", "struct { byte row; byte column; }"),
    (
        "ISO_UCS",
        "struct { byte group; byte plane; byte row; byte column; }",
    ),
    (
        "FILETIME",
        "struct { unsigned long dwLowDateTime; unsigned long dwHighDateTime; }",
    ),
    ("LARGE_INTEGER", "hyper"),
    // Samba's `librpc/ndr/ndr_basic.c`: 64 bits with the alignment of 32, the low half first in
    // either byte order.
    ("dlong", "struct { unsigned long low; long high; }"),
    (
        "udlong",
        "struct { unsigned long low; unsigned long high; }",
    ),
    (
        "NTTIME",
        "struct { unsigned long low; unsigned long high; }",
    ),
    ("LPSTR", "char *"),
    ("PSTR", "char *"),
    ("LPWSTR", "wchar_t *"),
    ("LPCWSTR", "wchar_t *"),
    ("PWSTR", "wchar_t *"),
    ("LPBYTE", "byte *"),
    ("PBYTE", "byte *"),
    ("PUCHAR", "byte *"),
    ("LPDWORD", "unsigned long *"),
    ("PDWORD", "unsigned long *"),
    ("PULONG", "unsigned long *"),
    ("LPLONG", "long *"),
    ("PLONG", "long *"),
    ("LUID", "struct { unsigned long LowPart; long HighPart; }"),
    (
        "SYSTEMTIME",
        "struct { unsigned short wYear, wMonth, wDayOfWeek, wDay, wHour, wMinute, wSecond, \
         wMilliseconds; }",
    ),
    (
        "RPC_UNICODE_STRING",
        "struct { unsigned short Length, MaximumLength; \
         [size_is(MaximumLength / 2), length_is(Length / 2)] wchar_t *Buffer; }",
    ),
    ("PRPC_UNICODE_STRING", "RPC_UNICODE_STRING *"),
    ("RPC_SID_IDENTIFIER_AUTHORITY", "struct { byte Value[6]; }"),
    (
        "RPC_SID",
        "struct { byte Revision, SubAuthorityCount; \
         RPC_SID_IDENTIFIER_AUTHORITY IdentifierAuthority; \
         [size_is(SubAuthorityCount)] unsigned long SubAuthority[]; }",
    ),
    ("PRPC_SID", "RPC_SID *"),
];

/// C706 appendix A.
const UUID: &str = "struct { unsigned long time_low; unsigned short time_mid; \
    unsigned short time_hi_and_version; byte clock_seq_hi_and_reserved; \
    byte clock_seq_low; byte node[6]; }";

/// The value of a predefined constant: C706 appendix E.
pub(crate) fn constant(name: &str) -> Option<i128> {
    match name {
        "TRUE" => Some(1),
        "FALSE" | "error_status_ok" => Some(0),
        _ => None,
    }
}

/// Files that come with compilers; they may be missing, since the names above replace their
/// contents.
pub(crate) fn is_standard_file(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let lower = file.to_ascii_lowercase();
    [
        "unknwn.idl",
        "wtypes.h",
        "wtypes.idl",
        "wtypesbase.idl",
        "oaidl.idl",
        "objidl.idl",
        "basetsd.h",
        "ms-dtyp.idl",
        "nbase.idl",
        "idlbase.idl",
        "misc.idl",
    ]
    .contains(&&*lower)
}

/// All predefined type names, for suggestions.
pub(crate) fn type_names<'a>() -> impl Iterator<Item = &'a str> {
    let scalars = SCALARS.iter().map(|(n, _)| *n);
    scalars.chain(DEFINITIONS.iter().map(|(n, _)| *n))
}
