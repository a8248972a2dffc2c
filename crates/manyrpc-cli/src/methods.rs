//! What servers of XML-RPC and JSON-RPC tell of themselves: they have no registry, but most have the
//! methods of `system`, as xmlrpc-c's document on introspection has them.

use std::process::ExitCode;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::{Binding, Client, ClientOptions, Error};
use serde_json::{Value, json};

use crate::args::{Describe, Target};
use crate::list::table;
use crate::output::{Failure, write_out};

/// The methods of `system` that we call. They travel by name, so the numbers mean nothing.
const SYSTEM: &str = "
typedef string text<>;
typedef text texts<>;
program SYSTEM {
    version system {
        texts listMethods(void) = 1;
        text methodHelp(text method) = 2;
    } = 1;
} = 0x20000000;
";

fn open(binding: &Binding, args: &Target) -> Result<DynamicClient, Failure> {
    let client_options = ClientOptions {
        tls: args.trust.client()?,
        ..ClientOptions::default()
    };
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("system.x", SYSTEM, &options);
    let module = module.unwrap_or_else(|| unreachable!("our own definition: {problems:?}"));
    let definition = Definition::new(module)?;
    let interface = DynamicInterface::find(&definition, Some("system"))?;
    let client = Client::connect(binding, None, &client_options)?;
    Ok(DynamicClient::new(client, interface))
}

/// Lists the methods of a server.
pub(crate) fn list(binding: &Binding, args: &Target) -> Result<ExitCode, Failure> {
    let methods = methods(&mut open(binding, args)?)?;
    let text = match args.format.as_str() {
        "json" => format!("{:#}\n", json!(methods)),
        _ => methods.iter().map(|method| format!("{method}\n")).collect(),
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the methods of a server, each with what it says of it.
pub(crate) fn describe(binding: &Binding, args: &Describe) -> Result<ExitCode, Failure> {
    let mut client = open(binding, &args.target)?;
    let mut methods = methods(&mut client)?;
    methods.retain(|method| args.program.as_ref().is_none_or(|only| only == method));
    let mut rows = Vec::new();
    for method in methods {
        let help = match client.call_json("methodHelp", &json!([method])) {
            Ok(help) => help.as_str().unwrap_or_default().to_owned(),
            // It is there, but not everybody explains everything.
            Err(Error::Call(_)) => String::new(),
            Err(other) => return Err(other.into()),
        };
        rows.push([method, help]);
    }
    let text = match args.target.format.as_str() {
        "json" => {
            let rows = rows
                .iter()
                .map(|[method, help]| json!({"method": method, "help": help}));
            format!("{:#}\n", Value::Array(rows.collect()))
        }
        _ => {
            let first = |help: &str| help.trim().lines().next().unwrap_or_default().to_owned();
            let rows = rows
                .into_iter()
                .map(|[method, help]| [method, first(&help)]);
            table(["method", "help"], rows.collect())
        }
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

fn methods(client: &mut DynamicClient) -> Result<Vec<String>, Failure> {
    let methods = client.call_json("listMethods", &json!([]))?;
    let methods = methods.as_array().cloned().unwrap_or_default();
    let names = methods.iter().filter_map(Value::as_str);
    Ok(names.map(str::to_owned).collect())
}
