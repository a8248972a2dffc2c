//! Describes gRPC servers by their reflection.

use std::sync::Arc;

use serde_json::json;

use super::health::HealthClient;
use super::reflection::ReflectionClient;
use crate::dynamic::{Definition, DynamicInterface};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::systems::table::table;
use crate::systems::{Describer, Form};

pub(super) struct ReflectionDescriber;

/// The prefix of gRPC's own services, which are not searched for operations.
const OWN: &str = "grpc.";

impl Describer for ReflectionDescriber {
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error> {
        list(at, options, form)
    }

    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        describe(at, options, only, form)
    }

    fn provides_definitions(&self) -> bool {
        true
    }

    fn find(
        &self,
        at: &Binding,
        options: &ClientOptions,
        operation: &str,
    ) -> Result<(DynamicInterface, String), Error> {
        find(at, operation, options)
    }
}

/// Lists a server's services with their operations.
fn list(binding: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error> {
    let mut client = ReflectionClient::open(binding, options)?;
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
            // It is listed, even if it is not described.
            Err(_) => rows.push([name, "-".to_owned(), "-".to_owned(), "-".to_owned()]),
        }
    }
    let row = |[service, operation, request, reply]: &[String; 4]| {
        json!({
            "service": service, "operation": operation, "request": request, "reply": reply,
        })
    };
    let json = || rows.iter().map(row).collect();
    let head = ["service", "operation", "request", "reply"];
    Ok(form.write(|| table(head, rows.clone()), json))
}

/// Prints the definition of a service or type; without a name, of all services except gRPC's own;
/// in JSON with the health of each.
fn describe(
    binding: &Binding,
    options: &ClientOptions,
    only: Option<&str>,
    form: Form,
) -> Result<String, Error> {
    let mut client = ReflectionClient::open(binding, options)?;
    let names = match only {
        Some(name) => vec![name.replace('/', ".")],
        None => {
            let mut names = client.services()?;
            names.retain(|name| !name.starts_with(OWN));
            names
        }
    };
    // A file with several services is printed once.
    let mut texts: Vec<(Vec<String>, String)> = Vec::new();
    for name in names {
        let definition = client.definition(&name)?;
        let text = printed(&definition)?;
        match texts.iter_mut().find(|(_, known)| *known == text) {
            Some((of, _)) => of.push(name),
            None => texts.push((vec![name], text)),
        }
    }
    let row = |name: &String, text: &String| {
        let health = health(binding, options, name);
        json!({ "name": name, "definition": text, "health": health })
    };
    let rows = texts
        .iter()
        .flat_map(|(names, text)| names.iter().map(move |name| row(name, text)));
    let text = || {
        let texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        texts.join("\n")
    };
    Ok(form.write(text, || rows.collect()))
}

/// The server's health status of a service; `None` if it reports none.
fn health(binding: &Binding, options: &ClientOptions, service: &str) -> Option<String> {
    let mut client = HealthClient::open(binding, options).ok()?;
    let status = client.check(service).ok()??;
    Some(status.to_string())
}

fn printed(definition: &Definition) -> Result<String, Error> {
    let module = &definition.module;
    let files = manyrpc_idl::protobuf::print_files(module, &format!("{}.proto", module.name));
    let files = files.map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        let reasons = reasons.join("; ");
        Error::Settings(format!(
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

/// The definition with an operation's interface, and the operation's own name:
/// `pkg.Service/Method`, `pkg.Service.Method`, or the method alone if one service has it.
fn find(
    binding: &Binding,
    operation: &str,
    options: &ClientOptions,
) -> Result<(DynamicInterface, String), Error> {
    let mut client = ReflectionClient::open(binding, options)?;
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
            });
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
            Err(Error::Unknown { what, name, known })
        }
        _ => {
            let names: Vec<&str> = having.iter().map(|i| i.id().full_name).collect();
            Err(Error::Settings(format!(
                "several services have `{operation}`: {}. Say which, as in {}/{operation}",
                names.join(", "),
                names[0],
            )))
        }
    }
}

/// The service with that full name.
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
