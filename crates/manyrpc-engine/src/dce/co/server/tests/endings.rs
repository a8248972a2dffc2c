use super::*;

#[test]
fn cancels_are_counted_and_orphans_are_not_answered() {
    let mut server = bound();
    let two = [
        request(1, flag::WHOLE, 0, b"a"),
        request(2, flag::WHOLE, 0, b"b"),
    ]
    .concat();
    let got = calls(&mut server, &two);
    let controls = [
        control(PduType::Cancel, 1),
        control(PduType::Cancel, 1),
        control(PduType::Orphaned, 2),
        // For calls that have ended, or never existed.
        control(PduType::Cancel, 77),
        control(PduType::Orphaned, 77),
    ];
    assert!(calls(&mut server, &controls.concat()).is_empty());
    reply(&mut server, got[1].0.id, b"for nobody", Outcome::Done);
    reply(&mut server, got[0].0.id, b"result", Outcome::Done);
    let all = answers(&mut server);
    let (header, pdu) = &all[0];
    assert_eq!((all.len(), header.call_id), (1, 1));
    assert!(header.has(flag::PENDING_CANCEL));
    assert_eq!(ResponseHead::parse(header, pdu).unwrap().cancels, 2);
    assert_eq!(
        (server.counters().cancels, server.counters().orphans),
        (2, 1)
    );
    // For an incomplete request they are ignored, as in deployed servers.
    let half = [
        request(3, flag::FIRST, 0, b"abcd"),
        control(PduType::Orphaned, 3),
        control(PduType::Cancel, 3),
        request(3, flag::LAST, 0, b"efgh"),
    ];
    let got = calls(&mut server, &half.concat());
    assert_eq!((got.len(), &got[0].1[..]), (1, &b"abcdefgh"[..]));
    assert_eq!((server.next_timeout(), server.broken()), (None, None));
}

/// C706 section 6.1.8: an executing operation is told of a cancel. Waiting PDUs are handled again
/// in order.
#[test]
fn word_of_a_caller_is_found_in_what_waits() {
    let other = request(9, flag::WHOLE, 0, b"other");
    for (what, behind, ended, interest, cancels) in [
        ("nothing", vec![], false, Interest::Wanted, 0),
        ("another call", other.clone(), false, Interest::Wanted, 0),
        (
            "a cancel of another call",
            control(PduType::Cancel, 9),
            false,
            Interest::Wanted,
            0,
        ),
        (
            "a cancel",
            control(PduType::Cancel, 1),
            false,
            Interest::Cancelled,
            1,
        ),
        (
            "two cancels behind another call",
            [
                &other[..],
                &control(PduType::Cancel, 1),
                &control(PduType::Cancel, 1),
            ]
            .concat(),
            false,
            Interest::Cancelled,
            2,
        ),
        (
            "an orphan",
            control(PduType::Orphaned, 1),
            false,
            Interest::Orphaned,
            0,
        ),
        (
            "a cancel and an orphan",
            [control(PduType::Cancel, 1), control(PduType::Orphaned, 1)].concat(),
            false,
            Interest::Orphaned,
            1,
        ),
        ("the end", vec![], true, Interest::Orphaned, 0),
        ("no PDU", vec![0xff; 64], false, Interest::Wanted, 0),
    ] {
        // Waiting PDUs may be split anywhere between the bytes received with the call and those
        // received later.
        for (with, step) in [
            (0, 1),
            (0, 7),
            (0, 400),
            (behind.len() / 2, 3),
            (behind.len(), 1),
        ] {
            let mut server = bound();
            let mut rx = Rx::default();
            rx.buf.put(&request(1, flag::WHOLE, 0, b"slow"));
            rx.buf.put(&behind[..with]);
            let call = server.next_call(&mut rx, &Clock::at(at(0))).unwrap();
            server.begin_reply(call.id);
            let body = core::mem::take(server.body());
            let later = &behind[with..];
            let mut seen = Interest::Wanted;
            for n in (0..later.len()).step_by(step).chain([later.len()]) {
                let ahead = Ahead {
                    bytes: &later[..n],
                    from: None,
                    ended: ended && n == later.len(),
                };
                seen = server.interest_in(call.id, &rx, &ahead, at(0));
            }
            assert_eq!(seen, interest, "{what} {with} {step}");
            *server.body() = body;
            server.body().put(b"result");
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
            let all = answers(&mut server);
            assert_eq!(
                all.len(),
                usize::from(interest < Interest::Orphaned),
                "{what}"
            );
            if let Some((header, pdu)) = all.first() {
                assert_eq!(ResponseHead::parse(header, pdu).unwrap().cancels, cancels);
                // C706 section 12.6.3.1: none is pending, since the operation was told.
                assert!(!header.has(flag::PENDING_CANCEL));
                assert_eq!(pdu[RESPONSE_HEAD..], *b"result");
            }
            rx.buf.put(later);
            while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
                assert_eq!(call.operation, 1);
                reply(&mut server, call.id, b"", Outcome::Done);
            }
            assert_eq!(server.counters().cancels, u64::from(cancels), "{what}");
        }
    }
}

#[test]
fn the_group_is_left_once_when_the_connection_ends() {
    let process = Arc::new(Process::default());
    let new = || {
        let mut server = Server::new(Limits::default(), process.clone());
        calls(&mut server, &bind(PduType::Bind, &[propose(0)]));
        server
    };
    let (mut a, mut b, c) = (new(), new(), new());
    a.handle_closed();
    assert_eq!(a.poll_association_ended(), None, "others are in the group");
    drop(c);
    b.handle_closed();
    assert_eq!(
        (b.poll_association_ended(), b.poll_association_ended()),
        (Some(5), None)
    );
    drop((a, b));
    assert_eq!(process.in_group.load(Relaxed), 0);
}

#[test]
fn a_shutdown_is_sent_when_asked_for() {
    let mut server = server();
    assert!(!server.shut_down(), "there is nobody yet");
    assert!(answers(&mut server).is_empty());
    let mut server = bound();
    assert!(server.shut_down());
    let all = answers(&mut server);
    assert_eq!((all[0].0.kind, all[0].1.len()), (PduType::Shutdown, HEADER));
    // Requests on their way are executed and answered.
    let got = calls(&mut server, &request(4, flag::WHOLE, 0, b"a"));
    server.begin_reply(got[0].0.id);
    assert!(!server.shut_down(), "not into a reply");
    server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    assert_eq!(answers(&mut server)[0].0.kind, PduType::Response);
}
