//! The record of an id (see `../../database.md`), gRPC's stubs, and how servers and clients are driven.

pub mod blob;
pub mod saturate;

/// What tonic makes of `interfaces/database.proto`.
pub mod rpcbench {
    tonic::include_proto!("rpcbench");
}

/// And of `interfaces/exchange.proto`.
pub mod exchange {
    tonic::include_proto!("exchange");
}

/// And of the service of gRPC's interoperability tests.
pub mod testing {
    tonic::include_proto!("grpc.testing");
}

use std::fs::read;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use rpcbench::Info;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{
    Certificate, Channel, ClientTlsConfig, Endpoint, Identity, ServerTlsConfig,
};

/// Bytes of the photo.
pub const PHOTO_BYTES: usize = 1_048_576;

/// The photo that goes with every id.
pub fn photo() -> Vec<u8> {
    (0..PHOTO_BYTES).map(|i| (i * 31 + 7) as u8).collect()
}

/// The record of an id that is 0 or more.
pub fn record(id: i32, photo: Vec<u8>) -> Info {
    const FIRST: [&str; 4] = ["Ada", "Erzsébet", "美咲", "Zoë"];
    const LAST: [&str; 3] = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"];
    Info {
        id,
        first_name: FIRST[id as usize % 4].to_owned(),
        last_name: LAST[id as usize % 3].to_owned(),
        age: 18 + id % 70,
        email: format!("user{id}@example.org"),
        phone: format!("+36 1 555 {:04}", id % 10_000),
        newsletter: id % 2 == 0,
        latitude: (id % 100) as f32 / 4.0 - 33.875,
        longitude: 151.125 - (id % 1000) as f32 / 4.0,
        photo,
    }
}

/// The words after `tcp`, or the end of this process with its usage.
pub fn arguments(least: usize, usage: &str) -> Vec<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() < least || arguments[0] != "tcp" {
        eprintln!("usage: {usage}");
        std::process::exit(2);
    }
    arguments[1..].to_vec()
}

/// Errors are told as text.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A channel that connects with its first call; `secured` is as `../../README.md` has it.
pub fn channel(host: &str, port: &str, secured: &[String]) -> Outcome<Channel> {
    let [authority, own @ ..] = secured else {
        return Ok(Endpoint::from_shared(format!("http://{host}:{port}"))?.connect_lazy());
    };
    let mut tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read(authority)?));
    if let [certificate, key] = own {
        tls = tls.identity(Identity::from_pem(read(certificate)?, read(key)?));
    }
    let endpoint = Endpoint::from_shared(format!("https://{host}:{port}"))?;
    Ok(endpoint.tls_config(tls)?.connect_lazy())
}

/// A server that listens on `127.0.0.1` or where `MANYRPC_LISTEN` says, tells its port, and ends when standard input closes; `secured` is as
/// `../../README.md` has it.
pub fn listening(words: &[String]) -> Outcome<(tonic::transport::Server, TcpIncoming)> {
    let mut server = tonic::transport::Server::builder();
    if let [_, certificate, key, authorities @ ..] = words {
        let identity = Identity::from_pem(read(certificate)?, read(key)?);
        let mut tls = ServerTlsConfig::new().identity(identity);
        if let [authority] = authorities {
            tls = tls.client_ca_root(Certificate::from_pem(read(authority)?));
        }
        server = server.tls_config(tls)?;
    }
    let incoming = TcpIncoming::from(tokio::net::TcpListener::from_std(bind(words)?)?);
    let incoming = incoming.with_nodelay(Some(true));
    println!("PORT {}", incoming.local_addr()?.port());
    end_with_standard_input();
    Ok((server, incoming))
}

/// Listens on `127.0.0.1` or where `MANYRPC_LISTEN` says, at the port of the words or one that the system chooses.
pub fn bind(words: &[String]) -> Outcome<TcpListener> {
    let port = words.first().map_or(Ok(0), |port| port.parse())?;
    let host = match std::env::var("MANYRPC_LISTEN") {
        Ok(host) => host.parse()?,
        Err(_) => Ipv4Addr::LOCALHOST.into(),
    };
    let listener = TcpListener::bind(SocketAddr::new(host, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Ends this process when its parent closes its standard input.
pub fn end_with_standard_input() {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0)
    });
}
