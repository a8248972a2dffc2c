// Generated from rpcbind.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Constant `RPCB_PORT`.
pub const RPCB_PORT: i32 = 111;

/// Statistics of version 4.
pub const RPCBSTAT_HIGHPROC: i32 = 13;

/// Constant `RPCBVERS_STAT`.
pub const RPCBVERS_STAT: i32 = 3;

/// Version 2: programs by number, version and protocol (6 TCP, 17 UDP) at a port.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// Field `prog`.
    pub prog: u32,
    /// Field `vers`.
    pub vers: u32,
    /// Field `prot`.
    pub prot: u32,
    /// Field `port`.
    pub port: u32,
}

static MAPPING_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("prog").number(1),
    stub::Field::plain("vers").number(2),
    stub::Field::plain("prot").number(3),
    stub::Field::plain("port").number(4),
];

static MAPPING: stub::Record = stub::Record::of("mapping", &MAPPING_FIELDS);

stub::plain_record! {
    Mapping, MAPPING, MAPPING_FIELDS { 0 prog, 1 vers, 2 prot, 3 port }; XDR
}

impl stub::Standalone for Mapping {
    const PLACE: &'static stub::Field = &stub::Field::plain("mapping");
}

/// Element of a list of `pmaplist_entry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PmaplistEntry {
    /// Field `map`.
    pub map: Mapping,
}

static PMAPLIST_ENTRY_FIELDS: [stub::Field; 1] = [stub::Field::plain("map").number(1)];
static PMAPLIST_ENTRY: stub::Record = stub::Record::of(
    "pmaplist_entry",
    &PMAPLIST_ENTRY_FIELDS,
);

stub::plain_record! {
    PmaplistEntry, PMAPLIST_ENTRY, PMAPLIST_ENTRY_FIELDS { 0 map }; XDR
}

/// `pmaplist` of the definition.
pub type Pmaplist = stub::Chain<PmaplistEntry>;

/// A call that the registry passes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallArgs<'a> {
    /// Field `prog`.
    pub prog: u32,
    /// Field `vers`.
    pub vers: u32,
    /// Field `proc`.
    pub proc: u32,
    /// Field `args`.
    pub args: Cow<'a, [u8]>,
}

static CALL_ARGS_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("prog").number(1),
    stub::Field::plain("vers").number(2),
    stub::Field::plain("proc").number(3),
    stub::Field::plain("args")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4),
];

static CALL_ARGS: stub::Record = stub::Record::of("call_args", &CALL_ARGS_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    CallArgs<'de>, CALL_ARGS, CALL_ARGS_FIELDS { 0 prog, 1 vers, 2 proc, 3 args }; XDR
}

impl CallArgs<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> CallArgs<'static> {
        CallArgs {
            prog: self.prog,
            vers: self.vers,
            proc: self.proc,
            args: Cow::Owned(self.args.into_owned()),
        }
    }
}

impl stub::Standalone for CallArgs<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("call_args")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `call_result`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallResult<'a> {
    /// Field `port`.
    pub port: u32,
    /// Field `res`.
    pub res: Cow<'a, [u8]>,
}

static CALL_RESULT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("port").number(1),
    stub::Field::plain("res").ndr(stub::ndr_place!(array Counted, defers true)).number(2),
];

static CALL_RESULT: stub::Record = stub::Record::of("call_result", &CALL_RESULT_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    CallResult<'de>, CALL_RESULT, CALL_RESULT_FIELDS { 0 port, 1 res }; XDR
}

impl CallResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> CallResult<'static> {
        CallResult {
            port: self.port,
            res: Cow::Owned(self.res.into_owned()),
        }
    }
}

impl stub::Standalone for CallResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("call_result")
        .ndr(stub::ndr_place!(defers true));
}

/// Versions 3 and 4: programs at universal addresses of any transport.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rpcb<'a> {
    /// Field `r_prog`.
    pub r_prog: u32,
    /// Field `r_vers`.
    pub r_vers: u32,
    /// Field `r_netid`.
    pub r_netid: Cow<'a, str>,
    /// Field `r_addr`.
    pub r_addr: Cow<'a, str>,
    /// Field `r_owner`.
    pub r_owner: Cow<'a, str>,
}

static RPCB_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("r_prog").number(1),
    stub::Field::plain("r_vers").number(2),
    stub::Field::plain("r_netid")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3),
    stub::Field::plain("r_addr")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(4),
    stub::Field::plain("r_owner")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5),
];

static RPCB: stub::Record = stub::Record::of("rpcb", &RPCB_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Rpcb<'de>, RPCB, RPCB_FIELDS { 0 r_prog, 1 r_vers, 2 r_netid, 3 r_addr, 4 r_owner
    }; XDR
}

impl Rpcb<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Rpcb<'static> {
        Rpcb {
            r_prog: self.r_prog,
            r_vers: self.r_vers,
            r_netid: Cow::Owned(self.r_netid.into_owned()),
            r_addr: Cow::Owned(self.r_addr.into_owned()),
            r_owner: Cow::Owned(self.r_owner.into_owned()),
        }
    }
}

impl stub::Standalone for Rpcb<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpcb")
        .ndr(stub::ndr_place!(defers true));
}

/// Element of a list of `rp__list`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpList<'a> {
    /// Field `rpcb_map`.
    pub rpcb_map: Rpcb<'a>,
}

static RP_LIST_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("rpcb_map").ndr(stub::ndr_place!(defers true)).number(1),
];

static RP_LIST: stub::Record = stub::Record::of("rp__list", &RP_LIST_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpList<'de>, RP_LIST, RP_LIST_FIELDS { 0 rpcb_map }; XDR
}

impl RpList<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpList<'static> {
        RpList {
            rpcb_map: self.rpcb_map.into_owned(),
        }
    }
}

/// `rpcblist_ptr` of the definition.
pub type RpcblistPtr<'a> = stub::Chain<RpList<'a>>;

/// Record `rpcb_rmtcallargs`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbRmtcallargs<'a> {
    /// Field `prog`.
    pub prog: u32,
    /// Field `vers`.
    pub vers: u32,
    /// Field `proc`.
    pub proc: u32,
    /// Field `args`.
    pub args: Cow<'a, [u8]>,
}

static RPCB_RMTCALLARGS_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("prog").number(1),
    stub::Field::plain("vers").number(2),
    stub::Field::plain("proc").number(3),
    stub::Field::plain("args")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4),
];

static RPCB_RMTCALLARGS: stub::Record = stub::Record::of(
        "rpcb_rmtcallargs",
        &RPCB_RMTCALLARGS_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbRmtcallargs<'de>, RPCB_RMTCALLARGS, RPCB_RMTCALLARGS_FIELDS { 0 prog, 1 vers, 2
    proc, 3 args }; XDR
}

impl RpcbRmtcallargs<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbRmtcallargs<'static> {
        RpcbRmtcallargs {
            prog: self.prog,
            vers: self.vers,
            proc: self.proc,
            args: Cow::Owned(self.args.into_owned()),
        }
    }
}

impl stub::Standalone for RpcbRmtcallargs<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpcb_rmtcallargs")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `rpcb_rmtcallres`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbRmtcallres<'a> {
    /// Field `addr`.
    pub addr: Cow<'a, str>,
    /// Field `results`.
    pub results: Cow<'a, [u8]>,
}

static RPCB_RMTCALLRES_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("addr")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("results")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static RPCB_RMTCALLRES: stub::Record = stub::Record::of(
        "rpcb_rmtcallres",
        &RPCB_RMTCALLRES_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbRmtcallres<'de>, RPCB_RMTCALLRES, RPCB_RMTCALLRES_FIELDS { 0 addr, 1 results };
    XDR
}

impl RpcbRmtcallres<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbRmtcallres<'static> {
        RpcbRmtcallres {
            addr: Cow::Owned(self.addr.into_owned()),
            results: Cow::Owned(self.results.into_owned()),
        }
    }
}

impl stub::Standalone for RpcbRmtcallres<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpcb_rmtcallres")
        .ndr(stub::ndr_place!(defers true));
}

/// A transport's own form of an address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Netbuf<'a> {
    /// Field `maxlen`.
    pub maxlen: u32,
    /// Field `buf`.
    pub buf: Cow<'a, [u8]>,
}

static NETBUF_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("maxlen").number(1),
    stub::Field::plain("buf").ndr(stub::ndr_place!(array Counted, defers true)).number(2),
];

static NETBUF: stub::Record = stub::Record::of("netbuf", &NETBUF_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Netbuf<'de>, NETBUF, NETBUF_FIELDS { 0 maxlen, 1 buf }; XDR
}

impl Netbuf<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Netbuf<'static> {
        Netbuf {
            maxlen: self.maxlen,
            buf: Cow::Owned(self.buf.into_owned()),
        }
    }
}

impl stub::Standalone for Netbuf<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("netbuf")
        .ndr(stub::ndr_place!(defers true));
}

/// One address of a program in full.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbEntry<'a> {
    /// Field `r_maddr`.
    pub r_maddr: Cow<'a, str>,
    /// Field `r_nc_netid`.
    pub r_nc_netid: Cow<'a, str>,
    /// Field `r_nc_semantics`.
    pub r_nc_semantics: u32,
    /// Field `r_nc_protofmly`.
    pub r_nc_protofmly: Cow<'a, str>,
    /// Field `r_nc_proto`.
    pub r_nc_proto: Cow<'a, str>,
}

static RPCB_ENTRY_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("r_maddr")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("r_nc_netid")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::plain("r_nc_semantics").number(3),
    stub::Field::plain("r_nc_protofmly")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(4),
    stub::Field::plain("r_nc_proto")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5),
];

static RPCB_ENTRY: stub::Record = stub::Record::of("rpcb_entry", &RPCB_ENTRY_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbEntry<'de>, RPCB_ENTRY, RPCB_ENTRY_FIELDS { 0 r_maddr, 1 r_nc_netid, 2
    r_nc_semantics, 3 r_nc_protofmly, 4 r_nc_proto }; XDR
}

impl RpcbEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbEntry<'static> {
        RpcbEntry {
            r_maddr: Cow::Owned(self.r_maddr.into_owned()),
            r_nc_netid: Cow::Owned(self.r_nc_netid.into_owned()),
            r_nc_semantics: self.r_nc_semantics,
            r_nc_protofmly: Cow::Owned(self.r_nc_protofmly.into_owned()),
            r_nc_proto: Cow::Owned(self.r_nc_proto.into_owned()),
        }
    }
}

impl stub::Standalone for RpcbEntry<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpcb_entry")
        .ndr(stub::ndr_place!(defers true));
}

/// Element of a list of `rpcb_entry_list`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbEntryList<'a> {
    /// Field `rpcb_entry_map`.
    pub rpcb_entry_map: RpcbEntry<'a>,
}

static RPCB_ENTRY_LIST_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("rpcb_entry_map").ndr(stub::ndr_place!(defers true)).number(1),
];

static RPCB_ENTRY_LIST: stub::Record = stub::Record::of(
        "rpcb_entry_list",
        &RPCB_ENTRY_LIST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbEntryList<'de>, RPCB_ENTRY_LIST, RPCB_ENTRY_LIST_FIELDS { 0 rpcb_entry_map };
    XDR
}

impl RpcbEntryList<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbEntryList<'static> {
        RpcbEntryList {
            rpcb_entry_map: self.rpcb_entry_map.into_owned(),
        }
    }
}

/// `rpcb_entry_list_ptr` of the definition.
pub type RpcbEntryListPtr<'a> = stub::Chain<RpcbEntryList<'a>>;

/// Element of a list of `rpcbs_addrlist`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbsAddrlist<'a> {
    /// Field `prog`.
    pub prog: u32,
    /// Field `vers`.
    pub vers: u32,
    /// Field `success`.
    pub success: i32,
    /// Field `failure`.
    pub failure: i32,
    /// Field `netid`.
    pub netid: Cow<'a, str>,
}

static RPCBS_ADDRLIST_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("prog").number(1),
    stub::Field::plain("vers").number(2),
    stub::Field::plain("success").number(3),
    stub::Field::plain("failure").number(4),
    stub::Field::plain("netid")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5),
];

static RPCBS_ADDRLIST: stub::Record = stub::Record::of(
        "rpcbs_addrlist",
        &RPCBS_ADDRLIST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbsAddrlist<'de>, RPCBS_ADDRLIST, RPCBS_ADDRLIST_FIELDS { 0 prog, 1 vers, 2
    success, 3 failure, 4 netid }; XDR
}

impl RpcbsAddrlist<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbsAddrlist<'static> {
        RpcbsAddrlist {
            prog: self.prog,
            vers: self.vers,
            success: self.success,
            failure: self.failure,
            netid: Cow::Owned(self.netid.into_owned()),
        }
    }
}

/// Element of a list of `rpcbs_rmtcalllist`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbsRmtcalllist<'a> {
    /// Field `prog`.
    pub prog: u32,
    /// Field `vers`.
    pub vers: u32,
    /// Field `proc`.
    pub proc: u32,
    /// Field `success`.
    pub success: i32,
    /// Field `failure`.
    pub failure: i32,
    /// Field `indirect`.
    pub indirect: i32,
    /// Field `netid`.
    pub netid: Cow<'a, str>,
}

static RPCBS_RMTCALLLIST_FIELDS: [stub::Field; 7] = [
    stub::Field::plain("prog").number(1),
    stub::Field::plain("vers").number(2),
    stub::Field::plain("proc").number(3),
    stub::Field::plain("success").number(4),
    stub::Field::plain("failure").number(5),
    stub::Field::plain("indirect").number(6),
    stub::Field::plain("netid")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(7),
];

static RPCBS_RMTCALLLIST: stub::Record = stub::Record::of(
        "rpcbs_rmtcalllist",
        &RPCBS_RMTCALLLIST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbsRmtcalllist<'de>, RPCBS_RMTCALLLIST, RPCBS_RMTCALLLIST_FIELDS { 0 prog, 1
    vers, 2 proc, 3 success, 4 failure, 5 indirect, 6 netid }; XDR
}

impl RpcbsRmtcalllist<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbsRmtcalllist<'static> {
        RpcbsRmtcalllist {
            prog: self.prog,
            vers: self.vers,
            proc: self.proc,
            success: self.success,
            failure: self.failure,
            indirect: self.indirect,
            netid: Cow::Owned(self.netid.into_owned()),
        }
    }
}

/// `rpcbs_proc` of the definition.
pub type RpcbsProc = [i32; 13];

/// `rpcbs_addrlist_ptr` of the definition.
pub type RpcbsAddrlistPtr<'a> = stub::Chain<RpcbsAddrlist<'a>>;

/// `rpcbs_rmtcalllist_ptr` of the definition.
pub type RpcbsRmtcalllistPtr<'a> = stub::Chain<RpcbsRmtcalllist<'a>>;

/// Record `rpcb_stat`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RpcbStat<'a> {
    /// Field `info`.
    pub info: [i32; 13],
    /// Field `setinfo`.
    pub setinfo: i32,
    /// Field `unsetinfo`.
    pub unsetinfo: i32,
    /// Field `addrinfo`.
    pub addrinfo: stub::Chain<RpcbsAddrlist<'a>>,
    /// Field `rmtinfo`.
    pub rmtinfo: stub::Chain<RpcbsRmtcalllist<'a>>,
}

static RPCB_STAT_FIELDS: [stub::Field; 5] = [
    stub::Field::of(
            "info",
            stub::Length::Fixed(13),
            const { &stub::Field::plain("info").explicit() },
        )
        .number(1)
        .packed(),
    stub::Field::plain("setinfo").number(2),
    stub::Field::plain("unsetinfo").number(3),
    stub::Field::of(
            "addrinfo",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("addrinfo")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4),
    stub::Field::of(
            "rmtinfo",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("rmtinfo")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5),
];

static RPCB_STAT: stub::Record = stub::Record::of("rpcb_stat", &RPCB_STAT_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    RpcbStat<'de>, RPCB_STAT, RPCB_STAT_FIELDS { 0 info, 1 setinfo, 2 unsetinfo, 3
    addrinfo, 4 rmtinfo }; XDR
}

impl RpcbStat<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RpcbStat<'static> {
        RpcbStat {
            info: self.info,
            setinfo: self.setinfo,
            unsetinfo: self.unsetinfo,
            addrinfo: stub::Chain(
                self.addrinfo.0.into_iter().map(|v| v.into_owned()).collect(),
            ),
            rmtinfo: stub::Chain(
                self.rmtinfo.0.into_iter().map(|v| v.into_owned()).collect(),
            ),
        }
    }
}

impl stub::Standalone for RpcbStat<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("rpcb_stat")
        .ndr(stub::ndr_place!(defers true));
}

/// `rpcb_stat_byvers` of the definition.
pub type RpcbStatByvers<'a> = [RpcbStat<'a>; 3];

/// The text of one result: an address, empty where there is none.
pub type Uaddr<'a> = Cow<'a, str>;

/// What names interface `PMAP_VERS`, and its operations.
pub static PMAP_VERS: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "PMAP_VERS",
        full_name: "PMAP_VERS",
        program: 0x186a0,
        uuid: 0xff043872_d4d7_57cd_a365_00b9cbe440d7_u128.to_be_bytes(),
        version: 2,
        minor: 0,
    },
    operations: &[
        &PMAP_VERS_PMAPPROC_NULL,
        &PMAP_VERS_PMAPPROC_SET,
        &PMAP_VERS_PMAPPROC_UNSET,
        &PMAP_VERS_PMAPPROC_GETPORT,
        &PMAP_VERS_PMAPPROC_DUMP,
        &PMAP_VERS_PMAPPROC_CALLIT,
    ],
};

/// What operation `PMAPPROC_NULL` takes and gives.
pub static PMAP_VERS_PMAPPROC_NULL: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_NULL",
    number: 0,
    input: &stub::Record::of("PMAPPROC_NULL_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_NULL",
                "urn:PMAP_VERS#PMAPPROC_NULL",
            )
        }),
    output: &stub::Record::of("PMAPPROC_NULL_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_NULLResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_NULLResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static PMAP_VERS_PMAPPROC_SET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry"),
];

static PMAP_VERS_PMAPPROC_SET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `PMAPPROC_SET` takes and gives.
pub static PMAP_VERS_PMAPPROC_SET: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_SET",
    number: 1,
    input: &stub::Record::of("PMAPPROC_SET_in", &PMAP_VERS_PMAPPROC_SET_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_SET",
                "urn:PMAP_VERS#PMAPPROC_SET",
            )
        }),
    output: &stub::Record::of("PMAPPROC_SET_out", &PMAP_VERS_PMAPPROC_SET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_SETResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_SETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static PMAP_VERS_PMAPPROC_UNSET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry"),
];

static PMAP_VERS_PMAPPROC_UNSET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `PMAPPROC_UNSET` takes and gives.
pub static PMAP_VERS_PMAPPROC_UNSET: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_UNSET",
    number: 2,
    input: &stub::Record::of("PMAPPROC_UNSET_in", &PMAP_VERS_PMAPPROC_UNSET_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_UNSET",
                "urn:PMAP_VERS#PMAPPROC_UNSET",
            )
        }),
    output: &stub::Record::of("PMAPPROC_UNSET_out", &PMAP_VERS_PMAPPROC_UNSET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_UNSETResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_UNSETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static PMAP_VERS_PMAPPROC_GETPORT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry"),
];

static PMAP_VERS_PMAPPROC_GETPORT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `PMAPPROC_GETPORT` takes and gives.
pub static PMAP_VERS_PMAPPROC_GETPORT: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_GETPORT",
    number: 3,
    input: &stub::Record::of(
            "PMAPPROC_GETPORT_in",
            &PMAP_VERS_PMAPPROC_GETPORT_IN_FIELDS,
        )
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_GETPORT",
                "urn:PMAP_VERS#PMAPPROC_GETPORT",
            )
        }),
    output: &stub::Record::of(
            "PMAPPROC_GETPORT_out",
            &PMAP_VERS_PMAPPROC_GETPORT_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_GETPORTResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_GETPORTResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static PMAP_VERS_PMAPPROC_DUMP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `PMAPPROC_DUMP` takes and gives.
pub static PMAP_VERS_PMAPPROC_DUMP: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_DUMP",
    number: 4,
    input: &stub::Record::of("PMAPPROC_DUMP_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_DUMP",
                "urn:PMAP_VERS#PMAPPROC_DUMP",
            )
        }),
    output: &stub::Record::of("PMAPPROC_DUMP_out", &PMAP_VERS_PMAPPROC_DUMP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_DUMPResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_DUMPResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static PMAP_VERS_PMAPPROC_CALLIT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("call").ndr(stub::ndr_place!(defers true)),
];

static PMAP_VERS_PMAPPROC_CALLIT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `PMAPPROC_CALLIT` takes and gives.
pub static PMAP_VERS_PMAPPROC_CALLIT: stub::OperationMeta = stub::OperationMeta {
    name: "PMAPPROC_CALLIT",
    number: 5,
    input: &stub::Record::of("PMAPPROC_CALLIT_in", &PMAP_VERS_PMAPPROC_CALLIT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_CALLIT",
                "urn:PMAP_VERS#PMAPPROC_CALLIT",
            )
        }),
    output: &stub::Record::of(
            "PMAPPROC_CALLIT_out",
            &PMAP_VERS_PMAPPROC_CALLIT_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:PMAP_VERS",
                "PMAPPROC_CALLITResponse",
                "urn:PMAP_VERS:PMAP_VERS:PMAPPROC_CALLITResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `PMAPPROC_SET` takes.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocSetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Mapping,
}

stub::plain_fields! {
    PmapVersPmapprocSetArgs<'de>, PMAP_VERS_PMAPPROC_SET_IN_FIELDS { 0 entry }; XDR
}

#[derive(Default)]
struct PmapVersPmapprocSetIn {
    entry: Mapping,
}

stub::plain_slots! {
    PmapVersPmapprocSetIn, PMAP_VERS_PMAPPROC_SET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `PMAPPROC_SET` gives.
#[derive(Clone, Debug, Default)]
pub struct PmapVersPmapprocSetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    PmapVersPmapprocSetOut, PMAP_VERS_PMAPPROC_SET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    PmapVersPmapprocSetOut, PMAP_VERS_PMAPPROC_SET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `PMAPPROC_UNSET` takes.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocUnsetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Mapping,
}

stub::plain_fields! {
    PmapVersPmapprocUnsetArgs<'de>, PMAP_VERS_PMAPPROC_UNSET_IN_FIELDS { 0 entry }; XDR
}

#[derive(Default)]
struct PmapVersPmapprocUnsetIn {
    entry: Mapping,
}

stub::plain_slots! {
    PmapVersPmapprocUnsetIn, PMAP_VERS_PMAPPROC_UNSET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `PMAPPROC_UNSET` gives.
#[derive(Clone, Debug, Default)]
pub struct PmapVersPmapprocUnsetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    PmapVersPmapprocUnsetOut, PMAP_VERS_PMAPPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    PmapVersPmapprocUnsetOut, PMAP_VERS_PMAPPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `PMAPPROC_GETPORT` takes.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocGetportArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Mapping,
}

stub::plain_fields! {
    PmapVersPmapprocGetportArgs<'de>, PMAP_VERS_PMAPPROC_GETPORT_IN_FIELDS { 0 entry };
    XDR
}

#[derive(Default)]
struct PmapVersPmapprocGetportIn {
    entry: Mapping,
}

stub::plain_slots! {
    PmapVersPmapprocGetportIn, PMAP_VERS_PMAPPROC_GETPORT_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `PMAPPROC_GETPORT` gives.
#[derive(Clone, Debug, Default)]
pub struct PmapVersPmapprocGetportOut {
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    PmapVersPmapprocGetportOut, PMAP_VERS_PMAPPROC_GETPORT_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    PmapVersPmapprocGetportOut, PMAP_VERS_PMAPPROC_GETPORT_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `PMAPPROC_DUMP` gives.
#[derive(Clone, Debug, Default)]
pub struct PmapVersPmapprocDumpOut {
    /// Parameter `result`.
    pub result: stub::Chain<PmaplistEntry>,
}

stub::plain_slots! {
    PmapVersPmapprocDumpOut, PMAP_VERS_PMAPPROC_DUMP_OUT_FIELDS { 0 result }; XDR
}

/// What a server answers to a call of `PMAPPROC_DUMP`.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocDumpReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<PmaplistEntry>,
}

stub::plain_fields! {
    PmapVersPmapprocDumpReply<'de>, PMAP_VERS_PMAPPROC_DUMP_OUT_FIELDS { 0 result };
    XDR
}

/// What a call of `PMAPPROC_CALLIT` takes.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocCallitArgs<'a> {
    /// Parameter `call`.
    pub call2: &'a CallArgs<'a>,
}

stub::plain_fields! {
    PmapVersPmapprocCallitArgs<'de>, PMAP_VERS_PMAPPROC_CALLIT_IN_FIELDS { 0 call2 };
    XDR
}

#[derive(Default)]
struct PmapVersPmapprocCallitIn<'a> {
    call2: CallArgs<'a>,
}

stub::plain_slots! {
    PmapVersPmapprocCallitIn<'de>, PMAP_VERS_PMAPPROC_CALLIT_IN_FIELDS { 0 call2 }; XDR
}

/// What a call of `PMAPPROC_CALLIT` gives.
#[derive(Clone, Debug, Default)]
pub struct PmapVersPmapprocCallitOut<'a> {
    /// Parameter `result`.
    pub result: CallResult<'a>,
}

stub::plain_slots! {
    PmapVersPmapprocCallitOut<'de>, PMAP_VERS_PMAPPROC_CALLIT_OUT_FIELDS { 0 result };
    XDR
}

/// What a server answers to a call of `PMAPPROC_CALLIT`.
#[derive(Clone, Debug)]
pub struct PmapVersPmapprocCallitReply<'a> {
    /// Parameter `result`.
    pub result: &'a CallResult<'a>,
}

stub::plain_fields! {
    PmapVersPmapprocCallitReply<'de>, PMAP_VERS_PMAPPROC_CALLIT_OUT_FIELDS { 0 result
    }; XDR
}

/// A client of `PMAP_VERS`.
pub struct PmapVersClient {
    client: stub::Client,
}

impl PmapVersClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, PMAP_VERS.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `PMAPPROC_NULL`.
    pub fn pmapproc_null(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&PMAP_VERS, &PMAP_VERS_PMAPPROC_NULL, &())
    }

    /// Operation 1, `PMAPPROC_SET`.
    pub fn pmapproc_set(&mut self, entry: &Mapping) -> Result<bool, stub::CallError> {
        let output: PmapVersPmapprocSetOut = self
            .client
            .invoke(
                &PMAP_VERS,
                &PMAP_VERS_PMAPPROC_SET,
                &PmapVersPmapprocSetArgs { entry },
            )?;
        Ok(output.result)
    }

    /// Operation 2, `PMAPPROC_UNSET`.
    pub fn pmapproc_unset(&mut self, entry: &Mapping) -> Result<bool, stub::CallError> {
        let output: PmapVersPmapprocUnsetOut = self
            .client
            .invoke(
                &PMAP_VERS,
                &PMAP_VERS_PMAPPROC_UNSET,
                &PmapVersPmapprocUnsetArgs { entry },
            )?;
        Ok(output.result)
    }

    /// Operation 3, `PMAPPROC_GETPORT`.
    pub fn pmapproc_getport(&mut self, entry: &Mapping) -> Result<u32, stub::CallError> {
        let output: PmapVersPmapprocGetportOut = self
            .client
            .invoke(
                &PMAP_VERS,
                &PMAP_VERS_PMAPPROC_GETPORT,
                &PmapVersPmapprocGetportArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 4, `PMAPPROC_DUMP`.
    pub fn pmapproc_dump(
        &mut self,
    ) -> Result<stub::Chain<PmaplistEntry>, stub::CallError> {
        let output: PmapVersPmapprocDumpOut = self
            .client
            .invoke(&PMAP_VERS, &PMAP_VERS_PMAPPROC_DUMP, &())?;
        Ok(output.result)
    }

    /// Operation 5, `PMAPPROC_CALLIT`.
    pub fn pmapproc_callit(
        &mut self,
        call2: &CallArgs<'_>,
    ) -> Result<CallResult<'_>, stub::CallError> {
        let output: PmapVersPmapprocCallitOut<'_> = self
            .client
            .invoke(
                &PMAP_VERS,
                &PMAP_VERS_PMAPPROC_CALLIT,
                &PmapVersPmapprocCallitArgs {
                    call2,
                },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for PmapVersClient {
    const INTERFACE: &'static stub::InterfaceMeta = &PMAP_VERS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `PMAP_VERS` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait PmapVers: Send + Sync {
    /// Operation 0, `PMAPPROC_NULL`.
    fn pmapproc_null(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `PMAPPROC_SET`.
    fn pmapproc_set(
        &self,
        call: &stub::Context<'_>,
        entry: Mapping,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `PMAPPROC_UNSET`.
    fn pmapproc_unset(
        &self,
        call: &stub::Context<'_>,
        entry: Mapping,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `PMAPPROC_GETPORT`.
    fn pmapproc_getport(
        &self,
        call: &stub::Context<'_>,
        entry: Mapping,
    ) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 4, `PMAPPROC_DUMP`.
    fn pmapproc_dump(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<stub::Chain<PmaplistEntry>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `pmapproc_dump` where results are not the server's own: a guard's, an `Arc`'s.
    fn pmapproc_dump_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&stub::Chain<PmaplistEntry>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.pmapproc_dump(call).map(|result| reply(&result))
    }

    /// Operation 5, `PMAPPROC_CALLIT`.
    fn pmapproc_callit<'a>(
        &'a self,
        call: &stub::Context<'_>,
        call2: CallArgs<'a>,
    ) -> Result<CallResult<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `pmapproc_callit` where results are not the server's own: a guard's, an `Arc`'s.
    fn pmapproc_callit_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        call2: CallArgs<'_>,
        reply: impl FnOnce(&CallResult<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.pmapproc_callit(call, call2).map(|result| reply(&result))
    }
}

/// Serves `PMAP_VERS` with an object that implements [`PmapVers`].
pub struct PmapVersServer<T>(pub T);

impl<T: PmapVers> stub::Service for PmapVersServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        PMAP_VERS.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        PMAP_VERS.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        PMAP_VERS.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &PMAP_VERS_PMAPPROC_NULL,
                    |context, (): ()| self.0.pmapproc_null(context),
                )
            }
            1 => {
                call.serve(
                    &PMAP_VERS_PMAPPROC_SET,
                    |context, input: PmapVersPmapprocSetIn| {
                        let result = self.0.pmapproc_set(context, input.entry)?;
                        Ok(PmapVersPmapprocSetOut { result })
                    },
                )
            }
            2 => {
                call.serve(
                    &PMAP_VERS_PMAPPROC_UNSET,
                    |context, input: PmapVersPmapprocUnsetIn| {
                        let result = self.0.pmapproc_unset(context, input.entry)?;
                        Ok(PmapVersPmapprocUnsetOut { result })
                    },
                )
            }
            3 => {
                call.serve(
                    &PMAP_VERS_PMAPPROC_GETPORT,
                    |context, input: PmapVersPmapprocGetportIn| {
                        let result = self.0.pmapproc_getport(context, input.entry)?;
                        Ok(PmapVersPmapprocGetportOut {
                            result,
                        })
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &PMAP_VERS_PMAPPROC_DUMP,
                    |context, (): (), reply| {
                        self.0
                            .pmapproc_dump_replying(
                                context,
                                |result| {
                                    reply
                                        .finish(
                                            &PmapVersPmapprocDumpReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &PMAP_VERS_PMAPPROC_CALLIT,
                    |context, input: PmapVersPmapprocCallitIn<'_>, reply| {
                        self.0
                            .pmapproc_callit_replying(
                                context,
                                input.call2,
                                |result| {
                                    reply
                                        .finish(
                                            &PmapVersPmapprocCallitReply {
                                                result,
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

/// What names interface `RPCBVERS`, and its operations.
pub static RPCBVERS: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "RPCBVERS",
        full_name: "RPCBVERS",
        program: 0x186a0,
        uuid: 0xff043872_d4d7_57cd_a365_00b9cbe440d7_u128.to_be_bytes(),
        version: 3,
        minor: 0,
    },
    operations: &[
        &RPCBVERS_RPCBPROC_NULL,
        &RPCBVERS_RPCBPROC_SET,
        &RPCBVERS_RPCBPROC_UNSET,
        &RPCBVERS_RPCBPROC_GETADDR,
        &RPCBVERS_RPCBPROC_DUMP,
        &RPCBVERS_RPCBPROC_CALLIT,
        &RPCBVERS_RPCBPROC_GETTIME,
        &RPCBVERS_RPCBPROC_UADDR2TADDR,
        &RPCBVERS_RPCBPROC_TADDR2UADDR,
    ],
};

/// What operation `RPCBPROC_NULL` takes and gives.
pub static RPCBVERS_RPCBPROC_NULL: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_NULL",
    number: 0,
    input: &stub::Record::of("RPCBPROC_NULL_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_NULL",
                "urn:RPCBVERS#RPCBPROC_NULL",
            )
        }),
    output: &stub::Record::of("RPCBPROC_NULL_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_NULLResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_NULLResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_SET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS_RPCBPROC_SET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_SET` takes and gives.
pub static RPCBVERS_RPCBPROC_SET: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_SET",
    number: 1,
    input: &stub::Record::of("RPCBPROC_SET_in", &RPCBVERS_RPCBPROC_SET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_SET",
                "urn:RPCBVERS#RPCBPROC_SET",
            )
        }),
    output: &stub::Record::of("RPCBPROC_SET_out", &RPCBVERS_RPCBPROC_SET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_SETResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_SETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_UNSET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS_RPCBPROC_UNSET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_UNSET` takes and gives.
pub static RPCBVERS_RPCBPROC_UNSET: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_UNSET",
    number: 2,
    input: &stub::Record::of("RPCBPROC_UNSET_in", &RPCBVERS_RPCBPROC_UNSET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_UNSET",
                "urn:RPCBVERS#RPCBPROC_UNSET",
            )
        }),
    output: &stub::Record::of("RPCBPROC_UNSET_out", &RPCBVERS_RPCBPROC_UNSET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_UNSETResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_UNSETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_GETADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS_RPCBPROC_GETADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETADDR` takes and gives.
pub static RPCBVERS_RPCBPROC_GETADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETADDR",
    number: 3,
    input: &stub::Record::of("RPCBPROC_GETADDR_in", &RPCBVERS_RPCBPROC_GETADDR_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_GETADDR",
                "urn:RPCBVERS#RPCBPROC_GETADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETADDR_out",
            &RPCBVERS_RPCBPROC_GETADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_GETADDRResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_GETADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_DUMP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("rpcb_next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_DUMP` takes and gives.
pub static RPCBVERS_RPCBPROC_DUMP: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_DUMP",
    number: 4,
    input: &stub::Record::of("RPCBPROC_DUMP_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_DUMP",
                "urn:RPCBVERS#RPCBPROC_DUMP",
            )
        }),
    output: &stub::Record::of("RPCBPROC_DUMP_out", &RPCBVERS_RPCBPROC_DUMP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_DUMPResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_DUMPResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_CALLIT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("call").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS_RPCBPROC_CALLIT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `RPCBPROC_CALLIT` takes and gives.
pub static RPCBVERS_RPCBPROC_CALLIT: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_CALLIT",
    number: 5,
    input: &stub::Record::of("RPCBPROC_CALLIT_in", &RPCBVERS_RPCBPROC_CALLIT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_CALLIT",
                "urn:RPCBVERS#RPCBPROC_CALLIT",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_CALLIT_out",
            &RPCBVERS_RPCBPROC_CALLIT_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_CALLITResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_CALLITResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_GETTIME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETTIME` takes and gives.
pub static RPCBVERS_RPCBPROC_GETTIME: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETTIME",
    number: 6,
    input: &stub::Record::of("RPCBPROC_GETTIME_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_GETTIME",
                "urn:RPCBVERS#RPCBPROC_GETTIME",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETTIME_out",
            &RPCBVERS_RPCBPROC_GETTIME_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_GETTIMEResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_GETTIMEResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_UADDR2TADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("address")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static RPCBVERS_RPCBPROC_UADDR2TADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `RPCBPROC_UADDR2TADDR` takes and gives.
pub static RPCBVERS_RPCBPROC_UADDR2TADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_UADDR2TADDR",
    number: 7,
    input: &stub::Record::of(
            "RPCBPROC_UADDR2TADDR_in",
            &RPCBVERS_RPCBPROC_UADDR2TADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_UADDR2TADDR",
                "urn:RPCBVERS#RPCBPROC_UADDR2TADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_UADDR2TADDR_out",
            &RPCBVERS_RPCBPROC_UADDR2TADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_UADDR2TADDRResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_UADDR2TADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS_RPCBPROC_TADDR2UADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("address").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS_RPCBPROC_TADDR2UADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_TADDR2UADDR` takes and gives.
pub static RPCBVERS_RPCBPROC_TADDR2UADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_TADDR2UADDR",
    number: 8,
    input: &stub::Record::of(
            "RPCBPROC_TADDR2UADDR_in",
            &RPCBVERS_RPCBPROC_TADDR2UADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_TADDR2UADDR",
                "urn:RPCBVERS#RPCBPROC_TADDR2UADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_TADDR2UADDR_out",
            &RPCBVERS_RPCBPROC_TADDR2UADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS",
                "RPCBPROC_TADDR2UADDRResponse",
                "urn:RPCBVERS:RPCBVERS:RPCBPROC_TADDR2UADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `RPCBPROC_SET` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocSetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocSetArgs<'de>, RPCBVERS_RPCBPROC_SET_IN_FIELDS { 0 entry }; XDR
}

#[derive(Default)]
struct RpcbversRpcbprocSetIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocSetIn<'de>, RPCBVERS_RPCBPROC_SET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `RPCBPROC_SET` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocSetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    RpcbversRpcbprocSetOut, RPCBVERS_RPCBPROC_SET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    RpcbversRpcbprocSetOut, RPCBVERS_RPCBPROC_SET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_UNSET` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocUnsetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocUnsetArgs<'de>, RPCBVERS_RPCBPROC_UNSET_IN_FIELDS { 0 entry }; XDR
}

#[derive(Default)]
struct RpcbversRpcbprocUnsetIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocUnsetIn<'de>, RPCBVERS_RPCBPROC_UNSET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `RPCBPROC_UNSET` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocUnsetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    RpcbversRpcbprocUnsetOut, RPCBVERS_RPCBPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    RpcbversRpcbprocUnsetOut, RPCBVERS_RPCBPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_GETADDR` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocGetaddrArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocGetaddrArgs<'de>, RPCBVERS_RPCBPROC_GETADDR_IN_FIELDS { 0 entry };
    XDR
}

#[derive(Default)]
struct RpcbversRpcbprocGetaddrIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocGetaddrIn<'de>, RPCBVERS_RPCBPROC_GETADDR_IN_FIELDS { 0 entry };
    XDR
}

/// What a call of `RPCBPROC_GETADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocGetaddrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    RpcbversRpcbprocGetaddrOut<'de>, RPCBVERS_RPCBPROC_GETADDR_OUT_FIELDS { 0 result };
    XDR
}

/// What a server answers to a call of `RPCBPROC_GETADDR`.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocGetaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    RpcbversRpcbprocGetaddrReply<'de>, RPCBVERS_RPCBPROC_GETADDR_OUT_FIELDS { 0 result
    }; XDR
}

/// What a call of `RPCBPROC_DUMP` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocDumpOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<RpList<'a>>,
}

stub::plain_slots! {
    RpcbversRpcbprocDumpOut<'de>, RPCBVERS_RPCBPROC_DUMP_OUT_FIELDS { 0 result }; XDR
}

/// What a server answers to a call of `RPCBPROC_DUMP`.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocDumpReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<RpList<'a>>,
}

stub::plain_fields! {
    RpcbversRpcbprocDumpReply<'de>, RPCBVERS_RPCBPROC_DUMP_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_CALLIT` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocCallitArgs<'a> {
    /// Parameter `call`.
    pub call2: &'a RpcbRmtcallargs<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocCallitArgs<'de>, RPCBVERS_RPCBPROC_CALLIT_IN_FIELDS { 0 call2 };
    XDR
}

#[derive(Default)]
struct RpcbversRpcbprocCallitIn<'a> {
    call2: RpcbRmtcallargs<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocCallitIn<'de>, RPCBVERS_RPCBPROC_CALLIT_IN_FIELDS { 0 call2 }; XDR
}

/// What a call of `RPCBPROC_CALLIT` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocCallitOut<'a> {
    /// Parameter `result`.
    pub result: RpcbRmtcallres<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocCallitOut<'de>, RPCBVERS_RPCBPROC_CALLIT_OUT_FIELDS { 0 result };
    XDR
}

/// What a server answers to a call of `RPCBPROC_CALLIT`.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocCallitReply<'a> {
    /// Parameter `result`.
    pub result: &'a RpcbRmtcallres<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocCallitReply<'de>, RPCBVERS_RPCBPROC_CALLIT_OUT_FIELDS { 0 result };
    XDR
}

/// What a call of `RPCBPROC_GETTIME` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocGettimeOut {
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    RpcbversRpcbprocGettimeOut, RPCBVERS_RPCBPROC_GETTIME_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    RpcbversRpcbprocGettimeOut, RPCBVERS_RPCBPROC_GETTIME_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_UADDR2TADDR` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocUaddr2TaddrArgs<'a> {
    /// Parameter `address`.
    pub address: &'a str,
}

stub::plain_fields! {
    RpcbversRpcbprocUaddr2TaddrArgs<'de>, RPCBVERS_RPCBPROC_UADDR2TADDR_IN_FIELDS { 0
    address }; XDR
}

#[derive(Default)]
struct RpcbversRpcbprocUaddr2TaddrIn<'a> {
    address: Cow<'a, str>,
}

stub::plain_slots! {
    RpcbversRpcbprocUaddr2TaddrIn<'de>, RPCBVERS_RPCBPROC_UADDR2TADDR_IN_FIELDS { 0
    address }; XDR
}

/// What a call of `RPCBPROC_UADDR2TADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocUaddr2TaddrOut<'a> {
    /// Parameter `result`.
    pub result: Netbuf<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocUaddr2TaddrOut<'de>, RPCBVERS_RPCBPROC_UADDR2TADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_UADDR2TADDR`.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocUaddr2TaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a Netbuf<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocUaddr2TaddrReply<'de>, RPCBVERS_RPCBPROC_UADDR2TADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a call of `RPCBPROC_TADDR2UADDR` takes.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocTaddr2UaddrArgs<'a> {
    /// Parameter `address`.
    pub address: &'a Netbuf<'a>,
}

stub::plain_fields! {
    RpcbversRpcbprocTaddr2UaddrArgs<'de>, RPCBVERS_RPCBPROC_TADDR2UADDR_IN_FIELDS { 0
    address }; XDR
}

#[derive(Default)]
struct RpcbversRpcbprocTaddr2UaddrIn<'a> {
    address: Netbuf<'a>,
}

stub::plain_slots! {
    RpcbversRpcbprocTaddr2UaddrIn<'de>, RPCBVERS_RPCBPROC_TADDR2UADDR_IN_FIELDS { 0
    address }; XDR
}

/// What a call of `RPCBPROC_TADDR2UADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct RpcbversRpcbprocTaddr2UaddrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    RpcbversRpcbprocTaddr2UaddrOut<'de>, RPCBVERS_RPCBPROC_TADDR2UADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_TADDR2UADDR`.
#[derive(Clone, Debug)]
pub struct RpcbversRpcbprocTaddr2UaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    RpcbversRpcbprocTaddr2UaddrReply<'de>, RPCBVERS_RPCBPROC_TADDR2UADDR_OUT_FIELDS { 0
    result }; XDR
}

/// A client of `RPCBVERS`.
pub struct RpcbversClient {
    client: stub::Client,
}

impl RpcbversClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, RPCBVERS.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `RPCBPROC_NULL`.
    pub fn rpcbproc_null(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_NULL, &())
    }

    /// Operation 1, `RPCBPROC_SET`.
    pub fn rpcbproc_set(&mut self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
        let output: RpcbversRpcbprocSetOut = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_SET,
                &RpcbversRpcbprocSetArgs { entry },
            )?;
        Ok(output.result)
    }

    /// Operation 2, `RPCBPROC_UNSET`.
    pub fn rpcbproc_unset(&mut self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
        let output: RpcbversRpcbprocUnsetOut = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_UNSET,
                &RpcbversRpcbprocUnsetArgs { entry },
            )?;
        Ok(output.result)
    }

    /// Operation 3, `RPCBPROC_GETADDR`.
    pub fn rpcbproc_getaddr(
        &mut self,
        entry: &Rpcb<'_>,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: RpcbversRpcbprocGetaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_GETADDR,
                &RpcbversRpcbprocGetaddrArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 4, `RPCBPROC_DUMP`.
    pub fn rpcbproc_dump(&mut self) -> Result<stub::Chain<RpList<'_>>, stub::CallError> {
        let output: RpcbversRpcbprocDumpOut<'_> = self
            .client
            .invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_DUMP, &())?;
        Ok(output.result)
    }

    /// Operation 5, `RPCBPROC_CALLIT`.
    pub fn rpcbproc_callit(
        &mut self,
        call2: &RpcbRmtcallargs<'_>,
    ) -> Result<RpcbRmtcallres<'_>, stub::CallError> {
        let output: RpcbversRpcbprocCallitOut<'_> = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_CALLIT,
                &RpcbversRpcbprocCallitArgs {
                    call2,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 6, `RPCBPROC_GETTIME`.
    pub fn rpcbproc_gettime(&mut self) -> Result<u32, stub::CallError> {
        let output: RpcbversRpcbprocGettimeOut = self
            .client
            .invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_GETTIME, &())?;
        Ok(output.result)
    }

    /// Operation 7, `RPCBPROC_UADDR2TADDR`.
    pub fn rpcbproc_uaddr2taddr(
        &mut self,
        address: &str,
    ) -> Result<Netbuf<'_>, stub::CallError> {
        let output: RpcbversRpcbprocUaddr2TaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_UADDR2TADDR,
                &RpcbversRpcbprocUaddr2TaddrArgs {
                    address,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 8, `RPCBPROC_TADDR2UADDR`.
    pub fn rpcbproc_taddr2uaddr(
        &mut self,
        address: &Netbuf<'_>,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: RpcbversRpcbprocTaddr2UaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS,
                &RPCBVERS_RPCBPROC_TADDR2UADDR,
                &RpcbversRpcbprocTaddr2UaddrArgs {
                    address,
                },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for RpcbversClient {
    const INTERFACE: &'static stub::InterfaceMeta = &RPCBVERS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `RPCBVERS` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Rpcbvers: Send + Sync {
    /// Operation 0, `RPCBPROC_NULL`.
    fn rpcbproc_null(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `RPCBPROC_SET`.
    fn rpcbproc_set(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `RPCBPROC_UNSET`.
    fn rpcbproc_unset(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `RPCBPROC_GETADDR`.
    fn rpcbproc_getaddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_getaddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_getaddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_getaddr(call, entry).map(|result| reply(&result))
    }

    /// Operation 4, `RPCBPROC_DUMP`.
    fn rpcbproc_dump<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<stub::Chain<RpList<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_dump` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_dump_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&stub::Chain<RpList<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_dump(call).map(|result| reply(&result))
    }

    /// Operation 5, `RPCBPROC_CALLIT`.
    fn rpcbproc_callit<'a>(
        &'a self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'a>,
    ) -> Result<RpcbRmtcallres<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_callit` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_callit_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'_>,
        reply: impl FnOnce(&RpcbRmtcallres<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_callit(call, call2).map(|result| reply(&result))
    }

    /// Operation 6, `RPCBPROC_GETTIME`.
    fn rpcbproc_gettime(&self, call: &stub::Context<'_>) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 7, `RPCBPROC_UADDR2TADDR`.
    fn rpcbproc_uaddr2taddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        address: Cow<'a, str>,
    ) -> Result<Netbuf<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_uaddr2taddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_uaddr2taddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        address: Cow<'_, str>,
        reply: impl FnOnce(&Netbuf<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_uaddr2taddr(call, address).map(|result| reply(&result))
    }

    /// Operation 8, `RPCBPROC_TADDR2UADDR`.
    fn rpcbproc_taddr2uaddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        address: Netbuf<'a>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_taddr2uaddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_taddr2uaddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        address: Netbuf<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_taddr2uaddr(call, address).map(|result| reply(&result))
    }
}

/// Serves `RPCBVERS` with an object that implements [`Rpcbvers`].
pub struct RpcbversServer<T>(pub T);

impl<T: Rpcbvers> stub::Service for RpcbversServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        RPCBVERS.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        RPCBVERS.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        RPCBVERS.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &RPCBVERS_RPCBPROC_NULL,
                    |context, (): ()| self.0.rpcbproc_null(context),
                )
            }
            1 => {
                call.serve(
                    &RPCBVERS_RPCBPROC_SET,
                    |context, input: RpcbversRpcbprocSetIn<'_>| {
                        let result = self.0.rpcbproc_set(context, input.entry)?;
                        Ok(RpcbversRpcbprocSetOut { result })
                    },
                )
            }
            2 => {
                call.serve(
                    &RPCBVERS_RPCBPROC_UNSET,
                    |context, input: RpcbversRpcbprocUnsetIn<'_>| {
                        let result = self.0.rpcbproc_unset(context, input.entry)?;
                        Ok(RpcbversRpcbprocUnsetOut { result })
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &RPCBVERS_RPCBPROC_GETADDR,
                    |context, input: RpcbversRpcbprocGetaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_getaddr_replying(
                                context,
                                input.entry,
                                |result| {
                                    reply
                                        .finish(
                                            &RpcbversRpcbprocGetaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &RPCBVERS_RPCBPROC_DUMP,
                    |context, (): (), reply| {
                        self.0
                            .rpcbproc_dump_replying(
                                context,
                                |result| {
                                    reply
                                        .finish(
                                            &RpcbversRpcbprocDumpReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &RPCBVERS_RPCBPROC_CALLIT,
                    |context, input: RpcbversRpcbprocCallitIn<'_>, reply| {
                        self.0
                            .rpcbproc_callit_replying(
                                context,
                                input.call2,
                                |result| {
                                    reply
                                        .finish(
                                            &RpcbversRpcbprocCallitReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &RPCBVERS_RPCBPROC_GETTIME,
                    |context, (): ()| {
                        let result = self.0.rpcbproc_gettime(context)?;
                        Ok(RpcbversRpcbprocGettimeOut {
                            result,
                        })
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &RPCBVERS_RPCBPROC_UADDR2TADDR,
                    |context, input: RpcbversRpcbprocUaddr2TaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_uaddr2taddr_replying(
                                context,
                                input.address,
                                |result| {
                                    reply
                                        .finish(
                                            &RpcbversRpcbprocUaddr2TaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &RPCBVERS_RPCBPROC_TADDR2UADDR,
                    |context, input: RpcbversRpcbprocTaddr2UaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_taddr2uaddr_replying(
                                context,
                                input.address,
                                |result| {
                                    reply
                                        .finish(
                                            &RpcbversRpcbprocTaddr2UaddrReply {
                                                result,
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

/// What names interface `RPCBVERS4`, and its operations.
pub static RPCBVERS4: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "RPCBVERS4",
        full_name: "RPCBVERS4",
        program: 0x186a0,
        uuid: 0xff043872_d4d7_57cd_a365_00b9cbe440d7_u128.to_be_bytes(),
        version: 4,
        minor: 0,
    },
    operations: &[
        &RPCBVERS4_RPCBPROC_NULL,
        &RPCBVERS4_RPCBPROC_SET,
        &RPCBVERS4_RPCBPROC_UNSET,
        &RPCBVERS4_RPCBPROC_GETADDR,
        &RPCBVERS4_RPCBPROC_DUMP,
        &RPCBVERS4_RPCBPROC_BCAST,
        &RPCBVERS4_RPCBPROC_GETTIME,
        &RPCBVERS4_RPCBPROC_UADDR2TADDR,
        &RPCBVERS4_RPCBPROC_TADDR2UADDR,
        &RPCBVERS4_RPCBPROC_GETVERSADDR,
        &RPCBVERS4_RPCBPROC_INDIRECT,
        &RPCBVERS4_RPCBPROC_GETADDRLIST,
        &RPCBVERS4_RPCBPROC_GETSTAT,
    ],
};

/// What operation `RPCBPROC_NULL` takes and gives.
pub static RPCBVERS4_RPCBPROC_NULL: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_NULL",
    number: 0,
    input: &stub::Record::of("RPCBPROC_NULL_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_NULL",
                "urn:RPCBVERS4#RPCBPROC_NULL",
            )
        }),
    output: &stub::Record::of("RPCBPROC_NULL_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_NULLResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_NULLResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_SET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_SET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_SET` takes and gives.
pub static RPCBVERS4_RPCBPROC_SET: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_SET",
    number: 1,
    input: &stub::Record::of("RPCBPROC_SET_in", &RPCBVERS4_RPCBPROC_SET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_SET",
                "urn:RPCBVERS4#RPCBPROC_SET",
            )
        }),
    output: &stub::Record::of("RPCBPROC_SET_out", &RPCBVERS4_RPCBPROC_SET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_SETResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_SETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_UNSET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_UNSET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_UNSET` takes and gives.
pub static RPCBVERS4_RPCBPROC_UNSET: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_UNSET",
    number: 2,
    input: &stub::Record::of("RPCBPROC_UNSET_in", &RPCBVERS4_RPCBPROC_UNSET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_UNSET",
                "urn:RPCBVERS4#RPCBPROC_UNSET",
            )
        }),
    output: &stub::Record::of("RPCBPROC_UNSET_out", &RPCBVERS4_RPCBPROC_UNSET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_UNSETResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_UNSETResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_GETADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_GETADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETADDR` takes and gives.
pub static RPCBVERS4_RPCBPROC_GETADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETADDR",
    number: 3,
    input: &stub::Record::of(
            "RPCBPROC_GETADDR_in",
            &RPCBVERS4_RPCBPROC_GETADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETADDR",
                "urn:RPCBVERS4#RPCBPROC_GETADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETADDR_out",
            &RPCBVERS4_RPCBPROC_GETADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETADDRResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_GETADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_DUMP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("rpcb_next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_DUMP` takes and gives.
pub static RPCBVERS4_RPCBPROC_DUMP: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_DUMP",
    number: 4,
    input: &stub::Record::of("RPCBPROC_DUMP_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_DUMP",
                "urn:RPCBVERS4#RPCBPROC_DUMP",
            )
        }),
    output: &stub::Record::of("RPCBPROC_DUMP_out", &RPCBVERS4_RPCBPROC_DUMP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_DUMPResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_DUMPResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_BCAST_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("call").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_BCAST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `RPCBPROC_BCAST` takes and gives.
pub static RPCBVERS4_RPCBPROC_BCAST: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_BCAST",
    number: 5,
    input: &stub::Record::of("RPCBPROC_BCAST_in", &RPCBVERS4_RPCBPROC_BCAST_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_BCAST",
                "urn:RPCBVERS4#RPCBPROC_BCAST",
            )
        }),
    output: &stub::Record::of("RPCBPROC_BCAST_out", &RPCBVERS4_RPCBPROC_BCAST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_BCASTResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_BCASTResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_GETTIME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETTIME` takes and gives.
pub static RPCBVERS4_RPCBPROC_GETTIME: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETTIME",
    number: 6,
    input: &stub::Record::of("RPCBPROC_GETTIME_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETTIME",
                "urn:RPCBVERS4#RPCBPROC_GETTIME",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETTIME_out",
            &RPCBVERS4_RPCBPROC_GETTIME_OUT_FIELDS,
        )
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETTIMEResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_GETTIMEResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_UADDR2TADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("address")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static RPCBVERS4_RPCBPROC_UADDR2TADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `RPCBPROC_UADDR2TADDR` takes and gives.
pub static RPCBVERS4_RPCBPROC_UADDR2TADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_UADDR2TADDR",
    number: 7,
    input: &stub::Record::of(
            "RPCBPROC_UADDR2TADDR_in",
            &RPCBVERS4_RPCBPROC_UADDR2TADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_UADDR2TADDR",
                "urn:RPCBVERS4#RPCBPROC_UADDR2TADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_UADDR2TADDR_out",
            &RPCBVERS4_RPCBPROC_UADDR2TADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_UADDR2TADDRResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_UADDR2TADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_TADDR2UADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("address").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_TADDR2UADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_TADDR2UADDR` takes and gives.
pub static RPCBVERS4_RPCBPROC_TADDR2UADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_TADDR2UADDR",
    number: 8,
    input: &stub::Record::of(
            "RPCBPROC_TADDR2UADDR_in",
            &RPCBVERS4_RPCBPROC_TADDR2UADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_TADDR2UADDR",
                "urn:RPCBVERS4#RPCBPROC_TADDR2UADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_TADDR2UADDR_out",
            &RPCBVERS4_RPCBPROC_TADDR2UADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_TADDR2UADDRResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_TADDR2UADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_GETVERSADDR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_GETVERSADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETVERSADDR` takes and gives.
pub static RPCBVERS4_RPCBPROC_GETVERSADDR: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETVERSADDR",
    number: 9,
    input: &stub::Record::of(
            "RPCBPROC_GETVERSADDR_in",
            &RPCBVERS4_RPCBPROC_GETVERSADDR_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETVERSADDR",
                "urn:RPCBVERS4#RPCBPROC_GETVERSADDR",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETVERSADDR_out",
            &RPCBVERS4_RPCBPROC_GETVERSADDR_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETVERSADDRResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_GETVERSADDRResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_INDIRECT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("call").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_INDIRECT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `RPCBPROC_INDIRECT` takes and gives.
pub static RPCBVERS4_RPCBPROC_INDIRECT: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_INDIRECT",
    number: 10,
    input: &stub::Record::of(
            "RPCBPROC_INDIRECT_in",
            &RPCBVERS4_RPCBPROC_INDIRECT_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_INDIRECT",
                "urn:RPCBVERS4#RPCBPROC_INDIRECT",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_INDIRECT_out",
            &RPCBVERS4_RPCBPROC_INDIRECT_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_INDIRECTResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_INDIRECTResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_GETADDRLIST_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("entry").ndr(stub::ndr_place!(defers true)),
];

static RPCBVERS4_RPCBPROC_GETADDRLIST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("rpcb_entry_next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETADDRLIST` takes and gives.
pub static RPCBVERS4_RPCBPROC_GETADDRLIST: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETADDRLIST",
    number: 11,
    input: &stub::Record::of(
            "RPCBPROC_GETADDRLIST_in",
            &RPCBVERS4_RPCBPROC_GETADDRLIST_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETADDRLIST",
                "urn:RPCBVERS4#RPCBPROC_GETADDRLIST",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETADDRLIST_out",
            &RPCBVERS4_RPCBPROC_GETADDRLIST_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETADDRLISTResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_GETADDRLISTResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static RPCBVERS4_RPCBPROC_GETSTAT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::Fixed(3),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `RPCBPROC_GETSTAT` takes and gives.
pub static RPCBVERS4_RPCBPROC_GETSTAT: stub::OperationMeta = stub::OperationMeta {
    name: "RPCBPROC_GETSTAT",
    number: 12,
    input: &stub::Record::of("RPCBPROC_GETSTAT_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETSTAT",
                "urn:RPCBVERS4#RPCBPROC_GETSTAT",
            )
        }),
    output: &stub::Record::of(
            "RPCBPROC_GETSTAT_out",
            &RPCBVERS4_RPCBPROC_GETSTAT_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:RPCBVERS4",
                "RPCBPROC_GETSTATResponse",
                "urn:RPCBVERS4:RPCBVERS4:RPCBPROC_GETSTATResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `RPCBPROC_SET` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocSetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocSetArgs<'de>, RPCBVERS4_RPCBPROC_SET_IN_FIELDS { 0 entry }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocSetIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocSetIn<'de>, RPCBVERS4_RPCBPROC_SET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `RPCBPROC_SET` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocSetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocSetOut, RPCBVERS4_RPCBPROC_SET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    Rpcbvers4RpcbprocSetOut, RPCBVERS4_RPCBPROC_SET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_UNSET` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocUnsetArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocUnsetArgs<'de>, RPCBVERS4_RPCBPROC_UNSET_IN_FIELDS { 0 entry };
    XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocUnsetIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocUnsetIn<'de>, RPCBVERS4_RPCBPROC_UNSET_IN_FIELDS { 0 entry }; XDR
}

/// What a call of `RPCBPROC_UNSET` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocUnsetOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocUnsetOut, RPCBVERS4_RPCBPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    Rpcbvers4RpcbprocUnsetOut, RPCBVERS4_RPCBPROC_UNSET_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_GETADDR` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetaddrArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetaddrArgs<'de>, RPCBVERS4_RPCBPROC_GETADDR_IN_FIELDS { 0 entry
    }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocGetaddrIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetaddrIn<'de>, RPCBVERS4_RPCBPROC_GETADDR_IN_FIELDS { 0 entry };
    XDR
}

/// What a call of `RPCBPROC_GETADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocGetaddrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetaddrOut<'de>, RPCBVERS4_RPCBPROC_GETADDR_OUT_FIELDS { 0 result
    }; XDR
}

/// What a server answers to a call of `RPCBPROC_GETADDR`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetaddrReply<'de>, RPCBVERS4_RPCBPROC_GETADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a call of `RPCBPROC_DUMP` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocDumpOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<RpList<'a>>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocDumpOut<'de>, RPCBVERS4_RPCBPROC_DUMP_OUT_FIELDS { 0 result }; XDR
}

/// What a server answers to a call of `RPCBPROC_DUMP`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocDumpReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<RpList<'a>>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocDumpReply<'de>, RPCBVERS4_RPCBPROC_DUMP_OUT_FIELDS { 0 result };
    XDR
}

/// What a call of `RPCBPROC_BCAST` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocBcastArgs<'a> {
    /// Parameter `call`.
    pub call2: &'a RpcbRmtcallargs<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocBcastArgs<'de>, RPCBVERS4_RPCBPROC_BCAST_IN_FIELDS { 0 call2 };
    XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocBcastIn<'a> {
    call2: RpcbRmtcallargs<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocBcastIn<'de>, RPCBVERS4_RPCBPROC_BCAST_IN_FIELDS { 0 call2 }; XDR
}

/// What a call of `RPCBPROC_BCAST` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocBcastOut<'a> {
    /// Parameter `result`.
    pub result: RpcbRmtcallres<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocBcastOut<'de>, RPCBVERS4_RPCBPROC_BCAST_OUT_FIELDS { 0 result };
    XDR
}

/// What a server answers to a call of `RPCBPROC_BCAST`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocBcastReply<'a> {
    /// Parameter `result`.
    pub result: &'a RpcbRmtcallres<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocBcastReply<'de>, RPCBVERS4_RPCBPROC_BCAST_OUT_FIELDS { 0 result };
    XDR
}

/// What a call of `RPCBPROC_GETTIME` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocGettimeOut {
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGettimeOut, RPCBVERS4_RPCBPROC_GETTIME_OUT_FIELDS { 0 result }; XDR
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGettimeOut, RPCBVERS4_RPCBPROC_GETTIME_OUT_FIELDS { 0 result }; XDR
}

/// What a call of `RPCBPROC_UADDR2TADDR` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocUaddr2TaddrArgs<'a> {
    /// Parameter `address`.
    pub address: &'a str,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocUaddr2TaddrArgs<'de>, RPCBVERS4_RPCBPROC_UADDR2TADDR_IN_FIELDS { 0
    address }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocUaddr2TaddrIn<'a> {
    address: Cow<'a, str>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocUaddr2TaddrIn<'de>, RPCBVERS4_RPCBPROC_UADDR2TADDR_IN_FIELDS { 0
    address }; XDR
}

/// What a call of `RPCBPROC_UADDR2TADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocUaddr2TaddrOut<'a> {
    /// Parameter `result`.
    pub result: Netbuf<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocUaddr2TaddrOut<'de>, RPCBVERS4_RPCBPROC_UADDR2TADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_UADDR2TADDR`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocUaddr2TaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a Netbuf<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocUaddr2TaddrReply<'de>, RPCBVERS4_RPCBPROC_UADDR2TADDR_OUT_FIELDS {
    0 result }; XDR
}

/// What a call of `RPCBPROC_TADDR2UADDR` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocTaddr2UaddrArgs<'a> {
    /// Parameter `address`.
    pub address: &'a Netbuf<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocTaddr2UaddrArgs<'de>, RPCBVERS4_RPCBPROC_TADDR2UADDR_IN_FIELDS { 0
    address }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocTaddr2UaddrIn<'a> {
    address: Netbuf<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocTaddr2UaddrIn<'de>, RPCBVERS4_RPCBPROC_TADDR2UADDR_IN_FIELDS { 0
    address }; XDR
}

/// What a call of `RPCBPROC_TADDR2UADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocTaddr2UaddrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocTaddr2UaddrOut<'de>, RPCBVERS4_RPCBPROC_TADDR2UADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_TADDR2UADDR`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocTaddr2UaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocTaddr2UaddrReply<'de>, RPCBVERS4_RPCBPROC_TADDR2UADDR_OUT_FIELDS {
    0 result }; XDR
}

/// What a call of `RPCBPROC_GETVERSADDR` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetversaddrArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetversaddrArgs<'de>, RPCBVERS4_RPCBPROC_GETVERSADDR_IN_FIELDS { 0
    entry }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocGetversaddrIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetversaddrIn<'de>, RPCBVERS4_RPCBPROC_GETVERSADDR_IN_FIELDS { 0
    entry }; XDR
}

/// What a call of `RPCBPROC_GETVERSADDR` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocGetversaddrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetversaddrOut<'de>, RPCBVERS4_RPCBPROC_GETVERSADDR_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_GETVERSADDR`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetversaddrReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetversaddrReply<'de>, RPCBVERS4_RPCBPROC_GETVERSADDR_OUT_FIELDS {
    0 result }; XDR
}

/// What a call of `RPCBPROC_INDIRECT` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocIndirectArgs<'a> {
    /// Parameter `call`.
    pub call2: &'a RpcbRmtcallargs<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocIndirectArgs<'de>, RPCBVERS4_RPCBPROC_INDIRECT_IN_FIELDS { 0 call2
    }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocIndirectIn<'a> {
    call2: RpcbRmtcallargs<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocIndirectIn<'de>, RPCBVERS4_RPCBPROC_INDIRECT_IN_FIELDS { 0 call2
    }; XDR
}

/// What a call of `RPCBPROC_INDIRECT` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocIndirectOut<'a> {
    /// Parameter `result`.
    pub result: RpcbRmtcallres<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocIndirectOut<'de>, RPCBVERS4_RPCBPROC_INDIRECT_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_INDIRECT`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocIndirectReply<'a> {
    /// Parameter `result`.
    pub result: &'a RpcbRmtcallres<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocIndirectReply<'de>, RPCBVERS4_RPCBPROC_INDIRECT_OUT_FIELDS { 0
    result }; XDR
}

/// What a call of `RPCBPROC_GETADDRLIST` takes.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetaddrlistArgs<'a> {
    /// Parameter `entry`.
    pub entry: &'a Rpcb<'a>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetaddrlistArgs<'de>, RPCBVERS4_RPCBPROC_GETADDRLIST_IN_FIELDS { 0
    entry }; XDR
}

#[derive(Default)]
struct Rpcbvers4RpcbprocGetaddrlistIn<'a> {
    entry: Rpcb<'a>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetaddrlistIn<'de>, RPCBVERS4_RPCBPROC_GETADDRLIST_IN_FIELDS { 0
    entry }; XDR
}

/// What a call of `RPCBPROC_GETADDRLIST` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocGetaddrlistOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<RpcbEntryList<'a>>,
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetaddrlistOut<'de>, RPCBVERS4_RPCBPROC_GETADDRLIST_OUT_FIELDS { 0
    result }; XDR
}

/// What a server answers to a call of `RPCBPROC_GETADDRLIST`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetaddrlistReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<RpcbEntryList<'a>>,
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetaddrlistReply<'de>, RPCBVERS4_RPCBPROC_GETADDRLIST_OUT_FIELDS {
    0 result }; XDR
}

/// What a call of `RPCBPROC_GETSTAT` gives.
#[derive(Clone, Debug, Default)]
pub struct Rpcbvers4RpcbprocGetstatOut<'a> {
    /// Parameter `result`.
    pub result: [RpcbStat<'a>; 3],
}

stub::plain_slots! {
    Rpcbvers4RpcbprocGetstatOut<'de>, RPCBVERS4_RPCBPROC_GETSTAT_OUT_FIELDS { 0 result
    }; XDR
}

/// What a server answers to a call of `RPCBPROC_GETSTAT`.
#[derive(Clone, Debug)]
pub struct Rpcbvers4RpcbprocGetstatReply<'a> {
    /// Parameter `result`.
    pub result: &'a [RpcbStat<'a>; 3],
}

stub::plain_fields! {
    Rpcbvers4RpcbprocGetstatReply<'de>, RPCBVERS4_RPCBPROC_GETSTAT_OUT_FIELDS { 0
    result }; XDR
}

/// A client of `RPCBVERS4`.
pub struct Rpcbvers4Client {
    client: stub::Client,
}

impl Rpcbvers4Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, RPCBVERS4.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `RPCBPROC_NULL`.
    pub fn rpcbproc_null(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_NULL, &())
    }

    /// Operation 1, `RPCBPROC_SET`.
    pub fn rpcbproc_set(&mut self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
        let output: Rpcbvers4RpcbprocSetOut = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_SET,
                &Rpcbvers4RpcbprocSetArgs { entry },
            )?;
        Ok(output.result)
    }

    /// Operation 2, `RPCBPROC_UNSET`.
    pub fn rpcbproc_unset(&mut self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
        let output: Rpcbvers4RpcbprocUnsetOut = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_UNSET,
                &Rpcbvers4RpcbprocUnsetArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 3, `RPCBPROC_GETADDR`.
    pub fn rpcbproc_getaddr(
        &mut self,
        entry: &Rpcb<'_>,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: Rpcbvers4RpcbprocGetaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_GETADDR,
                &Rpcbvers4RpcbprocGetaddrArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 4, `RPCBPROC_DUMP`.
    pub fn rpcbproc_dump(&mut self) -> Result<stub::Chain<RpList<'_>>, stub::CallError> {
        let output: Rpcbvers4RpcbprocDumpOut<'_> = self
            .client
            .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_DUMP, &())?;
        Ok(output.result)
    }

    /// Operation 5, `RPCBPROC_BCAST`.
    pub fn rpcbproc_bcast(
        &mut self,
        call2: &RpcbRmtcallargs<'_>,
    ) -> Result<RpcbRmtcallres<'_>, stub::CallError> {
        let output: Rpcbvers4RpcbprocBcastOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_BCAST,
                &Rpcbvers4RpcbprocBcastArgs {
                    call2,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 6, `RPCBPROC_GETTIME`.
    pub fn rpcbproc_gettime(&mut self) -> Result<u32, stub::CallError> {
        let output: Rpcbvers4RpcbprocGettimeOut = self
            .client
            .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_GETTIME, &())?;
        Ok(output.result)
    }

    /// Operation 7, `RPCBPROC_UADDR2TADDR`.
    pub fn rpcbproc_uaddr2taddr(
        &mut self,
        address: &str,
    ) -> Result<Netbuf<'_>, stub::CallError> {
        let output: Rpcbvers4RpcbprocUaddr2TaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_UADDR2TADDR,
                &Rpcbvers4RpcbprocUaddr2TaddrArgs {
                    address,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 8, `RPCBPROC_TADDR2UADDR`.
    pub fn rpcbproc_taddr2uaddr(
        &mut self,
        address: &Netbuf<'_>,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: Rpcbvers4RpcbprocTaddr2UaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_TADDR2UADDR,
                &Rpcbvers4RpcbprocTaddr2UaddrArgs {
                    address,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 9, `RPCBPROC_GETVERSADDR`.
    pub fn rpcbproc_getversaddr(
        &mut self,
        entry: &Rpcb<'_>,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: Rpcbvers4RpcbprocGetversaddrOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_GETVERSADDR,
                &Rpcbvers4RpcbprocGetversaddrArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 10, `RPCBPROC_INDIRECT`.
    pub fn rpcbproc_indirect(
        &mut self,
        call2: &RpcbRmtcallargs<'_>,
    ) -> Result<RpcbRmtcallres<'_>, stub::CallError> {
        let output: Rpcbvers4RpcbprocIndirectOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_INDIRECT,
                &Rpcbvers4RpcbprocIndirectArgs {
                    call2,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 11, `RPCBPROC_GETADDRLIST`.
    pub fn rpcbproc_getaddrlist(
        &mut self,
        entry: &Rpcb<'_>,
    ) -> Result<stub::Chain<RpcbEntryList<'_>>, stub::CallError> {
        let output: Rpcbvers4RpcbprocGetaddrlistOut<'_> = self
            .client
            .invoke(
                &RPCBVERS4,
                &RPCBVERS4_RPCBPROC_GETADDRLIST,
                &Rpcbvers4RpcbprocGetaddrlistArgs {
                    entry,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 12, `RPCBPROC_GETSTAT`.
    pub fn rpcbproc_getstat(&mut self) -> Result<[RpcbStat<'_>; 3], stub::CallError> {
        let output: Rpcbvers4RpcbprocGetstatOut<'_> = self
            .client
            .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_GETSTAT, &())?;
        Ok(output.result)
    }
}

impl stub::Stub for Rpcbvers4Client {
    const INTERFACE: &'static stub::InterfaceMeta = &RPCBVERS4;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `RPCBVERS4` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Rpcbvers4: Send + Sync {
    /// Operation 0, `RPCBPROC_NULL`.
    fn rpcbproc_null(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `RPCBPROC_SET`.
    fn rpcbproc_set(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `RPCBPROC_UNSET`.
    fn rpcbproc_unset(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `RPCBPROC_GETADDR`.
    fn rpcbproc_getaddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_getaddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_getaddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_getaddr(call, entry).map(|result| reply(&result))
    }

    /// Operation 4, `RPCBPROC_DUMP`.
    fn rpcbproc_dump<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<stub::Chain<RpList<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_dump` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_dump_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&stub::Chain<RpList<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_dump(call).map(|result| reply(&result))
    }

    /// Operation 5, `RPCBPROC_BCAST`.
    fn rpcbproc_bcast<'a>(
        &'a self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'a>,
    ) -> Result<RpcbRmtcallres<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_bcast` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_bcast_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'_>,
        reply: impl FnOnce(&RpcbRmtcallres<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_bcast(call, call2).map(|result| reply(&result))
    }

    /// Operation 6, `RPCBPROC_GETTIME`.
    fn rpcbproc_gettime(&self, call: &stub::Context<'_>) -> Result<u32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 7, `RPCBPROC_UADDR2TADDR`.
    fn rpcbproc_uaddr2taddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        address: Cow<'a, str>,
    ) -> Result<Netbuf<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_uaddr2taddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_uaddr2taddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        address: Cow<'_, str>,
        reply: impl FnOnce(&Netbuf<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_uaddr2taddr(call, address).map(|result| reply(&result))
    }

    /// Operation 8, `RPCBPROC_TADDR2UADDR`.
    fn rpcbproc_taddr2uaddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        address: Netbuf<'a>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_taddr2uaddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_taddr2uaddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        address: Netbuf<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_taddr2uaddr(call, address).map(|result| reply(&result))
    }

    /// Operation 9, `RPCBPROC_GETVERSADDR`.
    fn rpcbproc_getversaddr<'a>(
        &'a self,
        call: &stub::Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_getversaddr` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_getversaddr_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_getversaddr(call, entry).map(|result| reply(&result))
    }

    /// Operation 10, `RPCBPROC_INDIRECT`.
    fn rpcbproc_indirect<'a>(
        &'a self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'a>,
    ) -> Result<RpcbRmtcallres<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_indirect` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_indirect_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        call2: RpcbRmtcallargs<'_>,
        reply: impl FnOnce(&RpcbRmtcallres<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_indirect(call, call2).map(|result| reply(&result))
    }

    /// Operation 11, `RPCBPROC_GETADDRLIST`.
    fn rpcbproc_getaddrlist<'a>(
        &'a self,
        call: &stub::Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<stub::Chain<RpcbEntryList<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_getaddrlist` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_getaddrlist_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        entry: Rpcb<'_>,
        reply: impl FnOnce(&stub::Chain<RpcbEntryList<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_getaddrlist(call, entry).map(|result| reply(&result))
    }

    /// Operation 12, `RPCBPROC_GETSTAT`.
    fn rpcbproc_getstat<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<[RpcbStat<'a>; 3], stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `rpcbproc_getstat` where results are not the server's own: a guard's, an `Arc`'s.
    fn rpcbproc_getstat_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&[RpcbStat<'_>; 3]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.rpcbproc_getstat(call).map(|result| reply(&result))
    }
}

/// Serves `RPCBVERS4` with an object that implements [`Rpcbvers4`].
pub struct Rpcbvers4Server<T>(pub T);

impl<T: Rpcbvers4> stub::Service for Rpcbvers4Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        RPCBVERS4.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        RPCBVERS4.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        RPCBVERS4.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &RPCBVERS4_RPCBPROC_NULL,
                    |context, (): ()| self.0.rpcbproc_null(context),
                )
            }
            1 => {
                call.serve(
                    &RPCBVERS4_RPCBPROC_SET,
                    |context, input: Rpcbvers4RpcbprocSetIn<'_>| {
                        let result = self.0.rpcbproc_set(context, input.entry)?;
                        Ok(Rpcbvers4RpcbprocSetOut { result })
                    },
                )
            }
            2 => {
                call.serve(
                    &RPCBVERS4_RPCBPROC_UNSET,
                    |context, input: Rpcbvers4RpcbprocUnsetIn<'_>| {
                        let result = self.0.rpcbproc_unset(context, input.entry)?;
                        Ok(Rpcbvers4RpcbprocUnsetOut {
                            result,
                        })
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_GETADDR,
                    |context, input: Rpcbvers4RpcbprocGetaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_getaddr_replying(
                                context,
                                input.entry,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocGetaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_DUMP,
                    |context, (): (), reply| {
                        self.0
                            .rpcbproc_dump_replying(
                                context,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocDumpReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_BCAST,
                    |context, input: Rpcbvers4RpcbprocBcastIn<'_>, reply| {
                        self.0
                            .rpcbproc_bcast_replying(
                                context,
                                input.call2,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocBcastReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &RPCBVERS4_RPCBPROC_GETTIME,
                    |context, (): ()| {
                        let result = self.0.rpcbproc_gettime(context)?;
                        Ok(Rpcbvers4RpcbprocGettimeOut {
                            result,
                        })
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_UADDR2TADDR,
                    |context, input: Rpcbvers4RpcbprocUaddr2TaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_uaddr2taddr_replying(
                                context,
                                input.address,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocUaddr2TaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_TADDR2UADDR,
                    |context, input: Rpcbvers4RpcbprocTaddr2UaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_taddr2uaddr_replying(
                                context,
                                input.address,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocTaddr2UaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            9 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_GETVERSADDR,
                    |context, input: Rpcbvers4RpcbprocGetversaddrIn<'_>, reply| {
                        self.0
                            .rpcbproc_getversaddr_replying(
                                context,
                                input.entry,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocGetversaddrReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            10 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_INDIRECT,
                    |context, input: Rpcbvers4RpcbprocIndirectIn<'_>, reply| {
                        self.0
                            .rpcbproc_indirect_replying(
                                context,
                                input.call2,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocIndirectReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            11 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_GETADDRLIST,
                    |context, input: Rpcbvers4RpcbprocGetaddrlistIn<'_>, reply| {
                        self.0
                            .rpcbproc_getaddrlist_replying(
                                context,
                                input.entry,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocGetaddrlistReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            12 => {
                call.serve_replying(
                    &RPCBVERS4_RPCBPROC_GETSTAT,
                    |context, (): (), reply| {
                        self.0
                            .rpcbproc_getstat_replying(
                                context,
                                |result| {
                                    reply
                                        .finish(
                                            &Rpcbvers4RpcbprocGetstatReply {
                                                result,
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
    /// A client of `PMAP_VERS` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncPmapVersClient {
        client: stub::AsyncClient,
    }

    impl AsyncPmapVersClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, PMAP_VERS.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `PMAPPROC_NULL`.
        pub async fn pmapproc_null(&self) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&PMAP_VERS, &PMAP_VERS_PMAPPROC_NULL, &())
                .await?;
            reply.results(&PMAP_VERS_PMAPPROC_NULL)
        }

        /// Operation 1, `PMAPPROC_SET`.
        pub async fn pmapproc_set(&self, entry: &Mapping) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &PMAP_VERS,
                    &PMAP_VERS_PMAPPROC_SET,
                    &PmapVersPmapprocSetArgs { entry },
                )
                .await?;
            let output: PmapVersPmapprocSetOut = reply.results(&PMAP_VERS_PMAPPROC_SET)?;
            Ok(output.result)
        }

        /// Operation 2, `PMAPPROC_UNSET`.
        pub async fn pmapproc_unset(
            &self,
            entry: &Mapping,
        ) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &PMAP_VERS,
                    &PMAP_VERS_PMAPPROC_UNSET,
                    &PmapVersPmapprocUnsetArgs { entry },
                )
                .await?;
            let output: PmapVersPmapprocUnsetOut = reply.results(&PMAP_VERS_PMAPPROC_UNSET)?;
            Ok(output.result)
        }

        /// Operation 3, `PMAPPROC_GETPORT`.
        pub async fn pmapproc_getport(
            &self,
            entry: &Mapping,
        ) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &PMAP_VERS,
                    &PMAP_VERS_PMAPPROC_GETPORT,
                    &PmapVersPmapprocGetportArgs {
                        entry,
                    },
                )
                .await?;
            let output: PmapVersPmapprocGetportOut = reply
                .results(&PMAP_VERS_PMAPPROC_GETPORT)?;
            Ok(output.result)
        }

        /// Operation 4, `PMAPPROC_DUMP`.
        pub async fn pmapproc_dump(
            &self,
        ) -> Result<stub::Chain<PmaplistEntry>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&PMAP_VERS, &PMAP_VERS_PMAPPROC_DUMP, &())
                .await?;
            let output: PmapVersPmapprocDumpOut = reply.results(&PMAP_VERS_PMAPPROC_DUMP)?;
            Ok(output.result)
        }

        /// Operation 5, `PMAPPROC_CALLIT`.
        pub async fn pmapproc_callit(
            &self,
            call2: &CallArgs<'_>,
        ) -> Result<CallResult<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &PMAP_VERS,
                    &PMAP_VERS_PMAPPROC_CALLIT,
                    &PmapVersPmapprocCallitArgs {
                        call2,
                    },
                )
                .await?;
            let output: PmapVersPmapprocCallitOut<'_> = reply
                .results(&PMAP_VERS_PMAPPROC_CALLIT)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncPmapVersClient {
        const INTERFACE: &'static stub::InterfaceMeta = &PMAP_VERS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `PMAP_VERS` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncPmapVers: Send + Sync {
        /// Operation 0, `PMAPPROC_NULL`.
        fn pmapproc_null<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `PMAPPROC_SET`.
        fn pmapproc_set<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Mapping,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `PMAPPROC_UNSET`.
        fn pmapproc_unset<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Mapping,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `PMAPPROC_GETPORT`.
        fn pmapproc_getport<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Mapping,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `PMAPPROC_DUMP`.
        fn pmapproc_dump<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<PmaplistEntry>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `PMAPPROC_CALLIT`.
        fn pmapproc_callit<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            call2: CallArgs<'a>,
        ) -> impl std::future::Future<
            Output = Result<CallResult<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `PMAP_VERS` with an object that implements [`AsyncPmapVers`], on a runtime.
    pub struct AsyncPmapVersServer<T>(pub T);

    impl<T: AsyncPmapVers> stub::Service for AsyncPmapVersServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            PMAP_VERS.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            PMAP_VERS.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            PMAP_VERS.elements()
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
                            .input(&PMAP_VERS_PMAPPROC_NULL)?;
                        let context = call.context();
                        let result = self.0.pmapproc_null(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_NULL, fault))?;
                        Ok(call.end(&PMAP_VERS_PMAPPROC_NULL, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (PmapVersPmapprocSetIn, _) = call
                            .input(&PMAP_VERS_PMAPPROC_SET)?;
                        let context = call.context();
                        let result = self.0.pmapproc_set(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_SET, fault))?;
                        Ok(
                            call
                                .end(
                                    &PMAP_VERS_PMAPPROC_SET,
                                    &PmapVersPmapprocSetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (PmapVersPmapprocUnsetIn, _) = call
                            .input(&PMAP_VERS_PMAPPROC_UNSET)?;
                        let context = call.context();
                        let result = self.0.pmapproc_unset(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_UNSET, fault))?;
                        Ok(
                            call
                                .end(
                                    &PMAP_VERS_PMAPPROC_UNSET,
                                    &PmapVersPmapprocUnsetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (PmapVersPmapprocGetportIn, _) = call
                            .input(&PMAP_VERS_PMAPPROC_GETPORT)?;
                        let context = call.context();
                        let result = self.0.pmapproc_getport(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_GETPORT, fault))?;
                        Ok(
                            call
                                .end(
                                    &PMAP_VERS_PMAPPROC_GETPORT,
                                    &PmapVersPmapprocGetportOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&PMAP_VERS_PMAPPROC_DUMP)?;
                        let context = call.context();
                        let result = self.0.pmapproc_dump(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_DUMP, fault))?;
                        Ok(
                            call
                                .end(
                                    &PMAP_VERS_PMAPPROC_DUMP,
                                    &PmapVersPmapprocDumpReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (PmapVersPmapprocCallitIn<'_>, _) = call
                            .input(&PMAP_VERS_PMAPPROC_CALLIT)?;
                        let context = call.context();
                        let result = self.0.pmapproc_callit(&context, input.call2).await;
                        let output = result
                            .map_err(|fault| call.fail(&PMAP_VERS_PMAPPROC_CALLIT, fault))?;
                        Ok(
                            call
                                .end(
                                    &PMAP_VERS_PMAPPROC_CALLIT,
                                    &PmapVersPmapprocCallitReply {
                                        result: &output,
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

    /// A client of `RPCBVERS` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncRpcbversClient {
        client: stub::AsyncClient,
    }

    impl AsyncRpcbversClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, RPCBVERS.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `RPCBPROC_NULL`.
        pub async fn rpcbproc_null(&self) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_NULL, &())
                .await?;
            reply.results(&RPCBVERS_RPCBPROC_NULL)
        }

        /// Operation 1, `RPCBPROC_SET`.
        pub async fn rpcbproc_set(&self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_SET,
                    &RpcbversRpcbprocSetArgs { entry },
                )
                .await?;
            let output: RpcbversRpcbprocSetOut = reply.results(&RPCBVERS_RPCBPROC_SET)?;
            Ok(output.result)
        }

        /// Operation 2, `RPCBPROC_UNSET`.
        pub async fn rpcbproc_unset(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_UNSET,
                    &RpcbversRpcbprocUnsetArgs { entry },
                )
                .await?;
            let output: RpcbversRpcbprocUnsetOut = reply.results(&RPCBVERS_RPCBPROC_UNSET)?;
            Ok(output.result)
        }

        /// Operation 3, `RPCBPROC_GETADDR`.
        pub async fn rpcbproc_getaddr(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_GETADDR,
                    &RpcbversRpcbprocGetaddrArgs {
                        entry,
                    },
                )
                .await?;
            let output: RpcbversRpcbprocGetaddrOut<'_> = reply
                .results(&RPCBVERS_RPCBPROC_GETADDR)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 4, `RPCBPROC_DUMP`.
        pub async fn rpcbproc_dump(
            &self,
        ) -> Result<stub::Chain<RpList<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_DUMP, &())
                .await?;
            let output: RpcbversRpcbprocDumpOut<'_> = reply
                .results(&RPCBVERS_RPCBPROC_DUMP)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }

        /// Operation 5, `RPCBPROC_CALLIT`.
        pub async fn rpcbproc_callit(
            &self,
            call2: &RpcbRmtcallargs<'_>,
        ) -> Result<RpcbRmtcallres<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_CALLIT,
                    &RpcbversRpcbprocCallitArgs {
                        call2,
                    },
                )
                .await?;
            let output: RpcbversRpcbprocCallitOut<'_> = reply
                .results(&RPCBVERS_RPCBPROC_CALLIT)?;
            Ok(output.result.into_owned())
        }

        /// Operation 6, `RPCBPROC_GETTIME`.
        pub async fn rpcbproc_gettime(&self) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS, &RPCBVERS_RPCBPROC_GETTIME, &())
                .await?;
            let output: RpcbversRpcbprocGettimeOut = reply
                .results(&RPCBVERS_RPCBPROC_GETTIME)?;
            Ok(output.result)
        }

        /// Operation 7, `RPCBPROC_UADDR2TADDR`.
        pub async fn rpcbproc_uaddr2taddr(
            &self,
            address: &str,
        ) -> Result<Netbuf<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_UADDR2TADDR,
                    &RpcbversRpcbprocUaddr2TaddrArgs {
                        address,
                    },
                )
                .await?;
            let output: RpcbversRpcbprocUaddr2TaddrOut<'_> = reply
                .results(&RPCBVERS_RPCBPROC_UADDR2TADDR)?;
            Ok(output.result.into_owned())
        }

        /// Operation 8, `RPCBPROC_TADDR2UADDR`.
        pub async fn rpcbproc_taddr2uaddr(
            &self,
            address: &Netbuf<'_>,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS,
                    &RPCBVERS_RPCBPROC_TADDR2UADDR,
                    &RpcbversRpcbprocTaddr2UaddrArgs {
                        address,
                    },
                )
                .await?;
            let output: RpcbversRpcbprocTaddr2UaddrOut<'_> = reply
                .results(&RPCBVERS_RPCBPROC_TADDR2UADDR)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }
    }

    impl stub::AsyncStub for AsyncRpcbversClient {
        const INTERFACE: &'static stub::InterfaceMeta = &RPCBVERS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `RPCBVERS` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncRpcbvers: Send + Sync {
        /// Operation 0, `RPCBPROC_NULL`.
        fn rpcbproc_null<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `RPCBPROC_SET`.
        fn rpcbproc_set<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `RPCBPROC_UNSET`.
        fn rpcbproc_unset<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `RPCBPROC_GETADDR`.
        fn rpcbproc_getaddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `RPCBPROC_DUMP`.
        fn rpcbproc_dump<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<RpList<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `RPCBPROC_CALLIT`.
        fn rpcbproc_callit<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            call2: RpcbRmtcallargs<'a>,
        ) -> impl std::future::Future<
            Output = Result<RpcbRmtcallres<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `RPCBPROC_GETTIME`.
        fn rpcbproc_gettime<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `RPCBPROC_UADDR2TADDR`.
        fn rpcbproc_uaddr2taddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            address: Cow<'a, str>,
        ) -> impl std::future::Future<Output = Result<Netbuf<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `RPCBPROC_TADDR2UADDR`.
        fn rpcbproc_taddr2uaddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            address: Netbuf<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `RPCBVERS` with an object that implements [`AsyncRpcbvers`], on a runtime.
    pub struct AsyncRpcbversServer<T>(pub T);

    impl<T: AsyncRpcbvers> stub::Service for AsyncRpcbversServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            RPCBVERS.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            RPCBVERS.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            RPCBVERS.elements()
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
                            .input(&RPCBVERS_RPCBPROC_NULL)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_null(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_NULL, fault))?;
                        Ok(call.end(&RPCBVERS_RPCBPROC_NULL, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocSetIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_SET)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_set(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_SET, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_SET,
                                    &RpcbversRpcbprocSetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocUnsetIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_UNSET)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_unset(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_UNSET, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_UNSET,
                                    &RpcbversRpcbprocUnsetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocGetaddrIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_GETADDR)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_getaddr(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_GETADDR, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_GETADDR,
                                    &RpcbversRpcbprocGetaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&RPCBVERS_RPCBPROC_DUMP)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_dump(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_DUMP, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_DUMP,
                                    &RpcbversRpcbprocDumpReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocCallitIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_CALLIT)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_callit(&context, input.call2).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_CALLIT, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_CALLIT,
                                    &RpcbversRpcbprocCallitReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&RPCBVERS_RPCBPROC_GETTIME)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_gettime(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS_RPCBPROC_GETTIME, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_GETTIME,
                                    &RpcbversRpcbprocGettimeOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocUaddr2TaddrIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_UADDR2TADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_uaddr2taddr(&context, input.address)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS_RPCBPROC_UADDR2TADDR, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_UADDR2TADDR,
                                    &RpcbversRpcbprocUaddr2TaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (RpcbversRpcbprocTaddr2UaddrIn<'_>, _) = call
                            .input(&RPCBVERS_RPCBPROC_TADDR2UADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_taddr2uaddr(&context, input.address)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS_RPCBPROC_TADDR2UADDR, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS_RPCBPROC_TADDR2UADDR,
                                    &RpcbversRpcbprocTaddr2UaddrReply {
                                        result: &output,
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

    /// A client of `RPCBVERS4` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncRpcbvers4Client {
        client: stub::AsyncClient,
    }

    impl AsyncRpcbvers4Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, RPCBVERS4.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `RPCBPROC_NULL`.
        pub async fn rpcbproc_null(&self) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_NULL, &())
                .await?;
            reply.results(&RPCBVERS4_RPCBPROC_NULL)
        }

        /// Operation 1, `RPCBPROC_SET`.
        pub async fn rpcbproc_set(&self, entry: &Rpcb<'_>) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_SET,
                    &Rpcbvers4RpcbprocSetArgs { entry },
                )
                .await?;
            let output: Rpcbvers4RpcbprocSetOut = reply.results(&RPCBVERS4_RPCBPROC_SET)?;
            Ok(output.result)
        }

        /// Operation 2, `RPCBPROC_UNSET`.
        pub async fn rpcbproc_unset(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_UNSET,
                    &Rpcbvers4RpcbprocUnsetArgs {
                        entry,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocUnsetOut = reply
                .results(&RPCBVERS4_RPCBPROC_UNSET)?;
            Ok(output.result)
        }

        /// Operation 3, `RPCBPROC_GETADDR`.
        pub async fn rpcbproc_getaddr(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_GETADDR,
                    &Rpcbvers4RpcbprocGetaddrArgs {
                        entry,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocGetaddrOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_GETADDR)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 4, `RPCBPROC_DUMP`.
        pub async fn rpcbproc_dump(
            &self,
        ) -> Result<stub::Chain<RpList<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_DUMP, &())
                .await?;
            let output: Rpcbvers4RpcbprocDumpOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_DUMP)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }

        /// Operation 5, `RPCBPROC_BCAST`.
        pub async fn rpcbproc_bcast(
            &self,
            call2: &RpcbRmtcallargs<'_>,
        ) -> Result<RpcbRmtcallres<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_BCAST,
                    &Rpcbvers4RpcbprocBcastArgs {
                        call2,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocBcastOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_BCAST)?;
            Ok(output.result.into_owned())
        }

        /// Operation 6, `RPCBPROC_GETTIME`.
        pub async fn rpcbproc_gettime(&self) -> Result<u32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_GETTIME, &())
                .await?;
            let output: Rpcbvers4RpcbprocGettimeOut = reply
                .results(&RPCBVERS4_RPCBPROC_GETTIME)?;
            Ok(output.result)
        }

        /// Operation 7, `RPCBPROC_UADDR2TADDR`.
        pub async fn rpcbproc_uaddr2taddr(
            &self,
            address: &str,
        ) -> Result<Netbuf<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_UADDR2TADDR,
                    &Rpcbvers4RpcbprocUaddr2TaddrArgs {
                        address,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocUaddr2TaddrOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_UADDR2TADDR)?;
            Ok(output.result.into_owned())
        }

        /// Operation 8, `RPCBPROC_TADDR2UADDR`.
        pub async fn rpcbproc_taddr2uaddr(
            &self,
            address: &Netbuf<'_>,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_TADDR2UADDR,
                    &Rpcbvers4RpcbprocTaddr2UaddrArgs {
                        address,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocTaddr2UaddrOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_TADDR2UADDR)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 9, `RPCBPROC_GETVERSADDR`.
        pub async fn rpcbproc_getversaddr(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_GETVERSADDR,
                    &Rpcbvers4RpcbprocGetversaddrArgs {
                        entry,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocGetversaddrOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_GETVERSADDR)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 10, `RPCBPROC_INDIRECT`.
        pub async fn rpcbproc_indirect(
            &self,
            call2: &RpcbRmtcallargs<'_>,
        ) -> Result<RpcbRmtcallres<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_INDIRECT,
                    &Rpcbvers4RpcbprocIndirectArgs {
                        call2,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocIndirectOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_INDIRECT)?;
            Ok(output.result.into_owned())
        }

        /// Operation 11, `RPCBPROC_GETADDRLIST`.
        pub async fn rpcbproc_getaddrlist(
            &self,
            entry: &Rpcb<'_>,
        ) -> Result<stub::Chain<RpcbEntryList<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &RPCBVERS4,
                    &RPCBVERS4_RPCBPROC_GETADDRLIST,
                    &Rpcbvers4RpcbprocGetaddrlistArgs {
                        entry,
                    },
                )
                .await?;
            let output: Rpcbvers4RpcbprocGetaddrlistOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_GETADDRLIST)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }

        /// Operation 12, `RPCBPROC_GETSTAT`.
        pub async fn rpcbproc_getstat(
            &self,
        ) -> Result<[RpcbStat<'static>; 3], stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RPCBVERS4, &RPCBVERS4_RPCBPROC_GETSTAT, &())
                .await?;
            let output: Rpcbvers4RpcbprocGetstatOut<'_> = reply
                .results(&RPCBVERS4_RPCBPROC_GETSTAT)?;
            Ok(output.result.map(|v| v.into_owned()))
        }
    }

    impl stub::AsyncStub for AsyncRpcbvers4Client {
        const INTERFACE: &'static stub::InterfaceMeta = &RPCBVERS4;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `RPCBVERS4` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncRpcbvers4: Send + Sync {
        /// Operation 0, `RPCBPROC_NULL`.
        fn rpcbproc_null<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `RPCBPROC_SET`.
        fn rpcbproc_set<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `RPCBPROC_UNSET`.
        fn rpcbproc_unset<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `RPCBPROC_GETADDR`.
        fn rpcbproc_getaddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `RPCBPROC_DUMP`.
        fn rpcbproc_dump<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<RpList<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `RPCBPROC_BCAST`.
        fn rpcbproc_bcast<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            call2: RpcbRmtcallargs<'a>,
        ) -> impl std::future::Future<
            Output = Result<RpcbRmtcallres<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `RPCBPROC_GETTIME`.
        fn rpcbproc_gettime<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<u32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `RPCBPROC_UADDR2TADDR`.
        fn rpcbproc_uaddr2taddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            address: Cow<'a, str>,
        ) -> impl std::future::Future<Output = Result<Netbuf<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `RPCBPROC_TADDR2UADDR`.
        fn rpcbproc_taddr2uaddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            address: Netbuf<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 9, `RPCBPROC_GETVERSADDR`.
        fn rpcbproc_getversaddr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 10, `RPCBPROC_INDIRECT`.
        fn rpcbproc_indirect<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            call2: RpcbRmtcallargs<'a>,
        ) -> impl std::future::Future<
            Output = Result<RpcbRmtcallres<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 11, `RPCBPROC_GETADDRLIST`.
        fn rpcbproc_getaddrlist<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            entry: Rpcb<'a>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<RpcbEntryList<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 12, `RPCBPROC_GETSTAT`.
        fn rpcbproc_getstat<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<[RpcbStat<'a>; 3], stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `RPCBVERS4` with an object that implements [`AsyncRpcbvers4`], on a runtime.
    pub struct AsyncRpcbvers4Server<T>(pub T);

    impl<T: AsyncRpcbvers4> stub::Service for AsyncRpcbvers4Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            RPCBVERS4.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            RPCBVERS4.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            RPCBVERS4.elements()
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
                            .input(&RPCBVERS4_RPCBPROC_NULL)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_null(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_NULL, fault))?;
                        Ok(call.end(&RPCBVERS4_RPCBPROC_NULL, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (Rpcbvers4RpcbprocSetIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_SET)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_set(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_SET, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_SET,
                                    &Rpcbvers4RpcbprocSetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (Rpcbvers4RpcbprocUnsetIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_UNSET)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_unset(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_UNSET, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_UNSET,
                                    &Rpcbvers4RpcbprocUnsetOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (Rpcbvers4RpcbprocGetaddrIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_GETADDR)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_getaddr(&context, input.entry).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_GETADDR, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_GETADDR,
                                    &Rpcbvers4RpcbprocGetaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&RPCBVERS4_RPCBPROC_DUMP)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_dump(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_DUMP, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_DUMP,
                                    &Rpcbvers4RpcbprocDumpReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (Rpcbvers4RpcbprocBcastIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_BCAST)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_bcast(&context, input.call2).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_BCAST, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_BCAST,
                                    &Rpcbvers4RpcbprocBcastReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&RPCBVERS4_RPCBPROC_GETTIME)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_gettime(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_GETTIME, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_GETTIME,
                                    &Rpcbvers4RpcbprocGettimeOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (Rpcbvers4RpcbprocUaddr2TaddrIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_UADDR2TADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_uaddr2taddr(&context, input.address)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS4_RPCBPROC_UADDR2TADDR, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_UADDR2TADDR,
                                    &Rpcbvers4RpcbprocUaddr2TaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (Rpcbvers4RpcbprocTaddr2UaddrIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_TADDR2UADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_taddr2uaddr(&context, input.address)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS4_RPCBPROC_TADDR2UADDR, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_TADDR2UADDR,
                                    &Rpcbvers4RpcbprocTaddr2UaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (Rpcbvers4RpcbprocGetversaddrIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_GETVERSADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_getversaddr(&context, input.entry)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS4_RPCBPROC_GETVERSADDR, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_GETVERSADDR,
                                    &Rpcbvers4RpcbprocGetversaddrReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                10 => {
                    stub::serving(async move {
                        let (input, mut referents): (Rpcbvers4RpcbprocIndirectIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_INDIRECT)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_indirect(&context, input.call2).await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS4_RPCBPROC_INDIRECT, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_INDIRECT,
                                    &Rpcbvers4RpcbprocIndirectReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                11 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (Rpcbvers4RpcbprocGetaddrlistIn<'_>, _) = call
                            .input(&RPCBVERS4_RPCBPROC_GETADDRLIST)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rpcbproc_getaddrlist(&context, input.entry)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&RPCBVERS4_RPCBPROC_GETADDRLIST, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_GETADDRLIST,
                                    &Rpcbvers4RpcbprocGetaddrlistReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                12 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&RPCBVERS4_RPCBPROC_GETSTAT)?;
                        let context = call.context();
                        let result = self.0.rpcbproc_getstat(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&RPCBVERS4_RPCBPROC_GETSTAT, fault))?;
                        Ok(
                            call
                                .end(
                                    &RPCBVERS4_RPCBPROC_GETSTAT,
                                    &Rpcbvers4RpcbprocGetstatReply {
                                        result: &output,
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
