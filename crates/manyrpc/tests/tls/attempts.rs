//! Attempts to connect that take their time: handshakes which nobody answers, in time that the tests move on.

use std::io::Read;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use manyrpc::async_client::{Connectivities, Connectivity};
use manyrpc::dynamic::AsyncDynamicClient;
use manyrpc::{AsyncClient, CallError, ClientOptions, Error, tls};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, pause, resume, sleep, timeout};

use crate::certificates::{Authority, Valid};
use crate::futures::principal;
use crate::party::{builder, interface, trusting};

/// A client whose server was replaced by one that leaves handshakes unanswered.
struct Left {
    client: AsyncDynamicClient,
    changes: Connectivities,
    silent: TcpListener,
}

impl Left {
    /// Its attempts to connect may take this long.
    async fn with(connect_timeout: Duration) -> Self {
        let authority = Authority::new("the authority");
        let issued = authority.server(&["localhost"], Valid::Now);
        let server = builder().tls(tls::Server::new(issued.identity()));
        let server = server.listen("grpcs://127.0.0.1:0").unwrap();
        let server = server.start_on_runtime().await.unwrap();
        let mut options = ClientOptions {
            tls: trusting(&authority).server_name("localhost"),
            ..ClientOptions::default()
        };
        options.driver.connect_timeout = connect_timeout;
        let at = server.bindings()[0].clone();
        let client = AsyncClient::connect(&at, None, &options).await.unwrap();
        let changes = client.watch_connectivity();
        let client = AsyncDynamicClient::new(client, interface());
        principal(&client).await.unwrap();
        server.stop().await;
        let port = at.port().unwrap();
        let silent = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], port))).unwrap();
        silent.set_nonblocking(true).unwrap();
        pause();
        Left {
            client,
            changes,
            silent,
        }
    }

    /// How many attempts there were since this was last asked.
    fn attempts(&self) -> usize {
        std::iter::from_fn(|| self.silent.accept().ok()).count()
    }

    fn connectivity(&self) -> Connectivity {
        self.client.client().connectivity()
    }
}

/// One of many callers connects; those who wait for it fail with it.
#[tokio::test]
async fn callers_at_a_time_make_one_attempt() {
    let left = Left::with(Duration::from_secs(5)).await;
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let client = left.client.clone();
            tokio::spawn(async move { principal(&client).await })
        })
        .collect();
    for call in calls {
        assert!(call.await.unwrap().is_err());
    }
    assert_eq!(left.attempts(), 1);
    assert!(principal(&left.client).await.is_err());
    assert_eq!(left.attempts(), 0, "the pause is not over");
}

#[tokio::test]
async fn an_attempt_is_seen_while_it_lasts() {
    let mut left = Left::with(Duration::from_secs(5)).await;
    let call = tokio::spawn({
        let client = left.client.clone();
        async move { principal(&client).await }
    });
    assert_eq!(left.changes.next().await, Some(Connectivity::Connecting));
    assert_eq!(left.connectivity(), Connectivity::Connecting);
    assert_eq!(left.changes.next().await, Some(Connectivity::Failing));
    assert!(call.await.unwrap().is_err());
}

/// Callers in a hurry make no more attempts than others: theirs go on.
#[tokio::test]
async fn an_attempt_goes_on_when_its_caller_has_gone() {
    let mut left = Left::with(Duration::from_secs(5)).await;
    for _ in 0..50 {
        let given_up = timeout(Duration::from_millis(50), principal(&left.client)).await;
        assert!(given_up.is_err());
        assert_eq!(left.connectivity(), Connectivity::Connecting);
    }
    assert_eq!(left.attempts(), 1);
    assert_eq!(left.changes.next().await, Some(Connectivity::Connecting));
    // Its end is told though nobody waits for it.
    assert_eq!(left.changes.next().await, Some(Connectivity::Failing));
    sleep(Duration::from_millis(50)).await;
    assert!(principal(&left.client).await.is_err());
    assert_eq!(left.attempts(), 0, "the pause is not over");
    // How the attempt has ended is not the next caller's failure.
    sleep(Duration::from_millis(100)).await;
    assert!(principal(&left.client).await.is_err());
    assert_eq!(left.attempts(), 1);
}

#[tokio::test]
async fn an_attempt_ends_with_its_client() {
    let left = Left::with(Duration::from_secs(5)).await;
    let given_up = timeout(Duration::from_millis(50), principal(&left.client)).await;
    assert!(given_up.is_err());
    let (mut attempt, _) = left.silent.accept().unwrap();
    drop(left.client);
    resume();
    let heard = spawn_blocking(move || attempt.read_to_end(&mut Vec::new()).map(drop));
    timeout(Duration::from_secs(4), heard)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn a_deadline_ends_a_call_that_waits_for_a_connection() {
    let left = Left::with(Duration::from_secs(60)).await;
    let hurried = left
        .client
        .client()
        .with_timeout(Some(Duration::from_millis(70)));
    let hurried = AsyncDynamicClient::new(hurried, interface());
    let began = Instant::now();
    // The second waits for the first's attempt.
    let ended = tokio::join!(principal(&hurried), principal(&hurried));
    for ended in [ended.0, ended.1] {
        let is_late = matches!(
            ended,
            Err(Error::Call(CallError::TimedOut { transmissions: 0 }))
        );
        assert!(is_late, "{ended:?}");
    }
    let took = began.elapsed();
    assert!((70..100).contains(&took.as_millis()), "{took:?}");
}
