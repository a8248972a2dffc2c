//! The bench interface: our server of it, and its workloads through our client, in either world.

use manyrpc::{Error, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::{
    AsyncBenchV1Client, BenchV1Client, BenchV1Server, InfoRequest,
};
use manyrpc_lab::workload::pattern;

use super::world::{Served, Stub, World, in_world};

pub type Bench = Stub<BenchV1Client, AsyncBenchV1Client>;

/// A client of the server there.
pub fn open(world: World, binding: &str) -> Result<Bench, Error> {
    world.open(binding, (BenchV1Client::new, AsyncBenchV1Client::new))
}

/// A server at these bindings.
pub fn serve(world: World, bindings: &[&str]) -> Served {
    let server = world.service(Server::builder(), BenchV1Server(Application::default()));
    let server = bindings.iter().try_fold(server, |s, at| s.listen(at));
    let server = server.and_then(|s| world.start(s));
    server.expect("loopback can be listened on")
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
