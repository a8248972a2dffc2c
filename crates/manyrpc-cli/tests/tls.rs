//! TLS from the command line: whom to trust, who we are, and what errors say to do.

#[path = "../../manyrpc/tests/tls/certificates.rs"]
#[allow(dead_code, reason = "the library's tests use more of it")]
mod certificates;
#[path = "support/program.rs"]
mod program;

use certificates::{Authority, Issued, Valid};
use program::{Done, Scratch, Serving, interfaces, run};

/// Files of an authority and of those whom it vouches for.
struct Papers {
    scratch: Scratch,
    authority: Authority,
    ca: String,
}

impl Papers {
    fn new(test: &str) -> Self {
        let scratch = Scratch::new(test);
        let authority = Authority::new("Test Authority");
        let ca = scratch.file("ca.pem", &authority.pem);
        Papers {
            scratch,
            authority,
            ca,
        }
    }

    /// Options that prove a server to be that.
    fn server(&self, name: &str, valid: Valid) -> [String; 4] {
        self.options("server", &self.authority.server(&[name], valid))
    }

    /// Options that prove a client to be that.
    fn client(&self, name: &str) -> [String; 4] {
        self.options("client", &self.authority.client(name, None))
    }

    fn options(&self, of: &str, issued: &Issued) -> [String; 4] {
        let file = |ending: &str, text| self.scratch.file(&format!("{of}.{ending}"), text);
        let certificate = file("pem", &issued.certificate);
        let key = file("key", &issued.key);
        ["--cert".into(), certificate, "--key".into(), key]
    }
}

fn serve(binding: &str, proof: &[String], more: &[&str]) -> Serving {
    let proof: Vec<&str> = proof.iter().map(String::as_str).collect();
    Serving::start(&[&[binding, "--reply", "add=42"], &proof[..], more].concat())
}

fn call(binding: &str, options: &[&str]) -> Done {
    let bench = interfaces().join("bench.x").display().to_string();
    let call = ["call", binding, "--idl", &bench, "add", "[40, 2]"];
    run(&[&call[..], options].concat())
}

fn answered(done: &Done) {
    assert_eq!((done.code, done.stdout.trim()), (0, "42"), "{done:?}");
}

fn refused(done: &Done, saying: &str) {
    assert!(done.code != 0 && done.stdout.is_empty(), "{done:?}");
    assert!(done.stderr.contains(saying), "no `{saying}` in {done:?}");
}

const SCHEMES: [&str; 4] = ["grpcs", "jsonrpc+https", "jsonrpc+tls", "xmlrpc+https"];

#[test]
fn a_server_is_trusted_for_its_authority_and_its_name() {
    let papers = Papers::new("tls-trust");
    for scheme in SCHEMES {
        let proof = papers.server("db.example", Valid::Now);
        let server = serve(&format!("{scheme}://127.0.0.1:0"), &proof, &[]);
        let named = ["--server-name", "db.example"];
        let at = server.binding();
        answered(&call(at, &[&["--ca", &papers.ca], &named[..]].concat()));
        answered(&call(at, &["--insecure-trust-anyone"]));
        refused(&call(at, &named), "--ca FILE");
        refused(&call(at, &["--ca", &papers.ca]), "--server-name NAME");
    }
}

#[test]
fn a_certificate_that_has_run_out_is_said_to_have() {
    let papers = Papers::new("tls-past");
    let proof = papers.server("127.0.0.1", Valid::Past);
    let server = serve("grpcs://127.0.0.1:0", &proof, &[]);
    refused(&call(server.binding(), &["--ca", &papers.ca]), "expired");
}

#[test]
fn a_server_may_demand_to_know_its_clients() {
    let papers = Papers::new("tls-mutual");
    let stranger = Papers::new("tls-stranger");
    let proof = papers.server("127.0.0.1", Valid::Now);
    for scheme in SCHEMES {
        let demanding = ["--ca", &papers.ca];
        let server = serve(&format!("{scheme}://127.0.0.1:0"), &proof, &demanding);
        let with = |options: &[String]| {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            call(server.binding(), &[&demanding, &options[..]].concat())
        };
        answered(&with(&papers.client("ada")));
        for refusing in [&[][..], &stranger.client("ada")] {
            refused(&with(refusing), "--cert FILE --key FILE");
        }
    }
}

/// Each side says what it takes the other for.
#[test]
fn tls_on_one_side_alone_is_recognised() {
    let papers = Papers::new("tls-one-side");
    let proof = papers.server("127.0.0.1", Valid::Now);
    for (scheme, plain) in [
        ("grpcs", "grpc"),
        ("jsonrpc+https", "jsonrpc+http"),
        ("xmlrpc+https", "xmlrpc+http"),
    ] {
        let secured = serve(&format!("{scheme}://127.0.0.1:0"), &proof, &[]);
        let at = secured.binding().replacen(scheme, plain, 1);
        refused(&call(&at, &[]), "TLS");
        let open = Serving::start(&[&format!("{plain}://127.0.0.1:0"), "--reply", "add=42"]);
        let at = open.binding().replacen(plain, scheme, 1);
        refused(&call(&at, &["--ca", &papers.ca]), "TLS");
    }
}

#[test]
fn files_that_are_no_papers_are_misuse() {
    let papers = Papers::new("tls-files");
    let nothing = papers.scratch.file("nothing.pem", "nothing");
    let absent = papers.scratch.path("absent.pem");
    for (options, saying) in [
        (["--ca", &nothing], "nothing.pem"),
        (["--ca", &absent], "absent.pem"),
        (["--cert", &papers.ca], "ca.pem"),
    ] {
        let done = call("grpcs://127.0.0.1:1", &options);
        assert_eq!(done.code, 2, "{done:?}");
        refused(&done, saying);
    }
}
