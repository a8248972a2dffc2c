//! Bodies of SOAP for drawn definitions in WSDL, against libxml2 and zeep.
//!
//! Of every operation of a definition, both ways and for each of its faults, values are drawn. libxml2 must find what we
//! write of them valid by the definition's schemas, and zeep must read the same in it. What zeep writes of that must be
//! the same values to us. Then something in the message is changed: what libxml2 finds valid we must read, and what it does
//! not, we must not, but for what deployed implementations send (`lenient`).

mod damage;
mod leaves;
mod lenient;
mod make;

use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_codec::meta::Field;
use manyrpc_codec::soap::{self, Options, Version};
use manyrpc_codec::{Buf, Limits};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_dynamic::{Dyn, DynFields, DynMut, DynSlots, Lowered, Members, Shape};
use manyrpc_model::{Annotations, Direction, Module, Operation, Type, TypeBody, Value};
use serde_json::{Value as Json, json};

use lenient::{Lenience, Wrong};

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

/// Messages with a change of each that was drawn.
const CHANGES: usize = 6;

/// How many messages zeep wrote again, of how many; of those with a change, how many are valid to libxml2, and how many are
/// not to anybody.
#[derive(Clone, Copy, Default)]
struct Count {
    written: usize,
    all: usize,
    changed: usize,
    valid: usize,
    refused: usize,
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
        count.changed += of.changed;
        count.valid += of.valid;
        count.refused += of.refused;
    }
    let at_least = |name: &str, some: usize, share: usize, all: usize| Case {
        name: name.to_owned(),
        result: match some * share > all {
            true => Ok(()),
            false => Err(format!("only {some} of {all} messages")),
        },
    };
    // What zeep cannot write is not asked about: that must not be most of it.
    cases.push(at_least("written-by-zeep", count.written, 2, count.all));
    // Of changes that all are of one kind little would be learnt.
    cases.push(at_least(
        "valid-with-a-change",
        count.valid,
        10,
        count.changed,
    ));
    cases.push(at_least(
        "refused-with-a-change",
        count.refused,
        4,
        count.changed,
    ));
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
    let lenience = Lenience::of(&ours.module);
    for way in ways(&ours.module, &ours.lowered) {
        let differs = |why: String| format!("{} {}: {why}", way.operation, way.word);
        for _ in 0..MESSAGES {
            let values = make::values(&ours, &mut draw, &way.members);
            count.all += 1;
            let message = match way.written(&ours.lowered, &values) {
                Ok(message) => message,
                Err(why) => return Ok(Err(differs(format!("{values:?} is not written: {why}")))),
            };
            match way.judge(&ours, peer, &values, &message)? {
                Ok(is_written) => count.written += usize::from(is_written),
                Err(why) => return Ok(Err(differs(why))),
            }
            for _ in 0..CHANGES {
                let is_fault = matches!(way.content, Content::Exception(..));
                let Some(changed) = damage::damaged(&mut draw, &message, is_fault) else {
                    continue;
                };
                let judged = way.judge_changed(&ours, peer, &changed, &lenience, count)?;
                if let Err(why) = judged {
                    return Ok(Err(differs(format!("{message}\nchanged to {why}"))));
                }
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

/// One way of an operation, or one of its faults.
struct Way<'m> {
    /// The operation's name in the definition.
    operation: &'m str,
    word: &'static str,
    /// The local name of the element around them, if there is one.
    wrapper: Option<&'m str>,
    members: Vec<Member<'m>>,
    content: Content<'m>,
}

/// What a message has in its body.
enum Content<'m> {
    Members(&'m Members),
    /// In the detail of a fault, with its shape.
    Exception(&'m Field, &'m Shape),
}

fn ways<'m>(module: &'m Module, lowered: &'m Lowered) -> Vec<Way<'m>> {
    let mut all = Vec::new();
    for (interface, low) in module.interfaces.iter().zip(&lowered.interfaces) {
        for (operation, low) in interface.operations.iter().zip(&low.operations) {
            let notes = &operation.annotations;
            let is_bare = notes.get("soap.style").is_some_and(|style| style == "bare");
            let name = notes.get("wsdl.name").unwrap_or(&operation.name);
            let way = |word, key: &str, members, lowered| {
                let wrapper = notes.get(key).filter(|_| !is_bare);
                Way {
                    operation: name,
                    word,
                    wrapper: wrapper.and_then(|name| Some(name.rsplit_once('}')?.1)),
                    members,
                    content: Content::Members(lowered),
                }
            };
            all.push(way("input", "soap.request", asked(operation), &low.input));
            let told = told(operation);
            if notes.contains_key("soap.response") || !told.is_empty() {
                all.push(way("output", "soap.response", told, &low.output));
            }
            let raised = low.raising.iter().flat_map(|raising| &raising.exceptions);
            let faults = raised.filter_map(|exception| {
                let content = Content::Exception(&exception.place, &exception.shape);
                fault(module, name, &exception.name, content)
            });
            all.extend(faults);
        }
    }
    all
}

/// A fault, unless its type is abstract, so that there is no element of it.
fn fault<'m>(
    module: &'m Module,
    operation: &'m str,
    name: &str,
    content: Content<'m>,
) -> Option<Way<'m>> {
    let definition = module.find_type(name)?;
    let TypeBody::Record(record) = &definition.body else {
        return None;
    };
    let notes = &definition.annotations;
    if notes.contains_key("xsd.abstract") {
        return None;
    }
    let members = record.fields.iter().map(|field| Member {
        name: &field.name,
        ty: &field.ty,
        notes: field.annotations.clone(),
    });
    Some(Way {
        operation,
        word: "fault",
        wrapper: notes
            .get("xml.element")
            .and_then(|name| Some(name.rsplit_once('}')?.1)),
        members: members.collect(),
        content,
    })
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
        message: &str,
    ) -> Result<Result<bool, String>, String> {
        let own = self.read(&ours.lowered, message);
        if own.as_deref() != Ok(values) {
            return Ok(Err(format!("{message}\nis {own:?}, and was {values:?}")));
        }
        if let Err(why) = self.is_same_in_12(&ours.lowered, message, &own) {
            return Ok(Err(why));
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
        if expected.is_lost(&theirs) {
            return Ok(Ok(false));
        }
        if let Some(difference) = leaves::difference(&expected.leaves, &theirs) {
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

    /// What differs in the judgements of a message with a change.
    fn judge_changed(
        &self,
        ours: &Dynamic,
        peer: &mut Lines,
        message: &str,
        lenience: &Lenience,
        count: &mut Count,
    ) -> Result<Result<(), String>, String> {
        let answer = ask(peer, &json!({"changed": message, "way": self.word}))?;
        let Some(errors) = answer["errors"].as_array() else {
            // Nobody says anything of it.
            return Ok(Ok(()));
        };
        let own = self.read(&ours.lowered, message);
        if let Err(why) = self.is_same_in_12(&ours.lowered, message, &own) {
            return Ok(Err(why));
        }
        count.changed += 1;
        count.valid += usize::from(errors.is_empty());
        count.refused += usize::from(!errors.is_empty() && own.is_err());
        let wrong = errors.iter().map(|error| {
            let part = |at: usize| error[at].as_str().unwrap_or_default().to_owned();
            Wrong {
                kind: part(0),
                text: part(1),
            }
        });
        let wrong: Vec<Wrong> = wrong.collect();
        Ok(match own {
            Err(why) if wrong.is_empty() && !lenient::is_refused(message, &why) => {
                Err(format!("{message}\nis valid, but refused: {why}"))
            }
            Ok(values) if !lenience.takes(message, &wrong) => {
                Err(format!("{message}\nis {values:?}, but invalid: {errors:?}"))
            }
            _ => Ok(()),
        })
    }

    fn written(&self, lowered: &Lowered, values: &[Value]) -> Result<String, String> {
        let mut buf = Buf::new();
        buf.put(ENVELOPE);
        let limits = &Limits::DEFAULT;
        let written = match self.content {
            Content::Members(members) => {
                let fields = DynFields::new(lowered, members, values);
                soap::encode_params(&mut buf, &members.meta, &fields, limits, Options::DEFAULT)
            }
            Content::Exception(place, shape) => {
                buf.put(FAULT);
                let value = &Value::Record(values.to_vec());
                let value = Dyn {
                    lowered,
                    shape,
                    value,
                };
                let options = Options::DEFAULT.detail();
                let written = soap::encode_value(&mut buf, place, &value, limits, options);
                buf.put(FAULT_END);
                written
            }
        };
        written.map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(buf.data()).into_owned())
    }

    /// The bodies of literal messages are those of SOAP 1.1 in the envelope of SOAP 1.2 (its part 1, section 5): nobody
    /// foreign needs to judge them once more.
    fn is_same_in_12(
        &self,
        lowered: &Lowered,
        message: &str,
        own: &Result<Vec<Value>, String>,
    ) -> Result<(), String> {
        let is_fault = matches!(self.content, Content::Exception(..));
        if is_fault || message.contains("encodingStyle") {
            return Ok(());
        }
        let [from, to] = [Version::V11, Version::V12].map(Version::namespace);
        let options = Options {
            version: Version::V12,
            ..Options::DEFAULT
        };
        let other = self.read_as(lowered, &message.replace(from, to), options);
        // Where in it something is wrong depends on the length of the namespace.
        match (own, &other) {
            // As text, since NaN is not equal to itself.
            (Ok(own), Ok(other)) if format!("{own:?}") == format!("{other:?}") => Ok(()),
            (Err(_), Err(_)) => Ok(()),
            _ => Err(format!("{message}\nis {own:?}, and in SOAP 1.2 {other:?}")),
        }
    }

    fn read(&self, lowered: &Lowered, message: &str) -> Result<Vec<Value>, String> {
        self.read_as(lowered, message, Options::DEFAULT)
    }

    fn read_as(
        &self,
        lowered: &Lowered,
        message: &str,
        options: Options,
    ) -> Result<Vec<Value>, String> {
        let (bytes, limits) = (message.as_bytes(), &Limits::DEFAULT);
        let mut values = Vec::new();
        let read = match self.content {
            Content::Members(members) => {
                let mut slots = DynSlots::new(lowered, members, &mut values);
                soap::decode_params(bytes, &members.meta, &mut slots, limits, options)
            }
            Content::Exception(place, shape) => {
                let mut value = Value::Void;
                let mut slot = DynMut {
                    lowered,
                    shape,
                    value: &mut value,
                };
                let options = options.detail();
                let read = soap::decode_value(bytes, place, &mut slot, limits, options);
                if let Value::Record(members) = value {
                    values = members;
                }
                read
            }
        };
        read.map_err(|e| e.to_string())?;
        Ok(values)
    }
}

/// Around an exception.
const FAULT: &[u8] = b"<soap:Body><soap:Fault><faultcode>soap:Server</faultcode>\
    <faultstring>it failed</faultstring><detail>";
const FAULT_END: &[u8] = b"</detail></soap:Fault></soap:Body></soap:Envelope>";

/// The start of a message, as an engine writes it.
const ENVELOPE: &[u8] = b"<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
