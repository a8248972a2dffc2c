//! Object keys as text, and references to objects of ours.
//!
//! Reading list: CORBA 3.0 section 13.6.10.3 (key strings of `corbaloc`), RFC 2396 section 2.4 (escapes).

use manyrpc_codec::cdr::references;
use manyrpc_engine::ObjectKey;

use super::REFERENCE;
use super::naming::escaped;
use super::reference::{Ior, of_name, profiles_of};
use crate::system::binding::Binding;
use crate::system::objects::Objects;

pub(super) struct Keys;

impl Objects for Keys {
    fn parse(&self, text: &str) -> Result<ObjectKey, String> {
        let key = references::key_of_text(text);
        let key = key.ok_or("two hexadecimal digits must follow its `%`")?;
        Ok(ObjectKey::new(&key))
    }

    fn print(&self, key: &ObjectKey) -> String {
        escaped(key.as_bytes())
    }

    fn is_path(&self) -> bool {
        true
    }

    fn reference(&self, at: &[Binding], type_id: &str) -> Option<String> {
        let profiles = at.iter().filter_map(profiles_of).flatten();
        let reference = Ior {
            type_id: type_id.to_owned(),
            profiles: profiles.collect(),
        };
        (!reference.is_nil()).then(|| reference.to_string())
    }

    fn type_id(&self, full_name: &str) -> String {
        of_name(full_name)
    }

    fn type_of(&self, at: &Binding) -> Option<String> {
        let ior = Ior::parse(at.settings.word(&REFERENCE)?).ok()?;
        Some(ior.type_id).filter(|id| !id.is_empty())
    }

    fn tell_types(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_text_with_escapes() {
        for (key, text) in [
            (&b"NameService"[..], "NameService"),
            (b"a/b:c@d", "a/b:c@d"),
            (b"\0\xff?&=%", "%00%FF%3F%26%3D%25"),
            (b"", ""),
        ] {
            let key = ObjectKey::new(key);
            assert_eq!(Keys.print(&key), text);
            assert_eq!(Keys.parse(text), Ok(key));
        }
        assert!(Keys.parse("%4").is_err() && Keys.parse("%zz").is_err());
    }
}
