//! The arguments of `manyrpc load`.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;
use manyrpc_lab::load::{Arrivals, Plan, Process, Reuse};

use crate::args::{Call, CallMetadata, Definition, Testbed, bytes, seconds};
use crate::login::Login;
use crate::output::Failure;
use crate::tls::ClientTls;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc load onc-udp                           as fast as replies arrive, on a server of our own\n  \
    manyrpc load grpc nothing=3,echo:512=1 --rate 5000 --arrivals poisson --connections 8\n  \
    manyrpc load jsonrpc+http://127.0.0.1:8080/rpc add '[2, 3]' --rate 1000 --for 30 --clients 2\n  \
    manyrpc load onc+tcp://127.0.0.1:4000 --idl bench.x add '[2, 3]' --per-call\n  \
    manyrpc load onc-tcp --rate 50 --between namespaces,10Mbit --background 60%\n  \
    manyrpc load grpcs://db.example:443 rpcbench.Database/Request '{\"id\": 7}' --ca ca.pem\n\n\
    With --rate calls are due at times that do not depend on replies, and latency is counted from \
    when a call was due. Every call in flight needs a connection: a call that is due while none is free \
    waits, and the report says so.\n\n\
    --between, --background and --impair apply to manyrpc's own systems, whose servers are started for the load. For \
    any other server use `manyrpc relay` to impair the network.")]
pub(crate) struct Load {
    /// Where the server is, as for `call`; or one of manyrpc's systems by name (onc-udp, grpc …), whose
    /// server is then started for the duration of the load
    pub(crate) target: String,
    /// The operation, as for `call`; for one of manyrpc's systems the workloads with weights,
    /// nothing=3,echo:512=1 [default: nothing]
    pub(crate) operation: Option<String>,
    /// Arguments in JSON, as for `call`; @FILE to read them
    #[arg(allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    /// Calls per second of all clients together (an open loop). Without it each connection calls again when
    /// it has its reply
    #[arg(long, short, value_name = "CALLS")]
    pub(crate) rate: Option<f64>,
    /// The arrival process: constant, poisson, or burst:N:FACTOR, N calls at FACTOR times the rate, then none
    /// until the mean rate is restored [default: constant]
    #[arg(long, requires = "rate", value_parser = arriving, value_name = "PROCESS")]
    pub(crate) arrivals: Option<Process>,
    /// Think time of each connection between a reply and its next call, in seconds
    #[arg(long, value_parser = seconds, conflicts_with = "rate", value_name = "SECONDS")]
    pub(crate) think: Option<Duration>,
    /// Duration of the load in seconds, warm-up included [default: 10]
    #[arg(long = "for", short = 'd', value_parser = seconds, value_name = "SECONDS")]
    pub(crate) seconds: Option<Duration>,
    /// Make this many calls instead of calling for a duration
    #[arg(long, short = 'n', conflicts_with_all = ["seconds", "warm_up"])]
    pub(crate) calls: Option<u64>,
    /// Warm-up in seconds, whose calls are not counted [default: a tenth of the duration, 1 at most]
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) warm_up: Option<Duration>,
    /// Client processes
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) clients: u32,
    /// Connections of each client, with one call at a time each
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) connections: u32,
    /// Every call looks the server up, connects, calls and closes
    #[arg(long)]
    pub(crate) per_call: bool,
    #[command(flatten)]
    pub(crate) testbed: Testbed,
    /// Seed of arrivals and of the workload mix
    #[arg(long, default_value_t = 1989)]
    pub(crate) seed: u64,
    /// Output format
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
    /// Write the output to this file instead
    #[arg(long, short, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    definition: Definition,
    /// How long a call may take, in seconds [default: 25]
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    timeout: Option<Duration>,
    /// Largest message sent or accepted, in bytes (K, M and G may follow) [default: 64M]
    #[arg(long, value_parser = bytes, value_name = "BYTES")]
    max_message: Option<usize>,
    /// Identify as this user and group (AUTH_SYS), UID:GID
    #[arg(long, value_name = "UID:GID")]
    auth_sys: Option<String>,
    #[command(flatten)]
    metadata: CallMetadata,
    #[command(flatten)]
    login: Login,
    #[command(flatten)]
    tls: ClientTls,
    /// This process is client I of N
    #[arg(long, hide = true, value_parser = part, value_name = "I/N")]
    pub(crate) part: Option<(u32, u32)>,
}

impl Load {
    /// The plan for all clients together.
    pub(crate) fn plan(&self) -> Result<Plan, Failure> {
        let arrivals = match self.rate {
            None => Arrivals::Closed {
                think_ns: self.think.unwrap_or_default().as_nanos() as u64,
            },
            Some(rate) => Arrivals::Open {
                rate,
                process: self.arrivals.unwrap_or(Process::Constant),
            },
        };
        let seconds = self
            .seconds
            .unwrap_or(Duration::from_secs(10))
            .as_secs_f64();
        let (seconds, warm_up_seconds) = match (self.calls, self.warm_up) {
            (Some(_), _) => (None, 0.0),
            (None, Some(warm_up)) => (Some(seconds), warm_up.as_secs_f64()),
            (None, None) => (Some(seconds), (seconds / 10.0).min(1.0)),
        };
        let plan = Plan {
            arrivals,
            connections: self.connections,
            reuse: match self.per_call {
                true => Reuse::PerCall,
                false => Reuse::Kept,
            },
            calls: self.calls,
            seconds,
            warm_up_seconds,
            seed: self.seed,
            phase_ns: 0,
        };
        plan.check().map_err(Failure::Misuse)?;
        Ok(plan)
    }

    /// The call to repeat.
    pub(crate) fn call(self) -> Call {
        Call {
            target: self.target,
            operation: self.operation.unwrap_or_default(),
            arguments: self.arguments,
            data: None,
            definition: self.definition,
            timeout: self.timeout,
            broadcast: false,
            notify: false,
            batch: false,
            max_message: self.max_message,
            keepalive: None,
            auth_sys: self.auth_sys,
            metadata: self.metadata,
            verbose: false,
            compact: false,
            login: self.login,
            tls: self.tls,
        }
    }
}

fn arriving(text: &str) -> Result<Process, String> {
    let burst = |rest: &str| {
        let (calls, factor) = rest.split_once(':')?;
        Some(Process::Bursty {
            calls: calls.parse().ok()?,
            factor: factor.parse().ok()?,
        })
    };
    match (text, text.strip_prefix("burst:")) {
        ("constant", _) => Ok(Process::Constant),
        ("poisson", _) => Ok(Process::Poisson),
        (_, Some(rest)) => burst(rest).ok_or_else(|| "burst:N:FACTOR, as burst:20:10".to_owned()),
        _ => Err("constant, poisson or burst:N:FACTOR".to_owned()),
    }
}

fn part(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('/').map(|(i, n)| (i.parse(), n.parse()));
    match numbers {
        Some((Ok(i), Ok(n))) if i < n => Ok((i, n)),
        _ => Err("I/N".to_owned()),
    }
}
