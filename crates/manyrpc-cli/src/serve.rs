//! `manyrpc serve`: any definition, with canned or echoed replies.

use std::collections::HashMap;
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::{Context, Fault, Server};
use manyrpc_model::{Operation, Value};

use crate::args::Serve;
use crate::idl;
use crate::output::Failure;

/// Carries out the command: serves until it is interrupted.
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    let definition = Definition::new(idl::load_definition(&args.definition)?)?;
    let interfaces = match &args.definition.interface {
        Some(name) => vec![DynamicInterface::find(&definition, Some(name))?],
        None => DynamicInterface::all(&definition),
    };
    if interfaces.is_empty() {
        return Err(Failure::misuse("the definition has no program to serve"));
    }
    let replies = Replies::read(args, &interfaces)?;
    let mut builder = Server::builder();
    for interface in interfaces {
        builder = builder.service(service(interface, replies.clone(), args));
    }
    for binding in &args.bindings {
        builder = builder.listen(binding)?;
    }
    if args.register {
        builder = builder.register();
    }
    let running = builder.start()?;
    for binding in running.bindings() {
        println!("{binding}");
    }
    eprintln!("serving; interrupt to stop");
    wait_for_signal()?;
    running.stop();
    Ok(ExitCode::SUCCESS)
}

fn wait_for_signal() -> Result<(), Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGTERM]).map_err(Failure::misuse)?;
    signals.forever().next();
    Ok(())
}

/// Canned results by interface and operation.
#[derive(Clone, Default)]
struct Replies(Arc<HashMap<(String, String), Vec<Value>>>);

impl Replies {
    fn read(args: &Serve, interfaces: &[DynamicInterface]) -> Result<Self, Failure> {
        let mut given: Vec<(String, serde_json::Value)> = Vec::new();
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
        let mut map = HashMap::new();
        for (name, json) in &given {
            let mut known = Err(Failure::misuse("no interface"));
            for interface in interfaces {
                match interface.results_from_json(name, json) {
                    Ok(values) => {
                        map.insert((interface.id().name.to_owned(), name.clone()), values);
                        known = Ok(());
                    }
                    Err(e) => known = known.or(Err(e.into())),
                }
            }
            known?;
        }
        Ok(Replies(Arc::new(map)))
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
            if let Some(reply) = replies
                .0
                .get(&(of.id().name.to_owned(), operation.name.clone()))
            {
                return Ok(reply.clone());
            }
            let defaults = of
                .default_results(&operation.name)
                .map_err(|_| Fault::NoSuchOperation)?;
            Ok(if echo {
                echoed(operation, arguments, defaults)
            } else {
                defaults
            })
        },
    )
}

/// The first argument of the result's type, or else the default result.
fn echoed(operation: &Operation, arguments: Vec<Value>, mut defaults: Vec<Value>) -> Vec<Value> {
    let at = operation
        .params
        .iter()
        .position(|p| p.ty == operation.result);
    if let (Some(argument), Some(result)) = (
        at.and_then(|at| arguments.into_iter().nth(at)),
        defaults.first_mut(),
    ) {
        *result = argument;
    }
    defaults
}

fn log(
    call: &Context<'_>,
    interface: &DynamicInterface,
    operation: &Operation,
    arguments: &[Value],
) {
    let from = call
        .from
        .map_or_else(|| "a connection".to_owned(), |a| a.to_string());
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
    eprintln!("{from}: {}.{} {text}", interface.id().name, operation.name);
}
