//! The settings of a binding, after its `?`.

use std::borrow::Cow;

use super::transport::Transport;

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
    pub(crate) fn choose(&mut self, setting: &Setting, word: Cow<'static, str>, default: bool) {
        let place = self.place(setting.name);
        match (place, default) {
            (Ok(at), true) => drop(self.chosen.remove(at)),
            (Ok(at), false) => self.chosen[at].1 = word,
            (Err(_), true) => {}
            (Err(at), false) => self.chosen.insert(at, (setting.name, word)),
        }
    }

    /// Gives a setting its default.
    pub(crate) fn forget(&mut self, setting: &Setting) {
        if let Ok(at) = self.place(setting.name) {
            self.chosen.remove(at);
        }
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.chosen.binary_search_by(|(known, _)| known.cmp(&name))
    }
}
