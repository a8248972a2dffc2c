//! Dates of XML-RPC with the libraries of other languages, through a definition that has
//! `google.protobuf.Timestamp`: Python's `datetime` and `DateTime`, Ruby's `XMLRPC::DateTime`, `Time`,
//! `DateTime` and `Date`, both directions.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::{CallError, Domain, Error, Fault, Server};
use manyrpc_model::Value;
use serde_json::{Value as Json, json};
use support::dynamic::Dynamic;
use support::root;
use support::world::{Served, World};

fn calendar() -> DynamicInterface {
    let path = root().join("crates/manyrpc-gen/tests/corpus/well_known.proto");
    let (module, problems) = manyrpc_idl::load(&path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, None).expect("it is there")
}

/// Gives back what it gets; the settings are the binding's.
fn serve(world: World, settings: &str) -> (Served, String) {
    let service = DynamicService::new(calendar(), |_, _, values| Ok(values));
    let server = world
        .service(Server::builder(), service)
        .listen(&format!("xmlrpc+http://127.0.0.1:0/RPC2{settings}"));
    let server = server.and_then(|s| world.start(s)).expect("loopback");
    let port = server.port().to_string();
    (server, port)
}

fn script(program: &str, path: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.arg(root().join("peers").join(path)).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The lines of JSON that a client prints.
fn said(program: &str, path: &str, port: &str) -> Vec<Json> {
    let done = script(program, path, &["call", port])
        .output()
        .expect(program);
    assert!(done.status.success(), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout);
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line));
    lines.collect()
}

/// A foreign server, which ends with its standard input.
struct Foreign {
    child: Child,
    binding: String,
}

impl Foreign {
    fn start(program: &str, path: &str) -> Self {
        let mut child = script(program, path, &["serve"]).spawn().expect(program);
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let port = line.trim().strip_prefix("PORT ").expect("a port");
        let binding = format!("xmlrpc+http://127.0.0.1:{port}/RPC2");
        Foreign { child, binding }
    }

    fn client(&self, world: World, settings: &str) -> Dynamic {
        let binding = format!("{}{settings}", self.binding);
        Dynamic::open(world, &binding, calendar()).expect("it listens")
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

const DATE: i64 = 900_684_535; // 1998-07-17T14:08:55Z
/// The codes for faults of the specification for interoperability.
const BAD_ARGUMENTS: i32 = -32602;
const SERVER_FAILURE: i32 = -32603;

const DAY: i64 = 86_400;
const YEAR_1: i64 = -62_135_596_800;
const YEAR_9999: i64 = 253_402_300_799;

fn moment(seconds: i64, nanos: i32) -> Value {
    Value::Record(vec![Value::I64(seconds), Value::I32(nanos)])
}

fn at(client: &mut Dynamic, seconds: i64, nanos: i32) -> Result<Value, Error> {
    let results = client.call("At", &[moment(seconds, nanos)])?;
    Ok(results.into_iter().next().expect("one result"))
}

#[test]
fn pythons_dates_are_read_and_written() {
    for world in World::ALL {
        let (server, port) = serve(world, "");
        let said = said("/usr/bin/python3", "python/xmlrpc_dates.py", &port);
        let (texts, dates) = said.split_at(7);
        for text in &texts[..4] {
            assert_eq!(text, "DateTime 19980717T14:08:55");
        }
        // Neither a day nor a date; between them one that is read, but cannot be written again.
        let codes: Vec<&Json> = texts[4..].iter().map(|said| &said[1]).collect();
        assert_eq!(
            codes,
            [BAD_ARGUMENTS, SERVER_FAILURE, BAD_ARGUMENTS],
            "{texts:?}"
        );
        let wanted = [
            "datetime 1998-07-17T14:08:55",
            "datetime 0001-01-01T00:00:00",
            "datetime 9999-12-31T23:59:59",
            // Python does not send microseconds.
            "datetime 2024-02-29T23:59:59",
        ];
        assert_eq!(dates[..4], wanted);
        let event = &dates[4];
        assert_eq!(event["at"], wanted[0]);
        assert_eq!(event["seen"], json!(wanted));
        assert_eq!(event["steps"], json!({ "one": "1.500s" }));
        assert_eq!(event["maybe"]["an_int32"], 5);
        assert_eq!(event["until"], Json::Null);
        server.stop();
    }
}

#[test]
fn fractions_are_written_or_dropped_where_a_binding_says_so() {
    for world in World::ALL {
        for (settings, date) in [
            ("?fractions=write", "DateTime 19980717T14:08:55.500"),
            ("?fractions=drop", "DateTime 19980717T14:08:55"),
        ] {
            let (server, port) = serve(world, settings);
            let said = said("/usr/bin/python3", "python/xmlrpc_dates.py", &port);
            assert_eq!(said[5], date, "{settings}");
            server.stop();
        }
    }
}

#[test]
fn rubys_dates_are_read_and_written() {
    for world in World::ALL {
        let (server, port) = serve(world, "");
        let said = said("/usr/bin/ruby", "ruby/xmlrpc_dates.rb", &port);
        let date = |numbers: [i32; 6]| {
            let class = std::iter::once(json!("XMLRPC::DateTime"));
            Json::from_iter(class.chain(numbers.map(Json::from)))
        };
        let wanted = [
            date([1998, 7, 17, 14, 8, 55]),
            date([1, 1, 1, 0, 0, 0]),
            date([2024, 2, 29, 23, 59, 59]),
            date([9999, 12, 31, 23, 59, 59]),
            date([2000, 2, 29, 0, 0, 0]),
        ];
        assert_eq!(said[..5], wanted);
        // Ruby's class has a 30th of February.
        assert_eq!(said[5][0], "fault");
        server.stop();
    }
}

#[test]
fn we_call_python_and_ruby_with_dates() {
    let servers = [
        ("/usr/bin/python3", "python/xmlrpc_dates.py"),
        ("/usr/bin/ruby", "ruby/xmlrpc_dates.rb"),
    ];
    for (world, (program, path)) in World::in_all(servers) {
        let server = Foreign::start(program, path);
        let mut client = server.client(world, "");
        for seconds in [DATE, YEAR_1, YEAR_9999 - DAY, 951_782_399, 0, -1] {
            let later = at(&mut client, seconds, 0);
            let wanted = moment(seconds + DAY, 0);
            assert_eq!(later.expect(program), wanted, "{program} {seconds}");
        }
        let refused = at(&mut client, DATE, 1).unwrap_err().to_string();
        assert!(refused.contains("a whole second"), "{refused}");
        let refused = at(&mut client, YEAR_9999 + 1, 0).unwrap_err().to_string();
        assert!(refused.contains("year 9999"), "{refused}");
        // Python's server has one connection at a time.
        drop(client);
        let mut client = server.client(world, "?fractions=drop");
        let later = at(&mut client, DATE, 999_999_999);
        assert_eq!(later.expect(program), moment(DATE + DAY, 0), "{program}");
        drop(client);
        // Neither of them reads what xmlrpc-c writes: Python says so, Ruby's carrier fails.
        let mut client = server.client(world, "?fractions=write");
        let refused = match at(&mut client, DATE, 500_000_000) {
            Err(Error::Call(CallError::Fault(fault))) => fault,
            other => panic!("{program}: {other:?}"),
        };
        match refused {
            Fault::Detailed(_) if program.contains("python") => {}
            Fault::Status(Domain::Http, 500) if program.contains("ruby") => {}
            other => panic!("{program}: {other:?}"),
        }
    }
}
