//! Random client PDUs of one connection: mostly valid, with occasional errors.

use manyrpc_draw::Draw;

use super::STRANGE_GROUPS;
use super::pdus::{Body, Element, Pdu, Syntax, Trailer, Value, kind};

/// C706 appendix Q: `mgmt`, version 1.0.
pub(super) const MANAGEMENT: Syntax = Syntax(
    [
        0xaf, 0xa8, 0xbd, 0x80, 0x7d, 0x8a, 0x11, 0xc9, 0xbe, 0xf4, 0x08, 0x00, 0x2b, 0x10, 0x29,
        0x89,
    ],
    1,
);

/// C706 appendix O: `ept`, version 3.0.
pub(super) const MAPPER: Syntax = Syntax(
    [
        0xe1, 0xaf, 0x83, 0x08, 0x5d, 0x1f, 0x11, 0xc9, 0x91, 0xa4, 0x08, 0x00, 0x2b, 0x14, 0xa0,
        0xfa,
    ],
    3,
);

/// C706 appendix I.
const NDR: Syntax = Syntax(
    [
        0x8a, 0x88, 0x5d, 0x04, 0x1c, 0xeb, 0x11, 0xc9, 0x9f, 0xe8, 0x08, 0x00, 0x2b, 0x10, 0x48,
        0x60,
    ],
    2,
);

/// MS-RPCE section 2.2.5, 64-bit NDR.
const NDR64: Syntax = Syntax(
    [
        0x71, 0x71, 0x05, 0x33, 0xbe, 0xba, 0x49, 0x37, 0x83, 0x19, 0xb5, 0xdb, 0xef, 0x9c, 0xcc,
        0x36,
    ],
    1,
);

/// MS-RPCE section 3.3.1.5.3, these features.
const fn features(bits: u8) -> Syntax {
    let prefix = [0x6c, 0xb7, 0x1c, 0x2c, 0x98, 0x12, 0x45, 0x40];
    let [a, b, c, d, e, f, g, h] = prefix;
    Syntax([a, b, c, d, e, f, g, h, bits, 0, 0, 0, 0, 0, 0, 0], 1)
}

const FIRST: u8 = 0x01;
pub(super) const LAST: u8 = 0x02;
const PENDING_CANCEL: u8 = 0x04;
const HEADER_SIGN: u8 = 0x04;
const MULTIPLEX: u8 = 0x10;
/// Never drawn: Samba answers what is not to be answered (C706 section 12.6.4.9).
const MAYBE: u8 = 0x40;
const OBJECT: u8 = 0x80;

/// The sequence of that number.
pub(super) fn sequence(seed: u64, index: u64) -> Vec<Pdu> {
    let mut drawn = Drawn::new(Draw::nth(seed, index));
    drawn.first();
    for _ in 0..drawn.draw.between(1, 7) {
        drawn.step();
    }
    // Whatever came before, nothing is left to say after that: a second bind ends the connection.
    let last = drawn.bind();
    drawn.put(last);
    drawn.pdus
}

/// A sequence that is being drawn.
struct Drawn {
    draw: Draw,
    pdus: Vec<Pdu>,
    call_id: u32,
    big: bool,
    /// What most of its calls are for.
    interface: Syntax,
    /// The security of this connection, if it has any: its type, level and number.
    security: Option<(u8, u8, u32)>,
    /// Whether everything that belongs to that was said, as far as it goes.
    proved: bool,
    /// Whether a request has begun and not ended.
    in_request: bool,
    /// Whether another interface may have the numbers of the usual one.
    mixed: bool,
    /// Whether a further security context was begun, which then is not proved. What is wrong with a fragment
    /// that names it Samba tells in another order, unless it is a first one.
    half_proved: bool,
}

impl Drawn {
    fn new(mut draw: Draw) -> Self {
        let security = draw.chance(45).then(|| {
            let auth_type = *draw.weighted(&[(4, 10), (3, 9)]);
            let level = *draw.weighted(&[(2, 2), (2, 4), (3, 5), (3, 6)]);
            (auth_type, level, *draw.pick(&[0, 1, 1, 79_231]))
        });
        Drawn {
            big: draw.chance(15),
            interface: *draw.weighted(&[(6, MANAGEMENT), (1, MAPPER)]),
            draw,
            pdus: Vec::new(),
            call_id: 0,
            security,
            proved: false,
            in_request: false,
            mixed: false,
            half_proved: false,
        }
    }

    fn put(&mut self, pdu: Pdu) {
        self.pdus.push(pdu);
    }

    /// A bind, or now and then what is none.
    fn first(&mut self) {
        if self.draw.chance(4) {
            // If that is big-endian or for the last of all operations, Samba ends the connection without
            // a word.
            let big = std::mem::replace(&mut self.big, false);
            self.step();
            self.big = big;
            for pdu in &mut self.pdus {
                pdu.big = false;
                if let Body::Request { opnum, .. } = &mut pdu.body {
                    *opnum = 2;
                }
            }
            return;
        }
        let mut bind = self.bind();
        if let Some((auth_type, level, context)) = self.security {
            bind.trailer = Some(Trailer {
                auth_type,
                level,
                context,
                value: Value::Token,
                odd: 0,
                pad_says: None,
            });
        } else if self.draw.chance(5) {
            bind.body.join(0);
            bind.trailer = Some(self.nonsense());
        }
        self.put(bind);
    }

    fn step(&mut self) {
        if self.security.is_some() && !self.proved && self.draw.chance(85) {
            self.proved = true;
            return self.prove();
        }
        match *self.draw.weighted(&[
            (40, 'r'),
            (20, 'f'),
            (16, 'a'),
            (4, '3'),
            (5, 'c'),
            (5, 'o'),
            (3, 'x'),
            (2, 'b'),
        ]) {
            'r' => self.request(),
            'f' => self.fragments(),
            'a' => self.alter(),
            '3' => self.auth3(),
            'c' => self.control(kind::CANCEL),
            'o' => self.control(kind::ORPHANED),
            'b' => {
                let bind = self.bind();
                self.put(bind);
            }
            _ => {
                let of = *self.draw.pick(&[1, 2, 3, 4, 12, 13, 15, 17]);
                self.control(of);
                // Samba ends the connection without a word where fields are missing.
                if let Some(pdu) = self.pdus.last_mut() {
                    pdu.body = Body::Bytes(vec![0; 64]);
                }
            }
        }
    }

    /// What the client still has to prove, over the PDUs that mechanisms take.
    fn prove(&mut self) {
        let (auth_type, _, _) = self.security.unwrap_or_default();
        let token = self.trailer(Value::Token);
        match auth_type {
            10 if self.draw.chance(80) => {
                let mut auth3 = self.plain(kind::AUTH3, Body::Bytes(vec![0; 4]));
                auth3.trailer = token;
                self.put(auth3);
            }
            _ => {
                let body = self.proposals();
                let mut alter = self.plain(kind::ALTER, body);
                alter.trailer = token;
                self.put(alter);
            }
        }
    }

    fn trailer(&self, value: Value) -> Option<Trailer> {
        let (auth_type, level, context) = self.security?;
        Some(Trailer {
            auth_type,
            level,
            context,
            value,
            odd: 0,
            pad_says: None,
        })
    }

    /// A trailer of a security context that nobody began, or with something else that is wrong.
    fn nonsense(&mut self) -> Trailer {
        let draw = &mut self.draw;
        let (auth_type, level, context) = self.security.unwrap_or((10, 5, 1));
        let bytes = draw.between(1, 40);
        let mut trailer = Trailer {
            auth_type,
            level,
            context,
            value: Value::Bytes((0..bytes).map(|n| n as u8).collect()),
            odd: 0,
            pad_says: None,
        };
        // Where there may be a context, Samba looks at that before it looks at padding.
        let kinds = if self.pdus.is_empty() { 5 } else { 4 };
        match draw.below(kinds) {
            0 => trailer.auth_type = *draw.pick(&[0, 1, 9, 10, 14, 16, 255]),
            1 => trailer.level = *draw.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 255]),
            2 => trailer.context = *draw.pick(&[0, 1, 2, u32::MAX]),
            // What does not start at a multiple of four is refused before (C706 section 13.2.6.1) or
            // after Samba looks at the rest.
            3 => trailer.odd = *draw.pick(&[4, 8, 16]),
            _ => trailer.pad_says = Some(*draw.pick(&[0, 1, 8, 200, 255])),
        }
        trailer
    }

    /// One as it should be, of a call of its own.
    fn plain(&mut self, kind: u8, body: Body) -> Pdu {
        self.call_id += 1;
        let mut call_id = self.call_id;
        if self.draw.chance(5) {
            call_id = *self.draw.pick(&[0, 1, 2, u32::MAX]);
        }
        let mut pdu = Pdu {
            version: (5, 0),
            kind,
            flags: FIRST | LAST,
            big: self.big,
            call_id,
            body,
            trailer: None,
        };
        // Version 5.1 of the protocol is one of ours (C706 section 12.6.3.2), not of Samba's.
        // Of what it ignores it does not look at it.
        let ignored = matches!(kind, kind::CANCEL | kind::ORPHANED);
        if !ignored && self.draw.chance(2) {
            pdu.version = *self.draw.pick(&[(4, 0), (6, 0)]);
        }
        if self.draw.chance(3) {
            pdu.big = !pdu.big;
        }
        pdu
    }

    fn bind(&mut self) -> Pdu {
        let body = self.proposals();
        let mut bind = self.plain(kind::BIND, body);
        if self.draw.chance(10) {
            bind.flags = self.draw.number() as u8;
        }
        for flag in [HEADER_SIGN, MULTIPLEX, MULTIPLEX] {
            if self.draw.chance(25) {
                bind.flags |= flag;
            }
        }
        bind
    }

    /// Contexts, of one interface: Samba accepts one that is new, C706 any number.
    ///
    /// Fragments have 2048 bytes at least: Samba sends those even to who can receive MustRecvFragSize
    /// alone (C706 section 12.6.2).
    fn proposals(&mut self) -> Body {
        let draw = &mut self.draw;
        let sizes = [5840, 5840, 5840, 4280, 0xffff, 0, 2048, 3199];
        let sizes = (*draw.pick(&sizes), *draw.pick(&sizes));
        let group = *draw.weighted(&[(97, 0), (3, STRANGE_GROUPS[0])]);
        let interface = self.interface;
        let mut elements = Vec::new();
        // Of a request for what is not there, and from who has not proved who it is, Samba tells the
        // latter, we the former.
        let secured = self.security.is_some();
        if secured || draw.chance(95) {
            elements.push(Element {
                id: 0,
                interface,
                transfers: vec![NDR],
            });
        }
        while draw.chance(20) {
            let at = draw.between(usize::from(secured), elements.len());
            let other = other_element(draw, interface);
            elements.insert(at, other);
        }
        Body::Bind {
            sizes,
            group,
            elements,
        }
    }

    fn alter(&mut self) {
        let usual = self.interface;
        let other = *self
            .draw
            .weighted(&[(4, usual), (1, MANAGEMENT), (1, MAPPER)]);
        self.interface = other;
        let mut body = self.proposals();
        self.interface = usual;
        match other != usual && self.draw.chance(80) {
            true => body.rename(OTHERS),
            false => self.mixed |= other != usual,
        }
        let mut alter = self.plain(kind::ALTER, body);
        if self.draw.chance(10) {
            alter.flags = self.draw.number() as u8 & !MULTIPLEX;
        }
        if !self.in_request && self.draw.chance(10) {
            alter.flags |= MULTIPLEX;
        }
        alter.trailer = match self.draw.below(10) {
            0 if other == usual => {
                alter.body.leave_one();
                Some(self.nonsense())
            }
            1 => self.trailer(Value::Token),
            2 => {
                self.half_proved = true;
                Some(self.another())
            }
            3 => self.trailer(Value::Bytes(vec![1, 2, 3])),
            _ => None,
        };
        self.put(alter);
    }

    /// A further security context, or the one there is, otherwise.
    fn another(&mut self) -> Trailer {
        Trailer {
            auth_type: *self.draw.pick(&[9, 10]),
            level: *self.draw.pick(&[2, 4, 5, 6]),
            context: *self.draw.pick(&[0, 1, 2, 3]),
            value: Value::Token,
            odd: 0,
            pad_says: None,
        }
    }

    /// Of who is still proving who he is nothing but what he should say: Samba has several ways to be
    /// rid of him.
    fn auth3(&mut self) {
        if self.is_proving() {
            self.proved = true;
            return self.prove();
        }
        let body = Body::Bytes(vec![0; *self.draw.weighted(&[(8, 4), (1, 20)])]);
        let mut auth3 = self.plain(kind::AUTH3, body);
        auth3.trailer = match self.draw.below(4) {
            0 => None,
            1 => Some(self.nonsense()),
            2 => Some(self.another()),
            _ => self.trailer(Value::Token),
        };
        self.put(auth3);
    }

    fn control(&mut self, kind: u8) {
        let mut pdu = self.plain(kind, Body::Bytes(Vec::new()));
        if self.draw.chance(50) {
            pdu.call_id = pdu.call_id.saturating_sub(1);
        }
        if self.draw.chance(20) {
            pdu.body = Body::Bytes(vec![0; self.draw.between(0, 40)]);
        }
        if self.draw.chance(20) {
            pdu.flags = self.draw.number() as u8;
        }
        self.put(pdu);
    }

    fn request(&mut self) {
        let n = *self.draw.pick(&[0, 0, 0, 1, 4, 7, 8, 16, 100, 1400]);
        let mut request = self.call(n);
        if self.is_proving() {
            return self.put(request);
        }
        let as_agreed = !self.half_proved || self.agrees(request.trailer.as_ref());
        if as_agreed && self.draw.chance(8) {
            request.flags = self.draw.number() as u8 & !(OBJECT | MAYBE);
        }
        if self.draw.chance(5) {
            request.flags |= *self.draw.pick(&[PENDING_CANCEL, 0x08, 0x20]);
        }
        self.put(request);
    }

    /// A request with so many bytes of arguments, which are none to whom it is for.
    fn call(&mut self, n: usize) -> Pdu {
        let proving = self.is_proving();
        let draw = &mut self.draw;
        let object = draw.chance(8);
        let contexts = [
            (80, 0),
            (10, OTHERS),
            (3, 2),
            (3, 7),
            (2, 0x100),
            (2, 0xffff),
        ];
        let context = match proving {
            true => 0,
            false => *draw.weighted(&contexts),
        };
        let operation = *draw.weighted(&[(90, 2), (5, 77), (5, 0xffff)]);
        // The mapper is asked for nothing that it has.
        let of_management = self.interface == MANAGEMENT && context != OTHERS && !self.mixed;
        let body = Body::Request {
            alloc_hint: *draw.weighted(&[(6, n as u32), (3, 0), (1, 1), (1, 100_000)]),
            context,
            opnum: if of_management { operation } else { 77 },
            object,
            stub: vec![0; n],
        };
        let mut request = self.plain(kind::REQUEST, body);
        if object {
            request.flags |= OBJECT;
        }
        request.trailer = self.verifier();
        // Of what is wrong in two ways Samba tells the one, we the other.
        let as_agreed = self.agrees(request.trailer.as_ref());
        if let (false, Body::Request { context, .. }) = (as_agreed, &mut request.body) {
            *context = 0;
        }
        request
    }

    /// Whether a trailer is none, or one of the security of this connection.
    fn agrees(&self, trailer: Option<&Trailer>) -> bool {
        let said = trailer.map(|t| (t.auth_type, t.level, t.context));
        said.is_none() || said == self.security
    }

    /// Whether the client still has to say who it is. Samba takes requests that nobody vouches for even then,
    /// we do not; and it judges them in another order.
    fn is_proving(&self) -> bool {
        self.security.is_some() && !self.proved
    }

    /// What vouches for a fragment of a request.
    fn verifier(&mut self) -> Option<Trailer> {
        if self.is_proving() {
            return self.trailer(Value::Signature { broken: false });
        }
        let protects = self.security.is_some_and(|(_, level, _)| level > 2);
        match self.draw.below(100) {
            0..3 => Some(self.nonsense()),
            3..5 => Some(self.another()).map(|trailer| Trailer {
                value: Value::Signature { broken: false },
                ..trailer
            }),
            5..7 => self.trailer(Value::Signature { broken: true }),
            7 => self
                .trailer(Value::Signature { broken: false })
                .map(|trailer| Trailer {
                    pad_says: Some(*self.draw.pick(&[0, 1, 16, 200, 255])),
                    ..trailer
                }),
            8..13 => None,
            13..20 => self.trailer(Value::Signature { broken: false }),
            _ if protects => self.trailer(Value::Signature { broken: false }),
            _ => None,
        }
    }

    /// A request in several fragments, now and then with something else in between.
    fn fragments(&mut self) {
        let n = *self.draw.pick(&[0, 1, 16, 100, 3000]);
        let first = self.call(n);
        let parts = self.draw.between(2, 4);
        self.in_request = true;
        for part in 0..parts {
            if part > 0 && self.draw.chance(12) {
                self.step();
            }
            let mut fragment = first.clone();
            fragment.flags &= !(FIRST | LAST);
            fragment.flags |= match part {
                0 => FIRST,
                _ if part + 1 == parts => LAST,
                _ => 0,
            };
            if part > 0 {
                self.vary(&mut fragment);
            }
            self.put(fragment);
        }
        self.in_request = false;
    }

    /// What a further fragment may say otherwise than the first, rightly or wrongly.
    fn vary(&mut self, fragment: &mut Pdu) {
        // Level connect protects nothing, and Samba counts whom a further fragment names.
        let connect = self.security.is_some_and(|(_, level, _)| level == 2);
        fragment.trailer = match &fragment.trailer {
            None if connect || self.half_proved => None,
            Some(_) if self.half_proved => fragment.trailer.take(),
            Some(_) if self.draw.chance(90) => fragment.trailer.take(),
            _ => self.verifier(),
        };
        let draw = &mut self.draw;
        if draw.chance(3) {
            fragment.call_id ^= 1;
        }
        if draw.chance(3) {
            fragment.big = !fragment.big;
        }
        if draw.chance(3) {
            fragment.flags ^= (1 << draw.below(8)) & !(MAYBE | OBJECT);
        }
        if let Body::Request {
            alloc_hint,
            context,
            opnum,
            ..
        } = &mut fragment.body
        {
            if draw.chance(4) {
                *context ^= 1;
            }
            if draw.chance(4) {
                *opnum ^= 1;
            }
            if draw.chance(4) {
                *alloc_hint = 0;
            }
        }
    }
}

/// The context of what is not the usual interface of a connection.
const OTHERS: u16 = 9;

/// A context that is not like the usual ones.
fn other_element(draw: &mut Draw, interface: Syntax) -> Element {
    let unknown = Syntax([7; 16], 1);
    let newer = Syntax(interface.0, interface.1 | 1 << 16);
    let transfers: [&[Syntax]; 8] = [
        &[NDR],
        &[NDR],
        &[NDR64],
        &[NDR64, NDR],
        &[features(3)],
        &[features(0xff)],
        &[NDR, features(1)],
        &[],
    ];
    Element {
        id: *draw.pick(&[0, 1, 2, 2, 3, 0x102, 0xffff]),
        interface: *draw.pick(&[interface, interface, interface, unknown, newer]),
        transfers: draw.pick(&transfers).to_vec(),
    }
}
