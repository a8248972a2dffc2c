//! The list of definition languages, with their entry points.

use std::path::Path;

use manyrpc_model::Module;

use crate::inexpressible::Inexpressible;
#[cfg(feature = "wsdl")]
use crate::inexpressible::read_back;
use crate::options::Options;
use crate::read::Load;
use crate::source::Files;

/// The interface of a language's module.
pub(crate) struct Language {
    /// Its name: the extension of its files, or what is said instead where another language has it.
    pub(crate) name: &'static str,
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
        name: "x",
        has_preludes: true,
        load: crate::rpcl::load,
        print: crate::rpcl::print,
        texts: |module| one(module, "x", crate::rpcl::print(module).ok()?),
    },
    #[cfg(feature = "dce")]
    Language {
        name: "idl",
        has_preludes: false,
        load: crate::dce::load,
        print: crate::dce::print,
        texts: |module| one(module, "idl", crate::dce::print(module).ok()?),
    },
    #[cfg(feature = "omg")]
    Language {
        name: "omg",
        has_preludes: false,
        load: crate::omg::load,
        print: crate::omg::print,
        texts: |module| one(module, "idl", crate::omg::print(module).ok()?),
    },
    #[cfg(feature = "protobuf")]
    Language {
        name: "proto",
        has_preludes: false,
        load: crate::protobuf::load,
        print: crate::protobuf::print,
        texts: |module| {
            let name = format!("{}.proto", module.name);
            crate::protobuf::print_files(module, &name).ok()
        },
    },
    #[cfg(feature = "wsdl")]
    Language {
        name: "wsdl",
        has_preludes: false,
        load: crate::wsdl::load,
        print: crate::wsdl::print,
        // What other languages say is printed, too, but is not all in the text.
        texts: |module| {
            let text = crate::wsdl::print(module).ok()?;
            let text = read_back(module, text, "wsdl", crate::wsdl::load).ok()?;
            one(module, "wsdl", text)
        },
    },
];

/// The names of all languages, compiled in or not, with their features. Files with other extensions
/// are in the first language.
const NAMES: [(&str, &str); 5] = [
    ("x", "rpcl"),
    ("idl", "dce"),
    ("omg", "omg"),
    ("proto", "protobuf"),
    ("wsdl", "wsdl"),
];

#[cfg(any(feature = "rpcl", feature = "dce", feature = "omg", feature = "wsdl"))]
fn one(module: &Module, ending: &str, text: String) -> Option<Texts> {
    Some(vec![(format!("{}.{ending}", module.name), text)])
}

/// The language of a file: as the options say, or by its extension. Two languages have `.idl`: it is
/// DCE's if the text has a list of attributes before `interface`, as each of its interfaces has.
///
/// # Errors
/// It is not compiled in, or does not support the options; the reason, for people.
pub(crate) fn of(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> Result<&'static Language, String> {
    let ending = path.extension().map(|e| e.to_ascii_lowercase());
    let ending = ending.as_deref().and_then(|e| e.to_str());
    let name = match (options.language.as_deref(), ending) {
        (Some(name), _) if NAMES.iter().any(|(known, _)| *known == name) => Some(name),
        (Some(name), _) => return Err(format!("there is no definition language `{name}`")),
        (None, Some("idl")) => Some(of_idl(files, path, options)),
        (None, Some("xsd")) => Some("wsdl"),
        (None, other) => other,
    };
    let language = named(name)?;
    if !options.preludes.is_empty() && !language.has_preludes {
        return Err("only definitions in Sun's RPC language (.x) have preludes".to_owned());
    }
    Ok(language)
}

/// Which of its languages an `.idl` file is in; the one that is compiled in, if only one is.
fn of_idl(files: &dyn Files, path: &Path, options: &Options) -> &'static str {
    let there = |name: &str| ALL.iter().any(|language| language.name == name);
    if !there("omg") || !there("idl") {
        return if there("omg") { "omg" } else { "idl" };
    }
    let text = files.read(path, options.limits.source_bytes);
    let text = text.unwrap_or_default();
    match crate::c::idl::is_omg(&String::from_utf8_lossy(&text)) {
        true => "omg",
        false => "idl",
    }
}

/// The language of that name.
///
/// # Errors
/// It is not compiled in; the reason, for people.
pub(crate) fn named(name: Option<&str>) -> Result<&'static Language, String> {
    let known = NAMES.iter().find(|(known, _)| Some(*known) == name);
    let (name, feature) = known.unwrap_or(&NAMES[0]);
    let language = ALL.iter().find(|language| language.name == *name);
    language.ok_or_else(|| {
        format!("the language `{name}` is not built in (feature `{feature}` of manyrpc-idl)")
    })
}
