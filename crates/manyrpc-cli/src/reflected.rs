//! gRPC servers that tell what they serve: lists, definitions and calls without a definition.

use std::process::ExitCode;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicInterface};
use manyrpc::health::HealthClient;
use manyrpc::introspection::ReflectionClient;
use manyrpc::{Binding, ClientOptions, Error};
use serde_json::{Value, json};

use crate::args::{Describe, Target};
use crate::list::table;
use crate::output::{Failure, write_out};

/// What belongs to gRPC itself: not looked through for an operation.
const OWN: &str = "grpc.";

/// Lists a server's services with their operations.
pub(crate) fn list(binding: &Binding, args: &Target) -> Result<ExitCode, Failure> {
    let mut client = open(binding, &args.options()?)?;
    let mut rows = Vec::new();
    for name in client.services()? {
        let told = client.definition(&name).and_then(|d| service(&d, &name));
        match told {
            Ok(interface) => {
                let operations = interface.model().operations.iter();
                let streams = |given: bool| if given { "stream" } else { "one" };
                rows.extend(operations.map(|o| {
                    let (request, reply) = (streams(o.streams.request), streams(o.streams.reply));
                    [
                        name.clone(),
                        o.name.clone(),
                        request.to_owned(),
                        reply.to_owned(),
                    ]
                }));
            }
            // It is there, whatever is told of it.
            Err(_) => rows.push([name, "-".to_owned(), "-".to_owned(), "-".to_owned()]),
        }
    }
    let text = match args.format.as_str() {
        "json" => {
            let row = |[service, operation, request, reply]: &[String; 4]| {
                json!({
                    "service": service, "operation": operation, "request": request, "reply": reply,
                })
            };
            format!("{:#}\n", Value::Array(rows.iter().map(row).collect()))
        }
        _ => table(["service", "operation", "request", "reply"], rows),
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the definition of a service or type, or without a name of every service that is not gRPC's
/// own; in JSON with the health of each.
pub(crate) fn describe(binding: &Binding, args: &Describe) -> Result<ExitCode, Failure> {
    let options = args.target.options()?;
    let mut client = open(binding, &options)?;
    let names = match &args.program {
        Some(name) => vec![name.replace('/', ".")],
        None => {
            let mut names = client.services()?;
            names.retain(|name| !name.starts_with(OWN));
            names
        }
    };
    // A file of several services is printed once.
    let mut texts: Vec<(Vec<String>, String)> = Vec::new();
    for name in names {
        let definition = client.definition(&name)?;
        let text = printed(&definition)?;
        match texts.iter_mut().find(|(_, known)| *known == text) {
            Some((of, _)) => of.push(name),
            None => texts.push((vec![name], text)),
        }
    }
    let text = match args.target.format.as_str() {
        "json" => {
            let mut rows = Vec::new();
            for (names, text) in &texts {
                for name in names {
                    let health = health(binding, &options, name);
                    rows.push(json!({ "name": name, "definition": text, "health": health }));
                }
            }
            format!("{:#}\n", Value::Array(rows))
        }
        _ => texts
            .into_iter()
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
            .join("\n"),
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the server says of a service's health; nothing where it does not speak of it.
fn health(binding: &Binding, options: &ClientOptions, service: &str) -> Option<String> {
    let mut client = HealthClient::open(binding, options).ok()?;
    let status = client.check(service).ok()??;
    Some(status.to_string())
}

fn printed(definition: &Definition) -> Result<String, Failure> {
    let module = &definition.module;
    let files = manyrpc_idl::protobuf::print_files(module, &format!("{}.proto", module.name));
    let files = files.map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        let reasons = reasons.join("; ");
        Failure::Misuse(format!(
            "what the server tells cannot be printed: {reasons}"
        ))
    })?;
    match &files[..] {
        [(_, only)] => Ok(only.clone()),
        several => {
            let several = several
                .iter()
                .map(|(name, text)| format!("// File {name}\n{text}"));
            Ok(several.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// The definition with the interface that an operation is of, and the operation's own name:
/// `pkg.Service/Method`, `pkg.Service.Method`, or the method alone where one service has it.
pub(crate) fn find(
    binding: &Binding,
    operation: &str,
    options: &ClientOptions,
) -> Result<(DynamicInterface, String), Failure> {
    let mut client = open(binding, options)?;
    let named = operation
        .rsplit_once('/')
        .or_else(|| operation.rsplit_once('.'));
    let services = client.services()?;
    if let Some((named, method)) = named {
        let suits = |full: &&String| *full == named || full.rsplit('.').next() == Some(named);
        let Some(full) = services.iter().find(suits) else {
            let (what, name) = ("service", named.to_owned());
            return Err(Error::Unknown {
                what,
                name,
                known: services,
            }
            .into());
        };
        let interface = service(&client.definition(full)?, full)?;
        return Ok((interface, method.to_owned()));
    }
    let mut having = Vec::new();
    let mut known = Vec::new();
    for full in services.iter().filter(|name| !name.starts_with(OWN)) {
        let interface = service(&client.definition(full)?, full)?;
        known.extend(interface.model().operations.iter().map(|o| o.name.clone()));
        if interface.operation(operation).is_ok() {
            having.push(interface);
        }
    }
    match having.len() {
        1 => Ok((having.remove(0), operation.to_owned())),
        0 => {
            let (what, name) = ("operation", operation.to_owned());
            Err(Error::Unknown { what, name, known }.into())
        }
        _ => {
            let names: Vec<&str> = having.iter().map(|i| i.id().full_name).collect();
            Err(Failure::Misuse(format!(
                "several services have `{operation}`: {}. Say which, as in {}/{operation}",
                names.join(", "),
                names[0],
            )))
        }
    }
}

fn open(binding: &Binding, options: &ClientOptions) -> Result<ReflectionClient, Failure> {
    Ok(ReflectionClient::open(binding, options)?)
}

/// The service of that full name.
fn service(definition: &Arc<Definition>, full: &str) -> Result<DynamicInterface, Error> {
    let all = DynamicInterface::all(definition);
    let known = all.iter().map(|i| i.id().full_name.to_owned()).collect();
    let found = all.into_iter().find(|i| i.id().full_name == full);
    found.ok_or_else(|| Error::Unknown {
        what: "service",
        name: full.to_owned(),
        known,
    })
}
