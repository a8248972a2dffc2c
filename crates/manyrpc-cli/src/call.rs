//! `manyrpc call`: one operation of a server, by name, in JSON.

use std::fs;
use std::io::Read;
use std::process::ExitCode;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::{AuthSys, Binding, Client, ClientOptions};
use serde_json::Value;

use crate::args::Call;
use crate::idl;
use crate::output::Failure;

/// Carries out the command.
pub(crate) fn run(args: Call) -> Result<ExitCode, Failure> {
    let definition = Definition::new(idl::load_definition(&args.definition)?)?;
    let (named, operation) = match args.operation.split_once('.') {
        Some((interface, operation)) => (Some(interface), operation),
        None => (
            args.definition.interface.as_deref(),
            args.operation.as_str(),
        ),
    };
    let interface = find(&definition, named, operation)?;
    let arguments = arguments(args.data.as_deref().or(args.arguments.as_deref()))?;
    // Check the operation and its arguments before anything is sent.
    interface.arguments_from_json(operation, &arguments)?;
    let binding: Binding = args.target.parse().map_err(manyrpc::Error::Binding)?;
    let options = ClientOptions {
        timeout: Some(args.timeout),
        auth_sys: args.auth_sys.as_deref().map(auth_sys).transpose()?,
        ..ClientOptions::default()
    };
    let client = Client::connect(&binding, Some(interface.id()), &options)?;
    let result = DynamicClient::new(client, interface).call_json(operation, &arguments)?;
    let text = if args.compact {
        serde_json::to_string(&result)
    } else {
        serde_json::to_string_pretty(&result)
    };
    idl::write_out(None, &format!("{}\n", text.map_err(Failure::misuse)?))?;
    Ok(ExitCode::SUCCESS)
}

/// The named interface; without a name the only one, or the latest that has the operation.
fn find(
    definition: &std::sync::Arc<Definition>,
    named: Option<&str>,
    operation: &str,
) -> Result<DynamicInterface, Failure> {
    if named.is_some() || definition.module.interfaces.len() == 1 {
        return Ok(DynamicInterface::find(definition, named)?);
    }
    let mut having: Vec<DynamicInterface> = DynamicInterface::all(definition)
        .into_iter()
        .filter(|i| i.model().find_operation(operation).is_some())
        .collect();
    having.sort_by_key(|i| (i.id().program, i.id().version));
    match having.as_slice() {
        [] => {
            let all = definition.module.interfaces.iter();
            let known: Vec<String> = all
                .flat_map(|i| &i.operations)
                .map(|o| o.name.clone())
                .collect();
            Err(manyrpc::Error::Unknown {
                what: "operation",
                name: operation.to_owned(),
                known,
            }
            .into())
        }
        [.., last] if having.iter().all(|i| i.id().program == last.id().program) => {
            Ok(last.clone())
        }
        several => {
            let names: Vec<&str> = several.iter().map(|i| i.id().name).collect();
            Err(Failure::Misuse(format!(
                "several interfaces have `{operation}`: {}. Choose with --interface",
                names.join(", ")
            )))
        }
    }
}

/// JSON as given, from `@FILE`, or from standard input with `@-`; none at all is no arguments.
fn arguments(text: Option<&str>) -> Result<Value, Failure> {
    let text = match text {
        None => return Ok(Value::Array(Vec::new())),
        Some("@-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(Failure::misuse)?;
            text
        }
        Some(text) => match text.strip_prefix('@') {
            Some(path) => fs::read_to_string(path)
                .map_err(|e| Failure::Misuse(format!("cannot read {path}: {e}")))?,
            None => text.to_owned(),
        },
    };
    serde_json::from_str(&text).map_err(|e| {
        Failure::Misuse(format!(
            "the arguments are not JSON: {e}. Give an object by parameter name or an array in order"
        ))
    })
}

fn auth_sys(text: &str) -> Result<AuthSys, Failure> {
    let parsed = text
        .split_once(':')
        .and_then(|(uid, gid)| Some((uid.parse().ok()?, gid.parse().ok()?)));
    let (uid, gid) =
        parsed.ok_or_else(|| Failure::misuse("--auth-sys takes UID:GID, as 1000:1000"))?;
    let host = rustix::system::uname();
    let machine = host.nodename().to_str().unwrap_or("localhost");
    Ok(AuthSys {
        machine: machine.to_owned(),
        uid,
        gid,
        gids: Vec::new(),
    })
}
