use super::toy::{ToyClient, ToyServer};
use super::*;
use crate::sim::{
    Command, Conditions, Delay, End, Endpoint, Segmentation, StreamOptions, Transport, What, World,
};

const S: Transport = Transport::Stream;

fn pair(world: &mut World, sizes: &[usize], timeout: Duration, seen: &Seen) -> Endpoint {
    let server = world.serve_stream(at(1, 9), Box::new(ToyServer::make(S, 0)), echo());
    let script = caller(sizes, timeout, seen);
    world.client(at(2, 8), S, at(1, 9), Box::new(ToyClient::make(S)), script);
    server
}

fn with(options: StreamOptions, conditions: Conditions, sizes: &[usize]) -> (Seen, World) {
    let mut world = World::new(1);
    world.streams(options);
    world.usual(conditions);
    let seen = Seen::default();
    pair(&mut world, sizes, LONG, &seen);
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(world.packets_in_flight(), 0);
    (seen, world)
}

#[test]
fn any_segmentation_gives_the_same() {
    let sizes = [0, 1, 7, 100, 3000, 0, 20_000];
    for segmentation in [
        Segmentation::Packets,
        Segmentation::Bytes,
        Segmentation::Random(50),
    ] {
        let options = StreamOptions {
            segmentation,
            ..StreamOptions::default()
        };
        let (seen, _) = with(options, Conditions::default(), &sizes);
        let mut expected = vec!["Started".to_owned(), "Opened".to_owned()];
        expected.extend(sizes.iter().map(|n| format!("reply {n}")));
        assert_eq!(texts(&seen), expected);
    }
}

#[test]
fn loss_costs_time_and_no_bytes() {
    let conditions = Conditions {
        loss: 0.2,
        latency: Delay::Uniform {
            min: Duration::from_micros(10),
            max: Duration::from_millis(2),
        },
        ..Conditions::default()
    };
    let (seen, world) = with(StreamOptions::default(), conditions, &[5000; 50]);
    assert_eq!(texts(&seen).len(), 52);
    assert!(world.log().count(What::Lost) > 50);
    assert!(world.now() > ms(50 * 200));
}

#[test]
fn slow_link_takes_the_time_of_its_bits() {
    let conditions = Conditions {
        latency: Delay::NONE,
        rate_bits: Some(10_000_000),
        frame_bytes: 38,
        ..Conditions::default()
    };
    // Connection: one empty packet in each direction. Then id, length and body, in each direction.
    let packets = (100_000_u64 + 12).div_ceil(1460);
    let bytes = 2 * (100_000 + 12) + 2 * (packets + 1) * 78;
    let (seen, _) = with(StreamOptions::default(), conditions, &[100_000]);
    // The server reads the call's packets as they arrive and answers after the last one.
    assert_eq!(
        when(&seen, "reply 100000"),
        Instant::from_nanos(bytes * 800)
    );
}

#[test]
fn window_bounds_the_throughput() {
    let options = StreamOptions {
        window_bytes: 10_000,
        ..StreamOptions::default()
    };
    let conditions = Conditions {
        latency: Delay::millis(10),
        ..Conditions::default()
    };
    let (seen, _) = with(options, conditions, &[99_988]);
    // 20 ms to connect; ten windows, 20 ms apart, each way.
    assert_eq!(when(&seen, "reply 99988"), ms(20 + 2 * (9 * 20 + 10)));
}

#[test]
fn partition_heals_and_the_stream_goes_on() {
    let mut world = World::new(1);
    let seen = Seen::default();
    pair(&mut world, &[10, 10], LONG, &seen);
    let server = at(1, 0).ip();
    world.service(Endpoint(0), Delay::millis(10));
    world.partition(server, at(2, 0).ip(), ms(5), ms(3000));
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(texts(&seen), ["Started", "Opened", "reply 10", "reply 10"]);
    assert!(when(&seen, "reply 10") > ms(3000));
    assert_eq!(world.log().count(What::Executed), 2);
}

#[test]
fn partition_that_stays_ends_the_connection() {
    let mut world = World::new(1);
    let seen = Seen::default();
    pair(&mut world, &[10], LONG, &seen);
    world.service(Endpoint(0), Delay::millis(10));
    world.at(ms(5), Command::Cut(at(1, 0).ip(), at(2, 0).ip()));
    assert_eq!(world.run(), End::Quiet);
    let failed = "failed: the peer cannot be reached: its host does not answer; look at the address, \
                  and for a firewall on the way (system error 110)";
    assert_eq!(
        texts(&seen),
        ["Started", "Opened", failed, "Closed(Unreachable(110))"]
    );
    assert_eq!(world.packets_in_flight(), 0);
}

#[test]
fn nobody_listens() {
    let refused = "failed: the peer cannot be reached: nobody listens there; look whether the server runs, \
                   and on which port (system error 111)";
    let run = |prepare: fn(&mut World)| {
        let mut world = World::new(1);
        prepare(&mut world);
        let seen = Seen::default();
        let script = caller(&[1], LONG, &seen);
        world.client(at(2, 8), S, at(1, 9), Box::new(ToyClient::make(S)), script);
        assert_eq!(world.run(), End::Quiet);
        texts(&seen)
    };
    let expected = ["Started", refused, "Closed(Unreachable(111))"];
    assert_eq!(run(|_| {}), expected);
    let crashed = |world: &mut World| {
        let server = world.serve_stream(at(1, 9), Box::new(ToyServer::make(S, 0)), echo());
        world.command(Command::Crash(server));
    };
    assert_eq!(run(crashed), expected);
    let cut = |world: &mut World| {
        world.serve_stream(at(1, 9), Box::new(ToyServer::make(S, 0)), echo());
        world.command(Command::Cut(at(1, 0).ip(), at(2, 0).ip()));
    };
    let unanswered = "failed: the peer cannot be reached: its host does not answer; look at the address, \
                  and for a firewall on the way (system error 110)";
    assert_eq!(
        run(cut),
        ["Started", unanswered, "Closed(Unreachable(110))"]
    );
}

#[test]
fn server_crash_resets_its_connections() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = pair(&mut world, &[10], LONG, &seen);
    world.service(server, Delay::millis(10));
    world.at(ms(5), Command::Crash(server));
    world.at(ms(6), Command::Restart(server));
    assert_eq!(world.run(), End::Quiet);
    let failed = "failed: the peer closed the connection";
    assert_eq!(
        texts(&seen),
        ["Started", "Opened", failed, "Closed(ByPeer)"]
    );
    assert_eq!(world.log().count(What::Executed), 0);
    assert_eq!(world.packets_in_flight(), 0);
}

#[test]
fn connection_per_call_leaves_nothing_behind() {
    let mut world = World::new(1);
    world.serve_stream(at(1, 9), Box::new(ToyServer::make(S, 0)), echo());
    let mut left = 100;
    let script = move |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
        Cue::Started if left > 0 => {
            cx.call(&head(LONG), |b| b.put(&[1; 4000])).unwrap();
        }
        Cue::Reply { .. } => {
            left -= 1;
            cx.reconnect();
        }
        _ => {}
    };
    world.client(at(2, 8), S, at(1, 9), Box::new(ToyClient::make(S)), script);
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(world.log().count(What::Accept), 101);
    assert_eq!(world.log().count(What::Executed), 100);
    assert_eq!(world.packets_in_flight(), 0);
    assert!(world.tables() <= (3, 3), "{:?}", world.tables());
}

#[test]
fn client_crash_ends_the_session_after_the_call() {
    let mut world = World::new(1);
    let seen = Seen::default();
    let server = world.serve_stream(at(1, 9), Box::new(ToyServer::make(S, 0)), echo());
    world.service(server, Delay::millis(10));
    let script = caller(&[4, 5], LONG, &seen);
    let client = world.client(at(2, 8), S, at(1, 9), Box::new(ToyClient::make(S)), script);
    world.at(ms(5), Command::Crash(client));
    world.at(ms(7), Command::Restart(client));
    assert_eq!(world.run(), End::Quiet);
    assert_eq!(
        texts(&seen),
        ["Started", "Opened", "Started", "Opened", "reply 5"]
    );
    // The application does not learn that its caller is gone.
    assert_eq!(world.log().count(What::Executed), 2);
    assert_eq!(world.packets_in_flight(), 0);
}
