//! Which definitions are accepted: drawn ones with a word or an import changed, most of which Google's
//! compiler refuses. We must accept what it accepts and refuse what it refuses.

use std::fs;
use std::path::Path;

use manyrpc_draw::{Definition, Draw, Language};

use super::protoc;
use crate::batches;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "protobuf-accepted",
    about: "drawn .proto definitions with a word or an import changed: accepted and refused as protoc does",
    known: include_str!("../../known_failures/protobuf-accepted.txt"),
    run,
};

/// A run of the compiler each is the cost, so there are fewer than of those that only we read.
const SHARE: u64 = 5;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("protobuf-accepted");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let begin = || Ok(());
    batches::each(plan.definitions / SHARE, begin, |(), index| {
        case(plan, &folder, index)
    })
}

/// What protoc says, but for empty statements: it refuses those in a `oneof` and in what extends a message, which
/// older editions of the language's specification have and the parser that we use takes.
fn judged(folder: &Path, spoilt: &Definition) -> Result<(), String> {
    let compile = |of: &Definition| protoc::compile(folder, std::slice::from_ref(of)).map(drop);
    let statements = |text: &str| text.replace("; ;", ";").replace("{ ;", "{");
    let imported = spoilt.imported.iter();
    let without = Definition {
        text: statements(&spoilt.text),
        imported: imported
            .map(|(name, text)| (name.clone(), statements(text)))
            .collect(),
        ..spoilt.clone()
    };
    compile(spoilt).or_else(|why| match without == *spoilt {
        true => Err(why),
        false => compile(&without),
    })
}

/// Whether we refuse, as we are meant to, what protoc takes.
fn is_meant(why: &str, spoilt: &Definition) -> bool {
    let imported = spoilt.imported.iter().map(|(_, text)| text);
    let mut texts = imported.chain([&spoilt.text]);
    // protoc asks so of enumerations' ranges; later versions than ours, of messages', too.
    why.contains("ends before it begins")
        // The parser that we use has no other numbers where they are reserved, nor in message sets.
        || why.contains("message numbers must be between")
            && texts.any(|text| text.contains("message_set_wire_format") || reserves_others(text))
}

/// Whether a message reserves numbers that no field can have.
fn reserves_others(text: &str) -> bool {
    let lists = text.split("reserved ").skip(1);
    let mut words = lists.flat_map(|list| list.split(';').next().unwrap_or_default().split(' '));
    words.any(|word| {
        word.parse::<i64>()
            .is_ok_and(|n| !(1..1 << 29).contains(&n))
    })
}

fn case(plan: &Plan, folder: &Path, index: u64) -> Result<Case, String> {
    let mut draw = Draw::nth(plan.seed ^ 0x5901_1ed0, index);
    let definition = Language::Proto.definition(plan.seed, index);
    let spoilt = manyrpc_draw::proto::spoil(&definition, &mut draw);
    let theirs = judged(folder, &spoilt);
    protoc::write(folder, std::slice::from_ref(&spoilt))?;
    // From where the compiler has it, since there are other ways to say where that is.
    let ours = Dynamic::load(&folder.join(spoilt.file()));
    let result = match (theirs, ours) {
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => Ok(()),
        (Ok(_), Err(why)) if is_meant(&why, &spoilt) => Ok(()),
        (Ok(_), Err(why)) => Err(format!("protoc accepts it, we do not: {why}")),
        (Err(why), Ok(_)) => Err(format!("we accept it, protoc does not: {why}")),
    };
    if result.is_ok() {
        protoc::forget(folder, &spoilt);
    }
    let name = format!("{}.spoilt", definition.name);
    Ok(Case { name, result })
}
