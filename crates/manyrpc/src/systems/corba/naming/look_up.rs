//! From a binding with a name to the object of that name.

use super::{Name, NamingClient, NamingError, escaped, or_root, unescaped};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::systems::Names;
use crate::systems::corba::NAME;

pub(in super::super) struct Lookup;

/// How often what is found may be a name in its turn.
const HOPS: usize = 8;

impl Names for Lookup {
    fn is_name(&self, binding: &Binding) -> bool {
        binding.settings.word(&NAME).is_some()
    }

    fn look_up(&self, binding: &Binding, options: &ClientOptions) -> Result<Binding, Error> {
        let mut at = binding.clone();
        for _ in 0..HOPS {
            let Some(name) = name_in(&at)? else {
                return Ok(at);
            };
            at = found(&at, &name, options)?;
            if !at.is_of(binding.system) {
                return Ok(at);
            }
        }
        let problem = "its name refers to names without end";
        Err(Error::Binding(binding.error(problem)))
    }
}

/// The binding that a name has in the context of another one.
fn found(at: &Binding, name: &Name, options: &ClientOptions) -> Result<Binding, Error> {
    let mut context = NamingClient::connect(&context_of(at), options)?;
    let reference = context.resolve(name).map_err(|error| match error {
        NamingError::Error(error) => error,
        other => Error::Name {
            name: name.to_string(),
            service: context_of(at).to_string(),
            why: other.to_string(),
        },
    })?;
    if reference.is_empty() {
        let problem = "its name is bound to no object";
        return Err(Error::Binding(at.error(problem)));
    }
    Binding::received(&reference).map_err(Error::Binding)
}

/// The binding of the context that a binding's name is in.
fn context_of(at: &Binding) -> Binding {
    let mut context = at.clone();
    context.settings.forget(&NAME);
    or_root(context)
}

/// The name in a binding.
///
/// # Errors
/// It is none.
pub(in super::super) fn name_in(at: &Binding) -> Result<Option<Name>, Error> {
    let Some(word) = at.settings.word(&NAME) else {
        return Ok(None);
    };
    let name = read(word).map_err(|problem| Error::Binding(at.error(problem)))?;
    Ok(Some(name))
}

fn read(word: &str) -> Result<Name, String> {
    unescaped(word)?.parse().map_err(|e| format!("{e}"))
}

/// Gives a binding a name as people write it; within the context that it names, if it has a name.
///
/// # Errors
/// It is no name.
#[cfg(feature = "dynamic")]
pub(in super::super) fn join_name(binding: &mut Binding, name: &str) -> Result<(), Error> {
    let set = set_name(binding, &escaped(name.as_bytes()));
    set.map_err(|problem| Error::Settings(format!("`{name}`: {problem}")))
}

/// Gives a binding the name that stands in a URL; within the context that it names, if it has a name.
///
/// # Errors
/// It is no name; the reason, as half a sentence.
pub(in super::super) fn set_name(binding: &mut Binding, word: &str) -> Result<(), String> {
    let name = read(word)?;
    let name = match binding.settings.word(&NAME) {
        Some(outer) => read(outer)?.join(&name).map_err(|e| e.to_string())?,
        None => name,
    };
    binding.set(NAME.name, &escaped(name.to_string().as_bytes()))
}
