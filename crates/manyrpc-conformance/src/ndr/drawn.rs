//! Randomly drawn definitions, compared between both sides.

use std::iter;
use std::path::PathBuf;

use manyrpc_codec::ndr::LABEL;
use manyrpc_conformance_stubs::operations::{Operation, Stubs};
use manyrpc_draw::dce::{self, Dialect};
use manyrpc_draw::{Definition, Draw};

use super::calls::{self, Asked, Call};
use super::compare::BIG;
use super::peer::{Answer, Peer, Request};
use super::stubs;
use crate::codecs::{Dynamic, hex};
use crate::suite::{Case, Plan};

/// Definitions that a peer compiles at a time.
const BATCH: u64 = 100;
/// Random requests to each operation.
const REQUESTS: u64 = 4;
/// Corrupted ones of each request.
const CORRUPTED: usize = 3;

/// What a request is.
#[derive(Debug)]
pub(super) enum Origin {
    /// As we sent it.
    Sound(Asked),
    /// With some of it changed.
    Corrupted,
}

/// A definition that we read, or why not.
pub(super) struct Read {
    pub(super) definition: Definition,
    pub(super) dynamic: Result<Dynamic, String>,
}

/// Counts of outcomes.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Requests that stubs decoded correctly too.
    pub stubs: u64,
    /// Definitions that both accepted.
    pub definitions: u64,
    /// Definitions that only our side accepted.
    pub absent: u64,
    /// Requests that the foreign runtime reports as unsupported.
    pub unable: u64,
    /// Identical replies.
    pub same: u64,
    /// Corrupted requests that are valid ones with trailing bytes.
    pub padded: u64,
    /// Corrupted requests that both rejected.
    pub refused: u64,
    /// Corrupted requests that only the foreign side accepted.
    pub stricter: u64,
    /// Corrupted requests that only our side accepted.
    pub laxer: u64,
}

/// Runs definitions of a dialect against a peer.
///
/// # Errors
/// The peer cannot be run.
pub fn run(plan: &Plan, dialect: Dialect, program: PathBuf) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let mut tally = Tally::default();
    each_batch(plan, dialect, program, |read, answered| {
        cases.push(Case {
            name: read.definition.name.clone(),
            result: judge(&read, answered, None, &mut tally),
        });
    })?;
    println!("  {tally:?}");
    Ok(cases)
}

/// Has a peer answer requests to all definitions of a plan.
pub(super) fn each_batch(
    plan: &Plan,
    dialect: Dialect,
    program: PathBuf,
    mut one: impl FnMut(Read, Vec<Answered>),
) -> Result<(), String> {
    let directory = plan.keep.join(format!("ndr-{}", dialect.name));
    for first in (0..plan.definitions).step_by(BATCH as usize) {
        let last = plan.definitions.min(first + BATCH);
        let all = (first..last).map(|index| dce::nth(dialect, plan.seed, index));
        let peer = Peer {
            program: program.clone(),
            directory: directory.join(first.to_string()),
        };
        let (read, answered) = batch(&peer, plan.seed, all.collect())?;
        let mut answered = answered.into_iter().peekable();
        for (at, read) in read.into_iter().enumerate() {
            let own = iter::from_fn(|| answered.next_if(|(request, ..)| request.definition == at));
            let own = own.collect();
            one(read, own);
        }
    }
    Ok(())
}

/// Some definitions, by one run of the peer.
fn batch(
    peer: &Peer,
    seed: u64,
    definitions: Vec<Definition>,
) -> Result<(Vec<Read>, Vec<Answered>), String> {
    let read: Vec<Read> = definitions.iter().cloned().map(Read::new).collect();
    let mut asked = Vec::new();
    for (at, one) in read.iter().enumerate() {
        match &one.dynamic {
            Ok(dynamic) => ask(dynamic, &one.definition, at, seed, &mut asked),
            // What we refuse is asked, too: whether the peer takes it.
            Err(_) => {
                let request = Request {
                    definition: at,
                    operation: 0,
                    body: Vec::new(),
                };
                asked.push((request, Origin::Corrupted));
            }
        }
    }
    let requests: Vec<Request> = asked.iter().map(|(request, _)| request.clone()).collect();
    let answers = peer.ask(&definitions, &requests)?;
    let answered = asked.into_iter().zip(answers);
    let answered = answered.map(|((request, origin), answer)| (request, origin, answer));
    Ok((read, answered.collect()))
}

impl Read {
    pub(super) fn new(definition: Definition) -> Self {
        Read {
            dynamic: Dynamic::read(&definition),
            definition,
        }
    }
}

/// Requests to all operations of a definition.
fn ask(
    dynamic: &Dynamic,
    definition: &Definition,
    at: usize,
    seed: u64,
    all: &mut Vec<(Request, Origin)>,
) {
    let mut draw = Draw::nth(seed, at as u64);
    for call in calls::of(dynamic, &definition.text) {
        for _ in 0..REQUESTS {
            let Ok(asked) = call.ask(draw.number()) else {
                continue;
            };
            let request = |body| Request {
                definition: at,
                operation: call.operation.number,
                body,
            };
            let corrupted = (0..CORRUPTED).filter_map(|_| corrupt(&asked.body, &mut draw));
            let corrupted: Vec<_> = corrupted.collect();
            all.push((request(asked.body.clone()), Origin::Sound(asked)));
            let corrupted = corrupted.into_iter();
            all.extend(corrupted.map(|body| (request(body), Origin::Corrupted)));
        }
    }
}

/// Cut off, or one byte changed.
pub(super) fn corrupt(body: &[u8], draw: &mut Draw) -> Option<Vec<u8>> {
    let mut body = body.to_vec();
    if body.is_empty() {
        return None;
    }
    let at = draw.below(body.len());
    match draw.below(4) {
        0 => body.truncate(at),
        1 => body[at] = 0,
        2 => body[at] = body[at].wrapping_add(1),
        _ => body[at] = draw.number() as u8,
    }
    Some(body)
}

pub(super) type Answered = (Request, Origin, Answer);

/// Everything that is wrong with one definition, with its stubs where there are some.
pub(super) fn judge(
    one: &Read,
    answered: Vec<Answered>,
    stubs: Option<&'static Stubs>,
    tally: &mut Tally,
) -> Result<(), String> {
    let absent = answered.iter().find_map(|(.., answer)| match answer {
        Answer::Absent(why) => Some(why.clone()),
        _ => None,
    });
    let dynamic = match (&one.dynamic, &absent) {
        (_, Some(_)) => {
            tally.absent += 1;
            return Ok(());
        }
        (Err(why), None) => return Err(format!("we do not take it: {why}")),
        (Ok(dynamic), None) => dynamic,
    };
    tally.definitions += 1;
    let calls = calls::of(dynamic, &one.definition.text);
    let mut wrong = Vec::new();
    for (request, origin, answer) in answered {
        let call = calls
            .iter()
            .find(|call| call.operation.number == request.operation);
        let Some(call) = call else { continue };
        let stub = stubs.and_then(|stubs| stubs.operation(request.operation));
        let by_stub = stub.map_or(Ok(()), |stub| stub_agrees(stub, call, &request, &answer));
        tally.stubs += u64::from(stub.is_some());
        let found = match origin {
            _ if matches!(answer, Answer::Unable(_)) => {
                tally.unable += 1;
                Ok(())
            }
            Origin::Sound(asked) => sound(call, &request, asked, &answer, tally),
            Origin::Corrupted => corrupted(call, &request, &answer, tally),
        };
        if let Err(why) = found.and(by_stub) {
            let name = &call.operation.name;
            wrong.push(format!("{name} {}: {why}", hex(&request.body)));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n    ")),
    }
}

/// A request that is as it should be: both answer the same, and each understands the other.
fn sound(
    call: &Call<'_>,
    request: &Request,
    mut asked: Asked,
    answer: &Answer,
    tally: &mut Tally,
) -> Result<(), String> {
    let Answer::Reply(theirs) = answer else {
        return Err(format!("{answer:?}"));
    };
    truncated(call, &request.body)?;
    let ours = call.serve(&request.body, LABEL)?;
    compare(call, &ours, theirs)?;
    swapped(call, &request.body)?;
    let results = call
        .receive(&mut asked, theirs)
        .map_err(|e| format!("their reply {}: {e}", hex(theirs)))?;
    let again = call
        .receive(&mut asked, &ours)
        .map_err(|e| format!("our own reply {}: {e}", hex(&ours)))?;
    tally.same += 1;
    match same(&results, &again) {
        true => Ok(()),
        false => Err(format!("their reply means {results:?}, ours {again:?}")),
    }
}

/// Stubs take the request for what dynamic values take it for, and send the foreign reply as it came.
fn stub_agrees(
    stub: &Operation,
    call: &Call<'_>,
    request: &Request,
    answer: &Answer,
) -> Result<(), String> {
    let (input, output) = (&call.operation.input, &call.operation.output);
    let values = call.take(&request.body, LABEL).map(|(arguments, _)| {
        let asked = call.request(arguments)?;
        Ok(asked.body)
    });
    let sent = matches!(values, Ok(Ok(_)));
    let recoded = stubs::recode(stub, None, &request.body, LABEL);
    stubs::agree(values, recoded, |body| call.layout(input, body))?;
    let Answer::Reply(theirs) = answer else {
        return Ok(());
    };
    let mut asked = Asked::default();
    if !sent || call.receive(&mut asked, theirs).is_err() {
        return Ok(());
    }
    let recoded = stubs::recode(stub, Some(&request.body), theirs, LABEL);
    stubs::agree(Ok(Ok(theirs.clone())), recoded, |body| {
        call.layout(output, body)
    })
    .map_err(|why| format!("their reply {}: {why}", hex(theirs)))
}

/// The same but for the identifiers of full pointers.
fn same(a: &[manyrpc_model::Value], b: &[manyrpc_model::Value]) -> bool {
    let text = |v: &[manyrpc_model::Value]| {
        let text = format!("{v:?}");
        let parts = text.split("Labelled { id: ");
        let cut = parts.map(|part| {
            part.split_once(", value")
                .map_or(part, |(_, rest)| rest)
                .to_owned()
        });
        cut.collect::<Vec<_>>()
    };
    text(a) == text(b)
}

/// Two replies are the same but for the identifiers of pointers.
fn compare(call: &Call<'_>, ours: &[u8], theirs: &[u8]) -> Result<(), String> {
    let layout = call.layout(&call.operation.output, ours);
    let layout = layout.map_err(|e| format!("our own reply {}: {e}", hex(ours)))?;
    layout.difference(ours, theirs).map_or(Ok(()), Err)
}

/// A sender of the other byte order is understood.
pub(super) fn swapped(call: &Call<'_>, body: &[u8]) -> Result<(), String> {
    let big = call.layout(&call.operation.input, body)?.swapped(body);
    let (sent, taken) = (call.take(body, LABEL)?.0, call.take(&big, BIG));
    let taken = taken
        .map_err(|e| format!("big-endian {}: {e}", hex(&big)))?
        .0;
    // In full pointers' identifiers, too.
    match sent == taken {
        true => Ok(()),
        false => Err(format!("big-endian {} is {taken:?}", hex(&big))),
    }
}

/// Nothing that is cut off is a request.
pub(super) fn truncated(call: &Call<'_>, body: &[u8]) -> Result<(), String> {
    for end in 0..body.len() {
        if call.take(&body[..end], LABEL).is_ok() {
            return Err(format!("we take the first {end} bytes"));
        }
    }
    Ok(())
}

/// A request with some of it changed: whoever takes it takes it for the same.
fn corrupted(
    call: &Call<'_>,
    request: &Request,
    answer: &Answer,
    tally: &mut Tally,
) -> Result<(), String> {
    // What stands behind a request is padding to us; FreeDCE forgets some of its results then.
    if let Some((_, before)) = request.body.split_last()
        && call.take(before, LABEL).is_ok()
    {
        tally.padded += 1;
        return Ok(());
    }
    match (call.serve(&request.body, LABEL), answer) {
        (Ok(ours), Answer::Reply(theirs)) => {
            let meant = |reply: &[u8]| {
                let mut asked = Asked::default();
                call.receive(&mut asked, reply)
            };
            // Truth values other than 0 and 1 some send back as they came.
            let same = matches!((meant(&ours), meant(theirs)), (Ok(a), Ok(b)) if same(&a, &b));
            if !same {
                compare(call, &ours, theirs).map_err(|why| format!("corrupted: {why}"))?;
            }
            tally.same += 1;
        }
        (Ok(_), _) => tally.laxer += 1,
        (Err(_), Answer::Reply(_)) => tally.stricter += 1,
        (Err(_), _) => tally.refused += 1,
    }
    Ok(())
}
