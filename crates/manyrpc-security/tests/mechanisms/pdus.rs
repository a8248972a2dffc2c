//! PDUs without a protocol: the protection that every mechanism must provide.

use manyrpc_engine::security::{
    Acceptor, BODY_ALIGN, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

/// A PDU as on the wire.
#[derive(Clone)]
pub(crate) struct Fragment {
    pub(crate) header: Vec<u8>,
    pub(crate) body: Vec<u8>,
    pub(crate) trailer: Vec<u8>,
    pub(crate) token: Vec<u8>,
}

impl Fragment {
    /// A PDU with this text in its body.
    pub(crate) fn new(text: &str) -> Fragment {
        let mut body = text.as_bytes().to_vec();
        body.resize(body.len().next_multiple_of(BODY_ALIGN), 0);
        Fragment {
            header: b"\x05\x00\x00\x03 a header of 24 bytes".to_vec(),
            body,
            trailer: b"\x0a\x06\x00\x00\x00\x00\x00\x00".to_vec(),
            token: Vec::new(),
        }
    }

    pub(crate) fn protect(mut self, by: &mut dyn Protection, level: Level) -> Fragment {
        self.token = vec![0; by.auth_value_bytes(level)];
        let pdu = Pdu {
            header: &self.header,
            body: &mut self.body,
            trailer: &self.trailer,
        };
        by.protect(level, pdu, &mut self.token).expect("protects");
        self
    }

    pub(crate) fn unprotect(
        &mut self,
        by: &mut dyn Protection,
        level: Level,
    ) -> Result<(), DeniedReason> {
        let pdu = Pdu {
            header: &self.header,
            body: &mut self.body,
            trailer: &self.trailer,
        };
        by.unprotect(level, pdu, &self.token)
            .map_err(|denied| denied.reason)
    }

    fn part(&mut self, which: usize) -> &mut Vec<u8> {
        match which {
            0 => &mut self.header,
            1 => &mut self.body,
            2 => &mut self.trailer,
            _ => &mut self.token,
        }
    }
}

/// Both sides of a security context.
pub(crate) type Sides = (Box<dyn Initiator>, Box<dyn Acceptor>);

/// Passes tokens between both sides until they are done, at most eight each.
pub(crate) fn establish(
    client: &mut dyn Initiator,
    server: &mut dyn Acceptor,
) -> Result<(), Denied> {
    let mut to_client = Vec::new();
    let (mut client_done, mut server_done) = (false, false);
    for _ in 0..8 {
        let mut to_server = Vec::new();
        if !client_done {
            client_done = client.step(&to_client, &mut to_server)? == Step::Done;
        }
        if to_server.is_empty() {
            break;
        }
        assert!(!server_done, "the client speaks to a server that is done");
        to_client.clear();
        server_done = server.step(&to_server, &mut to_client)? == Step::Done;
        assert!(
            !client_done || to_client.is_empty(),
            "nobody waits for that token"
        );
        if server_done && to_client.is_empty() {
            break;
        }
    }
    assert!(client_done && server_done, "the exchange does not end");
    Ok(())
}

const LEVELS: [Level; 3] = [Level::Packet, Level::Integrity, Level::Privacy];

/// Checks a mechanism's protection at every level, in both directions. `fresh` makes two sides that
/// have agreed; `header_always` if the mechanism signs headers without being asked to.
pub(crate) fn check_protection(fresh: impl Fn() -> Sides, header_always: bool) {
    for signed in [true, false] {
        for level in LEVELS {
            let pair = || {
                let (mut client, mut server) = fresh();
                client.sign_headers(signed);
                server.sign_headers(signed);
                (client, server)
            };
            messages_pass(pair(), level);
            order_counts(&pair, level);
            every_part_counts(&pair, level, signed || header_always);
        }
    }
    levels_without_tokens(fresh());
}

fn messages_pass((mut client, mut server): Sides, level: Level) {
    for number in 0..5 {
        let text = format!("message {number} {}", "x".repeat(number * 700));
        let mut sent = Fragment::new(&text).protect(&mut *client, level);
        let readable = sent.body.starts_with(text.as_bytes());
        assert_eq!(readable, !level.seals(), "at level {level}");
        sent.unprotect(&mut *server, level)
            .expect("the server accepts");
        assert!(sent.body.starts_with(text.as_bytes()), "at level {level}");

        let mut back = Fragment::new(&text).protect(&mut *server, level);
        back.unprotect(&mut *client, level)
            .expect("the client accepts");
        assert!(back.body.starts_with(text.as_bytes()), "at level {level}");
    }
    let mut empty = Fragment::new("").protect(&mut *client, level);
    empty
        .unprotect(&mut *server, level)
        .expect("an empty body passes");
}

fn order_counts(pair: &impl Fn() -> Sides, level: Level) {
    let (mut client, mut server) = pair();
    let mut first = Fragment::new("first").protect(&mut *client, level);
    let mut again = first.clone();
    first
        .unprotect(&mut *server, level)
        .expect("the first passes");
    let repeated = again.unprotect(&mut *server, level);
    assert_eq!(
        repeated,
        Err(DeniedReason::BadSignature),
        "repeated at level {level}"
    );

    let (mut client, mut server) = pair();
    let _lost = Fragment::new("lost").protect(&mut *client, level);
    let gap = Fragment::new("next")
        .protect(&mut *client, level)
        .unprotect(&mut *server, level);
    assert_eq!(
        gap,
        Err(DeniedReason::BadSignature),
        "a gap at level {level}"
    );

    let (mut client, _) = pair();
    let mirrored = Fragment::new("mirror")
        .protect(&mut *client, level)
        .unprotect(&mut *client, level);
    assert_eq!(
        mirrored,
        Err(DeniedReason::BadSignature),
        "mirrored at level {level}"
    );
}

fn every_part_counts(pair: &impl Fn() -> Sides, level: Level, headers: bool) {
    for which in 0..4 {
        let (mut client, mut server) = pair();
        let mut sent = Fragment::new("a body").protect(&mut *client, level);
        let part = sent.part(which);
        let last = part.len() - 1;
        part[last] ^= 1;
        let passes = sent.unprotect(&mut *server, level).is_ok();
        let counts = headers || which % 2 == 1;
        assert_eq!(passes, !counts, "part {which} changed, level {level}");
    }
    let (mut client, mut server) = pair();
    let mut sent = Fragment::new("a body").protect(&mut *client, level);
    for length in 0..sent.token.len() {
        let mut cut = sent.clone();
        cut.token.truncate(length);
        assert!(
            cut.unprotect(&mut *server, level).is_err(),
            "a token of {length} bytes"
        );
        (client, server) = pair();
        sent = Fragment::new("a body").protect(&mut *client, level);
    }
}

fn levels_without_tokens((mut client, mut server): Sides) {
    for level in [Level::None, Level::Connect] {
        let mut sent = Fragment::new("plain").protect(&mut *client, level);
        assert!(sent.token.is_empty() && sent.body.starts_with(b"plain"));
        sent.unprotect(&mut *server, level)
            .expect("nothing is checked");
    }
}
