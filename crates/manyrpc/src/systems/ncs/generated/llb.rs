// Generated from llb.idl by manyrpc; do not edit.

use ::manyrpc::stub;

/// Status codes, module 0x1c02.
pub const LB_DATABASE_INVALID: i32 = 469893121;

/// Constant `lb_database_busy`.
pub const LB_DATABASE_BUSY: i32 = 469893122;

/// Constant `lb_not_registered`.
pub const LB_NOT_REGISTERED: i32 = 469893123;

/// Constant `lb_update_failed`.
pub const LB_UPDATE_FAILED: i32 = 469893124;

/// Constant `lb_cant_access`.
pub const LB_CANT_ACCESS: i32 = 469893125;

/// Constant `lb_server_unavailable`.
pub const LB_SERVER_UNAVAILABLE: i32 = 469893126;

/// Constant `lb_bad_entry`.
pub const LB_BAD_ENTRY: i32 = 469893127;

/// The handle with which a listing begins, and that it has come to its end.
pub const LB_DEFAULT_LOOKUP_HANDLE: i32 = 0;

/// Constant `llb_max_lookup_results`.
pub const LLB_MAX_LOOKUP_RESULTS: i32 = 6;

/// Constant `glb_max_lookup_results`.
pub const GLB_MAX_LOOKUP_RESULTS: i32 = 400;

/// A UUID of NCS: 4 microseconds since 1980, and the host's address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UuidOldT {
    /// Field `time_high`.
    pub time_high: u32,
    /// Field `time_low`.
    pub time_low: u16,
    /// Field `reserved`.
    pub reserved: u16,
    /// Field `family`.
    pub family: u8,
    /// Field `host`.
    pub host: [u8; 7],
}

static UUID_OLD_T_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("time_high").number(1),
    stub::Field::plain("time_low").number(2),
    stub::Field::plain("reserved").number(3),
    stub::Field::plain("family").number(4),
    stub::Field::sized("host", stub::Length::Fixed(7)).number(5),
];

static UUID_OLD_T: stub::Record = stub::Record::of("uuid_old_t", &UUID_OLD_T_FIELDS);

stub::plain_record! {
    UuidOldT, UUID_OLD_T, UUID_OLD_T_FIELDS { 0 time_high, 1 time_low, 2 reserved, 3
    family, 4 host }; NDR
}

impl stub::Standalone for UuidOldT {
    const PLACE: &'static stub::Field = &stub::Field::plain("uuid_old_t");
}

/// A socket address: the family, and what that makes of 14 bytes (of IP: port and address).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SocketAddrT {
    /// Field `family`.
    pub family: i16,
    /// Field `data`.
    pub data: [u8; 14],
}

static SOCKET_ADDR_T_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("family").number(1),
    stub::Field::sized("data", stub::Length::Fixed(14)).number(2),
];

static SOCKET_ADDR_T: stub::Record = stub::Record::of(
        "socket_addr_t",
        &SOCKET_ADDR_T_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 2));

stub::plain_record! {
    SocketAddrT, SOCKET_ADDR_T, SOCKET_ADDR_T_FIELDS { 0 family, 1 data }; NDR
}

impl stub::Standalone for SocketAddrT {
    const PLACE: &'static stub::Field = &stub::Field::plain("socket_addr_t");
}

/// Record `lb_entry_t`.
#[derive(Clone, Debug, PartialEq)]
pub struct LbEntryT {
    /// Field `object`.
    pub object: UuidOldT,
    /// Field `obj_type`.
    pub obj_type: UuidOldT,
    /// Field `obj_interface`.
    pub obj_interface: UuidOldT,
    /// 1: known on this host only.
    pub flags: u32,
    /// Field `annotation`.
    pub annotation: [u8; 64],
    /// Field `saddr_len`.
    pub saddr_len: u32,
    /// Field `saddr`.
    pub saddr: SocketAddrT,
}

impl Default for LbEntryT {
    fn default() -> Self {
        Self {
            object: Default::default(),
            obj_type: Default::default(),
            obj_interface: Default::default(),
            flags: Default::default(),
            annotation: [0; 64],
            saddr_len: Default::default(),
            saddr: Default::default(),
        }
    }
}

static LB_ENTRY_T_FIELDS: [stub::Field; 7] = [
    stub::Field::plain("object").number(1),
    stub::Field::plain("obj_type").number(2),
    stub::Field::plain("obj_interface").number(3),
    stub::Field::plain("flags").number(4),
    stub::Field::sized("annotation", stub::Length::Fixed(64))
        .ndr(stub::ndr_place!(chars Narrow))
        .number(5),
    stub::Field::plain("saddr_len").number(6),
    stub::Field::plain("saddr").number(7),
];

static LB_ENTRY_T: stub::Record = stub::Record::of("lb_entry_t", &LB_ENTRY_T_FIELDS);

stub::plain_record! {
    LbEntryT, LB_ENTRY_T, LB_ENTRY_T_FIELDS { 0 object, 1 obj_type, 2 obj_interface, 3
    flags, 4 annotation, 5 saddr_len, 6 saddr }; NDR
}

impl stub::Standalone for LbEntryT {
    const PLACE: &'static stub::Field = &stub::Field::plain("lb_entry_t");
}

/// What names interface `llb_`, and its operations.
pub static LLB: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "llb_",
        full_name: "llb_",
        program: 0x279ef07f,
        uuid: 0x333b33c3_0000_0000_0d00_008784000000_u128.to_be_bytes(),
        version: 4,
        minor: 0,
    },
    operations: &[&LLB_LLB_INSERT, &LLB_LLB_DELETE, &LLB_LLB_LOOKUP],
};

static LLB_LLB_INSERT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("xentry")];
static LLB_LLB_INSERT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `llb_insert` takes and gives.
pub static LLB_LLB_INSERT: stub::OperationMeta = stub::OperationMeta {
    name: "llb_insert",
    number: 0,
    input: &stub::Record::of("llb_insert_in", &LLB_LLB_INSERT_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:llb_", "llb_insert", "urn:llb_#llb_insert")
        }),
    output: &stub::Record::of("llb_insert_out", &LLB_LLB_INSERT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:llb_",
                "llb_insertResponse",
                "urn:llb_:llb_:llb_insertResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LLB_LLB_DELETE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("xentry")];
static LLB_LLB_DELETE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `llb_delete` takes and gives.
pub static LLB_LLB_DELETE: stub::OperationMeta = stub::OperationMeta {
    name: "llb_delete",
    number: 1,
    input: &stub::Record::of("llb_delete_in", &LLB_LLB_DELETE_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:llb_", "llb_delete", "urn:llb_#llb_delete")
        }),
    output: &stub::Record::of("llb_delete_out", &LLB_LLB_DELETE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:llb_",
                "llb_deleteResponse",
                "urn:llb_:llb_:llb_deleteResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LLB_LLB_LOOKUP_IN_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("object").number(1),
    stub::Field::plain("obj_type").number(2),
    stub::Field::plain("obj_interface").number(3),
    stub::Field::plain("entry_handle").number(4),
    stub::Field::plain("max_num_results").number(5),
];

static LLB_LLB_LOOKUP_OUT_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("entry_handle").number(1),
    stub::Field::plain("num_results").number(2),
    stub::Field::of(
            "result_entries",
            stub::Length::UpTo(6),
            const { &stub::Field::plain("result_entries").number(3).explicit() },
        )
        .ndr(stub::ndr_place!(array Short))
        .number(3),
    stub::Field::plain("status").number(4),
];

/// What operation `llb_lookup` takes and gives.
pub static LLB_LLB_LOOKUP: stub::OperationMeta = stub::OperationMeta {
    name: "llb_lookup",
    number: 2,
    input: &stub::Record::of("llb_lookup_in", &LLB_LLB_LOOKUP_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:llb_", "llb_lookup", "urn:llb_#llb_lookup")
        }),
    output: &stub::Record::of("llb_lookup_out", &LLB_LLB_LOOKUP_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:llb_",
                "llb_lookupResponse",
                "urn:llb_:llb_:llb_lookupResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

/// What a call of `llb_insert` takes.
#[derive(Clone, Debug)]
pub struct LlbLlbInsertArgs<'a> {
    /// Parameter `xentry`.
    pub xentry: &'a LbEntryT,
}

stub::plain_fields! {
    LlbLlbInsertArgs<'de>, LLB_LLB_INSERT_IN_FIELDS { 0 xentry }; NDR
}

#[derive(Default)]
struct LlbLlbInsertIn {
    xentry: LbEntryT,
}

stub::plain_slots! {
    LlbLlbInsertIn, LLB_LLB_INSERT_IN_FIELDS { 0 xentry }; NDR
}

/// What a call of `llb_insert` gives.
#[derive(Clone, Debug, Default)]
pub struct LlbLlbInsertOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    LlbLlbInsertOut, LLB_LLB_INSERT_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    LlbLlbInsertOut, LLB_LLB_INSERT_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `llb_delete` takes.
#[derive(Clone, Debug)]
pub struct LlbLlbDeleteArgs<'a> {
    /// Parameter `xentry`.
    pub xentry: &'a LbEntryT,
}

stub::plain_fields! {
    LlbLlbDeleteArgs<'de>, LLB_LLB_DELETE_IN_FIELDS { 0 xentry }; NDR
}

#[derive(Default)]
struct LlbLlbDeleteIn {
    xentry: LbEntryT,
}

stub::plain_slots! {
    LlbLlbDeleteIn, LLB_LLB_DELETE_IN_FIELDS { 0 xentry }; NDR
}

/// What a call of `llb_delete` gives.
#[derive(Clone, Debug, Default)]
pub struct LlbLlbDeleteOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    LlbLlbDeleteOut, LLB_LLB_DELETE_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    LlbLlbDeleteOut, LLB_LLB_DELETE_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `llb_lookup` takes.
#[derive(Clone, Debug)]
pub struct LlbLlbLookupArgs<'a> {
    /// Parameter `object`.
    pub object: &'a UuidOldT,
    /// Parameter `obj_type`.
    pub obj_type: &'a UuidOldT,
    /// Parameter `obj_interface`.
    pub obj_interface: &'a UuidOldT,
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `max_num_results`.
    pub max_num_results: u32,
}

stub::plain_fields! {
    LlbLlbLookupArgs<'de>, LLB_LLB_LOOKUP_IN_FIELDS { 0 object, 1 obj_type, 2
    obj_interface, 3 entry_handle, 4 max_num_results }; NDR
}

#[derive(Default)]
struct LlbLlbLookupIn {
    object: UuidOldT,
    obj_type: UuidOldT,
    obj_interface: UuidOldT,
    entry_handle: u32,
    max_num_results: u32,
}

stub::plain_slots! {
    LlbLlbLookupIn, LLB_LLB_LOOKUP_IN_FIELDS { 0 object, 1 obj_type, 2 obj_interface, 3
    entry_handle, 4 max_num_results }; NDR
}

/// What a call of `llb_lookup` gives.
#[derive(Clone, Debug, Default)]
pub struct LlbLlbLookupOut {
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `result_entries`, at most 6 elements.
    pub result_entries: Vec<LbEntryT>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for LlbLlbLookupOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle)?;
        let mut said1 = u32::default();
        s.derived(&LLB_LLB_LOOKUP_OUT_FIELDS[1], &mut said1)?;
        s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[2], &mut self.result_entries)?;
        s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[3], &mut self.status)?;
        stub::agree(
            s,
            &LLB_LLB_LOOKUP_OUT_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            Some(self.result_entries.len()),
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
            0 => s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle),
            1 => s.derived(&LLB_LLB_LOOKUP_OUT_FIELDS[1], &mut u32::default()),
            2 => s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[2], &mut self.result_entries),
            3 => s.slot(&LLB_LLB_LOOKUP_OUT_FIELDS[3], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `llb_lookup`.
#[derive(Clone, Debug)]
pub struct LlbLlbLookupReply<'a> {
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `result_entries`, at most 6 elements.
    pub result_entries: &'a [LbEntryT],
    /// Parameter `status`.
    pub status: u32,
}

impl stub::Fields for LlbLlbLookupReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LLB_LLB_LOOKUP_OUT_FIELDS[0], &self.entry_handle);
        s.field(
            &LLB_LLB_LOOKUP_OUT_FIELDS[1],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, Some(self.result_entries.len())),
        );
        s.field(&LLB_LLB_LOOKUP_OUT_FIELDS[2], &self.result_entries);
        s.field(&LLB_LLB_LOOKUP_OUT_FIELDS[3], &self.status);
    }
}

/// A client of `llb_`.
pub struct LlbClient {
    client: stub::Client,
}

impl LlbClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, LLB.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `llb_insert`.
    pub fn llb_insert(&mut self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
        let output: LlbLlbInsertOut = self
            .client
            .invoke(&LLB, &LLB_LLB_INSERT, &LlbLlbInsertArgs { xentry })?;
        Ok(output.status)
    }

    /// Operation 1, `llb_delete`.
    pub fn llb_delete(&mut self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
        let output: LlbLlbDeleteOut = self
            .client
            .invoke(&LLB, &LLB_LLB_DELETE, &LlbLlbDeleteArgs { xentry })?;
        Ok(output.status)
    }

    /// Entries for an object, type and interface, nil for any; at most six with each call.
    pub fn llb_lookup(
        &mut self,
        object: &UuidOldT,
        obj_type: &UuidOldT,
        obj_interface: &UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), stub::CallError> {
        let output: LlbLlbLookupOut = self
            .client
            .invoke(
                &LLB,
                &LLB_LLB_LOOKUP,
                &LlbLlbLookupArgs {
                    object,
                    obj_type,
                    obj_interface,
                    entry_handle,
                    max_num_results,
                },
            )?;
        Ok((output.entry_handle, output.result_entries, output.status))
    }
}

impl stub::Stub for LlbClient {
    const INTERFACE: &'static stub::InterfaceMeta = &LLB;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// The local location broker of Apollo NCS, one on each host: which objects of which types are
/// served where. UUIDs, numbers and shapes are those of NCS 1.5.1 as the sources of OSF DCE
/// 1.2.2 keep them (`admin/dced/idl/llb.idl`).
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Llb: Send + Sync {
    /// Operation 0, `llb_insert`.
    fn llb_insert(
        &self,
        call: &stub::Context<'_>,
        xentry: LbEntryT,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `llb_delete`.
    fn llb_delete(
        &self,
        call: &stub::Context<'_>,
        xentry: LbEntryT,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Entries for an object, type and interface, nil for any; at most six with each call.
    fn llb_lookup(
        &self,
        call: &stub::Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `llb_lookup` where results are not the server's own: a guard's, an `Arc`'s.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn llb_lookup_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
        reply: impl FnOnce((u32, &[LbEntryT], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.llb_lookup(
                call,
                object,
                obj_type,
                obj_interface,
                entry_handle,
                max_num_results,
            )
            .map(|(entry_handle, result_entries, status)| reply((
                entry_handle,
                &result_entries,
                status,
            )))
    }
}

/// Serves `llb_` with an object that implements [`Llb`].
pub struct LlbServer<T>(pub T);

impl<T: Llb> stub::Service for LlbServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        LLB.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        LLB.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        LLB.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &LLB_LLB_INSERT,
                    |context, input: LlbLlbInsertIn| {
                        let status = self.0.llb_insert(context, input.xentry)?;
                        Ok(LlbLlbInsertOut { status })
                    },
                )
            }
            1 => {
                call.serve(
                    &LLB_LLB_DELETE,
                    |context, input: LlbLlbDeleteIn| {
                        let status = self.0.llb_delete(context, input.xentry)?;
                        Ok(LlbLlbDeleteOut { status })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &LLB_LLB_LOOKUP,
                    |context, input: LlbLlbLookupIn, reply| {
                        self.0
                            .llb_lookup_replying(
                                context,
                                input.object,
                                input.obj_type,
                                input.obj_interface,
                                input.entry_handle,
                                input.max_num_results,
                                |(entry_handle, result_entries, status)| {
                                    reply
                                        .finish(
                                            &LlbLlbLookupReply {
                                                entry_handle,
                                                result_entries,
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

/// What names interface `glb_`, and its operations.
pub static GLB: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "glb_",
        full_name: "glb_",
        program: 0x2fab5aa9,
        uuid: 0x333b2e69_0000_0000_0d00_008784000000_u128.to_be_bytes(),
        version: 4,
        minor: 0,
    },
    operations: &[
        &GLB_GLB_INSERT,
        &GLB_GLB_DELETE,
        &GLB_GLB_LOOKUP,
        &GLB_GLB_FIND_SERVER,
    ],
};

static GLB_GLB_INSERT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("xentry")];
static GLB_GLB_INSERT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `glb_insert` takes and gives.
pub static GLB_GLB_INSERT: stub::OperationMeta = stub::OperationMeta {
    name: "glb_insert",
    number: 0,
    input: &stub::Record::of("glb_insert_in", &GLB_GLB_INSERT_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:glb_", "glb_insert", "urn:glb_#glb_insert")
        }),
    output: &stub::Record::of("glb_insert_out", &GLB_GLB_INSERT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:glb_",
                "glb_insertResponse",
                "urn:glb_:glb_:glb_insertResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GLB_GLB_DELETE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("xentry")];
static GLB_GLB_DELETE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `glb_delete` takes and gives.
pub static GLB_GLB_DELETE: stub::OperationMeta = stub::OperationMeta {
    name: "glb_delete",
    number: 1,
    input: &stub::Record::of("glb_delete_in", &GLB_GLB_DELETE_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:glb_", "glb_delete", "urn:glb_#glb_delete")
        }),
    output: &stub::Record::of("glb_delete_out", &GLB_GLB_DELETE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:glb_",
                "glb_deleteResponse",
                "urn:glb_:glb_:glb_deleteResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GLB_GLB_LOOKUP_IN_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("object").number(1),
    stub::Field::plain("obj_type").number(2),
    stub::Field::plain("obj_interface").number(3),
    stub::Field::plain("entry_handle").number(4),
    stub::Field::plain("max_num_results").number(5),
];

static GLB_GLB_LOOKUP_OUT_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("entry_handle").number(1),
    stub::Field::plain("num_results").number(2),
    stub::Field::of(
            "result_entries",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("result_entries").number(3).explicit() },
        )
        .ndr(stub::ndr_place!(array ShortConformant))
        .number(3),
    stub::Field::plain("status").number(4),
];

/// What operation `glb_lookup` takes and gives.
pub static GLB_GLB_LOOKUP: stub::OperationMeta = stub::OperationMeta {
    name: "glb_lookup",
    number: 2,
    input: &stub::Record::of("glb_lookup_in", &GLB_GLB_LOOKUP_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:glb_", "glb_lookup", "urn:glb_#glb_lookup")
        }),
    output: &stub::Record::of("glb_lookup_out", &GLB_GLB_LOOKUP_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:glb_",
                "glb_lookupResponse",
                "urn:glb_:glb_:glb_lookupResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

/// What operation `glb_find_server` takes and gives.
pub static GLB_GLB_FIND_SERVER: stub::OperationMeta = stub::OperationMeta {
    name: "glb_find_server",
    number: 3,
    input: &stub::Record::of("glb_find_server_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:glb_",
                "glb_find_server",
                "urn:glb_#glb_find_server",
            )
        }),
    output: &stub::Record::of("glb_find_server_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:glb_",
                "glb_find_serverResponse",
                "urn:glb_:glb_:glb_find_serverResponse",
            )
        }),
    semantics: stub::Semantics::Broadcast,
};

/// What a call of `glb_insert` takes.
#[derive(Clone, Debug)]
pub struct GlbGlbInsertArgs<'a> {
    /// Parameter `xentry`.
    pub xentry: &'a LbEntryT,
}

stub::plain_fields! {
    GlbGlbInsertArgs<'de>, GLB_GLB_INSERT_IN_FIELDS { 0 xentry }; NDR
}

#[derive(Default)]
struct GlbGlbInsertIn {
    xentry: LbEntryT,
}

stub::plain_slots! {
    GlbGlbInsertIn, GLB_GLB_INSERT_IN_FIELDS { 0 xentry }; NDR
}

/// What a call of `glb_insert` gives.
#[derive(Clone, Debug, Default)]
pub struct GlbGlbInsertOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    GlbGlbInsertOut, GLB_GLB_INSERT_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    GlbGlbInsertOut, GLB_GLB_INSERT_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `glb_delete` takes.
#[derive(Clone, Debug)]
pub struct GlbGlbDeleteArgs<'a> {
    /// Parameter `xentry`.
    pub xentry: &'a LbEntryT,
}

stub::plain_fields! {
    GlbGlbDeleteArgs<'de>, GLB_GLB_DELETE_IN_FIELDS { 0 xentry }; NDR
}

#[derive(Default)]
struct GlbGlbDeleteIn {
    xentry: LbEntryT,
}

stub::plain_slots! {
    GlbGlbDeleteIn, GLB_GLB_DELETE_IN_FIELDS { 0 xentry }; NDR
}

/// What a call of `glb_delete` gives.
#[derive(Clone, Debug, Default)]
pub struct GlbGlbDeleteOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    GlbGlbDeleteOut, GLB_GLB_DELETE_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    GlbGlbDeleteOut, GLB_GLB_DELETE_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `glb_lookup` takes.
#[derive(Clone, Debug)]
pub struct GlbGlbLookupArgs<'a> {
    /// Parameter `object`.
    pub object: &'a UuidOldT,
    /// Parameter `obj_type`.
    pub obj_type: &'a UuidOldT,
    /// Parameter `obj_interface`.
    pub obj_interface: &'a UuidOldT,
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `max_num_results`.
    pub max_num_results: u32,
}

stub::plain_fields! {
    GlbGlbLookupArgs<'de>, GLB_GLB_LOOKUP_IN_FIELDS { 0 object, 1 obj_type, 2
    obj_interface, 3 entry_handle, 4 max_num_results }; NDR
}

#[derive(Default)]
struct GlbGlbLookupIn {
    object: UuidOldT,
    obj_type: UuidOldT,
    obj_interface: UuidOldT,
    entry_handle: u32,
    max_num_results: u32,
}

stub::plain_slots! {
    GlbGlbLookupIn, GLB_GLB_LOOKUP_IN_FIELDS { 0 object, 1 obj_type, 2 obj_interface, 3
    entry_handle, 4 max_num_results }; NDR
}

/// What a call of `glb_lookup` gives.
#[derive(Clone, Debug, Default)]
pub struct GlbGlbLookupOut {
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `result_entries`.
    pub result_entries: Vec<LbEntryT>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for GlbGlbLookupOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle)?;
        let mut said1 = u32::default();
        s.derived(&GLB_GLB_LOOKUP_OUT_FIELDS[1], &mut said1)?;
        s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[2], &mut self.result_entries)?;
        s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[3], &mut self.status)?;
        stub::agree(
            s,
            &GLB_GLB_LOOKUP_OUT_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            Some(self.result_entries.len()),
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
            0 => s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[0], &mut self.entry_handle),
            1 => s.derived(&GLB_GLB_LOOKUP_OUT_FIELDS[1], &mut u32::default()),
            2 => s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[2], &mut self.result_entries),
            3 => s.slot(&GLB_GLB_LOOKUP_OUT_FIELDS[3], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `glb_lookup`.
#[derive(Clone, Debug)]
pub struct GlbGlbLookupReply<'a> {
    /// Parameter `entry_handle`.
    pub entry_handle: u32,
    /// Parameter `result_entries`.
    pub result_entries: &'a [LbEntryT],
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for GlbGlbLookupReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GLB_GLB_LOOKUP_OUT_FIELDS[0], &self.entry_handle);
        s.field(
            &GLB_GLB_LOOKUP_OUT_FIELDS[1],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, Some(self.result_entries.len())),
        );
        s.field(
            &GLB_GLB_LOOKUP_OUT_FIELDS[2],
            &stub::Extent {
                value: &self.result_entries,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&GLB_GLB_LOOKUP_OUT_FIELDS[3], &self.status);
    }
}

/// A client of `glb_`.
pub struct GlbClient {
    client: stub::Client,
}

impl GlbClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, GLB.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `glb_insert`.
    pub fn glb_insert(&mut self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
        let output: GlbGlbInsertOut = self
            .client
            .invoke(&GLB, &GLB_GLB_INSERT, &GlbGlbInsertArgs { xentry })?;
        Ok(output.status)
    }

    /// Operation 1, `glb_delete`.
    pub fn glb_delete(&mut self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
        let output: GlbGlbDeleteOut = self
            .client
            .invoke(&GLB, &GLB_GLB_DELETE, &GlbGlbDeleteArgs { xentry })?;
        Ok(output.status)
    }

    /// Entries for an object, type and interface, nil for any.
    pub fn glb_lookup(
        &mut self,
        object: &UuidOldT,
        obj_type: &UuidOldT,
        obj_interface: &UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), stub::CallError> {
        let output: GlbGlbLookupOut = self
            .client
            .invoke(
                &GLB,
                &GLB_GLB_LOOKUP,
                &GlbGlbLookupArgs {
                    object,
                    obj_type,
                    obj_interface,
                    entry_handle,
                    max_num_results,
                },
            )?;
        Ok((output.entry_handle, output.result_entries, output.status))
    }

    /// Nothing in, nothing out: whoever answers such a broadcast is a global broker.
    pub fn glb_find_server(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&GLB, &GLB_GLB_FIND_SERVER, &())
    }
}

impl stub::Stub for GlbClient {
    const INTERFACE: &'static stub::InterfaceMeta = &GLB;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// The global location broker of Apollo NCS, of a whole network: which objects of which types
/// are served where. UUIDs, numbers and shapes are those that the stubs of NCS 1.5.1 have; it has
/// no well-known port, but is asked for at the hosts' local brokers, or found by broadcast.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Glb: Send + Sync {
    /// Operation 0, `glb_insert`.
    fn glb_insert(
        &self,
        call: &stub::Context<'_>,
        xentry: LbEntryT,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `glb_delete`.
    fn glb_delete(
        &self,
        call: &stub::Context<'_>,
        xentry: LbEntryT,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Entries for an object, type and interface, nil for any.
    fn glb_lookup(
        &self,
        call: &stub::Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `glb_lookup` where results are not the server's own: a guard's, an `Arc`'s.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn glb_lookup_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
        reply: impl FnOnce((u32, &[LbEntryT], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.glb_lookup(
                call,
                object,
                obj_type,
                obj_interface,
                entry_handle,
                max_num_results,
            )
            .map(|(entry_handle, result_entries, status)| reply((
                entry_handle,
                &result_entries,
                status,
            )))
    }

    /// Nothing in, nothing out: whoever answers such a broadcast is a global broker.
    fn glb_find_server(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `glb_` with an object that implements [`Glb`].
pub struct GlbServer<T>(pub T);

impl<T: Glb> stub::Service for GlbServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        GLB.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        GLB.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        GLB.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &GLB_GLB_INSERT,
                    |context, input: GlbGlbInsertIn| {
                        let status = self.0.glb_insert(context, input.xentry)?;
                        Ok(GlbGlbInsertOut { status })
                    },
                )
            }
            1 => {
                call.serve(
                    &GLB_GLB_DELETE,
                    |context, input: GlbGlbDeleteIn| {
                        let status = self.0.glb_delete(context, input.xentry)?;
                        Ok(GlbGlbDeleteOut { status })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &GLB_GLB_LOOKUP,
                    |context, input: GlbGlbLookupIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.max_num_results),
                        ];
                        self.0
                            .glb_lookup_replying(
                                context,
                                input.object,
                                input.obj_type,
                                input.obj_interface,
                                input.entry_handle,
                                input.max_num_results,
                                |(entry_handle, result_entries, status)| {
                                    reply
                                        .finish(
                                            &GlbGlbLookupReply {
                                                room,
                                                entry_handle,
                                                result_entries,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            3 => {
                call.serve(
                    &GLB_GLB_FIND_SERVER,
                    |context, (): ()| self.0.glb_find_server(context),
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `llb_` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncLlbClient {
        client: stub::AsyncClient,
    }

    impl AsyncLlbClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, LLB.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `llb_insert`.
        pub async fn llb_insert(&self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LLB, &LLB_LLB_INSERT, &LlbLlbInsertArgs { xentry })
                .await?;
            let output: LlbLlbInsertOut = reply.results(&LLB_LLB_INSERT)?;
            Ok(output.status)
        }

        /// Operation 1, `llb_delete`.
        pub async fn llb_delete(&self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LLB, &LLB_LLB_DELETE, &LlbLlbDeleteArgs { xentry })
                .await?;
            let output: LlbLlbDeleteOut = reply.results(&LLB_LLB_DELETE)?;
            Ok(output.status)
        }

        /// Entries for an object, type and interface, nil for any; at most six with each call.
        pub async fn llb_lookup(
            &self,
            object: &UuidOldT,
            obj_type: &UuidOldT,
            obj_interface: &UuidOldT,
            entry_handle: u32,
            max_num_results: u32,
        ) -> Result<(u32, Vec<LbEntryT>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &LLB,
                    &LLB_LLB_LOOKUP,
                    &LlbLlbLookupArgs {
                        object,
                        obj_type,
                        obj_interface,
                        entry_handle,
                        max_num_results,
                    },
                )
                .await?;
            let output: LlbLlbLookupOut = reply.results(&LLB_LLB_LOOKUP)?;
            Ok((output.entry_handle, output.result_entries, output.status))
        }
    }

    impl stub::AsyncStub for AsyncLlbClient {
        const INTERFACE: &'static stub::InterfaceMeta = &LLB;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// The local location broker of Apollo NCS, one on each host: which objects of which types are
    /// served where. UUIDs, numbers and shapes are those of NCS 1.5.1 as the sources of OSF DCE
    /// 1.2.2 keep them (`admin/dced/idl/llb.idl`).
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncLlb: Send + Sync {
        /// Operation 0, `llb_insert`.
        fn llb_insert<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            xentry: LbEntryT,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `llb_delete`.
        fn llb_delete<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            xentry: LbEntryT,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Entries for an object, type and interface, nil for any; at most six with each call.
        fn llb_lookup<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            object: UuidOldT,
            obj_type: UuidOldT,
            obj_interface: UuidOldT,
            entry_handle: u32,
            max_num_results: u32,
        ) -> impl std::future::Future<
            Output = Result<(u32, Vec<LbEntryT>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `llb_` with an object that implements [`AsyncLlb`], on a runtime.
    pub struct AsyncLlbServer<T>(pub T);

    impl<T: AsyncLlb> stub::Service for AsyncLlbServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            LLB.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            LLB.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            LLB.elements()
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
                        let (input, mut referents): (LlbLlbInsertIn, _) = call
                            .input(&LLB_LLB_INSERT)?;
                        let context = call.context();
                        let result = self.0.llb_insert(&context, input.xentry).await;
                        let output = result
                            .map_err(|fault| call.fail(&LLB_LLB_INSERT, fault))?;
                        Ok(
                            call
                                .end(
                                    &LLB_LLB_INSERT,
                                    &LlbLlbInsertOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (LlbLlbDeleteIn, _) = call
                            .input(&LLB_LLB_DELETE)?;
                        let context = call.context();
                        let result = self.0.llb_delete(&context, input.xentry).await;
                        let output = result
                            .map_err(|fault| call.fail(&LLB_LLB_DELETE, fault))?;
                        Ok(
                            call
                                .end(
                                    &LLB_LLB_DELETE,
                                    &LlbLlbDeleteOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (LlbLlbLookupIn, _) = call
                            .input(&LLB_LLB_LOOKUP)?;
                        let context = call.context();
                        let result = self
                            .0
                            .llb_lookup(
                                &context,
                                input.object,
                                input.obj_type,
                                input.obj_interface,
                                input.entry_handle,
                                input.max_num_results,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&LLB_LLB_LOOKUP, fault))?;
                        Ok(
                            call
                                .end(
                                    &LLB_LLB_LOOKUP,
                                    &LlbLlbLookupReply {
                                        entry_handle: output.0,
                                        result_entries: &output.1,
                                        status: output.2,
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

    /// A client of `glb_` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncGlbClient {
        client: stub::AsyncClient,
    }

    impl AsyncGlbClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, GLB.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `glb_insert`.
        pub async fn glb_insert(&self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GLB, &GLB_GLB_INSERT, &GlbGlbInsertArgs { xentry })
                .await?;
            let output: GlbGlbInsertOut = reply.results(&GLB_GLB_INSERT)?;
            Ok(output.status)
        }

        /// Operation 1, `glb_delete`.
        pub async fn glb_delete(&self, xentry: &LbEntryT) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GLB, &GLB_GLB_DELETE, &GlbGlbDeleteArgs { xentry })
                .await?;
            let output: GlbGlbDeleteOut = reply.results(&GLB_GLB_DELETE)?;
            Ok(output.status)
        }

        /// Entries for an object, type and interface, nil for any.
        pub async fn glb_lookup(
            &self,
            object: &UuidOldT,
            obj_type: &UuidOldT,
            obj_interface: &UuidOldT,
            entry_handle: u32,
            max_num_results: u32,
        ) -> Result<(u32, Vec<LbEntryT>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &GLB,
                    &GLB_GLB_LOOKUP,
                    &GlbGlbLookupArgs {
                        object,
                        obj_type,
                        obj_interface,
                        entry_handle,
                        max_num_results,
                    },
                )
                .await?;
            let output: GlbGlbLookupOut = reply.results(&GLB_GLB_LOOKUP)?;
            Ok((output.entry_handle, output.result_entries, output.status))
        }

        /// Nothing in, nothing out: whoever answers such a broadcast is a global broker.
        pub async fn glb_find_server(&self) -> Result<(), stub::CallError> {
            let mut reply = self.client.invoke(&GLB, &GLB_GLB_FIND_SERVER, &()).await?;
            reply.results(&GLB_GLB_FIND_SERVER)
        }
    }

    impl stub::AsyncStub for AsyncGlbClient {
        const INTERFACE: &'static stub::InterfaceMeta = &GLB;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// The global location broker of Apollo NCS, of a whole network: which objects of which types
    /// are served where. UUIDs, numbers and shapes are those that the stubs of NCS 1.5.1 have; it has
    /// no well-known port, but is asked for at the hosts' local brokers, or found by broadcast.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncGlb: Send + Sync {
        /// Operation 0, `glb_insert`.
        fn glb_insert<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            xentry: LbEntryT,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `glb_delete`.
        fn glb_delete<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            xentry: LbEntryT,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Entries for an object, type and interface, nil for any.
        fn glb_lookup<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            object: UuidOldT,
            obj_type: UuidOldT,
            obj_interface: UuidOldT,
            entry_handle: u32,
            max_num_results: u32,
        ) -> impl std::future::Future<
            Output = Result<(u32, Vec<LbEntryT>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Nothing in, nothing out: whoever answers such a broadcast is a global broker.
        fn glb_find_server<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `glb_` with an object that implements [`AsyncGlb`], on a runtime.
    pub struct AsyncGlbServer<T>(pub T);

    impl<T: AsyncGlb> stub::Service for AsyncGlbServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            GLB.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            GLB.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            GLB.elements()
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
                        let (input, mut referents): (GlbGlbInsertIn, _) = call
                            .input(&GLB_GLB_INSERT)?;
                        let context = call.context();
                        let result = self.0.glb_insert(&context, input.xentry).await;
                        let output = result
                            .map_err(|fault| call.fail(&GLB_GLB_INSERT, fault))?;
                        Ok(
                            call
                                .end(
                                    &GLB_GLB_INSERT,
                                    &GlbGlbInsertOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (GlbGlbDeleteIn, _) = call
                            .input(&GLB_GLB_DELETE)?;
                        let context = call.context();
                        let result = self.0.glb_delete(&context, input.xentry).await;
                        let output = result
                            .map_err(|fault| call.fail(&GLB_GLB_DELETE, fault))?;
                        Ok(
                            call
                                .end(
                                    &GLB_GLB_DELETE,
                                    &GlbGlbDeleteOut { status: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (GlbGlbLookupIn, _) = call
                            .input(&GLB_GLB_LOOKUP)?;
                        let context = call.context();
                        let room = [
                            stub::capacity(stub::Relation::SAME, &input.max_num_results),
                        ];
                        let result = self
                            .0
                            .glb_lookup(
                                &context,
                                input.object,
                                input.obj_type,
                                input.obj_interface,
                                input.entry_handle,
                                input.max_num_results,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&GLB_GLB_LOOKUP, fault))?;
                        Ok(
                            call
                                .end(
                                    &GLB_GLB_LOOKUP,
                                    &GlbGlbLookupReply {
                                        room,
                                        entry_handle: output.0,
                                        result_entries: &output.1,
                                        status: output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&GLB_GLB_FIND_SERVER)?;
                        let context = call.context();
                        let result = self.0.glb_find_server(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&GLB_GLB_FIND_SERVER, fault))?;
                        Ok(call.end(&GLB_GLB_FIND_SERVER, &(), &mut referents))
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
