//! Against nghttp2's client and server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field};
use manyrpc_engine::{Clock, Instant, Limits, Rx};

use crate::server::{self, pattern};

fn nghttp(arguments: &[&str]) -> Vec<u8> {
    let out = Command::new("nghttp")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|e| panic!("nghttp: {e}; `scripts/setup.sh test` installs it"));
    let complaints = String::from_utf8_lossy(&out.stderr);
    assert!(
        out.status.success() && complaints.is_empty(),
        "{arguments:?}: {complaints}"
    );
    out.stdout
}

#[test]
fn their_client_fetches_from_our_server() {
    let address = server::start();
    let url = |path: &str| format!("http://{address}{path}");
    assert_eq!(nghttp(&[&url("/")]), b"hello");
    let options: [&[&str]; 4] = [
        &[],
        // Padded frames, small tables and windows.
        &["--padding=200"],
        &["--header-table-size=0", "--header-table-size=4096"],
        &["--window-bits=10", "--connection-window-bits=16"],
    ];
    for more in options {
        for n in [0, 1, 16_384, 1_000_000] {
            let url = url(&format!("/bytes/{n}"));
            let got = nghttp(&[more, &[&url]].concat());
            assert!(got == pattern(n), "{n} bytes, {more:?}: {}", got.len());
        }
    }
    // Several at a time, on one connection.
    let url = url("/bytes/100000");
    let many = nghttp(&["--multiply=20", "--null-out", "--stat", &url]);
    let text = String::from_utf8_lossy(&many);
    assert_eq!(text.matches(" 200 ").count(), 20, "{text}");
}

/// Their load generator, whose windows and settings are aggressive: no request is lost, and none is
/// mistaken for a flood.
#[test]
fn their_load_is_carried() {
    let address = server::start();
    for (path, requests, streams) in [("/", "20000", "100"), ("/bytes/100000", "500", "10")] {
        let out = Command::new("h2load")
            .args([
                "--requests",
                requests,
                "--clients",
                "4",
                "--max-concurrent-streams",
                streams,
            ])
            .arg(format!("http://{address}{path}"))
            .output()
            .unwrap_or_else(|e| panic!("h2load: {e}; `scripts/setup.sh test` installs it"));
        let said = String::from_utf8_lossy(&out.stdout);
        let all = format!("{requests} succeeded, 0 failed, 0 errored, 0 timeout");
        assert!(said.contains(&all), "{said}");
        assert!(
            said.contains(&format!("status codes: {requests} 2xx")),
            "{said}"
        );
    }
}

#[test]
fn their_client_posts_to_our_server() {
    let address = server::start();
    let url = format!("http://{address}/echo");
    let file = std::env::temp_dir().join(format!("manyrpc-post-{}", std::process::id()));
    for n in [1, 70_000, 3_000_000] {
        std::fs::write(&file, pattern(n)).unwrap();
        let data = format!("--data={}", file.display());
        let got = nghttp(&[&data, "--trailer=x-end: reached", &url]);
        assert!(got == pattern(n), "{n} bytes come back: {}", got.len());
    }
    std::fs::remove_file(&file).unwrap();
}

/// nghttpd on a port chosen by the kernel; it ends when this value is dropped.
struct Nghttpd {
    child: Child,
    port: u16,
}

impl Nghttpd {
    fn start(arguments: &[&str]) -> Self {
        let child = Command::new("nghttpd")
            .args(["--no-tls", "--address=127.0.0.1", "--echo-upload"])
            .args(arguments)
            .arg("0")
            .stdout(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("nghttpd: {e}; `scripts/setup.sh test` installs it"));
        let pid = child.id();
        // It does not report its port.
        let port = loop {
            if let Some(port) = listening(pid) {
                break port;
            }
            std::thread::yield_now();
        };
        Nghttpd { child, port }
    }
}

impl Drop for Nghttpd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port that a process listens on, from the kernel's list of sockets.
fn listening(pid: u32) -> Option<u16> {
    let sockets: Vec<String> = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .ok()?
        .flatten()
        .filter_map(|entry| std::fs::read_link(entry.path()).ok())
        .filter_map(|link| {
            let name = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
            Some(name.to_string())
        })
        .collect();
    let table = std::fs::read_to_string(format!("/proc/{pid}/net/tcp")).ok()?;
    table.lines().skip(1).find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let listens = words[3] == "0A" && sockets.iter().any(|inode| inode == words[9]);
        let port = words[1].split(':').nth(1)?;
        listens.then(|| u16::from_str_radix(port, 16).ok())?
    })
}

/// Posts content of each size on one connection, all at once: returns what comes back, by size.
fn echoes(address: SocketAddr, config: Config, sizes: &[usize]) -> Vec<(Vec<u8>, u16)> {
    let mut socket = TcpStream::connect(address).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let mut connection = Connection::client(&Limits::default(), config);
    let mut rx = Rx::default();
    let mut echoes: Vec<(Vec<u8>, u16)> = vec![Default::default(); sizes.len()];
    for n in sizes {
        let length = n.to_string();
        let fields = [
            Field::new(b":method", b"POST"),
            Field::new(b":scheme", b"http"),
            Field::new(b":path", b"/"),
            Field::new(b":authority", b"here"),
            Field::varying(b"content-length", length.as_bytes()),
        ];
        let stream = connection.request(&fields, false).unwrap();
        connection.begin_data(stream).unwrap();
        connection.body().put(&pattern(*n));
        connection.finish_data(true).unwrap();
    }
    while connection.open_streams() > 0 {
        // Small writes, so that neither side waits for the other to read.
        while let Some(bytes) = connection.poll_transmit() {
            let n = socket.write(&bytes[..bytes.len().min(16 << 10)]).unwrap();
            connection.sent(n);
        }
        let n = socket.read(rx.buf.space(64 << 10)).unwrap();
        assert!(n > 0, "the connection stays open");
        rx.buf.filled(n);
        while let Some(event) = connection.next_event(&mut rx, &Clock::at(Instant::ZERO)) {
            match event {
                Event::Headers { stream, .. } => {
                    echoes[stream.0 as usize / 2].1 = connection.status();
                }
                Event::Data { stream, range, .. } => {
                    connection.consumed(stream, range.len() as u32);
                    let bytes = &rx.buf.data()[range];
                    echoes[stream.0 as usize / 2].0.extend_from_slice(bytes);
                }
                other => panic!("{other:?}"),
            }
        }
    }
    echoes
}

#[test]
fn our_client_posts_to_their_server() {
    let tight = Config {
        frame_bytes: 16_384,
        stream_window_bytes: 65_535,
        connection_window_bytes: 65_535,
        ..Config::default()
    };
    let sizes = [1, 100, 16_384, 65_536, 300_000, 5];
    let options: [&[&str]; 3] = [
        &[],
        &["--window-bits=14", "--header-table-size=0"],
        &["--padding=100"],
    ];
    for more in options {
        let server = Nghttpd::start(more);
        let address = ([127, 0, 0, 1], server.port).into();
        for config in [Config::default(), tight.clone()] {
            let echoes = echoes(address, config, &sizes);
            for (n, (content, status)) in sizes.iter().zip(&echoes) {
                assert_eq!(*status, 200);
                assert!(
                    *content == pattern(*n),
                    "{n} bytes, {more:?}: {}",
                    content.len()
                );
            }
        }
    }
}
