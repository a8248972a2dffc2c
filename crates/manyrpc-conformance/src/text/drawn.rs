//! Values of drawn definitions and their texts, compared with Python's standard libraries (`json`,
//! `xmlrpc.client`), static and dynamic.
//!
//! - Python must read our texts as the tables in the codecs' documentation specify.
//! - We must read texts that Python writes in one of many equivalent ways as the value. Python reads each
//!   such text itself, to validate it.
//! - Truncated text must be rejected, and so must damaged text that Python rejects (`damage`).

use std::collections::BTreeMap;

use manyrpc_codec::Limits;
use manyrpc_codec::xml::{scan, to_utf8};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_model::Value;

use super::peer::{Answer, Peer, Question};
use super::tree::Tree;
use super::{damage, meaning, spice};
use crate::codecs::{Dynamic, Syntax};
use crate::suite::{Case, Plan, SEED, Suite};
use manyrpc_conformance_stubs::{Recode, Stubs, dce, rpcl};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "text-drawn",
    about: "values of drawn .x and .idl definitions in JSON and XML-RPC, against Python's own libraries",
    known: include_str!("../../known_failures/text-drawn.txt"),
    run,
};

const SYNTAXES: [Syntax; 2] = [Syntax::Json, Syntax::Xml];

/// Definitions that are asked about at once.
const BATCH: u64 = 50;
/// Types of a definition that have a value.
const TYPES: usize = 2;
/// Bytes of a text that is looked at: what writes others takes its time.
const LONGEST: usize = 2000;

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

/// Most definitions are in one language: values are what matters.
fn language(index: u64) -> (Language, &'static [Stubs]) {
    match index % 4 {
        3 => (Language::Dce, dce::STUBS),
        _ => (Language::Rpcl, rpcl::STUBS),
    }
}

/// One definition, with values.
pub(super) struct Subject {
    definition: Definition,
    language: Language,
    ours: Option<Dynamic>,
    stubs: BTreeMap<&'static str, Recode>,
    values: Vec<Drawn>,
}

/// A value, and what it must be.
pub(super) struct Drawn {
    pub(super) of: String,
    pub(super) seed: u64,
    value: Value,
    pub(super) tree: Tree,
    texts: Vec<(Syntax, Result<Vec<u8>, String>)>,
}

impl Subject {
    fn new(plan: &Plan, index: u64) -> Self {
        let (language, stubs) = language(index);
        let definition = language.definition(plan.seed, index);
        // What our front end refuses is for the suites of the language.
        let ours = Dynamic::read(&definition).ok();
        let same = stubs.iter().filter(|_| plan.seed == SEED);
        let stubs = same.filter(|stubs| stubs.index == index);
        let stubs = stubs.flat_map(|stubs| stubs.types).copied().collect();
        let mut draw = Draw::nth(plan.seed ^ 0x7e97, index);
        let values = ours
            .as_ref()
            .map_or(Vec::new(), |ours| draw_values(&mut draw, ours));
        Subject {
            definition,
            language,
            ours,
            stubs,
            values,
        }
    }
}

fn draw_values(draw: &mut Draw, ours: &Dynamic) -> Vec<Drawn> {
    let mut all = Vec::new();
    let mut types: Vec<&str> = ours.types().collect();
    while types.len() > TYPES {
        types.swap_remove(draw.below(types.len()));
    }
    for of in types {
        // Of large ones there are smaller ones.
        let drawn = (0..8).map(|_| Drawn::new(draw, ours, of));
        all.extend(drawn.into_iter().find(|drawn| !drawn.is_long()));
    }
    all
}

impl Drawn {
    fn new(draw: &mut Draw, ours: &Dynamic, of: &str) -> Self {
        let (field, shape) = ours.place(of);
        let seed = draw.number();
        let mut value = ours.sample(of, seed);
        spice::spice(draw, &mut value);
        let encode = |syntax| (syntax, ours.encode(syntax, of, &value));
        Drawn {
            of: of.to_owned(),
            seed,
            tree: meaning::of(&ours.lowered, &field, &shape, &value),
            texts: SYNTAXES.map(encode).into(),
            value,
        }
    }

    /// Whether it is too long to be examined, or to be written at all.
    fn is_long(&self) -> bool {
        self.texts.iter().any(|(_, text)| match text {
            Ok(text) => text.len() > LONGEST,
            Err(why) => why.ends_with("makes the message too large"),
        })
    }
}

/// A document around a value.
fn document(value: &[u8]) -> Vec<u8> {
    let head = b"<?xml version=\"1.0\"?><methodResponse><params><param>";
    [&head[..], value, b"</param></params></methodResponse>"].concat()
}

/// The value in a document, in UTF-8.
fn inside(document: &[u8]) -> Result<Vec<u8>, String> {
    let said = |e: manyrpc_codec::Malformed| e.to_string();
    let limits = Limits::DEFAULT;
    let text = to_utf8(document, None, limits.bytes).map_err(said)?;
    let scan::Message::Reply { params } = scan::message(&text, &limits).map_err(said)? else {
        return Err("it is no reply".to_owned());
    };
    let values = scan::params_of(&text, params, 1, &limits).map_err(said)?;
    let value = values.into_iter().next().ok_or("it has no value")?;
    Ok(text[value].to_vec())
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

pub(super) type Findings = [Option<String>];

pub(super) fn note(
    findings: &mut Findings,
    at: usize,
    subject: &Subject,
    drawn: &Drawn,
    why: &str,
) {
    let text = &subject.definition.text;
    findings[at].get_or_insert_with(|| {
        format!(
            "{} of {text}\nseed {}, {:?}: {why}",
            drawn.of, drawn.seed, drawn.value
        )
    });
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

/// What they write.
pub(super) struct Theirs<'s> {
    pub(super) at: usize,
    pub(super) drawn: &'s Drawn,
    pub(super) syntax: Syntax,
    pub(super) text: Vec<u8>,
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

/// What each of our codecs makes of a text.
pub(super) fn recoded(
    subject: &Subject,
    of: &str,
    syntax: Syntax,
    text: &[u8],
) -> Vec<(&'static str, Result<Vec<u8>, String>)> {
    let Some(ours) = &subject.ours else {
        return Vec::new();
    };
    let value = match syntax {
        Syntax::Json => Ok(text.to_vec()),
        _ => inside(text),
    };
    let value = match value {
        Ok(value) => value,
        Err(why) => return vec![("dynamic", Err(why))],
    };
    let mut all = vec![("dynamic", ours.recode(syntax, of, &value))];
    if let Some(recode) = subject.stubs.get(of) {
        let (field, _) = ours.place(of);
        all.push(("static", recode(syntax, &field, &value)));
    }
    all
}
