//! WSDL as a language, against zeep: what documents mean, and whether what we print is accepted.
//!
//! Documents are those of the front end's corpus, of other tools where these are installed, those that foreign servers describe
//! themselves with, and drawn ones: in WSDL, also as
//! our printer writes what was read of them, and in other languages as it writes them. Of each both must see the same
//! operations, with the same elements and types in their messages. What is printed must also be valid by the schemas of WSDL
//! and of its bindings, and what it has of schemas must be some, to libxml2; gSOAP's `wsdl2h` reads it.

pub(crate) mod held;
mod meaning;

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;

use manyrpc_draw::Language;
use manyrpc_idl::{MemoryFiles, Options, load, load_from, wsdl};
use serde_json::Value;

use crate::batches;
use crate::foreign::Lines;
use crate::suite::{Case, Plan, Suite, root};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "wsdl",
    about: "documents in the manner of many tools, and drawn definitions as WSDL: they mean to us what they do to zeep",
    known: include_str!("../../known_failures/wsdl.txt"),
    run,
};

/// Folders of documents. What is not installed is not asked about; our own always are.
const FOLDERS: &[(&str, &str)] = &[
    ("corpus", "crates/manyrpc-idl/tests/corpus/wsdl/good"),
    ("peers", "interfaces/soap"),
    ("gsoap", "peers/build/soap-gsoap/written"),
    ("fedex", "peers/build/wsdl/fedex"),
    ("nfelib", "peers/build/wsdl/nfelib"),
    ("onvif", "peers/build/wsdl/onvif"),
    ("zeep", "peers/build/wsdl/zeep"),
    ("zuora", "peers/build/wsdl/zuora"),
    ("perl", "/usr/share/doc/libsoap-lite-perl/examples/WSDL"),
];

/// Servers that describe themselves, where they are built.
const SERVERS: &[(&str, &str)] = &[
    ("cxf", "peers/build/soap-cxf/cxf_server"),
    ("cxf-rpc", "peers/build/soap-cxf/cxf_rpc_server"),
    ("cxf-features", "peers/build/soap-cxf/cxf_features_server"),
    ("spyne", "peers/build/soap-python/spyne_server"),
];

/// Languages whose drawn definitions are printed.
const DRAWN: &[(Language, &str)] = &[
    (Language::Rpcl, "x"),
    (Language::Dce, "dce"),
    (Language::Omg, "omg"),
    (Language::Proto, "proto"),
    (Language::Wsdl, "wsdl"),
];

/// zeep takes some time for each.
const SHARE: u64 = 20;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("wsdl");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut documents = Vec::new();
    for (name, place) in FOLDERS {
        documents.extend(listed(name, &root().join(place))?);
    }
    for (name, program) in SERVERS {
        let program = root().join(program);
        if program.exists() {
            let path = folder.join(format!("{name}.wsdl"));
            fs::write(&path, described(&program)?)
                .map_err(|e| format!("{}: {e}", path.display()))?;
            documents.push((format!("served/{name}"), path));
        }
    }
    let drawn = plan.definitions / SHARE;
    let all = documents.len() as u64 + drawn * DRAWN.len() as u64;
    batches::each(all, Judges::start, |judges, index| {
        match documents.get(index as usize) {
            Some((name, path)) => Ok(Case {
                name: name.clone(),
                result: compared(&mut judges.zeep, path)?,
            }),
            None => of_drawn(plan, &folder, judges, index - documents.len() as u64),
        }
    })
}

/// Who is asked.
struct Judges {
    zeep: Lines,
    /// libxml2, with the schemas of WSDL.
    schemas: Lines,
}

impl Judges {
    fn start() -> Result<Self, String> {
        let start = |program: &str| Lines::start(&mut Command::new(root().join(program)));
        Ok(Judges {
            zeep: start("peers/wsdl/wsdl_meaning")?,
            schemas: start("peers/build/soap-schemas/wsdl_check")?,
        })
    }

    /// What is wrong with a document that we printed.
    fn judge(&mut self, path: &Path) -> Result<Result<(), String>, String> {
        match self.schemas.ask(&path.to_string_lossy())? {
            "ok" => {}
            why => return Ok(Err(format!("it is not valid: {why}"))),
        }
        match against(path)? {
            Some(why) => Ok(Err(format!("gSOAP does not read it: {why}"))),
            None => compared(&mut self.zeep, path),
        }
    }
}

/// What gSOAP's reader of definitions has against one, where it is installed.
fn against(path: &Path) -> Result<Option<String>, String> {
    let mut wsdl2h = Command::new("wsdl2h");
    let said = match wsdl2h.args(["-o", "/dev/null"]).arg(path).output() {
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(format!("wsdl2h: {why}")),
    };
    // Its status is always that of success.
    let mut complaints = said.lines().filter(|line| {
        let is_one = line.starts_with("Warning") || line.to_lowercase().contains("error");
        // It warns of several versions, and of definitions of types alone.
        let usual = ["service bindings found", "has no bindings"];
        is_one && !usual.iter().any(|words| line.contains(words))
    });
    match (complaints.next(), said.contains("Done reading")) {
        (Some(why), _) => Ok(Some(why.to_owned())),
        (None, true) => Ok(None),
        (None, false) => Ok(Some("it says nothing of it".to_owned())),
    }
}

/// The documents in a folder, with the names of their cases.
fn listed(name: &str, folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return match name {
            "corpus" => Err(format!("there is no {}", folder.display())),
            _ => Ok(Vec::new()),
        };
    };
    let paths = entries.filter_map(|e| Some(e.ok()?.path()));
    let is_one = |path: &PathBuf| path.extension().is_some_and(|e| e == "wsdl");
    let mut found: Vec<PathBuf> = paths.filter(is_one).collect();
    found.sort();
    let named = found.into_iter().map(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        (format!("{name}/{file}"), path.clone())
    });
    Ok(named.collect())
}

/// What a server answers to who asks for its description.
fn described(program: &Path) -> Result<Vec<u8>, String> {
    let what = program.display();
    let mut server = Lines::start(Command::new(program).arg("tcp"))?;
    let said = server.ask("")?;
    let port = said
        .strip_prefix("PORT ")
        .and_then(|port| port.parse::<u16>().ok());
    let port = port.ok_or_else(|| format!("{what} says {said}"))?;
    let asked = || -> std::io::Result<Vec<u8>> {
        let mut connection = TcpStream::connect(("127.0.0.1", port))?;
        // Of this version a response ends with its connection, and has no chunks.
        connection.write_all(b"GET /?wsdl HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")?;
        let mut response = Vec::new();
        connection.read_to_end(&mut response)?;
        Ok(response)
    };
    let response = asked().map_err(|e| format!("{what}: {e}"))?;
    let head = response.windows(4).position(|at| at == b"\r\n\r\n");
    match head {
        Some(head) => Ok(response[head + 4..].to_vec()),
        None => Err(format!("{what} answers with no document")),
    }
}

/// A drawn definition, printed.
fn of_drawn(plan: &Plan, folder: &Path, judges: &mut Judges, index: u64) -> Result<Case, String> {
    let (language, word) = &DRAWN[(index % DRAWN.len() as u64) as usize];
    let number = index / DRAWN.len() as u64;
    let definition = language.definition(plan.seed, number);
    let name = format!("{word}/{number}");
    let options = Options {
        language: (*word == "omg").then(|| "omg".to_owned()),
        ..Options::default()
    };
    let files: MemoryFiles = definition.files().collect();
    let (module, diagnostics) = load_from(&files, definition.file(), &options);
    let Some(module) = module else {
        let result = Err(format!("it is not read: {}", diagnostics[0]));
        return Ok(Case { name, result });
    };
    if *language == Language::Wsdl {
        for (file, text) in definition.files() {
            fs::write(folder.join(file), text).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let result = compared(&mut judges.zeep, &folder.join(definition.file()))?;
        if result.is_err() {
            return Ok(Case { name, result });
        }
        for (file, _) in definition.files() {
            let _ = fs::remove_file(folder.join(file));
        }
    }
    let text = match wsdl::print(&module) {
        Ok(text) => text,
        Err(why) => {
            // Streams, and the names of extensions, have no form in WSDL.
            let known = [wsdl::Reason::OneMessage, wsdl::Reason::Name];
            let known = why.iter().all(|w| known.contains(&w.reason));
            let result = if known {
                Ok(())
            } else {
                Err(format!("it is not printed: {}", why[0]))
            };
            return Ok(Case { name, result });
        }
    };
    let path = folder.join(format!("{word}_{number}.wsdl"));
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let result = judges.judge(&path)?;
    if result.is_ok() {
        let _ = fs::remove_file(&path);
    }
    Ok(Case { name, result })
}

/// Whether a document means the same to both; the outer error, why zeep does not answer.
fn compared(zeep: &mut Lines, path: &Path) -> Result<Result<(), String>, String> {
    let answer = zeep.ask(&path.to_string_lossy())?;
    let answer: Value = serde_json::from_str(answer).map_err(|e| format!("zeep's answer: {e}"))?;
    let (module, diagnostics) = load(path, &Options::default());
    let Some(module) = module else {
        return Ok(match answer["refused"].as_str() {
            Some(_) => Ok(()),
            None => Err(format!("zeep accepts it, we do not: {}", diagnostics[0])),
        });
    };
    if let Some(why) = answer["refused"].as_str() {
        return Ok(Err(format!("we accept it, zeep does not: {why}")));
    }
    let theirs = answer["lines"].as_array().into_iter().flatten();
    let theirs: BTreeSet<String> = theirs
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let text = texts(path);
    let prohibited = attributes(&text, "prohibited");
    let ours = meaning::of(&module, &prohibited);
    let lost = required_elsewhere(&text);
    // Each line of ours, with what zeep may say for it.
    let expected = ours.lines.iter().map(|our| {
        let instead = ours.instead.get(our).into_iter().flatten();
        let all = [our].into_iter().chain(instead);
        let all: Vec<String> = all.map(|own| without_signs(own, &lost)).collect();
        (our, all)
    });
    let expected: Vec<_> = expected.collect();
    let says = |line: &str, all: &[String]| {
        all.iter().any(|own| {
            agrees(line, own) || agrees(&without_prohibited(line, own, &ours.prohibited), own)
        })
    };
    let is_meant = |line: &&String| {
        ours.lines.contains(*line) || expected.iter().any(|(_, all)| says(line, all))
    };
    let only_theirs = lines(theirs.iter().filter(|line| !is_meant(line)));
    let unsaid = expected
        .iter()
        .filter(|(_, all)| !theirs.iter().any(|line| says(line, all)));
    let only_ours = lines(unsaid.map(|(our, _)| *our));
    Ok(match only_theirs.is_empty() && only_ours.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "only zeep:\n    {only_theirs}\n  only we:\n    {only_ours}"
        )),
    })
}

/// The text of a document and of those beside it that it imports and includes.
fn texts(path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut known = BTreeSet::from([path.to_owned()]);
    let mut waiting = vec![path.to_owned()];
    let mut all = String::new();
    while let Some(path) = waiting.pop() {
        let text = fs::read_to_string(path).unwrap_or_default();
        let parts = ["location=\"", "schemaLocation=\""].map(|word| text.split(word).skip(1));
        let locations = parts.into_iter().flatten();
        for location in locations.filter_map(|behind| behind.split('"').next()) {
            let file = folder.join(location.rsplit('/').next().unwrap_or(location));
            if known.insert(file.clone()) {
                waiting.push(file);
            }
        }
        all += &text;
    }
    all
}

/// The local names of attributes with that word as their use, in a text.
fn attributes<'t>(text: &'t str, usage: &str) -> Vec<&'t str> {
    let usage = format!("use=\"{usage}\"");
    let tags = tags_of_attributes(text).filter(|tag| tag.contains(&usage));
    let names = tags.filter_map(|tag| value(tag, " name=\"").or_else(|| value(tag, " ref=\"")));
    names.collect()
}

/// The attributes that must be there and are declared elsewhere, of which zeep does not know the former, in a text.
fn required_elsewhere(text: &str) -> Vec<&str> {
    let tags = tags_of_attributes(text).filter(|tag| tag.contains("use=\"required\""));
    tags.filter_map(|tag| value(tag, " ref=\"")).collect()
}

fn tags_of_attributes(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').filter(|tag| {
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        name.rsplit(':').next() == Some("attribute")
    })
}

/// A name behind some words of a tag, without its prefix.
fn value<'t>(tag: &'t str, words: &str) -> Option<&'t str> {
    let name = tag.split_once(words)?.1.split('"').next()?;
    Some(name.rsplit(':').next().unwrap_or(name))
}

/// A line of zeep's without the attributes that a restriction prohibits, which zeep takes for ones that may be left
/// out, unless ours has them.
fn without_prohibited(theirs: &str, ours: &str, prohibited: &BTreeSet<String>) -> String {
    let mut line = theirs.to_owned();
    for sign in prohibited {
        let Some(at) = line.find(sign).filter(|_| !ours.contains(sign)) else {
            continue;
        };
        let mut depth = 0;
        let end = line[at..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0 || depth == 0 && c == ','
        });
        let end = end.map_or(line.len(), |end| at + end);
        match line[..at].strip_suffix(", ").map(str::len) {
            Some(before) => line.replace_range(before..end, ""),
            None if line[end..].starts_with(", ") => line.replace_range(at..end + 2, ""),
            None => line.replace_range(at..end, ""),
        }
    }
    line
}

/// A line of ours that does not say of these attributes that they must be there.
fn without_signs(line: &str, attributes: &[&str]) -> String {
    let is_one = |part: &str| {
        let local = part
            .strip_prefix("@{")
            .and_then(|name| name.split_once('}')?.1.split(':').next());
        local.is_some_and(|local| attributes.contains(&local))
    };
    let parts = line.split(", ").map(|part| {
        // The first of a type has its bracket before it.
        let own = part.rfind("(@").map_or(part, |at| &part[at + 1..]);
        match is_one(own) {
            true => part.replacen('!', "", 1),
            false => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The first few.
fn lines<'a>(all: impl Iterator<Item = &'a String>) -> String {
    let some: Vec<&str> = all.take(3).map(String::as_str).collect();
    some.join("\n    ")
}

/// How often something occurs at least where zeep does not know.
const UNKNOWN: &str = "[?..";

/// Whether a line of zeep's says the same as one of ours, as far as it knows.
fn agrees(theirs: &str, ours: &str) -> bool {
    let Some((before, behind)) = theirs.split_once(UNKNOWN) else {
        return theirs == ours;
    };
    let (Some(ours), Some((most, theirs))) = (ours.strip_prefix(before), behind.split_once(']'))
    else {
        return false;
    };
    // What occurs once has no numbers.
    let numbers = ours.strip_prefix('[').and_then(|o| o.split_once(']'));
    let (same, rest) = match numbers {
        Some((numbers, rest)) => (numbers.split_once("..").is_some_and(|n| n.1 == most), rest),
        None => (most == "1", ours),
    };
    same && agrees(theirs, rest)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{agrees, attributes, required_elsewhere, without_prohibited, without_signs};

    #[test]
    fn zeep_takes_prohibited_attributes_for_ones_that_may_be_left_out() {
        let text = "<attribute name=\"a\" type=\"n:b\" use=\"prohibited\"/><x:attribute use=\"prohibited\" ref=\"n:c\"/>\
                    <attribute name=\"d\" use=\"optional\"/><attributes name=\"e\" use=\"prohibited\"/>";
        assert_eq!(attributes(text, "prohibited"), ["a", "c"]);
        let prohibited = ["@{n}a:", "@{}c:", "@any"].map(str::to_owned);
        let prohibited = BTreeSet::from(prohibited);
        let without = |theirs, ours| without_prohibited(theirs, ours, &prohibited);
        assert_eq!(
            without("t = ({}e:int, @any, @{}d:int)", ""),
            "t = ({}e:int, @{}d:int)"
        );
        assert_eq!(
            without("t = (@{n}a:list(int), @{n}b:int)", ""),
            "t = (@{n}b:int)"
        );
        assert_eq!(
            without("t = ({}e:int, @{n}a:int, @{}c:int)", ""),
            "t = ({}e:int)"
        );
        assert_eq!(
            without("t = (e:(@{}c:int), f:int)", ""),
            "t = (e:(), f:int)"
        );
        assert_eq!(
            without("t = (@{n}a:int)", "t = (@{n}a:long)"),
            "t = (@{n}a:int)"
        );
    }

    #[test]
    fn zeep_does_not_know_what_must_be_there_of_attributes_elsewhere() {
        let text = "<x:attribute ref=\"n:a\" use=\"required\"/><x:attribute name=\"b\" use=\"required\"/>\
                    <x:attribute ref=\"n:c\"/><x:attributeGroup ref=\"n:d\" use=\"required\"/>";
        let lost = required_elsewhere(text);
        assert_eq!(lost, ["a"]);
        assert_eq!(
            without_signs("type {n}T = ({}e:{n}S, @{n}a:list(int)!, @{}b:int!)", &lost),
            "type {n}T = ({}e:{n}S, @{n}a:list(int), @{}b:int!)"
        );
        assert_eq!(
            without_signs("type {n}T = (@{n}a:int!)", &lost),
            "type {n}T = (@{n}a:int)"
        );
    }

    #[test]
    fn what_zeep_does_not_know_may_be_anything() {
        assert!(agrees(
            "type A = ({}a:int[?..1], {}b:int[?..7])",
            "type A = ({}a:int, {}b:int[7..7])"
        ));
        assert!(agrees(
            "type A = ({}a:int[?..1])",
            "type A = ({}a:int[0..1])"
        ));
        assert!(!agrees(
            "type A = ({}a:int[?..1])",
            "type A = ({}a:int[0..2])"
        ));
        assert!(!agrees("type A = ({}a:int[?..2])", "type A = ({}a:int)"));
        assert!(!agrees(
            "type A = ({}a:int[?..1])",
            "type A = ({}a:int, {}b:int)"
        ));
    }
}
