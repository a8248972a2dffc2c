//! A request and its reply: the first byte is the reply's offset, in words.

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::{self, Limits, Referents};
use manyrpc_codec::{Buf, Fields, Shared, Slots};

use crate::generated::graph::{
    GRAPH_COUNT_IN, GRAPH_COUNT_OUT, GRAPH_TURN_IN, GRAPH_TURN_OUT, GraphCountIn, GraphCountOut,
    GraphTurnIn, GraphTurnOut, Node,
};

const TURN: u8 = 0xff;
const COUNT: u8 = 0xfe;

/// Runs one of the choices that are calls; false for others.
pub(super) fn run(choice: u8, label: [u8; 4], bytes: &[u8]) -> bool {
    let [words, bytes @ ..] = bytes else {
        return false;
    };
    let (request, reply) = bytes.split_at(bytes.len().min(usize::from(*words) * 4));
    match choice {
        TURN => turn(label, request, reply),
        COUNT => count(label, request, reply),
        _ => return false,
    }
    true
}

fn turn(label: [u8; 4], request: &[u8], reply: &[u8]) {
    let mut theirs = Referents::default();
    let Some(asked) = decoded::<GraphTurnIn>(request, label, &GRAPH_TURN_IN, &mut theirs) else {
        return;
    };
    // As a server of the sender.
    let _ = encoded(&GRAPH_TURN_OUT, &turned(&asked), &mut theirs);

    // As client and server of each other.
    let (mut here, mut there) = (Referents::default(), Referents::default());
    let request = encoded(&GRAPH_TURN_IN, &asked, &mut here).expect("it came so");
    let served: GraphTurnIn =
        decoded(&request, ndr::LABEL, &GRAPH_TURN_IN, &mut there).expect("we understand ourselves");
    // One more level may exceed the limit.
    if let Some(reply) = encoded(&GRAPH_TURN_OUT, &turned(&served), &mut there) {
        let out: Option<GraphTurnOut> = decoded(&reply, ndr::LABEL, &GRAPH_TURN_OUT, &mut here);
        if let Some(out) = out {
            is_same(&out.third, &asked.second);
            is_same(&out.fourth, &asked.first);
            assert!(!out.first.is_same(&asked.first) && !out.first.is_same(&asked.second));
        }
    }

    // As a client of the sender of the reply.
    hostile::<GraphTurnOut>(label, reply, &GRAPH_TURN_OUT, (&GRAPH_TURN_IN, &asked));
}

/// Replies whose identifiers may have another type in the request.
fn count(label: [u8; 4], request: &[u8], reply: &[u8]) {
    let mut theirs = Referents::default();
    let asked = decoded::<GraphCountIn>(request, label, &GRAPH_COUNT_IN, &mut theirs);
    if let Some(asked) = asked {
        hostile::<GraphCountOut>(label, reply, &GRAPH_COUNT_OUT, (&GRAPH_COUNT_IN, &asked));
    }
}

/// Decodes any reply: what is accepted can be encoded again.
fn hostile<O: for<'de> Slots<'de> + Fields + Default>(
    label: [u8; 4],
    reply: &[u8],
    record: &Record,
    (input, asked): (&Record, &impl Fields),
) {
    let mut referents = Referents::default();
    encoded(input, asked, &mut referents).expect("it came so");
    let Some(out) = decoded::<O>(reply, label, record, &mut referents) else {
        return;
    };
    let first = encoded(record, &out, &mut Referents::default()).expect("it came so");
    let none = &mut Referents::default();
    let again: O = decoded(&first, ndr::LABEL, record, none).expect("we understand ourselves");
    let second = encoded(record, &again, &mut Referents::default());
    assert_eq!(second, Some(first), "another encoding of the same value");
}

/// Both null, or the same node.
fn is_same(result: &Shared<Node>, argument: &Shared<Node>) {
    assert_eq!(result.is_none(), argument.is_none());
    assert!(result.is_none() || result.is_same(argument));
}

/// A new node before the first, which changes; the others are unchanged.
fn turned(asked: &GraphTurnIn) -> GraphTurnOut {
    let changed = asked.first.get().map(|node| {
        let next = node.next.clone();
        asked.first.renewed(Node { value: 11, next })
    });
    let changed = changed.unwrap_or_default();
    let new = Node {
        value: 10,
        next: changed.clone(),
    };
    GraphTurnOut {
        first: Shared::new(new),
        third: asked.second.clone(),
        fourth: changed,
    }
}

fn decoded<T: for<'de> Slots<'de> + Default>(
    bytes: &[u8],
    label: [u8; 4],
    record: &Record,
    referents: &mut Referents,
) -> Option<T> {
    let mut value = T::default();
    let limits = &Limits::DEFAULT;
    let read = ndr::decode_params_with(bytes, label, record, &mut value, limits, referents);
    read.ok().map(|()| value)
}

fn encoded(record: &Record, value: &impl Fields, referents: &mut Referents) -> Option<Vec<u8>> {
    let mut out = Buf::new();
    let limits = &Limits::DEFAULT;
    ndr::encode_params_with(&mut out, record, value, limits, referents).ok()?;
    Some(out.data().to_vec())
}

/// The call in `vectors/ndr/graph-request.hex`, and one whose reply renumbers the identifiers.
pub(super) fn seeds() -> impl Iterator<Item = Vec<u8>> {
    let calls: [(u8, &[u32], &[u32]); 3] = [
        (
            TURN,
            &[1, 1, 2, 2, 1, 3, 3, 0],
            &[4, 10, 1, 11, 2, 2, 1, 3, 3, 0, 1],
        ),
        (COUNT, &[1, 3, 0], &[1, 5, 2, 6, 2]),
        (COUNT, &[1, 3, 2, 4, 1], &[3, 5, 2, 6, 1, 7, 2]),
    ];
    calls.into_iter().map(|(choice, request, reply)| {
        let words = request.iter().chain(reply).copied();
        let head = [choice, 0, request.len() as u8];
        head.into_iter()
            .chain(words.flat_map(u32::to_le_bytes))
            .collect()
    })
}
