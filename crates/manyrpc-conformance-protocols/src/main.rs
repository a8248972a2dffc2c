//! Runs conformance suites: `make conformance`.

use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use manyrpc_conformance::protobuf::testee;
use manyrpc_conformance::suite::{Plan, Suite};
use manyrpc_conformance::suites::SUITES as SYNTAXES;
use manyrpc_conformance_protocols::{PARTS, SUITES as PROTOCOLS, connect, inside};

/// Official conformance suites, and definitions drawn at random against foreign codecs.
#[derive(Parser)]
#[command(name = "manyrpc-conformance")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the suites
    List,
    /// Runs as the testee of a foreign test runner, over standard input and output
    #[command(hide = true)]
    Testee {
        /// `static` or `dynamic`
        values: String,
    },
    /// Runs a part of a suite in its own network namespace
    #[command(hide = true)]
    Inside {
        /// The name of the part
        part: String,
        /// Its arguments
        arguments: Vec<String>,
    },
    /// Runs the given suites, or all of them
    Run {
        /// Only the parts that `make test` runs
        #[arg(long)]
        quick: bool,
        /// The seed of drawn definitions
        #[arg(long, value_name = "NUMBER")]
        seed: Option<u64>,
        /// The number of definitions drawn for each syntax
        #[arg(long, value_name = "NUMBER")]
        definitions: Option<u64>,
        /// Names of suites
        suites: Vec<String>,
    },
    /// Runs as a server for ConnectRPC's runner
    #[command(hide = true)]
    ConnectServer {
        /// `blocking` or `futures`
        world: String,
    },
    /// Runs as a client for ConnectRPC's runner
    #[command(hide = true)]
    ConnectClient {
        /// `blocking` or `futures`
        world: String,
    },
}

/// All suites: for syntaxes and for protocols.
fn suites() -> impl Iterator<Item = &'static Suite> {
    SYNTAXES.iter().chain(PROTOCOLS)
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::List => {
            for suite in suites() {
                println!("{:<20}{}", suite.name, suite.about);
            }
            ExitCode::SUCCESS
        }
        Command::Testee { values } => testee::main(Some(&values)),
        Command::Inside { part, arguments } => inside::main(PARTS, &part, &arguments),
        Command::Run {
            quick,
            seed,
            definitions,
            suites,
        } => {
            let mut plan = if quick { Plan::quick() } else { Plan::whole() };
            plan.seed = seed.unwrap_or(plan.seed);
            plan.definitions = definitions.unwrap_or(plan.definitions);
            run(&plan, &suites)
        }
        Command::ConnectServer { world } => examined(connect::server(&world)),
        Command::ConnectClient { world } => examined(connect::client(&world)),
    }
}

/// The exit code of a program started by a runner.
fn examined(ended: Result<(), String>) -> ExitCode {
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(plan: &Plan, names: &[String]) -> ExitCode {
    if let Some(unknown) = names
        .iter()
        .find(|name| suites().all(|suite| suite.name != **name))
    {
        eprintln!("no suite is called `{unknown}`; `manyrpc-conformance list` names them all");
        return ExitCode::from(2);
    }
    let wanted =
        suites().filter(|suite| names.is_empty() || names.iter().any(|name| name == suite.name));
    let mut fine = true;
    for suite in wanted {
        fine &= run_one(suite, plan);
    }
    match fine {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The last line has the format of Rust's test runner, so that tools that sum up those lines count these too.
fn run_one(suite: &Suite, plan: &Plan) -> bool {
    println!("\n{}: {}", suite.name, suite.about);
    let began = Instant::now();
    let judged = suite.judge(plan);
    let seconds = began.elapsed().as_secs_f64();
    let (passed, known, wrong) = match judged {
        Ok(judged) => (judged.passed, judged.known, judged.wrong),
        Err(why) => (0, 0, vec![format!("not run: {why}")]),
    };
    for line in &wrong {
        println!("  {line}");
    }
    println!(
        "test result: {}. {passed} passed; {} failed; {known} ignored; 0 measured; 0 filtered out; \
         finished in {seconds:.2}s",
        if wrong.is_empty() { "ok" } else { "FAILED" },
        wrong.len(),
    );
    wrong.is_empty()
}
