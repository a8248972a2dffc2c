//! `manyrpc idl`: check, print and compile definitions.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use manyrpc::Error;
use manyrpc::dynamic::DynamicInterface;
use manyrpc_idl::{Options, Severity, Strings};
use manyrpc_model::Module;

use crate::args::{Definition, Files, Gen, Idl, Print, Reading};
use crate::output::{Failure, note, write_out};

/// Runs one of the commands.
pub(crate) fn run(command: Idl) -> Result<ExitCode, Failure> {
    match command {
        Idl::Check(files) => check(&files),
        Idl::Print(args) => print(&args),
        Idl::Gen(args) => generate(&args),
    }
}

fn check(files: &Files) -> Result<ExitCode, Failure> {
    let mut all_good = true;
    for file in &files.files {
        match files.load(file) {
            Ok(module) => note(format_args!("{}: {}", file.display(), summary(&module))),
            Err(Failure::Printed) => all_good = false,
            Err(other) => return Err(other),
        }
    }
    if all_good {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Printed)
    }
}

fn summary(module: &Module) -> String {
    let operations: usize = module.interfaces.iter().map(|i| i.operations.len()).sum();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!(
        "fine: {}, {}, {}, {}",
        count(module.interfaces.len(), "interface"),
        count(operations, "operation"),
        count(module.types.len(), "type"),
        count(module.consts.len(), "constant"),
    )
}

fn print(args: &Print) -> Result<ExitCode, Failure> {
    for file in &args.files.files {
        let module = args.files.load(file)?;
        let module = match args.plain {
            true => manyrpc_model::without_raises(&module),
            false => module,
        };
        let own = manyrpc_idl::language_of(file, &args.files.reading.options());
        let text = match args.form.as_deref().unwrap_or(own) {
            "model" => Ok(manyrpc_model::print::print(&module)),
            language => manyrpc_idl::print_as(&module, language),
        };
        let text = text.map_err(|e| cannot(file, &e))?;
        write_out(None, &text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn generate(args: &Gen) -> Result<ExitCode, Failure> {
    let files = &args.files.files;
    let directory = args.output.as_deref().filter(|o| o.is_dir());
    if files.len() > 1 && directory.is_none() {
        return Err(Failure::misuse(
            "the stubs of several definitions are separate modules: \
             give an existing directory with --output",
        ));
    }
    for file in files {
        let text = stubs(file, args)?;
        let in_directory =
            directory.map(|d| d.join(file.with_extension("rs").file_name().unwrap_or_default()));
        write_out(in_directory.as_deref().or(args.output.as_deref()), &text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn stubs(file: &Path, args: &Gen) -> Result<String, Failure> {
    let module = args.files.load(file)?;
    let options = manyrpc_gen::Options {
        described: match args.undescribed {
            true => Vec::new(),
            false => manyrpc_idl::texts(&module),
        },
        crate_path: args.crate_path.clone(),
        origin: file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        cow_bytes: args.cow_bytes,
        type_codes: args.type_codes,
        ..Default::default()
    };
    manyrpc_gen::rust(&module, &options).map_err(|e| cannot(file, &e))
}

fn cannot<E: std::fmt::Display>(file: &Path, errors: &[E]) -> Failure {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Failure::Misuse(format!("{}: {}", file.display(), lines.join("\n")))
}

impl Files {
    fn load(&self, file: &Path) -> Result<Module, Failure> {
        if self.acf.is_some() && self.files.len() > 1 {
            let message = "--acf applies to a single definition: name only one";
            return Err(Failure::misuse(message));
        }
        let strings = match &*self.strings {
            "bytes" => Strings::Bytes,
            _ => Strings::Text,
        };
        let options = Options {
            acf: self.acf.clone(),
            strings,
            ..self.reading.options()
        };
        load(file, &options)
    }
}

impl Reading {
    fn options(&self) -> Options {
        Options {
            language: self.from.clone(),
            include_dirs: self.include.clone(),
            defines: self.define.iter().map(|d| macro_of(d)).collect(),
            preludes: self.prelude.clone(),
            ..Options::default()
        }
    }
}

/// Reads a definition; its diagnostics go to standard error.
fn load(file: &Path, options: &Options) -> Result<Module, Failure> {
    let (module, diagnostics) = manyrpc_idl::load(file, options);
    let colour = std::io::stderr().is_terminal();
    for diagnostic in &diagnostics {
        note(diagnostic.render(colour).trim_end());
    }
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    module.filter(|_| !errors).ok_or(Failure::Printed)
}

/// Reads the definition named by a command.
pub(crate) fn load_definition(definition: &Definition) -> Result<Module, Failure> {
    let Some(idl) = &definition.idl else {
        return Err(Failure::misuse("name the definition, with --idl FILE"));
    };
    load(idl, &definition.reading.options())
}

/// The error for a definition without interfaces.
pub(crate) const NO_INTERFACE: &str = "the definition has no interface: a .x file needs a `program`, \
    an .idl file an `interface` (in DCE's language with a uuid)";

/// The error for an operation that no interface has; it lists the existing ones.
pub(crate) fn unknown_operation(interfaces: &[DynamicInterface], name: &str) -> Error {
    let operations = interfaces.iter().flat_map(|i| &i.model().operations);
    let mut known: Vec<String> = operations.map(|o| o.name.clone()).collect();
    known.sort();
    known.dedup();
    Error::Unknown {
        what: "operation",
        name: name.to_owned(),
        known,
    }
}

fn macro_of(text: &str) -> (String, String) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => (text.to_owned(), "1".to_owned()),
    }
}
