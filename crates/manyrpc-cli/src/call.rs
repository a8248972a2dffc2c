//! `manyrpc call`: one operation of a server, by name, in JSON.

use std::fs;
use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::untyped::beyond_64_bits;
use manyrpc::{AuthSys, Binding, Client, ClientOptions, Keepalive, Limits};
use manyrpc_model::Semantics;
use serde_json::{Value, json};

use crate::args::{Call, limits};
use crate::inbox::{self, Inbox};
use crate::output::{Failure, printed, tell, told, write_line};
use crate::{idl, methods, streams};

/// The default timeouts of a call and of a broadcast.
const PATIENCE: Duration = Duration::from_secs(25);
const BROADCAST: Duration = Duration::from_secs(3);

const BATCHED: &str = "--batch takes the arguments of each call, as [[1, 2], [3, 4]]";

/// Runs the command.
pub(crate) fn run(args: Call) -> Result<ExitCode, Failure> {
    let binding: Binding = args.target.parse().map_err(manyrpc::Error::Binding)?;
    let system = binding.system;
    call(args, binding).map_err(|failure| match failure {
        Failure::Call(error) => match told(system, &error) {
            Some(text) => Failure::Told(text, error),
            None => Failure::Call(error),
        },
        failure => failure,
    })
}

fn call(args: Call, binding: Binding) -> Result<ExitCode, Failure> {
    let text = args.data.as_deref().or(args.arguments.as_deref());
    if args.definition.idl.is_none() && binding.system.has_untyped_calls() {
        let mut client = Client::connect(&binding, None, &options(&args, &binding)?)?;
        return untyped(&args, &mut client, text);
    }
    let (interface, operation, binding) = interface(&args, &binding)?;
    let operation = operation.as_str();
    // The operation and its arguments are checked before anything is sent.
    let (model, _) = interface.operation(operation)?;
    if model.streams.any() {
        return several(&args, &binding, interface, operation, text);
    }
    if args.batch {
        let calls = json_sequence(&text.map(written).transpose()?.unwrap_or_default())?;
        let calls = calls
            .iter()
            .map(|one| interface.arguments_from_json(operation, one));
        let calls: Vec<_> = calls.collect::<Result<_, _>>()?;
        return batch(&mut open(&args, &binding, interface)?, operation, &calls);
    }
    let values = values(text, &interface, operation)?;
    let mut client = match open(&args, &binding, interface.clone()) {
        Ok(client) => client,
        Err(Failure::Call(why)) if !(args.broadcast || args.notify) => {
            let results = interface.results_of_failure(operation, why)?;
            return print(&args, &interface.results_to_json(operation, &results)?);
        }
        Err(failure) => return Err(failure),
    };
    if args.broadcast {
        return broadcast(&mut client, operation, &values);
    }
    if args.notify {
        client.notify(operation, &values)?;
        return Ok(ExitCode::SUCCESS);
    }
    let result = client.call(operation, &values);
    if args.verbose {
        let beside = client.client().reply_metadata();
        tell("initial", &beside.initial);
        tell("trailing", &beside.trailing);
    }
    let result = result.map_err(|error| raised(&args, error))?;
    let (model, _) = interface.operation(operation)?;
    let result = match model.semantics {
        Semantics::Maybe if result.is_empty() => Value::Null,
        _ => interface.results_to_json(operation, &result)?,
    };
    print(&args, &result)
}

/// The message for an exception: a line of JSON if results are printed that way.
fn raised(args: &Call, error: manyrpc::Error) -> Failure {
    match error {
        manyrpc::Error::Raised(exception) if args.compact => {
            let (name, members) = (&exception.name, &exception.json);
            Failure::Raised(json!({ "exception": name, "members": members }).to_string())
        }
        other => other.into(),
    }
}

/// The interface and the operation, from a definition or from the server itself, and the binding for its calls.
pub(crate) fn interface(
    args: &Call,
    binding: &Binding,
) -> Result<(DynamicInterface, String, Binding), Failure> {
    if args.definition.idl.is_some() {
        let (interface, operation) = defined(args)?;
        return Ok((interface, operation, binding.clone()));
    }
    let describer = binding
        .system
        .describer()
        .filter(|d| d.provides_definitions());
    let describer = describer.ok_or_else(|| {
        Failure::misuse(
            "servers of this system do not tell what they serve: name the definition, with \
             --idl FILE",
        )
    })?;
    let found = describer.find(binding, &options(args, binding)?, &args.operation);
    let (interface, operation) = found?;
    let binding = describer.binding_for(binding, &interface);
    Ok((interface, operation, binding))
}

/// A call without a definition.
fn untyped(args: &Call, client: &mut Client, text: Option<&str>) -> Result<ExitCode, Failure> {
    let text = text.map(written).transpose()?;
    text.as_deref().map_or(Ok(()), exact)?;
    if args.batch {
        let calls = json_sequence(&text.unwrap_or_default())?;
        if !calls.iter().all(|one| one.is_array() || one.is_object()) {
            return Err(Failure::misuse(BATCHED));
        }
        let ends = methods::batch(client, &args.operation, calls)?;
        return print_each(ends.into_iter());
    }
    let json = text.map_or(Ok(Value::Array(Vec::new())), |text| parsed(&text))?;
    if args.notify {
        methods::notify(client, &args.operation, json)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(args, &methods::call(client, &args.operation, json)?)
}

/// Makes the calls in one message.
fn batch(
    client: &mut DynamicClient,
    operation: &str,
    calls: &[Vec<manyrpc_model::Value>],
) -> Result<ExitCode, Failure> {
    let interface = client.interface().clone();
    let mut batch = client.batch()?;
    for arguments in calls {
        batch.add(operation, arguments)?;
    }
    let sent = batch.send()?;
    print_each(sent.into_iter().map(|pending| {
        let result = client.wait(pending)?;
        interface.results_to_json(operation, &result)
    }))
}

/// Prints the outcome of each call on its own line, and reports the first failure.
fn print_each(
    ends: impl Iterator<Item = Result<Value, manyrpc::Error>>,
) -> Result<ExitCode, Failure> {
    let mut failure = None;
    for end in ends {
        let line = match end {
            Ok(result) => json!({ "result": result }),
            Err(error) => {
                let line = match &error {
                    manyrpc::Error::Raised(exception) => {
                        json!({ "exception": exception.name, "members": exception.json })
                    }
                    other => json!({ "error": other.to_string() }),
                };
                failure = failure.or(Some(error));
                line
            }
        };
        if !write_line(&line.to_string())? {
            break;
        }
    }
    failure.map_or(Ok(ExitCode::SUCCESS), |error| Err(error.into()))
}

/// A streaming call, in one direction or both.
fn several(
    args: &Call,
    binding: &Binding,
    interface: DynamicInterface,
    operation: &str,
    text: Option<&str>,
) -> Result<ExitCode, Failure> {
    if args.broadcast || args.batch || args.notify {
        return Err(Failure::misuse(
            "--broadcast, --batch and --notify are for operations with one request and one reply",
        ));
    }
    let (model, _) = interface.operation(operation)?;
    let (request, inbox) = match model.streams.request {
        true => (Vec::new(), Inbox::open(text, &interface, operation)?),
        false => {
            let request = values(text, &interface, operation)?;
            (request, Inbox::Done)
        }
    };
    streams::run(
        args,
        open(args, binding, interface)?,
        operation,
        &request,
        inbox,
    )
}

/// The interface and operation named on the command line, from its definition.
fn defined(args: &Call) -> Result<(DynamicInterface, String), Failure> {
    let definition = Definition::new(idl::load_definition(&args.definition)?)?;
    let (named, operation) = match args.operation.rsplit_once(['.', '/']) {
        Some((interface, operation)) => (Some(interface), operation),
        None => (
            args.definition.interface.as_deref(),
            args.operation.as_str(),
        ),
    };
    Ok((find(&definition, named, operation)?, operation.to_owned()))
}

fn print(args: &Call, result: &Value) -> Result<ExitCode, Failure> {
    write_line(&printed(args.compact, result)?)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn options(args: &Call, binding: &Binding) -> Result<ClientOptions, Failure> {
    let patience = if args.broadcast { BROADCAST } else { PATIENCE };
    Ok(ClientOptions {
        timeout: Some(args.timeout.unwrap_or(patience)),
        auth_sys: args.auth_sys.as_deref().map(auth_sys).transpose()?,
        security: args.login.security(binding)?,
        broadcast: args.broadcast,
        limits: Limits {
            keepalive: Keepalive {
                every: args.keepalive,
                ..Keepalive::default()
            },
            ..limits(args.max_message)
        },
        metadata: args.metadata.metadata(),
        tls: args.tls.client()?,
        ..ClientOptions::default()
    })
}

fn open(
    args: &Call,
    binding: &Binding,
    interface: DynamicInterface,
) -> Result<DynamicClient, Failure> {
    let options = options(args, binding)?;
    let client = Client::connect(binding, Some(interface.id()), &options)?;
    Ok(DynamicClient::new(client, interface))
}

/// Prints each reply on its own line as it arrives.
fn broadcast(
    client: &mut DynamicClient,
    operation: &str,
    arguments: &[manyrpc_model::Value],
) -> Result<ExitCode, Failure> {
    let interface = client.interface().clone();
    let mut answers = 0;
    let mut failure = None;
    client.broadcast(operation, arguments, |answer| {
        let from = answer.from.to_string();
        let result = answer.results.map_err(manyrpc::Error::Call);
        let line = match result.and_then(|r| interface.results_to_json(operation, &r)) {
            Ok(result) => json!({ "from": from, "result": result }),
            Err(error) => json!({ "from": from, "error": error.to_string() }),
        };
        answers += 1;
        let written = write_line(&line.to_string());
        let wanted = matches!(written, Ok(true));
        failure = written.err();
        wanted
    })?;
    match (failure, answers) {
        (Some(failure), _) => Err(failure),
        (None, 0) => Err(Failure::NoAnswer),
        (None, _) => Ok(ExitCode::SUCCESS),
    }
}

/// The named interface; without a name the only one, or the latest version that has the operation.
fn find(
    definition: &std::sync::Arc<Definition>,
    named: Option<&str>,
    operation: &str,
) -> Result<DynamicInterface, Failure> {
    if definition.module.interfaces.is_empty() {
        return Err(Failure::misuse(idl::NO_INTERFACE));
    }
    if named.is_some() || definition.module.interfaces.len() == 1 {
        return Ok(DynamicInterface::find(definition, named)?);
    }
    let mut having: Vec<DynamicInterface> = DynamicInterface::all(definition)
        .into_iter()
        .filter(|i| i.operation(operation).is_ok())
        .collect();
    having.sort_by_key(|i| (i.id().program, i.id().version));
    match having.as_slice() {
        [] => {
            let all = DynamicInterface::all(definition);
            Err(idl::unknown_operation(&all, operation).into())
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

/// The given arguments, checked against an operation of this interface.
pub(crate) fn values(
    text: Option<&str>,
    interface: &DynamicInterface,
    operation: &str,
) -> Result<Vec<manyrpc_model::Value>, Failure> {
    let Some(text) = text.map(written).transpose()? else {
        return Ok(interface.arguments_from_json(operation, &Value::Array(Vec::new()))?);
    };
    parsed(&text)?;
    Ok(interface.arguments_from_text(operation, &text)?)
}

/// The arguments: JSON as given, from `@FILE`, or from standard input with `-` or `@-`; no text means no
/// arguments.
pub(crate) fn arguments(text: Option<&str>) -> Result<Value, Failure> {
    let text = text.map(written).transpose()?;
    text.map_or(Ok(Value::Array(Vec::new())), |text| parsed(&text))
}

fn parsed(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|e| {
        Failure::Misuse(format!(
            "the arguments are not JSON: {e}. Give an object by parameter name or an array in order"
        ))
    })
}

/// Rejects integers that the JSON reader would round: without a definition, arguments must be sent exactly as
/// written.
fn exact(text: &str) -> Result<(), Failure> {
    match beyond_64_bits(text.as_bytes()) {
        None => Ok(()),
        Some(digits) => Err(Failure::Misuse(format!(
            "{digits} does not fit into 64 bits, the largest integer type. Give it as a string, if the \
             server accepts one, or with a fraction"
        ))),
    }
}

/// The arguments of several calls.
fn json_sequence(text: &str) -> Result<Vec<Value>, Failure> {
    let mut all = Vec::new();
    let each = |one| {
        all.push(one);
        Ok(true)
    };
    inbox::values(text.as_bytes(), each).map_err(Failure::Misuse)?;
    match all.is_empty() {
        true => Err(Failure::misuse(BATCHED)),
        false => Ok(all),
    }
}

fn written(text: &str) -> Result<String, Failure> {
    if matches!(text, "-" | "@-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(Failure::misuse)?;
        return Ok(text);
    }
    match text.strip_prefix('@') {
        Some(path) => fs::read_to_string(path)
            .map_err(|e| Failure::Misuse(format!("cannot read {path}: {e}"))),
        None => Ok(text.to_owned()),
    }
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
