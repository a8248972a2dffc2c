//! Initial references: what `rir:` finds by the name of a service.
//!
//! Reading list: CORBA 3.0 sections 4.5.2 (obtaining initial references), 4.5.3.2 (`-ORBInitRef`), 13.6.10.4 (`rir`).
//!
//! The one of this program, set by [`set_initial_reference`], comes before the one of the environment variable
//! `ORBInitRef`, which omniORB reads, too: `NameService=corbaname::host`, several with commas between them. The naming
//! service is on this host at the port of location URLs otherwise.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::{KEY, PORT};
use crate::binding::Binding;
use crate::error::Error;

/// The environment variable, as omniORB calls it.
const VARIABLE: &str = "ORBInitRef";

static OF_PROGRAM: RwLock<BTreeMap<String, String>> = RwLock::new(BTreeMap::new());

/// Sets what `rir:/NAME` and, for `NameService`, `corbaname:rir:` refer to in this program.
///
/// # Errors
/// The text is no binding.
pub fn set_initial_reference(name: &str, to: &str) -> Result<(), Error> {
    to.parse::<Binding>().map_err(Error::Binding)?;
    let mut all = OF_PROGRAM.write().unwrap_or_else(PoisonError::into_inner);
    all.insert(name.to_owned(), to.to_owned());
    Ok(())
}

/// What a name refers to, as text.
///
/// # Errors
/// Nothing does; the reason, as half a sentence.
pub(in super::super) fn initial_reference(name: &str) -> Result<String, String> {
    match (chosen(name), name) {
        (Some(chosen), _) => Ok(chosen),
        (None, KEY) => Ok(format!("corbaloc:iiop:1.2@127.0.0.1:{PORT}/{KEY}")),
        (None, _) => Err(format!(
            "no initial reference is called `{name}`; set it as `{VARIABLE}={name}=…`"
        )),
    }
}

/// What somebody has set a name to.
pub(super) fn chosen(name: &str) -> Option<String> {
    let all = OF_PROGRAM.read().unwrap_or_else(PoisonError::into_inner);
    let of_program = all.get(name).cloned();
    of_program.or_else(|| in_variable(&std::env::var(VARIABLE).ok()?, name))
}

/// The value for a name in `NAME=URL,NAME=URL`. URLs have commas, too: one that divides has a word and `=` behind it.
fn in_variable(text: &str, name: &str) -> Option<String> {
    let is_name = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let mut values: Vec<(&str, String)> = Vec::new();
    for part in text.split(',') {
        match (part.split_once('='), values.last_mut()) {
            (Some((word, value)), _) if is_name(word.trim()) => {
                values.push((word.trim(), value.to_owned()));
            }
            (_, Some((_, last))) => *last += &format!(",{part}"),
            (_, None) => {}
        }
    }
    let found = values.into_iter().find(|(word, _)| *word == name);
    found.map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_has_several() {
        let text = "NameService=corbaloc::one,:two:90/NameService, Log=IOR:00";
        let found = |name| in_variable(text, name);
        assert_eq!(
            found("NameService").as_deref(),
            Some("corbaloc::one,:two:90/NameService")
        );
        assert_eq!(found("Log").as_deref(), Some("IOR:00"));
        assert_eq!(found("Other"), None);
        assert_eq!(in_variable("nothing", "nothing"), None);
    }
}
