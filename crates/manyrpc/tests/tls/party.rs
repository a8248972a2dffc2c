//! A service that returns its caller's identity, with servers and clients.

use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::{Builder, Running};
use manyrpc::tls::{self, Owner};
use manyrpc::{Binding, Client, ClientOptions, Error, Server};
use manyrpc_model::Value;

use crate::certificates::{Authority, Valid};

const DEFINITION: &str = "
typedef opaque blob<>;
struct names { string principal<>; string subject<>; };
program PARTY {
    version PARTY_V1 {
        names whoami(void) = 1;
        blob echo(blob data) = 2;
    } = 1;
} = 0x20000102;
";

/// All kinds of TLS bindings.
pub(crate) const SECURE: [&str; 7] = [
    "grpcs://localhost:0",
    "jsonrpc+https://localhost:0/rpc",
    "xmlrpc+https://localhost:0/RPC2",
    "soap+https://localhost:0/soap",
    "iiops://localhost:0",
    "jsonrpc+tls://localhost:0",
    "jsonrpc+tls://localhost:0?framing=content-length",
];

pub(crate) fn interface() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("party.x", DEFINITION, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition: Arc<Definition> = Definition::new(module).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

pub(crate) fn builder() -> Builder {
    Server::builder().service(service())
}

pub(crate) fn service() -> DynamicService {
    DynamicService::new(interface(), |call, operation, arguments| {
        Ok(match operation.name.as_str() {
            "whoami" => {
                let owner = call.certificate.map(Owner::of).unwrap_or_default();
                vec![Value::Record(vec![
                    Value::Text(call.principal.unwrap_or("nobody").to_owned()),
                    Value::Text(owner.subject().to_owned()),
                ])]
            }
            _ => arguments,
        })
    })
}

/// A server certified by an authority under the name `localhost`.
pub(crate) fn server(binding: &str, authority: &Authority) -> Running {
    let issued = authority.server(&["localhost"], Valid::Now);
    serve(binding, tls::Server::new(issued.identity()))
}

pub(crate) fn serve(binding: &str, tls: tls::Server) -> Running {
    let builder = builder().tls(tls).listen(binding).unwrap();
    builder.start().unwrap()
}

pub(crate) fn connect(server: &Running, tls: tls::Client) -> Result<DynamicClient, Error> {
    connect_to(&server.bindings()[0], tls)
}

pub(crate) fn connect_to(at: &Binding, tls: tls::Client) -> Result<DynamicClient, Error> {
    let options = ClientOptions {
        tls,
        ..ClientOptions::default()
    };
    let client = Client::connect(at, None, &options)?;
    Ok(DynamicClient::new(client, interface()))
}

pub(crate) fn trusting(authority: &Authority) -> tls::Client {
    tls::Client::new().roots(authority.roots())
}

/// The caller's principal and subject, as the server knows them.
pub(crate) fn whoami(client: &mut DynamicClient) -> Result<(String, String), Error> {
    Ok(names(&client.call("whoami", &[])?))
}

/// The principal and subject among the results.
pub(crate) fn names(results: &[Value]) -> (String, String) {
    match results {
        [Value::Record(names)] => match names.as_slice() {
            [Value::Text(principal), Value::Text(subject)] => (principal.clone(), subject.clone()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

pub(crate) fn echo(client: &mut DynamicClient, bytes: usize) {
    echo_by(bytes, |data| client.call("echo", data));
}

/// Has so many bytes come back from a call of `echo`.
pub(crate) fn echo_by(bytes: usize, call: impl FnOnce(&[Value]) -> Result<Vec<Value>, Error>) {
    let data = Value::Bytes((0..bytes).map(|i| (i / 7) as u8).collect());
    let echoed = call(std::slice::from_ref(&data)).unwrap();
    assert!(echoed == [data], "{bytes} bytes came back otherwise");
}
