use super::*;

/// A server's output to a client with a call in flight, with a name.
type Said<'a> = (&'a str, &'a dyn Fn(&mut Client) -> Vec<u8>);
/// A change to an answer, with a name.
type Changed<'a> = (&'a str, &'a dyn Fn(&mut Vec<u8>));

/// Everything that a server must not send. The connection ends, and every call ends once.
#[test]
fn a_server_that_breaks_the_protocol_ends_the_connection() {
    let lies: &[Said<'_>] = &[
        ("a second bind_ack", &|c| {
            let id = c.calls.next_number();
            let bind = Sent {
                header: Header::new(PduType::Bind, id),
                bytes: vec![],
            };
            ack(&bind, 0, &[Verdict::ACCEPTED])
        }),
        ("an answer to no alter_context", &|c| {
            let id = c.calls.next_number();
            let alter = Sent {
                header: Header::new(PduType::AlterContext, id),
                bytes: vec![],
            };
            ack(&alter, 0, &[Verdict::ACCEPTED])
        }),
        ("a request", &|_| {
            let mut bytes = response(1, b"");
            bytes[2] = 0;
            bytes
        }),
        ("a connectionless ping", &|_| {
            let mut bytes = response(1, b"");
            bytes[2] = 1;
            bytes
        }),
        ("another version", &|_| {
            let mut bytes = response(1, b"");
            bytes[0] = 4;
            bytes
        }),
        ("another minor version", &|_| {
            let mut bytes = response(1, b"");
            bytes[1] = 2;
            bytes
        }),
        ("a response without its head", &|c| {
            let id = only(c).header.call_id;
            let mut header = Header::new(PduType::Response, id);
            header.frag_length = 20;
            [&header.emit()[..], &[0; 4]].concat()
        }),
        ("a last fragment without a first", &|c| {
            let mut bytes = response(only(c).header.call_id, b"abcd");
            bytes[3] = flag::LAST;
            bytes
        }),
        ("two first fragments", &|c| {
            let mut bytes = response(only(c).header.call_id, b"abcd");
            bytes[3] = flag::FIRST;
            [&bytes[..], &bytes].concat()
        }),
        ("a trailer that starts in the head", &|c| {
            let mut bytes = response(only(c).header.call_id, &[0; 8]);
            bytes[10] = 1;
            bytes
        }),
        ("padding that starts in the head", &|c| {
            let mut bytes = response(only(c).header.call_id, &[0; 16]);
            (bytes[10], bytes[24 + 2 + 4]) = (4, 200);
            bytes
        }),
        ("a fault without its status", &|c| {
            let mut bytes = fault(only(c).header.call_id, 0, 1);
            bytes[8] = 24;
            bytes.truncate(24);
            bytes
        }),
        ("a nak to nothing", &|_| {
            let mut out = Buf::new();
            BindNak::emit(
                &Header::new(PduType::BindNak, 1),
                NakReason::LocalLimit,
                &mut out,
            );
            out.data().to_vec()
        }),
    ];
    for (what, lie) in lies {
        let mut client = bound(MPX, KEEPS);
        let id = call(&mut client, 0, b"");
        let bytes = lie(&mut client);
        let seen = receive(&mut client, &bytes);
        assert_eq!(seen.len(), 2, "{what}: {seen:?}");
        assert!(
            matches!(seen[0], Seen::Failed(of, CallError::Wire(_)) if of == id),
            "{what}"
        );
        assert!(matches!(seen[1], Seen::Broken(_)), "{what}");
        assert_eq!((client.next_timeout(), client.calls_in_flight()), (None, 0));
        assert!(client.begin_call(&CallHead::new(interface(0), 0)).is_err());
    }
}

#[test]
fn an_answer_that_lies_about_the_contexts_ends_the_connection() {
    let lies: &[Changed<'_>] = &[
        ("another call", &|a| a[12] ^= 1),
        ("no results", &|a| a[32] = 0),
        ("more results than there are", &|a| a[32] = 3),
        ("a port past the end", &|a| a[24] = 200),
        ("another transfer syntax", &|a| a[40] ^= 1),
        ("a result that is none", &|a| a[36] = 9),
    ];
    for (what, lie) in lies {
        let mut client = Client::new(Limits::default(), 1);
        let id = call(&mut client, 0, b"");
        let bind = only(&mut client);
        let mut answer = ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS]);
        lie(&mut answer);
        let seen = receive(&mut client, &answer);
        assert_eq!(seen.len(), 2, "{what}: {seen:?}");
        assert!(
            matches!(seen[0], Seen::Failed(of, _) if of == id),
            "{what}: {seen:?}"
        );
    }
    // Every truncation of it, with a matching length.
    let mut client = Client::new(Limits::default(), 1);
    call(&mut client, 0, b"");
    let bind = only(&mut client);
    let answer = ack(&bind, MPX, &[Verdict::ACCEPTED]);
    for n in HEADER..answer.len() {
        let mut client = Client::new(Limits::default(), 1);
        call(&mut client, 0, b"");
        let mut cut = answer[..n].to_vec();
        cut[8] = n as u8;
        let seen = receive(&mut client, &cut);
        assert_eq!(seen.len(), 2, "{n} bytes: {seen:?}");
    }
}

/// C706 appendices E and N: people are told the meaning of any status that a server refuses a call
/// with.
#[test]
fn every_status_has_a_message() {
    let mut known = 0;
    for status in (0x1c00_0000..0x1c00_0100).chain(0x1c01_0000..0x1c01_0100) {
        let Some(name) = name(status) else {
            continue;
        };
        known += 1;
        let mut client = bound(MPX, KEEPS);
        let id = call(&mut client, 0, b"");
        only(&mut client);
        let seen = receive(&mut client, &fault(id.0 as u32, 0, status));
        let [Seen::Failed(of, error)] = &seen[..] else {
            panic!("{name}: {seen:?}");
        };
        let text = error.to_string();
        assert_eq!(*of, id);
        assert!(!text.contains("status"), "{name}: {text}");
        let named = text.contains(name);
        // Statuses that correspond to a plain fault use its message.
        let ours = !matches!(
            error,
            CallError::Fault(Fault::Status(..) | Fault::Denied(_))
        );
        assert!(named || ours, "{name}: {text}");
    }
    assert_eq!(known, 45);
}

/// C706 section 12.6.3.1 and MS-RPCE section 2.2.2.5: every reason to refuse an association.
#[test]
fn every_reason_for_a_nak_has_a_message() {
    for reason in 0..=10u32 {
        let mut client = Client::new(Limits::default(), 1);
        let id = call(&mut client, 0, b"");
        let bind = only(&mut client);
        let header = Header::new(PduType::BindNak, bind.header.call_id);
        let mut out = Buf::new();
        BindNak::emit(&header, reason.into(), &mut out);
        let seen = receive(&mut client, out.data());
        let [Seen::Failed(of, error)] = &seen[..] else {
            panic!("{reason}: {seen:?}");
        };
        assert_eq!(*of, id);
        let text = error.to_string();
        assert!(!text.contains("status"), "{reason}: {text}");
    }
    for reason in 0..=4u32 {
        let mut client = Client::new(Limits::default(), 1);
        call(&mut client, 0, b"");
        let bind = only(&mut client);
        let refused = Verdict::refused(reason.into());
        let seen = receive(&mut client, &ack(&bind, 0, &[refused]));
        let [Seen::Failed(_, error)] = &seen[..] else {
            panic!("{reason}: {seen:?}");
        };
        let text = error.to_string();
        assert!(!text.contains("status"), "{reason}: {text}");
    }
}
