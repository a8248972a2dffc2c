//! Every system through stubs: the same generated code on both sides for all; the binding selects the system.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use manyrpc::server::Caps;
use manyrpc::{CallError, Client, Limits, Server};

use manyrpc_measure::child::listen_address;

use super::arguments::{Arguments, small};
use super::connect::{Scheme, connect};
use super::counting::{self, CountCommand};
use super::database::photo_of;
use super::flood::flood;

use manyrpc_measure::machine::environment::congestion_control;

use super::{Caller, Sampled, Serving, timed};
use crate::application::{Application, TRANSFERRED, info, sum};
use crate::counter::Counted;
use crate::generated::bench::{
    BENCH_V1, BENCH_V1_REQUEST, BenchV1Client, BenchV1RequestArgs, BenchV1RequestOut,
    BenchV1Server, InfoRequest,
};
use crate::workload::{CONCAT, PHOTO_BYTES, Workload, integers, pattern};

/// `remembers`: whether replies are cached, so that datagram calls are executed at most once; `counts`: the file
/// of the application's counter.
pub(super) fn serve(
    scheme: Scheme,
    remembers: bool,
    counts: Option<&Path>,
) -> Result<Serving, String> {
    let application = match counts {
        None => Application::default(),
        Some(file) => Application::counting_in(file)
            .map_err(|e| format!("the counter in {}: {e}", file.display()))?,
    };
    let served = application.served();
    let mut limits = Limits::default();
    if !remembers {
        limits.reply_cache.replies = 0;
    }
    let running = Server::builder()
        .service(BenchV1Server(application))
        .limits(limits)
        .caps(Caps {
            congestion: congestion_control(),
            ..Caps::default()
        })
        .listen(&binding(scheme, &format!("{}:0", listen_address())))
        .and_then(|builder| builder.start())
        .map_err(|e| e.to_string())?;
    let port = running.bindings().iter().find_map(|b| b.port());
    Ok(Serving {
        port: port.unwrap_or(0),
        served: Some(served),
        _server: Box::new(running),
    })
}

fn binding((scheme, query): Scheme, address: &str) -> String {
    format!("{scheme}://{address}{query}")
}

/// A connected client.
pub(super) struct StubCaller {
    stub: BenchV1Client,
    scheme: Scheme,
    server: SocketAddr,
}

pub(super) fn open(scheme: Scheme, server: SocketAddr) -> Result<StubCaller, String> {
    Ok(StubCaller {
        stub: BenchV1Client::new(connect(scheme, server)?),
        scheme,
        server,
    })
}

impl Caller for StubCaller {
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        match workload {
            Workload::Nothing => self.nothing(calls),
            Workload::Add => self.add(calls),
            Workload::Echo(size) => self.echo(calls, size),
            Workload::Ints(count) => self.ints(calls, count),
            Workload::Sum(count) => self.sum(calls, count),
            Workload::Transfer(size) => self.transfer(calls, size),
            Workload::Concat => self.concat(calls),
            Workload::Info => self.info(calls, false),
            Workload::InfoPhoto => self.info(calls, true),
        }
    }

    fn call(&mut self, arguments: &Arguments, number: u64) -> Result<bool, String> {
        let Arguments {
            workload,
            bytes,
            integers,
            ..
        } = arguments;
        let stub = &mut self.stub;
        let good = match workload {
            Workload::Nothing => stub.nothing().map(|()| true),
            Workload::Add => {
                let a = small(number);
                stub.add(a, 1000 - 2 * a).map(|sum| sum == 1000 - a)
            }
            Workload::Echo(_) => stub
                .echo(bytes)
                .map(|back| back.len() == bytes.len() && back.last() == bytes.last()),
            Workload::Ints(_) => stub
                .int_array(integers)
                .map(|back| back.len() == integers.len() && back.last() == integers.last()),
            Workload::Sum(_) => stub.sum(integers).map(|total| total == sum(integers)),
            Workload::Transfer(_) => stub.transfer(bytes).map(|back| {
                back.code == TRANSFERRED
                    && back.data.len() == bytes.len()
                    && back.data.last() == bytes.last()
            }),
            Workload::Concat => stub
                .concat(CONCAT.0, CONCAT.1)
                .map(|joined| joined.len() == Arguments::joined()),
            Workload::Info | Workload::InfoPhoto => {
                let (id, photo) = (small(number), *workload == Workload::InfoPhoto);
                let bytes = if photo { PHOTO_BYTES } else { 0 };
                stub.request(&InfoRequest { id, photo })
                    .map(|info| info.id == id && info.photo.len() == bytes)
            }
        };
        good.map_err(failed)
    }

    fn prepare(&mut self) -> Result<(), String> {
        self.stub.client().prepare(BENCH_V1.id).map_err(failed)
    }

    fn flood(
        &mut self,
        workload: Workload,
        calls: usize,
        at_once: usize,
    ) -> Result<Duration, String> {
        let photo = pattern(PHOTO_BYTES);
        let photo = photo_of(workload, &photo)?;
        let begin = |client: &mut Client, id| {
            let wanted = &InfoRequest {
                id,
                photo: !photo.is_empty(),
            };
            let arguments = BenchV1RequestArgs { wanted };
            client.post(&BENCH_V1, &BENCH_V1_REQUEST, &arguments)
        };
        let end = |client: &mut Client, id, call| {
            let out: BenchV1RequestOut<'_> = client.wait(call)?;
            Ok(out.result == info(id, photo))
        };
        flood(self.stub.client(), (calls, at_once), begin, end)
    }

    fn count(&self, order: &CountCommand) -> Result<Counted, String> {
        counting::run(self.scheme, self.server, order)
    }
}

/// Timed calls check results quickly; the result of one call after them is compared in full.
impl StubCaller {
    fn nothing(&mut self, calls: usize) -> Result<Sampled, String> {
        timed(calls, |_| {
            self.stub.nothing().map(|()| true).map_err(failed)
        })
    }

    fn add(&mut self, calls: usize) -> Result<Sampled, String> {
        timed(calls, |number| {
            let a = number as i32;
            let sum = self.stub.add(a, 1000 - 2 * a).map_err(failed)?;
            Ok(sum == 1000 - a)
        })
    }

    fn echo(&mut self, calls: usize, size: usize) -> Result<Sampled, String> {
        let data = pattern(size);
        let sampled = timed(calls, |_| {
            let back = self.stub.echo(&data).map_err(failed)?;
            Ok(back.len() == size && back.last() == data.last())
        })?;
        equal(*self.stub.echo(&data).map_err(failed)? == data, sampled)
    }

    fn ints(&mut self, calls: usize, count: usize) -> Result<Sampled, String> {
        let values = integers(count);
        let sampled = timed(calls, |_| {
            let back = self.stub.int_array(&values).map_err(failed)?;
            Ok(back.len() == count && back.last() == values.last())
        })?;
        let back = self.stub.int_array(&values).map_err(failed)?;
        equal(back == values, sampled)
    }

    fn sum(&mut self, calls: usize, count: usize) -> Result<Sampled, String> {
        let values = integers(count);
        let expected = sum(&values);
        timed(calls, |_| {
            let sum = self.stub.sum(&values).map_err(failed)?;
            Ok(sum == expected)
        })
    }

    fn transfer(&mut self, calls: usize, size: usize) -> Result<Sampled, String> {
        let data = pattern(size);
        let sampled = timed(calls, |_| {
            let back = self.stub.transfer(&data).map_err(failed)?;
            Ok(back.code == TRANSFERRED
                && back.data.len() == size
                && back.data.last() == data.last())
        })?;
        let back = self.stub.transfer(&data).map_err(failed)?;
        equal(*back.data == data, sampled)
    }

    fn concat(&mut self, calls: usize) -> Result<Sampled, String> {
        let (left, right) = CONCAT;
        let length = left.len() + right.len();
        let sampled = timed(calls, |_| {
            let joined = self.stub.concat(left, right).map_err(failed)?;
            Ok(joined.len() == length)
        })?;
        let joined = self.stub.concat(left, right).map_err(failed)?;
        equal(joined == [left, right].concat(), sampled)
    }

    fn info(&mut self, calls: usize, photo: bool) -> Result<Sampled, String> {
        let bytes = if photo { PHOTO_BYTES } else { 0 };
        let sampled = timed(calls, |number| {
            let id = number as i32;
            let wanted = InfoRequest { id, photo };
            let info = self.stub.request(&wanted).map_err(failed)?;
            Ok(info.id == id && info.photo.len() == bytes && info.longitude == -0.125)
        })?;
        let photo = pattern(bytes);
        let wanted = InfoRequest {
            id: -7,
            photo: bytes > 0,
        };
        let back = self.stub.request(&wanted).map_err(failed)?;
        equal(back == info(-7, &photo), sampled)
    }
}

/// Adds the call whose result was compared in full.
fn equal(equal: bool, sampled: Sampled) -> Result<Sampled, String> {
    match equal {
        true => Ok(Sampled {
            checks: sampled.checks + 1,
            ..sampled
        }),
        false => Err("the full comparison found a wrong result".to_owned()),
    }
}

fn failed(e: CallError) -> String {
    e.to_string()
}
