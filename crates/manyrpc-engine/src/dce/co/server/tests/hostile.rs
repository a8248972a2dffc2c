use super::*;

/// What `server` says to `bytes` that break the protocol; it must be broken afterwards.
fn broken_by(mut server: Server, what: &str, bytes: &[u8]) -> Vec<(Header, Vec<u8>)> {
    let got = calls(&mut server, bytes);
    assert!(got.is_empty(), "{what}: {got:?}");
    assert!(server.broken().is_some(), "{what}");
    assert_eq!(server.next_timeout(), None, "{what}");
    let all = answers(&mut server);
    // Nothing is looked at afterwards.
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
    let authenticated = |auth_type: u8| {
        let mut bytes = good.clone();
        bytes.extend([auth_type, 5, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
        (bytes[8], bytes[10]) = (bytes.len() as u8, 4);
        bytes
    };
    for (what, bytes, reason) in [
        ("version 4", with(0, 4), NakReason::ProtocolVersion),
        ("version 5.2", with(1, 2), NakReason::ProtocolVersion),
        ("half a bind", with(3, flag::FIRST), NakReason::NotSpecified),
        ("no contexts", with(24, 0), NakReason::NotSpecified),
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
        ("an unknown group", with(20, 9), NakReason::LocalLimit),
        ("NTLM", authenticated(10), NakReason::AuthType),
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
    }
    // Every truncation of it, with a length that agrees.
    for n in HEADER..good.len() {
        let mut bytes = good[..n].to_vec();
        bytes[8] = n as u8;
        let all = broken_by(server(), "a truncated bind", &bytes);
        assert_eq!(all[0].0.kind, PduType::BindNak, "{n}");
    }
}

#[test]
fn before_a_bind_nothing_else_is_heard() {
    for kind in (0..=0xff).filter(|kind| *kind != 11) {
        let mut bytes = request(1, flag::WHOLE, 0, b"abcd");
        bytes[2] = kind;
        assert!(broken_by(server(), "no bind", &bytes).is_empty());
    }
}

#[test]
fn a_client_that_breaks_the_protocol_is_told_so_and_dropped() {
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
    for (what, bytes, status) in [
        ("version 4", with(0, 4), RPC_VERSION_MISMATCH),
        ("version 5.2", with(1, 2), RPC_VERSION_MISMATCH),
        ("a response", with(2, 2), PROTOCOL_ERROR),
        ("a connectionless ping", with(2, 1), PROTOCOL_ERROR),
        ("no such PDU", with(2, 99), PROTOCOL_ERROR),
        ("half a head", short(20, flag::WHOLE), PROTOCOL_ERROR),
        (
            "half an object",
            short(30, flag::WHOLE | flag::OBJECT),
            PROTOCOL_ERROR,
        ),
        (
            "a last fragment without a first",
            with(3, flag::LAST),
            PROTOCOL_ERROR,
        ),
        ("two first fragments", twice, PROTOCOL_ERROR),
        ("security that was not set up", with(10, 4), PROTOCOL_ERROR),
        (
            "a trailer that starts in the head",
            with(10, 12),
            PROTOCOL_ERROR,
        ),
        (
            "a second bind",
            bind(PduType::Bind, &[propose(1)]),
            PROTOCOL_ERROR,
        ),
        (
            "an alter_context without contexts",
            bind(PduType::AlterContext, &[]),
            PROTOCOL_ERROR,
        ),
        (
            "a token nobody waits for",
            control(PduType::Auth3, 7),
            PROTOCOL_ERROR,
        ),
    ] {
        let all = broken_by(bound(), what, &bytes);
        let (header, pdu) = &all[0];
        assert_eq!(header.kind, PduType::Fault, "{what}");
        assert!(header.has(flag::DID_NOT_EXECUTE), "{what}");
        assert_eq!(fault_status(header, pdu), Ok(status), "{what}");
    }
    // Where framing itself is lost there is nothing to answer.
    for bytes in [with(4, 0x20), with(8, 3), with(11, 1)] {
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

/// C706 section 12.6.4.3: a bind fits into one fragment, or the rest of its contexts goes in
/// alter_contexts. So there is no such thing as half a bind; and a whole one may be as large as a
/// PDU can be.
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
        bytes.extend(emitted(&ECHO));
        for n in 0..11 {
            // What we speak is the last of all; every other context does not offer it.
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
    // Half of it, as a first fragment and the rest.
    for flags in [flag::FIRST, flag::LAST, 0] {
        bytes[3] = flags;
        let all = broken_by(self::server(), "half a bind", &bytes);
        let nak = BindNak::parse(&all[0].0, &all[0].1).unwrap();
        assert_eq!(
            (nak.reason, nak.versions),
            (NakReason::NotSpecified, Some((5, 5)))
        );
        // Of an alter_context likewise.
        let mut alter = bind(PduType::AlterContext, &[propose(0)]);
        alter[3] = flags;
        let all = broken_by(bound(), "half an alter_context", &alter);
        assert_eq!(fault_status(&all[0].0, &all[0].1), Ok(PROTOCOL_ERROR));
    }
}
