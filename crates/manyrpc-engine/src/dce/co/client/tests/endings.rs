use super::*;

/// MS-RPCE section 3.3.1.5.10: orphaned PDUs only where the connection survives them.
#[test]
fn a_call_that_is_given_up_is_orphaned_or_cancelled() {
    let refused = Verdict::refused(ContextReason::AbstractSyntax);
    for (flags, features, kinds) in [
        (MPX, KEEPS, &[PduType::Cancel, PduType::Orphaned][..]),
        (MPX, refused, &[PduType::Cancel]),
        (0, KEEPS, &[PduType::Cancel]),
    ] {
        let mut client = bound(flags, features);
        let id = call(&mut client, 0, b"slow");
        only(&mut client);
        // While another is being written.
        client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
        client.body().put(b"another");
        client.cancel(id);
        client.finish_call(at(0)).unwrap();
        let all = sent(&mut client);
        let controls = all.iter().filter(|s| s.bytes.len() == HEADER);
        let received: Vec<_> = controls
            .map(|s| (s.header.kind, s.header.call_id))
            .collect();
        assert_eq!(
            received,
            kinds.iter().map(|k| (*k, id.0 as u32)).collect::<Vec<_>>()
        );
        // Its reply is ignored, and allows the next to be sent.
        assert_eq!(receive(&mut client, &response(id.0 as u32, b"late")), []);
        assert_eq!(client.counters().stray, 1);
        let all = if flags == MPX { all } else { sent(&mut client) };
        assert_eq!(all.last().unwrap().bytes[RESPONSE_HEAD..], *b"another");
    }
}

/// C706 section 6.1.8: a cancel is forwarded, and the call continues until the server ends it or
/// the cancel time-out period has passed.
#[test]
fn a_call_may_be_asked_to_end() {
    let limits = Limits::default();
    let over = at(limits.cancel_timeout.as_millis() as u64);
    for keeps in [true, false] {
        let features = match keeps {
            true => KEEPS,
            false => Verdict::refused(ContextReason::AbstractSyntax),
        };
        let mut client = bound(MPX, features);
        // The server ends it, or already has.
        for in_time in [true, false] {
            let id = call(&mut client, 0, b"slow");
            only(&mut client);
            assert!(client.request_cancel(id, at(0)));
            let cancel = only(&mut client);
            let call_id = id.0 as u32;
            assert_eq!(
                (cancel.header.kind, cancel.header.call_id),
                (PduType::Cancel, call_id)
            );
            let (output, seen) = match in_time {
                true => (
                    response(call_id, b"r"),
                    Seen::Reply(id, b"r".to_vec(), [0x10, 0, 0, 0]),
                ),
                false => (
                    fault(call_id, 0, FAULT_CANCEL),
                    Seen::Failed(id, Fault::Cancelled.into()),
                ),
            };
            assert_eq!(receive(&mut client, &output), [seen]);
            assert!(!client.request_cancel(id, at(0)), "it is over");
        }
        // The server does not. A second cancel is forwarded, too, and extends no timeout.
        let id = call(&mut client, 0, b"slow");
        only(&mut client);
        assert!(client.request_cancel(id, at(0)));
        assert!(client.request_cancel(id, at(1000)));
        assert_eq!(sent(&mut client).len(), 2);
        assert_eq!(client.next_timeout(), Some(over));
        client.handle_timeout(over);
        let failed = [Seen::Failed(id, CallError::Cancelled)];
        assert_eq!(receive(&mut client, &[]), failed);
        let kinds: Vec<_> = sent(&mut client).iter().map(|s| s.header.kind).collect();
        assert_eq!(kinds, [PduType::Orphaned][..usize::from(keeps)]);
        assert_eq!(client.counters().timeouts, 0);
        assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
    }
}

/// Nothing was sent, so the server is not notified.
#[test]
fn a_call_that_waits_for_its_context_ends_at_once_when_asked() {
    let mut client = bound(MPX, KEEPS);
    let id = call(&mut client, 1, b"a");
    only(&mut client);
    assert!(client.request_cancel(id, at(0)));
    assert_eq!(
        receive(&mut client, &[]),
        [Seen::Failed(id, CallError::Cancelled)]
    );
    assert!(sent(&mut client).is_empty());
    // A call being written and a call without a reply cannot be cancelled.
    let id = client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
    assert!(!client.request_cancel(id, at(0)));
    client.abandon_call();
}

#[test]
fn an_unsent_call_is_abandoned_silently() {
    let mut client = Client::new(Limits::default(), 1);
    let head = CallHead {
        timeout: Some(Duration::from_secs(2)),
        ..CallHead::new(interface(0), 1)
    };
    let (a, b) = (
        call_with(&mut client, &head, b"a"),
        call(&mut client, 0, b"b"),
    );
    let bind = only(&mut client);
    client.handle_timeout(at(2000));
    let timed_out = CallError::TimedOut { transmissions: 0 };
    assert_eq!(receive(&mut client, &[]), [Seen::Failed(a, timed_out)]);
    client.cancel(b);
    assert!(sent(&mut client).is_empty());
    assert_eq!(
        receive(&mut client, &ack(&bind, MPX, &[Verdict::ACCEPTED])),
        []
    );
    assert!(sent(&mut client).is_empty());
    assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
}

#[test]
fn a_refused_association_ends_every_call() {
    for (reason, error) in [
        (
            NakReason::ProtocolVersion,
            Fault::ProtocolVersion { low: 5, high: 5 },
        ),
        (NakReason::LocalLimit, fault::status(SERVER_TOO_BUSY)),
        (NakReason::AuthType, Fault::Denied(UNSUPPORTED_AUTHN_LEVEL)),
        (NakReason::Unknown(77), fault::status(UNSPEC_REJECT)),
    ] {
        let mut client = Client::new(Limits::default(), 1);
        let ids = [call(&mut client, 0, b""), call(&mut client, 1, b"")];
        let bind = only(&mut client);
        let mut out = Buf::new();
        BindNak::emit(
            &Header::new(PduType::BindNak, bind.header.call_id),
            reason,
            &mut out,
        );
        let failed = ids.map(|id| Seen::Failed(id, error.clone().into()));
        assert_eq!(receive(&mut client, out.data()), failed);
        let next = client.begin_call(&CallHead::new(interface(0), 0));
        assert_eq!(next, Err(error.into()));
    }
    // Deployed servers may answer with a fault instead.
    let mut client = Client::new(Limits::default(), 1);
    let id = call(&mut client, 0, b"");
    let bind = only(&mut client);
    let seen = receive(&mut client, &fault(bind.header.call_id, 0, ACCESS_DENIED));
    assert_eq!(
        seen,
        [Seen::Failed(id, Fault::Denied(ACCESS_DENIED).into())]
    );
    assert!(client.begin_call(&CallHead::new(interface(0), 0)).is_err());
}

/// C706 section 12.6.4.11.
#[test]
fn after_a_shutdown_the_calls_under_way_end_and_no_other_begins() {
    let mut client = bound(MPX, KEEPS);
    let id = call(&mut client, 0, b"");
    let waiting = call(&mut client, 1, b"");
    let mut header = Header::new(PduType::Shutdown, 0);
    header.frag_length = HEADER as u16;
    let closed = CallError::Closed(Closed::ByPeer);
    let seen = receive(&mut client, &header.emit());
    assert_eq!(seen, [Seen::Failed(waiting, closed.clone())]);
    let next = client.begin_call(&CallHead::new(interface(0), 0));
    assert_eq!(next, Err(closed));
    assert!(!client.is_finished(), "a call is under way");
    assert!(client.is_closing());
    let seen = receive(&mut client, &response(id.0 as u32, b"done"));
    assert_eq!(seen, [Seen::Reply(id, b"done".to_vec(), [0x10, 0, 0, 0])]);
    assert!(client.is_finished());
}

/// The shutdown crossed a call being written: it was not sent, and will not be.
#[test]
fn after_a_shutdown_a_call_that_was_begun_is_not_sent() {
    let mut client = bound(MPX, KEEPS);
    client.begin_call(&CallHead::new(interface(0), 3)).unwrap();
    client.body().put(b"arguments");
    let mut header = Header::new(PduType::Shutdown, 0);
    header.frag_length = HEADER as u16;
    assert_eq!(receive(&mut client, &header.emit()), []);
    let closed = CallError::Closed(Closed::ByPeer);
    assert_eq!(client.finish_call(at(0)), Err(closed));
    assert!(sent(&mut client).is_empty());
    assert!(client.is_finished());
}
