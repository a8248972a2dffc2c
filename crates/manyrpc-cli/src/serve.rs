//! `manyrpc serve`: serves any definition, with canned or echoed replies.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use manyrpc::dynamic::{Conversation, Definition, DynamicInterface, DynamicService, Refusal};
use manyrpc::health::{Health, Status};
use manyrpc::introspection::Introspection;
use manyrpc::server::Caps;
use manyrpc::{Context, Error, Fault, Limits, Server};
use manyrpc_model::{Operation, Value};

use crate::args::{Serve, limits};
use crate::idl;
use crate::output::{Failure, note, write_out};
use crate::stream_replies::StreamReplies;

/// Runs the command: serves until it is interrupted.
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    let definition = Definition::packing(idl::load_definition(&args.definition)?)?;
    let interfaces = match &args.definition.interface {
        Some(name) => vec![DynamicInterface::find(&definition, Some(name))?],
        None => DynamicInterface::all(&definition),
    };
    if interfaces.is_empty() {
        return Err(Failure::misuse(idl::NO_INTERFACE));
    }
    let replies = Replies::read(args, &interfaces)?;
    let mut builder = args
        .login
        .open(Server::builder().limits(server_limits(args)))?;
    let health = Health::new();
    for interface in &interfaces {
        health.set(interface.id().full_name, Status::Serving);
    }
    for interface in interfaces {
        builder = builder.service(service(interface, replies.clone(), args));
    }
    // Every service is reported as healthy.
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
    if let Some(tls) = args.tls.server()? {
        builder = builder.tls(tls);
    }
    // The registrations must not outlive the server.
    let stopping = "stopping, calls in progress are finished; interrupt again to end at once";
    let builder = builder.stop_by_signal(move || note(stopping))?;
    let running = builder.start().map_err(cannot_start)?;
    for (given, bound) in args.bindings.iter().zip(running.bindings()) {
        write_out(None, &format!("{}\n", bound.written_like(given)))?;
    }
    note("serving; interrupt to stop");
    running.wait();
    Ok(ExitCode::SUCCESS)
}

fn server_limits(args: &Serve) -> Limits {
    let mut limits = limits(args.max_message);
    limits.keepalive.every = args.keepalive;
    limits.keepalive.without_calls = true;
    if args.no_reply_cache {
        limits.reply_cache.replies = 0;
    }
    limits
}

/// An invalid binding is misuse; one that cannot be bound is not.
fn cannot_start(error: Error) -> Failure {
    match error {
        Error::Io { .. } | Error::Registered { .. } | Error::NoRegistry { .. } | Error::Call(_) => {
            Failure::Refused(error.to_string())
        }
        other => other.into(),
    }
}

/// Canned replies by interface and operation: one, or several if the server streams.
#[derive(Clone, Default)]
struct Replies(Arc<HashMap<OperationKey, Vec<Results>>>);

/// An operation by the names of its interface and its own.
type OperationKey = (String, String);
/// The results of one reply, or an exception instead of them.
type Results = Result<Vec<Value>, Refusal>;

impl Replies {
    fn read(args: &Serve, interfaces: &[DynamicInterface]) -> Result<Self, Failure> {
        let mut map = HashMap::new();
        for (name, json) in given(args)? {
            map.extend(canned(interfaces, &name, &json)?);
        }
        for text in &args.raise {
            map.extend(raised(interfaces, text)?);
        }
        Ok(Replies(Arc::new(map)))
    }

    fn of(&self, interface: &DynamicInterface, operation: &Operation) -> Option<&[Results]> {
        let key = (interface.id().name.to_owned(), operation.name.clone());
        self.0.get(&key).map(Vec::as_slice)
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

/// The replies given by `json`, for every interface that has the operation. Versions may differ in the
/// operation's type: the value must fit at least one of them.
fn canned(
    interfaces: &[DynamicInterface],
    name: &str,
    json: &serde_json::Value,
) -> Result<Vec<(OperationKey, Vec<Results>)>, Error> {
    let mut fitting = Vec::new();
    let mut misfit = None;
    for interface in interfaces {
        let Ok((operation, _)) = interface.operation(name) else {
            continue;
        };
        let several = match json {
            serde_json::Value::Array(several) if operation.streams.reply => several,
            one => std::slice::from_ref(one),
        };
        let replies = several
            .iter()
            .map(|one| interface.results_from_json(name, one).map(Ok));
        match replies.collect() {
            Ok(replies) => {
                let of = interface.id().name.to_owned();
                fitting.push(((of, operation.name.clone()), replies));
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

/// The exception given by `text`, `OPERATION=EXCEPTION` with optional members, for every interface that has
/// the operation.
fn raised(
    interfaces: &[DynamicInterface],
    text: &str,
) -> Result<Vec<(OperationKey, Vec<Results>)>, Failure> {
    let wrong = || {
        Failure::Misuse(format!(
            "--raise takes OPERATION=EXCEPTION [JSON], not `{text}`"
        ))
    };
    let (name, exception) = text.split_once('=').ok_or_else(wrong)?;
    let (exception, members) = match exception.split_once(' ') {
        Some((exception, json)) => (exception, Some(json)),
        None => (exception, None),
    };
    let members = members.map(serde_json::from_str::<serde_json::Value>);
    let members = members
        .transpose()
        .map_err(|e| Failure::Misuse(format!("the members of {exception} are not JSON: {e}")))?;
    let having = interfaces.iter().filter(|i| i.operation(name).is_ok());
    let made = having.map(|interface| {
        let refusal = match &members {
            Some(json) => interface.exception_from_json(name, exception, json)?,
            None => interface.default_exception(name, exception)?,
        };
        let (operation, _) = interface.operation(name)?;
        let of = (interface.id().name.to_owned(), operation.name.clone());
        Ok((of, vec![Err(refusal)]))
    });
    let made: Vec<_> = made.collect::<Result<_, Error>>()?;
    match made.is_empty() {
        true => Err(idl::unknown_operation(interfaces, name).into()),
        false => Ok(made),
    }
}

fn service(interface: DynamicInterface, replies: Replies, args: &Serve) -> DynamicService {
    let (quiet, echo) = (args.quiet, args.echo);
    let (of, to) = (interface.clone(), interface.clone());
    let canned = replies.clone();
    let respond = move |call: &Context<'_>, operation: &Operation, arguments: Vec<Value>| {
        if !quiet {
            log(&from(call), &of, operation, Some(&arguments));
        }
        if let Some([reply, ..]) = replies.of(&of, operation) {
            return reply.clone();
        }
        of.made_up_results(&operation.name, &arguments, echo)
            .map_err(|_| Fault::NoSuchOperation.into())
    };
    let converse = move |call: &Context<'_>, operation: &Operation| {
        let canned = canned.of(&to, operation);
        let (from, of, model) = (from(call), to.clone(), operation.clone());
        Ok(Box::new(StreamReplies {
            interface: to.clone(),
            operation: operation.name.clone(),
            streams: operation.streams,
            // Streaming operations do not raise exceptions.
            canned: canned.map(|replies| replies.iter().filter_map(|r| r.clone().ok()).collect()),
            echo,
            log: Box::new(move |message| {
                if !quiet {
                    log(&from, &of, &model, message);
                }
            }),
            last: Vec::new(),
            pending: VecDeque::new(),
            ended: false,
        }) as Box<dyn Conversation>)
    };
    DynamicService::raising(interface, respond).conversing(converse)
}

/// The caller's description.
fn from(call: &Context<'_>) -> String {
    let from = call.from;
    let from = from.map_or_else(|| "a connection".to_owned(), |a| a.to_string());
    match call.principal {
        Some(principal) => format!("{from}, {principal}"),
        None => from,
    }
}

/// Characters of a request that are logged.
const LOGGED_CHARACTERS: usize = 200;

/// Logs a request, or the end of a stream of them (`None`).
fn log(
    from: &str,
    interface: &DynamicInterface,
    operation: &Operation,
    arguments: Option<&[Value]>,
) {
    let text = match arguments {
        Some(arguments) => {
            let brief = interface.arguments_in_brief(&operation.name, arguments, LOGGED_CHARACTERS);
            brief.unwrap_or_else(|e| e.to_string())
        }
        None => "sends no more".to_owned(),
    };
    let name = interface.id().name;
    note(format_args!("{from}: {name}.{} {text}", operation.name));
}
