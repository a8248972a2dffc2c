//! `manyrpc serve`: any definition, with canned or echoed replies.

use std::collections::HashMap;
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::health::{Health, Status};
use manyrpc::introspection::Introspection;
use manyrpc::server::Caps;
use manyrpc::{Binding, Context, Error, Fault, Limits, Server};
use manyrpc_model::{Operation, Value};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::args::{Serve, limits};
use crate::idl;
use crate::output::{Failure, note, write_out};

/// Carries out the command: serves until it is interrupted.
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    let definition = Definition::new(idl::load_definition(&args.definition)?)?;
    let interfaces = match &args.definition.interface {
        Some(name) => vec![DynamicInterface::find(&definition, Some(name))?],
        None => DynamicInterface::all(&definition),
    };
    if interfaces.is_empty() {
        return Err(Failure::misuse(idl::NO_INTERFACE));
    }
    let replies = Replies::read(args, &interfaces)?;
    let mut builder = args
        .doors
        .open(Server::builder().limits(server_limits(args)))?;
    let health = Health::new();
    for interface in &interfaces {
        health.set(interface.id().full_name, Status::Serving);
    }
    for interface in interfaces {
        builder = builder.service(service(interface, replies.clone(), args));
    }
    // Everything that is served is healthy.
    let asks_health = args.bindings.iter().any(|b| b.starts_with("grpc"));
    if asks_health && !args.no_introspection {
        builder = builder.service(health.service());
    }
    for binding in &args.bindings {
        builder = builder.listen(binding)?;
    }
    if args.no_introspection {
        builder = builder.introspection(Introspection::NONE);
    }
    builder = builder.caps(Caps {
        age: args.max_age,
        ..Caps::default()
    });
    if args.register {
        builder = builder.register();
    }
    if let Some(tls) = args.proof.server()? {
        builder = builder.tls(tls);
    }
    // From here on a signal stops the server in order, so that nothing stays registered.
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(Failure::misuse)?;
    let running = builder.start().map_err(cannot_start)?;
    for (given, bound) in args.bindings.iter().zip(running.bindings()) {
        write_out(None, &format!("{}\n", written(bound, given)))?;
    }
    note("serving; interrupt to stop");
    signals.forever().next();
    note("stopping, calls in progress are finished; interrupt again to end at once");
    std::thread::spawn(move || {
        signals.forever().next();
        std::process::exit(INTERRUPTED_TWICE);
    });
    running.stop();
    Ok(ExitCode::SUCCESS)
}

/// A binding in the notation of the one that was given.
fn written(bound: &Binding, given: &str) -> String {
    let theirs = bound.dce_string().filter(|_| !given.contains("://"));
    theirs.unwrap_or_else(|| bound.to_string())
}

/// 128 and the number of SIGINT, as shells have it.
const INTERRUPTED_TWICE: i32 = 130;

fn server_limits(args: &Serve) -> Limits {
    let mut limits = limits(args.max_message);
    limits.keepalive.every = args.keepalive;
    limits.keepalive.without_calls = true;
    if args.no_reply_cache {
        limits.cached_replies = 0;
    }
    limits
}

/// A binding that is wrong is misuse; one that cannot be had is not.
fn cannot_start(error: Error) -> Failure {
    match error {
        Error::Io { .. } | Error::Registered { .. } | Error::NoRegistry { .. } | Error::Call(_) => {
            Failure::Refused(error.to_string())
        }
        other => other.into(),
    }
}

/// Canned results by interface and operation.
#[derive(Clone, Default)]
struct Replies(Arc<HashMap<(String, String), Vec<Value>>>);

impl Replies {
    fn read(args: &Serve, interfaces: &[DynamicInterface]) -> Result<Self, Failure> {
        let mut map = HashMap::new();
        for (name, json) in given(args)? {
            for (interface, operation, values) in canned(interfaces, &name, &json)? {
                map.insert((interface, operation), values);
            }
        }
        Ok(Replies(Arc::new(map)))
    }
}

/// The replies of the command line and of its file, by the operations' names.
fn given(args: &Serve) -> Result<Vec<(String, serde_json::Value)>, Failure> {
    let mut given = Vec::new();
    if let Some(path) = &args.replies {
        let text = fs::read_to_string(path)
            .map_err(|e| Failure::Misuse(format!("cannot read {}: {e}", path.display())))?;
        let map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)
            .map_err(|e| Failure::Misuse(format!("{}: {e}", path.display())))?;
        given.extend(map);
    }
    for text in &args.reply {
        let (name, json) = text.split_once('=').ok_or_else(|| {
            Failure::Misuse(format!("--reply takes OPERATION=JSON, not `{text}`"))
        })?;
        let json = serde_json::from_str(json)
            .map_err(|e| Failure::Misuse(format!("the reply of {name} is not JSON: {e}")))?;
        given.push((name.to_owned(), json));
    }
    Ok(given)
}

/// The results that `json` means in every interface that has the operation, as it and the
/// operation are named there. Versions may differ in its type: it must fit one of them.
fn canned(
    interfaces: &[DynamicInterface],
    name: &str,
    json: &serde_json::Value,
) -> Result<Vec<(String, String, Vec<Value>)>, Error> {
    let mut fitting = Vec::new();
    let mut misfit = None;
    for interface in interfaces {
        let Ok((operation, _)) = interface.operation(name) else {
            continue;
        };
        match interface.results_from_json(name, json) {
            Ok(values) => {
                let of = interface.id().name.to_owned();
                fitting.push((of, operation.name.clone(), values));
            }
            Err(e) => misfit = Some(e),
        }
    }
    match misfit {
        _ if !fitting.is_empty() => Ok(fitting),
        Some(misfit) => Err(misfit),
        None => Err(idl::unknown_operation(interfaces, name)),
    }
}

fn service(interface: DynamicInterface, replies: Replies, args: &Serve) -> DynamicService {
    let (quiet, echo) = (args.quiet, args.echo);
    let of = interface.clone();
    DynamicService::new(
        interface,
        move |call: &Context<'_>, operation, arguments| {
            if !quiet {
                log(call, &of, operation, &arguments);
            }
            let key = (of.id().name.to_owned(), operation.name.clone());
            if let Some(reply) = replies.0.get(&key) {
                return Ok(reply.clone());
            }
            of.made_up_results(&operation.name, &arguments, echo)
                .map_err(|_| Fault::NoSuchOperation)
        },
    )
}

fn log(
    call: &Context<'_>,
    interface: &DynamicInterface,
    operation: &Operation,
    arguments: &[Value],
) {
    let mut from = call
        .from
        .map_or_else(|| "a connection".to_owned(), |a| a.to_string());
    if let Some(principal) = call.principal {
        from = format!("{from}, {principal}");
    }
    let json = interface.arguments_to_json(&operation.name, arguments);
    let mut text = json.map_or_else(|e| e.to_string(), |j| j.to_string());
    if text.len() > 200 {
        text.truncate(
            (0..=200)
                .rev()
                .find(|i| text.is_char_boundary(*i))
                .unwrap_or(0),
        );
        text.push('…');
    }
    let name = interface.id().name;
    note(format_args!("{from}: {name}.{} {text}", operation.name));
}
