//! We call Samba's daemon: its registry (MS-RRP), with values that take several fragments in both
//! directions.

use std::env;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use manyrpc::binding::Transport;
use manyrpc::registry::epm::{MapperClient, SyntaxId};
use manyrpc::{Binding, Uuid};
use manyrpc_driver::blocking;
use manyrpc_engine::dce::{co, fault};
use manyrpc_engine::security::{AuthType, Level};
use manyrpc_engine::{CallError, CallHead, InterfaceId, Limits};
use manyrpc_security::{Credentials, Provider, initiator};

use crate::known::judge;
use crate::{KNOWN, PROVIDERS};

/// Set if the test runs in the daemon's namespaces.
const INSIDE: &str = "MANYRPC_TEST_SAMBA";

/// Starts the daemon in namespaces of its own, and the test's program again in them.
fn with_samba(name: &str, test: impl FnOnce()) {
    if env::var_os(INSIDE).is_some() {
        return test();
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers/samba/serve.sh");
    let output = Command::new(script)
        .arg(env::current_exe().expect("a test program has a path"))
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, "1")
        .stdin(Stdio::null())
        .output()
        .expect("the script runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// `winreg`, version 1.0 (MS-RRP 3.1.5).
const WINREG: Uuid = Uuid([
    0x33, 0x8c, 0xd0, 0x01, 0x22, 0x44, 0x31, 0xf1, 0xaa, 0xaa, 0x90, 0x00, 0x38, 0x00, 0x10, 0x03,
]);

/// Operations (MS-RRP 3.1.5), and requested rights.
mod operation {
    pub(super) const OPEN_LOCAL_MACHINE: u32 = 2;
    pub(super) const OPEN_KEY: u32 = 15;
    pub(super) const QUERY_VALUE: u32 = 17;
    pub(super) const SET_VALUE: u32 = 22;
}

/// `MAXIMUM_ALLOWED`.
const ACCESS: u32 = 0x0200_0000;
/// `REG_BINARY`.
const BINARY: u32 = 3;

/// The endpoint of the daemon's registry.
fn registry() -> SocketAddr {
    let mapper: Binding = "ncacn_ip_tcp:127.0.0.1[135]".parse().expect("a binding");
    let mut mapper = MapperClient::open(&mapper).expect("it listens");
    let interface = SyntaxId {
        uuid: WINREG,
        major: 1,
        minor: 0,
    };
    let towers = mapper.map(Uuid::NIL, interface, Transport::Tcp);
    let towers = towers.expect("it answers");
    let binding = towers[0].binding("127.0.0.1").expect("a tower of TCP");
    (Ipv4Addr::LOCALHOST, binding.port().expect("a port")).into()
}

/// A connection, its arguments marshalled by hand.
struct Registry(blocking::Client<co::Client>);

impl Registry {
    fn connect(to: SocketAddr, auth_type: AuthType, level: Level, who: &Credentials) -> Self {
        let mut engine = co::Client::new(Limits::default(), 7);
        engine.secure(initiator(auth_type, who, ""), level);
        let connected = blocking::Client::tcp(engine, &[to], &blocking::Options::default());
        Registry(connected.expect("it listens"))
    }

    /// The results of an operation; the last word must be 0.
    fn call(&mut self, operation: u32, arguments: &[u8]) -> Result<Vec<u8>, String> {
        let interface = InterfaceId::of_uuid(WINREG.0, 1, 0);
        let head = CallHead::new(interface, operation);
        let text = |e: CallError| e.to_string();
        self.0.begin(&head).map_err(text)?.put(arguments);
        let reply = self.0.exchange().map_err(text)?.body;
        match reply.split_last_chunk::<4>() {
            Some((results, [0, 0, 0, 0])) => Ok(results.to_vec()),
            other => Err(format!("operation {operation} gives {other:02x?}")),
        }
    }

    /// Writes a value of the registry and reads it back.
    fn keep(&mut self, value: &[u8]) -> Result<(), String> {
        let words = |words: &[u32]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_le_bytes()).collect()
        };
        let root = self.call(operation::OPEN_LOCAL_MACHINE, &words(&[0, ACCESS]))?;
        let name = string("SOFTWARE");
        let open = [&root[..], &name, &words(&[0, ACCESS])].concat();
        let key = self.call(operation::OPEN_KEY, &open)?;

        let (name, size) = (string("manyrpc"), value.len() as u32);
        let padding = [0; 3];
        let padding = &padding[..value.len().wrapping_neg() % 4];
        let set = [
            &key[..],
            &name,
            &words(&[BINARY, size]),
            value,
            padding,
            &words(&[size]),
        ];
        self.call(operation::SET_VALUE, &set.concat())?;

        // Type, room for this many bytes, none of them sent, and the two sizes, all as pointers.
        let asked = words(&[1, 0, 2, size, 0, 0, 3, size, 4, 0]);
        let got = self.call(operation::QUERY_VALUE, &[&key[..], &name, &asked].concat())?;
        let start = 4 * 6;
        match got.get(start..start + value.len()) == Some(value) {
            true => Ok(()),
            false => Err("another value came back".to_owned()),
        }
    }
}

/// `RRP_UNICODE_STRING` (MS-RRP 2.2.4) with an odd number of characters.
fn string(text: &str) -> Vec<u8> {
    let characters: Vec<u16> = text.encode_utf16().chain([0]).collect();
    let count = characters.len() as u32;
    let bytes = (2 * count) as u16;
    let mut out = [bytes.to_le_bytes(), bytes.to_le_bytes()].concat();
    for word in [0x0002_0000, count, 0, count] {
        out.extend(u32::to_le_bytes(word));
    }
    out.extend(characters.iter().flat_map(|c| c.to_le_bytes()));
    out.resize(out.len().next_multiple_of(4), 0);
    out
}

type Case = (Provider, (&'static str, AuthType), Level);

/// All except one: MIT's SPNEGO requests integrity from NTLM at level connect, too, and Samba then
/// misses the signatures.
fn cases() -> impl Iterator<Item = Case> {
    let levels = [
        Level::Connect,
        Level::Packet,
        Level::Integrity,
        Level::Privacy,
    ];
    let mechanisms = [("ntlm", AuthType::NTLM), ("spnego", AuthType::SPNEGO)];
    let all = PROVIDERS.into_iter().flat_map(move |provider| {
        let pairs = mechanisms
            .into_iter()
            .flat_map(move |m| levels.map(|l| (m, l)));
        pairs.map(move |(mechanism, level)| (provider, mechanism, level))
    });
    all.filter(|case| *case != IMPOSSIBLE)
}

const IMPOSSIBLE: Case = (
    Provider::System,
    ("spnego", AuthType::SPNEGO),
    Level::Connect,
);

/// Once it works, the exception and its reasons in the crate's documentation can be removed.
#[test]
fn samba_misses_signatures_that_mits_spnego_promised() {
    let name = "samba_server::samba_misses_signatures_that_mits_spnego_promised";
    with_samba(name, || {
        let root = Credentials::password("PEER\\root", "secret-1");
        for (provider, works) in [(IMPOSSIBLE.0, false), (Provider::Any, true)] {
            let root = root.clone().by(provider);
            let (auth_type, level) = (AuthType::SPNEGO, Level::Connect);
            let mut registry = Registry::connect(registry(), auth_type, level, &root);
            assert_eq!(registry.keep(b"x").is_ok(), works, "{provider:?}");
        }
    });
}

#[test]
fn we_call_samba_with_ntlm() {
    with_samba("samba_server::we_call_samba_with_ntlm", || {
        let to = registry();
        let root = Credentials::password("PEER\\root", "secret-1");
        let mut results = Vec::new();
        for (provider, (mechanism, auth_type), level) in cases() {
            let root = root.clone().by(provider);
            let mut registry = Registry::connect(to, auth_type, level, &root);
            let value: Vec<u8> = (0..20_001).map(|i| (i % 251) as u8).collect();
            let kept = [1, 16, 4000, 20_001]
                .into_iter()
                .try_for_each(|n| registry.keep(&value[..n]));
            results.push((format!("{provider:?} {mechanism} {level}"), kept));
        }
        judge(KNOWN, "we-call-samba", results);
    });
}

#[test]
fn samba_refuses_strangers() {
    with_samba("samba_server::samba_refuses_strangers", || {
        let to = registry();
        // Samba rejects an rpc_auth_3 only when the next call arrives.
        for (auth_type, status) in [
            (AuthType::NTLM, fault::PROTOCOL_ERROR),
            (AuthType::SPNEGO, fault::SEC_PKG_ERROR),
        ] {
            for provider in PROVIDERS {
                let wrong = Credentials::password("PEER\\root", "wrong").by(provider);
                let mut registry = Registry::connect(to, auth_type, Level::Privacy, &wrong);
                let said = registry.keep(b"x").expect_err("refused");
                let expected = CallError::from(fault::from_wire(status)).to_string();
                assert_eq!(said, expected, "{auth_type}, {provider:?}");
            }
        }
    });
}
