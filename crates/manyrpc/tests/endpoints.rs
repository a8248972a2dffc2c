//! Bindings with several endpoints: which one a client connects to, and its error if there is none.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::Duration;

use manyrpc::server::Running;
use manyrpc::{Binding, Client, ClientOptions, Error, Server, Wanted};
use manyrpc_model::Value;
use support::{INTERNET, add, await_counted, client_with, serve};

const V2: &str = "CALCULATOR_V2";

/// A local port without a listener.
fn nobody() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// The binding with a refusing endpoint before its own.
fn behind_nobody(at: &Binding) -> Binding {
    let own = format!("127.0.0.1:{}", at.port().unwrap());
    let text = at.to_string();
    text.replace(&own, &format!("127.0.0.1:{},{own}", nobody()))
        .parse()
        .unwrap()
}

/// The endpoints of several servers in one binding.
fn side_by_side(servers: &[&Running]) -> Binding {
    let mut all = servers.iter().map(|server| server.bindings()[0].clone());
    let mut whole = all.next().unwrap();
    whole.alternatives = all.map(|binding| binding.address).collect();
    whole
}

fn streams() -> impl Iterator<Item = &'static str> {
    INTERNET
        .into_iter()
        .filter(|binding| !binding.contains("+udp"))
}

#[test]
fn the_first_that_accepts_is_called() {
    for binding in streams() {
        let (server, _wires) = serve(V2, binding);
        let both = behind_nobody(&server.bindings()[0]);
        assert_eq!(both.alternatives.len(), 1, "{both}");
        let mut client = client_with(&both, V2, &ClientOptions::default());
        assert_eq!(add(&mut client, 2, 3).unwrap(), [Value::I32(5)], "{both}");
    }
}

#[test]
fn the_order_is_that_of_the_binding() {
    let (one, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let (other, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let mut client = client_with(
        &side_by_side(&[&one, &other]),
        V2,
        &ClientOptions::default(),
    );
    add(&mut client, 2, 3).unwrap();
    await_counted(&one, 1);
    assert_eq!(other.status().counters.calls, 0);
}

#[test]
fn the_next_connection_leads_to_the_next_endpoint() {
    let bindings = [
        "grpc://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0/rpc",
        "xmlrpc+http://127.0.0.1:0/RPC2?connection=close",
    ];
    for binding in bindings {
        let (one, _wires) = serve(V2, binding);
        let (other, _wires) = serve(V2, binding);
        let both = side_by_side(&[&one, &other]);
        let mut client = client_with(&both, V2, &ClientOptions::default());
        assert_eq!(add(&mut client, 2, 3).unwrap(), [Value::I32(5)]);
        one.stop();
        // The call that finds the connection closed may be lost; later ones are not.
        let _ = add(&mut client, 3, 4);
        let next = add(&mut client, 3, 4);
        assert_eq!(next.expect(binding), [Value::I32(7)], "{binding}");
    }
}

/// HTTP's `Host` is not that of the refusing endpoint.
#[test]
fn a_server_is_called_by_its_own_name() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let mut lines = lines.map(|line| line.unwrap().to_lowercase());
        let host = lines.find(|line| line.starts_with("host:"));
        stream
            .write_all(b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n")
            .unwrap();
        host
    });
    let binding = format!("jsonrpc+http://127.0.0.1:{},localhost:{port}/rpc", nobody());
    let mut client = client_with(&binding.parse().unwrap(), V2, &ClientOptions::default());
    assert!(add(&mut client, 2, 3).is_err());
    drop(client);
    let host = server.join().unwrap();
    assert_eq!(host, Some(format!("host: localhost:{port}")));
}

#[test]
fn why_none_answers_is_said_of_each() {
    let (one, other) = (nobody(), nobody());
    let binding = format!("dce+tcp://127.0.0.1:{one},no host.invalid");
    assert!(matches!(Client::open(&binding), Err(Error::Binding(_))));
    let binding = format!("onc+tcp://127.0.0.1:{one},host.invalid:1,[::ffff:127.0.0.1]:{other}");
    let error = Client::open(&binding).err().expect("nobody listens");
    let Error::Unreachable { tried, .. } = &error else {
        panic!("{error:?}");
    };
    let addresses: Vec<&str> = tried.iter().map(|at| at.address.as_str()).collect();
    let first = format!("127.0.0.1:{one}");
    let last = format!("[::ffff:127.0.0.1]:{other}");
    assert_eq!(addresses, [first.as_str(), "host.invalid:1", &last]);
    let text = error.to_string();
    let start = format!("cannot reach {binding}: {first}: Connection refused");
    assert!(text.starts_with(&start), "{text}");
    assert!(text.contains("; host.invalid:1: "), "{text}");
}

#[test]
fn advice_is_given_once() {
    let binding = format!("onc+tcp://127.0.0.1:{},127.0.0.1:{}", nobody(), nobody());
    let error = Client::open(&binding).err().expect("nobody listens");
    let text = error.to_string();
    assert_eq!(
        text.matches("look whether the server runs").count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("Connection refused").count(), 2, "{text}");
}

/// No endpoint has what the system needs: the others would not help.
#[test]
fn what_is_wrong_with_all_is_said_once() {
    let error = Client::open("raw+tcp://127.0.0.1,localhost").err();
    let error = error.expect("there is no port").to_string();
    assert!(error.contains("no registry can be asked"), "{error}");
}

#[test]
fn servers_have_one_address_and_groups_are_of_datagrams() {
    let server = Server::builder().listen("grpc://127.0.0.1:0,127.0.0.1:0");
    let error = server
        .unwrap()
        .start()
        .err()
        .expect("which one?")
        .to_string();
    assert!(error.contains("one address for each binding"), "{error}");
    let options = ClientOptions {
        broadcast: true,
        ..ClientOptions::default()
    };
    for (binding, problem) in [
        ("onc+tcp://127.0.0.1:1,127.0.0.1:2", "can broadcast"),
        ("onc+udp://127.0.0.1:1,127.0.0.1", "port"),
        ("onc+udp://127.0.0.1:1,[::1]:2", "one family"),
    ] {
        let binding = binding.parse().unwrap();
        let error = Client::connect(&binding, None, &options).err();
        let error = error.expect("it is no group").to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn every_member_of_a_group_answers_once() {
    for binding in INTERNET {
        if !binding.contains("+udp") || binding.starts_with("raw") {
            continue;
        }
        let servers = [(); 3].map(|()| serve(V2, binding));
        let group = side_by_side(&[&servers[0].0, &servers[1].0, &servers[2].0]);
        let options = ClientOptions {
            broadcast: true,
            // If the test waits for it, the runner's time limit fails it.
            timeout: Some(Duration::from_secs(600)),
            ..ClientOptions::default()
        };
        let mut client = client_with(&group, V2, &options);
        let arguments = [Value::I32(40), Value::I32(2)];
        let mut gather = |wanted| {
            let mut from = Vec::new();
            let gathered = client.gather("add", &arguments, wanted, |answer| {
                assert_eq!(answer.results.unwrap(), [Value::I32(42)]);
                from.push(answer.from.port());
                true
            });
            let gathered = gathered.unwrap();
            from.sort_unstable();
            from.dedup();
            assert_eq!(from.len(), gathered, "{binding}: no member answers twice");
            gathered
        };
        assert_eq!(gather(Wanted::Everyone), 3, "{binding}");
        assert_eq!(gather(Wanted::UntilTimeout), 3, "{binding}");
        assert_eq!(gather(Wanted::First(2)), 2, "{binding}");
        assert_eq!(gather(Wanted::First(1)), 1, "{binding}");
        assert_eq!(
            gather(Wanted::Everyone),
            3,
            "{binding}: others' late replies are theirs"
        );
    }
}

#[test]
fn a_member_that_is_not_there_is_missed_when_the_time_is_over() {
    let (server, _wires) = serve(V2, "onc+udp://127.0.0.1:0");
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let mut group = server.bindings()[0].clone();
    let mut other = group.address.clone();
    if let manyrpc::binding::Address::Host(_, port) = &mut other {
        *port = Some(silent.local_addr().unwrap().port());
    }
    group.alternatives = vec![other];
    let options = ClientOptions {
        broadcast: true,
        timeout: Some(Duration::from_millis(200)),
        ..ClientOptions::default()
    };
    let mut client = client_with(&group, V2, &options);
    let arguments = [Value::I32(1), Value::I32(1)];
    let answered = client.gather("add", &arguments, Wanted::Everyone, |_| true);
    assert!(answered.unwrap() <= 1, "one does not answer");
    let one = client_with(&server.bindings()[0], V2, &options);
    let refused = { one }.gather("add", &arguments, Wanted::Everyone, |_| true);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("members"), "{refused}");
}
