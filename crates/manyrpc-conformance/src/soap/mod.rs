//! Bodies of SOAP for drawn definitions in WSDL, against libxml2 and zeep.
//!
//! Of every operation of a definition, both ways and for each of its faults, values are drawn. libxml2 must find what we
//! write of them valid by the definition's schemas, and zeep must read the same in it. What zeep writes of that must be
//! the same values to us. Then something in the message is changed: what libxml2 finds valid we must read, and what it does
//! not, we must not, but for what deployed implementations send (`lenient`).
//!
//! Literal messages are of SOAP 1.1, encoded ones and faults by turns of 1.1 and 1.2. Where a definition has stubs, they
//! must make the same of every message as dynamic values do.

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
use manyrpc_conformance_stubs::{Recode, Stubs, bodies, wsdl};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_dynamic::{Dyn, DynFields, DynMut, DynSlots, Lowered, Members, Shape};
use manyrpc_model::{Annotations, Direction, Module, Operation, Type, TypeBody, Value};
use serde_json::{Value as Json, json};

use lenient::{Lenience, Wrong};

use crate::batches;
use crate::codecs::{Dynamic, Syntax};
use crate::foreign::Lines;
use crate::suite::{Case, Plan, SEED, Suite, root};

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
    let stubs = wsdl::STUBS.iter().find(|stubs| stubs.index == index);
    let stubs = stubs.filter(|_| plan.seed == SEED);
    let result = compared(&definition, stubs, folder, peer, draw, &mut count)?;
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
    stubs: Option<&Stubs>,
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
    for way in ways(&ours.module, &ours.lowered, stubs) {
        let differs = |why: String| format!("{} {}: {why}", way.operation, way.word);
        for number in 0..MESSAGES {
            let values = make::values(&ours, &mut draw, &way.members);
            count.all += 1;
            let version = match number % 2 == 1 && !way.is_literal() {
                true => Version::V12,
                false => Version::V11,
            };
            let message = match way.written(&ours.lowered, &values, version) {
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

/// What a message has in its body, and what stubs make of it if there are any.
enum Content<'m> {
    Members(&'m Members, Option<bodies::Recode>),
    /// In the detail of a fault, with its shape.
    Exception(&'m Field, &'m Shape, Option<Recode>),
}

fn ways<'m>(module: &'m Module, lowered: &'m Lowered, stubs: Option<&Stubs>) -> Vec<Way<'m>> {
    let mut all = Vec::new();
    let of_type = |name: &str| {
        let mut types = stubs?.types.iter();
        types
            .find(|(known, _)| *known == name)
            .map(|(_, recode)| *recode)
    };
    for (interface, low) in module.interfaces.iter().zip(&lowered.interfaces) {
        for (operation, low) in interface.operations.iter().zip(&low.operations) {
            let notes = &operation.annotations;
            let is_bare = notes.get("soap.style").is_some_and(|style| style == "bare");
            let name = notes.get("wsdl.name").unwrap_or(&operation.name);
            let own = stubs.and_then(|stubs| {
                let mut operations = stubs.operations.iter();
                operations.find(|of| of.number == operation.number)
            });
            let way = |word, key: &str, members, lowered, stub| {
                let wrapper = notes.get(key).filter(|_| !is_bare);
                Way {
                    operation: name,
                    word,
                    wrapper: wrapper.and_then(|name| Some(name.rsplit_once('}')?.1)),
                    members,
                    content: Content::Members(lowered, stub),
                }
            };
            let request = own.map(|of| of.request);
            all.push(way(
                "input",
                "soap.request",
                asked(operation),
                &low.input,
                request,
            ));
            let told = told(operation);
            if notes.contains_key("soap.response") || !told.is_empty() {
                let reply = own.map(|of| of.reply);
                all.push(way("output", "soap.response", told, &low.output, reply));
            }
            let raised = low.raising.iter().flat_map(|raising| &raising.exceptions);
            let faults = raised.filter_map(|exception| {
                let stub = of_type(&exception.name);
                let content = Content::Exception(&exception.place, &exception.shape, stub);
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
    let result = (operation.result != Type::Void).then(|| Member {
        name: "return",
        ty: &operation.result,
        notes: of_result(operation),
    });
    params(operation, Direction::In).chain(result).collect()
}

/// What is said of the result.
fn of_result(operation: &Operation) -> Annotations {
    let own = operation.annotations.iter();
    let own = own.filter_map(|(k, v)| Some((k.strip_prefix("result.")?.to_owned(), v.clone())));
    own.collect()
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
    /// Whether its messages are the same in either version, but for the envelope (SOAP 1.2 part 1, section 5).
    fn is_literal(&self) -> bool {
        match self.content {
            Content::Members(members, _) => {
                !members.meta.xml.as_ref().is_some_and(|xml| xml.encoded)
            }
            Content::Exception(..) => false,
        }
    }

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
        let same = self.is_same_in_12(&ours.lowered, message, &own);
        if let Err(why) = same.and_then(|()| self.is_same_in_stubs(&ours.lowered, message, &own)) {
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
        let mut theirs = leaves::theirs(&answer["leaves"]);
        expected.forget(&mut theirs);
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
        if let Err(why) = self.is_same_in_stubs(&ours.lowered, again, &read) {
            return Ok(Err(why));
        }
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
        let same = self.is_same_in_12(&ours.lowered, message, &own);
        if let Err(why) = same.and_then(|()| self.is_same_in_stubs(&ours.lowered, message, &own)) {
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
        let mut wrong: Vec<Wrong> = wrong.collect();
        if let Ok(values) = &own {
            let wild = lenient::wild(values);
            wrong.retain(|wrong| !wild.iter().any(|text| wrong.is_in(text)));
        }
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

    fn written(
        &self,
        lowered: &Lowered,
        values: &[Value],
        version: Version,
    ) -> Result<String, String> {
        let mut buf = Buf::new();
        buf.put(envelope(version).as_bytes());
        let (limits, options) = (&Limits::DEFAULT, options(version));
        let written = match self.content {
            Content::Members(members, _) => {
                let fields = DynFields::new(lowered, members, values);
                soap::encode_params(&mut buf, &members.meta, &fields, limits, options)
            }
            Content::Exception(place, shape, _) => {
                let [before, behind] = around_detail(version);
                buf.put(before);
                let value = &Value::Record(values.to_vec());
                let value = Dyn {
                    lowered,
                    shape,
                    value,
                };
                let written = soap::encode_value(&mut buf, place, &value, limits, options.detail());
                buf.put(behind);
                written
            }
        };
        written.map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(buf.data()).into_owned())
    }

    /// Whether stubs make of a message what dynamic values make of it, which are `own`.
    fn is_same_in_stubs(
        &self,
        lowered: &Lowered,
        message: &str,
        own: &Result<Vec<Value>, String>,
    ) -> Result<(), String> {
        let version = version_of(message);
        let values = own.as_ref().map_err(String::clone);
        let values = values.and_then(|values| self.written(lowered, values, version));
        let (values, stubs) = match self.content {
            Content::Members(_, Some(stub)) => {
                let inside = values.map(|text| text.as_bytes()[envelope(version).len()..].to_vec());
                (inside, stub(message.as_bytes(), options(version)))
            }
            // Of an exception's type there is a stub, which knows no message around it.
            Content::Exception(place, _, Some(stub)) => {
                let Ok(values) = values else {
                    return Ok(());
                };
                let [before, behind] = around_detail(version).map(|part| part.len());
                let detail = &values.as_bytes()[envelope(version).len() + before..];
                let detail = &detail[..detail.len() - behind];
                // By itself it has no prefixes of a message.
                if str::from_utf8(detail).is_ok_and(|text| text.contains("xsi:")) {
                    return Ok(());
                }
                (Ok(detail.to_vec()), stub(Syntax::Soap, place, detail))
            }
            _ => return Ok(()),
        };
        match (&values, &stubs) {
            (Ok(values), Ok(stubs)) if values == stubs => Ok(()),
            (Err(_), Err(_)) => Ok(()),
            _ => {
                let shown = |made: &Result<Vec<u8>, String>| match made {
                    Ok(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                    Err(why) => format!("nothing ({why})"),
                };
                Err(format!(
                    "{message}\nis {}, and to stubs {}",
                    shown(&values),
                    shown(&stubs)
                ))
            }
        }
    }

    /// The bodies of literal messages are those of SOAP 1.1 in the envelope of SOAP 1.2 (its part 1, section 5): nobody
    /// foreign needs to judge them once more.
    fn is_same_in_12(
        &self,
        lowered: &Lowered,
        message: &str,
        own: &Result<Vec<Value>, String>,
    ) -> Result<(), String> {
        if !self.is_literal() {
            return Ok(());
        }
        let [from, to] = [Version::V11, Version::V12].map(Version::namespace);
        let other = self.read(lowered, &message.replace(from, to));
        // Where in it something is wrong depends on the length of the namespace.
        match (own, &other) {
            // As text, since NaN is not equal to itself.
            (Ok(own), Ok(other)) if format!("{own:?}") == format!("{other:?}") => Ok(()),
            (Err(_), Err(_)) => Ok(()),
            _ => Err(format!("{message}\nis {own:?}, and in SOAP 1.2 {other:?}")),
        }
    }

    fn read(&self, lowered: &Lowered, message: &str) -> Result<Vec<Value>, String> {
        let (bytes, limits) = (message.as_bytes(), &Limits::DEFAULT);
        let options = options(version_of(message));
        let mut values = Vec::new();
        let read = match self.content {
            Content::Members(members, _) => {
                let mut slots = DynSlots::new(lowered, members, &mut values);
                soap::decode_params(bytes, &members.meta, &mut slots, limits, options)
            }
            Content::Exception(place, shape, _) => {
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

fn options(version: Version) -> Options {
    Options {
        version,
        ..Options::DEFAULT
    }
}

/// The version of a message that is one.
fn version_of(message: &str) -> Version {
    match message.contains(Version::V12.namespace()) {
        true => Version::V12,
        false => Version::V11,
    }
}

/// The start of a message, as an engine writes it.
fn envelope(version: Version) -> String {
    let ns = version.namespace();
    format!(
        "<soap:Envelope xmlns:soap=\"{ns}\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
    )
}

/// Around an exception.
fn around_detail(version: Version) -> [&'static [u8]; 2] {
    match version {
        Version::V11 => [
            b"<soap:Body><soap:Fault><faultcode>soap:Server</faultcode>\
              <faultstring>it failed</faultstring><detail>",
            b"</detail></soap:Fault></soap:Body></soap:Envelope>",
        ],
        Version::V12 => [
            b"<soap:Body><soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code>\
              <soap:Reason><soap:Text xml:lang=\"en\">it failed</soap:Text></soap:Reason><soap:Detail>",
            b"</soap:Detail></soap:Fault></soap:Body></soap:Envelope>",
        ],
    }
}
