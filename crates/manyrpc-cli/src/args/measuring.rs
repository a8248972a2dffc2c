//! The arguments of the measuring commands.

use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::PossibleValuesParser;
use manyrpc_measure::agent::Key;
use manyrpc_measure::net::topology::Topology;

use crate::output::Failure;

/// Where clients and servers run, for every command that measures calls.
#[derive(clap::Args)]
pub(crate) struct Testbed {
    /// Run servers and clients on two machines: `namespaces` creates two network namespaces on this host and
    /// a link between them (needs root; removed after the run), with an optional rate as in
    /// namespaces,10Mbit,queue=100; hosts=HOST:PORT runs the servers on the host of that `manyrpc agent`
    #[arg(long, value_name = "WHAT[,LINK]")]
    between: Option<String>,
    /// The key of the agent on the other host
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    key_file: Option<PathBuf>,
    /// Background traffic on that link, each way: a share of its rate, frame size and burst, as in
    /// 60%,frame=300,burst=8
    #[arg(long, value_name = "TRAFFIC")]
    background: Option<String>,
    /// Impair the network between them, as in `manyrpc relay`: loss=5%,delay=2ms or, per direction,
    /// loss=5%/none
    #[arg(long, value_name = "IMPAIRMENTS")]
    impair: Option<String>,
}

impl Testbed {
    /// The requested topology, and the agent's key if given.
    pub(crate) fn read(&self) -> Result<(Topology, Option<Key>), Failure> {
        let between = Topology::parse(
            self.between.as_deref(),
            self.background.as_deref(),
            self.impair.as_deref(),
        );
        let key = self.key_file.as_deref().map(Key::read).transpose();
        Ok((
            between.map_err(Failure::misuse)?,
            key.map_err(Failure::misuse)?,
        ))
    }
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc compare --quick\n  \
    manyrpc compare --with-peers --format html -o compare.html\n  \
    manyrpc compare --async --quick\n  \
    manyrpc compare --systems onc-udp,onc-tcp --between namespaces,100Mbit --background 60%\n  \
    manyrpc compare --quick --between hosts=server.example:7989 --key-file lab.key")]
pub(crate) struct Compare {
    /// Finish in about a minute: fewer rounds, only the placement `same` unless others are given, and
    /// throughput of three workloads
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measure clients and servers on tokio instead, beside those of tonic, grpc-go and jsonrpsee (built by
    /// `make peers`): calls in flight on one CPU and on two, a lone call, idle connections
    #[arg(long = "async", conflicts_with_all = ["placement", "between", "key_file", "background", "impair"])]
    pub(crate) tasks: bool,
    /// Measure the foreign implementations too (built by `make peers`)
    #[arg(long)]
    pub(crate) with_peers: bool,
    #[arg(long, value_delimiter = ',', value_name = "NAME", help = systems_help())]
    pub(crate) systems: Vec<String>,
    /// Only these workloads (nothing, add, echo:8192, ints:1000, concat, info, info-photo)
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) workloads: Vec<String>,
    /// CPU placement of client and server: same core, split, split and awake, or free [default: same,free]
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) placement: Vec<String>,
    #[command(flatten)]
    pub(crate) testbed: Testbed,
    /// How many interleaved rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: Option<u32>,
    /// Seed of the random order of measurement
    #[arg(long, default_value_t = 1989)]
    pub(crate) seed: u64,
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json", "csv", "md", "html"])]
    pub(crate) format: String,
    /// Write the output to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// The directory for run directories
    #[arg(long, default_value = "runs", value_hint = ValueHint::DirPath)]
    pub(crate) runs: PathBuf,
    /// Exit with 99 if a performance gate is missed; gates are evaluated on loopback only
    #[arg(long)]
    pub(crate) gate: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc study --list\n  \
    manyrpc study kiraly --quick\n  \
    manyrpc study kiraly --only xmlrpc/cpp,xmlrpc/ours --rounds 9\n  \
    manyrpc study kiraly --format html -o kiraly.html\n  \
    manyrpc study netwise --between namespaces,10Mbit --background 60%\n  \
    manyrpc study ipc --only onc-udp,ncs --impair loss=1%,delay=200us\n  \
    manyrpc study --resume runs/2026-11-22T101500Z-study-kiraly\n  \
    manyrpc study --report runs/2026-11-22T101500Z-study-kiraly --format md")]
pub(crate) struct Study {
    /// Which study: kiraly, netwise, ipc, levy
    #[arg(value_name = "STUDY", value_parser = ["kiraly", "netwise", "ipc", "levy"],
        required_unless_present_any = ["list", "resume", "report"],
        conflicts_with_all = ["list", "resume", "report"])]
    pub(crate) name: Option<String>,
    /// List the studies
    #[arg(long)]
    pub(crate) list: bool,
    /// Resume an interrupted run: make the visits that are missing or failed
    #[arg(long, value_name = "RUN", value_hint = ValueHint::DirPath,
        conflicts_with_all = ["report", "quick", "only", "rounds", "placement", "between", "background",
            "impair", "seed", "runs"])]
    pub(crate) resume: Option<PathBuf>,
    /// Measure nothing: report that run as far as it got
    #[arg(long, value_name = "RUN", value_hint = ValueHint::DirPath,
        conflicts_with_all = ["quick", "only", "rounds", "placement", "between", "background", "impair",
            "seed", "runs"])]
    pub(crate) report: Option<PathBuf>,
    /// Finish in a few minutes: fewer and shorter runs, fewer systems
    #[arg(long)]
    pub(crate) quick: bool,
    /// Only these. kiraly: systems, languages, or languages of a system (grpc, cpp, xmlrpc/python). The
    /// others: systems
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// How many interleaved rounds [default: the study's]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: Option<u32>,
    /// CPU placement of client and server: same, split, awake or free [default: the study's]
    #[arg(long, value_name = "NAME")]
    pub(crate) placement: Option<String>,
    #[command(flatten)]
    pub(crate) testbed: Testbed,
    /// Seed of the random order of measurement
    #[arg(long, default_value_t = 20_261_121)]
    pub(crate) seed: u64,
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json", "csv", "md", "html"])]
    pub(crate) format: String,
    /// Write the output to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// The directory for run directories
    #[arg(long, default_value = "runs", value_hint = ValueHint::DirPath)]
    pub(crate) runs: PathBuf,
}

#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 nothing is significantly slower, 99 something is, 2 misuse or nothing \
        to compare.\n\nExamples:\n  \
    manyrpc diff runs/2026-11-22T101500Z-compare runs/2026-11-22T111500Z-compare\n  \
    manyrpc diff before/ after/ --threshold 3%            each with three or more runs\n  \
    manyrpc diff A B --only onc-udp,onc-tcp,same --format html -o diff.html\n  \
    manyrpc diff A B --figure first_ns --measure absolute"
)]
pub(crate) struct Diff {
    /// The first run, for example before a change: a run directory or run.json of `compare` or a study, the
    /// output of `load --format json`, or a directory with several of one kind, taken as repetitions
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) a: PathBuf,
    /// The second run, for example after the change
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) b: PathBuf,
    /// The smallest difference that counts
    #[arg(long, default_value = "0%", value_parser = share, value_name = "PERCENT")]
    pub(crate) threshold: f64,
    /// Only cells with these levels: systems, workloads, placements, sizes … Levels of one factor are
    /// alternatives, levels of different factors must all match. With fewer cells the tests are more powerful
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Which metrics [default: times of calls, calls per second, CPU time of calls]
    #[arg(long = "figure", value_delimiter = ',', value_name = "NAME")]
    pub(crate) figures: Vec<String>,
    /// Absolute figures, or figures relative to the floor of each cell, which cancels changes of the machine
    /// between the runs [default: relative if there is a floor]
    #[arg(long, value_parser = ["relative", "absolute"])]
    pub(crate) measure: Option<String>,
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json", "csv", "md", "html"])]
    pub(crate) format: String,
    /// Write the output to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 nothing disturbs measurements seriously, 1 something does, or something is missing that \
        --for requires, 2 misuse. Minor disturbances, and what is missing for other commands, do not count."
)]
pub(crate) struct Doctor {
    /// Only checks that matter to this: compare, load, or a study. A missing requirement then counts as a
    /// failure
    #[arg(long = "for", value_name = "NAME", value_parser = measurements())]
    pub(crate) of: Option<String>,
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
    /// Write the output to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc agent --new-key lab.key        # once; copy it to the other host\n  \
    manyrpc agent --key-file lab.key       # on the host of the servers\n  \
    manyrpc study netwise --between hosts=server.example:7989 --key-file lab.key")]
pub(crate) struct Agent {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "0.0.0.0:7989")]
    pub(crate) listen: String,
    /// Serve only clients that have this key
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        required_unless_present = "new_key")]
    pub(crate) key_file: Option<PathBuf>,
    /// Create a file with a new key, and do nothing else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["key_file", "listen"])]
    pub(crate) new_key: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Impairments, in one word with commas; OUT/BACK where the directions differ:
  loss=5%          this share of datagrams is lost
  dup=1%           this share arrives twice
  reorder=2%       this share is delayed by hold=5ms more and overtaken
  corrupt=0.1%     one to three bits are flipped in this share
  delay=2ms±1ms    everything is delayed (+- is accepted for ±)
  rate=10Mbit      bits per second, headers of IP and of UDP or TCP included
  queue=64         packets that may wait at that rate
  cut=64kB cut=2s  a TCP connection is reset after about this many bytes, or this time

Examples:
  manyrpc relay --to 127.0.0.1:4000 --impair loss=5%,dup=1%,reorder=2%
  manyrpc relay --to db.example:4000 --tcp --impair delay=20ms±5ms,rate=2Mbit,cut=1MB
  manyrpc relay --to 127.0.0.1:4000 --listen 0.0.0.0:4001 --impair none/loss=10% --seed 7")]
pub(crate) struct Relay {
    /// Where the server is
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) to: String,
    /// Relay datagrams (the default)
    #[arg(long, conflicts_with = "tcp")]
    pub(crate) udp: bool,
    /// Relay connections
    #[arg(long)]
    pub(crate) tcp: bool,
    /// The impairments of the traffic
    #[arg(long, value_name = "IMPAIRMENTS", default_value = "none")]
    pub(crate) impair: String,
    /// The listening address; port 0 lets the system choose
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0")]
    pub(crate) listen: String,
    /// Seed of the packets' fates
    #[arg(long, default_value_t = 1989)]
    pub(crate) seed: u64,
}

/// The values of `doctor --for`.
fn measurements() -> PossibleValuesParser {
    PossibleValuesParser::new(manyrpc_lab::doctor::measurements())
}

/// The help of `compare --systems`, from the table of systems.
fn systems_help() -> String {
    let names: Vec<&str> = manyrpc_lab::system::names().collect();
    let names = names.join(", ");
    format!("Only these systems ({names}); the floors are always measured")
}

/// A share in percent: `3%`, `2.5`.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse().ok();
    let percent = number.filter(|p: &f64| (0.0..1000.0).contains(p));
    let percent = percent.ok_or_else(|| "a share in percent, as 3%".to_owned())?;
    Ok(percent / 100.0)
}
