//! Checks for stream-only engines: the input's first byte selects the role and the variant.

use manyrpc_engine::{CallHead, ClientEngine, Limits, Rx, ServerEngine};

use crate::engine::{
    CLIENT, SEED, begin_with, client_ends, client_events, limits, server_ends, server_events,
    server_takes,
};

/// Both roles of one protocol in several variants.
pub(crate) struct Streams<C: 'static, S: 'static> {
    /// Client and server of each.
    pub(crate) variants: &'static [Variant<C, S>],
    /// The head of every call of the client.
    pub(crate) head: CallHead<'static>,
    /// Its arguments in the protocol's form.
    pub(crate) arguments: &'static [u8],
}

pub(crate) type Variant<C, S> = (fn(Limits, u64) -> C, fn(Limits) -> S);

/// The variant is stored above the role's bits.
const VARIANT: u8 = 4;

impl<C: ClientEngine, S: ServerEngine> Streams<C, S> {
    /// Consumes arbitrary bytes.
    pub(crate) fn run(&self, input: &[u8]) {
        let Some((choice, bytes)) = input.split_first() else {
            return;
        };
        let whole = self.events(*choice, &[bytes]);
        // Empty input is one piece, too: some protocols send first.
        let pieces: Vec<&[u8]> = match bytes {
            [] => vec![bytes],
            _ => bytes.chunks(1).collect(),
        };
        let in_pieces = self.events(*choice, &pieces);
        assert_eq!(in_pieces, whole, "byte by byte it means something else");
    }

    fn events(&self, choice: u8, pieces: &[&[u8]]) -> Vec<String> {
        let at = usize::from(choice / VARIANT) % self.variants.len();
        let (client, server) = self.variants[at];
        if choice & CLIENT != 0 {
            let mut client = client(limits(), SEED);
            begin_with(&mut client, &self.head, self.arguments);
            let mut events = client_events(&mut client, true, pieces);
            client_ends(&mut client, &mut events);
            events
        } else {
            let mut server = server(limits());
            let events = server_events(&mut server, true, pieces);
            server_ends(&mut server);
            events
        }
    }

    /// The calls of our client to our server, and the server's replies to that client.
    pub(crate) fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = Vec::new();
        for (variant, (client, server)) in self.variants.iter().enumerate() {
            let choice = variant as u8 * VARIANT;
            let mut client = client(limits(), SEED);
            let calls = begin_with(&mut client, &self.head, self.arguments).concat();
            let (mut rx, mut replies) = (Rx::default(), Vec::new());
            let mut server = server(limits());
            server_takes(
                &mut server,
                true,
                &calls,
                &mut rx,
                &mut Vec::new(),
                &mut replies,
            );
            seeds.push([&[choice], &calls[..]].concat());
            seeds.push([&[choice | CLIENT], &replies.concat()[..]].concat());
        }
        seeds
    }

    /// Mutations of seeds that are not understood would only test the first check.
    #[cfg(test)]
    pub(crate) fn check_seeds(&self) {
        self.check_seeds_as(&[self.arguments]);
    }

    /// The same for arguments with several forms.
    #[cfg(test)]
    pub(crate) fn check_seeds_as(&self, forms: &[&[u8]]) {
        let forms: Vec<String> = forms.iter().map(|form| format!("{form:?}")).collect();
        for seed in self.seeds() {
            let events = self.events(seed[0], &[&seed[1..]]);
            for event in &events[..crate::engine::CALLS] {
                let known = forms.iter().any(|form| event.ends_with(form));
                assert!(known, "{events:?}");
            }
        }
    }
}
