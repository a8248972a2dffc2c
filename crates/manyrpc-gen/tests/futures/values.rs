//! Values, faults, one-way operations, and operations that a server does not write.

use std::borrow::Cow;
use std::sync::atomic::{AtomicI32, Ordering};

use manyrpc::stub::Fixed;
use manyrpc::{AsyncPeer, CallError, Context, Fault};
use tokio::task::yield_now;

use crate::operations::{
    AsyncOperationsV1, AsyncOperationsV1Client, AsyncOperationsV1Server, OperationsV1,
    OperationsV1Client, OperationsV1Server, Sample,
};
use crate::{BINDINGS, Serving, blocking, runtime};

/// Answers with what it was asked; counts what nobody waits for.
#[derive(Default)]
struct Echo {
    told: AtomicI32,
    name: String,
}

impl Echo {
    fn new() -> Self {
        Echo {
            name: "echo".to_owned(),
            ..Echo::default()
        }
    }
}

impl OperationsV1 for Echo {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn only_out(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(self.told.load(Ordering::SeqCst))
    }

    fn only_in(&self, _: &Context<'_>, value: i32) -> Result<(), Fault> {
        match value {
            13 => Err(Fault::BadArguments),
            _ => Ok(()),
        }
    }

    fn many<'a>(
        &'a self,
        _: &Context<'_>,
        a: i32,
        b: Cow<'a, str>,
        c: Cow<'a, [u8]>,
        d: Sample<'a>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    ) -> Result<Cow<'a, str>, Fault> {
        match [a, d.at, e, f, g, h] {
            [1, 2, 3, 4, 5, 6] => Ok(b),
            [0, ..] => Ok((&self.name).into()),
            _ => Ok(format!("{a} {b} {c:?} {} {} {e} {f} {g} {h}", d.at, d.text).into()),
        }
    }

    fn tell(&self, _: &Context<'_>, what: Cow<'_, str>, perhaps: Option<i32>) -> Result<(), Fault> {
        let told = what.len() as i32 + perhaps.unwrap_or_default();
        self.told.fetch_add(told, Ordering::SeqCst);
        Ok(())
    }

    fn read_it(&self, _: &Context<'_>, which: [u8; 40]) -> Result<i32, Fault> {
        Ok(which.iter().map(|b| i32::from(*b)).sum())
    }

    fn unlock(
        &self,
        _: &Context<'_>,
        which: [u8; 40],
        spare: Option<Fixed<u8, 40>>,
    ) -> Result<[u8; 40], Fault> {
        Ok(spare.map_or(which, |key| key.0))
    }

    fn deep<'a>(
        &'a self,
        _: &Context<'_>,
        some: Vec<Sample<'a>>,
        perhaps: Option<Sample<'a>>,
    ) -> Result<Sample<'a>, Fault> {
        Ok(perhaps.or(some.into_iter().last()).unwrap_or_default())
    }
}

/// The same, later. Lifetimes are written in each way that there is.
impl AsyncOperationsV1 for Echo {
    async fn nothing(&self, call: &Context<'_>) -> Result<(), Fault> {
        yield_now().await;
        OperationsV1::nothing(self, call)
    }

    async fn only_out(&self, call: &Context<'_>) -> Result<i32, Fault> {
        yield_now().await;
        OperationsV1::only_out(self, call)
    }

    async fn only_in(&self, call: &Context<'_>, value: i32) -> Result<(), Fault> {
        yield_now().await;
        OperationsV1::only_in(self, call, value)
    }

    // The result may be the object's and the arguments' alike.
    async fn many<'a>(
        &'a self,
        call: &Context<'_>,
        a: i32,
        b: Cow<'a, str>,
        c: Cow<'a, [u8]>,
        d: Sample<'a>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    ) -> Result<Cow<'a, str>, Fault> {
        yield_now().await;
        OperationsV1::many(self, call, a, b, c, d, e, f, g, h)
    }

    async fn tell(
        &self,
        call: &Context<'_>,
        what: Cow<'_, str>,
        perhaps: Option<i32>,
    ) -> Result<(), Fault> {
        yield_now().await;
        OperationsV1::tell(self, call, what, perhaps)
    }

    async fn read_it<'a>(&'a self, call: &'a Context<'a>, which: [u8; 40]) -> Result<i32, Fault> {
        yield_now().await;
        OperationsV1::read_it(self, call, which)
    }

    // A future that is made by hand.
    fn unlock<'a>(
        &'a self,
        call: &'a Context<'a>,
        which: [u8; 40],
        spare: Option<Fixed<u8, 40>>,
    ) -> impl Future<Output = Result<[u8; 40], Fault>> + Send + 'a {
        std::future::ready(OperationsV1::unlock(self, call, which, spare))
    }

    // The result is the object's, as plain signatures have it.
    async fn deep(
        &self,
        _: &Context<'_>,
        some: Vec<Sample<'_>>,
        perhaps: Option<Sample<'_>>,
    ) -> Result<Sample<'_>, Fault> {
        yield_now().await;
        let found = perhaps.or(some.into_iter().last());
        Ok(found.map(Sample::into_owned).unwrap_or_default())
    }
}

fn sample(at: i32) -> Sample<'static> {
    Sample {
        at,
        text: "t".into(),
    }
}

async fn call(client: &AsyncOperationsV1Client) {
    client.nothing().await.unwrap();
    client.only_in(1).await.unwrap();
    let refused = client.only_in(13).await.unwrap_err();
    let fault = matches!(&refused, CallError::Fault(f) if f.plain() == Fault::BadArguments);
    assert!(fault, "{refused:?}");
    for (given, many) in [(1, "given"), (0, "echo"), (7, "7 given [99] 2 t 3 4 5 6")] {
        let two = sample(2);
        let came = client.many(given, "given", b"c", &two, 3, 4, 5, 6).await;
        assert_eq!(came.unwrap(), many);
    }
    assert_eq!(client.read_it(&[2; 40]).await.unwrap(), 80);
    assert_eq!(client.unlock(&[1; 40], None).await.unwrap(), [1; 40]);
    let spare = client.unlock(&[1; 40], Some(&[3; 40]));
    assert_eq!(spare.await.unwrap(), [3; 40]);
    let missing = client.numbers("x").await.unwrap_err();
    let fault = matches!(&missing, CallError::Fault(f) if f.plain() == Fault::NoSuchOperation);
    assert!(fault, "{missing:?}");
}

/// DCE and NCS have 16 bits for the number of an operation.
fn numbers_all(at: &str) -> bool {
    !at.starts_with("dce") && !at.starts_with("ncs")
}

async fn call_deep(client: &AsyncOperationsV1Client) {
    let all = [sample(2), sample(9)];
    assert_eq!(client.deep(&all, None).await.unwrap(), all[1]);
    assert_eq!(client.deep(&all, Some(&all[0])).await.unwrap(), all[0]);
    assert_eq!(client.deep(&[], None).await.unwrap(), Sample::default());
}

/// The results outlive client and reply.
async fn owned(at: &str) -> Cow<'static, str> {
    let client = AsyncOperationsV1Client::open(at).await.unwrap();
    let (kept, two) = ("kept".to_owned(), sample(2));
    client.many(1, &kept, b"", &two, 3, 4, 5, 6).await.unwrap()
}

async fn call_of_tasks(serving: &Serving) {
    let at = serving.at();
    let client = AsyncOperationsV1Client::open(&at).await.unwrap();
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move {
                for _ in 0..3 {
                    call(&client).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap_or_else(|e| panic!("{at}: {e}"));
    }
    match numbers_all(&at) {
        true => call_deep(&client).await,
        false => {
            let refused = client.deep(&[], None).await.unwrap_err();
            assert!(matches!(refused, CallError::Misuse(_)), "{refused:?}");
        }
    }
    assert_eq!(owned(&at).await, "kept");
    assert!(client.client().counters().calls > 0);
}

/// Nobody waits for what is one-way: that it is carried out is seen later, by another client.
async fn tell(serving: &Serving) {
    let client = AsyncOperationsV1Client::open(&serving.at()).await.unwrap();
    let asking = AsyncOperationsV1Client::open(&serving.at()).await.unwrap();
    client.tell("four", Some(10)).await.unwrap();
    while asking.only_out().await.unwrap() != 14 {
        yield_now().await;
    }
}

fn call_blocking(at: &str) {
    let mut client = OperationsV1Client::open(at).unwrap();
    client.nothing().unwrap();
    let refused = client.only_in(13).unwrap_err();
    assert!(
        matches!(&refused, CallError::Fault(f) if f.plain() == Fault::BadArguments),
        "{at}: {refused:?}"
    );
    let many = client.many(1, "given", b"c", &sample(2), 3, 4, 5, 6);
    assert_eq!(many.unwrap(), "given", "{at}");
    assert_eq!(client.unlock(&[1; 40], Some(&[3; 40])).unwrap(), [3; 40]);
    if numbers_all(at) {
        assert_eq!(client.deep(&[sample(9)], None).unwrap(), sample(9));
    }
    let missing = client.numbers("x").unwrap_err();
    assert!(
        matches!(&missing, CallError::Fault(f) if f.plain() == Fault::NoSuchOperation),
        "{at}: {missing:?}"
    );
}

#[test]
fn values_travel_between_all_kinds_of_clients_and_servers() {
    runtime().block_on(async {
        for binding in BINDINGS {
            let threads = Serving::blocking(OperationsV1Server(Echo::new()), binding);
            call_of_tasks(&threads).await;
            tell(&threads).await;
            threads.stop().await;

            let tasks = Serving::futures(AsyncOperationsV1Server(Echo::new()), binding).await;
            call_of_tasks(&tasks).await;
            tell(&tasks).await;
            let at = tasks.at();
            blocking(move || call_blocking(&at)).await;
            tasks.stop().await;
        }
    });
}

/// Futures of clients can be given to tasks, and held together.
#[test]
fn many_calls_of_one_task_are_in_flight_at_once() {
    runtime().block_on(async {
        let serving = Serving::futures(
            AsyncOperationsV1Server(Echo::new()),
            "onc+tcp://127.0.0.1:0",
        );
        let serving = serving.await;
        let client = AsyncOperationsV1Client::open(&serving.at()).await.unwrap();
        let (one, two) = tokio::join!(client.read_it(&[1; 40]), client.read_it(&[2; 40]));
        assert_eq!((one, two), (Ok(40), Ok(80)));
        serving.stop().await;
    });
}

/// Writes none of its operations.
struct Bare;

impl AsyncOperationsV1 for Bare {}

#[test]
fn what_is_not_written_is_refused() {
    runtime().block_on(async {
        for binding in BINDINGS {
            let serving = Serving::futures(AsyncOperationsV1Server(Bare), binding).await;
            let client = AsyncOperationsV1Client::open(&serving.at()).await.unwrap();
            let missing = client.only_out().await.unwrap_err();
            let fault =
                matches!(&missing, CallError::Fault(f) if f.plain() == Fault::NoSuchOperation);
            assert!(fault, "{binding}: {missing:?}");
            serving.stop().await;
        }
    });
}

#[test]
fn stubs_call_in_both_directions_over_one_connection() {
    runtime().block_on(async {
        for binding in [
            "onc+tcp://127.0.0.1:0",
            "jsonrpc+tcp://127.0.0.1:0?framing=content-length",
        ] {
            let tasks = AsyncPeer::builder().service(AsyncOperationsV1Server(Echo::new()));
            let listener = tasks.listen_on_runtime(binding).await.unwrap();
            let at = listener.binding().to_string();
            let workers = AsyncPeer::builder().service(OperationsV1Server(Echo::new()));
            let connected = workers.connect_on_runtime(&at).await.unwrap();
            let accepted = listener.accept().await.unwrap();
            for peer in [&connected, &accepted] {
                let client = AsyncOperationsV1Client::new(peer.client().unwrap());
                call(&client).await;
                call_deep(&client).await;
                client.tell("four", Some(10)).await.unwrap();
                while client.only_out().await.unwrap() != 14 {
                    yield_now().await;
                }
            }
        }
    });
}
