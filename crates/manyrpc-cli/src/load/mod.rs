//! `manyrpc load`: repeats one call, at a rate or as fast as replies arrive.
//!
//! This process is the conductor. Each client is a process of its own: this program with the same command
//! line and `--part I/N`, or the lab's own child if the load is on one of manyrpc's systems.

pub(crate) mod args;
mod target;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use manyrpc_lab::load::{self, Conducted, Control, LoadCommand, Mix, Plan, Target, Weights};
use manyrpc_lab::system::{self, Programs, System};
use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::interrupt::stop_on_interrupt;
use manyrpc_measure::machine::process::Program;
use manyrpc_measure::net::relay::RelayProcess;
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::progress::{self, Progress};

use self::args::Load;
use crate::output::{Failure, INTERRUPTED, note, write_out};

/// How long a server may take to report its port.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(args: Load) -> Result<ExitCode, Failure> {
    let plan = args.plan()?;
    if let Some((client, clients)) = args.part {
        return run_worker(&plan.share(client, clients), args);
    }
    let programs = Programs::find().map_err(Failure::misuse)?;
    let systems = system::all(&programs, false);
    let system = systems.iter().find(|system| system.id() == args.target);
    let (clients, format, output) = (args.clients, args.format.clone(), args.output.clone());
    let control = Control::default();
    stop_on_interrupt(&control.stop).map_err(Failure::misuse)?;
    let conducted = match system {
        Some(system) => against_own_system(&**system, &args, &plan, &control)?,
        None => against_server(args, &plan, &control)?,
    };
    let text = match format.as_str() {
        "json" => format!("{:#}\n", load::json(&plan, clients, &conducted)),
        _ => load::text(&plan, clients, &conducted),
    };
    let outcome = &conducted.outcome;
    write_out(output.as_deref(), &text)?;
    Ok(match (outcome.done, outcome.cut_short) {
        (_, true) => ExitCode::from(INTERRUPTED),
        (0, false) => ExitCode::FAILURE,
        (_, false) => ExitCode::SUCCESS,
    })
}

/// A load on a server of one of manyrpc's systems, started for the duration of the load on the testbed's
/// server host.
fn against_own_system(
    system: &dyn System,
    args: &Load,
    plan: &Plan,
    control: &Control,
) -> Result<Conducted, Failure> {
    if args.arguments.is_some() {
        return Err(Failure::misuse("workloads have arguments of their own"));
    }
    let mix = args.operation.as_deref().unwrap_or("nothing");
    let mix: Mix = mix.parse().map_err(Failure::Misuse)?;
    let (between, key) = args.testbed.read()?;
    let ours = std::env::current_exe().map_err(Failure::misuse)?;
    let testbed = Testbed::make(&between, &ours, args.seed, key.as_ref());
    let testbed = testbed.map_err(Failure::misuse)?;
    if let Some(why) = testbed.cannot(system.transport(), system.reach()) {
        return Err(Failure::Misuse(format!("{}: {why}", system.id())));
    }
    let serving = testbed.serve(&system.server(), &[], PATIENCE);
    let (server, address) = serving.map_err(Failure::Refused)?;
    let relay = testbed.impairing_relay(system.transport(), address);
    let relay = relay.map_err(Failure::Refused)?;
    let at = relay.as_ref().map_or(address, RelayProcess::address);
    let parts = (0..args.clients).map(|client| {
        let order = LoadCommand {
            mix: mix.to_string(),
            plan: plan.share(client, args.clients),
        };
        let words = [
            CHILD_ARGUMENT,
            "load",
            system.id(),
            &at.to_string(),
            &order.to_string(),
        ];
        let part = program(words.map(OsString::from).into());
        part.map(|part| testbed.client(&part))
    });
    let parts: Vec<Program> = parts.collect::<Result<_, _>>()?;
    let before = server.cpu_ns();
    let mut conducted = conduct(&parts, plan, control)?;
    let used = server
        .cpu_ns()
        .zip(before)
        .map(|(after, before)| after - before);
    conducted.outcome.server_cpu_ns = used;
    conducted.link = (!between.is_default()).then(|| testbed.link(&between));
    Ok(conducted)
}

/// A load on an existing server.
fn against_server(args: Load, plan: &Plan, control: &Control) -> Result<Conducted, Failure> {
    let clients = args.clients;
    if !args.testbed.read()?.0.is_default() {
        return Err(Failure::misuse(
            "the network can be chosen only for manyrpc's own systems, whose servers are started for the load; for \
             another server use `manyrpc relay` to impair the network",
        ));
    }
    // Errors are reported once, before anything is started.
    target::Calls::of(args.call())?;
    let line: Vec<OsString> = std::env::args_os().skip(2).collect();
    let parts = (0..clients).map(|client| {
        let part = format!("--part={client}/{clients}");
        let first = ["load".to_owned(), part].map(OsString::from);
        program(first.into_iter().chain(line.iter().cloned()).collect())
    });
    let parts: Vec<Program> = parts.collect::<Result<_, _>>()?;
    conduct(&parts, plan, control)
}

fn program(arguments: Vec<OsString>) -> Result<Program, Failure> {
    let path = std::env::current_exe().map_err(Failure::misuse)?;
    Ok(Program { path, arguments })
}

/// Has the parts run their loads, and reports progress.
fn conduct(parts: &[Program], plan: &Plan, control: &Control) -> Result<Conducted, Failure> {
    let mut progress = progress::on_standard_error();
    let expected = plan.seconds.unwrap_or_default();
    let mut elapsed = Elapsed::default();
    progress.begin(Duration::from_secs_f64(match plan.calls {
        // One millisecond per call, for want of a better estimate.
        Some(calls) => calls as f64 / 1e3,
        None => expected,
    }));
    let start = std::time::Instant::now();
    let conducted = load::conduct(parts, control, |over| {
        let now = match plan.calls {
            Some(_) => Duration::from_millis(over),
            None => start.elapsed(),
        };
        elapsed.to(now, &mut *progress);
        progress.stage(&format!("{over} calls"));
    });
    progress.end();
    let conducted = conducted.map_err(Failure::Refused)?;
    for problem in &conducted.problems {
        note(problem);
    }
    Ok(conducted)
}

/// The progress reported so far.
#[derive(Default)]
struct Elapsed(Duration);

impl Elapsed {
    fn to(&mut self, now: Duration, progress: &mut dyn Progress) {
        progress.advance(now.saturating_sub(self.0));
        self.0 = self.0.max(now);
    }
}

/// Runs one of several clients.
fn run_worker(plan: &Plan, args: Load) -> Result<ExitCode, Failure> {
    let calls = target::Calls::of(args.call())?;
    let target: &dyn Target = &calls;
    load::run_worker(plan, &Weights::new([1]), Ok(target)).map_err(Failure::Refused)?;
    Ok(ExitCode::SUCCESS)
}
