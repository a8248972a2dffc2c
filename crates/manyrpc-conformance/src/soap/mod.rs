//! Bodies of SOAP for drawn definitions in WSDL, against libxml2 and zeep.
//!
//! Of every operation of a definition, both ways, values are drawn. libxml2 must find what we write of them valid by
//! the definition's schemas, and zeep must read the same in it. What zeep writes of that must be the same values to us.

mod leaves;
mod make;

use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_codec::soap::{self, Options};
use manyrpc_codec::{Buf, Limits};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members};
use manyrpc_model::{Annotations, Direction, Module, Operation, Type, Value};
use serde_json::{Value as Json, json};

use crate::batches;
use crate::codecs::Dynamic;
use crate::foreign::Lines;
use crate::suite::{Case, Plan, Suite, root};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "soap",
    about: "values of drawn WSDL and XML Schema as bodies of SOAP: libxml2 finds them valid, zeep reads and writes the same",
    known: include_str!("../../known_failures/soap.txt"),
    run,
};

/// zeep takes some time for each.
const SHARE: u64 = 10;
/// Messages of each way of an operation.
const MESSAGES: usize = 4;

/// How many messages zeep wrote again, of how many.
#[derive(Clone, Copy, Default)]
struct Count {
    written: usize,
    all: usize,
}

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("soap");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let begin = || {
        Lines::start(&mut Command::new(
            root().join("peers/soap-codec/soap_codec"),
        ))
    };
    let judged = batches::each(plan.definitions / SHARE, begin, |peer, index| {
        judge(plan, &folder, peer, index)
    })?;
    let (mut cases, mut count) = (Vec::new(), Count::default());
    for (case, of) in judged {
        cases.push(case);
        count.written += of.written;
        count.all += of.all;
    }
    // What zeep cannot write is not asked about: that must not be most of it.
    let is_most = count.written * 2 > count.all;
    cases.push(Case {
        name: "written-by-zeep".to_owned(),
        result: match is_most {
            true => Ok(()),
            false => Err(format!("only {} of {} messages", count.written, count.all)),
        },
    });
    Ok(cases)
}

fn judge(
    plan: &Plan,
    folder: &Path,
    peer: &mut Lines,
    index: u64,
) -> Result<(Case, Count), String> {
    let definition = Language::Wsdl.definition(plan.seed, index);
    for (file, text) in definition.files() {
        fs::write(folder.join(file), text).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut count = Count::default();
    let draw = Draw::nth(plan.seed ^ 0x50a9, index);
    let result = compared(&definition, folder, peer, draw, &mut count)?;
    if result.is_ok() {
        for (file, _) in definition.files() {
            let _ = fs::remove_file(folder.join(file));
        }
    }
    let name = definition.name.clone();
    Ok((Case { name, result }, count))
}

/// The first difference, if there is one; the outer error, why nothing is answered.
fn compared(
    definition: &Definition,
    folder: &Path,
    peer: &mut Lines,
    mut draw: Draw,
    count: &mut Count,
) -> Result<Result<(), String>, String> {
    let path = folder.join(definition.file());
    let opened = ask(peer, &json!({"open": path.to_string_lossy()}))?;
    let ours = match Dynamic::read(definition) {
        Ok(ours) => ours,
        Err(why) => return Ok(Err(format!("it is not read: {why}"))),
    };
    if let Some(why) = opened["refused"].as_str() {
        return Ok(Err(format!("we accept it, they do not: {why}")));
    }
    // Linked lists are lists to us, of which `make` and `leaves` know nothing.
    if ours.lowered.types.iter().any(|ty| ty.chain) {
        return Ok(Ok(()));
    }
    for way in ways(&ours.module, &ours.lowered) {
        for _ in 0..MESSAGES {
            let values = make::values(&ours.module, &mut draw, &way.members);
            count.all += 1;
            match way.judge(&ours, peer, &values)? {
                Ok(is_written) => count.written += usize::from(is_written),
                Err(why) => return Ok(Err(format!("{} {}: {why}", way.operation, way.word))),
            }
        }
    }
    Ok(Ok(()))
}

fn ask(peer: &mut Lines, question: &Json) -> Result<Json, String> {
    let answer = peer.ask(&question.to_string())?;
    serde_json::from_str(answer).map_err(|e| format!("the peer's answer: {e}"))
}

/// A parameter or result as the definition has it.
pub(crate) struct Member<'m> {
    name: &'m str,
    ty: &'m Type,
    notes: Annotations,
}

/// One way of an operation.
struct Way<'m> {
    /// The operation's name in the definition.
    operation: &'m str,
    word: &'static str,
    /// The local name of the element around them, if there is one.
    wrapper: Option<&'m str>,
    members: Vec<Member<'m>>,
    lowered: &'m Members,
}

fn ways<'m>(module: &'m Module, lowered: &'m Lowered) -> Vec<Way<'m>> {
    let mut all = Vec::new();
    for (interface, low) in module.interfaces.iter().zip(&lowered.interfaces) {
        for (operation, low) in interface.operations.iter().zip(&low.operations) {
            let notes = &operation.annotations;
            let is_bare = notes.get("soap.style").is_some_and(|style| style == "bare");
            let way = |word, key: &str, members, lowered| {
                let wrapper = notes.get(key).filter(|_| !is_bare);
                Way {
                    operation: notes.get("wsdl.name").unwrap_or(&operation.name),
                    word,
                    wrapper: wrapper.and_then(|name| Some(name.rsplit_once('}')?.1)),
                    members,
                    lowered,
                }
            };
            all.push(way("input", "soap.request", asked(operation), &low.input));
            let told = told(operation);
            if notes.contains_key("soap.response") || !told.is_empty() {
                all.push(way("output", "soap.response", told, &low.output));
            }
        }
    }
    all
}

fn asked(operation: &Operation) -> Vec<Member<'_>> {
    params(operation, Direction::Out).collect()
}

/// What comes back, then the result, as dynamic values have them.
fn told(operation: &Operation) -> Vec<Member<'_>> {
    let own = operation.annotations.iter();
    let own = own.filter_map(|(k, v)| Some((k.strip_prefix("result.")?.to_owned(), v.clone())));
    let result = (operation.result != Type::Void).then(|| Member {
        name: "return",
        ty: &operation.result,
        notes: own.collect(),
    });
    params(operation, Direction::In).chain(result).collect()
}

/// The parameters of all directions but one.
fn params(operation: &Operation, but: Direction) -> impl Iterator<Item = Member<'_>> {
    let all = operation.params.iter().filter(move |p| p.direction != but);
    all.map(|param| Member {
        name: &param.name,
        ty: &param.ty,
        notes: param.annotations.clone(),
    })
}

impl Way<'_> {
    /// Whether zeep wrote it again, or what differs.
    fn judge(
        &self,
        ours: &Dynamic,
        peer: &mut Lines,
        values: &[Value],
    ) -> Result<Result<bool, String>, String> {
        let message = match self.written(&ours.lowered, values) {
            Ok(message) => message,
            Err(why) => return Ok(Err(format!("{values:?} is not written: {why}"))),
        };
        let own = self.read(&ours.lowered, &message);
        if own.as_deref() != Ok(values) {
            return Ok(Err(format!("{message}\nis {own:?}, and was {values:?}")));
        }
        let answer = ask(
            peer,
            &json!({"operation": self.operation, "way": self.word, "message": message}),
        )?;
        for word in ["invalid", "refused"] {
            if let Some(why) = answer[word].as_str() {
                return Ok(Err(format!("{message}\nis {word}: {why}")));
            }
        }
        if !answer["leaves"].is_array() {
            return Ok(Ok(false));
        }
        let expected = leaves::of(&ours.module, self.wrapper, &self.members, values);
        let theirs = leaves::theirs(&answer["leaves"]);
        if let Some(difference) = leaves::difference(&expected, &theirs) {
            return Ok(Err(format!(
                "{message}\nmeans something else to zeep: {difference}"
            )));
        }
        let Some(again) = answer["again"].as_str() else {
            return Ok(Ok(false));
        };
        let read = self.read(&ours.lowered, again);
        match read.as_deref() == Ok(values) {
            true => Ok(Ok(true)),
            false => Ok(Err(format!(
                "{again}\nof zeep's is {read:?}, and should be {values:?}"
            ))),
        }
    }

    fn written(&self, lowered: &Lowered, values: &[Value]) -> Result<String, String> {
        let mut buf = Buf::new();
        buf.put(ENVELOPE);
        let fields = DynFields::new(lowered, self.lowered, values);
        let (meta, limits) = (&self.lowered.meta, &Limits::DEFAULT);
        soap::encode_params(&mut buf, meta, &fields, limits, Options::DEFAULT)
            .map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(buf.data()).into_owned())
    }

    fn read(&self, lowered: &Lowered, message: &str) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        let mut slots = DynSlots::new(lowered, self.lowered, &mut values);
        let (meta, limits) = (&self.lowered.meta, &Limits::DEFAULT);
        soap::decode_params(
            message.as_bytes(),
            meta,
            &mut slots,
            limits,
            Options::DEFAULT,
        )
        .map_err(|e| e.to_string())?;
        Ok(values)
    }
}

/// The start of a message, as an engine writes it.
const ENVELOPE: &[u8] = b"<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
