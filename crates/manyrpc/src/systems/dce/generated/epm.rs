// Generated from epm.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Constant `ept_max_annotation_size`.
pub const EPT_MAX_ANNOTATION_SIZE: i32 = 64;

/// What `inquiry_type` asks for (appendix N.3).
pub const RPC_C_EP_ALL_ELTS: i32 = 0;

/// Constant `rpc_c_ep_match_by_if`.
pub const RPC_C_EP_MATCH_BY_IF: i32 = 1;

/// Constant `rpc_c_ep_match_by_obj`.
pub const RPC_C_EP_MATCH_BY_OBJ: i32 = 2;

/// Constant `rpc_c_ep_match_by_both`.
pub const RPC_C_EP_MATCH_BY_BOTH: i32 = 3;

/// Which versions match.
pub const RPC_C_VERS_ALL: i32 = 1;

/// Constant `rpc_c_vers_compatible`.
pub const RPC_C_VERS_COMPATIBLE: i32 = 2;

/// Constant `rpc_c_vers_exact`.
pub const RPC_C_VERS_EXACT: i32 = 3;

/// Constant `rpc_c_vers_major_only`.
pub const RPC_C_VERS_MAJOR_ONLY: i32 = 4;

/// Constant `rpc_c_vers_upto`.
pub const RPC_C_VERS_UPTO: i32 = 5;

/// `boolean32` of the definition.
pub type Boolean32 = u32;

/// Record `uuid_t`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UuidT {
    /// Field `time_low`.
    pub time_low: u32,
    /// Field `time_mid`.
    pub time_mid: u16,
    /// Field `time_hi_and_version`.
    pub time_hi_and_version: u16,
    /// Field `clock_seq_hi_and_reserved`.
    pub clock_seq_hi_and_reserved: u8,
    /// Field `clock_seq_low`.
    pub clock_seq_low: u8,
    /// Field `node`.
    pub node: [u8; 6],
}

static UUID_T_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("time_low").number(1),
    stub::Field::plain("time_mid").number(2),
    stub::Field::plain("time_hi_and_version").number(3),
    stub::Field::plain("clock_seq_hi_and_reserved").number(4),
    stub::Field::plain("clock_seq_low").number(5),
    stub::Field::sized("node", stub::Length::Fixed(6)).number(6),
];

static UUID_T: stub::Record = stub::Record::of("uuid_t", &UUID_T_FIELDS);

stub::plain_record! {
    UuidT, UUID_T, UUID_T_FIELDS { 0 time_low, 1 time_mid, 2 time_hi_and_version, 3
    clock_seq_hi_and_reserved, 4 clock_seq_low, 5 node }; NDR
}

impl stub::Standalone for UuidT {
    const PLACE: &'static stub::Field = &stub::Field::plain("uuid_t");
}

/// A UUID that need not be there.
pub type UuidPT = stub::Shared<UuidT>;

/// Interface, transfer syntax, protocols and addresses, encoded as in appendix L.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwrT {
    /// Field `tower_octet_string`.
    pub tower_octet_string: Vec<u8>,
}

static TWR_T_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("tower_length").number(1),
    stub::Field::plain("tower_octet_string").ndr(stub::ndr_place!(hoists 1)).number(2),
];

static TWR_T: stub::Record = stub::Record::of("twr_t", &TWR_T_FIELDS)
    .ndr(stub::ndr_shape!(hoists 1));

impl stub::Encode for TwrT {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &TWR_T, self);
    }
}

impl<'de> stub::Decode<'de> for TwrT {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &TWR_T, self)
    }
}

impl stub::Fields for TwrT {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &TWR_T_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, Some(self.tower_octet_string.len())),
        );
        s.field(&TWR_T_FIELDS[1], &self.tower_octet_string);
    }
}

impl<'de> stub::Slots<'de> for TwrT {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&TWR_T_FIELDS[0], &mut said0)?;
        s.slot(&TWR_T_FIELDS[1], &mut self.tower_octet_string)?;
        stub::agree(
            s,
            &TWR_T_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.tower_octet_string.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&TWR_T_FIELDS[0], &mut u32::default()),
            1 => s.slot(&TWR_T_FIELDS[1], &mut self.tower_octet_string),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for TwrT {
    const PLACE: &'static stub::Field = &stub::Field::plain("twr_t")
        .ndr(stub::ndr_place!(hoists 1));
}

/// `twr_p_t` of the definition.
pub type TwrPT = stub::Shared<TwrT>;

/// Record `rpc_if_id_t`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcIfIdT {
    /// Field `uuid`.
    pub uuid: UuidT,
    /// Field `vers_major`.
    pub vers_major: u16,
    /// Field `vers_minor`.
    pub vers_minor: u16,
}

static RPC_IF_ID_T_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("uuid").number(1),
    stub::Field::plain("vers_major").number(2),
    stub::Field::plain("vers_minor").number(3),
];

static RPC_IF_ID_T: stub::Record = stub::Record::of("rpc_if_id_t", &RPC_IF_ID_T_FIELDS);

stub::plain_record! {
    RpcIfIdT, RPC_IF_ID_T, RPC_IF_ID_T_FIELDS { 0 uuid, 1 vers_major, 2 vers_minor }; NDR
}

impl stub::Standalone for RpcIfIdT {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpc_if_id_t");
}

/// `rpc_if_id_p_t` of the definition.
pub type RpcIfIdPT = stub::Shared<RpcIfIdT>;

/// One endpoint of one server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EptEntryT<'a> {
    /// Field `object`.
    pub object: UuidT,
    /// Field `tower`.
    pub tower: stub::Shared<TwrT>,
    /// Field `annotation`, at most 63 bytes.
    pub annotation: Cow<'a, str>,
}

static EPT_ENTRY_T_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("object").number(1),
    stub::Field::of(
            "tower",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("tower")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::sized("annotation", stub::Length::UpTo(63))
        .ndr(stub::ndr_place!(array Varying, terminated true))
        .number(3),
];

static EPT_ENTRY_T: stub::Record = stub::Record::of("ept_entry_t", &EPT_ENTRY_T_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    EptEntryT<'de>, EPT_ENTRY_T, EPT_ENTRY_T_FIELDS { 0 object, 1 tower, 2 annotation
    }; NDR
}

impl EptEntryT<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> EptEntryT<'static> {
        EptEntryT {
            object: self.object,
            tower: self.tower,
            annotation: Cow::Owned(self.annotation.into_owned()),
        }
    }
}

impl stub::Standalone for EptEntryT<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ept_entry_t")
        .ndr(stub::ndr_place!(defers true));
}

/// Where the next part of an answer begins; null before the first and after the last.
pub type EptLookupHandleT = stub::ContextHandle;

/// What names interface `ept`, and its operations.
pub static EPT: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "ept",
        full_name: "ept",
        program: 0x302fc2f9,
        uuid: 0xe1af8308_5d1f_11c9_91a4_08002b14a0fa_u128.to_be_bytes(),
        version: 3,
        minor: 0,
    },
    operations: &[
        &EPT_EPT_INSERT,
        &EPT_EPT_DELETE,
        &EPT_EPT_LOOKUP,
        &EPT_EPT_MAP,
        &EPT_EPT_LOOKUP_HANDLE_FREE,
        &EPT_EPT_INQ_OBJECT,
        &EPT_EPT_MGMT_DELETE,
    ],
};

static EPT_EPT_INSERT_IN_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("num_ents").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "entries",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("entries")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Conformant, defers true, hoists 1))
        .number(2),
    stub::Field::plain("replace").number(3),
];

static EPT_EPT_INSERT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `ept_insert` takes and gives.
pub static EPT_EPT_INSERT: stub::OperationMeta = stub::OperationMeta {
    name: "ept_insert",
    number: 0,
    input: &stub::Record::of("ept_insert_in", &EPT_EPT_INSERT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ept", "ept_insert", "urn:ept#ept_insert")
        }),
    output: &stub::Record::of("ept_insert_out", &EPT_EPT_INSERT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_insertResponse",
                "urn:ept:ept:ept_insertResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EPT_EPT_DELETE_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("num_ents").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "entries",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("entries")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Conformant, defers true, hoists 1))
        .number(2),
];

static EPT_EPT_DELETE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `ept_delete` takes and gives.
pub static EPT_EPT_DELETE: stub::OperationMeta = stub::OperationMeta {
    name: "ept_delete",
    number: 1,
    input: &stub::Record::of("ept_delete_in", &EPT_EPT_DELETE_IN_FIELDS)
        .ndr(stub::ndr_shape!(hoists 1, defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ept", "ept_delete", "urn:ept#ept_delete")
        }),
    output: &stub::Record::of("ept_delete_out", &EPT_EPT_DELETE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_deleteResponse",
                "urn:ept:ept:ept_deleteResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EPT_EPT_LOOKUP_IN_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("inquiry_type").number(1),
    stub::Field::of(
            "object",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("object").number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "interface_id",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("interface_id").number(3).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
    stub::Field::plain("vers_option").number(4),
    stub::Field::plain("entry_handle").number(5),
    stub::Field::plain("max_ents").number(6),
];

static EPT_EPT_LOOKUP_OUT_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("entry_handle").number(1),
    stub::Field::plain("num_ents").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "entries",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("entries")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array ConformantVarying, defers true, hoists 1))
        .number(3),
    stub::Field::plain("status").number(4),
];

/// What operation `ept_lookup` takes and gives.
pub static EPT_EPT_LOOKUP: stub::OperationMeta = stub::OperationMeta {
    name: "ept_lookup",
    number: 2,
    input: &stub::Record::of("ept_lookup_in", &EPT_EPT_LOOKUP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ept", "ept_lookup", "urn:ept#ept_lookup")
        }),
    output: &stub::Record::of("ept_lookup_out", &EPT_EPT_LOOKUP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_lookupResponse",
                "urn:ept:ept:ept_lookupResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static EPT_EPT_MAP_IN_FIELDS: [stub::Field; 4] = [
    stub::Field::of(
            "object",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("object").number(1).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "map_tower",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("map_tower")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("entry_handle").number(3),
    stub::Field::plain("max_towers").number(4),
];

static EPT_EPT_MAP_OUT_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("entry_handle").number(1),
    stub::Field::plain("num_towers").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "towers",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "towers",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("towers")
                                .ndr(stub::ndr_place!(hoists 1))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(nillable : true,))
                    .number(3)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array ConformantVarying, defers true, hoists 1))
        .number(3),
    stub::Field::plain("status").number(4),
];

/// What operation `ept_map` takes and gives.
pub static EPT_EPT_MAP: stub::OperationMeta = stub::OperationMeta {
    name: "ept_map",
    number: 3,
    input: &stub::Record::of("ept_map_in", &EPT_EPT_MAP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ept", "ept_map", "urn:ept#ept_map")
        }),
    output: &stub::Record::of("ept_map_out", &EPT_EPT_MAP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_mapResponse",
                "urn:ept:ept:ept_mapResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static EPT_EPT_LOOKUP_HANDLE_FREE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry_handle"),
];

static EPT_EPT_LOOKUP_HANDLE_FREE_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("entry_handle").number(1),
    stub::Field::plain("status").number(2),
];

/// What operation `ept_lookup_handle_free` takes and gives.
pub static EPT_EPT_LOOKUP_HANDLE_FREE: stub::OperationMeta = stub::OperationMeta {
    name: "ept_lookup_handle_free",
    number: 4,
    input: &stub::Record::of(
            "ept_lookup_handle_free_in",
            &EPT_EPT_LOOKUP_HANDLE_FREE_IN_FIELDS,
        )
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_lookup_handle_free",
                "urn:ept#ept_lookup_handle_free",
            )
        }),
    output: &stub::Record::of(
            "ept_lookup_handle_free_out",
            &EPT_EPT_LOOKUP_HANDLE_FREE_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_lookup_handle_freeResponse",
                "urn:ept:ept:ept_lookup_handle_freeResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EPT_EPT_INQ_OBJECT_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("ept_object").number(1),
    stub::Field::plain("status").number(2),
];

/// What operation `ept_inq_object` takes and gives.
pub static EPT_EPT_INQ_OBJECT: stub::OperationMeta = stub::OperationMeta {
    name: "ept_inq_object",
    number: 5,
    input: &stub::Record::of("ept_inq_object_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_inq_object",
                "urn:ept#ept_inq_object",
            )
        }),
    output: &stub::Record::of("ept_inq_object_out", &EPT_EPT_INQ_OBJECT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_inq_objectResponse",
                "urn:ept:ept:ept_inq_objectResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static EPT_EPT_MGMT_DELETE_IN_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("object_speced").number(1),
    stub::Field::of(
            "object",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("object").number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "tower",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("tower")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static EPT_EPT_MGMT_DELETE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `ept_mgmt_delete` takes and gives.
pub static EPT_EPT_MGMT_DELETE: stub::OperationMeta = stub::OperationMeta {
    name: "ept_mgmt_delete",
    number: 6,
    input: &stub::Record::of("ept_mgmt_delete_in", &EPT_EPT_MGMT_DELETE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_mgmt_delete",
                "urn:ept#ept_mgmt_delete",
            )
        }),
    output: &stub::Record::of("ept_mgmt_delete_out", &EPT_EPT_MGMT_DELETE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ept",
                "ept_mgmt_deleteResponse",
                "urn:ept:ept:ept_mgmt_deleteResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `ept_insert` takes.
#[derive(Clone, Debug)]
pub struct EptEptInsertArgs<'a> {
    /// Parameter `entries`.
    pub entries: &'a [EptEntryT<'a>],
    /// Parameter `replace`.
    pub replace: u32,
}

impl stub::Fields for EptEptInsertArgs<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &EPT_EPT_INSERT_IN_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.entries.len())),
        );
        s.field(&EPT_EPT_INSERT_IN_FIELDS[1], &self.entries);
        s.field(&EPT_EPT_INSERT_IN_FIELDS[2], &self.replace);
    }
}

#[derive(Default)]
struct EptEptInsertIn<'a> {
    entries: Vec<EptEntryT<'a>>,
    replace: u32,
}

impl<'de> stub::Slots<'de> for EptEptInsertIn<'de> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&EPT_EPT_INSERT_IN_FIELDS[0], &mut said0)?;
        s.slot(&EPT_EPT_INSERT_IN_FIELDS[1], &mut self.entries)?;
        s.slot(&EPT_EPT_INSERT_IN_FIELDS[2], &mut self.replace)?;
        stub::agree(
            s,
            &EPT_EPT_INSERT_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.entries.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&EPT_EPT_INSERT_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&EPT_EPT_INSERT_IN_FIELDS[1], &mut self.entries),
            2 => s.slot(&EPT_EPT_INSERT_IN_FIELDS[2], &mut self.replace),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `ept_insert` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptInsertOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    EptEptInsertOut, EPT_EPT_INSERT_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    EptEptInsertOut, EPT_EPT_INSERT_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `ept_delete` takes.
#[derive(Clone, Debug)]
pub struct EptEptDeleteArgs<'a> {
    /// Parameter `entries`.
    pub entries: &'a [EptEntryT<'a>],
}

impl stub::Fields for EptEptDeleteArgs<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &EPT_EPT_DELETE_IN_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.entries.len())),
        );
        s.field(&EPT_EPT_DELETE_IN_FIELDS[1], &self.entries);
    }
}

#[derive(Default)]
struct EptEptDeleteIn<'a> {
    entries: Vec<EptEntryT<'a>>,
}

impl<'de> stub::Slots<'de> for EptEptDeleteIn<'de> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&EPT_EPT_DELETE_IN_FIELDS[0], &mut said0)?;
        s.slot(&EPT_EPT_DELETE_IN_FIELDS[1], &mut self.entries)?;
        stub::agree(
            s,
            &EPT_EPT_DELETE_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.entries.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&EPT_EPT_DELETE_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&EPT_EPT_DELETE_IN_FIELDS[1], &mut self.entries),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `ept_delete` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptDeleteOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    EptEptDeleteOut, EPT_EPT_DELETE_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    EptEptDeleteOut, EPT_EPT_DELETE_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `ept_lookup` takes.
#[derive(Clone, Debug)]
pub struct EptEptLookupArgs<'a> {
    /// Parameter `inquiry_type`.
    pub inquiry_type: u32,
    /// Parameter `object`.
    pub object: &'a stub::Shared<UuidT>,
    /// Parameter `interface_id`.
    pub interface_id: &'a stub::Shared<RpcIfIdT>,
    /// Parameter `vers_option`.
    pub vers_option: u32,
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `max_ents`.
    pub max_ents: u32,
}

stub::plain_fields! {
    EptEptLookupArgs<'de>, EPT_EPT_LOOKUP_IN_FIELDS { 0 inquiry_type, 1 object, 2
    interface_id, 3 vers_option, 4 entry_handle, 5 max_ents }; NDR
}

#[derive(Default)]
struct EptEptLookupIn {
    inquiry_type: u32,
    object: stub::Shared<UuidT>,
    interface_id: stub::Shared<RpcIfIdT>,
    vers_option: u32,
    entry_handle: EptLookupHandleT,
    max_ents: u32,
}

stub::plain_slots! {
    EptEptLookupIn, EPT_EPT_LOOKUP_IN_FIELDS { 0 inquiry_type, 1 object, 2 interface_id,
    3 vers_option, 4 entry_handle, 5 max_ents }; NDR
}

/// What a call of `ept_lookup` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptLookupOut<'a> {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `entries`.
    pub entries: Vec<EptEntryT<'a>>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for EptEptLookupOut<'de> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle)?;
        let mut said1 = u32::default();
        s.derived(&EPT_EPT_LOOKUP_OUT_FIELDS[1], &mut said1)?;
        s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[2], &mut self.entries)?;
        s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[3], &mut self.status)?;
        stub::agree(
            s,
            &EPT_EPT_LOOKUP_OUT_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            Some(self.entries.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle),
            1 => s.derived(&EPT_EPT_LOOKUP_OUT_FIELDS[1], &mut u32::default()),
            2 => s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[2], &mut self.entries),
            3 => s.slot(&EPT_EPT_LOOKUP_OUT_FIELDS[3], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `ept_lookup`.
#[derive(Clone, Debug)]
pub struct EptEptLookupReply<'a> {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `entries`.
    pub entries: &'a [EptEntryT<'a>],
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for EptEptLookupReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&EPT_EPT_LOOKUP_OUT_FIELDS[0], &self.entry_handle);
        s.field(
            &EPT_EPT_LOOKUP_OUT_FIELDS[1],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.entries.len())),
        );
        s.field(
            &EPT_EPT_LOOKUP_OUT_FIELDS[2],
            &stub::Extent {
                value: &self.entries,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&EPT_EPT_LOOKUP_OUT_FIELDS[3], &self.status);
    }
}

/// What a call of `ept_map` takes.
#[derive(Clone, Debug)]
pub struct EptEptMapArgs<'a> {
    /// Parameter `object`.
    pub object: &'a stub::Shared<UuidT>,
    /// Parameter `map_tower`.
    pub map_tower: &'a stub::Shared<TwrT>,
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `max_towers`.
    pub max_towers: u32,
}

stub::plain_fields! {
    EptEptMapArgs<'de>, EPT_EPT_MAP_IN_FIELDS { 0 object, 1 map_tower, 2 entry_handle,
    3 max_towers }; NDR
}

#[derive(Default)]
struct EptEptMapIn {
    object: stub::Shared<UuidT>,
    map_tower: stub::Shared<TwrT>,
    entry_handle: EptLookupHandleT,
    max_towers: u32,
}

stub::plain_slots! {
    EptEptMapIn, EPT_EPT_MAP_IN_FIELDS { 0 object, 1 map_tower, 2 entry_handle, 3
    max_towers }; NDR
}

/// What a call of `ept_map` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptMapOut {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `towers`.
    pub towers: Vec<stub::Shared<TwrT>>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for EptEptMapOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&EPT_EPT_MAP_OUT_FIELDS[0], &mut self.entry_handle)?;
        let mut said1 = u32::default();
        s.derived(&EPT_EPT_MAP_OUT_FIELDS[1], &mut said1)?;
        s.slot(&EPT_EPT_MAP_OUT_FIELDS[2], &mut self.towers)?;
        s.slot(&EPT_EPT_MAP_OUT_FIELDS[3], &mut self.status)?;
        stub::agree(
            s,
            &EPT_EPT_MAP_OUT_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            Some(self.towers.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&EPT_EPT_MAP_OUT_FIELDS[0], &mut self.entry_handle),
            1 => s.derived(&EPT_EPT_MAP_OUT_FIELDS[1], &mut u32::default()),
            2 => s.slot(&EPT_EPT_MAP_OUT_FIELDS[2], &mut self.towers),
            3 => s.slot(&EPT_EPT_MAP_OUT_FIELDS[3], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `ept_map`.
#[derive(Clone, Debug)]
pub struct EptEptMapReply<'a> {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `towers`.
    pub towers: &'a [stub::Shared<TwrT>],
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for EptEptMapReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&EPT_EPT_MAP_OUT_FIELDS[0], &self.entry_handle);
        s.field(
            &EPT_EPT_MAP_OUT_FIELDS[1],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.towers.len())),
        );
        s.field(
            &EPT_EPT_MAP_OUT_FIELDS[2],
            &stub::Extent {
                value: &self.towers,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&EPT_EPT_MAP_OUT_FIELDS[3], &self.status);
    }
}

/// What a call of `ept_lookup_handle_free` takes.
#[derive(Clone, Debug)]
pub struct EptEptLookupHandleFreeArgs {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
}

stub::plain_fields! {
    EptEptLookupHandleFreeArgs, EPT_EPT_LOOKUP_HANDLE_FREE_IN_FIELDS { 0 entry_handle };
    NDR
}

#[derive(Default)]
struct EptEptLookupHandleFreeIn {
    entry_handle: EptLookupHandleT,
}

stub::plain_slots! {
    EptEptLookupHandleFreeIn, EPT_EPT_LOOKUP_HANDLE_FREE_IN_FIELDS { 0 entry_handle };
    NDR
}

/// What a call of `ept_lookup_handle_free` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptLookupHandleFreeOut {
    /// Parameter `entry_handle`.
    pub entry_handle: EptLookupHandleT,
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    EptEptLookupHandleFreeOut, EPT_EPT_LOOKUP_HANDLE_FREE_OUT_FIELDS { 0 entry_handle, 1
    status }; NDR
}

stub::plain_slots! {
    EptEptLookupHandleFreeOut, EPT_EPT_LOOKUP_HANDLE_FREE_OUT_FIELDS { 0 entry_handle, 1
    status }; NDR
}

/// What a call of `ept_inq_object` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptInqObjectOut {
    /// Parameter `ept_object`.
    pub ept_object: UuidT,
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_slots! {
    EptEptInqObjectOut, EPT_EPT_INQ_OBJECT_OUT_FIELDS { 0 ept_object, 1 status }; NDR
}

/// What a server answers to a call of `ept_inq_object`.
#[derive(Clone, Debug)]
pub struct EptEptInqObjectReply<'a> {
    /// Parameter `ept_object`.
    pub ept_object: &'a UuidT,
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    EptEptInqObjectReply<'de>, EPT_EPT_INQ_OBJECT_OUT_FIELDS { 0 ept_object, 1 status
    }; NDR
}

/// What a call of `ept_mgmt_delete` takes.
#[derive(Clone, Debug)]
pub struct EptEptMgmtDeleteArgs<'a> {
    /// Parameter `object_speced`.
    pub object_speced: u32,
    /// Parameter `object`.
    pub object: &'a stub::Shared<UuidT>,
    /// Parameter `tower`.
    pub tower: &'a stub::Shared<TwrT>,
}

stub::plain_fields! {
    EptEptMgmtDeleteArgs<'de>, EPT_EPT_MGMT_DELETE_IN_FIELDS { 0 object_speced, 1
    object, 2 tower }; NDR
}

#[derive(Default)]
struct EptEptMgmtDeleteIn {
    object_speced: u32,
    object: stub::Shared<UuidT>,
    tower: stub::Shared<TwrT>,
}

stub::plain_slots! {
    EptEptMgmtDeleteIn, EPT_EPT_MGMT_DELETE_IN_FIELDS { 0 object_speced, 1 object, 2
    tower }; NDR
}

/// What a call of `ept_mgmt_delete` gives.
#[derive(Clone, Debug, Default)]
pub struct EptEptMgmtDeleteOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    EptEptMgmtDeleteOut, EPT_EPT_MGMT_DELETE_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    EptEptMgmtDeleteOut, EPT_EPT_MGMT_DELETE_OUT_FIELDS { 0 status }; NDR
}

/// A client of `ept`.
pub struct EptClient {
    client: stub::Client,
}

impl EptClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, EPT.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Adds entries; with `replace`, in place of those that differ in the address alone.
    pub fn ept_insert(
        &mut self,
        entries: &[EptEntryT<'_>],
        replace: u32,
    ) -> Result<u32, stub::CallError> {
        let output: EptEptInsertOut = self
            .client
            .invoke(
                &EPT,
                &EPT_EPT_INSERT,
                &EptEptInsertArgs {
                    entries,
                    replace,
                },
            )?;
        Ok(output.status)
    }

    /// Removes entries.
    pub fn ept_delete(
        &mut self,
        entries: &[EptEntryT<'_>],
    ) -> Result<u32, stub::CallError> {
        let output: EptEptDeleteOut = self
            .client
            .invoke(&EPT, &EPT_EPT_DELETE, &EptEptDeleteArgs { entries })?;
        Ok(output.status)
    }

    /// Lists entries, at most `max_ents` with each call.
    pub fn ept_lookup(
        &mut self,
        inquiry_type: u32,
        object: &stub::Shared<UuidT>,
        interface_id: &stub::Shared<RpcIfIdT>,
        vers_option: u32,
        entry_handle: EptLookupHandleT,
        max_ents: u32,
    ) -> Result<(EptLookupHandleT, Vec<EptEntryT<'_>>, u32), stub::CallError> {
        let turn = self.client.contexts().turn().given(&entry_handle);
        let output: EptEptLookupOut<'_> = self
            .client
            .invoke(
                &EPT,
                &EPT_EPT_LOOKUP,
                &EptEptLookupArgs {
                    inquiry_type,
                    object,
                    interface_id,
                    vers_option,
                    entry_handle,
                    max_ents,
                },
            )?;
        turn.got(&output.entry_handle).done();
        Ok((output.entry_handle, output.entries, output.status))
    }

    /// The towers of servers that speak what `map_tower` asks for.
    pub fn ept_map(
        &mut self,
        object: &stub::Shared<UuidT>,
        map_tower: &stub::Shared<TwrT>,
        entry_handle: EptLookupHandleT,
        max_towers: u32,
    ) -> Result<(EptLookupHandleT, Vec<stub::Shared<TwrT>>, u32), stub::CallError> {
        let turn = self.client.contexts().turn().given(&entry_handle);
        let output: EptEptMapOut = self
            .client
            .invoke(
                &EPT,
                &EPT_EPT_MAP,
                &EptEptMapArgs {
                    object,
                    map_tower,
                    entry_handle,
                    max_towers,
                },
            )?;
        turn.got(&output.entry_handle).done();
        Ok((output.entry_handle, output.towers, output.status))
    }

    /// Ends a listing before its end.
    pub fn ept_lookup_handle_free(
        &mut self,
        entry_handle: EptLookupHandleT,
    ) -> Result<(EptLookupHandleT, u32), stub::CallError> {
        let turn = self.client.contexts().turn().given(&entry_handle);
        let output: EptEptLookupHandleFreeOut = self
            .client
            .invoke(
                &EPT,
                &EPT_EPT_LOOKUP_HANDLE_FREE,
                &EptEptLookupHandleFreeArgs {
                    entry_handle,
                },
            )?;
        turn.got(&output.entry_handle).done();
        Ok((output.entry_handle, output.status))
    }

    /// The object that this endpoint map is.
    pub fn ept_inq_object(&mut self) -> Result<(UuidT, u32), stub::CallError> {
        let output: EptEptInqObjectOut = self
            .client
            .invoke(&EPT, &EPT_EPT_INQ_OBJECT, &())?;
        Ok((output.ept_object, output.status))
    }

    /// Removes all entries with this interface, version and address, and object if it counts.
    pub fn ept_mgmt_delete(
        &mut self,
        object_speced: u32,
        object: &stub::Shared<UuidT>,
        tower: &stub::Shared<TwrT>,
    ) -> Result<u32, stub::CallError> {
        let output: EptEptMgmtDeleteOut = self
            .client
            .invoke(
                &EPT,
                &EPT_EPT_MGMT_DELETE,
                &EptEptMgmtDeleteArgs {
                    object_speced,
                    object,
                    tower,
                },
            )?;
        Ok(output.status)
    }
}

impl stub::Stub for EptClient {
    const INTERFACE: &'static stub::InterfaceMeta = &EPT;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// The endpoint mapper: which servers of a host listen where. Names, numbers and
/// shapes are those of C706, appendix O; endpoints those of its appendix H and of Windows.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Ept: Send + Sync {
    /// Adds entries; with `replace`, in place of those that differ in the address alone.
    fn ept_insert(
        &self,
        call: &stub::Context<'_>,
        entries: Vec<EptEntryT<'_>>,
        replace: u32,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Removes entries.
    fn ept_delete(
        &self,
        call: &stub::Context<'_>,
        entries: Vec<EptEntryT<'_>>,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Lists entries, at most `max_ents` with each call.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn ept_lookup<'a>(
        &'a self,
        call: &stub::Context<'_>,
        inquiry_type: u32,
        object: stub::Shared<UuidT>,
        interface_id: stub::Shared<RpcIfIdT>,
        vers_option: u32,
        entry_handle: EptLookupHandleT,
        max_ents: u32,
    ) -> Result<(EptLookupHandleT, Vec<EptEntryT<'a>>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ept_lookup` where results are not the server's own: a guard's, an `Arc`'s.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn ept_lookup_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        inquiry_type: u32,
        object: stub::Shared<UuidT>,
        interface_id: stub::Shared<RpcIfIdT>,
        vers_option: u32,
        entry_handle: EptLookupHandleT,
        max_ents: u32,
        reply: impl FnOnce((EptLookupHandleT, &[EptEntryT<'_>], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ept_lookup(
                call,
                inquiry_type,
                object,
                interface_id,
                vers_option,
                entry_handle,
                max_ents,
            )
            .map(|(entry_handle, entries, status)| reply((
                entry_handle,
                &entries,
                status,
            )))
    }

    /// The towers of servers that speak what `map_tower` asks for.
    fn ept_map(
        &self,
        call: &stub::Context<'_>,
        object: stub::Shared<UuidT>,
        map_tower: stub::Shared<TwrT>,
        entry_handle: EptLookupHandleT,
        max_towers: u32,
    ) -> Result<(EptLookupHandleT, Vec<stub::Shared<TwrT>>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ept_map` where results are not the server's own: a guard's, an `Arc`'s.
    fn ept_map_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        object: stub::Shared<UuidT>,
        map_tower: stub::Shared<TwrT>,
        entry_handle: EptLookupHandleT,
        max_towers: u32,
        reply: impl FnOnce((EptLookupHandleT, &[stub::Shared<TwrT>], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ept_map(call, object, map_tower, entry_handle, max_towers)
            .map(|(entry_handle, towers, status)| reply((entry_handle, &towers, status)))
    }

    /// Ends a listing before its end.
    fn ept_lookup_handle_free(
        &self,
        call: &stub::Context<'_>,
        entry_handle: EptLookupHandleT,
    ) -> Result<(EptLookupHandleT, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// The object that this endpoint map is.
    fn ept_inq_object(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<(UuidT, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ept_inq_object` where results are not the server's own: a guard's, an `Arc`'s.
    fn ept_inq_object_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce((&UuidT, u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ept_inq_object(call)
            .map(|(ept_object, status)| reply((&ept_object, status)))
    }

    /// Removes all entries with this interface, version and address, and object if it counts.
    fn ept_mgmt_delete(
        &self,
        call: &stub::Context<'_>,
        object_speced: u32,
        object: stub::Shared<UuidT>,
        tower: stub::Shared<TwrT>,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operations that have to do with context handles: whose calls they are is known.
    fn context_operations(&self) -> Vec<u32> {
        vec![2, 3, 4]
    }

    /// A client is gone: context handles of its association can be run down.
    fn association_ended(&self, association: u64) {}
}

/// Serves `ept` with an object that implements [`Ept`].
pub struct EptServer<T>(pub T);

impl<T: Ept> stub::Service for EptServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        EPT.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        EPT.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        EPT.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &EPT_EPT_INSERT,
                    |context, input: EptEptInsertIn<'_>| {
                        let status = self
                            .0
                            .ept_insert(context, input.entries, input.replace)?;
                        Ok(EptEptInsertOut { status })
                    },
                )
            }
            1 => {
                call.serve(
                    &EPT_EPT_DELETE,
                    |context, input: EptEptDeleteIn<'_>| {
                        let status = self.0.ept_delete(context, input.entries)?;
                        Ok(EptEptDeleteOut { status })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &EPT_EPT_LOOKUP,
                    |context, input: EptEptLookupIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.max_ents),
                        ];
                        self.0
                            .ept_lookup_replying(
                                context,
                                input.inquiry_type,
                                input.object,
                                input.interface_id,
                                input.vers_option,
                                input.entry_handle,
                                input.max_ents,
                                |(entry_handle, entries, status)| {
                                    reply
                                        .finish(
                                            &EptEptLookupReply {
                                                room,
                                                entry_handle,
                                                entries,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &EPT_EPT_MAP,
                    |context, input: EptEptMapIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.max_towers),
                        ];
                        self.0
                            .ept_map_replying(
                                context,
                                input.object,
                                input.map_tower,
                                input.entry_handle,
                                input.max_towers,
                                |(entry_handle, towers, status)| {
                                    reply
                                        .finish(
                                            &EptEptMapReply {
                                                room,
                                                entry_handle,
                                                towers,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            4 => {
                call.serve(
                    &EPT_EPT_LOOKUP_HANDLE_FREE,
                    |context, input: EptEptLookupHandleFreeIn| {
                        let (entry_handle, status) = self
                            .0
                            .ept_lookup_handle_free(context, input.entry_handle)?;
                        Ok(EptEptLookupHandleFreeOut {
                            entry_handle,
                            status,
                        })
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &EPT_EPT_INQ_OBJECT,
                    |context, (): (), reply| {
                        self.0
                            .ept_inq_object_replying(
                                context,
                                |(ept_object, status)| {
                                    reply
                                        .finish(
                                            &EptEptInqObjectReply {
                                                ept_object,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &EPT_EPT_MGMT_DELETE,
                    |context, input: EptEptMgmtDeleteIn| {
                        let status = self
                            .0
                            .ept_mgmt_delete(
                                context,
                                input.object_speced,
                                input.object,
                                input.tower,
                            )?;
                        Ok(EptEptMgmtDeleteOut { status })
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn context_operations(&self) -> Vec<u32> {
        self.0.context_operations()
    }

    fn association_ended(&self, association: u64) {
        self.0.association_ended(association);
    }
}

stub::if_tokio! {
    /// A client of `ept` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncEptClient {
        client: stub::AsyncClient,
    }

    impl AsyncEptClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, EPT.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Adds entries; with `replace`, in place of those that differ in the address alone.
        pub async fn ept_insert(
            &self,
            entries: &[EptEntryT<'_>],
            replace: u32,
        ) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &EPT,
                    &EPT_EPT_INSERT,
                    &EptEptInsertArgs {
                        entries,
                        replace,
                    },
                )
                .await?;
            let output: EptEptInsertOut = reply.results(&EPT_EPT_INSERT)?;
            Ok(output.status)
        }

        /// Removes entries.
        pub async fn ept_delete(
            &self,
            entries: &[EptEntryT<'_>],
        ) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&EPT, &EPT_EPT_DELETE, &EptEptDeleteArgs { entries })
                .await?;
            let output: EptEptDeleteOut = reply.results(&EPT_EPT_DELETE)?;
            Ok(output.status)
        }

        /// Lists entries, at most `max_ents` with each call.
        pub async fn ept_lookup(
            &self,
            inquiry_type: u32,
            object: &stub::Shared<UuidT>,
            interface_id: &stub::Shared<RpcIfIdT>,
            vers_option: u32,
            entry_handle: EptLookupHandleT,
            max_ents: u32,
        ) -> Result<(EptLookupHandleT, Vec<EptEntryT<'static>>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &EPT,
                    &EPT_EPT_LOOKUP,
                    &EptEptLookupArgs {
                        inquiry_type,
                        object,
                        interface_id,
                        vers_option,
                        entry_handle,
                        max_ents,
                    },
                )
                .await?;
            let turn = self.client.contexts().turn().given(&entry_handle);
            let output: EptEptLookupOut<'_> = reply.results(&EPT_EPT_LOOKUP)?;
            turn.got(&output.entry_handle).done();
            Ok((
                output.entry_handle,
                output.entries.into_iter().map(|v| v.into_owned()).collect(),
                output.status,
            ))
        }

        /// The towers of servers that speak what `map_tower` asks for.
        pub async fn ept_map(
            &self,
            object: &stub::Shared<UuidT>,
            map_tower: &stub::Shared<TwrT>,
            entry_handle: EptLookupHandleT,
            max_towers: u32,
        ) -> Result<(EptLookupHandleT, Vec<stub::Shared<TwrT>>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &EPT,
                    &EPT_EPT_MAP,
                    &EptEptMapArgs {
                        object,
                        map_tower,
                        entry_handle,
                        max_towers,
                    },
                )
                .await?;
            let turn = self.client.contexts().turn().given(&entry_handle);
            let output: EptEptMapOut = reply.results(&EPT_EPT_MAP)?;
            turn.got(&output.entry_handle).done();
            Ok((output.entry_handle, output.towers, output.status))
        }

        /// Ends a listing before its end.
        pub async fn ept_lookup_handle_free(
            &self,
            entry_handle: EptLookupHandleT,
        ) -> Result<(EptLookupHandleT, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &EPT,
                    &EPT_EPT_LOOKUP_HANDLE_FREE,
                    &EptEptLookupHandleFreeArgs {
                        entry_handle,
                    },
                )
                .await?;
            let turn = self.client.contexts().turn().given(&entry_handle);
            let output: EptEptLookupHandleFreeOut = reply
                .results(&EPT_EPT_LOOKUP_HANDLE_FREE)?;
            turn.got(&output.entry_handle).done();
            Ok((output.entry_handle, output.status))
        }

        /// The object that this endpoint map is.
        pub async fn ept_inq_object(&self) -> Result<(UuidT, u32), stub::CallError> {
            let mut reply = self.client.invoke(&EPT, &EPT_EPT_INQ_OBJECT, &()).await?;
            let output: EptEptInqObjectOut = reply.results(&EPT_EPT_INQ_OBJECT)?;
            Ok((output.ept_object, output.status))
        }

        /// Removes all entries with this interface, version and address, and object if it counts.
        pub async fn ept_mgmt_delete(
            &self,
            object_speced: u32,
            object: &stub::Shared<UuidT>,
            tower: &stub::Shared<TwrT>,
        ) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &EPT,
                    &EPT_EPT_MGMT_DELETE,
                    &EptEptMgmtDeleteArgs {
                        object_speced,
                        object,
                        tower,
                    },
                )
                .await?;
            let output: EptEptMgmtDeleteOut = reply.results(&EPT_EPT_MGMT_DELETE)?;
            Ok(output.status)
        }
    }

    impl stub::AsyncStub for AsyncEptClient {
        const INTERFACE: &'static stub::InterfaceMeta = &EPT;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// The endpoint mapper: which servers of a host listen where. Names, numbers and
    /// shapes are those of C706, appendix O; endpoints those of its appendix H and of Windows.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncEpt: Send + Sync {
        /// Adds entries; with `replace`, in place of those that differ in the address alone.
        fn ept_insert<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entries: Vec<EptEntryT<'a>>,
            replace: u32,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Removes entries.
        fn ept_delete<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entries: Vec<EptEntryT<'a>>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Lists entries, at most `max_ents` with each call.
        #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
        fn ept_lookup<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            inquiry_type: u32,
            object: stub::Shared<UuidT>,
            interface_id: stub::Shared<RpcIfIdT>,
            vers_option: u32,
            entry_handle: EptLookupHandleT,
            max_ents: u32,
        ) -> impl std::future::Future<
            Output = Result<(EptLookupHandleT, Vec<EptEntryT<'a>>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The towers of servers that speak what `map_tower` asks for.
        fn ept_map<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            object: stub::Shared<UuidT>,
            map_tower: stub::Shared<TwrT>,
            entry_handle: EptLookupHandleT,
            max_towers: u32,
        ) -> impl std::future::Future<
            Output = Result<(EptLookupHandleT, Vec<stub::Shared<TwrT>>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Ends a listing before its end.
        fn ept_lookup_handle_free<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry_handle: EptLookupHandleT,
        ) -> impl std::future::Future<
            Output = Result<(EptLookupHandleT, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The object that this endpoint map is.
        fn ept_inq_object<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<(UuidT, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Removes all entries with this interface, version and address, and object if it counts.
        fn ept_mgmt_delete<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            object_speced: u32,
            object: stub::Shared<UuidT>,
            tower: stub::Shared<TwrT>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operations that have to do with context handles: whose calls they are is known.
        fn context_operations(&self) -> Vec<u32> {
            vec![2, 3, 4]
        }

        /// A client is gone: context handles of its association can be run down.
        fn association_ended(&self, association: u64) {}
    }

    /// Serves `ept` with an object that implements [`AsyncEpt`], on a runtime.
    pub struct AsyncEptServer<T>(pub T);

    impl<T: AsyncEpt> stub::Service for AsyncEptServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            EPT.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            EPT.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            EPT.elements()
        }

        fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {
            stub::Outcome::Fault(stub::Fault::ServerFailure)
        }

        fn is_async(&self) -> bool {
            true
        }

        fn dispatch_async<'a>(
            &'a self,
            operation: u32,
            mut call: stub::Dispatch<'a>,
        ) -> stub::Serving<'a> {
            match operation {
                0 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptInsertIn<'_>, _) = call
                            .input(&EPT_EPT_INSERT)?;
                        let context = call.context();
                        let result = self
                            .0
                            .ept_insert(&context, input.entries, input.replace)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_INSERT, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_INSERT,
                                    &EptEptInsertOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptDeleteIn<'_>, _) = call
                            .input(&EPT_EPT_DELETE)?;
                        let context = call.context();
                        let result = self.0.ept_delete(&context, input.entries).await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_DELETE, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_DELETE,
                                    &EptEptDeleteOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptLookupIn, _) = call
                            .input(&EPT_EPT_LOOKUP)?;
                        let context = call.context();
                        let room = [stub::capacity(stub::Relation::SAME, &input.max_ents)];
                        let result = self
                            .0
                            .ept_lookup(
                                &context,
                                input.inquiry_type,
                                input.object,
                                input.interface_id,
                                input.vers_option,
                                input.entry_handle,
                                input.max_ents,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_LOOKUP, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_LOOKUP,
                                    &EptEptLookupReply {
                                        room,
                                        entry_handle: output.0,
                                        entries: &output.1,
                                        status: output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptMapIn, _) = call
                            .input(&EPT_EPT_MAP)?;
                        let context = call.context();
                        let room = [stub::capacity(stub::Relation::SAME, &input.max_towers)];
                        let result = self
                            .0
                            .ept_map(
                                &context,
                                input.object,
                                input.map_tower,
                                input.entry_handle,
                                input.max_towers,
                            )
                            .await;
                        let output = result.map_err(|fault| call.fail(&EPT_EPT_MAP, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_MAP,
                                    &EptEptMapReply {
                                        room,
                                        entry_handle: output.0,
                                        towers: &output.1,
                                        status: output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptLookupHandleFreeIn, _) = call
                            .input(&EPT_EPT_LOOKUP_HANDLE_FREE)?;
                        let context = call.context();
                        let result = self
                            .0
                            .ept_lookup_handle_free(&context, input.entry_handle)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_LOOKUP_HANDLE_FREE, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_LOOKUP_HANDLE_FREE,
                                    &EptEptLookupHandleFreeOut {
                                        entry_handle: output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&EPT_EPT_INQ_OBJECT)?;
                        let context = call.context();
                        let result = self.0.ept_inq_object(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_INQ_OBJECT, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_INQ_OBJECT,
                                    &EptEptInqObjectReply {
                                        ept_object: &output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (EptEptMgmtDeleteIn, _) = call
                            .input(&EPT_EPT_MGMT_DELETE)?;
                        let context = call.context();
                        let result = self
                            .0
                            .ept_mgmt_delete(
                                &context,
                                input.object_speced,
                                input.object,
                                input.tower,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&EPT_EPT_MGMT_DELETE, fault))?;
                        Ok(
                            call
                                .end(
                                    &EPT_EPT_MGMT_DELETE,
                                    &EptEptMgmtDeleteOut {
                                        status: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                _ => {
                    Box::pin(
                        std::future::ready(
                            stub::Outcome::Fault(stub::Fault::NoSuchOperation),
                        ),
                    )
                }
            }
        }

        fn context_operations(&self) -> Vec<u32> {
            self.0.context_operations()
        }

        fn association_ended(&self, association: u64) {
            self.0.association_ended(association);
        }
    }
}
