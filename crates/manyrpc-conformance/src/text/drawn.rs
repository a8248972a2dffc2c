//! Values of drawn definitions and their texts, compared with Python's standard libraries (`json`,
//! `xmlrpc.client`), static and dynamic.
//!
//! - Python must read our texts as the tables in the codecs' documentation specify.
//! - We must read texts that Python writes in one of many equivalent ways as the value. Python reads each
//!   such text itself, to validate it.
//! - Truncated text must be rejected, and so must damaged text that Python rejects (`damage`).

use super::peer::{Answer, Peer, Question};
use super::subject::{Findings, Subject, Theirs, note, recoded};
use super::tree::Tree;
use super::{damage, meaning};
use crate::codecs::Syntax;
use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "text-drawn",
    about: "values of drawn .x and .idl definitions in JSON and XML-RPC, against Python's own libraries",
    known: include_str!("../../known_failures/text-drawn.txt"),
    run,
};

/// Definitions that are asked about at once.
const BATCH: u64 = 50;
fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let mut peer = Peer::python()?;
    let mut cases = Vec::new();
    let mut first = 0;
    while first < plan.definitions {
        let last = plan.definitions.min(first + BATCH);
        let subjects: Vec<Subject> = (first..last)
            .map(|index| Subject::new(plan, index))
            .collect();
        cases.extend(judge(&mut peer, &subjects)?);
        first = last;
    }
    Ok(cases)
}

/// A document around a value.
fn document(value: &[u8]) -> Vec<u8> {
    let head = b"<?xml version=\"1.0\"?><methodResponse><params><param>";
    [&head[..], value, b"</param></params></methodResponse>"].concat()
}

/// What differs, of each subject the first that was found.
fn judge(peer: &mut Peer, subjects: &[Subject]) -> Result<Vec<Case>, String> {
    let mut findings = vec![None; subjects.len()];
    read_by_them(peer, subjects, &mut findings)?;
    let theirs = written_by_them(peer, subjects, &mut findings)?;
    damage::cut_off(subjects, &theirs, &mut findings);
    damage::damaged(peer, subjects, &theirs, &mut findings)?;
    let cases = subjects
        .iter()
        .zip(findings)
        .map(|(subject, finding)| Case {
            name: format!("{}-{}", subject.language.ending(), subject.definition.name),
            result: finding.map_or(Ok(()), Err),
        });
    Ok(cases.collect())
}

/// What we write, to them.
fn read_by_them(
    peer: &mut Peer,
    subjects: &[Subject],
    findings: &mut Findings,
) -> Result<(), String> {
    let mut asked = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        for drawn in &subject.values {
            for (syntax, text) in &drawn.texts {
                match (text, refusal(*syntax, &drawn.tree)) {
                    (Ok(text), false) => asked.push((at, drawn, *syntax, whole(*syntax, text))),
                    (Err(_), true) => {}
                    (Ok(_), true) => {
                        note(findings, at, subject, drawn, "it cannot be said, and is")
                    }
                    (Err(why), false) => {
                        let why = format!("{syntax:?} refuses to write it: {why}");
                        note(findings, at, subject, drawn, &why);
                    }
                }
            }
        }
    }
    let questions: Vec<Question<'_>> = asked
        .iter()
        .map(|(_, _, syntax, text)| match syntax {
            Syntax::Json => Question::ReadJson(text),
            _ => Question::ReadXml(text),
        })
        .collect();
    for (answer, (at, drawn, syntax, text)) in peer.ask(&questions)?.into_iter().zip(&asked) {
        let read = understood(*syntax, answer);
        if read
            .as_ref()
            .map(|tree| meaning::is(*syntax, &drawn.tree, tree))
            != Ok(true)
        {
            let text = String::from_utf8_lossy(text);
            let why = format!("we write {text}, which is {read:?} to Python");
            note(findings, *at, &subjects[*at], drawn, &why);
        }
    }
    Ok(())
}

fn whole(syntax: Syntax, text: &[u8]) -> Vec<u8> {
    match syntax {
        Syntax::Json => text.to_vec(),
        _ => document(text),
    }
}

/// Whether there is no way to say it: XML does not have all characters.
fn refusal(syntax: Syntax, tree: &Tree) -> bool {
    let cannot = |text: &str| {
        let has = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{1_0000}'..);
        syntax == Syntax::Xml && !text.chars().all(has)
    };
    match tree {
        Tree::Text(text) => cannot(text),
        Tree::List(items) => items.iter().any(|item| refusal(syntax, item)),
        Tree::Object(members) | Tree::Record(members) => members
            .iter()
            .any(|(name, value)| cannot(name) || refusal(syntax, value)),
        _ => false,
    }
}

/// The one value that an answer has.
fn understood(syntax: Syntax, answer: Answer) -> Result<Tree, String> {
    let answer = answer?;
    let unread = || "an answer that is no tree".to_owned();
    if syntax == Syntax::Json {
        return Tree::read(&answer).ok_or_else(unread);
    }
    let tree = answer.strip_prefix(b"\n").ok_or("it is no reply")?;
    match Tree::read(tree) {
        Some(Tree::List(mut values)) if values.len() == 1 => Ok(values.remove(0)),
        other => Err(format!("its values are {other:?}")),
    }
}

/// What they write, to us.
fn written_by_them<'s>(
    peer: &mut Peer,
    subjects: &'s [Subject],
    findings: &mut Findings,
) -> Result<Vec<Theirs<'s>>, String> {
    let mut asked = Vec::new();
    let mut lists = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        for drawn in &subject.values {
            lists.push(Tree::List(vec![drawn.tree.clone()]));
            let list = lists.len() - 1;
            for (syntax, text) in drawn.texts.iter().filter(|(_, text)| text.is_ok()) {
                let text = text.as_ref().map_or(&[][..], Vec::as_slice);
                asked.push((at, drawn, *syntax, text, list));
            }
        }
    }
    let questions: Vec<Question<'_>> = asked
        .iter()
        .map(|(_, drawn, syntax, _, list)| match syntax {
            Syntax::Json => Question::WriteJson(drawn.seed, &drawn.tree),
            _ => Question::WriteXml(drawn.seed, &lists[*list]),
        })
        .collect();
    let mut all = Vec::new();
    let answers = peer.ask(&questions)?;
    for (answer, (at, drawn, syntax, ours, ..)) in answers.into_iter().zip(asked) {
        let subject = &subjects[at];
        let text = answer.map_err(|why| format!("{}: {why}", drawn.of))?;
        for (values, again) in recoded(subject, &drawn.of, syntax, &text) {
            if again.as_deref() != Ok(ours) {
                let (text, ours) = (
                    String::from_utf8_lossy(&text),
                    String::from_utf8_lossy(ours),
                );
                let again = again.map(|again| String::from_utf8_lossy(&again).into_owned());
                let why =
                    format!("{text} is {again:?} to our {values} values, and should be {ours}");
                note(findings, at, subject, drawn, &why);
            }
        }
        all.push(Theirs {
            at,
            drawn,
            syntax,
            text,
        });
    }
    Ok(all)
}
