//! SOAP with gSOAP, Apache CXF, zeep, spyne and SOAP::Lite, both directions, in every style and version that each has: the workloads, and
//! what SOAP and XML Schema have besides (`peers/soap.md` has the values); users, addresses, TLS, attachments and encodings.
//!
//! The definitions are those of `interfaces/soap`, which theirs are made of; spyne writes its own, which we read from its server, as
//! zeep reads that of ours. What does not work is listed in `soap_known_failures.txt`, which only shrinks.

#[path = "soap/builtins.rs"]
mod builtins;
#[path = "soap/descriptions.rs"]
mod descriptions;
#[path = "soap/entries.rs"]
mod entries;
#[path = "soap/features.rs"]
mod features;
#[path = "soap/forms.rs"]
mod forms;
#[path = "soap/headers.rs"]
mod headers;
#[path = "soap/http.rs"]
mod http;
#[path = "soap/refusals.rs"]
mod refusals;
#[path = "soap/relay.rs"]
mod relay;
#[path = "soap/scratch.rs"]
mod scratch;
#[path = "soap/stubs.rs"]
mod stubs;
mod support;
#[path = "soap/tls.rs"]
mod tls;
#[path = "soap/workloads.rs"]
mod workloads;

use std::path::Path;

use manyrpc::dynamic::{Definition, DynamicInterface};
use manyrpc::{Binding, ClientOptions, systems};
use support::dynamic::Dynamic;
use support::world::{Served, World};
use support::{Peer, bench, database, judge, root};

const KNOWN: &str = include_str!("soap_known_failures.txt");

/// What came of each case.
type Results = Vec<(String, Result<(), String>)>;

const WORKLOADS: [&str; 13] = [
    "nothing",
    "add",
    "echo:0",
    "echo:12",
    "echo:65536",
    "ints:0",
    "ints:1000",
    "sum:10",
    "transfer:100",
    "concat",
    "info",
    "info-photo",
    "count",
];

/// Those that [`bench`] serves and calls in both worlds.
fn of_stubs() -> impl Iterator<Item = &'static str> {
    let others = ["sum:10", "transfer:100"];
    WORKLOADS.into_iter().filter(move |w| !others.contains(w))
}

/// As many calls of each workload; the photo is a megabyte.
const CALLS: usize = 5;

/// An interface of the definitions that the peers are compiled from.
fn interface(definition: &str) -> DynamicInterface {
    read(&root().join("interfaces/soap").join(definition))
}

/// The interface of a definition.
fn read(path: &Path) -> DynamicInterface {
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{}: {problems:?}", path.display()));
    let definition = Definition::new(module).expect("it can be lowered");
    let found = DynamicInterface::find(&definition, None);
    found.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// How both sides are told what to speak: options of a program of theirs, and settings of a binding of ours.
#[derive(Clone, Copy)]
struct Manner {
    name: &'static str,
    option: &'static str,
    setting: &'static str,
}

const SOAP_1_1: Manner = Manner {
    name: "1.1",
    option: "version=1.1",
    setting: "version=1.1",
};

const SOAP_1_2: Manner = Manner {
    name: "1.2",
    option: "version=1.2",
    setting: "version=1.2",
};

const MTOM: Manner = Manner {
    name: "mtom",
    option: "mtom=on",
    setting: "mtom=on",
};

/// With the entries of WS-Addressing.
const ADDRESSED: Manner = Manner {
    name: "wsa",
    option: "wsa=on",
    setting: "version=1.2&wsa=on",
};

/// A server of ours, at a port of this machine.
fn started(world: World, server: manyrpc::server::Builder) -> Served {
    started_with(world, server, "mtom=on")
}

/// The same with these settings.
fn started_with(world: World, server: manyrpc::server::Builder, settings: &str) -> Served {
    let server = server.listen(&format!("soap+http://127.0.0.1:0/?{settings}"));
    let server = server.and_then(|server| world.start(server));
    server.expect("loopback can be listened on")
}

/// A client of theirs, of a server of ours.
fn client(program: &str, served: &Served, options: &[&str]) -> Peer {
    let port = served.port().to_string();
    Peer::start(program, &[&["tcp", "127.0.0.1", &port], options].concat())
}

/// A client of theirs for calls to several servers of ours, in several manners. What starts slowly is one process for all of them.
struct Caller {
    program: &'static str,
    running: Option<Peer>,
}

impl Caller {
    fn of(program: &'static str) -> Self {
        Caller {
            program,
            running: None,
        }
    }

    /// Whether it knows the command `with`.
    fn is_told(&self) -> bool {
        let mut slow = ["soap-cxf/", "soap-python/"].iter();
        slow.any(|folder| self.program.starts_with(folder))
    }

    /// The client, from now on for that server and with that option.
    fn at(&mut self, served: &Served, option: &str) -> &mut Peer {
        if !self.is_told() {
            return self.running.insert(client(self.program, served, &[option]));
        }
        let start = || client(self.program, served, &[]);
        let peer = self.running.get_or_insert_with(start);
        let with = format!("with port={} {option}", served.port());
        assert_eq!(peer.ask(&with), "ok", "{}", self.program);
        peer
    }
}

/// Their client calls our server: these workloads.
fn workloads_of(
    peer: &mut Peer,
    manner: &str,
    workloads: impl Iterator<Item = &'static str>,
) -> Results {
    let run = |workload| {
        let result = peer.run_all(workload, CALLS);
        (format!("{manner} {workload}"), result)
    };
    workloads.map(run).collect()
}

/// Their client calls our server: every case that it knows.
fn cases_of(caller: &mut Caller, served: &Served, manner: Manner) -> Results {
    let mut results = Results::new();
    let mut peer = caller.at(served, manner.option);
    for case in peer.ask("cases").split(' ') {
        let result = match &*peer.ask(&format!("case {case}")) {
            "ok" => Ok(()),
            "" => {
                caller.running = None;
                peer = caller.at(served, manner.option);
                Err("it has ended".to_owned())
            }
            wrong => Err(wrong.to_owned()),
        };
        results.push((format!("{} {case}", manner.name), result));
    }
    results
}

/// Their clients call ours, document/literal: the service of generated code.
fn they_call_documents(library: &str, program: &'static str, manners: &[Manner]) {
    let mut caller = Caller::of(program);
    for world in World::ALL {
        let served = bench::serve(world, &["soap+http://127.0.0.1:0/?mtom=on"]);
        let mut results = Results::new();
        for manner in manners {
            let peer = caller.at(&served, manner.option);
            let name = format!("document {}", manner.name);
            results.extend(workloads_of(peer, &name, of_stubs()));
        }
        judge(KNOWN, &format!("{library}-calls-us"), world.told(results));
        served.stop();
    }
}

/// The same by a definition in another style.
fn they_call(library: &str, program: &'static str, style: &str, manners: &[Manner]) {
    let mut caller = Caller::of(program);
    for world in World::ALL {
        let served = workloads::serve(world, interface(&format!("bench-{style}.wsdl")));
        let mut results = Results::new();
        for manner in manners {
            let peer = caller.at(&served, manner.option);
            let name = format!("{style} {}", manner.name);
            results.extend(workloads_of(peer, &name, WORKLOADS.into_iter()));
        }
        judge(KNOWN, &format!("{library}-calls-us"), world.told(results));
        served.stop();
    }
}

#[test]
fn gsoap_calls_us() {
    let program = "soap-gsoap/gsoap_client";
    they_call_documents("gsoap", program, &[SOAP_1_1, SOAP_1_2, MTOM]);
}

#[test]
fn gsoap_calls_us_as_procedures() {
    they_call(
        "gsoap",
        "soap-gsoap/gsoap_rpc_client",
        "rpc",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn gsoap_calls_us_encoded() {
    they_call(
        "gsoap",
        "soap-gsoap/gsoap_encoded_client",
        "encoded",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn cxf_calls_us() {
    they_call_documents("cxf", "soap-cxf/cxf_client", &[SOAP_1_1, SOAP_1_2, MTOM]);
}

#[test]
fn cxf_calls_us_as_procedures() {
    they_call(
        "cxf",
        "soap-cxf/cxf_rpc_client",
        "rpc",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn zeep_calls_us() {
    they_call_documents("zeep", "soap-python/zeep_client", &[SOAP_1_1, SOAP_1_2]);
}

/// By the definition that our server writes of `bench.x`, be it of a dynamic service or of generated code.
#[test]
fn zeep_reads_our_definition_and_calls_us() {
    let mut caller = Caller::of("soap-python/zeep_client");
    for world in World::ALL {
        let by = || interface("../bench.x");
        let served = workloads::serve(world, by());
        let peer = caller.at(&served, "wsdl=served");
        let mut results = workloads_of(peer, "served", WORKLOADS.into_iter());
        served.stop();
        let served = bench::serve_described(world, &["soap+http://127.0.0.1:0"], by());
        let peer = caller.at(&served, "wsdl=served");
        results.extend(workloads_of(peer, "stubs served", of_stubs()));
        served.stop();
        judge(KNOWN, "zeep-calls-us", world.told(results));
    }
}

#[test]
fn zeep_calls_us_as_procedures() {
    they_call(
        "zeep",
        "soap-python/zeep_rpc_client",
        "rpc",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn zeep_calls_us_encoded() {
    they_call(
        "zeep",
        "soap-python/zeep_encoded_client",
        "encoded",
        &[SOAP_1_1],
    );
}

#[test]
fn soap_lite_calls_us() {
    they_call("lite", "soap-lite/lite_client", "encoded", &[SOAP_1_1]);
}

/// Our client calls their server, document/literal: the stubs of generated code.
fn we_call_documents(library: &str, program: &str, manners: &[Manner]) {
    let mut server = Peer::start(program, &["tcp", "0", "mtom=on"]);
    let port = server.port();
    for world in World::ALL {
        let mut results = Results::new();
        for manner in manners {
            let at = format!("soap+http://127.0.0.1:{port}/?{}", manner.setting);
            let mut ours = bench::open(world, &at).expect("it listens");
            for workload in of_stubs() {
                let result = (0..CALLS).try_for_each(|_| bench::call(&mut ours, workload));
                results.push((format!("document {} {workload}", manner.name), result));
            }
        }
        judge(KNOWN, &format!("we-call-{library}"), world.told(results));
    }
}

/// The same by a definition.
fn we_call(library: &str, program: &str, style: &str, manners: &[Manner]) {
    let mut server = Peer::start(program, &["tcp", "0"]);
    let port = server.port();
    for world in World::ALL {
        let mut results = Results::new();
        for manner in manners {
            let at = format!("soap+http://127.0.0.1:{port}/?{}", manner.setting);
            let by = interface(&format!("bench-{style}.wsdl"));
            let mut ours = Dynamic::open(world, &at, by).expect("it listens");
            let manner = format!("{style} {}", manner.name);
            results.extend(workloads::of_ours(&mut ours, &manner));
        }
        judge(KNOWN, &format!("we-call-{library}"), world.told(results));
    }
}

#[test]
fn we_call_gsoap() {
    let program = "soap-gsoap/gsoap_server";
    we_call_documents("gsoap", program, &[SOAP_1_1, SOAP_1_2, MTOM]);
}

#[test]
fn we_call_gsoap_as_procedures() {
    we_call(
        "gsoap",
        "soap-gsoap/gsoap_rpc_server",
        "rpc",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn we_call_gsoap_encoded() {
    we_call(
        "gsoap",
        "soap-gsoap/gsoap_encoded_server",
        "encoded",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn we_call_cxf() {
    we_call_documents("cxf", "soap-cxf/cxf_server", &[SOAP_1_1, SOAP_1_2, MTOM]);
}

#[test]
fn we_call_cxf_as_procedures() {
    we_call(
        "cxf",
        "soap-cxf/cxf_rpc_server",
        "rpc",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn we_call_soap_lite() {
    we_call("lite", "soap-lite/lite_server", "encoded", &[SOAP_1_1]);
}

/// The interface that has an operation, by the definition that a server writes.
fn described(at: &str, operation: &str) -> DynamicInterface {
    let binding: Binding = at.parse().expect("it is a binding");
    let describer = systems::describer_of(&binding).expect("SOAP has descriptions");
    let found = describer.find(&binding, &ClientOptions::default(), operation);
    let (interface, _) = found.expect("it describes what it serves");
    interface
}

/// By the definitions that CXF writes of Java's classes.
#[test]
fn we_read_the_definitions_of_cxf_and_call_it() {
    let programs = [
        ("document", "soap-cxf/cxf_server", "add"),
        ("rpc", "soap-cxf/cxf_rpc_server", "add"),
        ("features", "soap-cxf/cxf_features_server", "divide"),
    ];
    for (kind, program, operation) in programs {
        let mut server = Peer::start(program, &["tcp", "0"]);
        let at = format!("soap+http://127.0.0.1:{}/", server.port());
        let by = described(&at, operation);
        let results = |world| results_by(world, &at, &by, &format!("described {kind}"));
        for world in World::ALL {
            judge(KNOWN, "we-call-cxf", world.told(results(world)));
        }
    }
}

/// By the definitions that gSOAP's generator writes of headers in C++.
#[test]
fn we_read_the_definitions_of_gsoap_and_call_it() {
    let programs = [
        ("bench", "gsoap_server"),
        ("bench-rpc", "gsoap_rpc_server"),
        ("bench-encoded", "gsoap_encoded_server"),
        ("features", "gsoap_features_server"),
        ("graphs", "gsoap_graphs_server"),
    ];
    for (kind, program) in programs {
        let by = read(&root().join(format!("peers/build/soap-gsoap/written/{kind}.wsdl")));
        let mut server = Peer::start(&format!("soap-gsoap/{program}"), &["tcp", "0"]);
        let at = format!("soap+http://127.0.0.1:{}/", server.port());
        for world in World::ALL {
            let results = results_by(world, &at, &by, &format!("written {kind}"));
            judge(KNOWN, "we-call-gsoap", world.told(results));
        }
    }
}

/// The workloads, or our cases, with a server whose interface is this.
fn results_by(world: World, at: &str, by: &DynamicInterface, manner: &str) -> Results {
    if by.model().operations.iter().all(|o| o.name != "concat") {
        return features::cases_by(world, at, by, manner);
    }
    let mut ours = Dynamic::open(world, at, by.clone()).expect("it listens");
    workloads::of_ours(&mut ours, manner)
}

/// By the definition that its server writes.
#[test]
fn we_read_the_definition_of_spyne_and_call_it() {
    let mut server = Peer::start("soap-python/spyne_server", &["tcp"]);
    let at = format!("soap+http://127.0.0.1:{}/", server.port());
    let interface = described(&at, "divide");
    for world in World::ALL {
        let mut ours = Dynamic::open(world, &at, interface.clone()).expect("it listens");
        let mut results = workloads::of_ours(&mut ours, "spyne");
        results.push((
            "spyne bare".to_owned(),
            workloads::takes_a_document(&mut ours),
        ));
        results.push((
            "spyne fault".to_owned(),
            workloads::divides_by_zero(&mut ours),
        ));
        judge(KNOWN, "we-call-spyne", world.told(results));
    }
}

/// Their cases with our servers: one by the definition, and one of stubs.
fn their_cases_pass(library: &str, program: &'static str, definition: &str, manners: &[Manner]) {
    let mut caller = Caller::of(program);
    for (world, serve) in World::in_all([features::serve, stubs::serve]) {
        let served = serve(world, definition);
        let mut results = Results::new();
        for manner in manners {
            results.extend(cases_of(&mut caller, &served, *manner));
        }
        judge(KNOWN, &format!("cases-of-{library}"), world.told(results));
        served.stop();
    }
}

#[test]
fn the_cases_of_gsoap_pass_here() {
    let manners = [SOAP_1_1, SOAP_1_2, MTOM];
    their_cases_pass(
        "gsoap",
        "soap-gsoap/gsoap_features_client",
        "features",
        &manners,
    );
}

#[test]
fn the_graphs_of_gsoap_come_back() {
    their_cases_pass(
        "gsoap",
        "soap-gsoap/gsoap_graphs_client",
        "graphs",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn the_cases_of_cxf_pass_here() {
    let manners = [SOAP_1_1, SOAP_1_2, MTOM];
    their_cases_pass("cxf", "soap-cxf/cxf_features_client", "features", &manners);
}

#[test]
fn the_cases_of_zeep_pass_here() {
    let manners = [SOAP_1_1, SOAP_1_2];
    their_cases_pass(
        "zeep",
        "soap-python/zeep_features_client",
        "features",
        &manners,
    );
}

/// Our cases with their servers, by the definition and by stubs.
fn our_cases_pass(library: &str, program: &str, definition: &str, manners: &[Manner]) {
    let mut server = Peer::start(program, &["tcp", "0", "mtom=on"]);
    let port = server.port();
    for (world, cases) in World::in_all([features::cases, stubs::cases]) {
        let mut results = Results::new();
        for manner in manners {
            let at = format!("soap+http://127.0.0.1:{port}/?{}", manner.setting);
            results.extend(cases(world, &at, definition, manner.name));
        }
        judge(
            KNOWN,
            &format!("our-cases-at-{library}"),
            world.told(results),
        );
    }
}

#[test]
fn our_cases_pass_at_gsoap() {
    let manners = [SOAP_1_1, SOAP_1_2, MTOM];
    our_cases_pass(
        "gsoap",
        "soap-gsoap/gsoap_features_server",
        "features",
        &manners,
    );
}

#[test]
fn our_graphs_come_back_from_gsoap() {
    our_cases_pass(
        "gsoap",
        "soap-gsoap/gsoap_graphs_server",
        "graphs",
        &[SOAP_1_1, SOAP_1_2],
    );
}

#[test]
fn our_cases_pass_at_cxf() {
    let manners = [SOAP_1_1, SOAP_1_2, MTOM];
    our_cases_pass("cxf", "soap-cxf/cxf_features_server", "features", &manners);
}

/// Stubs and dynamic calls send the same, and gSOAP answers both alike.
#[test]
fn stubs_send_what_dynamic_calls_send() {
    for definition in ["features", "graphs"] {
        let program = format!("soap-gsoap/gsoap_{definition}_server");
        let mut server = Peer::start(&program, &["tcp", "0"]);
        let port = server.port();
        for world in World::ALL {
            let [dynamic, generated] = [features::cases, stubs::cases].map(|cases| {
                let between = relay::Relay::to(port);
                let at = format!("soap+http://127.0.0.1:{}/", between.port());
                cases(world, &at, definition, "1.1");
                let bodies = between.bodies().into_iter();
                let texts = bodies.map(|body| String::from_utf8_lossy(&body).into_owned());
                // It is asked for until what was sent one-way has been carried out.
                let texts = texts.filter(|text| !text.contains(":notified"));
                texts.collect::<Vec<_>>()
            });
            assert!(dynamic.len() > 15, "{} messages", dynamic.len());
            assert_eq!(dynamic, generated, "{world} {definition}");
        }
    }
}

/// SOAP::Lite refuses simple types that are not built in, as long as it has no code for each.
#[test]
fn we_state_types_to_soap_lite_that_it_does_not_know() {
    let mut server = Peer::start("soap-lite/lite_server", &["tcp", "0"]);
    let at = format!("soap+http://127.0.0.1:{}/", server.port());
    for world in World::ALL {
        let results = features::coded_cases(world, &at, "graphs");
        judge(KNOWN, "we-call-lite", world.told(results));
    }
}

/// Both ends of ours: a server of a definition, and the cases of its client.
type Ends = (
    fn(World, &str) -> Served,
    fn(World, &str, &str, &str) -> Results,
);

const DYNAMIC: Ends = (features::serve, features::cases);
const GENERATED: Ends = (stubs::serve, stubs::cases);

/// What both our client and our server write is valid by the schemas of the W3C, and by those of the definitions.
#[test]
fn our_messages_are_valid() {
    for (world, ends) in World::in_all([DYNAMIC, GENERATED]) {
        for manner in [SOAP_1_1, SOAP_1_2, ADDRESSED] {
            are_valid(world, ends, manner, "features");
        }
        // The encoding of SOAP 1.2 has no schema.
        are_valid(world, ends, SOAP_1_1, "graphs");
    }
}

/// The messages of all our cases.
fn are_valid(world: World, (serve, cases): Ends, manner: Manner, definition: &str) {
    let served = serve(world, definition);
    let between = relay::Relay::to(served.port());
    let (port, setting) = (between.port(), manner.setting);
    let at = format!("soap+http://127.0.0.1:{port}/?{setting}");
    let results = cases(world, &at, definition, manner.name);
    let least = results.len();
    for (case, result) in results {
        assert_eq!(result, Ok(()), "{world} {} {case}", manner.name);
    }
    let mut examiner = Peer::start("soap-schemas/soap_check", &[definition]);
    let said = between.bodies();
    // A request and an answer of each case at least, but for those without one.
    assert!(said.len() > least, "{} messages", said.len());
    let judged = said.into_iter().map(|body| {
        let hex: String = body.iter().map(|byte| format!("{byte:02x}")).collect();
        let text = String::from_utf8_lossy(&body);
        let result = match &*examiner.ask(&hex) {
            "ok" => Ok(()),
            wrong => Err(format!("{wrong}: {text}")),
        };
        (
            format!("{} {definition} {}", manner.name, element_of(&text)),
            result,
        )
    });
    judge(KNOWN, "our-messages", world.told(judged.collect()));
    served.stop();
}

/// The local name of the first element in a body.
fn element_of(message: &str) -> &str {
    let inside = message.split_once("Body>").map_or("", |(_, inside)| inside);
    let tag = inside.split([' ', '>', '/']).next().unwrap_or_default();
    tag.trim_start_matches('<').trim_start_matches("n:")
}

/// The folders of the programs of `Database.Request`, which `study kiraly` measures.
const DATABASES: [&str; 3] = ["soap-gsoap", "soap-cxf", "soap-python"];

#[test]
fn databases_call_us() {
    for world in World::ALL {
        let binding = "soap+http://127.0.0.1:0";
        let (served, port) = database::serve(world, binding, |builder| builder);
        let mut results = Results::new();
        for folder in DATABASES {
            let program = format!("{folder}/soap_client");
            let arguments = ["tcp", "127.0.0.1", &port];
            results.extend(database::called_by(folder, &program, &arguments));
        }
        judge(KNOWN, "database-calls-us", world.told(results));
        served.stop();
    }
}

#[test]
fn we_call_databases() {
    for folder in DATABASES {
        let mut server = Peer::start(&format!("{folder}/soap_server"), &["tcp"]);
        let at = format!("soap+http://127.0.0.1:{}", server.port());
        for world in World::ALL {
            let by = database::database();
            let mut ours = Dynamic::open(world, &at, by).expect("it listens");
            let results = database::calls(folder, &mut ours);
            judge(KNOWN, "we-call-database", world.told(results));
        }
    }
}
