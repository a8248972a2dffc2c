//! The settings of a binding, after its `?`.

use std::borrow::Cow;

use super::System;
use crate::binding::Transport;
use crate::suggest;

/// A setting for bindings of a system, such as `content` in `grpc://host:50051?content=json`.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub help: &'static str,
    /// Its possible values.
    pub values: Values,
    /// Whether bindings over that transport have it.
    pub suits: fn(Transport) -> bool,
}

/// The possible values of a [`Setting`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Values {
    /// One of these words, the default first.
    OneOf(&'static [&'static str]),
    /// Any word; the default is up to the system.
    Word,
}

/// The settings of a binding that differ from the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Sorted by name.
    chosen: Vec<(&'static str, Cow<'static, str>)>,
}

impl Settings {
    /// All defaults.
    pub const fn new() -> Self {
        Settings { chosen: Vec::new() }
    }

    /// The value of a setting, unless it is the default.
    pub fn word(&self, setting: &Setting) -> Option<&str> {
        let at = self.place(setting.name).ok()?;
        Some(&self.chosen[at].1)
    }

    /// The index of a setting's value among its words: 0 is the default.
    pub fn choice(&self, setting: &Setting) -> usize {
        let (Some(word), Values::OneOf(words)) = (self.word(setting), setting.values) else {
            return 0;
        };
        words.iter().position(|w| *w == word).unwrap_or(0)
    }

    /// Sets a setting to one of its possible values.
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

    /// Sets one of a system's settings by name. The error describes the mistake, with a suggestion.
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
            // Values must not contain separators, or characters that URLs lack.
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

/// The error for a setting that bindings of this kind lack.
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
