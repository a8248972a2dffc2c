//! An observer of the wire: every datagram that connectionless DCE engines send and receive.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use manyrpc_engine::dce::cl::pdu::{Fack, HEADER, Header, NONE_YET, PduType, flag};
use manyrpc_engine::dce::cl::personality::{Personality, WindowUnit};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, ClientEngine, ClientEvent, Clock, Closed, Encoding,
    Instant, Outcome, Rx, ServerEngine, Transmit, WireError,
};

/// A message being sent in one direction of one conversation.
#[derive(Default)]
struct Flow {
    seq: u32,
    /// Fragments sent: their bytes on the wire.
    sent: BTreeMap<u16, usize>,
    /// Which of them the receiver has acknowledged, as far as the sender knows.
    acknowledged: Vec<u16>,
    /// The window last announced to the sender.
    window: Option<u16>,
}

/// What was observed.
#[derive(Default)]
pub(crate) struct Seen {
    flows: BTreeMap<([u8; 16], bool), Flow>,
    /// Fragments sent.
    pub(crate) fragments: u64,
    /// Fragments retransmitted that the sender knew to have arrived.
    pub(crate) needless: u64,
    /// Most bytes in flight in one message.
    pub(crate) most_bytes: usize,
    /// Fragments sent beyond the receiver's window.
    pub(crate) beyond: u64,
    /// PDUs by type.
    pub(crate) types: BTreeMap<u32, u64>,
}

/// Observes the wire of all engines that it wraps.
#[derive(Clone)]
pub(crate) struct Observer {
    personality: Personality,
    seen: Arc<Mutex<Seen>>,
}

impl Observer {
    pub(crate) fn new(personality: Personality) -> Self {
        let seen = Arc::default();
        Observer { personality, seen }
    }

    pub(crate) fn seen<R>(&self, look: impl FnOnce(&Seen) -> R) -> R {
        look(&self.seen.lock().unwrap())
    }

    /// A datagram was sent by the client or the server.
    fn sent(&self, bytes: &[u8], client: bool) {
        let mut seen = self.seen.lock().unwrap();
        let header = Header::parse(bytes).expect("engines send well-formed PDUs");
        assert_eq!(
            bytes.len(),
            HEADER + usize::from(header.len),
            "nothing behind the body"
        );
        *seen.types.entry(header.ptype.into()).or_default() += 1;
        let data = matches!(header.ptype, PduType::Request | PduType::Response);
        if !data || !header.has(flag::FRAG) {
            return;
        }
        if !header.has(flag::LAST_FRAG) {
            assert_eq!(header.len % 8, 0, "all but the last are multiples of 8");
        }
        assert!(bytes.len() <= self.personality.pdu_bytes);
        seen.fragments += 1;
        let flow = seen.flows.entry((header.activity, client)).or_default();
        if flow.seq != header.seq {
            let window = flow.window;
            *flow = Flow {
                seq: header.seq,
                window,
                ..Flow::default()
            };
        }
        let known = flow.acknowledged.contains(&header.fragnum);
        let again = flow.sent.insert(header.fragnum, bytes.len()).is_some();
        let pending = flow.sent.iter();
        let pending = pending.filter(|(n, _)| !flow.acknowledged.contains(n));
        let (pdus, under_way) = pending.fold((0, 0), |(n, sum), (_, bytes)| (n + 1, sum + bytes));
        let probes = flow.window == Some(0) && pdus == 1;
        let beyond = !again && !self.fits(flow.window, pdus, under_way) && !probes;
        seen.needless += u64::from(known);
        seen.beyond += u64::from(beyond);
        seen.most_bytes = seen.most_bytes.max(under_way);
    }

    /// Whether this much may be in flight to a receiver that announced this window.
    fn fits(&self, window: Option<u16>, pdus: u32, bytes: usize) -> bool {
        let initial = self.personality.initial_window;
        let initial_bytes = initial as usize * self.personality.first_pdu_bytes;
        let said = match (window, self.personality.window_unit) {
            (None, _) => false,
            (Some(n), WindowUnit::Packets) => pdus <= u32::from(n),
            // A window of less than a PDU is one PDU.
            (Some(n), WindowUnit::Kilobytes) => bytes <= usize::from(n) * 1024 || pdus == 1,
        };
        said || pdus <= initial && bytes <= initial_bytes.max(self.personality.pdu_bytes)
    }

    /// The client or the server received a datagram.
    fn received(&self, bytes: &[u8], client: bool) {
        let Ok(header) = Header::parse(bytes) else {
            return;
        };
        let tells = matches!(header.ptype, PduType::Fack | PduType::Nocall);
        let mut seen = self.seen.lock().unwrap();
        let Some(flow) = seen.flows.get_mut(&(header.activity, client)) else {
            return;
        };
        if !tells || flow.seq != header.seq {
            return;
        }
        let body = header.body(bytes);
        let fack = Fack::parse(body, header.little());
        if header.ptype == PduType::Nocall && fack.is_none() {
            return;
        }
        let next = match header.fragnum {
            NONE_YET => 0,
            n => n + 1,
        };
        let early = fack.iter().flat_map(|f| f.received());
        flow.acknowledged.extend(0..next);
        flow.acknowledged.extend(early.map(|i| next + i as u16));
        flow.window = fack.map(|f| f.window).or(flow.window);
    }
}

/// A client whose wire is observed.
pub(crate) struct Client<E> {
    pub(crate) engine: E,
    observer: Observer,
    /// What was lent for sending.
    lent: Vec<u8>,
    /// Whether the next bytes in the receive buffer were not observed yet.
    fresh: bool,
}

/// A server whose wire is observed.
pub(crate) struct Server<E> {
    engine: E,
    observer: Observer,
    lent: Vec<u8>,
    fresh: bool,
}

impl Observer {
    pub(crate) fn client<E>(&self, engine: E) -> Client<E> {
        Client {
            engine,
            observer: self.clone(),
            lent: Vec::new(),
            fresh: true,
        }
    }

    pub(crate) fn server<E>(&self, engine: E) -> Server<E> {
        Server {
            engine,
            observer: self.clone(),
            lent: Vec::new(),
            fresh: true,
        }
    }
}

impl<E: ClientEngine> ClientEngine for Client<E> {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.engine.begin_call(head)
    }

    fn body(&mut self) -> &mut Buf {
        self.engine.body()
    }

    fn encoding(&self) -> Encoding {
        self.engine.encoding()
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        self.engine.finish_call(now)
    }

    fn abandon_call(&mut self) {
        self.engine.abandon_call();
    }

    fn cancel(&mut self, id: CallId) {
        self.engine.cancel(id);
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        if std::mem::take(&mut self.fresh) && !rx.buf.is_empty() {
            self.observer.received(rx.buf.data(), true);
        }
        let event = self.engine.next_event(rx, clock);
        self.fresh = event.is_none();
        event
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let transmit = self.engine.poll_transmit()?;
        self.lent.clear();
        self.lent.extend(transmit.bytes);
        let to = transmit.to;
        Some(Transmit {
            to,
            bytes: &self.lent,
        })
    }

    fn sent(&mut self, n: usize) {
        self.observer.sent(&self.lent, true);
        self.engine.sent(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        self.engine.handle_closed(how);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.engine.next_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.engine.handle_timeout(now);
    }
}

impl<E: ServerEngine> ServerEngine for Server<E> {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        if std::mem::take(&mut self.fresh) && !rx.buf.is_empty() {
            self.observer.received(rx.buf.data(), false);
        }
        let call = self.engine.next_call(rx, clock);
        self.fresh = call.is_none();
        call
    }

    fn begin_reply(&mut self, id: CallId) {
        self.engine.begin_reply(id);
    }

    fn body(&mut self) -> &mut Buf {
        self.engine.body()
    }

    fn finish_reply(&mut self, outcome: Outcome, clock: &Clock) {
        self.engine.finish_reply(outcome, clock);
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let transmit = self.engine.poll_transmit()?;
        self.lent.clear();
        self.lent.extend(transmit.bytes);
        let to = transmit.to;
        Some(Transmit {
            to,
            bytes: &self.lent,
        })
    }

    fn sent(&mut self, n: usize) {
        self.observer.sent(&self.lent, false);
        self.engine.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.engine.broken()
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.engine.next_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.engine.handle_timeout(now);
    }
}
