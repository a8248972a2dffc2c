//! Stubs of DCE definitions over real sockets: what `bench.idl` and `bench.x` send is the same,
//! a thesis's interface is called, and the attributes of operations reach the wire.

mod relay;

use std::borrow::Cow;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use manyrpc::server::Running;
use manyrpc::stub::Service;
use manyrpc::{Client, ClientOptions, Context, Fault, Server};
use relay::{Datagrams, Streams};

macro_rules! generated {
    ($($name:ident = $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        #[doc = concat!("Generated: ", stringify!($name), ".")]
        pub mod $name;
    )*};
}

generated! {
    bench = "../../manyrpc-lab/src/generated/bench.rs";
    bench_idl = "corpus/bench_idl.rs";
    rshow = "corpus/rshow.rs";
    semantics = "corpus/semantics.rs";
}

fn served(service: impl Service + 'static, binding: &str) -> Running {
    let server = Server::builder().service(service).listen(binding);
    server.and_then(|s| s.start()).expect("loopback")
}

/// The application of the bench interface, whichever definition it has.
#[derive(Default)]
struct Application {
    calls: AtomicU64,
}

impl Application {
    fn count(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::SeqCst) + 1
    }
}

const NAMES: [&str; 2] = ["Doug", "Engelbart"];
const EMAIL: &str = "doug@example.net";
const PHONE: &str = "+1 650";
const PHOTO: [u8; 5] = [0xff, 0, 1, 2, 3];
const CODE: i32 = -7;

fn sum(values: &[i32]) -> i32 {
    values.iter().fold(0, |sum, &value| sum.wrapping_add(value))
}

impl bench::BenchV1 for Application {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn add(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        Ok(a.wrapping_add(b))
    }

    fn echo<'a>(&'a self, _: &Context<'_>, data: Cow<'a, [u8]>) -> Result<Cow<'a, [u8]>, Fault> {
        Ok(data)
    }

    fn int_array(&self, _: &Context<'_>, values: Vec<i32>) -> Result<Vec<i32>, Fault> {
        Ok(values)
    }

    fn concat<'a>(
        &'a self,
        _: &Context<'_>,
        left: Cow<'a, str>,
        right: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        Ok(format!("{left}{right}").into())
    }

    fn request<'a>(
        &'a self,
        _: &Context<'_>,
        wanted: bench::InfoRequest,
    ) -> Result<bench::Info<'a>, Fault> {
        Ok(bench::Info {
            id: wanted.id,
            first_name: NAMES[0].into(),
            last_name: NAMES[1].into(),
            age: 88,
            email: EMAIL.into(),
            phone: PHONE.into(),
            newsletter: true,
            latitude: 37.5,
            longitude: -122.25,
            photo: PHOTO[..].into(),
        })
    }

    fn count(&self, _: &Context<'_>, _: u64) -> Result<u64, Fault> {
        Ok(self.count())
    }

    fn sum(&self, _: &Context<'_>, values: Vec<i32>) -> Result<i32, Fault> {
        Ok(sum(&values))
    }

    fn transfer<'a>(
        &'a self,
        _: &Context<'_>,
        data: Cow<'a, [u8]>,
    ) -> Result<bench::Transferred<'a>, Fault> {
        Ok(bench::Transferred { code: CODE, data })
    }
}

impl bench_idl::Bench for Application {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn add(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        Ok(a.wrapping_add(b))
    }

    fn echo<'a>(
        &'a self,
        _: &Context<'_>,
        data: Option<Cow<'a, [u8]>>,
    ) -> Result<Option<Cow<'a, [u8]>>, Fault> {
        Ok(data)
    }

    fn int_array(
        &self,
        _: &Context<'_>,
        values: Option<Vec<i32>>,
    ) -> Result<Option<Vec<i32>>, Fault> {
        Ok(values)
    }

    fn concat<'a>(
        &'a self,
        _: &Context<'_>,
        left: Option<Cow<'a, str>>,
        right: Option<Cow<'a, str>>,
    ) -> Result<Option<Cow<'a, str>>, Fault> {
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        Ok(Some(format!("{left}{right}").into()))
    }

    fn request<'a>(
        &'a self,
        _: &Context<'_>,
        wanted: bench_idl::InfoRequest,
    ) -> Result<bench_idl::Info<'a>, Fault> {
        Ok(bench_idl::Info {
            id: wanted.id,
            first_name: Some(NAMES[0].into()),
            last_name: Some(NAMES[1].into()),
            age: 88,
            email: Some(EMAIL.into()),
            phone: Some(PHONE.into()),
            newsletter: true,
            latitude: 37.5,
            longitude: -122.25,
            photo: Some(PHOTO[..].into()),
        })
    }

    fn count(&self, _: &Context<'_>, _: u64) -> Result<u64, Fault> {
        Ok(self.count())
    }

    fn sum(&self, _: &Context<'_>, values: Option<Vec<i32>>) -> Result<i32, Fault> {
        Ok(sum(&values.unwrap_or_default()))
    }

    fn transfer<'a>(
        &'a self,
        _: &Context<'_>,
        data: Option<Cow<'a, [u8]>>,
    ) -> Result<bench_idl::Transferred<'a>, Fault> {
        Ok(bench_idl::Transferred { code: CODE, data })
    }
}

/// Arguments of odd lengths, so that every gap is seen.
const INTS: [i32; 3] = [1, -2, i32::MAX];
const BYTES: [u8; 7] = *b"7 bytes";

fn call_bench(client: &mut bench::BenchV1Client) {
    client.nothing().unwrap();
    assert_eq!(client.add(40, 2).unwrap(), 42);
    for data in [&BYTES[..], &[]] {
        assert_eq!(client.echo(data).unwrap(), data);
        let back = client.transfer(data).unwrap();
        assert_eq!((back.code, &back.data[..]), (CODE, data));
    }
    for values in [&INTS[..], &[]] {
        assert_eq!(client.int_array(values).unwrap(), values);
        assert_eq!(client.sum(values).unwrap(), sum(values));
    }
    assert_eq!(client.concat("left ", "right").unwrap(), "left right");
    let wanted = bench::InfoRequest { id: 7, photo: true };
    let info = client.request(&wanted).unwrap();
    assert_eq!((info.id, &info.photo[..]), (7, &PHOTO[..]));
    assert_eq!(client.count(1 << 40).unwrap(), 1);
}

fn call_bench_idl(client: &mut bench_idl::BenchClient) {
    client.nothing().unwrap();
    assert_eq!(client.add(40, 2).unwrap(), 42);
    for data in [&BYTES[..], &[]] {
        assert_eq!(client.echo(Some(data)).unwrap().as_deref(), Some(data));
        let back = client.transfer(Some(data)).unwrap();
        assert_eq!((back.code, back.data.as_deref()), (CODE, Some(data)));
    }
    for values in [&INTS[..], &[]] {
        let reply = client.int_array(Some(values)).unwrap();
        assert_eq!(reply.as_deref(), Some(values));
        assert_eq!(client.sum(Some(values)).unwrap(), sum(values));
    }
    let both = client.concat(Some("left "), Some("right")).unwrap();
    assert_eq!(both.as_deref(), Some("left right"));
    let wanted = bench_idl::InfoRequest { id: 7, photo: true };
    let info = client.request(&wanted).unwrap();
    assert_eq!((info.id, info.photo.as_deref()), (7, Some(&PHOTO[..])));
    assert_eq!(client.count(1 << 40).unwrap(), 1);
}

#[test]
fn the_two_definitions_of_the_bench_interface_send_the_same() {
    let mut all = Vec::new();
    for (idl_client, idl_server) in [(false, false), (false, true), (true, false), (true, true)] {
        let binding = "ncacn_ip_tcp:127.0.0.1[0]";
        let server = match idl_server {
            true => served(bench_idl::BenchServer(Application::default()), binding),
            false => served(bench::BenchV1Server(Application::default()), binding),
        };
        let relay = Streams::to(&server);
        match idl_client {
            true => call_bench_idl(&mut bench_idl::BenchClient::open(relay.binding()).unwrap()),
            false => call_bench(&mut bench::BenchV1Client::open(relay.binding()).unwrap()),
        }
        let bodies = relay.bodies();
        assert_eq!((bodies.requests.len(), bodies.replies.len()), (13, 13));
        all.push(bodies);
        server.stop();
    }
    assert!(all.windows(2).all(|two| two[0] == two[1]), "{all:02x?}");
    // An array without elements: its count, a pointer that is not null, its size.
    let empty = &all[0].requests[4][8..];
    assert_eq!(empty, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
}

struct Printer;

impl rshow::Rshow for Printer {
    fn showmsg<'a>(&'a self, _: &Context<'_>, mess: Cow<'a, str>) -> Result<Cow<'a, str>, Fault> {
        Ok(format!("{} characters", mess.len()).into())
    }
}

/// The thesis's example, on both of the systems that it compares.
#[test]
fn messages_are_shown_over_both_protocols() {
    for system in ["ncacn_ip_tcp", "ncadg_ip_udp"] {
        let server = served(
            rshow::RshowServer(Printer),
            &format!("{system}:127.0.0.1[0]"),
        );
        let binding = server.bindings()[0].to_string();
        let mut client = rshow::RshowClient::open(&binding).unwrap();
        let longest = "x".repeat(127);
        for message in ["", "hello", &longest] {
            let reply = client.showmsg(message).unwrap();
            assert_eq!(reply, format!("{} characters", message.len()), "{system}");
        }
        // Of 128 characters the last one ends the text.
        let refused = client.showmsg(&"x".repeat(128)).unwrap_err();
        assert!(refused.to_string().contains("127"), "{refused}");
        assert_eq!(client.showmsg("again").unwrap(), "5 characters");
        server.stop();
    }
}

#[derive(Default)]
struct Told(AtomicI32);

impl semantics::Semantics for &'static Told {
    fn once(&self, _: &Context<'_>, a: i32) -> Result<i32, Fault> {
        Ok(a + 1)
    }

    fn often(&self, _: &Context<'_>, _: i32) -> Result<i32, Fault> {
        Ok(self.0.load(Ordering::SeqCst))
    }

    fn perhaps(&self, _: &Context<'_>, a: i32) -> Result<(), Fault> {
        self.0.store(a, Ordering::SeqCst);
        Ok(())
    }

    fn anywhere(&self, _: &Context<'_>, a: i32) -> Result<i32, Fault> {
        Ok(-a)
    }
}

/// C706 sections 4.2.22 and 12.6.3.2: the attributes of an operation are flags of its PDUs.
#[test]
fn attributes_of_operations_reach_the_wire() {
    const MAYBE: u8 = 0x10;
    const IDEMPOTENT: u8 = 0x20;
    const BROADCAST: u8 = 0x40;
    static TOLD: Told = Told(AtomicI32::new(0));
    let server = served(
        semantics::SemanticsServer(&TOLD),
        "ncadg_ip_udp:127.0.0.1[0]",
    );
    let flags = |call: &mut dyn FnMut(&str)| {
        let relay = Datagrams::to(&server);
        call(relay.binding());
        relay.traffic()
    };
    let open = |binding: &str| semantics::SemanticsClient::open(binding).unwrap();

    let once = flags(&mut |binding| assert_eq!(open(binding).once(1).unwrap(), 2));
    assert_eq!(once.request_flags() & (MAYBE | IDEMPOTENT | BROADCAST), 0);
    // Section 10.2.5: before the first such call of an activity the server asks who calls.
    assert_eq!(once.callbacks(), 1);

    let often = flags(&mut |binding| assert_eq!(open(binding).often(1).unwrap(), 0));
    let set = often.request_flags() & (MAYBE | IDEMPOTENT | BROADCAST);
    assert_eq!((set, often.callbacks()), (IDEMPOTENT, 0));

    let perhaps = flags(&mut |binding| {
        let mut client = open(binding);
        client.perhaps(77).unwrap();
        // It has no answer: that it was carried out is seen by the next call.
        while client.often(0).unwrap() != 77 {}
    });
    let set = perhaps.request_flags() & (MAYBE | BROADCAST);
    assert_eq!((set, perhaps.callbacks()), (MAYBE, 0));

    let anywhere = flags(&mut |binding| {
        let options = ClientOptions {
            broadcast: true,
            ..ClientOptions::default()
        };
        let binding = binding.parse().unwrap();
        let interface = Some(semantics::SEMANTICS.id);
        let mut client = Client::connect(&binding, interface, &options).unwrap();
        let arguments = semantics::SemanticsAnywhereArgs { a: 5 };
        let mut answers = Vec::new();
        client
            .broadcast(
                &semantics::SEMANTICS,
                &semantics::SEMANTICS_ANYWHERE,
                &arguments,
                |answer| {
                    let out: semantics::SemanticsAnywhereOut = answer.results().unwrap();
                    answers.push(out.result);
                    false
                },
            )
            .unwrap();
        assert_eq!(answers, [-5]);
    });
    assert_eq!(anywhere.request_flags() & BROADCAST, BROADCAST);
    assert_eq!(anywhere.callbacks(), 0);
    server.stop();
}
