//! The bench interface: our server of it, and its workloads through our client, in either world.

use std::borrow::Cow;

use manyrpc::dynamic::{Described, DynamicInterface};
use manyrpc::server::Builder;
use manyrpc::{Context, Error, Fault, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::*;
use manyrpc_lab::workload::pattern;
use tokio::task::yield_now;

use super::world::{Served, Stub, World, in_world};

pub type Bench = Stub<BenchV1Client, AsyncBenchV1Client>;

/// A client of the server there.
pub fn open(world: World, binding: &str) -> Result<Bench, Error> {
    world.open(binding, (BenchV1Client::new, AsyncBenchV1Client::new))
}

/// A server at these bindings.
pub fn serve(world: World, bindings: &[&str]) -> Served {
    let (server, application) = (Server::builder(), Application::default());
    let server = match world {
        World::Blocking => server.service(BenchV1Server(application)),
        World::Futures => server.service(AsyncBenchV1Server(Waiting(application))),
    };
    listening(world, server, bindings)
}

/// The same of stubs with the definition that they were generated from.
pub fn serve_described(world: World, bindings: &[&str], by: DynamicInterface) -> Served {
    let (server, application) = (Server::builder(), Application::default());
    let server = match world {
        World::Blocking => server.service(Described::new(BenchV1Server(application), by)),
        World::Futures => {
            let service = AsyncBenchV1Server(Waiting(application));
            server.service(Described::new(service, by))
        }
    };
    listening(world, server, bindings)
}

fn listening(world: World, server: Builder, bindings: &[&str]) -> Served {
    let server = bindings.iter().try_fold(server, |s, at| s.listen(at));
    let server = server.and_then(|s| world.start(s));
    server.expect("loopback can be listened on")
}

/// The application as futures, which wait before they answer.
struct Waiting(Application);

impl AsyncBenchV1 for Waiting {
    async fn nothing(&self, call: &Context<'_>) -> Result<(), Fault> {
        yield_now().await;
        self.0.nothing(call)
    }

    async fn add(&self, call: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        yield_now().await;
        self.0.add(call, a, b)
    }

    async fn echo<'a>(
        &'a self,
        call: &'a Context<'a>,
        data: Cow<'a, [u8]>,
    ) -> Result<Cow<'a, [u8]>, Fault> {
        yield_now().await;
        self.0.echo(call, data)
    }

    async fn int_array(&self, call: &Context<'_>, values: Vec<i32>) -> Result<Vec<i32>, Fault> {
        yield_now().await;
        self.0.int_array(call, values)
    }

    async fn concat<'a>(
        &'a self,
        call: &'a Context<'a>,
        left: Cow<'a, str>,
        right: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        yield_now().await;
        self.0.concat(call, left, right)
    }

    async fn request<'a>(
        &'a self,
        call: &'a Context<'a>,
        wanted: InfoRequest,
    ) -> Result<Info<'a>, Fault> {
        yield_now().await;
        self.0.request(call, wanted)
    }

    async fn count(&self, call: &Context<'_>, sent: u64) -> Result<u64, Fault> {
        yield_now().await;
        self.0.count(call, sent)
    }
}

/// One call of a workload, its result checked.
pub fn call(bench: &mut Bench, workload: &str) -> Result<(), String> {
    let (name, size) = workload.split_once(':').unwrap_or((workload, "0"));
    let size: usize = size.parse().expect("sizes are numbers");
    let right = match name {
        "nothing" => in_world!(bench.nothing()).map(|()| true),
        "add" => in_world!(bench.add(i32::MAX, -7)).map(|sum| sum == i32::MAX - 7),
        "echo" => in_world!(bench.echo(&pattern(size))).map(|data| data == pattern(size)),
        "ints" => {
            let values: Vec<i32> = (0..size as i32).map(|i| i * -7919).collect();
            in_world!(bench.int_array(&values)).map(|got| got == values)
        }
        "concat" => {
            in_world!(bench.concat("left ünd ", "right")).map(|text| text == "left ünd right")
        }
        "count" => in_world!(bench.count(1)).map(|n| n > 0),
        _ => {
            let photo = name == "info-photo";
            let wanted = InfoRequest { id: 1989, photo };
            let expected = if photo { pattern(1 << 20) } else { Vec::new() };
            in_world!(bench.request(&wanted)).map(|info| {
                (
                    info.id,
                    &*info.first_name,
                    &*info.email,
                    info.latitude,
                    info.longitude,
                ) == (1989, "Ada", "ada@example.org", 51.5, -0.125)
                    && info.newsletter
                    && info.age == 36
                    && *info.photo == *expected
            })
        }
    };
    match right {
        Ok(true) => Ok(()),
        Ok(false) => Err("a wrong result".to_owned()),
        Err(e) => Err(e.to_string()),
    }
}
