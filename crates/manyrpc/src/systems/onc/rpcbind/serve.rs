//! A registry, for hosts that have none.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, io};

use manyrpc_codec::stub::Chain;
use manyrpc_engine::{CallHead, Fault, InterfaceId};

use super::table::{Entry, Table, reachable};
use super::{place, uaddr};
use crate::client::Client;
use crate::context::Context;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::server::{Running, Server};
use crate::system::binding::{Binding, Transport};
use crate::systems::Onc;
use crate::systems::onc::generated::rpcbind::{
    CallArgs, CallResult, Mapping, Netbuf, PmapVers, PmapVersServer, PmaplistEntry, RpList, Rpcb,
    RpcbEntry, RpcbEntryList, RpcbRmtcallargs, RpcbRmtcallres, RpcbStat, RpcbsAddrlist, Rpcbvers,
    Rpcbvers4, Rpcbvers4Server, RpcbversServer,
};
use crate::systems::registries::is_local;

/// The registry's own program number.
const PROGRAM: u32 = 100_000;
/// How long a forwarded call may take: the caller of a broadcast waits no longer, either.
const INDIRECT: Duration = Duration::from_secs(1);

/// A registry: the rpcbind protocol, versions 2, 3 and 4, over UDP, TCP and a Unix socket.
///
/// Accepts registrations, and forwards calls, from this machine only.
#[derive(Clone, Default)]
pub struct Registry {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    table: Table,
    /// Calls by version (2, 3, 4) and procedure, for GETSTAT.
    calls: [[AtomicU32; 13]; 3],
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Serves it on a port of the loopback interface, over UDP and TCP on IPv4 and, if available,
    /// IPv6; with 0 the system chooses one for each.
    ///
    /// # Errors
    /// The port is taken, or needs privileges.
    pub fn start(&self, port: u16) -> Result<Running, Error> {
        self.listening(&places(port))
    }

    /// The same, and on a Unix socket, where libtirpc looks first (`/run/rpcbind.sock`): servers
    /// that find no registry there do not register. Without the directory or the privileges for a
    /// socket, there is none.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_with_socket(&self, port: u16, socket: &Path) -> Result<Running, Error> {
        let mut bindings = places(port);
        let with_socket = may_listen(socket);
        if with_socket {
            bindings.push(format!("onc+unix://{}", socket.display()));
        }
        let running = self.listening(&bindings)?;
        if with_socket {
            // Whoever may call over loopback may call here.
            let everyone = fs::Permissions::from_mode(0o666);
            fs::set_permissions(socket, everyone).map_err(|source| Error::Io {
                what: format!("cannot let others use {}", socket.display()),
                source,
            })?;
        }
        Ok(running)
    }

    fn listening(&self, bindings: &[String]) -> Result<Running, Error> {
        let mut server = Server::builder()
            .service(PmapVersServer(self.clone()))
            .service(RpcbversServer(self.clone()))
            .service(Rpcbvers4Server(self.clone()));
        for binding in bindings {
            server = server.listen(binding)?;
        }
        let running = server.start()?;
        for (netid, address) in running.bindings().iter().filter_map(place) {
            for version in [2, 3, 4] {
                if version > 2 || in_version_2(&netid) {
                    self.state.table.set(Entry {
                        program: PROGRAM,
                        version,
                        netid: netid.clone(),
                        address: address.clone(),
                        owner: "superuser".to_owned(),
                    });
                }
            }
        }
        Ok(running)
    }

    fn count(&self, version: usize, procedure: usize) {
        self.state.calls[version - 2][procedure].fetch_add(1, Relaxed);
    }

    fn set(&self, call: &Context<'_>, mut entry: Entry) -> bool {
        if !is_local(call) || entry.netid.is_empty() || entry.address.is_empty() {
            return false;
        }
        entry.owner = owner(call);
        self.state.table.set(entry)
    }

    fn unset(&self, call: &Context<'_>, entry: &Entry) -> bool {
        is_local(call)
            && self
                .state
                .table
                .unset(entry.program, entry.version, &entry.netid)
    }

    fn getaddr(&self, call: &Context<'_>, asked: &Rpcb<'_>, exact: bool) -> String {
        let netid = if asked.r_netid.is_empty() {
            caller_netid(call)
        } else {
            &asked.r_netid
        };
        let found = self
            .state
            .table
            .address(asked.r_prog, asked.r_vers, netid, exact);
        found
            .map(|address| reachable(&address, call.from))
            .unwrap_or_default()
    }

    fn dump(&self) -> Chain<RpList<'static>> {
        let entries = self.state.table.entries().into_iter();
        Chain(entries.map(|e| RpList { rpcb_map: rpcb(e) }).collect())
    }

    /// Forwards a call to a program of this host, over UDP as the protocol requires (RFC 1833,
    /// section 2.2.1, RPCBPROC_CALLIT). `None` if it fails: then there is no answer.
    fn pass_on(
        &self,
        call: &Context<'_>,
        (program, version, procedure): (u32, u32, u32),
        arguments: &[u8],
    ) -> Option<(String, Vec<u8>)> {
        if !is_local(call) || program == PROGRAM {
            return None;
        }
        let address = self.state.table.address(program, version, "udp", true)?;
        let address = reachable(&address, call.from);
        let at = uaddr::parse(&address)?;
        let host = at.ip().to_string();
        let binding = Binding::host(&Onc, Transport::Udp, &host, at.port());
        let options = ClientOptions {
            timeout: Some(INDIRECT),
            ..ClientOptions::default()
        };
        let mut client = Client::connect(&binding, None, &options).ok()?;
        let head = CallHead::new(InterfaceId::of_program(program, version), procedure);
        let reply = client.exchange(&head, |_, body| {
            body.put(arguments);
            Ok(())
        });
        Some((address, reply.ok()?.body.to_vec()))
    }

    fn remote_call(
        &self,
        context: &Context<'_>,
        call: &RpcbRmtcallargs<'_>,
    ) -> Result<RpcbRmtcallres<'static>, Fault> {
        let (addr, results) = self
            .pass_on(context, (call.prog, call.vers, call.proc), &call.args)
            .ok_or(Fault::ServerFailure)?;
        Ok(RpcbRmtcallres {
            addr: addr.into(),
            results: results.into(),
        })
    }
}

impl PmapVers for Registry {
    fn pmapproc_null(&self, _: &Context<'_>) -> Result<(), Fault> {
        self.count(2, 0);
        Ok(())
    }

    fn pmapproc_set(&self, call: &Context<'_>, entry: Mapping) -> Result<bool, Fault> {
        self.count(2, 1);
        Ok(self.set(call, Entry::from_mapping(&entry)))
    }

    /// The protocol and port are ignored (RFC 1833, section 3.2).
    fn pmapproc_unset(&self, call: &Context<'_>, entry: Mapping) -> Result<bool, Fault> {
        self.count(2, 2);
        let every = Entry {
            netid: String::new(),
            ..Entry::from_mapping(&entry)
        };
        Ok(self.unset(call, &every))
    }

    fn pmapproc_getport(&self, call: &Context<'_>, entry: Mapping) -> Result<u32, Fault> {
        self.count(2, 3);
        let asked = Entry::from_mapping(&entry);
        let address = self.getaddr(call, &rpcb(asked), false);
        Ok(uaddr::parse(&address).map_or(0, |at| at.port().into()))
    }

    fn pmapproc_dump(&self, _: &Context<'_>) -> Result<Chain<PmaplistEntry>, Fault> {
        self.count(2, 4);
        let entries = self.state.table.entries();
        let mappings = entries.iter().filter(|e| in_version_2(&e.netid));
        let mappings = mappings.map(|e| PmaplistEntry { map: e.mapping() });
        Ok(Chain(mappings.collect()))
    }

    fn pmapproc_callit<'a>(
        &'a self,
        context: &Context<'_>,
        call: CallArgs<'a>,
    ) -> Result<CallResult<'a>, Fault> {
        self.count(2, 5);
        let (address, res) = self
            .pass_on(context, (call.prog, call.vers, call.proc), &call.args)
            .ok_or_else(|| unanswered(context))?;
        let port = uaddr::parse(&address).map_or(0, |at| at.port().into());
        Ok(CallResult {
            port,
            res: res.into(),
        })
    }
}

/// Versions 3 and 4 have nine procedures in common.
macro_rules! common_procedures {
    ($version:literal, $callit:ident) => {
        fn rpcbproc_null(&self, _: &Context<'_>) -> Result<(), Fault> {
            self.count($version, 0);
            Ok(())
        }

        fn rpcbproc_set(&self, call: &Context<'_>, entry: Rpcb<'_>) -> Result<bool, Fault> {
            self.count($version, 1);
            Ok(self.set(call, Entry::from_wire(&entry)))
        }

        fn rpcbproc_unset(&self, call: &Context<'_>, entry: Rpcb<'_>) -> Result<bool, Fault> {
            self.count($version, 2);
            Ok(self.unset(call, &Entry::from_wire(&entry)))
        }

        fn rpcbproc_getaddr<'a>(
            &'a self,
            call: &Context<'_>,
            entry: Rpcb<'a>,
        ) -> Result<Cow<'a, str>, Fault> {
            self.count($version, 3);
            Ok(self.getaddr(call, &entry, false).into())
        }

        fn rpcbproc_dump<'a>(&'a self, _: &Context<'_>) -> Result<Chain<RpList<'a>>, Fault> {
            self.count($version, 4);
            Ok(self.dump())
        }

        fn $callit<'a>(
            &'a self,
            context: &Context<'_>,
            call: RpcbRmtcallargs<'a>,
        ) -> Result<RpcbRmtcallres<'a>, Fault> {
            self.count($version, 5);
            self.remote_call(context, &call)
                .map_err(|_| unanswered(context))
        }

        fn rpcbproc_gettime(&self, _: &Context<'_>) -> Result<u32, Fault> {
            self.count($version, 6);
            let since = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            // The protocol's 32 bits end in 2106.
            Ok(since.as_secs() as u32)
        }

        fn rpcbproc_uaddr2taddr<'a>(
            &'a self,
            _: &Context<'_>,
            address: Cow<'a, str>,
        ) -> Result<Netbuf<'a>, Fault> {
            self.count($version, 7);
            let buf = uaddr::parse(&address).map(sockaddr).unwrap_or_default();
            Ok(Netbuf {
                maxlen: buf.len() as u32,
                buf: buf.into(),
            })
        }

        fn rpcbproc_taddr2uaddr<'a>(
            &'a self,
            _: &Context<'_>,
            address: Netbuf<'a>,
        ) -> Result<Cow<'a, str>, Fault> {
            self.count($version, 8);
            let at = from_sockaddr(&address.buf);
            Ok(at.map(uaddr::print).unwrap_or_default().into())
        }
    };
}

impl Rpcbvers for Registry {
    common_procedures!(3, rpcbproc_callit);
}

impl Rpcbvers4 for Registry {
    common_procedures!(4, rpcbproc_bcast);

    fn rpcbproc_getversaddr<'a>(
        &'a self,
        call: &Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<Cow<'a, str>, Fault> {
        self.count(4, 9);
        Ok(self.getaddr(call, &entry, true).into())
    }

    fn rpcbproc_indirect<'a>(
        &'a self,
        context: &Context<'_>,
        call: RpcbRmtcallargs<'a>,
    ) -> Result<RpcbRmtcallres<'a>, Fault> {
        self.count(4, 10);
        self.remote_call(context, &call)
    }

    fn rpcbproc_getaddrlist<'a>(
        &'a self,
        call: &Context<'_>,
        entry: Rpcb<'a>,
    ) -> Result<Chain<RpcbEntryList<'a>>, Fault> {
        self.count(4, 11);
        let entries = self.state.table.entries().into_iter();
        let of = |e: &Entry| (e.program, e.version) == (entry.r_prog, entry.r_vers);
        let list = entries.filter(of).map(|e| RpcbEntryList {
            rpcb_entry_map: full(&reachable(&e.address, call.from), e.netid),
        });
        Ok(Chain(list.collect()))
    }

    fn rpcbproc_getstat<'a>(&'a self, _: &Context<'_>) -> Result<[RpcbStat<'a>; 3], Fault> {
        self.count(4, 12);
        let (setinfo, unsetinfo) = self.state.table.changes();
        Ok([0, 1, 2].map(|version| RpcbStat {
            info: std::array::from_fn(|p| self.state.calls[version][p].load(Relaxed) as i32),
            // Kept for all versions together; reported with the latest.
            setinfo: if version == 2 { setinfo as i32 } else { 0 },
            unsetinfo: if version == 2 { unsetinfo as i32 } else { 0 },
            addrinfo: if version == 2 {
                self.lookups()
            } else {
                Chain::default()
            },
            rmtinfo: Chain::default(),
        }))
    }
}

impl Registry {
    fn lookups(&self) -> Chain<RpcbsAddrlist<'static>> {
        let lookups = self.state.table.lookups().into_iter();
        Chain(
            lookups
                .map(|l| RpcbsAddrlist {
                    prog: l.program,
                    vers: l.version,
                    success: l.found as i32,
                    failure: l.missed as i32,
                    netid: l.netid.into(),
                })
                .collect(),
        )
    }
}

/// Whether version 2 of the protocol can represent a transport: it has IPv4 only.
fn in_version_2(netid: &str) -> bool {
    matches!(netid, "udp" | "tcp")
}

/// The bindings of the loopback interface for a port.
fn places(port: u16) -> Vec<String> {
    let has_v6 = UdpSocket::bind((Ipv6Addr::LOCALHOST, 0)).is_ok();
    let hosts = ["127.0.0.1", "[::1]"]
        .into_iter()
        .take(1 + usize::from(has_v6));
    let each = hosts.flat_map(|host| ["udp", "tcp"].map(|t| format!("onc+{t}://{host}:{port}")));
    each.collect()
}

/// Whether a socket can be created at a path. Removes one that nobody listens on.
fn may_listen(path: &Path) -> bool {
    let refused = |e: &io::Error| e.kind() == io::ErrorKind::ConnectionRefused;
    if UnixStream::connect(path).is_err_and(|e| refused(&e)) {
        let _ = fs::remove_file(path);
    }
    UnixListener::bind(path).is_ok_and(|_| fs::remove_file(path).is_ok())
}

fn owner(call: &Context<'_>) -> String {
    match call.auth_sys() {
        Some(auth) if auth.uid == 0 => "superuser".to_owned(),
        Some(auth) => auth.uid.to_string(),
        None => "unknown".to_owned(),
    }
}

/// Failures of broadcast calls that are forwarded are not answered, so that hosts without the
/// program do not reply to a broadcast (RFC 1833, sections 2.2.1 and 3.2).
fn unanswered(call: &Context<'_>) -> Fault {
    call.suppress_reply();
    Fault::ServerFailure
}

/// An empty netid means the transport of the request; which internet transport that was is not
/// known here, and both have the same addresses.
fn caller_netid(call: &Context<'_>) -> &'static str {
    match call.from {
        Some(from) => uaddr::netid(Transport::Udp, Some(from.ip())),
        None => uaddr::netid(Transport::Unix, None),
    }
}

fn rpcb(e: Entry) -> Rpcb<'static> {
    Rpcb {
        r_prog: e.program,
        r_vers: e.version,
        r_netid: e.netid.into(),
        r_addr: e.address.into(),
        r_owner: e.owner.into(),
    }
}

/// An address with the properties of its transport (RFC 1833, section 2.1, `rpcb_entry`): semantics
/// 1 is connectionless, 3 connection-oriented with orderly release.
fn full(address: &str, netid: String) -> RpcbEntry<'static> {
    let (semantics, family, protocol) = match netid.as_str() {
        "udp" => (1, "inet", "udp"),
        "udp6" => (1, "inet6", "udp"),
        "tcp" => (3, "inet", "tcp"),
        "tcp6" => (3, "inet6", "tcp"),
        _ => (3, "loopback", "-"),
    };
    RpcbEntry {
        r_maddr: address.to_owned().into(),
        r_nc_netid: netid.into(),
        r_nc_semantics: semantics,
        r_nc_protofmly: family.into(),
        r_nc_proto: protocol.into(),
    }
}

/// Address family numbers of this system.
const AF_INET: u16 = 2;
const AF_INET6: u16 = 10;

/// An address in the system's own form (`struct sockaddr_in`, `sockaddr_in6`).
fn sockaddr(at: SocketAddr) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(28);
    match at.ip() {
        IpAddr::V4(ip) => {
            bytes.extend(AF_INET.to_ne_bytes());
            bytes.extend(at.port().to_be_bytes());
            bytes.extend(ip.octets());
            bytes.extend([0; 8]);
        }
        IpAddr::V6(ip) => {
            bytes.extend(AF_INET6.to_ne_bytes());
            bytes.extend(at.port().to_be_bytes());
            bytes.extend([0; 4]);
            bytes.extend(ip.octets());
            bytes.extend([0; 4]);
        }
    }
    bytes
}

fn from_sockaddr(bytes: &[u8]) -> Option<SocketAddr> {
    let family = u16::from_ne_bytes(bytes.get(..2)?.try_into().ok()?);
    let port = u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?);
    let ip: IpAddr = match family {
        AF_INET => Ipv4Addr::from(<[u8; 4]>::try_from(bytes.get(4..8)?).ok()?).into(),
        AF_INET6 => Ipv6Addr::from(<[u8; 16]>::try_from(bytes.get(8..24)?).ok()?).into(),
        _ => return None,
    };
    Some(SocketAddr::new(ip, port))
}
