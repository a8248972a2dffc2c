//! Drawn definitions with values and their texts, and what is found out about them.

use std::collections::BTreeMap;

use manyrpc_codec::Limits;
use manyrpc_codec::xml::{scan, to_utf8};
use manyrpc_conformance_stubs::{Recode, Stubs, dce, rpcl};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_model::Value;

use super::tree::Tree;
use super::{meaning, spice};
use crate::codecs::{Dynamic, Syntax};
use crate::suite::{Plan, SEED};

const SYNTAXES: [Syntax; 2] = [Syntax::Json, Syntax::Xml];

/// Types of a definition that have a value.
const TYPES: usize = 2;
/// Bytes of a text that is looked at: what writes others takes its time.
const LONGEST: usize = 2000;

/// Most definitions are in one language: values are what matters.
fn language(index: u64) -> (Language, &'static [Stubs]) {
    match index % 4 {
        3 => (Language::Dce, dce::STUBS),
        _ => (Language::Rpcl, rpcl::STUBS),
    }
}

/// One definition, with values.
pub(super) struct Subject {
    pub(super) definition: Definition,
    pub(super) language: Language,
    ours: Option<Dynamic>,
    stubs: BTreeMap<&'static str, Recode>,
    pub(super) values: Vec<Drawn>,
}

/// A value, and what it must be.
pub(super) struct Drawn {
    pub(super) of: String,
    pub(super) seed: u64,
    value: Value,
    pub(super) tree: Tree,
    pub(super) texts: Vec<(Syntax, Result<Vec<u8>, String>)>,
}

impl Subject {
    pub(super) fn new(plan: &Plan, index: u64) -> Self {
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

/// What they write.
pub(super) struct Theirs<'s> {
    pub(super) at: usize,
    pub(super) drawn: &'s Drawn,
    pub(super) syntax: Syntax,
    pub(super) text: Vec<u8>,
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
