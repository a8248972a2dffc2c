use super::*;

/// The server's answer to invalid `bytes`; it must be broken afterwards.
fn broken_by(mut server: Server, what: &str, bytes: &[u8]) -> Vec<(Header, Vec<u8>)> {
    let got = calls(&mut server, bytes);
    assert!(got.is_empty(), "{what}: {got:?}");
    assert!(server.broken().is_some(), "{what}");
    assert_eq!(server.next_timeout(), None, "{what}");
    let all = answers(&mut server);
    // Nothing is read afterwards.
    assert!(calls(&mut server, &request(1, flag::WHOLE, 0, b"")).is_empty());
    all
}

#[test]
fn a_bind_that_cannot_be_is_answered_with_a_nak() {
    let good = bind(PduType::Bind, &[propose(0)]);
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    let authenticated = |auth_type: u8, level: u8, pad: u8| {
        let mut bytes = good.clone();
        bytes.extend([auth_type, level, pad, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
        (bytes[8], bytes[10]) = (bytes.len() as u8, 4);
        bytes
    };
    for (what, bytes, reason) in [
        ("version 4", with(0, 4), NakReason::ProtocolVersion),
        ("version 5.2", with(1, 2), NakReason::ProtocolVersion),
        ("no contexts", with(24, 0), NakReason::NotSpecified),
        ("no transfer syntax", with(30, 0), NakReason::NotSpecified),
        (
            "more contexts than there are",
            with(24, 2),
            NakReason::NotSpecified,
        ),
        (
            "more syntaxes than there are",
            with(30, 200),
            NakReason::NotSpecified,
        ),
        ("an unknown group", with(20, 9), NakReason::NotSpecified),
        (
            "a token of 256 bytes",
            with(11, 1),
            NakReason::ProtocolVersion,
        ),
        ("NTLM", authenticated(10, 5, 0), NakReason::AuthType),
        (
            "NTLM at level call",
            authenticated(10, 3, 0),
            NakReason::AuthType,
        ),
        (
            "level none",
            authenticated(10, 1, 0),
            NakReason::NotSpecified,
        ),
        (
            "no such level",
            authenticated(10, 7, 0),
            NakReason::NotSpecified,
        ),
        (
            "too much padding",
            authenticated(10, 5, 49),
            NakReason::ProtocolVersion,
        ),
    ] {
        let all = broken_by(server(), what, &bytes);
        let (header, pdu) = &all[0];
        assert_eq!(
            (header.kind, header.call_id),
            (PduType::BindNak, 3),
            "{what}"
        );
        let nak = BindNak::parse(header, pdu).unwrap();
        assert_eq!((nak.reason, nak.versions), (reason, Some((5, 5))), "{what}");
        assert_eq!(pdu.len() % 4, 0, "{what}");
    }
    // Every truncation of it, with a matching length.
    for n in HEADER..good.len() {
        let mut bytes = good[..n].to_vec();
        bytes[8] = n as u8;
        let all = broken_by(server(), "a truncated bind", &bytes);
        assert_eq!(all[0].0.kind, PduType::BindNak, "{n}");
    }
}

#[test]
fn nothing_else_is_accepted_before_a_bind() {
    for kind in (0..=0xff).filter(|kind| *kind != 11) {
        let mut bytes = request(1, flag::WHOLE, 0, b"abcd");
        bytes[2] = kind;
        let all = broken_by(server(), "no bind", &bytes);
        let nak = BindNak::parse(&all[0].0, &all[0].1).unwrap();
        assert_eq!((all.len(), nak.reason), (1, NakReason::ProtocolVersion));
    }
}

#[test]
fn a_violation_is_reported_and_ends_the_connection() {
    let with = |at: usize, byte: u8| {
        let mut bytes = request(7, flag::WHOLE, 0, &[0; 16]);
        bytes[at] = byte;
        bytes
    };
    let short = |n: usize, flags: u8| {
        let mut bytes = request(7, flags, 0, &[0; 16]);
        bytes.truncate(n);
        bytes[8] = n as u8;
        bytes
    };
    let twice = [
        request(7, flag::FIRST, 0, b"a"),
        request(7, flag::FIRST, 0, b"b"),
    ]
    .concat();
    // For requests, the faults do not state whether they were executed.
    for (what, bytes, status, of_call) in [
        ("version 4", with(0, 4), RPC_VERSION_MISMATCH, false),
        ("version 5.2", with(1, 2), RPC_VERSION_MISMATCH, false),
        ("a response", with(2, 2), PROTOCOL_ERROR, false),
        ("a connectionless ping", with(2, 1), PROTOCOL_ERROR, false),
        ("no such PDU", with(2, 99), PROTOCOL_ERROR, false),
        ("a token of 256 bytes", with(11, 1), PROTOCOL_ERROR, false),
        ("half a head", short(20, flag::WHOLE), PROTOCOL_ERROR, false),
        (
            "half an object",
            short(30, flag::WHOLE | flag::OBJECT),
            PROTOCOL_ERROR,
            false,
        ),
        (
            "a last fragment without a first",
            with(3, flag::LAST),
            PROTOCOL_ERROR,
            true,
        ),
        ("two first fragments", twice, PROTOCOL_ERROR, true),
        (
            "security that was not set up",
            with(10, 4),
            ACCESS_DENIED,
            true,
        ),
        (
            "a trailer that starts in the head",
            with(10, 12),
            PROTOCOL_ERROR,
            true,
        ),
        ("a crooked trailer", with(10, 3), PROTOCOL_ERROR, true),
        (
            "a request that was cancelled before it came",
            with(3, flag::WHOLE | flag::PENDING_CANCEL),
            NO_CALL_ACTIVE,
            false,
        ),
        (
            "an alter_context without contexts",
            bind(PduType::AlterContext, &[]),
            PROTOCOL_ERROR,
            false,
        ),
        (
            "a token nobody waits for",
            control(PduType::Auth3, 7),
            PROTOCOL_ERROR,
            false,
        ),
    ] {
        let all = broken_by(bound(), what, &bytes);
        let (header, pdu) = &all[0];
        assert_eq!(header.kind, PduType::Fault, "{what}");
        assert_eq!(header.has(flag::DID_NOT_EXECUTE), !of_call, "{what}");
        assert_eq!(fault_status(header, pdu), Ok(status), "{what}");
        let head = ResponseHead::parse(header, pdu).unwrap();
        assert_eq!(head.alloc_hint as usize, pdu.len(), "{what}");
    }
    let all = broken_by(
        bound(),
        "a second bind",
        &bind(PduType::Bind, &[propose(1)]),
    );
    let nak = BindNak::parse(&all[0].0, &all[0].1).unwrap();
    assert_eq!(nak.reason, NakReason::NotSpecified);
    // If framing itself is lost there is nothing to answer.
    for bytes in [with(4, 0x20), with(8, 3)] {
        assert!(broken_by(bound(), "no frames", &bytes).is_empty());
    }
}

#[test]
fn a_call_id_is_one_call_at_a_time() {
    let mut server = bound();
    let first = calls(&mut server, &request(7, flag::WHOLE, 0, b"a"))
        .remove(0)
        .0;
    assert!(calls(&mut server, &request(7, flag::WHOLE, 0, b"b")).is_empty());
    assert!(server.broken().is_some());
    // The first is still answered.
    reply(&mut server, first.id, b"result", Outcome::Done);
    let all = answers(&mut server);
    assert_eq!(
        [all[0].0.kind, all[1].0.kind],
        [PduType::Fault, PduType::Response]
    );
}

/// C706 section 12.6.4.3: a bind fits into one fragment, or the rest of its contexts is sent in
/// alter_contexts. So there is no incomplete bind; and a complete one may be as large as a PDU can
/// be.
#[test]
fn a_bind_has_as_many_contexts_and_syntaxes_as_it_likes_in_one_fragment() {
    let ndr64 = Syntax::new(uuid::parse("71710533-beba-4937-8319-b5dbef9ccc36"), 1);
    let mut header = Header::new(PduType::Bind, 3);
    header.frag_length = 28 + 255 * (24 + 11 * 20);
    let mut bytes = header.emit().to_vec();
    bytes.extend([0x98, 0x16, 0x98, 0x16, 0, 0, 0, 0, 255, 0, 0, 0]);
    let emitted = |syntax: &Syntax| {
        let Syntax { uuid, major, minor } = *syntax;
        let version = [major.to_le_bytes(), minor.to_le_bytes()].concat();
        [&uuid::swapped(uuid)[..], &version].concat()
    };
    for id in 0..255u16 {
        bytes.extend(id.to_le_bytes());
        bytes.extend([11, 0]);
        bytes.extend(emitted(&distinct(id).interface));
        for n in 0..11 {
            // The supported syntax is the last of all; no other context offers it.
            let ours = n == 10 && id % 2 == 0;
            bytes.extend(emitted(if ours { &Syntax::NDR } else { &ndr64 }));
        }
    }
    assert_eq!(bytes.len(), usize::from(header.frag_length));
    let mut server = server();
    assert!(calls(&mut server, &bytes).is_empty());
    let all = answers(&mut server);
    let verdicts = verdicts(&all[0]);
    assert_eq!(verdicts.len(), 255);
    let refused = Verdict::refused(ContextReason::TransferSyntaxes);
    for (id, verdict) in verdicts.iter().enumerate() {
        let accepted = id % 2 == 0;
        assert_eq!(*verdict, if accepted { Verdict::ACCEPTED } else { refused });
    }
    // Whatever its flags: Windows Server 2022 and Samba accept binds and alter_contexts without
    // FIRST and LAST.
    for flags in [flag::FIRST, flag::LAST, 0, 0x08, flag::MAYBE | flag::OBJECT] {
        bytes[3] = flags;
        let mut server = self::server();
        calls(&mut server, &bytes);
        let all = answers(&mut server);
        assert_eq!(super::verdicts(&all[0]), verdicts);
        let mut alter = bind(PduType::AlterContext, &[propose(0)]);
        alter[3] = flags;
        calls(&mut server, &alter);
        let all = answers(&mut server);
        assert_eq!(super::verdicts(&all[0]), [Verdict::ACCEPTED]);
        assert_eq!(all[0].0.flags, flag::WHOLE);
    }
}

/// MS-RPCE sections 3.3.3.5.4 and 3.3.3.5.8: a request that announces a size above the limit is
/// refused at its first fragment.
#[test]
fn what_will_be_too_much_need_not_come() {
    let limits = Limits {
        message_bytes: 100,
        ..Limits::default()
    };
    let request = |flags, hint: u32, stub: &[u8]| {
        let mut bytes = request(7, flags, 0, stub);
        bytes[16..20].copy_from_slice(&hint.to_le_bytes());
        bytes
    };
    for (bytes, much) in [
        (request(flag::FIRST, 101, b""), true),
        (request(flag::FIRST, 100, b""), false),
        // In a whole request the hint adds nothing.
        (request(flag::WHOLE, u32::MAX, b"abcd"), false),
        (request(flag::WHOLE, 0, &[0; 101]), true),
        (
            [request(flag::FIRST, 8, &[0; 8]), request(0, 93, &[0; 8])].concat(),
            true,
        ),
        (
            [request(flag::FIRST, 8, &[0; 8]), request(0, 92, &[0; 8])].concat(),
            false,
        ),
    ] {
        let mut server = Server::new(limits.clone(), Arc::new(Process::default()));
        calls(&mut server, &bind(PduType::Bind, &[propose(0)]));
        answers(&mut server);
        calls(&mut server, &bytes);
        assert_eq!(server.broken().is_some(), much);
        if much {
            let (header, pdu) = answers(&mut server).remove(0);
            assert_eq!(fault_status(&header, &pdu), Ok(ACCESS_DENIED));
        }
    }
}

/// MS-RPCE section 3.3.3.5.6: the rest of a request that was refused at its first fragment has no
/// answer.
#[test]
fn the_rest_of_a_refused_request_is_passed_over() {
    let mut server = bound();
    let parts = [
        request(7, flag::FIRST, 9, b"abcd"),
        request(7, 0, 9, b"efgh"),
        control(PduType::Cancel, 7),
        request(7, flag::LAST, 9, b"ijkl"),
        request(8, flag::WHOLE, 0, b"mnop"),
    ];
    let got = calls(&mut server, &parts.concat());
    assert_eq!((got.len(), &got[0].1[..]), (1, &b"mnop"[..]));
    let all = answers(&mut server);
    assert_eq!((all.len(), all[0].0.kind), (1, PduType::Fault));
    assert_eq!(server.broken(), None);
    // Only once.
    assert!(calls(&mut server, &request(7, flag::LAST, 0, b"")).is_empty());
    assert!(server.broken().is_some());
}

/// As in Samba's server: nothing was executed.
#[test]
fn a_request_is_of_one_byte_order() {
    let mut server = server();
    calls(&mut server, &bind(PduType::Bind, &[propose(0x102)]));
    answers(&mut server);
    let mut last = request(7, flag::LAST, 0x102, b"b");
    last[4] = 0;
    for (at, n) in [(8, 2), (10, 2), (12, 4), (16, 4), (20, 2), (22, 2)] {
        last[at..at + n].reverse();
    }
    let parts = [request(7, flag::FIRST, 0x102, b"a"), last];
    assert!(calls(&mut server, &parts.concat()).is_empty());
    let (header, pdu) = answers(&mut server).remove(0);
    assert!(header.has(flag::DID_NOT_EXECUTE));
    assert_eq!(fault_status(&header, &pdu), Ok(PROTOCOL_ERROR));
    let head = ResponseHead::parse(&header, &pdu).unwrap();
    assert_eq!((header.call_id, head.context), (7, 0x102));
    assert!(server.broken().is_some());
}

/// MS-RPCE section 3.3.1.5.8: all of a request is sent before the next, with multiplexing or
/// without. The call of the fault depends on whether the client could have several.
#[test]
fn requests_do_not_alternate() {
    for (flags, of_call, of_context) in [
        (flag::WHOLE, 7, 0x102),
        (flag::WHOLE | flag::MULTIPLEX, 8, 0),
    ] {
        let mut server = server();
        let mut bytes = bind(PduType::Bind, &[propose(0x102)]);
        bytes[3] = flags;
        calls(&mut server, &bytes);
        answers(&mut server);
        let parts = [
            request(7, flag::FIRST, 0x102, b"a"),
            request(8, flag::WHOLE, 0x102, b"b"),
        ];
        assert!(calls(&mut server, &parts.concat()).is_empty());
        let (header, pdu) = answers(&mut server).remove(0);
        assert_eq!(header.call_id, of_call);
        assert_eq!(fault_status(&header, &pdu), Ok(PROTOCOL_ERROR));
        let head = ResponseHead::parse(&header, &pdu).unwrap();
        assert_eq!(head.context, of_context, "all of its bits");
        assert!(server.broken().is_some());
    }
}
