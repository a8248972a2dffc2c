//! Recorded answers of a foreign runtime that is not packaged.
//!
//! The example `ndr` writes them: definitions as [`manyrpc_draw::recorded`] reads them, then requests,
//! `sound OPERATION HEX` or `changed OPERATION HEX`, each with its answer as [`peer`](super::peer) has it.

use std::fmt::Write;
use std::path::PathBuf;

use manyrpc_conformance_stubs::freedce;
use manyrpc_draw::dce::Dialect;
use manyrpc_draw::recorded;

use super::calls::{self, Asked};
use super::drawn::{Answered, Origin, Read, Tally, each_batch, judge};
use super::peer::{Answer, Request, read_answer};
use super::stubs;
use crate::codecs::hex;
use crate::codecs::unhex;
use crate::suite::{Case, Plan};

/// What FreeDCE (<https://github.com/dcerpc/dcerpc>, 2023) answers to requests to servers that its
/// compiler made of 120 drawn definitions.
const FREEDCE: &str = include_str!("../../recorded/freedce.txt");
/// Sound requests to an operation that are kept.
const KEPT: usize = 2;

/// Compares our answers with FreeDCE's.
///
/// # Errors
/// The file is malformed.
pub fn all(tally: &mut Tally) -> Result<Vec<Case>, String> {
    let definitions = recorded::definitions(FREEDCE);
    let cases = definitions.enumerate().map(|(index, (definition, text))| {
        let stubs = stubs::of(freedce::STUBS, index as u64);
        let read = Read::new(definition);
        let answered = answered(&read, text).ok_or_else(|| format!("what is {text}?"))?;
        Ok(Case {
            name: format!("freedce {}", read.definition.name),
            result: judge(&read, answered, stubs, tally),
        })
    });
    cases.collect()
}

/// Records a peer's answers in the format read by [`all`].
///
/// # Errors
/// The peer cannot be run.
pub fn record(plan: &Plan, dialect: Dialect, program: PathBuf) -> Result<String, String> {
    let mut text = String::new();
    each_batch(plan, dialect, program, |read, answered| {
        text += &written(&read, &answered);
    })?;
    Ok(text)
}

/// One definition with what was asked and answered: nothing where the peer does not take it.
fn written(read: &Read, answered: &[Answered]) -> String {
    let mut text = format!("definition {}\n", read.definition.name);
    for line in read.definition.text.lines() {
        let _ = writeln!(text, "|{line}");
    }
    let (mut kept, mut last) = (0, None);
    for (request, origin, answer) in answered {
        let answer = match answer {
            Answer::Reply(body) => format!("ok {}", hex(body)),
            Answer::Refused(_) => "refused".to_owned(),
            Answer::Unable(_) => continue,
            Answer::Absent(_) => return String::new(),
        };
        if last.replace(request.operation) != Some(request.operation) {
            kept = 0;
        }
        kept += usize::from(matches!(origin, Origin::Sound(_)));
        let word = match origin {
            Origin::Sound(_) => "sound",
            Origin::Corrupted => "changed",
        };
        if kept <= KEPT {
            let _ = writeln!(
                text,
                "{word} {} {}\n{answer}",
                request.operation,
                hex(&request.body)
            );
        }
    }
    text
}

/// What was asked about a definition and answered.
fn answered(read: &Read, text: &str) -> Option<Vec<Answered>> {
    let mut lines = text.lines();
    let mut answered = Vec::new();
    while let Some(line) = lines.next() {
        let mut words = line.split(' ');
        let (word, operation) = (words.next()?, words.next()?.parse().ok()?);
        let request = Request {
            definition: 0,
            operation,
            body: unhex(words.next()?)?,
        };
        let origin = match word {
            "sound" => Origin::Sound(asked_again(read, &request)),
            _ => Origin::Corrupted,
        };
        answered.push((request, origin, read_answer(lines.next()?)?));
    }
    Some(answered)
}

/// What a request leaves behind for its reply, as if it were sent now.
fn asked_again(read: &Read, request: &Request) -> Asked {
    let again = read.dynamic.as_ref().ok().and_then(|dynamic| {
        let calls = calls::of(dynamic, &read.definition.text);
        let call = calls
            .into_iter()
            .find(|c| c.operation.number == request.operation)?;
        let (arguments, _) = call.take(&request.body, manyrpc_codec::ndr::LABEL).ok()?;
        call.request(arguments).ok()
    });
    again.unwrap_or_default()
}
