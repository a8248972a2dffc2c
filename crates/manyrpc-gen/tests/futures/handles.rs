//! Context handles, results whose room the request gives, and values that share one.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use manyrpc::contexts::{ContextHandle, Contexts};
use manyrpc::limits::DceLimits;
use manyrpc::stub::{Octet, Shared};
use manyrpc::{AsyncClient, ClientOptions, Context, Fault, Limits, Server};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::timeout;

use crate::derived::{
    AsyncDerived, AsyncDerivedClient, AsyncDerivedServer, Choice, Derived, DerivedClient,
    DerivedServer, Node, Size,
};
use crate::{Serving, blocking, runtime};

const BINDINGS: [&str; 4] = [
    "onc+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
];

/// What is open; says so when it is not any more.
struct Open(String, mpsc::UnboundedSender<String>);

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.1.send(self.0.clone());
    }
}

struct Files {
    open: Contexts<Open>,
    closed: mpsc::UnboundedSender<String>,
}

impl Derived for Files {
    fn open2(&self, call: &Context<'_>, name: Cow<'_, str>) -> Result<(ContextHandle, u32), Fault> {
        let open = Open(name.into_owned(), self.closed.clone());
        Ok((self.open.insert(call, open)?, 0))
    }

    fn read<'a>(
        &'a self,
        call: &Context<'_>,
        handle: ContextHandle,
        max: u32,
    ) -> Result<(Cow<'a, [u8]>, u32), Fault> {
        let open = self.open.get(call, handle)?;
        let bytes: Vec<u8> = open.0.bytes().take(max as usize).collect();
        Ok((bytes.into(), max))
    }

    fn close(&self, call: &Context<'_>, handle: ContextHandle) -> Result<ContextHandle, Fault> {
        self.open.remove(call, handle)?;
        Ok(ContextHandle::NULL)
    }

    fn sort(
        &self,
        _: &Context<'_>,
        mut given: Vec<i32>,
    ) -> Result<(u16, Vec<i32>, Vec<Octet>), Fault> {
        given.sort_unstable();
        let room = vec![Octet(7); given.len()];
        let count = given.len() as u16;
        given.extend_from_within(..);
        Ok((count, given, room))
    }

    fn choose(&self, _: &Context<'_>, choice: Choice) -> Result<(Choice, Size), Fault> {
        Ok((choice, Size::Large))
    }

    fn walk(
        &self,
        _: &Context<'_>,
        list: Shared<Node>,
    ) -> Result<(Shared<Node>, Shared<Vec<i32>>), Fault> {
        Ok((list, Shared::from(Arc::new(vec![7]))))
    }

    fn association_ended(&self, association: u64) {
        self.open.run_down(association);
    }
}

/// The same, later.
impl AsyncDerived for Files {
    async fn open2(
        &self,
        call: &Context<'_>,
        name: Cow<'_, str>,
    ) -> Result<(ContextHandle, u32), Fault> {
        yield_now().await;
        Derived::open2(self, call, name)
    }

    async fn read(
        &self,
        call: &Context<'_>,
        handle: ContextHandle,
        max: u32,
    ) -> Result<(Cow<'_, [u8]>, u32), Fault> {
        yield_now().await;
        Derived::read(self, call, handle, max)
    }

    async fn close(
        &self,
        call: &Context<'_>,
        handle: ContextHandle,
    ) -> Result<ContextHandle, Fault> {
        yield_now().await;
        Derived::close(self, call, handle)
    }

    async fn sort(
        &self,
        call: &Context<'_>,
        given: Vec<i32>,
    ) -> Result<(u16, Vec<i32>, Vec<Octet>), Fault> {
        yield_now().await;
        Derived::sort(self, call, given)
    }

    async fn choose(&self, call: &Context<'_>, choice: Choice) -> Result<(Choice, Size), Fault> {
        yield_now().await;
        Derived::choose(self, call, choice)
    }

    async fn walk(
        &self,
        call: &Context<'_>,
        list: Shared<Node>,
    ) -> Result<(Shared<Node>, Shared<Vec<i32>>), Fault> {
        yield_now().await;
        Derived::walk(self, call, list)
    }

    fn association_ended(&self, association: u64) {
        self.open.run_down(association);
    }
}

fn files() -> (Files, mpsc::UnboundedReceiver<String>) {
    let (closed, ended) = mpsc::unbounded_channel();
    let open = Contexts::with_most(8);
    (Files { open, closed }, ended)
}

async fn call(at: &str, ended: &mut mpsc::UnboundedReceiver<String>) {
    let client = AsyncDerivedClient::open(at).await.unwrap();
    let keeps = at.contains("udp");
    let held = |n: usize| assert_eq!(client.client().contexts().len(), if keeps { n } else { 0 });
    let (handle, _) = client.open2("letter").await.unwrap();
    held(1);
    let read = client.read(handle, 3).await.unwrap();
    assert_eq!(read, (Cow::Borrowed(&b"let"[..]), 3), "{at}");
    let (other, _) = client.open2("other").await.unwrap();
    held(2);
    assert_eq!(client.close(handle).await.unwrap(), ContextHandle::NULL);
    held(1);
    assert_eq!(ended.recv().await.unwrap(), "letter");
    assert!(client.read(handle, 1).await.is_err(), "{at}");
    client.close(other).await.unwrap();
    held(0);
    assert_eq!(ended.recv().await.unwrap(), "other");

    let sorted = client.sort(&[3, 1, 2]).await.unwrap();
    assert_eq!(
        sorted,
        (3, vec![1, 2, 3, 1, 2, 3], vec![Octet(7); 3]),
        "{at}"
    );
    let text = Choice::Text("text".into());
    let chosen = client.choose(&text).await.unwrap();
    assert_eq!(chosen, (text, Size::Large), "{at}");
    let (list, numbers) = client.walk(&Shared::default()).await.unwrap();
    assert!(list.get().is_none(), "{at}");
    assert_eq!(numbers.get(), Some(Arc::new(vec![7])), "{at}");
}

fn call_blocking(at: &str) {
    let mut client = DerivedClient::open(at).unwrap();
    let (handle, _) = client.open2("blocking").unwrap();
    assert_eq!(client.read(handle, 5).unwrap().0, &b"block"[..], "{at}");
    client.close(handle).unwrap();
    let sorted = client.sort(&[2, 1]).unwrap();
    assert_eq!(sorted, (2, vec![1, 2, 1, 2], vec![Octet(7); 2]), "{at}");
}

#[test]
fn handles_are_good_until_they_are_closed() {
    runtime().block_on(async {
        for binding in BINDINGS {
            let (files_of_threads, mut ended) = files();
            let threads = Serving::blocking(DerivedServer(files_of_threads), binding);
            call(&threads.at(), &mut ended).await;
            threads.stop().await;

            let (files_of_tasks, mut ended) = files();
            let tasks = Serving::futures(AsyncDerivedServer(files_of_tasks), binding).await;
            call(&tasks.at(), &mut ended).await;
            let at = tasks.at();
            blocking(move || call_blocking(&at)).await;
            assert_eq!(ended.recv().await.unwrap(), "blocking");
            tasks.stop().await;
        }
    });
}

// C706, section 5.1.6.
#[test]
fn what_a_client_leaves_behind_is_run_down() {
    runtime().block_on(async {
        let (files, mut ended) = files();
        let tasks = Serving::futures(AsyncDerivedServer(files), "dce+tcp://127.0.0.1:0").await;
        let client = AsyncDerivedClient::open(&tasks.at()).await.unwrap();
        client.open2("left").await.unwrap();
        drop(client);
        assert_eq!(ended.recv().await.unwrap(), "left");
        tasks.stop().await;
    });
}

/// How long a client over datagrams may be silent that has said that it lives.
const SILENCE: Duration = Duration::from_millis(400);

// C706, section 9.5.4.
#[test]
fn over_datagrams_too_and_not_while_the_client_lives() {
    let limits = Limits {
        dce: DceLimits {
            alive_every: Some(SILENCE / 16),
            silent_for: Some(SILENCE),
            ..DceLimits::default()
        },
        ..Limits::default()
    };
    runtime().block_on(async {
        for system in ["dce", "ncs"] {
            let (files, mut ended) = files();
            let server = Server::builder().service(AsyncDerivedServer(files));
            let server = server.limits(limits.clone());
            let server = server
                .listen(&format!("{system}+udp://127.0.0.1:0"))
                .unwrap();
            let server = server.start_on_runtime().await.unwrap();
            let options = ClientOptions {
                limits: limits.clone(),
                ..ClientOptions::default()
            };
            let client = AsyncClient::connect(&server.bindings()[0], None, &options).await;
            let client = AsyncDerivedClient::new(client.unwrap());
            let (handle, _) = client.open2("left").await.unwrap();
            // Idle, and alive all the same.
            let nothing = timeout(SILENCE * 2, ended.recv()).await;
            assert!(nothing.is_err(), "{nothing:?}");
            assert_eq!(client.read(handle, 1).await.unwrap().0, &b"l"[..]);
            drop(client);
            assert_eq!(ended.recv().await.unwrap(), "left");
            server.stop().await;
        }
    });
}
