//! The settings of a binding from text.

use super::{Settings, System, Values, all};
use crate::suggest::{self, enumerated, list};
use crate::system::binding::{Binding, Transport};

impl Binding {
    /// Sets the object (`object`) or a setting of its system by name, as after the `?`.
    ///
    /// # Errors
    /// There is no such setting (with a suggestion), or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "object"
            && let Some(objects) = self.system.objects()
        {
            let object = objects.parse(value);
            self.object = Some(object.map_err(|e| format!("`{value}`: {e}"))?);
            return Ok(());
        }
        let of = (self.system, self.transport);
        self.settings.set(of, name, value)
    }
}

impl Settings {
    /// Sets one of a system's settings by name. The error describes the mistake, with a suggestion.
    fn set(
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
    let is_somebodys = all().any(|s| s.settings().iter().any(|s| s.name == name));
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
