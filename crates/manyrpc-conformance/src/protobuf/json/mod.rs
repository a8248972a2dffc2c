//! JSON of the messages of drawn definitions, against Python's `google.protobuf.json_format` on upb.
//!
//! - `text`: JSON drawn by descriptors, odd but legal
//! - `known`: the same of the types that come with the language
//!
//! What is examined of each message:
//!
//! - bytes: whatever their JSON of it is, ours must read as they do, and they ours;
//! - drawn JSON: both must read it as the same message;
//! - the same damaged: what we accept, they must accept as the same message. (They accept more: Python
//!   is lenient with numbers and Base64.)
//!
//! Definitions of proto2 that give two fields one name in JSON have no JSON: upb refuses them.

mod known;
mod text;

use std::collections::BTreeMap;
use std::fs;

use manyrpc_draw::{Definition, Draw, Language};
use protox::prost_reflect::prost::Message;
use protox::prost_reflect::prost_types::FileDescriptorSet;

use super::drawn::described::Described;
use super::drawn::upb::{Question, Upb, Verdict};
use super::drawn::wire::Wire;
use super::protoc;
use crate::codecs::{Dynamic, Syntax, hex};
use crate::suite::{Case, Plan, SEED, Suite};
use manyrpc_conformance_stubs::{Recode, proto};
use text::Text;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "protobuf-json",
    about: "JSON of drawn .proto definitions, against Python's json_format on upb, static and dynamic",
    known: include_str!("../../../known_failures/protobuf-json.txt"),
    run,
};

/// Definitions that are compiled and asked about at once.
const BATCH: u64 = 50;

/// What we say of a `google.protobuf.Value` without any: an error by its definition ("absence of any
/// variant indicates an error"), and null to Python.
const NO_KIND: &str = "is not a value of any kind";

/// Of each message so many of each kind.
const EACH: u64 = 3;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("protobuf-json");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut upb = Upb::start()?;
    let mut cases = Vec::new();
    for first in (0..plan.definitions).step_by(BATCH as usize) {
        let indices = first..plan.definitions.min(first + BATCH);
        let drawn: Vec<Definition> = indices
            .clone()
            .map(|index| Language::Proto.definition(plan.seed, index))
            .collect();
        let set = protoc::compile(&folder, &drawn)?;
        let set = FileDescriptorSet::decode(&set[..]).map_err(|e| e.to_string())?;
        let subjects = indices.zip(&drawn);
        let subjects = subjects.map(|(index, drawn)| Subject::new(plan, index, drawn, &set));
        let subjects: Vec<Subject> = subjects.collect::<Result<_, _>>()?;
        let results = Batch::new(&mut upb, &subjects)?.judge()?;
        for (definition, result) in drawn.into_iter().zip(results) {
            if result.is_ok() {
                protoc::forget(&folder, &definition);
            }
            let name = definition.name;
            cases.push(Case { name, result });
        }
    }
    Ok(cases)
}

/// One definition, with both sides' view of it.
struct Subject {
    described: Described,
    ours: Option<Dynamic>,
    /// The stubs of its types, where there are any, by their names in the module.
    stubs: BTreeMap<&'static str, Recode>,
    seed: u64,
}

impl Subject {
    fn new(
        plan: &Plan,
        index: u64,
        definition: &Definition,
        set: &FileDescriptorSet,
    ) -> Result<Self, String> {
        let described = Described::with_json(set, &definition.file());
        let described = described.ok_or_else(|| format!("protoc left out {}", definition.name))?;
        let all = proto::STUBS.iter().filter(|_| plan.seed == SEED);
        let stubs = all
            .filter(|stubs| stubs.index == index)
            .flat_map(|stubs| stubs.types);
        Ok(Subject {
            described,
            // One that we refuse is for the suite of bytes to tell.
            ours: Dynamic::read(definition).ok(),
            stubs: stubs.copied().collect(),
            seed: plan.seed ^ index,
        })
    }

    /// What each of our codecs makes of bytes or text.
    fn recode(&self, syntax: Syntax, message: &str, input: &[u8]) -> Vec<Ours> {
        let Some((ours, name)) = self
            .ours
            .as_ref()
            .and_then(|d| Some((d, d.message(message)?)))
        else {
            let verdict = Err("our module has no such message".to_owned());
            return vec![("dynamic", verdict)];
        };
        let mut verdicts = vec![("dynamic", ours.recode(syntax, name, input))];
        if let Some(recode) = self.stubs.get(name) {
            let (field, _) = ours.place(name);
            verdicts.push(("static", recode(syntax, &field, input)));
        }
        verdicts
    }

    /// Whether they refuse a member as the second arm of a `oneof` because its name is that `oneof`'s: Python
    /// keeps the names of members and of `oneof`s that it met in one list (`_ConvertFieldValuePair`). None is
    /// drawn so, but damage makes some: without its last character `box_` is `box`, its name in JSON.
    fn takes_for_an_arm(&self, why: &str) -> bool {
        let mut parts = why.split('"');
        let (message, oneof) = (parts.nth(1), parts.nth(1));
        let is_meant = parts
            .next()
            .is_some_and(|p| p.starts_with(" oneof fields at"));
        let message = message.and_then(|name| self.described.message(&format!(".{name}")));
        let mut fields = message.iter().flat_map(|message| &message.field);
        is_meant && fields.any(|field| Some(field.json_name()) == oneof)
    }

    /// What is asked of each of its messages.
    fn items(&self) -> impl Iterator<Item = (String, u8, Input)> {
        let own = self.described.own.iter().enumerate();
        own.flat_map(|(at, name)| {
            let mut wire = Wire {
                described: &self.described,
                draw: Draw::nth(self.seed, at as u64),
                spoils: 0,
            };
            let mut inputs: Vec<Input> = (0..EACH)
                .map(|_| Input::Bytes(wire.message(name)))
                .collect();
            let mut text = Text::new(&self.described, wire.draw);
            for _ in 0..EACH {
                let drawn = text.message(name);
                inputs.push(Input::Damaged(text::damaged(&drawn, &mut text.draw)));
                inputs.push(Input::Drawn(drawn));
            }
            let how = text.draw.below(8) as u8;
            inputs
                .into_iter()
                .map(move |input| (name[1..].to_owned(), how, input))
        })
    }
}

/// Which of our codecs, and what it makes of something.
type Ours = (&'static str, Verdict);

enum Input {
    Bytes(Vec<u8>),
    Drawn(String),
    Damaged(String),
}

/// One input of a message of a definition.
struct Item {
    /// The index of the definition.
    subject: usize,
    message: String,
    /// How they are asked to write.
    how: u8,
    input: Input,
}

/// Definitions that are asked about at once: each question is asked of all of them before the next.
struct Batch<'a> {
    upb: &'a mut Upb,
    subjects: &'a [Subject],
    /// Of those that they accept, too.
    items: Vec<Item>,
    results: Vec<Result<(), String>>,
}

impl<'a> Batch<'a> {
    fn new(upb: &'a mut Upb, subjects: &'a [Subject]) -> Result<Self, String> {
        let define = subjects.iter().map(|s| Question::Define(&s.described.set));
        let defined = upb.ask(&define.collect::<Vec<_>>())?;
        let mut items = Vec::new();
        for (at, (subject, defined)) in subjects.iter().zip(defined).enumerate() {
            match defined {
                Ok(_) if subject.ours.is_some() => {}
                Err(why) if !why.contains("duplicate json_name") => {
                    return Err(format!("upb refuses a definition: {why}"));
                }
                _ => continue,
            }
            items.extend(subject.items().map(|(message, how, input)| Item {
                subject: at,
                message,
                how,
                input,
            }));
        }
        Ok(Batch {
            results: vec![Ok(()); subjects.len()],
            upb,
            subjects,
            items,
        })
    }

    /// What differs, of each definition the first that is found.
    fn judge(mut self) -> Result<Vec<Result<(), String>>, String> {
        let items = std::mem::take(&mut self.items);
        self.bytes(&items)?;
        self.texts(&items)?;
        Ok(self.results)
    }

    /// An answer to a question of each item, if it has one.
    fn ask<'q>(
        &mut self,
        items: impl Iterator<Item = (&'q Item, Question<'q>)>,
    ) -> Result<Vec<Verdict>, String> {
        let mut questions = Vec::new();
        let mut defines = Vec::new();
        let mut subject = usize::MAX;
        for (item, question) in items {
            let is_other = item.subject != subject;
            if is_other {
                subject = item.subject;
                questions.push(Question::Define(&self.subjects[subject].described.set));
            }
            defines.extend(is_other.then_some(true));
            defines.push(false);
            questions.push(question);
        }
        let answers = self.upb.ask(&questions)?.into_iter().zip(defines);
        let answers = answers.filter(|(_, define)| !define);
        Ok(answers.map(|(answer, _)| answer).collect())
    }

    fn found(&mut self, item: &Item, why: String) {
        let result = &mut self.results[item.subject];
        if result.is_ok() {
            *result = Err(format!("{}: {why}", item.message));
        }
    }

    /// Their JSON of bytes is read by us, and ours by them.
    fn bytes(&mut self, items: &[Item]) -> Result<(), String> {
        let plain = self.plain(items)?;
        let asked = plain
            .iter()
            .map(|(item, bytes)| (*item, Question::ToJson(item.how, &item.message, bytes)));
        let theirs = self.ask(asked)?;
        let mut written = Vec::new();
        let mut read = Vec::new();
        for ((item, bytes), theirs) in plain.iter().zip(theirs) {
            let subject = &self.subjects[item.subject];
            let Ok(theirs) = theirs else { continue };
            for (values, ours) in subject.recode(Syntax::ProtobufToJson, &item.message, bytes) {
                match ours {
                    Ok(ours) => written.push((*item, bytes, values, ours)),
                    Err(why) if why.ends_with(NO_KIND) => {}
                    Err(why) => {
                        let theirs = String::from_utf8_lossy(&theirs);
                        self.found(item, format!("{theirs}, which we ({values}) refuse: {why}"));
                    }
                }
            }
            for (values, ours) in subject.recode(Syntax::JsonToProtobuf, &item.message, &theirs) {
                match ours {
                    Ok(ours) => read.push((*item, bytes, values, theirs.clone(), ours)),
                    Err(why) => {
                        let theirs = String::from_utf8_lossy(&theirs);
                        self.found(item, format!("{theirs} is refused by us ({values}): {why}"));
                    }
                }
            }
        }
        let asked = written
            .iter()
            .map(|(item, _, _, ours)| (*item, Question::FromJson(&item.message, ours)));
        for (answer, (item, bytes, values, ours)) in self.ask(asked)?.into_iter().zip(&written) {
            if !self.same(item, bytes, &answer)? {
                let ours = String::from_utf8_lossy(ours);
                let why = format!("{} is {ours} to us ({values}): {answer:?}", hex(bytes));
                self.found(item, why);
            }
        }
        let asked = read
            .iter()
            .map(|(item, _, _, _, ours)| (*item, Question::Recode(&item.message, ours)));
        for (answer, (item, bytes, values, theirs, _)) in self.ask(asked)?.into_iter().zip(&read) {
            if !self.same(item, bytes, &answer)? {
                let theirs = String::from_utf8_lossy(theirs);
                let why = format!(
                    "we ({values}) read {theirs} as {answer:?}, not {}",
                    hex(bytes)
                );
                self.found(item, why);
            }
        }
        Ok(())
    }

    /// The bytes of which nothing is lost in JSON: what is odd about others is for another suite.
    fn plain<'i>(&mut self, items: &'i [Item]) -> Result<Vec<(&'i Item, Vec<u8>)>, String> {
        let drawn = items.iter().filter_map(|item| match &item.input {
            Input::Bytes(bytes) => Some((item, bytes)),
            _ => None,
        });
        let drawn: Vec<_> = drawn.collect();
        let asked = drawn.iter();
        let texts =
            self.ask(asked.map(|(item, b)| (*item, Question::ToJson(0, &item.message, b))))?;
        let texts = drawn.iter().zip(texts);
        let texts: Vec<_> = texts
            .filter_map(|((item, _), t)| Some((*item, t.ok()?)))
            .collect();
        let asked = texts.iter();
        let plain =
            self.ask(asked.map(|(item, t)| (*item, Question::FromJson(&item.message, t))))?;
        let plain = texts.iter().zip(plain);
        Ok(plain
            .filter_map(|((item, _), bytes)| Some((*item, bytes.ok()?)))
            .collect())
    }

    /// Both read drawn JSON as the same message.
    fn texts(&mut self, items: &[Item]) -> Result<(), String> {
        let drawn = items.iter().filter_map(|item| match &item.input {
            Input::Drawn(text) | Input::Damaged(text) => Some((item, text.as_str())),
            Input::Bytes(_) => None,
        });
        let drawn: Vec<(&Item, &str)> = drawn.collect();
        let asked = drawn.iter();
        let asked = asked.map(|(item, t)| (*item, Question::FromJson(&item.message, t.as_bytes())));
        let theirs = self.ask(asked)?;
        let mut read = Vec::new();
        for ((item, text), theirs) in drawn.iter().zip(theirs) {
            let subject = &self.subjects[item.subject];
            let ours = subject.recode(Syntax::JsonToProtobuf, &item.message, text.as_bytes());
            for (values, ours) in ours {
                match (&theirs, ours) {
                    (Ok(theirs), Ok(ours)) => {
                        read.push((*item, *text, values, theirs.clone(), ours))
                    }
                    (Err(_), Err(_)) => {}
                    (Err(why), Ok(_)) if subject.takes_for_an_arm(why) => {}
                    (Ok(_), Err(_)) if matches!(item.input, Input::Damaged(_)) => {}
                    (Ok(_), Err(why)) => {
                        self.found(item, format!("we ({values}) refuse {text}: {why}"))
                    }
                    (Err(why), Ok(_)) => self.found(item, format!("they refuse {text}: {why}")),
                }
            }
        }
        let asked = read
            .iter()
            .map(|(item, _, _, _, ours)| (*item, Question::Recode(&item.message, ours)));
        for (answer, (item, text, values, theirs, _)) in self.ask(asked)?.into_iter().zip(&read) {
            if !self.same(item, theirs, &answer)? && !rounds(text) {
                let theirs = hex(theirs);
                self.found(
                    item,
                    format!("we ({values}) read {text} as {answer:?}, they as {theirs}"),
                );
            }
        }
        Ok(())
    }

    /// Whether two messages are the same: byte for byte, or, since what an `Any` holds may have its
    /// parts in another order, in JSON.
    fn same(&mut self, item: &Item, theirs: &[u8], ours: &Verdict) -> Result<bool, String> {
        let Ok(ours) = ours else { return Ok(false) };
        if ours == theirs {
            return Ok(true);
        }
        let both = [theirs, ours].map(|bytes| (item, Question::ToJson(0, &item.message, bytes)));
        let texts = self.ask(both.into_iter())?.into_iter();
        let values =
            texts.map(|text| serde_json::from_slice::<serde_json::Value>(&text.ok()?).ok());
        let values: Vec<_> = values.collect();
        Ok(matches!(&values[..], [Some(theirs), Some(ours)] if theirs == ours))
    }
}

/// Whether a number in a text is one that Python rounds and we do not: it reads integers with a point or
/// an exponent as floating-point numbers, which have 53 bits. None is drawn so, but damage makes some.
fn rounds(text: &str) -> bool {
    let of_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let mut numbers = text.split(|c| !of_number(c));
    numbers.any(|number| {
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        digits > 15 && number.contains(['.', 'e', 'E'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_numbers_in_parts_are_rounded() {
        assert!(rounds("[-18041090132045690e1]"));
        assert!(!rounds("[9223372036854775807,1.5e300]"));
    }
}
