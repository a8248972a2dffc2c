//! What a binding sets behind its `?`.

use std::borrow::Cow;

use super::System;
use crate::binding::Transport;
use crate::suggest;

/// What bindings of a system may set, as `content` in `grpc://host:50051?content=json`.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub help: &'static str,
    /// What it can be.
    pub values: Values,
    /// Whether bindings over that transport have it.
    pub suits: fn(Transport) -> bool,
}

/// What a [`Setting`] can be.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Values {
    /// One of these words, the default first.
    OneOf(&'static [&'static str]),
    /// Any word; without one it is the system's business.
    Word,
}

/// The settings of a binding that are not the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// By name, in the order of the names.
    chosen: Vec<(&'static str, Cow<'static, str>)>,
}

impl Settings {
    /// Nothing but defaults.
    pub const fn new() -> Self {
        Settings { chosen: Vec::new() }
    }

    /// The word that a setting was given, unless that is the default.
    pub fn word(&self, setting: &Setting) -> Option<&str> {
        let at = self.place(setting.name).ok()?;
        Some(&self.chosen[at].1)
    }

    /// Which of the words of a setting was chosen: 0 is the default.
    pub fn choice(&self, setting: &Setting) -> usize {
        let (Some(word), Values::OneOf(words)) = (self.word(setting), setting.values) else {
            return 0;
        };
        words.iter().position(|w| *w == word).unwrap_or(0)
    }

    /// Sets a setting to a word that it can be.
    fn choose(&mut self, setting: &Setting, word: Cow<'static, str>, default: bool) {
        let place = self.place(setting.name);
        match (place, default) {
            (Ok(at), true) => drop(self.chosen.remove(at)),
            (Ok(at), false) => self.chosen[at].1 = word,
            (Err(_), true) => {}
            (Err(at), false) => self.chosen.insert(at, (setting.name, word)),
        }
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.chosen.binary_search_by(|(known, _)| known.cmp(&name))
    }

    /// Sets one of a system's settings by name. What is wrong with it otherwise, and what may have been meant.
    pub(crate) fn set(
        &mut self,
        (system, transport): (&dyn System, Transport),
        name: &str,
        value: &str,
    ) -> Result<(), String> {
        let mut all = system.settings().iter();
        let Some(setting) = all.find(|s| s.name == name && (s.suits)(transport)) else {
            return Err(unknown((system, transport), name));
        };
        let Values::OneOf(words) = setting.values else {
            // What divides settings is in no word, and what a URL has none of.
            if let Some(odd) = value.chars().find(|c| *c == '&' || !c.is_ascii_graphic()) {
                return Err(format!("its {name} cannot have a `{odd}` in it"));
            }
            self.choose(setting, value.to_owned().into(), false);
            return Ok(());
        };
        let Some(at) = words.iter().position(|word| *word == value) else {
            return Err(format!("its {name} can be {}", enumerated(words, "or")));
        };
        self.choose(setting, words[at].into(), at == 0);
        Ok(())
    }
}

/// What is wrong with a setting that bindings of this kind do not have.
fn unknown((system, transport): (&dyn System, Transport), name: &str) -> String {
    let (of, over) = (system.name(), transport.name());
    let settings = system.settings().iter().filter(|s| (s.suits)(transport));
    let objects = system.objects().map(|_| "object");
    let known: Vec<String> = settings
        .map(|s| s.name)
        .chain(objects)
        .map(str::to_owned)
        .collect();
    let is_somebodys = super::all().any(|s| s.settings().iter().any(|s| s.name == name));
    if is_somebodys || name == "object" {
        return format!("`{of}+{over}` has no {name}");
    }
    let close = suggest::close(name, &known);
    let rest = match (close.first(), known.is_empty()) {
        (Some(close), _) => format!("did you mean `{close}`?"),
        (None, false) => format!("there are {}", list(&known)),
        (None, true) => "it has no options".to_owned(),
    };
    format!("`{of}+{over}` has no option `{name}`; {rest}")
}

/// `a`, `b` and `c`.
pub(crate) fn list<N: std::fmt::Display>(names: impl IntoIterator<Item = N>) -> String {
    enumerated(names, "and")
}

fn enumerated<N: std::fmt::Display>(names: impl IntoIterator<Item = N>, last: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
    match names.as_slice() {
        [most @ .., end] if !most.is_empty() => format!("{} {last} {end}", most.join(", ")),
        _ => names.concat(),
    }
}
