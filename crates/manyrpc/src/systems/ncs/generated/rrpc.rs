// Generated from rrpc.idl by manyrpc; do not edit.

use ::manyrpc::stub;

/// Status codes, module 0x1c04.
pub const RRPC_SHUTDOWN_NOT_ALLOWED: i32 = 470024193;

/// Constant `rrpc_cant_get_stats`.
pub const RRPC_CANT_GET_STATS: i32 = 470024194;

/// Constant `rrpc_cant_get_ifs`.
pub const RRPC_CANT_GET_IFS: i32 = 470024195;

/// Constant `rrpc_op_not_allowed`.
pub const RRPC_OP_NOT_ALLOWED: i32 = 470024196;

/// What the elements of `stats` count: calls and packets.
pub const RRPC_SV_CALLS_IN: i32 = 0;

/// Constant `rrpc_sv_rcvd`.
pub const RRPC_SV_RCVD: i32 = 1;

/// Constant `rrpc_sv_sent`.
pub const RRPC_SV_SENT: i32 = 2;

/// Constant `rrpc_sv_calls_out`.
pub const RRPC_SV_CALLS_OUT: i32 = 3;

/// Constant `rrpc_sv_frag_resends`.
pub const RRPC_SV_FRAG_RESENDS: i32 = 4;

/// Constant `rrpc_sv_dup_frags_rcvd`.
pub const RRPC_SV_DUP_FRAGS_RCVD: i32 = 5;

/// A UUID of NCS, as in the location broker.
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

/// An interface, with a well-known port for each address family or 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RrpcIfSpecT {
    /// Field `vers`.
    pub vers: u32,
    /// Field `port`.
    pub port: [u16; 32],
    /// Field `opcnt`.
    pub opcnt: u16,
    /// Field `id`.
    pub id: UuidOldT,
}

static RRPC_IF_SPEC_T_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("vers").number(1),
    stub::Field::of(
            "port",
            stub::Length::Fixed(32),
            const { &stub::Field::plain("port").explicit() },
        )
        .number(2)
        .packed(),
    stub::Field::plain("opcnt").number(3),
    stub::Field::plain("id").number(4),
];

static RRPC_IF_SPEC_T: stub::Record = stub::Record::of(
    "rrpc_if_spec_t",
    &RRPC_IF_SPEC_T_FIELDS,
);

stub::plain_record! {
    RrpcIfSpecT, RRPC_IF_SPEC_T, RRPC_IF_SPEC_T_FIELDS { 0 vers, 1 port, 2 opcnt, 3 id };
    NDR
}

impl stub::Standalone for RrpcIfSpecT {
    const PLACE: &'static stub::Field = &stub::Field::plain("rrpc_if_spec_t");
}

/// What names interface `rrpc`, and its operations.
pub static RRPC: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "rrpc",
        full_name: "rrpc",
        program: 0x38d51b34,
        uuid: 0x36ce399d_4000_0000_0d00_00c366000000_u128.to_be_bytes(),
        version: 0,
        minor: 0,
    },
    operations: &[
        &RRPC_RRPC_ARE_YOU_THERE,
        &RRPC_RRPC_INQ_STATS,
        &RRPC_RRPC_INQ_INTERFACES,
        &RRPC_RRPC_SHUTDOWN,
    ],
};

static RRPC_RRPC_ARE_YOU_THERE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `rrpc_are_you_there` takes and gives.
pub static RRPC_RRPC_ARE_YOU_THERE: stub::OperationMeta = stub::OperationMeta {
    name: "rrpc_are_you_there",
    number: 0,
    input: &stub::Record::of("rrpc_are_you_there_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_are_you_there",
                "urn:rrpc#rrpc_are_you_there",
            )
        }),
    output: &stub::Record::of(
            "rrpc_are_you_there_out",
            &RRPC_RRPC_ARE_YOU_THERE_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_are_you_thereResponse",
                "urn:rrpc:rrpc:rrpc_are_you_thereResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static RRPC_RRPC_INQ_STATS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("max_stats").number(1),
];

static RRPC_RRPC_INQ_STATS_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "stats",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("stats").explicit() },
        )
        .ndr(stub::ndr_place!(array ShortConformant))
        .number(1)
        .packed(),
    stub::Field::plain("l_stat").number(2),
    stub::Field::plain("status").number(3),
];

/// What operation `rrpc_inq_stats` takes and gives.
pub static RRPC_RRPC_INQ_STATS: stub::OperationMeta = stub::OperationMeta {
    name: "rrpc_inq_stats",
    number: 1,
    input: &stub::Record::of("rrpc_inq_stats_in", &RRPC_RRPC_INQ_STATS_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_inq_stats",
                "urn:rrpc#rrpc_inq_stats",
            )
        }),
    output: &stub::Record::of("rrpc_inq_stats_out", &RRPC_RRPC_INQ_STATS_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_inq_statsResponse",
                "urn:rrpc:rrpc:rrpc_inq_statsResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static RRPC_RRPC_INQ_INTERFACES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("max_ifs").number(1),
];

static RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "ifs",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("ifs").number(1).explicit() },
        )
        .ndr(stub::ndr_place!(array ShortConformant))
        .number(1),
    stub::Field::plain("l_if").number(2),
    stub::Field::plain("status").number(3),
];

/// What operation `rrpc_inq_interfaces` takes and gives.
pub static RRPC_RRPC_INQ_INTERFACES: stub::OperationMeta = stub::OperationMeta {
    name: "rrpc_inq_interfaces",
    number: 2,
    input: &stub::Record::of(
            "rrpc_inq_interfaces_in",
            &RRPC_RRPC_INQ_INTERFACES_IN_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_inq_interfaces",
                "urn:rrpc#rrpc_inq_interfaces",
            )
        }),
    output: &stub::Record::of(
            "rrpc_inq_interfaces_out",
            &RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_inq_interfacesResponse",
                "urn:rrpc:rrpc:rrpc_inq_interfacesResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static RRPC_RRPC_SHUTDOWN_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("status").number(1),
];

/// What operation `rrpc_shutdown` takes and gives.
pub static RRPC_RRPC_SHUTDOWN: stub::OperationMeta = stub::OperationMeta {
    name: "rrpc_shutdown",
    number: 3,
    input: &stub::Record::of("rrpc_shutdown_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_shutdown",
                "urn:rrpc#rrpc_shutdown",
            )
        }),
    output: &stub::Record::of("rrpc_shutdown_out", &RRPC_RRPC_SHUTDOWN_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rrpc",
                "rrpc_shutdownResponse",
                "urn:rrpc:rrpc:rrpc_shutdownResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `rrpc_are_you_there` gives.
#[derive(Clone, Debug, Default)]
pub struct RrpcRrpcAreYouThereOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    RrpcRrpcAreYouThereOut, RRPC_RRPC_ARE_YOU_THERE_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    RrpcRrpcAreYouThereOut, RRPC_RRPC_ARE_YOU_THERE_OUT_FIELDS { 0 status }; NDR
}

/// What a call of `rrpc_inq_stats` takes.
#[derive(Clone, Debug)]
pub struct RrpcRrpcInqStatsArgs {
    /// Parameter `max_stats`.
    pub max_stats: u32,
}

stub::plain_fields! {
    RrpcRrpcInqStatsArgs, RRPC_RRPC_INQ_STATS_IN_FIELDS { 0 max_stats }; NDR
}

#[derive(Default)]
struct RrpcRrpcInqStatsIn {
    max_stats: u32,
}

stub::plain_slots! {
    RrpcRrpcInqStatsIn, RRPC_RRPC_INQ_STATS_IN_FIELDS { 0 max_stats }; NDR
}

/// What a call of `rrpc_inq_stats` gives.
#[derive(Clone, Debug, Default)]
pub struct RrpcRrpcInqStatsOut {
    /// Parameter `stats`.
    pub stats: Vec<i32>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for RrpcRrpcInqStatsOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[0], &mut self.stats)?;
        let mut said1 = i32::default();
        s.derived(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[1], &mut said1)?;
        s.slot(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[2], &mut self.status)?;
        stub::agree(
            s,
            &RRPC_RRPC_INQ_STATS_OUT_FIELDS[0],
            stub::Relation::of(1, 1, 1),
            &said1,
            Some(self.stats.len()),
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
            0 => s.slot(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[0], &mut self.stats),
            1 => s.derived(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[1], &mut i32::default()),
            2 => s.slot(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[2], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `rrpc_inq_stats`.
#[derive(Clone, Debug)]
pub struct RrpcRrpcInqStatsReply<'a> {
    /// Parameter `stats`.
    pub stats: &'a [i32],
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for RrpcRrpcInqStatsReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &RRPC_RRPC_INQ_STATS_OUT_FIELDS[0],
            &stub::Extent {
                value: &self.stats,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &RRPC_RRPC_INQ_STATS_OUT_FIELDS[1],
            &stub::Count::<i32>::of(stub::Relation::of(1, 1, 1), Some(self.stats.len())),
        );
        s.field(&RRPC_RRPC_INQ_STATS_OUT_FIELDS[2], &self.status);
    }
}

/// What a call of `rrpc_inq_interfaces` takes.
#[derive(Clone, Debug)]
pub struct RrpcRrpcInqInterfacesArgs {
    /// Parameter `max_ifs`.
    pub max_ifs: u32,
}

stub::plain_fields! {
    RrpcRrpcInqInterfacesArgs, RRPC_RRPC_INQ_INTERFACES_IN_FIELDS { 0 max_ifs }; NDR
}

#[derive(Default)]
struct RrpcRrpcInqInterfacesIn {
    max_ifs: u32,
}

stub::plain_slots! {
    RrpcRrpcInqInterfacesIn, RRPC_RRPC_INQ_INTERFACES_IN_FIELDS { 0 max_ifs }; NDR
}

/// What a call of `rrpc_inq_interfaces` gives.
#[derive(Clone, Debug, Default)]
pub struct RrpcRrpcInqInterfacesOut {
    /// Parameter `ifs`.
    pub ifs: Vec<RrpcIfSpecT>,
    /// Parameter `status`.
    pub status: u32,
}

impl<'de> stub::Slots<'de> for RrpcRrpcInqInterfacesOut {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[0], &mut self.ifs)?;
        let mut said1 = i32::default();
        s.derived(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[1], &mut said1)?;
        s.slot(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[2], &mut self.status)?;
        stub::agree(
            s,
            &RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[0],
            stub::Relation::of(1, 1, 1),
            &said1,
            Some(self.ifs.len()),
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
            0 => s.slot(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[0], &mut self.ifs),
            1 => s.derived(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[1], &mut i32::default()),
            2 => s.slot(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[2], &mut self.status),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `rrpc_inq_interfaces`.
#[derive(Clone, Debug)]
pub struct RrpcRrpcInqInterfacesReply<'a> {
    /// Parameter `ifs`.
    pub ifs: &'a [RrpcIfSpecT],
    /// Parameter `status`.
    pub status: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for RrpcRrpcInqInterfacesReply<'_> {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::NDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[0],
            &stub::Extent {
                value: &self.ifs,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[1],
            &stub::Count::<i32>::of(stub::Relation::of(1, 1, 1), Some(self.ifs.len())),
        );
        s.field(&RRPC_RRPC_INQ_INTERFACES_OUT_FIELDS[2], &self.status);
    }
}

/// What a call of `rrpc_shutdown` gives.
#[derive(Clone, Debug, Default)]
pub struct RrpcRrpcShutdownOut {
    /// Parameter `status`.
    pub status: u32,
}

stub::plain_fields! {
    RrpcRrpcShutdownOut, RRPC_RRPC_SHUTDOWN_OUT_FIELDS { 0 status }; NDR
}

stub::plain_slots! {
    RrpcRrpcShutdownOut, RRPC_RRPC_SHUTDOWN_OUT_FIELDS { 0 status }; NDR
}

/// A client of `rrpc`.
pub struct RrpcClient {
    client: stub::Client,
}

impl RrpcClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, RRPC.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Whether the server answers.
    pub fn rrpc_are_you_there(&mut self) -> Result<u32, stub::CallError> {
        let output: RrpcRrpcAreYouThereOut = self
            .client
            .invoke(&RRPC, &RRPC_RRPC_ARE_YOU_THERE, &())?;
        Ok(output.status)
    }

    /// Its counters; `max_stats` and `l_stat` are indexes, -1 for no element at all.
    pub fn rrpc_inq_stats(
        &mut self,
        max_stats: u32,
    ) -> Result<(Vec<i32>, u32), stub::CallError> {
        let output: RrpcRrpcInqStatsOut = self
            .client
            .invoke(&RRPC, &RRPC_RRPC_INQ_STATS, &RrpcRrpcInqStatsArgs { max_stats })?;
        Ok((output.stats, output.status))
    }

    /// Its interfaces.
    pub fn rrpc_inq_interfaces(
        &mut self,
        max_ifs: u32,
    ) -> Result<(Vec<RrpcIfSpecT>, u32), stub::CallError> {
        let output: RrpcRrpcInqInterfacesOut = self
            .client
            .invoke(
                &RRPC,
                &RRPC_RRPC_INQ_INTERFACES,
                &RrpcRrpcInqInterfacesArgs {
                    max_ifs,
                },
            )?;
        Ok((output.ifs, output.status))
    }

    /// Asks it to end.
    pub fn rrpc_shutdown(&mut self) -> Result<u32, stub::CallError> {
        let output: RrpcRrpcShutdownOut = self
            .client
            .invoke(&RRPC, &RRPC_RRPC_SHUTDOWN, &())?;
        Ok(output.status)
    }
}

impl stub::Stub for RrpcClient {
    const INTERFACE: &'static stub::InterfaceMeta = &RRPC;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// Remote management of Apollo NCS: what every server of NCS 1.5 tells about itself.
/// UUIDs, numbers and shapes are those that the sources of OSF DCE 1.2.2 keep
/// (`admin/dced/idl/rrpc.idl`).
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Rrpc: Send + Sync {
    /// Whether the server answers.
    fn rrpc_are_you_there(&self, call: &stub::Context<'_>) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Its counters; `max_stats` and `l_stat` are indexes, -1 for no element at all.
    fn rrpc_inq_stats(
        &self,
        call: &stub::Context<'_>,
        max_stats: u32,
    ) -> Result<(Vec<i32>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rrpc_inq_stats` where results are not the server's own: a guard's, an `Arc`'s.
    fn rrpc_inq_stats_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        max_stats: u32,
        reply: impl FnOnce((&[i32], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rrpc_inq_stats(call, max_stats)
            .map(|(stats, status)| reply((&stats, status)))
    }

    /// Its interfaces.
    fn rrpc_inq_interfaces(
        &self,
        call: &stub::Context<'_>,
        max_ifs: u32,
    ) -> Result<(Vec<RrpcIfSpecT>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rrpc_inq_interfaces` where results are not the server's own: a guard's, an `Arc`'s.
    fn rrpc_inq_interfaces_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        max_ifs: u32,
        reply: impl FnOnce((&[RrpcIfSpecT], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rrpc_inq_interfaces(call, max_ifs)
            .map(|(ifs, status)| reply((&ifs, status)))
    }

    /// Asks it to end.
    fn rrpc_shutdown(&self, call: &stub::Context<'_>) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `rrpc` with an object that implements [`Rrpc`].
pub struct RrpcServer<T>(pub T);

impl<T: Rrpc> stub::Service for RrpcServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        RRPC.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        RRPC.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        RRPC.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &RRPC_RRPC_ARE_YOU_THERE,
                    |context, (): ()| {
                        let status = self.0.rrpc_are_you_there(context)?;
                        Ok(RrpcRrpcAreYouThereOut { status })
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &RRPC_RRPC_INQ_STATS,
                    |context, input: RrpcRrpcInqStatsIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::of(1, 1, 1), &input.max_stats),
                        ];
                        self.0
                            .rrpc_inq_stats_replying(
                                context,
                                input.max_stats,
                                |(stats, status)| {
                                    reply
                                        .finish(
                                            &RrpcRrpcInqStatsReply {
                                                room,
                                                stats,
                                                status,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &RRPC_RRPC_INQ_INTERFACES,
                    |context, input: RrpcRrpcInqInterfacesIn, reply| {
                        let room = [
                            stub::capacity(stub::Relation::of(1, 1, 1), &input.max_ifs),
                        ];
                        self.0
                            .rrpc_inq_interfaces_replying(
                                context,
                                input.max_ifs,
                                |(ifs, status)| {
                                    reply
                                        .finish(
                                            &RrpcRrpcInqInterfacesReply {
                                                room,
                                                ifs,
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
                    &RRPC_RRPC_SHUTDOWN,
                    |context, (): ()| {
                        let status = self.0.rrpc_shutdown(context)?;
                        Ok(RrpcRrpcShutdownOut { status })
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `rrpc` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncRrpcClient {
        client: stub::AsyncClient,
    }

    impl AsyncRrpcClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, RRPC.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Whether the server answers.
        pub async fn rrpc_are_you_there(&self) -> Result<u32, stub::CallError> {
            let mut reply = self.client.invoke(&RRPC, &RRPC_RRPC_ARE_YOU_THERE, &()).await?;
            let output: RrpcRrpcAreYouThereOut = reply.results(&RRPC_RRPC_ARE_YOU_THERE)?;
            Ok(output.status)
        }

        /// Its counters; `max_stats` and `l_stat` are indexes, -1 for no element at all.
        pub async fn rrpc_inq_stats(
            &self,
            max_stats: u32,
        ) -> Result<(Vec<i32>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RRPC, &RRPC_RRPC_INQ_STATS, &RrpcRrpcInqStatsArgs { max_stats })
                .await?;
            let output: RrpcRrpcInqStatsOut = reply.results(&RRPC_RRPC_INQ_STATS)?;
            Ok((output.stats, output.status))
        }

        /// Its interfaces.
        pub async fn rrpc_inq_interfaces(
            &self,
            max_ifs: u32,
        ) -> Result<(Vec<RrpcIfSpecT>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RRPC,
                    &RRPC_RRPC_INQ_INTERFACES,
                    &RrpcRrpcInqInterfacesArgs {
                        max_ifs,
                    },
                )
                .await?;
            let output: RrpcRrpcInqInterfacesOut = reply.results(&RRPC_RRPC_INQ_INTERFACES)?;
            Ok((output.ifs, output.status))
        }

        /// Asks it to end.
        pub async fn rrpc_shutdown(&self) -> Result<u32, stub::CallError> {
            let mut reply = self.client.invoke(&RRPC, &RRPC_RRPC_SHUTDOWN, &()).await?;
            let output: RrpcRrpcShutdownOut = reply.results(&RRPC_RRPC_SHUTDOWN)?;
            Ok(output.status)
        }
    }

    impl stub::AsyncStub for AsyncRrpcClient {
        const INTERFACE: &'static stub::InterfaceMeta = &RRPC;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// Remote management of Apollo NCS: what every server of NCS 1.5 tells about itself.
    /// UUIDs, numbers and shapes are those that the sources of OSF DCE 1.2.2 keep
    /// (`admin/dced/idl/rrpc.idl`).
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncRrpc: Send + Sync {
        /// Whether the server answers.
        fn rrpc_are_you_there<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Its counters; `max_stats` and `l_stat` are indexes, -1 for no element at all.
        fn rrpc_inq_stats<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            max_stats: u32,
        ) -> impl std::future::Future<
            Output = Result<(Vec<i32>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Its interfaces.
        fn rrpc_inq_interfaces<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            max_ifs: u32,
        ) -> impl std::future::Future<
            Output = Result<(Vec<RrpcIfSpecT>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Asks it to end.
        fn rrpc_shutdown<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `rrpc` with an object that implements [`AsyncRrpc`], on a runtime.
    pub struct AsyncRrpcServer<T>(pub T);

    impl<T: AsyncRrpc> stub::Service for AsyncRrpcServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            RRPC.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            RRPC.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            RRPC.elements()
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
                            .input(&RRPC_RRPC_ARE_YOU_THERE)?;
                        let context = call.context();
                        let result = self.0.rrpc_are_you_there(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RRPC_RRPC_ARE_YOU_THERE, fault))?;
                        Ok(
                            call
                                .end(
                                    &RRPC_RRPC_ARE_YOU_THERE,
                                    &RrpcRrpcAreYouThereOut {
                                        status: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (RrpcRrpcInqStatsIn, _) = call
                            .input(&RRPC_RRPC_INQ_STATS)?;
                        let context = call.context();
                        let room = [
                            stub::capacity(stub::Relation::of(1, 1, 1), &input.max_stats),
                        ];
                        let result = self.0.rrpc_inq_stats(&context, input.max_stats).await;
                        let output = result
                            .map_err(|fault| call.fail(&RRPC_RRPC_INQ_STATS, fault))?;
                        Ok(
                            call
                                .end(
                                    &RRPC_RRPC_INQ_STATS,
                                    &RrpcRrpcInqStatsReply {
                                        room,
                                        stats: &output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (RrpcRrpcInqInterfacesIn, _) = call
                            .input(&RRPC_RRPC_INQ_INTERFACES)?;
                        let context = call.context();
                        let room = [
                            stub::capacity(stub::Relation::of(1, 1, 1), &input.max_ifs),
                        ];
                        let result = self
                            .0
                            .rrpc_inq_interfaces(&context, input.max_ifs)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&RRPC_RRPC_INQ_INTERFACES, fault))?;
                        Ok(
                            call
                                .end(
                                    &RRPC_RRPC_INQ_INTERFACES,
                                    &RrpcRrpcInqInterfacesReply {
                                        room,
                                        ifs: &output.0,
                                        status: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&RRPC_RRPC_SHUTDOWN)?;
                        let context = call.context();
                        let result = self.0.rrpc_shutdown(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RRPC_RRPC_SHUTDOWN, fault))?;
                        Ok(
                            call
                                .end(
                                    &RRPC_RRPC_SHUTDOWN,
                                    &RrpcRrpcShutdownOut {
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
    }
}
