//! What the command line accepts.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand, ValueHint};

use crate::output::Failure;

/// Call, serve and measure one interface over every RPC protocol.
#[derive(Parser)]
#[command(name = "manyrpc", version, about, max_term_width = 100)]
#[command(after_help = "Exit status: 0 fine, 2 misuse, 64+n a call failed, 99 a gate was missed.")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Measure every system side by side: the main job
    Compare(Compare),
    /// Call one operation of a server
    Call(Call),
    /// List what a server's registry (rpcbind) knows
    List(Target),
    /// Describe the programs of a server, or one of them
    Describe(Describe),
    /// Serve a definition with canned or echoed replies
    Serve(Serve),
    /// Check, print or compile interface definitions
    #[command(subcommand)]
    Idl(Idl),
    /// Print a completion script for a shell
    #[command(after_help = "For bash: manyrpc completions bash > \
        ~/.local/share/bash-completion/completions/manyrpc")]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// A server or client process of `compare`
    #[command(hide = true)]
    LabChild(LabChild),
}

#[derive(clap::Args)]
pub(crate) struct LabChild {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct Compare {
    /// Under thirty seconds: fewer rounds, fewer workloads in placement `free`
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measure the foreign implementations too (built by `make peers`)
    #[arg(long)]
    pub(crate) with_peers: bool,
    /// Only these systems (raw-udp, raw-tcp, onc-udp, onc-tcp); the floors are always measured
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) systems: Vec<String>,
    /// Only these workloads (nothing, add, echo:8192, ints:1000, concat, info, info-photo)
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) workloads: Vec<String>,
    /// Where client and server run: same core, split, split and awake, or free [default: same,free]
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) placement: Vec<String>,
    /// How many interleaved rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: Option<u32>,
    /// Seed of the random order of measurement
    #[arg(long, default_value_t = 1989)]
    pub(crate) seed: u64,
    /// What to print on standard output
    #[arg(long, default_value = "text", value_parser = ["text", "json", "csv", "md", "html"])]
    pub(crate) format: String,
    /// Write what is printed to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Where run directories are made
    #[arg(long, default_value = "runs", value_hint = ValueHint::DirPath)]
    pub(crate) runs: PathBuf,
    /// Exit with 99 if a target of speed is missed
    #[arg(long)]
    pub(crate) gate: bool,
}

#[derive(clap::Args)]
pub(crate) struct Definition {
    /// The interface definition (.x)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) idl: PathBuf,
    /// Which interface of the definition, where it has several
    #[arg(long, value_name = "NAME")]
    pub(crate) interface: Option<String>,
    /// Where included files are looked for
    #[arg(long = "include", short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) include: Vec<PathBuf>,
    /// Define a preprocessor name
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc call onc+tcp://127.0.0.1:4000 --idl bench.x add '{\"a\": 2, \"b\": 3}'\n  \
    manyrpc call onc+udp://127.0.0.1 --idl rpcbind.x --interface PMAP_VERS pmapproc_dump")]
pub(crate) struct Call {
    /// Where the server is: onc+udp://host:port, onc+tcp://host, raw+tcp://host:port …
    pub(crate) target: String,
    /// The operation's name, or Interface.operation
    pub(crate) operation: String,
    /// Arguments as a JSON object by parameter name or an array in order; @FILE or @- to read them
    #[arg(allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    /// The arguments, as an option
    #[arg(long, short, value_name = "JSON", conflicts_with = "arguments")]
    pub(crate) data: Option<String>,
    #[command(flatten)]
    pub(crate) definition: Definition,
    /// How long to wait for the reply, in seconds
    #[arg(long, value_parser = seconds, default_value = "25")]
    pub(crate) timeout: Duration,
    /// Identify as this user and group (AUTH_SYS), UID:GID
    #[arg(long, value_name = "UID:GID")]
    pub(crate) auth_sys: Option<String>,
    /// Print the result on one line
    #[arg(long)]
    pub(crate) compact: bool,
}

#[derive(clap::Args)]
pub(crate) struct Target {
    /// Where the registry is: onc+udp://host, onc+tcp://host:port
    pub(crate) target: String,
    /// What to print
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
}

#[derive(clap::Args)]
pub(crate) struct Describe {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Only this program, by number or by its name in /etc/rpc
    pub(crate) program: Option<String>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc serve onc+udp://127.0.0.1:4000 onc+tcp://127.0.0.1:4000 --idl bench.x --echo\n  \
    manyrpc serve onc+tcp://127.0.0.1:0 --idl bench.x --reply add=42")]
pub(crate) struct Serve {
    /// Where to listen; port 0 lets the system choose
    #[arg(required = true)]
    pub(crate) bindings: Vec<String>,
    #[command(flatten)]
    pub(crate) definition: Definition,
    /// Answer with the first argument that has the result's type
    #[arg(long)]
    pub(crate) echo: bool,
    /// Answer an operation with a value, as JSON
    #[arg(long, value_name = "OPERATION=JSON")]
    pub(crate) reply: Vec<String>,
    /// A JSON file of replies by operation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) replies: Option<PathBuf>,
    /// Register with the host's rpcbind, or with our own on port 111 if there is none
    #[arg(long)]
    pub(crate) register: bool,
    /// Do not print the calls that come in
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand)]
pub(crate) enum Idl {
    /// Say what is wrong with definitions
    Check(Files),
    /// Print a definition in canonical form
    Print(Print),
    /// Write stubs
    Gen(Gen),
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Definitions (.x)
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Where included files are looked for
    #[arg(long = "include", short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) include: Vec<PathBuf>,
    /// Define a preprocessor name
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct Print {
    #[command(flatten)]
    pub(crate) files: Files,
    /// In which form: the model, or a definition language
    #[arg(long = "as", default_value = "x", value_parser = ["x", "model"])]
    pub(crate) form: String,
}

#[derive(clap::Args)]
pub(crate) struct Gen {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Which language
    #[arg(long, default_value = "rust", value_parser = ["rust"])]
    pub(crate) language: String,
    /// Where to write; standard output if not given
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// The path by which generated code names the manyrpc crate
    #[arg(long, default_value = "::manyrpc")]
    pub(crate) crate_path: String,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text
        .parse()
        .map_err(|_| "a number of seconds, as 2.5".to_owned())?;
    Duration::try_from_secs_f64(value).map_err(|_| "a number of seconds, not negative".to_owned())
}

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    clap_complete::generate(shell, &mut Args::command(), "manyrpc", &mut io::stdout());
    Ok(ExitCode::SUCCESS)
}
