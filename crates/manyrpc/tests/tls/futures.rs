//! The same connections from tasks, and to servers on a runtime.

use std::net::TcpListener;
use std::time::Duration;

use manyrpc::dynamic::AsyncDynamicClient;
use manyrpc::server::Caps;
use manyrpc::tls::{self, Reason};
use manyrpc::{AsyncClient, Binding, ClientOptions, Error};
use manyrpc_model::Value;
use tokio::runtime::{Builder, Runtime};

use crate::certificates::{Authority, Valid};
use crate::party::{SECURE, builder, connect_to, interface, names, serve, trusting, whoami};

fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.unwrap()
}

async fn open(at: &Binding, tls: tls::Client) -> Result<AsyncDynamicClient, Error> {
    let options = ClientOptions {
        tls,
        ..ClientOptions::default()
    };
    open_with(at, &options).await
}

async fn open_with(at: &Binding, options: &ClientOptions) -> Result<AsyncDynamicClient, Error> {
    let client = AsyncClient::connect(at, None, options).await?;
    Ok(AsyncDynamicClient::new(client, interface()))
}

/// The caller's principal, as the server knows it.
pub(crate) async fn principal(client: &AsyncDynamicClient) -> Result<String, Error> {
    Ok(names(&client.call("whoami", &[]).await?).0)
}

#[test]
fn every_binding_that_is_secured_carries_calls_of_tasks() {
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    for binding in SECURE {
        runtime().block_on(async {
            let demanding = tls::Server::new(identity.clone()).demand_clients(authority.roots());
            let server = builder().tls(demanding).listen(binding).unwrap();
            let server = server.start_on_runtime().await.unwrap();
            let alice = authority.client("alice", None).identity();
            let with = trusting(&authority).identity(alice);
            let client = open(&server.bindings()[0], with).await.unwrap();
            let tasks: Vec<_> = [0, 1, 16_383, 16_384, 16_385, 65_536, 300_001, 5 << 20]
                .map(|bytes| {
                    let client = client.clone();
                    tokio::spawn(async move {
                        let data = Value::Bytes((0..bytes).map(|i| (i / 7) as u8).collect());
                        let echoed = client.call("echo", std::slice::from_ref(&data)).await;
                        assert!(
                            echoed.unwrap() == [data],
                            "{bytes} bytes came back otherwise"
                        );
                    })
                })
                .into();
            for task in tasks {
                task.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
            }
            let known = principal(&client).await.unwrap();
            assert_eq!(known, "CN=alice,O=Example", "{binding}");
            server.stop().await;
        });
    }
}

/// Nobody ever sleeps: all that a record holds is read without being told of it.
#[test]
fn a_lone_caller_and_its_server_poll_for_records() {
    const ALWAYS: Duration = Duration::from_secs(3600);
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    for binding in SECURE {
        runtime().block_on(async {
            let caps = Caps {
                busy_poll: ALWAYS,
                ..Caps::default()
            };
            let server = builder().caps(caps).tls(tls::Server::new(identity.clone()));
            let server = server.listen(binding).unwrap();
            let server = server.start_on_runtime().await.unwrap();
            let mut options = ClientOptions {
                tls: trusting(&authority),
                ..ClientOptions::default()
            };
            options.driver.busy_poll = ALWAYS;
            let client = open_with(&server.bindings()[0], &options).await.unwrap();
            for bytes in [0, 1, 16_384, 16_385, 300_001, 2 << 20, 5] {
                let data = Value::Bytes((0..bytes).map(|i| (i / 7) as u8).collect());
                let echoed = client.call("echo", std::slice::from_ref(&data)).await;
                assert!(echoed.unwrap() == [data], "{binding}: {bytes} bytes");
            }
            server.stop().await;
        });
    }
}

#[test]
fn threads_and_tasks_understand_each_other() {
    let authority = Authority::new("the authority");
    let identity = authority.server(&["localhost"], Valid::Now).identity();
    for binding in SECURE {
        let threads = serve(binding, tls::Server::new(identity.clone()));
        let [runtime, others] = [(); 2].map(|()| runtime());
        runtime.block_on(async {
            let client = open(&threads.bindings()[0], trusting(&authority)).await;
            assert_eq!(principal(&client.unwrap()).await.unwrap(), "nobody");
        });
        let server = builder().tls(tls::Server::new(identity.clone()));
        let server = server.listen(binding).unwrap();
        let server = others.block_on(server.start_on_runtime()).unwrap();
        let (at, roots) = (server.bindings()[0].clone(), trusting(&authority));
        let thread = std::thread::spawn(move || {
            let mut client = connect_to(&at, roots).unwrap();
            whoami(&mut client).unwrap().0
        });
        others.block_on(async {
            while !thread.is_finished() {
                tokio::task::yield_now().await;
            }
            server.stop().await;
        });
        assert_eq!(thread.join().unwrap(), "nobody", "{binding}");
    }
}

#[test]
fn tasks_are_told_why_a_server_is_not_trusted() {
    let authority = Authority::new("the authority");
    let stranger = Authority::new("a stranger");
    for (issued, reason) in [
        (
            authority.server(&["other.example"], Valid::Now),
            Reason::WrongName,
        ),
        (
            stranger.server(&["localhost"], Valid::Now),
            Reason::UnknownIssuer,
        ),
        (
            authority.server(&["localhost"], Valid::Past),
            Reason::Expired,
        ),
    ] {
        let server = serve("grpcs://localhost:0", tls::Server::new(issued.identity()));
        let refused = runtime().block_on(open(&server.bindings()[0], trusting(&authority)));
        let error = refused.map(drop).unwrap_err();
        assert_eq!(error.tls().map(|e| e.reason()), Some(reason), "{error}");
    }
}

#[test]
fn a_handshake_that_nobody_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = format!("grpcs://{}", listener.local_addr().unwrap());
    let mut options = ClientOptions {
        tls: trusting(&Authority::new("the authority")),
        ..ClientOptions::default()
    };
    options.driver.connect_timeout = Duration::from_millis(100);
    let at = at.parse().unwrap();
    let refused = runtime().block_on(AsyncClient::connect(&at, None, &options));
    let error = refused.map(drop).unwrap_err();
    assert_eq!(
        error.tls().map(|e| e.reason()),
        Some(Reason::TooSlow),
        "{error}"
    );
}
