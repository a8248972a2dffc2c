//! The list of definition languages, with their entry points.

use std::path::Path;

use manyrpc_model::Module;

use crate::inexpressible::Inexpressible;
use crate::options::Options;
use crate::read::Load;

/// The interface of a language's module.
pub(crate) struct Language {
    /// The extensions of its files.
    ending: &'static str,
    /// Whether it supports [`Options::preludes`].
    has_preludes: bool,
    pub(crate) load: Load,
    pub(crate) print: fn(&Module) -> Result<String, Vec<Inexpressible>>,
    /// The texts of a module, if the language can express it.
    pub(crate) texts: fn(&Module) -> Option<Texts>,
}

/// Texts by file name, the definition's own first.
type Texts = Vec<(String, String)>;

/// The languages that are compiled in; a module is printed in the first that can express it.
pub(crate) const ALL: &[Language] = &[
    #[cfg(feature = "rpcl")]
    Language {
        ending: "x",
        has_preludes: true,
        load: crate::rpcl::load,
        print: crate::rpcl::print,
        texts: |module| one(module, "x", crate::rpcl::print(module).ok()?),
    },
    #[cfg(feature = "dce")]
    Language {
        ending: "idl",
        has_preludes: false,
        load: crate::dce::load,
        print: crate::dce::print,
        texts: |module| one(module, "idl", crate::dce::print(module).ok()?),
    },
    #[cfg(feature = "protobuf")]
    Language {
        ending: "proto",
        has_preludes: false,
        load: crate::protobuf::load,
        print: crate::protobuf::print,
        texts: |module| {
            let name = format!("{}.proto", module.name);
            crate::protobuf::print_files(module, &name).ok()
        },
    },
];

/// The extensions of all languages, compiled in or not, with their features. Other files are in the
/// first language.
const ENDINGS: [(&str, &str); 3] = [("x", "rpcl"), ("idl", "dce"), ("proto", "protobuf")];

#[cfg(any(feature = "rpcl", feature = "dce"))]
fn one(module: &Module, ending: &str, text: String) -> Option<Texts> {
    Some(vec![(format!("{}.{ending}", module.name), text)])
}

/// The language of a file, by its extension.
///
/// # Errors
/// It is not compiled in, or does not support the options; the reason, for people.
pub(crate) fn of(path: &Path, options: &Options) -> Result<&'static Language, String> {
    let ending = path.extension().map(|e| e.to_ascii_lowercase());
    let ending = ending.as_deref().and_then(|e| e.to_str());
    let language = of_ending(ending)?;
    if !options.preludes.is_empty() && !language.has_preludes {
        return Err("only definitions in Sun's RPC language (.x) have preludes".to_owned());
    }
    Ok(language)
}

/// The language for a file extension.
///
/// # Errors
/// It is not compiled in; the reason, for people.
pub(crate) fn of_ending(ending: Option<&str>) -> Result<&'static Language, String> {
    let known = ENDINGS.iter().find(|(known, _)| Some(*known) == ending);
    let (ending, feature) = known.unwrap_or(&ENDINGS[0]);
    let language = ALL.iter().find(|language| language.ending == *ending);
    language.ok_or_else(|| {
        format!("the language of .{ending} is not built in (feature `{feature}` of manyrpc-idl)")
    })
}
