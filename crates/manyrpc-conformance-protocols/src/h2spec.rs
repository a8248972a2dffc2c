//! h2spec, with gRPC requests, tests a complete gRPC server: engine, driver and application, with and without
//! TLS. The engine's own tests use it for HTTP/2 alone.

use std::path::Path;
use std::process::Command;

use manyrpc::dynamic::{
    Conversation, Definition, DynamicInterface, DynamicReplies, DynamicService,
};
use manyrpc::stub::Flow;
use manyrpc::tls::{self, Identity};
use manyrpc::{Fault, Server};
use manyrpc_conformance::suite::{Case, Plan, Suite, root};
use manyrpc_model::Value;

use crate::in_all_worlds;
use crate::world::{Served, World};

pub(crate) const SUITE: Suite = Suite {
    name: "grpc-h2spec",
    about: "h2spec, whose requests are gRPC's, against a gRPC server, with TLS and without",
    known: include_str!("../known_failures/grpc-h2spec.txt"),
    run,
};

/// The number of h2spec's cases, to detect missing ones.
const CASES: usize = 146;

/// A case that assumes a maximum frame size of 16 KiB: it is given fields that exceed our larger maximum.
const LARGE: &str = "http2/4.2/3";
const LARGE_NAME: &str =
    "http2/4.2 Sends a large size HEADERS frame that exceeds the SETTINGS_MAX_FRAME_SIZE";

/// The service: the client may send any messages or none, and receives the reply at the end.
const DEFINITION: &str = "\
syntax = \"proto3\";
package examined;
message Item { bytes data = 1; }
service Gatherer { rpc Gather(stream Item) returns (Item); }
";
const PATH: &str = "/examined.Gatherer/Gather";

struct Gathering;

impl Conversation for Gathering {
    fn message(&mut self, _: Vec<Value>, _: &mut DynamicReplies<'_>) -> Flow {
        Flow::Wait
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        replies.send(&[Value::Record(vec![Value::Bytes(b"some content".to_vec())])]);
        Flow::DONE
    }
}

fn interface() -> Result<DynamicInterface, String> {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("examined.proto", DEFINITION, &options);
    let module = module.ok_or_else(|| format!("{problems:?}"))?;
    let definition = Definition::new(module).map_err(|e| e.to_string())?;
    DynamicInterface::find(&definition, None).map_err(|e| e.to_string())
}

fn serve(world: World, secured: bool) -> Result<Served, String> {
    let gather = DynamicService::new(interface()?, |_, _, _| Err(Fault::NoSuchOperation));
    let gather = gather.conversing(|_, _| Ok(Box::new(Gathering)));
    let server = world.service(Server::builder(), gather);
    let listening = match secured {
        false => server.listen("grpc://127.0.0.1:0"),
        true => server
            .tls(tls::Server::new(identity()?))
            .listen("grpcs://127.0.0.1:0"),
    };
    let served = listening.and_then(|server| world.start(server));
    served.map_err(|e| e.to_string())
}

/// A self-signed certificate, which h2spec accepts.
fn identity() -> Result<Identity, String> {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]);
    let own = own.map_err(|e| e.to_string())?;
    let pem = |label: &str, der: &[u8]| {
        let text = base64_simd::STANDARD.encode_to_string(der);
        format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n")
    };
    let certificate = pem("CERTIFICATE", own.cert.der());
    let key = pem("PRIVATE KEY", own.signing_key.serialized_der());
    Identity::from_pem(certificate.as_bytes(), key.as_bytes()).map_err(|e| e.to_string())
}

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    in_all_worlds(|world| run_in(world, plan))
}

fn run_in(world: World, plan: &Plan) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for secured in [false, true] {
        let server = serve(world, secured)?;
        let port = server.port();
        let under = if secured { "over TLS" } else { "bare" };
        let mut examine = |arguments: &[&str], expected: usize| {
            let found = examined(plan, port, secured, arguments)?;
            if found.len() != expected {
                return Err(format!("{} cases ran, {expected} are there", found.len()));
            }
            for (name, result) in found {
                if name != LARGE_NAME || expected == 1 {
                    let name = format!("{under}: {name}");
                    cases.push(Case { name, result });
                }
            }
            Ok(())
        };
        examine(&[], CASES)?;
        examine(&[LARGE, "--max-header-length", "1000000"], 1)?;
    }
    Ok(cases)
}

type Found = Vec<(String, Result<(), String>)>;

/// Runs h2spec with additional arguments.
fn examined(plan: &Plan, port: u16, secured: bool, arguments: &[&str]) -> Result<Found, String> {
    let program = root().join("peers/build/h2spec/h2spec_grpc");
    let wrong = |what: &Path, e: std::io::Error| format!("{}: {e}", what.display());
    std::fs::create_dir_all(&plan.keep).map_err(|e| wrong(&plan.keep, e))?;
    let report = plan.keep.join(format!("h2spec-{}.xml", std::process::id()));
    let mut command = Command::new(&program);
    command
        .args([
            "--host",
            "127.0.0.1",
            "--port",
            &port.to_string(),
            "--path",
            PATH,
        ])
        .args(["--strict", "--timeout", "2", "--junit-report"])
        .arg(&report)
        .args(arguments);
    if secured {
        command.args(["--tls", "--insecure"]);
    }
    let out = command.output();
    out.map_err(|e| format!("{}; `make peers` builds it", wrong(&program, e)))?;
    let xml = std::fs::read_to_string(&report).map_err(|e| wrong(&report, e))?;
    let _ = std::fs::remove_file(&report);
    Ok(read(&xml))
}

/// The cases of a report, with the reasons of failures and incomplete cases.
fn read(xml: &str) -> Found {
    let attribute = |case: &str, name: &str| {
        let value = case.split(&format!("{name}=\"")).nth(1);
        let value = value.and_then(|value| value.split('"').next());
        value.unwrap_or_default().to_owned()
    };
    let one = |case: &str| {
        let name = format!(
            "{} {}",
            attribute(case, "package"),
            attribute(case, "classname")
        );
        let failed = ["<failure", "<error", "<skipped"].iter().find_map(|tag| {
            let behind = case.split(tag).nth(1)?;
            let text = behind.split_once('>').map_or(behind, |(_, text)| text);
            Some(
                text.split('<')
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .replace('\n', "; "),
            )
        });
        (name, failed.map_or(Ok(()), Err))
    };
    xml.split("<testcase ").skip(1).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_what_failed() {
        let xml = "<testsuite><testcase package=\"http2/4.1\" classname=\"Sends a frame\" time=\"0\"></testcase>\
                   <testcase package=\"http2/4.2\" classname=\"Sends another\"><failure>GOAWAY\nTimeout</failure></testcase>";
        let expected = [
            ("http2/4.1 Sends a frame".to_owned(), Ok(())),
            (
                "http2/4.2 Sends another".to_owned(),
                Err("GOAWAY; Timeout".to_owned()),
            ),
        ];
        assert_eq!(read(xml), expected);
    }
}
