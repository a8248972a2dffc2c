//! The file that a naming service keeps its contexts in.
//!
//! Lines of text, of which each says one thing: a `context` and its bindings behind it, each a name and a reference or, of a
//! context of the same service, its number. The file is replaced as a whole by a rename, so that there is always one that is
//! complete; its last line says how many there are before.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::name::Name;
use super::tree::{Again, Bound, Place, ROOT, Tree};
use super::{escaped, unescaped};
use crate::boot::seed;
use crate::error::Error;

/// What a file begins with.
const HEAD: &str = "manyrpc naming service 1";

/// What a service keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// What the keys of its contexts begin with, besides the root's.
    pub(super) identity: u64,
    pub(super) tree: Tree,
}

impl Kept {
    /// What a new service keeps: nothing yet.
    pub(super) fn new() -> Self {
        Kept {
            identity: seed(),
            tree: Tree::default(),
        }
    }
}

/// What the file at a path keeps; `None` if there is none.
///
/// # Errors
/// It cannot be read, or is not such a file.
pub(super) fn read(path: &Path) -> Result<Option<Kept>, Error> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(unreadable(path, source)),
    };
    let mut number = 0;
    let mut reading = Reading::default();
    for line in BufReader::new(file).lines() {
        number += 1;
        let line = line.map_err(|source| unreadable(path, source))?;
        let read = reading.line(number, &line);
        read.map_err(|problem| bad(path, &format!("line {number}: {problem}")))?;
    }
    match reading.kept {
        Some(kept) if reading.is_complete => Ok(Some(kept)),
        _ => Err(bad(path, "its end is missing")),
    }
}

fn unreadable(path: &Path, source: io::Error) -> Error {
    Error::Io {
        what: format!("cannot read the names in {}", path.display()),
        source,
    }
}

fn bad(path: &Path, problem: &str) -> Error {
    let path = path.display();
    Error::Settings(format!(
        "{path} does not hold the names of a naming service: {problem}"
    ))
}

#[derive(Default)]
struct Reading {
    kept: Option<Kept>,
    /// The context that bindings are of.
    context: Option<u64>,
    /// The number of the next context.
    next: u64,
    is_complete: bool,
}

impl Reading {
    fn line(&mut self, number: u64, line: &str) -> Result<(), String> {
        if number == 1 {
            return match line {
                HEAD => Ok(()),
                _ => Err(format!("it is not `{HEAD}`")),
            };
        }
        let mut words = line.split(' ');
        let (verb, first, second) = (words.next(), words.next(), words.next());
        match (verb, first, second, words.next(), &mut self.kept) {
            _ if self.is_complete => Err("the end was before".to_owned()),
            (Some("service"), Some(identity), Some(next), None, None) => {
                let identity = u64::from_str_radix(identity, 16);
                let identity = identity.map_err(|_| "there is no number of the service")?;
                self.next = numbered(next)?;
                let tree = Tree::default();
                self.kept = Some(Kept { identity, tree });
                Ok(())
            }
            (Some("context"), Some(context), None, None, Some(kept)) => {
                let context = numbered(context)?;
                if context >= self.next {
                    return Err("the number of the context is too high".to_owned());
                }
                let restored = kept.tree.restore(context, self.next);
                self.context = Some(context);
                restored.map_err(|_| "there is no room for it, or it was before".to_owned())
            }
            (Some("end"), Some(lines), None, None, Some(_)) => {
                self.is_complete = numbered(lines)? == number - 1;
                match self.is_complete {
                    true => Ok(()),
                    false => Err("there are not as many lines as it says".to_owned()),
                }
            }
            (Some(verb), Some(name), Some(to), None, Some(kept)) => {
                let context = self.context.ok_or("it is in no context")?;
                let name: Name = unescaped(name)?.parse().map_err(|e| format!("{e}"))?;
                if name.components().len() != 1 {
                    return Err("the name has several components".to_owned());
                }
                let to = match verb {
                    "object" => Bound::Object(unescaped(to)?),
                    "here" => Bound::Context(Place::Here(numbered(to)?)),
                    "elsewhere" => Bound::Context(Place::Elsewhere(unescaped(to)?)),
                    _ => return Err(format!("`{verb}` is unknown")),
                };
                let bound = kept.tree.bind(context, &name, to, Again::No);
                bound.map_err(|_| "there is no room for it, or it was before".to_owned())
            }
            _ => Err("it is not understood".to_owned()),
        }
    }
}

fn numbered(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// Replaces the file at a path. Whatever happens meanwhile, there is the old one or the new one.
///
/// # Errors
/// It cannot be written.
pub(super) fn replace(path: &Path, kept: &Kept) -> io::Result<()> {
    let beside = beside(path);
    let mut file = BufWriter::new(File::create(&beside)?);
    write(&mut file, kept)?;
    file.into_inner()?.sync_all()?;
    fs::rename(&beside, path)?;
    // The rename itself lasts only when the directory is on the disk.
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

/// Where the next file is made.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

fn write(to: &mut impl Write, kept: &Kept) -> io::Result<()> {
    let Kept { identity, tree } = kept;
    writeln!(to, "{HEAD}\nservice {identity:016x} {}", tree.next())?;
    let mut lines = 2;
    for (number, context) in tree.contexts() {
        writeln!(to, "context {number}")?;
        lines += 1 + context.len();
        for (name, bound) in context {
            let name = escaped(name.to_string().as_bytes());
            match bound {
                Bound::Object(text) => writeln!(to, "object {name} {}", escaped(text.as_bytes()))?,
                Bound::Context(Place::Here(number)) => writeln!(to, "here {name} {number}")?,
                Bound::Context(Place::Elsewhere(text)) => {
                    writeln!(to, "elsewhere {name} {}", escaped(text.as_bytes()))?;
                }
            }
        }
    }
    writeln!(to, "end {lines}")
}

const _: () = assert!(ROOT == 0, "files have it so");

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    fn kept() -> Kept {
        let mut tree = Tree::default();
        let a = tree.bind_new_context(ROOT, &name("a b.ä")).unwrap();
        let gone = tree.bind_new_context(a, &name("gone")).unwrap();
        tree.destroy(gone).unwrap();
        for (text, to) in [
            (".", Bound::Object(String::new())),
            (r"x\/y\.z.%", Bound::Object("IOR:00 \n&".to_owned())),
            (
                "far",
                Bound::Context(Place::Elsewhere("iiop://h:1/k".to_owned())),
            ),
        ] {
            tree.bind(a, &name(text), to, Again::No).unwrap();
        }
        Kept {
            identity: 0x12ab,
            tree,
        }
    }

    fn place(what: &str) -> PathBuf {
        let file = format!("manyrpc-naming-{}-{what}", std::process::id());
        std::env::temp_dir().join(file)
    }

    #[test]
    fn what_is_kept_is_there_again() {
        let path = place("kept");
        assert_eq!(read(&path).unwrap(), None);
        replace(&path, &kept()).unwrap();
        let mut again = read(&path).unwrap().unwrap();
        assert_eq!(again, kept());
        // What a process that was killed has left changes nothing, and is overwritten.
        fs::write(beside(&path), "half of").unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), kept());
        again.tree.unbind(ROOT, &name("a b.ä")).unwrap();
        replace(&path, &again).unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), again);
        fs::remove_file(&path).unwrap();
    }

    /// Whatever part of a file is missing or changed, it is told, and nothing of it is taken.
    #[test]
    fn files_that_are_not_whole_are_refused() {
        let path = place("bad");
        replace(&path, &kept()).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let mut others: Vec<String> = whole
            .char_indices()
            .map(|(at, _)| whole[..at].to_owned())
            // Without its last line feed it is whole.
            .filter(|part| part.len() + 1 < whole.len())
            .collect();
        let changed = [
            ("service 1", "bind 1"),
            ("context 1", "context 99"),
            ("context 1", "context x"),
            ("here a", "here a/b"),
            ("here a", "hear a"),
            ("end ", "end 1"),
        ];
        others.extend(changed.map(|(from, to)| {
            let other = whole.replacen(from, to, 1);
            assert_ne!(other, whole, "{from}");
            other
        }));
        others.push(format!("{whole}context 1\n"));
        for text in others {
            fs::write(&path, &text).unwrap();
            let error = read(&path).map(drop).unwrap_err().to_string();
            assert!(error.contains("naming service"), "{error}\n{text}");
        }
        fs::remove_file(&path).unwrap();
    }
}
