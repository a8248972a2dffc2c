//! The command-line arguments.

mod formats;
mod measuring;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, Parser, Subcommand, ValueHint};
use manyrpc::systems::Form;
use manyrpc::{ClientOptions, Limits, Metadata};

pub(crate) use self::formats::TEMPLATE;
pub(crate) use self::measuring::{Agent, Compare, Diff, Doctor, Relay, Study, Testbed};
pub(crate) use crate::load::args::Load;
use crate::login::{Login, ServerLogin};
use crate::output::{Failure, write_out};
use crate::tls::{ClientTls, ServerTls};

const EXIT_STATUS: &str = "\
Exit status:
  0    success
  1    a definition has errors, a server cannot start, or something disturbs measurements (doctor)
  2    misuse: an invalid command line, file or value
  65   the server refused the call
  66   the peer violated the protocol
  67   timeout
  68   no connection, or the connection was lost
  69   the registry does not know the program or interface
  70   the call could not be sent
  71   the server raised an exception declared by the operation, printed with its members
  99   a performance gate was missed (compare --gate), or something is significantly slower (diff)
  130  interrupted: a streaming call, or a server twice";

/// Call, serve and measure one interface over every RPC protocol.
#[derive(Parser)]
#[command(name = "manyrpc", version, about, max_term_width = 100)]
#[command(after_help = EXIT_STATUS)]
pub(crate) struct Args {
    /// What corbaloc:rir:/NAME and corbaname:rir: refer to, as NameService=corbaloc::host/NameService; the
    /// environment variable ORBInitRef says the same [default for NameService: this host's port 2809]
    #[arg(long, value_name = "NAME=URL")]
    pub(crate) initial_reference: Vec<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Measure every system side by side
    Compare(Compare),
    /// Repeat a published experiment and compare its figures with today's
    Study(Study),
    /// Compare two runs, cell by cell: what is significantly slower
    Diff(Diff),
    /// Report what on this machine disturbs measurements, and what each study is missing
    Doctor(Doctor),
    /// Generate load: calls at a given rate, or as fast as replies arrive, with their latencies
    Load(Box<Load>),
    /// Call one operation of a server
    Call(Call),
    /// List what is registered with a host's registry (rpcbind, endpoint mapper, location broker) or bound in a
    /// naming context (CORBA), or what a server offers (gRPC, XML-RPC, JSON-RPC)
    List(Target),
    /// Describe servers by introspection: all entries of a registry, or one; for gRPC the definition
    Describe(Describe),
    /// Serve a definition with canned or echoed replies
    Serve(Serve),
    /// Relay between clients and a server, impairing the traffic: loss, delay, corruption and more
    Relay(Relay),
    /// Start servers for measurements from another host: --between hosts=HOST:PORT
    Agent(Agent),
    /// Check, print or compile interface definitions
    #[command(subcommand)]
    Idl(Idl),
    /// Generate UUIDs for interfaces and objects
    Uuidgen(Uuidgen),
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
pub(crate) struct Definition {
    /// The interface definition: .x (Sun's RPC language), .idl (DCE or CORBA), .proto (Protocol Buffers) or .wsdl
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) idl: Option<PathBuf>,
    /// Which interface of the definition, if it has several
    #[arg(long, value_name = "NAME")]
    pub(crate) interface: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// How definitions are read.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// The definition's language: Sun's, DCE's, OMG's, that of Protocol Buffers or WSDL [default: by
    /// the extension, and of .idl by the text]
    #[arg(long = "from", value_parser = ["x", "idl", "omg", "proto", "wsdl"])]
    pub(crate) from: Option<String>,
    /// Search this directory for included files
    #[arg(long = "include", short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) include: Vec<PathBuf>,
    /// Define a preprocessor name
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// A .x file with definitions that the original gets from C headers: types and constants that nothing it
    /// includes defines are taken from there
    #[arg(long = "prelude", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) prelude: Vec<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc call onc+tcp://127.0.0.1:4000 --idl bench.x add '{\"a\": 2, \"b\": 3}'\n  \
    manyrpc call onc+udp://127.0.0.1 --idl rpcbind.x --interface PMAP_VERS pmapproc_dump\n  \
    manyrpc call 'ncacn_ip_tcp:127.0.0.1[4001]' --idl rpcecho.idl AddOne '[41]'\n  \
    manyrpc call dce+tcp://127.0.0.1 --idl rpcecho.idl AddOne '[41]' --auth spnego --user alice\n  \
    manyrpc call dce+udp://127.0.0.1 --idl bench.idl echo '[{\"hex\": \"00ff\"}]'\n  \
    manyrpc call jsonrpc+http://127.0.0.1:8080/rpc --idl bench.x add '[2, 3]'\n  \
    manyrpc call grpcs://db.example:443 --idl database.proto Request '{\"name\": \"a\"}' --ca ca.pem\n  \
    manyrpc call grpc://127.0.0.1:50051 rpcbench.Database/Request '{\"id\": 7}'\n  \
    manyrpc call grpc://127.0.0.1:50051 chat.Chat/StreamingCall - --compact\n  \
    manyrpc call jsonrpc+http://127.0.0.1:8080/rpc add '[[2, 3], [4, 5]]' --batch\n  \
    manyrpc call xmlrpc+http://127.0.0.1:8080/RPC2 shop.add '[2, 3]'\n  \
    manyrpc call 'http://127.0.0.1:8080/shop?wsdl' add '[2, 3]'\n  \
    manyrpc call orders.wsdl place '[2, 3]'\n  \
    manyrpc call corbaname::127.0.0.1#shop/cart --idl shop.idl items\n  \
    manyrpc call ncs+udp://127.0.0.1 --idl llb.idl --interface llb_ llb_lookup @wanted.json\n  \
    manyrpc call onc+udp://192.0.2.255 --idl bench.x add '[2, 3]' --broadcast")]
pub(crate) struct Call {
    /// Where the server is: onc+udp://host:port, dce+tcp://host, ncs+udp://host, raw+tcp://host:port,
    /// jsonrpc+tcp://host:port, xmlrpc+http://host:port/path …, or a DCE string binding,
    /// object@ncacn_ip_tcp:host[port]; without a port the host's registry is asked. Several hosts, as in
    /// grpc://one:1,two:2, are tried in that order. A description in WSDL, http://host:port/path?wsdl or a file, orders.wsdl,
    /// says where its server is
    pub(crate) target: String,
    /// The operation's name, or Interface.operation, or package.Service/Operation. Without a definition, gRPC
    /// servers are asked for it by reflection, and SOAP's for their WSDL; JSON-RPC and XML-RPC methods are called with the arguments as
    /// given
    pub(crate) operation: String,
    /// Arguments as a JSON object by parameter name or an array in order, bytes as base64 or
    /// {"hex": "00ff"}; for a .proto definition the message in ProtoJSON, as in grpcurl, or nothing for an
    /// empty one; @FILE or - reads them. For a streaming operation: one JSON value after another or an array
    /// of them; from - each is sent as it is read, so that both sides can take turns, and each reply is
    /// printed as it arrives
    #[arg(allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    /// The arguments, as an option
    #[arg(long, short, value_name = "JSON", conflicts_with = "arguments")]
    pub(crate) data: Option<String>,
    #[command(flatten)]
    pub(crate) definition: Definition,
    /// How long to wait for the reply, in seconds [default: 25, 3 with --broadcast, and none for streaming
    /// operations]
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) timeout: Option<Duration>,
    /// Send to every server that a broadcast address reaches, and print each reply on a line with its sender;
    /// over onc+udp without a port through every host's rpcbind
    #[arg(long)]
    pub(crate) broadcast: bool,
    /// Do not wait for a reply, whatever the definition says: a JSON-RPC notification, a DCE maybe call
    #[arg(long, conflicts_with = "broadcast")]
    pub(crate) notify: bool,
    /// The arguments are those of several calls: one JSON value after another or an array of them.
    /// They are sent in one message, a JSON-RPC batch or an XML-RPC multicall, and each outcome is printed on
    /// a line
    #[arg(long, conflicts_with_all = ["broadcast", "notify"])]
    pub(crate) batch: bool,
    /// Largest message sent or accepted, in bytes (K, M and G may follow) [default: 64M]
    #[arg(long, value_parser = bytes, value_name = "BYTES")]
    pub(crate) max_message: Option<usize>,
    /// Ping the server after this many seconds of silence while the call waits; standard gRPC servers reject
    /// values below 300 unless configured otherwise (gRPC)
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) keepalive: Option<Duration>,
    /// Identify as this user and group (AUTH_SYS), UID:GID
    #[arg(long, value_name = "UID:GID")]
    pub(crate) auth_sys: Option<String>,
    #[command(flatten)]
    pub(crate) metadata: CallMetadata,
    /// Print the metadata of the reply, or of the failure, on standard error
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Print the result on one line
    #[arg(long)]
    pub(crate) compact: bool,
    #[command(flatten)]
    pub(crate) login: Login,
    #[command(flatten)]
    pub(crate) tls: ClientTls,
}

/// The metadata of a call, and of the reflection requests that precede it.
#[derive(clap::Args)]
pub(crate) struct CallMetadata {
    /// Send this metadata with the call and with reflection requests, if the system has metadata (gRPC):
    /// KEY=VALUE; the value of a key that ends in -bin is base64
    #[arg(long, value_name = "KEY=VALUE", value_parser = metadata)]
    metadata: Vec<(String, Vec<u8>)>,
}

impl CallMetadata {
    pub(crate) fn metadata(&self) -> Metadata {
        let mut all = Metadata::new();
        for (key, value) in &self.metadata {
            all.push(key, &value[..]);
        }
        all
    }
}

#[derive(clap::Args)]
pub(crate) struct Target {
    /// Where the registry is: onc+udp://host, dce+tcp://host, ncs+udp://host, ncacn_ip_tcp:host, iiop://host,
    /// corbaname::host#context, IOR:…;
    /// with a port if it is not the well-known one. For systems without a registry the server:
    /// grpc://host:port, xmlrpc+http://host:port/path, jsonrpc+http://host:port/path, http://host:port/path?wsdl. Several hosts,
    /// as in grpc://one:1,two:2, are tried in that order. A file of WSDL, orders.wsdl, is read instead of asking its server
    pub(crate) target: String,
    /// What to print
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
    #[command(flatten)]
    pub(crate) metadata: CallMetadata,
    #[command(flatten)]
    pub(crate) tls: ClientTls,
}

impl Target {
    /// The output format.
    pub(crate) fn form(&self) -> Form {
        match self.format.as_str() {
            "json" => Form::Json,
            _ => Form::Text,
        }
    }

    /// The options for querying the server.
    pub(crate) fn options(&self) -> Result<ClientOptions, Failure> {
        Ok(ClientOptions {
            metadata: self.metadata.metadata(),
            tls: self.tls.client()?,
            ..ClientOptions::default()
        })
    }
}

#[derive(clap::Args)]
pub(crate) struct Describe {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Only this program, by number or by its name in /etc/rpc; for DCE and NCS only servers of this
    /// interface, by its UUID; for XML-RPC and JSON-RPC this method; for gRPC this service, method or type,
    /// by its full name; for CORBA what has this name in the naming context
    pub(crate) program: Option<String>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc serve onc+udp://127.0.0.1:4000 onc+tcp://127.0.0.1:4000 --idl bench.x --echo\n  \
    manyrpc serve onc+tcp://127.0.0.1:0 --idl bench.x --reply add=42\n  \
    manyrpc serve dce+tcp://127.0.0.1:4001 'ncadg_ip_udp:127.0.0.1[4001]' --idl rpcecho.idl\n  \
    manyrpc serve dce+tcp://127.0.0.1:0 --idl bench.idl --users accounts --least-level integrity\n  \
    manyrpc serve jsonrpc+tcp://127.0.0.1:0 xmlrpc+http://127.0.0.1:0/RPC2 --idl bench.x --echo\n  \
    manyrpc serve grpcs://127.0.0.1:0 --idl database.proto --cert server.pem --key server.key\n  \
    manyrpc serve grpc://127.0.0.1:0 --idl database.proto\n  \
    manyrpc serve dce+udp://127.0.0.1:0 ncs+udp://127.0.0.1:0 --idl bench.idl --register")]
#[command(override_usage = "manyrpc serve [OPTIONS] --idl <FILE> <BINDINGS>...")]
pub(crate) struct Serve {
    /// Where to listen: onc+udp://host:port, dce+tcp://host:port, ncadg_ip_udp:host[port] …; port 0
    /// lets the system choose
    #[arg(required = true)]
    pub(crate) bindings: Vec<String>,
    #[command(flatten)]
    pub(crate) definition: Definition,
    /// Reply with the arguments: each result is the argument of the same name, or the first of the same type;
    /// in streaming operations each message gets one reply
    #[arg(long)]
    pub(crate) echo: bool,
    /// The reply to an operation, as JSON (ProtoJSON for a .proto definition); if the server sends a stream,
    /// an array of replies
    #[arg(long, value_name = "OPERATION=JSON")]
    pub(crate) reply: Vec<String>,
    /// Raise an exception of an operation, by its name; members follow as JSON after a space, and default to
    /// zero or empty
    #[arg(long, value_name = "OPERATION=NAME")]
    pub(crate) raise: Vec<String>,
    /// A JSON file of replies by operation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) replies: Option<PathBuf>,
    /// Register with the host's rpcbind, endpoint mapper, location broker or naming service, or, if there is
    /// none, with a built-in one on port 111, 135 or 2809: those on 111 and 2809 serve this machine only, the
    /// one on 135 also listens on the addresses of the bindings
    #[arg(long)]
    pub(crate) register: bool,
    /// Do not keep replies: a call that is retransmitted over UDP is executed again
    #[arg(long)]
    pub(crate) no_reply_cache: bool,
    /// Largest message accepted or sent, in bytes (K, M and G may follow) [default: 64M]
    #[arg(long, value_parser = bytes, value_name = "BYTES")]
    pub(crate) max_message: Option<usize>,
    /// Do not offer introspection (system.listMethods, rpc.discover, gRPC's reflection)
    #[arg(long)]
    pub(crate) no_introspection: bool,
    /// Ping clients after this many seconds of silence (gRPC)
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) keepalive: Option<Duration>,
    /// Ask clients to reconnect when their connection is this many seconds old (gRPC)
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) max_age: Option<Duration>,
    /// Do not print incoming calls
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) login: ServerLogin,
    #[command(flatten)]
    pub(crate) tls: ServerTls,
}

#[derive(Subcommand)]
pub(crate) enum Idl {
    /// Report errors in definitions
    Check(Files),
    /// Print a definition in canonical form
    Print(Print),
    /// Generate stubs
    Gen(Gen),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    manyrpc uuidgen --idl > interface.idl\n  \
    manyrpc uuidgen --time -n 3\n  \
    manyrpc uuidgen --format ncs")]
pub(crate) struct Uuidgen {
    /// How many to generate
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) count: u32,
    /// Time-based, as DCE's own are
    #[arg(long, conflicts_with = "random")]
    pub(crate) time: bool,
    /// Random (the default)
    #[arg(long)]
    pub(crate) random: bool,
    /// Output format: DCE's string, Apollo NCS's string, or a template for a definition
    #[arg(long, default_value = "dce", value_parser = PossibleValuesParser::new(formats::formats()))]
    pub(crate) format: String,
    /// The same as --format idl
    #[arg(short = 'i', long)]
    pub(crate) idl: bool,
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Definitions (.x of Sun's RPC language, .idl of DCE's or OMG's, .proto, .wsdl, .xsd)
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The Rust type of strings in a .x file that does not specify it: bytes need not be UTF-8
    #[arg(long, default_value = "text", value_parser = ["text", "bytes"])]
    pub(crate) strings: String,
    /// The attribute file of a DCE definition, instead of the .acf next to it; the identities of a .proto,
    /// instead of the .ids
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) acf: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Print {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Output format: the model, or a definition language [default: the file's own]
    #[arg(long = "as", value_parser = ["x", "idl", "omg", "proto", "wsdl", "model"])]
    pub(crate) form: Option<String>,
    /// Write exceptions as result unions, as XDR and NDR encode them: for compilers without exceptions
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(clap::Args)]
pub(crate) struct Gen {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The target language
    #[arg(long, default_value = "rust", value_parser = ["rust"])]
    pub(crate) language: String,
    /// The output file or directory; standard output if not given
    #[arg(long, short, value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// The path of the manyrpc crate in generated code
    #[arg(long, default_value = "::manyrpc")]
    pub(crate) crate_path: String,
    /// Omit the definition's text, so that servers do not offer it by introspection
    #[arg(long)]
    pub(crate) undescribed: bool,
    /// Make bytes `CowBytes`, which can be shared, not `Cow<[u8]>`
    #[arg(long)]
    pub(crate) cow_bytes: bool,
    /// Give types their type codes, for an `any` of CORBA, though the definition has none
    #[arg(long)]
    pub(crate) type_codes: bool,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text
        .parse()
        .map_err(|_| "a number of seconds, as 2.5".to_owned())?;
    Duration::try_from_secs_f64(value).map_err(|_| "a number of seconds, not negative".to_owned())
}

/// A metadata entry; binary values are base64, with or without padding.
fn metadata(text: &str) -> Result<(String, Vec<u8>), String> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| "a key and its value, as x-user=alice".to_owned())?;
    let value = match key.ends_with("-bin") {
        false => value.as_bytes().to_vec(),
        true => base64_simd::STANDARD_NO_PAD
            .decode_to_vec(value.trim_end_matches('='))
            .map_err(|_| "base64, since the key ends in -bin".to_owned())?,
    };
    Ok((key.to_owned(), value))
}

/// A number of bytes, optionally with a binary unit (K, M, G).
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.as_bytes() {
        [.., b'k' | b'K'] => (&text[..text.len() - 1], 10),
        [.., b'm' | b'M'] => (&text[..text.len() - 1], 20),
        [.., b'g' | b'G'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: Option<usize> = number.parse().ok();
    number
        .and_then(|n| n.checked_mul(1 << shift))
        .ok_or_else(|| "a number of bytes, as 65536, 64K or 16M".to_owned())
}

/// Limits for the given largest message.
pub(crate) fn limits(max_message: Option<usize>) -> Limits {
    let mut limits = Limits::default();
    if let Some(bytes) = max_message {
        limits.message_bytes = bytes;
        limits.sent_message_bytes = bytes;
        limits.queued_bytes = limits.queued_bytes.max(bytes);
    }
    limits
}

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "manyrpc", &mut script);
    let script = String::from_utf8(script).map_err(Failure::misuse)?;
    write_out(None, &script)?;
    Ok(ExitCode::SUCCESS)
}
