//! One definition: what we and libndr make of the same messages.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use manyrpc_codec::ndr::LABEL;
use manyrpc_codec::{Malformed, MalformedKind};
use manyrpc_conformance_stubs::operations::{Operation, Stubs};
use manyrpc_draw::{Definition, Draw};
use manyrpc_dynamic::Members;
use manyrpc_model::Value;

use super::super::calls::{self, Asked, Call};
use super::super::compare::{BIG, Layout};
use super::super::drawn::corrupt;
use super::super::stubs;
use super::foreign::{Foreign, Message, Taken};
use crate::codecs::{Dynamic, hex};

/// Random requests to each operation.
const REQUESTS: u64 = 2;
/// Values that are tried for one, of which not every one can be said: `size_is(n + 1)` of 0 elements.
const TRIES: usize = 32;
/// Damaged ones of each message.
const DAMAGED: usize = 6;
/// The longest message that is cut off everywhere, in bytes.
const CUT: usize = 600;

/// Of an array of which a part travels, the number beside it says how much room a receiver has; ours make
/// their own. And libndr has no part that starts elsewhere than at 0.
const UNBOUND: &str = "ours hold nothing of a part against the room that it is in";
/// `NDR_ERR_ARRAY_SIZE`.
const ARRAY_SIZE: u32 = 1;
/// `NDR_ERR_BAD_SWITCH`.
const BAD_SWITCH: u32 = 2;
/// `NDR_ERR_ALLOC`.
const OUT_OF_MEMORY: u32 = 12;

/// What a definition is compared by.
pub(super) struct Comparison<'c> {
    pub(super) definition: &'c Definition,
    pub(super) dynamic: &'c Dynamic,
    pub(super) foreign: &'c mut Foreign,
    pub(super) counts: &'c mut Counts,
    pub(super) stubs: Option<&'static Stubs>,
    pub(super) draw: Draw,
}

/// How much was compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Requests and replies that both take for the same, in both byte orders.
    pub(super) messages: u64,
    /// Beginnings of their bytes.
    pub(super) cuts: u64,
    /// Damaged messages that both take for the same.
    pub(super) same: u64,
    /// Damaged messages that both refuse.
    pub(super) refused: u64,
    /// Messages of all these of which stubs make what dynamic values do.
    pub(super) stubs: u64,
    /// Damaged messages that one side alone takes, by the reason.
    pub(super) excused: BTreeMap<&'static str, u64>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} messages, {} cut off; damaged: {} the same, {} refused by both; {} also by stubs",
            self.messages, self.cuts, self.same, self.refused, self.stubs
        )?;
        let mut reasons = self.excused.iter();
        reasons.try_for_each(|(reason, count)| write!(f, "\n  {count}: {reason}"))
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.messages += other.messages;
        self.cuts += other.cuts;
        self.same += other.same;
        self.refused += other.refused;
        self.stubs += other.stubs;
        for (reason, count) in other.excused {
            *self.excused.entry(reason).or_default() += count;
        }
    }
}

/// A message of an operation.
#[derive(Clone, Copy)]
struct Of<'c> {
    call: Call<'c>,
    /// What a request has, for its reply.
    asked: Option<(&'c [u8], &'c [Value])>,
    stub: Option<&'static Operation>,
}

impl<'c> Of<'c> {
    fn members(&self) -> &'c Members {
        match self.asked {
            None => &self.call.operation.input,
            Some(_) => &self.call.operation.output,
        }
    }

    fn message<'m>(&self, definition: &'m str, body: &'m [u8], big: bool) -> Message<'m>
    where
        'c: 'm,
    {
        Message {
            definition,
            operation: self.call.operation.number,
            big,
            request: self.asked.map_or(body, |(request, _)| request),
            reply: self.asked.map(|_| body),
        }
    }

    fn decode(&self, body: &[u8], label: [u8; 4]) -> Result<Vec<Value>, Malformed> {
        self.call.decode(self.members(), body, label)
    }

    fn encode(&self, values: &[Value]) -> Result<Vec<u8>, String> {
        match self.asked {
            None => self.call.request(values.to_vec()).map(|asked| asked.body),
            Some((_, arguments)) => self.call.reply(arguments, values),
        }
    }

    fn layout(&self, body: &[u8]) -> Result<Layout, String> {
        self.call.layout(self.members(), body)
    }

    /// That stubs, where there are some, make of a message what dynamic values do. Whether there are.
    fn stubs_agree(&self, body: &[u8], label: [u8; 4]) -> Result<bool, String> {
        let Some(stub) = self.stub else {
            return Ok(false);
        };
        let values = self.decode(body, label).map_err(|e| e.to_string());
        let values = values.map(|values| self.encode(&values));
        let request = self.asked.map(|(request, _)| request);
        let recoded = stubs::recode(stub, request, body, label);
        stubs::agree(values, recoded, |body| self.layout(body)).map(|()| true)
    }
}

impl Comparison<'_> {
    /// Compares everything.
    ///
    /// # Errors
    /// What differs.
    pub(super) fn run(mut self) -> Result<(), String> {
        let mut wrong = String::new();
        for call in calls::of(self.dynamic, &self.definition.text) {
            for _ in 0..REQUESTS {
                if let Err(why) = self.call(call) {
                    let _ = writeln!(wrong, "{}: {why}", call.operation.name);
                }
            }
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    /// A request and its reply.
    fn call(&mut self, call: Call<'_>) -> Result<(), String> {
        let Some(asked) = self.sampled(call) else {
            return Err("nothing can be said".to_owned());
        };
        let stubs = self.stubs;
        let stub = stubs.and_then(|stubs| stubs.operation(call.operation.number));
        if stubs.is_some() && stub.is_none() {
            return Err("its definition has stubs, it has none".to_owned());
        }
        let of = Of {
            call,
            asked: None,
            stub,
        };
        self.exchange(of, &asked.body)
            .map_err(|why| format!("request {}: {why}", hex(&asked.body)))?;
        let results = call.results(&asked.arguments);
        let body = call.reply(&asked.arguments, &results)?;
        let of = Of {
            call,
            asked: Some((&asked.body, &asked.arguments)),
            stub,
        };
        self.exchange(of, &body)
            .map_err(|why| format!("reply {} to {}: {why}", hex(&body), hex(&asked.body)))
    }

    fn sampled(&mut self, call: Call<'_>) -> Option<Asked> {
        (0..TRIES).find_map(|_| call.ask(self.draw.number()).ok())
    }

    /// A message that we made, whole and cut off, and damaged ones of it.
    fn exchange(&mut self, of: Of<'_>, body: &[u8]) -> Result<(), String> {
        let definition = &self.definition.name;
        self.sound(of, body)?;
        self.counts.messages += 1;
        if body.len() <= CUT {
            let cuts = self.foreign.cuts(of.message(definition, body, false))?;
            let ours: Vec<usize> = (0..body.len())
                .filter(|end| of.decode(&body[..*end], LABEL).is_ok())
                .collect();
            if cuts != ours {
                return Err(format!("cut at {ours:?} we take it, libndr at {cuts:?}"));
            }
            self.counts.cuts += body.len() as u64;
            for end in 0..body.len() {
                self.stubs_agree(of, &body[..end], LABEL)
                    .map_err(|why| format!("cut at {end}: {why}"))?;
            }
        }
        for _ in 0..DAMAGED {
            if let Some(damaged) = corrupt(body, &mut self.draw) {
                self.damaged(of, &damaged)
                    .map_err(|why| format!("damaged {}: {why}", hex(&damaged)))?;
            }
        }
        Ok(())
    }

    fn stubs_agree(&mut self, of: Of<'_>, body: &[u8], label: [u8; 4]) -> Result<(), String> {
        self.counts.stubs += u64::from(of.stubs_agree(body, label)?);
        Ok(())
    }

    /// Both take it for the same, in both byte orders.
    fn sound(&mut self, of: Of<'_>, body: &[u8]) -> Result<(), String> {
        let definition = &self.definition.name;
        let layout = of.layout(body)?;
        let swapped = layout.swapped(body);
        let values = of.decode(body, LABEL).map_err(|e| e.to_string())?;
        self.stubs_agree(of, body, LABEL)?;
        self.stubs_agree(of, &swapped, BIG)?;
        let mut theirs = Vec::new();
        let orders = [(false, body), (true, &*swapped)];
        for (big, body) in &orders[..self.orders()] {
            let (big, body) = (*big, *body);
            let taken = self.foreign.take(of.message(definition, body, big))?;
            let Taken::Ok { used, little, big } = taken else {
                return Err(format!("big-endian {big}: libndr: {taken:?}"));
            };
            if used != body.len() {
                return Err(format!("libndr takes {used} bytes of {}", body.len()));
            }
            theirs.push((little, big));
        }
        let (little, big) = &theirs[0];
        if let Some(difference) = layout.difference(body, little) {
            return Err(difference);
        }
        if self.orders() == 1 {
            return Ok(());
        }
        if theirs[0] != theirs[1] {
            return Err(format!(
                "of big-endian bytes libndr makes {}",
                hex(&theirs[1].0)
            ));
        }
        if layout.swapped(little) != *big {
            return Err(format!("libndr's big-endian bytes are {}", hex(big)));
        }
        let again = of
            .decode(big, BIG)
            .map_err(|e| format!("big-endian: {e}"))?;
        match again == values {
            true => Ok(()),
            false => Err(format!("{values:?} is {again:?} in big-endian bytes")),
        }
    }

    /// In how many byte orders messages are compared: libndr copies a `double` as it stands in the
    /// message, which a sender of the other order has the other way round (C706, section 14.2.5).
    fn orders(&self) -> usize {
        match self.definition.text.contains("double") {
            true => 1,
            false => 2,
        }
    }

    /// What both make of bytes that nobody encoded.
    fn damaged(&mut self, of: Of<'_>, body: &[u8]) -> Result<(), String> {
        self.stubs_agree(of, body, LABEL)?;
        let message = of.message(&self.definition.name, body, false);
        let theirs = self.foreign.take(message)?;
        let ours = of.decode(body, LABEL);
        let excuse = match (&ours, &theirs) {
            (Err(_), Taken::Refused(_)) => {
                self.counts.refused += 1;
                return Ok(());
            }
            // What is left of a message is for the caller of libndr to see.
            (Err(why), Taken::Ok { used, .. })
                if matches!(why.kind, MalformedKind::Trailing(_)) && *used < body.len() =>
            {
                self.counts.refused += 1;
                return Ok(());
            }
            (Ok(values), Taken::Ok { little, .. }) => {
                let Ok(again) = of.encode(values) else {
                    return self.excuse(UNBOUND);
                };
                match of.layout(&again)?.difference(&again, little) {
                    None => {
                        self.counts.same += 1;
                        return Ok(());
                    }
                    // Ours keep what is in an array, not the number beside it: 5 and 4 are both of 2
                    // elements where it is halved, and any is of an array that is not there.
                    Some(difference) if of.decode(little, LABEL).as_ref() != Ok(values) => {
                        return Err(difference);
                    }
                    Some(_) => Some("ours keep no number that follows from an array"),
                }
            }
            (Err(why), Taken::Ok { .. }) => laxer(why),
            (Ok(_), Taken::Refused(OUT_OF_MEMORY)) => Some(
                "libndr allocates as much as a count says, of which ours expect no more than comes",
            ),
            // Ours would not send it either, as an answer to that request; or it says the arm itself.
            (Ok(values), Taken::Refused(code @ (ARRAY_SIZE | BAD_SWITCH)))
                if of.asked.is_some() && (*code == BAD_SWITCH || of.encode(values).is_err()) =>
            {
                Some("ours hold no reply against the numbers of its request")
            }
            (Ok(values), Taken::Refused(ARRAY_SIZE)) => self.lengths(of, values)?,
            (Ok(_), _) | (Err(_), _) => None,
        };
        let ours = ours.map(drop).map_err(|e| e.to_string());
        let reason = excuse.ok_or_else(|| format!("ours {ours:?}, libndr {theirs:?}"))?;
        self.excuse(reason)
    }

    fn excuse(&mut self, reason: &'static str) -> Result<(), String> {
        *self.counts.excused.entry(reason).or_default() += 1;
        Ok(())
    }

    /// Why libndr finds another length in what we take, if it is for a reason: by what it says when the
    /// values are sent as ours send them.
    fn lengths(&mut self, of: Of<'_>, values: &[Value]) -> Result<Option<&'static str>, String> {
        let has = |word| self.definition.text.contains(word);
        let (parts, strings) = (has("length_is"), has("string"));
        let Ok(again) = of.encode(values) else {
            return Ok(parts.then_some(UNBOUND));
        };
        let message = of.message(&self.definition.name, &again, false);
        let same = match self.foreign.take(message)? {
            Taken::Ok { little, .. } => of.layout(&again)?.difference(&again, &little).is_none(),
            other => other == Taken::Refused(OUT_OF_MEMORY),
        };
        Ok(match same {
            true if parts => Some(UNBOUND),
            true if strings => {
                Some("the first NUL ends a string to ours; to libndr, it stands last")
            }
            true => None,
            false if has("- 1") || any(values, &is_negative) => {
                Some("no room is less than none to ours, a very large one to libndr")
            }
            false if has("* 2") && any(values, &is_large) => {
                Some("room for more than 32 bits count is room to ours; libndr leaves the rest out")
            }
            false => None,
        })
    }
}

/// Whether there is such a number.
fn any(values: &[Value], is: &dyn Fn(&Value) -> bool) -> bool {
    values.iter().any(|value| match value {
        Value::List(inner) | Value::Record(inner) => any(inner, is),
        Value::Union { value, .. } | Value::Optional(Some(value)) => {
            any(std::slice::from_ref(value), is)
        }
        number => is(number),
    })
}

fn is_negative(number: &Value) -> bool {
    match number {
        Value::I8(n) => *n < 0,
        Value::I16(n) => *n < 0,
        Value::I32(n) => *n < 0,
        _ => false,
    }
}

/// Whether twice the number has more than 32 bits.
fn is_large(number: &Value) -> bool {
    matches!(number, Value::U32(n) if *n > u32::MAX / 2)
}

/// Why libndr takes what we refuse.
fn laxer(why: &Malformed) -> Option<&'static str> {
    match why.kind {
        MalformedKind::NotBool(_) => Some("a truth value is any byte to pidl"),
        MalformedKind::NotUtf8 => Some("characters are any bytes to pidl"),
        MalformedKind::NotMember(_) => Some("an enumeration is any number to pidl"),
        _ => None,
    }
}
