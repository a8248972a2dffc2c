//! The bytes that both codecs are given for the messages of a definition.

use manyrpc_draw::Draw;

use super::described::Described;
use super::odd::is_odd_to_upb;
use super::wire::Wire;
use crate::codecs::{Dynamic, Syntax};

/// Some bytes.
pub(super) struct Input {
    /// Where they come from.
    pub(super) kind: &'static str,
    /// The full name of the message, with a dot in front.
    pub(super) message: String,
    pub(super) bytes: Vec<u8>,
}

/// Of each message so many of each kind: more definitions find more than more values of them do.
const EACH: u64 = 1;
/// The longest that is.
const SHORT: usize = 40;

/// Inputs for a definition.
pub(super) fn draw(seed: u64, described: &Described, dynamic: &Dynamic) -> Vec<Input> {
    let mut inputs = Vec::new();
    // One message is cut at every place.
    let cut = seed as usize % described.own.len().max(1);
    for (at, message) in described.own.iter().enumerate() {
        let draw = Draw::nth(seed, at as u64);
        let subject = (&**message, at == cut);
        of_message(subject, draw, described, dynamic, &mut inputs);
    }
    inputs
}

fn of_message(
    (message, is_cut): (&str, bool),
    draw: Draw,
    described: &Described,
    dynamic: &Dynamic,
    inputs: &mut Vec<Input>,
) {
    let mut push = |kind, bytes: Vec<u8>| {
        if is_odd_to_upb(described, message, &bytes) {
            return;
        }
        let message = message.to_owned();
        inputs.push(Input {
            kind,
            message,
            bytes,
        });
    };
    let mut wire = Wire {
        described,
        draw,
        spoils: 0,
    };
    let mut longest: Option<Vec<u8>> = None;
    for _ in 0..2 * EACH {
        let bytes = wire.message(message);
        let fits = |b: &Vec<u8>| is_cut && b.len() <= SHORT && b.len() > 3;
        if fits(&bytes) && longest.as_ref().is_none_or(|s| s.len() < bytes.len()) {
            longest = Some(bytes.clone());
        }
        let damaged = damaged(&bytes, &mut wire.draw);
        push("drawn", bytes);
        push("damaged", damaged);
    }
    wire.spoils = 2;
    for _ in 0..EACH {
        push("spoiled", wire.message(message));
    }
    for n in 0..longest.as_ref().map_or(0, Vec::len) {
        push("cut", longest.iter().flatten().take(n).copied().collect());
    }
    let own = dynamic.message(message.trim_start_matches('.'));
    for seed in 0..EACH {
        let value = own.map(|name| (name, dynamic.sample(name, wire.draw.number() ^ seed)));
        // Some have no bytes: what must be there and cannot.
        let bytes = value.and_then(|(name, v)| dynamic.encode(Syntax::Protobuf, name, &v).ok());
        bytes.into_iter().for_each(|bytes| push("ours", bytes));
    }
}

/// The same with a byte changed, left out or put in.
fn damaged(bytes: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..draw.between(1, 2) {
        if bytes.is_empty() {
            break;
        }
        let at = draw.below(bytes.len());
        match draw.below(4) {
            0 => bytes[at] ^= 1 << draw.below(8),
            1 => bytes[at] = draw.number() as u8,
            2 => drop(bytes.remove(at)),
            _ => bytes.insert(at, draw.number() as u8),
        }
    }
    bytes
}
