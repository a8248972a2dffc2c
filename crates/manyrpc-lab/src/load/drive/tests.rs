use std::sync::atomic::AtomicUsize;

use super::*;
use crate::load::Process;

/// A target: how long a call takes by its number, or why it fails.
struct Server<F> {
    answer: F,
    connected: AtomicUsize,
    /// Calls of each operation.
    called: [AtomicUsize; 2],
}

fn server<F: Fn(u64) -> Result<Duration, String> + Sync>(answer: F) -> Server<F> {
    Server {
        answer,
        connected: AtomicUsize::new(0),
        called: Default::default(),
    }
}

impl<F: Fn(u64) -> Result<Duration, String> + Sync> Target for Server<F> {
    fn connect(&self) -> Result<Box<dyn Connection + '_>, String> {
        self.connected.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(self))
    }
}

impl<F: Fn(u64) -> Result<Duration, String> + Sync> Connection for &Server<F> {
    fn call(&mut self, operation: usize, number: u64) -> Result<(), String> {
        self.called[operation].fetch_add(1, Ordering::Relaxed);
        std::thread::sleep((self.answer)(number)?);
        Ok(())
    }
}

/// An unreachable target.
struct Absent;

impl Target for Absent {
    fn connect(&self) -> Result<Box<dyn Connection + '_>, String> {
        Err("nobody is there".to_owned())
    }
}

const SHORT: Duration = Duration::from_micros(100);

fn made(plan: &Plan, target: &dyn Target) -> Outcome {
    drive(plan, &Weights::new([1]), target, &Control::default()).unwrap()
}

#[test]
fn a_closed_loop_makes_as_many_calls_as_asked() {
    let server = server(|_| Ok(SHORT));
    let mut plan = Plan::closed(50);
    plan.connections = 4;
    let outcome = made(&plan, &server);
    assert_eq!(
        (outcome.sent, outcome.done, outcome.failures()),
        (50, 50, 0)
    );
    assert_eq!(server.connected.load(Ordering::Relaxed), 4);
    assert_eq!(outcome.service, outcome.latency);
    assert!(outcome.service.at(0.0).unwrap() >= 99_900);
    assert_eq!((outcome.queued, outcome.late), (0, 0));
    assert!(!outcome.cut_short);
}

#[test]
fn a_closed_loop_thinks() {
    let server = server(|_| Ok(Duration::ZERO));
    let mut plan = Plan::closed(5);
    plan.arrivals = Arrivals::Closed {
        think_ns: 2_000_000,
    };
    let outcome = made(&plan, &server);
    assert!(outcome.seconds >= 0.008, "{}", outcome.seconds);
    assert!(outcome.service.at(0.5).unwrap() < 2_000_000);
}

#[test]
fn connections_are_kept_or_not() {
    let server = server(|_| Ok(Duration::ZERO));
    let mut plan = Plan::closed(7);
    plan.reuse = Reuse::PerCall;
    made(&plan, &server);
    assert_eq!(server.connected.load(Ordering::Relaxed), 7);
}

/// Coordinated omission: a server stalls once, for 100 ms. Calls that were due meanwhile have waited, which their
/// latency shows and their service time does not.
#[test]
fn who_was_due_while_the_server_stood_still_has_waited() {
    let stop = Duration::from_millis(100);
    let server = server(|number| Ok(if number == 10 { stop } else { Duration::ZERO }));
    let plan = Plan::open(1000.0, Process::Constant, 0.2);
    let outcome = made(&plan, &server);
    assert_eq!(outcome.done, 200);
    let waited = outcome
        .latency
        .histogram()
        .count_between(20_000_000, u64::MAX);
    assert!(waited >= 80, "{waited}");
    let served = outcome
        .service
        .histogram()
        .count_between(20_000_000, u64::MAX);
    assert!(served < 40, "{served}");
    assert!(outcome.queued >= 90, "{}", outcome.queued);
}

/// With a connection for each call in flight, no call waits for another.
#[test]
fn with_enough_connections_nobody_queues() {
    let server = server(|number| Ok(if number == 10 { 20 * SHORT } else { SHORT }));
    let mut plan = Plan::open(200.0, Process::Constant, 0.25);
    plan.connections = 4;
    let outcome = made(&plan, &server);
    assert_eq!(outcome.done, 50);
    assert!(outcome.queued < 10, "{}", outcome.queued);
    assert!((outcome.rate() - 200.0).abs() < 20.0, "{}", outcome.rate());
}

#[test]
fn warm_up_is_made_and_not_counted() {
    let server = server(|number| {
        Ok(if number < 10 {
            30 * SHORT
        } else {
            Duration::ZERO
        })
    });
    let mut plan = Plan::open(100.0, Process::Constant, 0.3);
    plan.warm_up_seconds = 0.1;
    let outcome = made(&plan, &server);
    assert_eq!(outcome.sent, 20);
    assert_eq!(server.called[0].load(Ordering::Relaxed), 30);
}

#[test]
fn failures_have_reasons_and_new_connections() {
    let server = server(|number| match number % 5 {
        0 => Err("refused".to_owned()),
        _ => Ok(Duration::ZERO),
    });
    let outcome = made(&Plan::closed(20), &server);
    assert_eq!((outcome.sent, outcome.done), (20, 16));
    assert_eq!(outcome.failed["refused"], 4);
    assert_eq!(outcome.service.count(), 16);
    assert_eq!(server.connected.load(Ordering::Relaxed), 5);
}

#[test]
fn a_mix_is_drawn_by_weight() {
    let server = server(|_| Ok(Duration::ZERO));
    let weights = Weights::new([3, 1]);
    drive(&Plan::closed(4000), &weights, &server, &Control::default()).unwrap();
    let [often, seldom] = &server.called;
    let (often, seldom) = (
        often.load(Ordering::Relaxed),
        seldom.load(Ordering::Relaxed),
    );
    assert_eq!(often + seldom, 4000);
    // The standard error is 27.
    assert!(seldom.abs_diff(1000) < 140, "{seldom}");
}

#[test]
fn nobody_there_is_an_error_and_no_outcome() {
    let mut plan = Plan::closed(3);
    plan.connections = 3;
    let failed = drive(&plan, &Weights::new([1]), &Absent, &Control::default());
    assert_eq!(failed.unwrap_err(), "nobody is there");
    // If each call has its own connection, each call fails.
    plan.reuse = Reuse::PerCall;
    let outcome = made(&plan, &Absent);
    assert_eq!(outcome.failed["nobody is there"], 3);
}

#[test]
fn it_can_be_stopped_and_gives_what_there_is() {
    let control = Control::default();
    let server = server(|number| {
        if number == 3 {
            control.stop.store(true, Ordering::Relaxed);
        }
        Ok(Duration::ZERO)
    });
    let plan = Plan::open(1000.0, Process::Poisson, 1e6);
    let outcome = drive(&plan, &Weights::new([1]), &server, &control).unwrap();
    assert_eq!((outcome.done, outcome.cut_short), (4, true));
    assert_eq!(control.over.load(Ordering::Relaxed), 4);
}
