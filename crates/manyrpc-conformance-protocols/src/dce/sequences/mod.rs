//! Random sequences of PDUs: our engine must answer each like Samba's server.
//!
//! - `drawn`: the sequences
//! - `pdus`, `encoding`: what they consist of, and their bytes
//! - `sessions`: their tokens and signatures
//! - `peers`: our engine, and Samba's server

use std::process::Command;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use manyrpc::security::mechanisms::Acceptors;
use manyrpc_conformance::suite::{Case, Plan, Suite, root};

use super::server;
use crate::inside;
use pdus::{Pdu, kind};
use peers::{Ours, Said, Theirs};

mod drawn;
mod encoding;
mod pdus;
mod peers;
mod sessions;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "dce-sequences",
    about: "sequences of PDUs drawn at random: what our engine answers is what Samba's server does",
    known: "",
    run,
};

/// Concurrent conversations.
const AT_ONCE: u64 = 8;

/// The timeout for an answer of Samba's server that ours gives at once, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The same while a found difference is being minimised.
const IMPATIENCE: Duration = Duration::from_millis(700);

/// The prefix of each sequence's number.
const RUN: &str = "=== ";

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let serve = Command::new(root().join("peers/samba/serve.sh"));
    let (seed, count) = (plan.seed.to_string(), plan.definitions.to_string());
    let said = inside::within(serve, plan, "dce-sequences", &[&seed, &count])?;
    let runs = said.split(RUN).skip(1);
    let cases = runs.map(|run| {
        let (index, why) = run.split_once('\n').unwrap_or((run, ""));
        Case {
            name: format!("sequence {index} of seed {seed}"),
            result: match why.trim_end() {
                "" => Ok(()),
                why => Err(why.to_owned()),
            },
        }
    });
    Ok(cases.collect())
}

/// In the network of Samba's server: prints the result of each sequence.
///
/// # Errors
/// The server cannot be reached.
pub fn inside(arguments: &[String]) -> Result<(), String> {
    let numbers = arguments.iter().map(|text| text.parse::<u64>());
    let numbers: Result<Vec<u64>, _> = numbers.collect();
    let (seed, from, to) = match numbers.map_err(|e| e.to_string())?[..] {
        [seed, count] => (seed, 0, count),
        [seed, from, to] => (seed, from, to),
        _ => return Err("a seed and a count are needed".to_owned()),
    };
    let acceptors = server::acceptors(None)?;
    let (next, failed) = (AtomicU64::new(from), Mutex::new(None));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= to {
                        return;
                    }
                    match examine(&acceptors, &drawn::sequence(seed, index)) {
                        Ok(None) => println!("{RUN}{index}"),
                        Ok(Some(why)) => println!("{RUN}{index}\n{why}"),
                        Err(why) => {
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                            return;
                        }
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    failed
        .unwrap_or_else(PoisonError::into_inner)
        .map_or(Ok(()), Err)
}

/// The difference, if any, in a minimal sequence.
fn examine(acceptors: &Acceptors, pdus: &[Pdu]) -> Result<Option<String>, String> {
    let Some((mut pdus, mut found)) = difference(acceptors, pdus)? else {
        return Ok(None);
    };
    let mut at = 0;
    while at < pdus.len() {
        let mut fewer = pdus.clone();
        fewer.remove(at);
        match compare(acceptors, &fewer, IMPATIENCE)? {
            Some(same) if same.ours == found.ours && same.theirs == found.theirs => {
                fewer.truncate(same.at + 1);
                (pdus, found) = (fewer, same);
            }
            _ => at += 1,
        }
    }
    Ok(Some(found.told(&pdus)))
}

/// Association groups that a server is unlikely to have. Samba draws its groups' identifiers, from 1 to 65,535
/// (`rpc_worker_assoc_group_new`), and may have drawn one that a sequence names as nobody's.
const STRANGE_GROUPS: [u32; 3] = [1, 0x4d2f, 0xa017];

/// The first difference, and the PDUs up to it.
fn difference(
    acceptors: &Acceptors,
    pdus: &[Pdu],
) -> Result<Option<(Vec<Pdu>, Difference)>, String> {
    let mut pdus = pdus.to_vec();
    let mut others = STRANGE_GROUPS[1..].iter();
    loop {
        let Some(found) = compare(acceptors, &pdus, PATIENCE)? else {
            return Ok(None);
        };
        let other = others.next().filter(|_| found.joins(&pdus));
        let Some(other) = other else {
            pdus.truncate(found.at + 1);
            return Ok(Some((pdus, found)));
        };
        let strange = pdus.iter_mut().filter(|pdu| pdu.body.names_a_group());
        strange.for_each(|pdu| pdu.body.join(*other));
    }
}

/// A difference between two peers' answers.
struct Difference {
    /// The number of the PDU.
    at: usize,
    ours: Said,
    theirs: Said,
}

fn compare(
    acceptors: &Acceptors,
    pdus: &[Pdu],
    patience: Duration,
) -> Result<Option<Difference>, String> {
    let (mut ours, mut theirs) = (Ours::new(acceptors), Theirs::open(patience)?);
    for (at, pdu) in pdus.iter().enumerate() {
        let ours = ours.tell(pdu);
        if is_nobodys(pdu, &ours) {
            break;
        }
        let theirs = theirs.tell(pdu, &ours);
        if !alike(&ours, &theirs) {
            return Ok(Some(Difference { at, ours, theirs }));
        }
        if ours.ended || passes_over(pdu, &ours) {
            break;
        }
    }
    Ok(None)
}

/// Whether we refuse a request because nobody vouches for it where the client has said who it is: Samba carries
/// it out for nobody.
fn is_nobodys(pdu: &Pdu, ours: &Said) -> bool {
    let denied = |pdu: &Vec<u8>| pdu[2] == kind::FAULT && pdu[24..28] == [5, 0, 0, 0];
    pdu.kind == kind::REQUEST && pdu.trailer.is_none() && ours.answers.iter().any(denied)
}

/// Whether a call was refused of which there is more to come: we pass that over (MS-RPCE section 3.3.3.5.6),
/// where Samba refuses the call once more with each fragment.
fn passes_over(pdu: &Pdu, ours: &Said) -> bool {
    let last = pdu.flags & drawn::LAST != 0;
    pdu.kind == kind::REQUEST && !last && !ours.answers.is_empty()
}

/// Whether both said the same, but for what deployed servers themselves do not agree on.
fn alike(ours: &Said, theirs: &Said) -> bool {
    let levelled = |said: &Said| {
        said.answers
            .iter()
            .map(|pdu| level(pdu))
            .collect::<Vec<_>>()
    };
    ours.ended == theirs.ended && levelled(ours) == levelled(theirs)
}

/// A PDU without what may differ.
fn level(pdu: &[u8]) -> Vec<u8> {
    let mut pdu = pdu.to_vec();
    for (kind, at, ours, theirs) in MAY_DIFFER {
        if pdu[2] == *kind && pdu.get(*at..at + ours.len()) == Some(*ours) {
            pdu[*at..at + theirs.len()].copy_from_slice(theirs);
        }
    }
    pdu
}

/// Fields of PDUs where we say the first and Samba the second.
const MAY_DIFFER: &[(u8, usize, &[u8], &[u8])] = &[
    // Samba gives no reason why it refuses a token, we the one there is (MS-RPCE section 2.2.2.5).
    (kind::BIND_NAK, 16, &[9, 0], &[0, 0]),
    // The `alloc_hint` of a fault, which nobody reads, is 32 of Windows, 24 of Samba.
    (kind::FAULT, 16, &[32, 0], &[24, 0]),
    // Another version of the protocol has a status of its own (C706 appendix E).
    (kind::FAULT, 24, &[0x08, 0, 0, 0x1c], &[0x0b, 0, 0x01, 0x1c]),
];

impl Difference {
    /// Whether Samba lets a client join a group that it names.
    fn joins(&self, pdus: &[Pdu]) -> bool {
        let ack = |pdu: &Vec<u8>| pdu[2] == kind::BIND_ACK;
        pdus[self.at].body.names_a_group() && self.theirs.answers.iter().any(ack)
    }

    fn told(&self, pdus: &[Pdu]) -> String {
        let pdus: Vec<String> = pdus.iter().map(|pdu| format!("  {pdu:x?}")).collect();
        format!(
            "after\n{}\n  we say {}\n  Samba {}",
            pdus.join("\n"),
            self.ours.told(),
            self.theirs.told()
        )
    }
}

impl Said {
    fn told(&self) -> String {
        let hex = |pdu: &Vec<u8>| pdu.iter().map(|byte| format!("{byte:02x}")).collect();
        let answers: Vec<String> = self.answers.iter().map(hex).collect();
        let end = if self.ended { ", the end" } else { "" };
        format!("{answers:?}{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// What is drawn reaches every kind of answer, and none is given twice.
    #[test]
    fn sequences_reach_every_answer() {
        const SEQUENCES: u64 = 100;
        let acceptors = server::acceptors(None).expect("no keys are needed");
        let mut seen: BTreeMap<(u8, bool), usize> = BTreeMap::new();
        let mut ended = 0;
        for index in 0..SEQUENCES {
            let mut ours = Ours::new(&acceptors);
            for pdu in drawn::sequence(1, index) {
                let said = ours.tell(&pdu);
                assert!(said.answers.len() <= 1, "{index}: {said:?} to {pdu:?}");
                for answer in &said.answers {
                    let secured = answer[10..12] != [0, 0];
                    *seen.entry((answer[2], secured)).or_default() += 1;
                }
                ended += u64::from(said.ended);
                if said.ended {
                    break;
                }
            }
        }
        assert_eq!(ended, SEQUENCES, "the last PDU ends each");
        for of in [
            (kind::BIND_ACK, false),
            (kind::BIND_ACK, true),
            (kind::BIND_NAK, false),
            (kind::ALTER_RESPONSE, false),
            (kind::ALTER_RESPONSE, true),
            (kind::RESPONSE, false),
            (kind::RESPONSE, true),
            (kind::FAULT, false),
        ] {
            let times = seen.get(&of).copied().unwrap_or(0);
            assert!(times >= 5, "{of:?}: {times} times; {seen:?}");
        }
    }
}
