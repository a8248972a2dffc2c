// Generated from mgmt.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// What the elements of `statistics` count (appendix N.3).
pub const RPC_C_STATS_CALLS_IN: i32 = 0;

/// Constant `rpc_c_stats_calls_out`.
pub const RPC_C_STATS_CALLS_OUT: i32 = 1;

/// Constant `rpc_c_stats_pkts_in`.
pub const RPC_C_STATS_PKTS_IN: i32 = 2;

/// Constant `rpc_c_stats_pkts_out`.
pub const RPC_C_STATS_PKTS_OUT: i32 = 3;

/// Constant `rpc_c_stats_array_max_size`.
pub const RPC_C_STATS_ARRAY_MAX_SIZE: i32 = 4;

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

/// Record `rpc_if_id_vector_t`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcIfIdVectorT {
    /// Field `if_id`.
    pub if_id: Vec<stub::Shared<RpcIfIdT>>,
}

static RPC_IF_ID_VECTOR_T_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("count").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "if_id",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "if_id",
                        stub::Length::UpTo(u32::MAX),
                        const { &stub::Field::plain("if_id").number(1).explicit() },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(nillable : true,))
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Conformant, defers true, hoists 1))
        .number(2),
];

static RPC_IF_ID_VECTOR_T: stub::Record = stub::Record::of(
        "rpc_if_id_vector_t",
        &RPC_IF_ID_VECTOR_T_FIELDS,
    )
    .ndr(stub::ndr_shape!(hoists 1, defers true));

impl stub::Encode for RpcIfIdVectorT {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &RPC_IF_ID_VECTOR_T, self);
    }
}

impl<'de> stub::Decode<'de> for RpcIfIdVectorT {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &RPC_IF_ID_VECTOR_T, self)
    }
}

impl stub::Fields for RpcIfIdVectorT {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &RPC_IF_ID_VECTOR_T_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.if_id.len())),
        );
        s.field(&RPC_IF_ID_VECTOR_T_FIELDS[1], &self.if_id);
    }
}

impl<'de> stub::Slots<'de> for RpcIfIdVectorT {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&RPC_IF_ID_VECTOR_T_FIELDS[0], &mut said0)?;
        s.slot(&RPC_IF_ID_VECTOR_T_FIELDS[1], &mut self.if_id)?;
        stub::agree(
            s,
            &RPC_IF_ID_VECTOR_T_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.if_id.len()),
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
            0 => s.derived(&RPC_IF_ID_VECTOR_T_FIELDS[0], &mut u32::default()),
            1 => s.slot(&RPC_IF_ID_VECTOR_T_FIELDS[1], &mut self.if_id),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for RpcIfIdVectorT {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpc_if_id_vector_t")
        .ndr(stub::ndr_place!(defers true, hoists 1));
}

/// `rpc_if_id_vector_p_t` of the definition.
pub type RpcIfIdVectorPT = stub::Shared<RpcIfIdVectorT>;

/// What names interface `mgmt`, and its operations.
pub static MGMT: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "mgmt",
        full_name: "mgmt",
        program: 0x23d1e11d,
        uuid: 0xafa8bd80_7d8a_11c9_bef4_08002b102989_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &MGMT_RPC_MGMT_INQ_IF_IDS,
        &MGMT_RPC_MGMT_INQ_STATS,
        &MGMT_RPC_MGMT_IS_SERVER_LISTENING,
        &MGMT_RPC_MGMT_STOP_SERVER_LISTENING,
        &MGMT_RPC_MGMT_INQ_PRINC_NAME,
    ],
};

static MGMT_RPC_MGMT_INQ_IF_IDS_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "if_id_vector",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("if_id_vector")
                    .ndr(stub::ndr_place!(defers true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::plain("status").number(2),
];

/// What operation `rpc__mgmt_inq_if_ids` takes and gives.
pub static MGMT_RPC_MGMT_INQ_IF_IDS: stub::OperationMeta = stub::OperationMeta {
    name: "rpc__mgmt_inq_if_ids",
    number: 0,
    input: &stub::Record::of("rpc__mgmt_inq_if_ids_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_if_ids",
                "urn:mgmt#rpc__mgmt_inq_if_ids",
            )
        }),
    output: &stub::Record::of(
            "rpc__mgmt_inq_if_ids_out",
            &MGMT_RPC_MGMT_INQ_IF_IDS_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_if_idsResponse",
                "urn:mgmt:mgmt:rpc__mgmt_inq_if_idsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static MGMT_RPC_MGMT_INQ_STATS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("count").number(1),
];

static MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("count").number(1),
    stub::Field::of(
            "statistics",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("statistics").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(2)
        .packed(),
    stub::Field::plain("status").number(3),
];

/// What operation `rpc__mgmt_inq_stats` takes and gives.
pub static MGMT_RPC_MGMT_INQ_STATS: stub::OperationMeta = stub::OperationMeta {
    name: "rpc__mgmt_inq_stats",
    number: 1,
    input: &stub::Record::of(
            "rpc__mgmt_inq_stats_in",
            &MGMT_RPC_MGMT_INQ_STATS_IN_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_stats",
                "urn:mgmt#rpc__mgmt_inq_stats",
            )
        }),
    output: &stub::Record::of(
            "rpc__mgmt_inq_stats_out",
            &MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_statsResponse",
                "urn:mgmt:mgmt:rpc__mgmt_inq_statsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static MGMT_RPC_MGMT_IS_SERVER_LISTENING_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("status").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `rpc__mgmt_is_server_listening` takes and gives.
pub static MGMT_RPC_MGMT_IS_SERVER_LISTENING: stub::OperationMeta = stub::OperationMeta {
    name: "rpc__mgmt_is_server_listening",
    number: 2,
    input: &stub::Record::of("rpc__mgmt_is_server_listening_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_is_server_listening",
                "urn:mgmt#rpc__mgmt_is_server_listening",
            )
        }),
    output: &stub::Record::of(
            "rpc__mgmt_is_server_listening_out",
            &MGMT_RPC_MGMT_IS_SERVER_LISTENING_OUT_FIELDS,
        )
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_is_server_listeningResponse",
                "urn:mgmt:mgmt:rpc__mgmt_is_server_listeningResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static MGMT_RPC_MGMT_STOP_SERVER_LISTENING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `rpc__mgmt_stop_server_listening` takes and gives.
pub static MGMT_RPC_MGMT_STOP_SERVER_LISTENING: stub::OperationMeta = stub::OperationMeta {
    name: "rpc__mgmt_stop_server_listening",
    number: 3,
    input: &stub::Record::of("rpc__mgmt_stop_server_listening_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_stop_server_listening",
                "urn:mgmt#rpc__mgmt_stop_server_listening",
            )
        }),
    output: &stub::Record::of(
            "rpc__mgmt_stop_server_listening_out",
            &MGMT_RPC_MGMT_STOP_SERVER_LISTENING_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_stop_server_listeningResponse",
                "urn:mgmt:mgmt:rpc__mgmt_stop_server_listeningResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static MGMT_RPC_MGMT_INQ_PRINC_NAME_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("authn_proto").number(1),
    stub::Field::plain("princ_name_size").number(2),
];

static MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("princ_name")
        .ndr(stub::ndr_place!(terminated true, hoists 1))
        .number(1),
    stub::Field::plain("status").number(2),
];

/// What operation `rpc__mgmt_inq_princ_name` takes and gives.
pub static MGMT_RPC_MGMT_INQ_PRINC_NAME: stub::OperationMeta = stub::OperationMeta {
    name: "rpc__mgmt_inq_princ_name",
    number: 4,
    input: &stub::Record::of(
            "rpc__mgmt_inq_princ_name_in",
            &MGMT_RPC_MGMT_INQ_PRINC_NAME_IN_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_princ_name",
                "urn:mgmt#rpc__mgmt_inq_princ_name",
            )
        }),
    output: &stub::Record::of(
            "rpc__mgmt_inq_princ_name_out",
            &MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:mgmt",
                "rpc__mgmt_inq_princ_nameResponse",
                "urn:mgmt:mgmt:rpc__mgmt_inq_princ_nameResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `rpc__mgmt_inq_if_ids` gives.
#[derive(Clone, Debug, Default)]
pub struct MgmtRpcMgmtInqIfIdsOut {
    /// Parameter `if_id_vector`.
    pub if_id_vector: stub::Shared<RpcIfIdVectorT>,
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_slots! {
    MgmtRpcMgmtInqIfIdsOut, MGMT_RPC_MGMT_INQ_IF_IDS_OUT_FIELDS { 0 if_id_vector, 1
    status }; NDR
}

/// What a server answers to a call of `rpc__mgmt_inq_if_ids`.
#[derive(Clone, Debug)]
pub struct MgmtRpcMgmtInqIfIdsReply<'a> {
    /// Parameter `if_id_vector`.
    pub if_id_vector: &'a stub::Shared<RpcIfIdVectorT>,
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    MgmtRpcMgmtInqIfIdsReply<'de>, MGMT_RPC_MGMT_INQ_IF_IDS_OUT_FIELDS { 0
    if_id_vector, 1 status }; NDR
}

/// What a call of `rpc__mgmt_inq_stats` takes.
#[derive(Clone, Debug)]
pub struct MgmtRpcMgmtInqStatsArgs {
    /// Parameter `count`.
    pub count: u32,
}

stub::plain_fields! {
    MgmtRpcMgmtInqStatsArgs, MGMT_RPC_MGMT_INQ_STATS_IN_FIELDS { 0 count }; NDR
}

#[derive(Default)]
struct MgmtRpcMgmtInqStatsIn {
    count: u32,
}

stub::plain_slots! {
    MgmtRpcMgmtInqStatsIn, MGMT_RPC_MGMT_INQ_STATS_IN_FIELDS { 0 count }; NDR
}

/// What a call of `rpc__mgmt_inq_stats` gives.
#[derive(Clone, Debug, Default)]
pub struct MgmtRpcMgmtInqStatsOut {
    /// Parameter `statistics`.
    pub statistics: Vec<u32>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for MgmtRpcMgmtInqStatsOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[0], &mut said0)?;
        s.slot(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[1], &mut self.statistics)?;
        s.slot(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[2], &mut self.status)?;
        stub::agree(
            s,
            &MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.statistics.len()),
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
            0 => s.derived(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[0], &mut u32::default()),
            1 => s.slot(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[1], &mut self.statistics),
            2 => s.slot(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[2], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `rpc__mgmt_inq_stats`.
#[derive(Clone, Debug)]
pub struct MgmtRpcMgmtInqStatsReply<'a> {
    /// Parameter `statistics`.
    pub statistics: &'a [u32],
    /// Parameter `status`.
    pub status: u32,
}

impl stub::Fields for MgmtRpcMgmtInqStatsReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.statistics.len())),
        );
        s.field(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[1], &self.statistics);
        s.field(&MGMT_RPC_MGMT_INQ_STATS_OUT_FIELDS[2], &self.status);
    }
}

/// What a call of `rpc__mgmt_is_server_listening` gives.
#[derive(Clone, Debug, Default)]
pub struct MgmtRpcMgmtIsServerListeningOut {
    /// Parameter `status`.
    pub status: u32,
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    MgmtRpcMgmtIsServerListeningOut, MGMT_RPC_MGMT_IS_SERVER_LISTENING_OUT_FIELDS { 0
    status, 1 result }; NDR
}

stub::plain_slots! {
    MgmtRpcMgmtIsServerListeningOut, MGMT_RPC_MGMT_IS_SERVER_LISTENING_OUT_FIELDS { 0
    status, 1 result }; NDR
}

/// What a call of `rpc__mgmt_stop_server_listening` gives.
#[derive(Clone, Debug, Default)]
pub struct MgmtRpcMgmtStopServerListeningOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    MgmtRpcMgmtStopServerListeningOut, MGMT_RPC_MGMT_STOP_SERVER_LISTENING_OUT_FIELDS { 0
    status }; NDR
}

stub::plain_slots! {
    MgmtRpcMgmtStopServerListeningOut, MGMT_RPC_MGMT_STOP_SERVER_LISTENING_OUT_FIELDS { 0
    status }; NDR
}

/// What a call of `rpc__mgmt_inq_princ_name` takes.
#[derive(Clone, Debug)]
pub struct MgmtRpcMgmtInqPrincNameArgs {
    /// Parameter `authn_proto`.
    pub authn_proto: u32,
    /// Parameter `princ_name_size`.
    pub princ_name_size: u32,
}

stub::plain_fields! {
    MgmtRpcMgmtInqPrincNameArgs, MGMT_RPC_MGMT_INQ_PRINC_NAME_IN_FIELDS { 0 authn_proto,
    1 princ_name_size }; NDR
}

#[derive(Default)]
struct MgmtRpcMgmtInqPrincNameIn {
    authn_proto: u32,
    princ_name_size: u32,
}

stub::plain_slots! {
    MgmtRpcMgmtInqPrincNameIn, MGMT_RPC_MGMT_INQ_PRINC_NAME_IN_FIELDS { 0 authn_proto, 1
    princ_name_size }; NDR
}

/// What a call of `rpc__mgmt_inq_princ_name` gives.
#[derive(Clone, Debug, Default)]
pub struct MgmtRpcMgmtInqPrincNameOut<'a> {
    /// Parameter `princ_name`.
    pub princ_name: Cow<'a, str>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for MgmtRpcMgmtInqPrincNameOut<'de> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[0], &mut self.princ_name)?;
        s.slot(&MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[1], &mut self.status)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => {
                s.slot(&MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[0], &mut self.princ_name)
            }
            1 => s.slot(&MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[1], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `rpc__mgmt_inq_princ_name`.
#[derive(Clone, Debug)]
pub struct MgmtRpcMgmtInqPrincNameReply<'a> {
    /// Parameter `princ_name`.
    pub princ_name: &'a str,
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for MgmtRpcMgmtInqPrincNameReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[0],
            &stub::Extent {
                value: &self.princ_name,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&MGMT_RPC_MGMT_INQ_PRINC_NAME_OUT_FIELDS[1], &self.status);
    }
}

/// A client of `mgmt`.
pub struct MgmtClient {
    client: stub::Client,
}

impl MgmtClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, MGMT.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// The interfaces that the server offers.
    pub fn rpc_mgmt_inq_if_ids(
        &mut self,
    ) -> Result<(stub::Shared<RpcIfIdVectorT>, u32), stub::CallError> {
        let output: MgmtRpcMgmtInqIfIdsOut = self
            .client
            .invoke(&MGMT, &MGMT_RPC_MGMT_INQ_IF_IDS, &())?;
        Ok((output.if_id_vector, output.status))
    }

    /// Its counters, at most `count` of them.
    pub fn rpc_mgmt_inq_stats(
        &mut self,
        count: u32,
    ) -> Result<(Vec<u32>, u32), stub::CallError> {
        let output: MgmtRpcMgmtInqStatsOut = self
            .client
            .invoke(
                &MGMT,
                &MGMT_RPC_MGMT_INQ_STATS,
                &MgmtRpcMgmtInqStatsArgs { count },
            )?;
        Ok((output.statistics, output.status))
    }

    /// Whether it takes calls.
    pub fn rpc_mgmt_is_server_listening(
        &mut self,
    ) -> Result<(u32, u32), stub::CallError> {
        let output: MgmtRpcMgmtIsServerListeningOut = self
            .client
            .invoke(&MGMT, &MGMT_RPC_MGMT_IS_SERVER_LISTENING, &())?;
        Ok((output.status, output.result))
    }

    /// Asks it to take no more.
    pub fn rpc_mgmt_stop_server_listening(&mut self) -> Result<u32, stub::CallError> {
        let output: MgmtRpcMgmtStopServerListeningOut = self
            .client
            .invoke(&MGMT, &MGMT_RPC_MGMT_STOP_SERVER_LISTENING, &())?;
        Ok(output.status)
    }

    /// The name under which it authenticates itself.
    pub fn rpc_mgmt_inq_princ_name(
        &mut self,
        authn_proto: u32,
        princ_name_size: u32,
    ) -> Result<(Cow<'_, str>, u32), stub::CallError> {
        let output: MgmtRpcMgmtInqPrincNameOut<'_> = self
            .client
            .invoke(
                &MGMT,
                &MGMT_RPC_MGMT_INQ_PRINC_NAME,
                &MgmtRpcMgmtInqPrincNameArgs {
                    authn_proto,
                    princ_name_size,
                },
            )?;
        Ok((output.princ_name, output.status))
    }
}

impl stub::Stub for MgmtClient {
    const INTERFACE: &'static stub::InterfaceMeta = &MGMT;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// Remote management: what every DCE server tells about itself, at the endpoint of
/// any of its interfaces. Names, numbers and shapes are those of C706, appendix Q.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Mgmt: Send + Sync {
    /// The interfaces that the server offers.
    fn rpc_mgmt_inq_if_ids(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<(stub::Shared<RpcIfIdVectorT>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpc_mgmt_inq_if_ids` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpc_mgmt_inq_if_ids_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce((&stub::Shared<RpcIfIdVectorT>, u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpc_mgmt_inq_if_ids(call)
            .map(|(if_id_vector, status)| reply((&if_id_vector, status)))
    }

    /// Its counters, at most `count` of them.
    fn rpc_mgmt_inq_stats(
        &self,
        call: &stub::Context<'_>,
        count: u32,
    ) -> Result<(Vec<u32>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpc_mgmt_inq_stats` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpc_mgmt_inq_stats_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        count: u32,
        reply: impl FnOnce((&[u32], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpc_mgmt_inq_stats(call, count)
            .map(|(statistics, status)| reply((&statistics, status)))
    }

    /// Whether it takes calls.
    fn rpc_mgmt_is_server_listening(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<(u32, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Asks it to take no more.
    fn rpc_mgmt_stop_server_listening(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// The name under which it authenticates itself.
    fn rpc_mgmt_inq_princ_name<'a>(
        &'a self,
        call: &stub::Context<'_>,
        authn_proto: u32,
        princ_name_size: u32,
    ) -> Result<(Cow<'a, str>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpc_mgmt_inq_princ_name` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpc_mgmt_inq_princ_name_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        authn_proto: u32,
        princ_name_size: u32,
        reply: impl FnOnce((&str, u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpc_mgmt_inq_princ_name(call, authn_proto, princ_name_size)
            .map(|(princ_name, status)| reply((&princ_name, status)))
    }
}

/// Serves `mgmt` with an object that implements [`Mgmt`].
pub struct MgmtServer<T>(pub T);

impl<T: Mgmt> stub::Service for MgmtServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        MGMT.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        MGMT.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        MGMT.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &MGMT_RPC_MGMT_INQ_IF_IDS,
                    |context, (): (), reply| {
                        self.0
                            .rpc_mgmt_inq_if_ids_replying(
                                context,
                                |(if_id_vector, status)| {
                                    reply
                                        .finish(
                                            &MgmtRpcMgmtInqIfIdsReply {
                                                if_id_vector,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &MGMT_RPC_MGMT_INQ_STATS,
                    |context, input: MgmtRpcMgmtInqStatsIn, reply| {
                        self.0
                            .rpc_mgmt_inq_stats_replying(
                                context,
                                input.count,
                                |(statistics, status)| {
                                    reply
                                        .finish(
                                            &MgmtRpcMgmtInqStatsReply {
                                                statistics,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            2 => {
                call.serve(
                    &MGMT_RPC_MGMT_IS_SERVER_LISTENING,
                    |context, (): ()| {
                        let (status, result) = self
                            .0
                            .rpc_mgmt_is_server_listening(context)?;
                        Ok(MgmtRpcMgmtIsServerListeningOut {
                            status,
                            result,
                        })
                    },
                )
            }
            3 => {
                call.serve(
                    &MGMT_RPC_MGMT_STOP_SERVER_LISTENING,
                    |context, (): ()| {
                        let status = self.0.rpc_mgmt_stop_server_listening(context)?;
                        Ok(MgmtRpcMgmtStopServerListeningOut {
                            status,
                        })
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &MGMT_RPC_MGMT_INQ_PRINC_NAME,
                    |context, input: MgmtRpcMgmtInqPrincNameIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.princ_name_size),
                        ];
                        self.0
                            .rpc_mgmt_inq_princ_name_replying(
                                context,
                                input.authn_proto,
                                input.princ_name_size,
                                |(princ_name, status)| {
                                    reply
                                        .finish(
                                            &MgmtRpcMgmtInqPrincNameReply {
                                                room,
                                                princ_name,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `mgmt` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncMgmtClient {
        client: stub::AsyncClient,
    }

    impl AsyncMgmtClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, MGMT.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// The interfaces that the server offers.
        pub async fn rpc_mgmt_inq_if_ids(
            &self,
        ) -> Result<(stub::Shared<RpcIfIdVectorT>, u32), stub::CallError> {
            let mut reply = self.client.invoke(&MGMT, &MGMT_RPC_MGMT_INQ_IF_IDS, &()).await?;
            let output: MgmtRpcMgmtInqIfIdsOut = reply.results(&MGMT_RPC_MGMT_INQ_IF_IDS)?;
            Ok((output.if_id_vector, output.status))
        }

        /// Its counters, at most `count` of them.
        pub async fn rpc_mgmt_inq_stats(
            &self,
            count: u32,
        ) -> Result<(Vec<u32>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&MGMT, &MGMT_RPC_MGMT_INQ_STATS, &MgmtRpcMgmtInqStatsArgs { count })
                .await?;
            let output: MgmtRpcMgmtInqStatsOut = reply.results(&MGMT_RPC_MGMT_INQ_STATS)?;
            Ok((output.statistics, output.status))
        }

        /// Whether it takes calls.
        pub async fn rpc_mgmt_is_server_listening(
            &self,
        ) -> Result<(u32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&MGMT, &MGMT_RPC_MGMT_IS_SERVER_LISTENING, &())
                .await?;
            let output: MgmtRpcMgmtIsServerListeningOut = reply
                .results(&MGMT_RPC_MGMT_IS_SERVER_LISTENING)?;
            Ok((output.status, output.result))
        }

        /// Asks it to take no more.
        pub async fn rpc_mgmt_stop_server_listening(&self) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&MGMT, &MGMT_RPC_MGMT_STOP_SERVER_LISTENING, &())
                .await?;
            let output: MgmtRpcMgmtStopServerListeningOut = reply
                .results(&MGMT_RPC_MGMT_STOP_SERVER_LISTENING)?;
            Ok(output.status)
        }

        /// The name under which it authenticates itself.
        pub async fn rpc_mgmt_inq_princ_name(
            &self,
            authn_proto: u32,
            princ_name_size: u32,
        ) -> Result<(Cow<'static, str>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &MGMT,
                    &MGMT_RPC_MGMT_INQ_PRINC_NAME,
                    &MgmtRpcMgmtInqPrincNameArgs {
                        authn_proto,
                        princ_name_size,
                    },
                )
                .await?;
            let output: MgmtRpcMgmtInqPrincNameOut<'_> = reply
                .results(&MGMT_RPC_MGMT_INQ_PRINC_NAME)?;
            Ok((Cow::Owned(output.princ_name.into_owned()), output.status))
        }
    }

    impl stub::AsyncStub for AsyncMgmtClient {
        const INTERFACE: &'static stub::InterfaceMeta = &MGMT;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// Remote management: what every DCE server tells about itself, at the endpoint of
    /// any of its interfaces. Names, numbers and shapes are those of C706, appendix Q.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncMgmt: Send + Sync {
        /// The interfaces that the server offers.
        fn rpc_mgmt_inq_if_ids<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<(stub::Shared<RpcIfIdVectorT>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Its counters, at most `count` of them.
        fn rpc_mgmt_inq_stats<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            count: u32,
        ) -> impl std::future::Future<
            Output = Result<(Vec<u32>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Whether it takes calls.
        fn rpc_mgmt_is_server_listening<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(u32, u32), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Asks it to take no more.
        fn rpc_mgmt_stop_server_listening<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The name under which it authenticates itself.
        fn rpc_mgmt_inq_princ_name<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            authn_proto: u32,
            princ_name_size: u32,
        ) -> impl std::future::Future<
            Output = Result<(Cow<'a, str>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `mgmt` with an object that implements [`AsyncMgmt`], on a runtime.
    pub struct AsyncMgmtServer<T>(pub T);

    impl<T: AsyncMgmt> stub::Service for AsyncMgmtServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            MGMT.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            MGMT.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            MGMT.elements()
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
                        let ((), mut referents): ((), _) = call
                            .input(&MGMT_RPC_MGMT_INQ_IF_IDS)?;
                        let context = call.context();
                        let result = self.0.rpc_mgmt_inq_if_ids(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&MGMT_RPC_MGMT_INQ_IF_IDS, fault))?;
                        Ok(
                            call
                                .end(
                                    &MGMT_RPC_MGMT_INQ_IF_IDS,
                                    &MgmtRpcMgmtInqIfIdsReply {
                                        if_id_vector: &output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (MgmtRpcMgmtInqStatsIn, _) = call
                            .input(&MGMT_RPC_MGMT_INQ_STATS)?;
                        let context = call.context();
                        let result = self.0.rpc_mgmt_inq_stats(&context, input.count).await;
                        let output = result
                            .map_err(|fault| call.fail(&MGMT_RPC_MGMT_INQ_STATS, fault))?;
                        Ok(
                            call
                                .end(
                                    &MGMT_RPC_MGMT_INQ_STATS,
                                    &MgmtRpcMgmtInqStatsReply {
                                        statistics: &output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&MGMT_RPC_MGMT_IS_SERVER_LISTENING)?;
                        let context = call.context();
                        let result = self.0.rpc_mgmt_is_server_listening(&context).await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&MGMT_RPC_MGMT_IS_SERVER_LISTENING, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &MGMT_RPC_MGMT_IS_SERVER_LISTENING,
                                    &MgmtRpcMgmtIsServerListeningOut {
                                        status: output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&MGMT_RPC_MGMT_STOP_SERVER_LISTENING)?;
                        let context = call.context();
                        let result = self.0.rpc_mgmt_stop_server_listening(&context).await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&MGMT_RPC_MGMT_STOP_SERVER_LISTENING, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &MGMT_RPC_MGMT_STOP_SERVER_LISTENING,
                                    &MgmtRpcMgmtStopServerListeningOut {
                                        status: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (MgmtRpcMgmtInqPrincNameIn, _) = call
                            .input(&MGMT_RPC_MGMT_INQ_PRINC_NAME)?;
                        let context = call.context();
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.princ_name_size),
                        ];
                        let result = self
                            .0
                            .rpc_mgmt_inq_princ_name(
                                &context,
                                input.authn_proto,
                                input.princ_name_size,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&MGMT_RPC_MGMT_INQ_PRINC_NAME, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &MGMT_RPC_MGMT_INQ_PRINC_NAME,
                                    &MgmtRpcMgmtInqPrincNameReply {
                                        room,
                                        princ_name: &output.0,
                                        status: output.1,
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
    }
}
