//! Every fault over every system, and over every pair of systems in sequence, against
//! `docs/faults.md`; `UPDATE=1` rewrites its tables.

use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Client, ClientOptions, Domain, Error, Fault, FaultTable, Server};
use manyrpc_engine::onc::pdu::{Accepted, Denied, OpaqueAuth, ReplyBody};
use manyrpc_engine::{dce, giop, grpc, jsonrpc, onc, raw, soap, xmlrpc};
use manyrpc_model::Value;

/// Systems by their column names, each with all its transports.
const SYSTEMS: [(&str, &[&str]); 10] = [
    (
        "ONC RPC",
        &["onc+udp://127.0.0.1:0", "onc+tcp://127.0.0.1:0"],
    ),
    ("DCE RPC, TCP", &["dce+tcp://127.0.0.1:0"]),
    ("DCE RPC, UDP", &["dce+udp://127.0.0.1:0"]),
    ("NCS", &["ncs+udp://127.0.0.1:0"]),
    (
        "gRPC",
        &["grpc://127.0.0.1:0", "grpc://127.0.0.1:0?compress=gzip"],
    ),
    (
        "JSON-RPC",
        &[
            "jsonrpc+tcp://127.0.0.1:0",
            "jsonrpc+http://127.0.0.1:0/rpc",
        ],
    ),
    ("XML-RPC", &["xmlrpc+http://127.0.0.1:0/RPC2"]),
    (
        "SOAP",
        &[
            "soap+http://127.0.0.1:0",
            "soap+http://127.0.0.1:0?version=1.2",
        ],
    ),
    (
        "CORBA",
        &["iiop://127.0.0.1:0", "iiop://127.0.0.1:0?version=1.0"],
    ),
    ("raw", &["raw+udp://127.0.0.1:0", "raw+tcp://127.0.0.1:0"]),
];

/// The faults of an application, and their notation in the document.
fn faults() -> Vec<(&'static str, Fault)> {
    let by = Fault::of_domain;
    vec![
        ("`NoSuchInterface`", Fault::NoSuchInterface),
        ("`NoSuchVersion`", Fault::NoSuchVersion { low: 2, high: 4 }),
        ("`NoSuchOperation`", Fault::NoSuchOperation),
        ("`BadArguments`", Fault::BadArguments),
        (
            "`BadArguments` with text",
            Fault::BadArguments.with_message("`id` is missing"),
        ),
        ("`ServerFailure`", Fault::ServerFailure),
        (
            "`ProtocolVersion`",
            Fault::ProtocolVersion { low: 7, high: 8 },
        ),
        ("`Cancelled`", Fault::Cancelled),
        ("`Denied(0)`", Fault::Denied(0)),
        ("`Other(5)`", Fault::Other(5)),
        ("`Other(-5)`", Fault::Other(-5i32 as u32)),
        ("`Other(-32601)`", Fault::Other(-32601i32 as u32)),
        ("`Other(i32::MIN)`", Fault::Other(i32::MIN as u32)),
        (
            "`application(5, …)`",
            Fault::application(5, "the disk is full"),
        ),
        ("`application(0, …)`", Fault::application(0, "no number")),
        ("`Status(Onc, 77)`", Fault::Status(Domain::Onc, 77)),
        ("`Status(Dce, 5)`", Fault::Status(Domain::Dce, 5)),
        (
            "`Status(Dce, 0x1c00001b)`",
            Fault::Status(Domain::Dce, 0x1c00_001b),
        ),
        (
            "`of_domain(Grpc, 3, …)`",
            by(Domain::Grpc, 3, "`id` is negative"),
        ),
        (
            "`of_domain(Grpc, 5, …)`",
            by(Domain::Grpc, 5, "no such thing"),
        ),
        (
            "`of_domain(JsonRpc, -32602, …)`",
            by(Domain::JsonRpc, -32602, "`id` is negative"),
        ),
        (
            "`of_domain(XmlRpc, -32400, …)`",
            by(Domain::XmlRpc, -32400, "a system error"),
        ),
    ]
}

const DEFINITION: &str = "
program FAILING { version FAILING_V1 { int fail(int fault) = 1; } = 1; } = 0x20000300;
";

fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("failing.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

/// The servers' current answers, by number.
type Script = Arc<Mutex<Vec<Fault>>>;

/// A server of all systems with scripted faults.
fn server() -> (Running, Script) {
    server_with(FaultTable::new())
}

/// One with mappings of the application's fault numbers.
fn server_with(faults: FaultTable) -> (Running, Script) {
    let script = Script::default();
    let says = script.clone();
    let service = DynamicService::new(interface(), move |_, _, arguments| {
        let [Value::I32(number)] = arguments[..] else {
            panic!("{arguments:?}");
        };
        Err(says.lock().unwrap()[number as usize].clone())
    });
    let bindings = SYSTEMS.iter().flat_map(|(_, bindings)| *bindings);
    let builder = Server::builder().service(service).faults(faults);
    let builder = bindings.fold(builder, |b, binding| b.listen(binding).unwrap());
    (builder.start().unwrap(), script)
}

/// The clients of every system, by column.
fn clients(server: &Running) -> Vec<(usize, DynamicClient)> {
    let columns = SYSTEMS.iter().enumerate();
    let columns = columns.flat_map(|(column, (_, bindings))| bindings.iter().map(move |_| column));
    let clients = columns.zip(server.bindings()).map(|(column, at)| {
        let client = Client::connect(at, None, &ClientOptions::default()).unwrap();
        (column, DynamicClient::new(client, interface()))
    });
    clients.collect()
}

/// The faults received for each of these.
fn through(client: &mut DynamicClient, script: &Script, said: &[Fault]) -> Vec<Fault> {
    *script.lock().unwrap() = said.to_vec();
    let each =
        (0..said.len() as i32).map(|number| match client.call("fail", &[Value::I32(number)]) {
            Err(Error::Call(CallError::Fault(fault))) => fault,
            other => panic!("{:?}: {other:?}", said[number as usize]),
        });
    each.collect()
}

/// What is sent on the wire, in the terms of each specification.
fn sent(system: &str, fault: &Fault) -> String {
    let named = |name: Option<&'static str>, code: u32| match name {
        Some(name) => name.to_owned(),
        None => format!("{code:#x}"),
    };
    match system {
        "ONC RPC" => accept_stat(&onc::fault::to_wire(fault, OpaqueAuth::NONE)),
        "gRPC" => {
            let code = grpc::status::to_wire(fault).0;
            named(grpc::status::name(code), code as u32)
        }
        "JSON-RPC" => jsonrpc::fault::to_wire(fault).code.to_string(),
        "XML-RPC" => xmlrpc::fault::to_wire(fault).0.to_string(),
        "SOAP" => match soap::fault::to_wire(fault) {
            (_, Some(number)) => number.to_string(),
            (code, None) => named(soap::fault::name(code), code as u32),
        },
        "CORBA" => {
            let exception = giop::fault::to_wire(fault);
            match exception.minor {
                0 => exception.standard.name().to_owned(),
                minor => format!("{} {minor:#x}", exception.standard.name()),
            }
        }
        "raw" => format!("{:#x}", raw::fault::to_wire(fault)),
        _ => {
            let code = dce::fault::to_wire(fault);
            named(manyrpc_engine::status::name(code), code)
        }
    }
}

/// RFC 5531 section 9.
fn accept_stat(reply: &ReplyBody<'_>) -> String {
    let names = [
        "PROG_UNAVAIL",
        "PROG_MISMATCH",
        "PROC_UNAVAIL",
        "GARBAGE_ARGS",
        "SYSTEM_ERR",
    ];
    match reply {
        ReplyBody::Denied(Denied::RpcMismatch { .. }) => "RPC_MISMATCH".to_owned(),
        ReplyBody::Denied(Denied::AuthError(why)) => format!("AUTH_ERROR {}", u32::from(*why)),
        ReplyBody::Accepted { status, .. } => match status {
            Accepted::ProgramMismatch { .. } => names[1].to_owned(),
            Accepted::Plain(status) => {
                let number = u32::from(*status);
                let name = names.get(number as usize - 1);
                name.map_or(format!("{number:#x}"), |name| (*name).to_owned())
            }
        },
    }
}

fn words(fault: &Fault) -> Option<&str> {
    match fault {
        Fault::Detailed(said) => Some(&said.message)
            .filter(|m| !m.is_empty())
            .map(String::as_str),
        _ => None,
    }
}

/// The received fault in the document's notation.
fn became(said: &Fault, arrived: &Fault) -> String {
    if arrived == said {
        return "unchanged".to_owned();
    }
    let plain = arrived.plain();
    match (
        plain == said.plain(),
        words(said).is_some(),
        words(arrived).is_some(),
    ) {
        (true, true, false) => "without text".to_owned(),
        (true, ..) => "unchanged".to_owned(),
        (false, ..) => match plain {
            Fault::Status(Domain::Dce, code) => format!("`Status(Dce, {code:#x})`"),
            Fault::Status(domain, code) => format!("`Status({domain:?}, {})`", code as i32),
            plain => format!("`{plain:?}`"),
        },
    }
}

fn table(columns: &[&str], rows: &[(&str, Vec<String>)]) -> String {
    let mut text = format!("| | {} |\n", columns.join(" | "));
    writeln!(text, "| --- |{}", " --- |".repeat(columns.len())).unwrap();
    for (name, cells) in rows {
        writeln!(text, "| {name} | {} |", cells.join(" | ")).unwrap();
    }
    text
}

/// The document with that part replaced between its marks.
fn with(document: &str, mark: &str, part: &str) -> String {
    let (begin, end) = (
        format!("<!-- {mark} -->\n"),
        format!("<!-- end of {mark} -->\n"),
    );
    let (before, rest) = document.split_once(&begin).expect(mark);
    let (_, behind) = rest.split_once(&end).expect(mark);
    format!("{before}{begin}{part}{end}{behind}")
}

#[test]
fn the_document_says_what_is_sent_and_what_arrives() {
    let faults = faults();
    let said: Vec<Fault> = faults.iter().map(|(_, fault)| fault.clone()).collect();
    let (server, script) = server();
    let mut arrived: Vec<Option<Vec<Fault>>> = vec![None; SYSTEMS.len()];
    for (column, mut client) in clients(&server) {
        let got = through(&mut client, &script, &said);
        // The transport makes no difference.
        let first = arrived[column].get_or_insert_with(|| got.clone());
        assert_eq!(*first, got, "{}", SYSTEMS[column].0);
    }
    let arrived: Vec<Vec<Fault>> = arrived.into_iter().flatten().collect();
    let columns = SYSTEMS.map(|(name, _)| name);
    let row = |cell: &dyn Fn(usize, usize) -> String| -> Vec<(&str, Vec<String>)> {
        let rows = faults.iter().enumerate();
        rows.map(|(at, (name, _))| (*name, (0..columns.len()).map(|c| cell(at, c)).collect()))
            .collect()
    };
    let sent = row(&|at, column| sent(columns[column], &said[at]));
    let became = row(&|at, column| became(&said[at], &arrived[column][at]));

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/faults.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let expected = with(&document, "what is sent", &table(&columns, &sent));
    let expected = with(&expected, "what arrives", &table(&columns, &became));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
        return;
    }
    assert_eq!(document, expected, "UPDATE=1 writes docs/faults.md anew");
}

/// A server that calls another and returns its fault.
#[test]
fn no_number_becomes_another_systems_behind_two_systems() {
    let said: Vec<Fault> = faults().into_iter().map(|(_, fault)| fault).collect();
    let (server, script) = server();
    let mut clients = clients(&server);
    let alone: Vec<Vec<Fault>> = clients
        .iter_mut()
        .map(|(_, client)| through(client, &script, &said))
        .collect();
    for first in 0..clients.len() {
        for second in 0..clients.len() {
            let both = through(&mut clients[second].1, &script, &alone[first]);
            for (at, said) in said.iter().enumerate() {
                let (a, b) = (&alone[first][at], &alone[second][at]);
                let pair = format!("{said:?} by {first} ({a:?}) and {second} ({b:?})");
                if a == said {
                    // The first makes no difference.
                    assert_eq!(&both[at], b, "{pair}");
                }
                let (both, said) = (both[at].plain(), said.plain());
                assert!(!is_invented(&said, &both), "{pair}: {both:?}");
            }
        }
    }
}

/// The domains of the columns of [`SYSTEMS`].
const DOMAINS: [Domain; 10] = [
    Domain::Onc,
    Domain::Dce,
    Domain::Dce,
    Domain::Dce,
    Domain::Grpc,
    Domain::JsonRpc,
    Domain::XmlRpc,
    Domain::Soap,
    Domain::Corba,
    Domain::Raw,
];

/// An application's number, and each system's number for it.
const NO_SUCH_FILE: i32 = 2_000_000_002;
const STATUSES: [(Domain, u32); 8] = [
    (Domain::Onc, 77),
    (Domain::Dce, 2),
    (Domain::Grpc, 5),
    (Domain::JsonRpc, -32_050i32 as u32),
    (Domain::XmlRpc, -32_650i32 as u32),
    (Domain::Soap, soap::fault::SENDER as u32),
    // TRANSIENT.
    (Domain::Corba, 18),
    (Domain::Raw, 9),
];

#[test]
fn a_servers_table_gives_an_applications_numbers_the_systems_own() {
    let table = STATUSES
        .iter()
        .fold(FaultTable::new(), |table, (system, status)| {
            table.map(NO_SUCH_FILE, *system, *status).map(7, *system, 0)
        });
    let number = Fault::Other(NO_SUCH_FILE as u32);
    let said = [
        number.clone(),
        Fault::application(NO_SUCH_FILE, "there is no such file"),
        Fault::Other(7),
        Fault::Other(8),
        Fault::BadArguments,
    ];
    let (server, script) = server_with(table.clone());
    let mut clients = clients(&server);
    for first in 0..clients.len() {
        let system = DOMAINS[clients[first].0];
        let got = through(&mut clients[first].1, &script, &said);
        let status = STATUSES.iter().find(|(of, _)| *of == system).unwrap().1;
        let is_own = |fault: &Fault| match fault.plain() {
            Fault::Status(of, code) => (of, code) == (system, status),
            // Numbers that JSON-RPC and XML-RPC do not reserve.
            Fault::Other(code) => code == status,
            _ => false,
        };
        assert!(got[..2].iter().all(is_own), "{first}: {got:?}");
        let said_so = words(&got[1]) == Some("there is no such file");
        let has_words = matches!(
            system,
            Domain::Grpc | Domain::JsonRpc | Domain::XmlRpc | Domain::Soap
        );
        assert_eq!(said_so, has_words, "{first}: {got:?}");
        // 0 is no failure in some systems, and arrives as a failure from all.
        assert_eq!(got.len(), said.len());
        assert_eq!(got[3].plain(), Fault::Other(8), "{first}");
        assert_eq!(got[4].plain(), Fault::BadArguments, "{first}");
        // Forwarded by a server that received it with the same table.
        let heard: Vec<Fault> = got[..2]
            .iter()
            .map(|f| table.from_system(system, f))
            .collect();
        let is_number = |fault: &Fault| fault.plain() == number;
        assert!(heard.iter().all(is_number), "{heard:?}");
        for (column, second) in &mut clients {
            let both = through(second, &script, &heard);
            let both: Vec<Fault> = both
                .iter()
                .map(|f| table.from_system(DOMAINS[*column], f))
                .collect();
            assert!(both.iter().all(is_number), "{both:?}");
        }
    }
}

/// Whether a number has changed its meaning: an application's number into another one or into a
/// specific refusal, or a system's number into an application's.
fn is_invented(said: &Fault, arrived: &Fault) -> bool {
    let failure = match arrived {
        Fault::Status(Domain::Dce, code) => *code == manyrpc_engine::status::FAULT_USER_DEFINED,
        // Their numbers for "internal error".
        Fault::Status(Domain::JsonRpc | Domain::XmlRpc, code) => *code as i32 == -32603,
        Fault::Status(Domain::Grpc, code) => *code == grpc::status::UNKNOWN as u32,
        Fault::Status(Domain::Soap, code) => *code == soap::fault::RECEIVER as u32,
        other => *other == Fault::ServerFailure,
    };
    let is_own = |fault: &Fault| matches!(fault, Fault::Other(_));
    (is_own(said) || is_own(arrived)) && arrived != said && !failure
}
