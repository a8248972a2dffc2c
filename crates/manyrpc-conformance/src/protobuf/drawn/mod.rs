//! Drawn definitions, and bytes drawn for their messages, against upb: Google's own codec in C, which
//! reads the descriptors of Google's compiler, so that nothing of ours is on their side. (prost-reflect,
//! the other choice, stands on the parser that our front end has.)
//!
//! - `described`: descriptors by names
//! - `wire`: bytes drawn by them
//! - `odd`: bytes that upb reads otherwise than everybody else
//! - `upb`: the other codec
//! - `inputs`: what both are asked
//!
//! Both must accept the same bytes, and what ours writes for them must mean to upb what the bytes
//! themselves mean. Two differences are meant: text of proto2 that is not UTF-8 is refused here, and so
//! are fields of number 0, which upb accepts in messages without fields (the official suite does not).

pub(super) mod described;
mod inputs;
mod odd;
pub(super) mod upb;
pub(super) mod wire;

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use manyrpc_draw::{Definition, Language};
use protox::prost_reflect::prost::Message;
use protox::prost_reflect::prost_types::FileDescriptorSet;

use super::protoc;
use crate::batches;
use crate::codecs::{Dynamic, Syntax, hex};
use crate::suite::{Case, Plan, SEED, Suite};
use described::Described;
use inputs::Input;
use manyrpc_conformance_stubs::{Recode, proto};
use upb::{Question, Upb, Verdict};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "protobuf-drawn",
    about: "drawn .proto definitions and bytes, against protoc and upb, static and dynamic",
    known: include_str!("../../../known_failures/protobuf-drawn.txt"),
    run,
};

/// Definitions that are compiled and asked about at once.
const BATCH: u64 = 50;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("protobuf-drawn");
    let batches = plan.definitions.div_ceil(BATCH);
    let of = |upb: &mut Upb, batch: u64| {
        let first = batch * BATCH;
        let last = plan.definitions.min(first + BATCH);
        run_batch(plan, upb, &folder.join(batch.to_string()), first..last)
    };
    let cases = batches::each(batches, Upb::start, of)?;
    Ok(cases.into_iter().flatten().collect())
}

/// In a folder of its own, in which definitions stay that show something.
fn run_batch(
    plan: &Plan,
    upb: &mut Upb,
    folder: &Path,
    indices: Range<u64>,
) -> Result<Vec<Case>, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let drawn: Vec<Definition> = indices
        .clone()
        .map(|index| Language::Proto.definition(plan.seed, index))
        .collect();
    let set = protoc::compile(folder, &drawn)?;
    let set = FileDescriptorSet::decode(&set[..]).map_err(|e| e.to_string())?;
    let subjects = indices.zip(drawn);
    let subjects: Result<Vec<Subject>, String> = subjects
        .map(|(index, definition)| Subject::new(plan, index, definition, &set))
        .collect();
    let subjects = subjects?;
    let cases = judge(upb, &subjects)?;
    for (case, subject) in cases.iter().zip(&subjects) {
        if case.result.is_ok() {
            protoc::forget(folder, &subject.definition);
        }
    }
    if cases.iter().all(|case| case.result.is_ok()) {
        let _ = fs::remove_dir_all(folder);
    }
    Ok(cases)
}

/// One definition, with both sides' view of it.
struct Subject {
    definition: Definition,
    described: Described,
    ours: Result<Dynamic, String>,
    /// The stubs of its types, where there are any, by their names in the module.
    stubs: BTreeMap<&'static str, Recode>,
    inputs: Vec<Input>,
}

impl Subject {
    fn new(
        plan: &Plan,
        index: u64,
        definition: Definition,
        set: &FileDescriptorSet,
    ) -> Result<Self, String> {
        let described = Described::of(set, &definition.file());
        let described = described.ok_or_else(|| format!("protoc left out {}", definition.name))?;
        let ours = Dynamic::read(&definition);
        let all = proto::STUBS.iter().filter(|_| plan.seed == SEED);
        let stubs = all
            .filter(|stubs| stubs.index == index)
            .flat_map(|stubs| stubs.types);
        let stubs = stubs.copied().collect();
        let inputs = match &ours {
            Ok(dynamic) => inputs::draw(plan.seed ^ index, &described, dynamic),
            Err(_) => Vec::new(),
        };
        Ok(Subject {
            definition,
            described,
            ours,
            stubs,
            inputs,
        })
    }

    /// Whether we mean to refuse what upb accepts.
    fn is_meant(&self, why: &str) -> bool {
        let of_text = !self.described.is_proto3 && why.ends_with("is not UTF-8");
        let number = why.strip_prefix("0x").and_then(|why| why.split_once(' '));
        let of_zero =
            number.is_some_and(|(key, rest)| key.len() == 1 && rest.ends_with("begins no field"));
        of_text || of_zero
    }

    /// What each of our codecs makes of an input.
    fn recode(&self, dynamic: &Dynamic, input: &Input) -> Vec<(&'static str, Verdict)> {
        let Some(name) = dynamic.message(input.message.trim_start_matches('.')) else {
            return vec![("dynamic", Err("our module has no such message".to_owned()))];
        };
        let syntax = Syntax::Protobuf;
        let mut verdicts = vec![("dynamic", dynamic.recode(syntax, name, &input.bytes))];
        if let Some(recode) = self.stubs.get(name) {
            let (field, _) = dynamic.place(name);
            verdicts.push(("static", recode(syntax, &field, &input.bytes)));
        }
        verdicts
    }
}

/// What differs, of each subject the first that was found.
fn judge(upb: &mut Upb, subjects: &[Subject]) -> Result<Vec<Case>, String> {
    let asked = subjects.iter().flat_map(|subject| {
        let inputs = subject.inputs.iter();
        let inputs = inputs.map(|i| Question::Recode(i.message[1..].into(), &i.bytes));
        std::iter::once(Question::Define(&subject.described.set)).chain(inputs)
    });
    let asked: Vec<Question<'_>> = asked.collect();
    let mut answers = upb.ask(&asked)?.into_iter();
    let mut cases = Vec::new();
    for subject in subjects {
        let defined = answers
            .next()
            .unwrap_or_else(|| Err("no answer".to_owned()));
        defined.map_err(|why| format!("upb refuses {}: {why}", subject.definition.name))?;
        let theirs: Vec<Verdict> = answers.by_ref().take(subject.inputs.len()).collect();
        let result = compare(upb, subject, &theirs)?;
        let name = subject.definition.name.clone();
        cases.push(Case { name, result });
    }
    Ok(cases)
}

fn compare(
    upb: &mut Upb,
    subject: &Subject,
    theirs: &[Verdict],
) -> Result<Result<(), String>, String> {
    let dynamic = match &subject.ours {
        Ok(dynamic) => dynamic,
        Err(why) => return Ok(Err(format!("protoc accepts it, we do not: {why}"))),
    };
    let mut others = Vec::new();
    for (input, theirs) in subject.inputs.iter().zip(theirs) {
        for (values, ours) in subject.recode(dynamic, input) {
            match (ours, theirs) {
                (Ok(ours), Ok(theirs)) if ours == *theirs => {}
                (Ok(ours), Ok(theirs)) => others.push((input, values, ours, theirs)),
                (Err(_), Err(_)) => {}
                (Err(why), Ok(_)) if subject.is_meant(&why) => {}
                (Err(why), Ok(_)) => {
                    return Ok(Err(said(input, values, &format!("we refuse it: {why}"))));
                }
                (Ok(_), Err(why)) => {
                    return Ok(Err(said(input, values, &format!("upb refuses it: {why}"))));
                }
            }
        }
    }
    // What is not the same byte for byte must be the same to them.
    let define = Question::Define(&subject.described.set);
    let again = others
        .iter()
        .map(|(input, _, ours, _)| Question::Recode(&input.message[1..], ours));
    let asked: Vec<Question<'_>> = std::iter::once(define).chain(again).collect();
    let answers = upb.ask(&asked)?.into_iter().skip(1);
    for (answer, (input, values, ours, theirs)) in answers.zip(&others) {
        if answer.as_ref() != Ok(*theirs) {
            let again = answer.map_or_else(|why| why, |bytes| hex(&bytes));
            let (ours, theirs) = (hex(ours), hex(theirs));
            let why =
                format!("to upb it is {theirs}, what we write {ours}, which is {again} to it");
            return Ok(Err(said(input, values, &why)));
        }
    }
    Ok(Ok(()))
}

fn said(input: &Input, values: &str, why: &str) -> String {
    let Input {
        kind,
        message,
        bytes,
    } = input;
    format!("{message} ({kind}, {values}) {}: {why}", hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What only generated code can get wrong is in definitions that have stubs: names that it has itself,
    /// and everything that a message can have.
    #[test]
    fn stubs_have_what_they_are_to_show() {
        let indices = proto::STUBS.iter().map(|stubs| stubs.index);
        let texts: String = indices
            .flat_map(|index| {
                let definition = Language::Proto.definition(SEED, index);
                let files = definition.files();
                files.map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
            })
            .collect();
        for shape in [
            "proto2",
            "proto3",
            "\nenum E {",
            "enum E1 {",
            "message E ",
            "import \"google",
            "import \"d",
            "import public ",
            "service ",
            "oneof ",
            " group ",
            "extend ",
            "map<",
            "message_set",
            "required ",
            "reserved ",
            "packed = ",
            "default = ",
        ] {
            assert!(texts.contains(shape), "no stub has `{shape}`");
        }
    }
}
