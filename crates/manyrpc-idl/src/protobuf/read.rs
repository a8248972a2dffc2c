//! From text to descriptors: imported files, and the parser's diagnostics.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use protox::file::{File, FileResolver, GoogleFileResolver};
use protox::prost_reflect::prost_types::FileDescriptorProto;
use protox::prost_reflect::{DescriptorError, DescriptorPool};

use crate::diagnostic::{self, Diagnostic, Findings, Severity};
use crate::options::Options;
use crate::place::Span;
use crate::source::{OpenError, Sources};

use super::set::{Set, place};
use super::{json_names, raises, visible};

/// The number of the field of a file's descriptor that lists its imports.
const DEPENDENCY: i32 = 3;

/// Reads and checks a definition; `None` if there are errors, which are among the findings.
pub(crate) fn read(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    path: &Path,
    file: u32,
) -> Option<Set> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let mut reader = Reader {
        sources,
        findings,
        options,
        folder: path.parent().unwrap_or(Path::new("")),
        known: Known {
            files: HashMap::new(),
            google: GoogleFileResolver::new(),
        },
        read: HashMap::new(),
        imports: HashMap::new(),
    };
    reader.parse(&name, file)?;
    reader.refuse_cycle(&name)?;
    reader.compile(&name)
}

struct Reader<'a, 'f> {
    sources: &'a mut Sources<'f>,
    findings: &'a mut Findings,
    options: &'a Options,
    folder: &'a Path,
    known: Known,
    read: HashMap<String, u32>,
    /// The imports of each file.
    imports: HashMap<String, Vec<String>>,
}

/// The parsed files and the language's standard files.
struct Known {
    files: HashMap<String, File>,
    google: GoogleFileResolver,
}

impl FileResolver for Known {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match self.files.get(name) {
            Some(file) => Ok(file.clone()),
            None => match raises::file(name) {
                Some(file) => Ok(file),
                None => self.google.open_file(name),
            },
        }
    }
}

impl Reader<'_, '_> {
    /// Parses a file and its imports.
    fn parse(&mut self, name: &str, file: u32) -> Option<()> {
        let mut waiting = vec![(name.to_owned(), file)];
        while let Some((name, file)) = waiting.pop() {
            if self.read.insert(name.clone(), file).is_some() {
                continue;
            }
            let text = self.sources.file(file).text.clone();
            let parsed = match File::from_source(&name, &text) {
                Ok(parsed) => parsed,
                Err(error) => {
                    self.report(&error, file);
                    return None;
                }
            };
            let descriptor = parsed.file_descriptor_proto().clone();
            let parsed = match json_names::with_distinct_names(&descriptor) {
                Some(other) => File::from_file_descriptor_proto(other),
                None => parsed,
            };
            let imports = descriptor.dependency.clone();
            self.imports.insert(name.clone(), imports);
            self.known.files.insert(name, parsed);
            for (at, import) in descriptor.dependency.iter().enumerate() {
                let span = place(self.sources, &descriptor, file, &[DEPENDENCY, at as i32]);
                waiting.extend(
                    self.import(import, span)?
                        .map(|file| (import.clone(), file)),
                );
            }
        }
        Some(())
    }

    /// Refuses import cycles: such files cannot be read in any order.
    fn refuse_cycle(&mut self, name: &str) -> Option<()> {
        let Some(cycle) = visible::cycle(name, &self.imports) else {
            return Some(());
        };
        let names: Vec<&str> = cycle.iter().map(|(file, _)| &**file).collect();
        let (last, import) = cycle.last()?;
        let again = &self.imports.get(last)?[*import];
        let message = format!("import cycle detected: {} -> {again}", names.join(" -> "));
        let descriptor = self.known.files.get(last)?.file_descriptor_proto();
        let file = *self.read.get(last)?;
        let span = place(
            self.sources,
            descriptor,
            file,
            &[DEPENDENCY, *import as i32],
        );
        self.findings.error(self.sources, span, message);
        None
    }

    /// Opens an imported file; `Some(None)` for one of the language's standard files.
    fn import(&mut self, name: &str, span: Span) -> Option<Option<u32>> {
        let folders = std::iter::once(self.folder.to_owned());
        let folders: Vec<PathBuf> = folders
            .chain(self.options.include_dirs.iter().cloned())
            .collect();
        for folder in folders {
            match self.sources.open(&folder.join(name)) {
                Ok(file) => return Some(Some(file)),
                Err(OpenError::NotFound) => {}
                Err(e) => {
                    let message = format!("cannot import `{name}`: {}", e.reason());
                    self.findings.error(self.sources, span, message);
                    return None;
                }
            }
        }
        if self.known.open_file(name).is_ok() {
            return Some(None);
        }
        let help =
            "files are looked for beside the definition and in the directories that are included";
        let message = format!("there is no file `{name}` to import");
        let found = diagnostic::at(self.sources, span, Severity::Error, message);
        self.findings.push(found.help(Some(help.to_owned())));
        None
    }

    /// Resolves names and checks the language's rules.
    fn compile(mut self, name: &str) -> Option<Set> {
        visible::show(&mut self.known.files);
        let files = std::mem::take(&mut self.known.files);
        let without_text = files.iter().filter(|(_, file)| file.source().is_none());
        let without_text: HashMap<String, FileDescriptorProto> = without_text
            .map(|(name, file)| (name.clone(), file.file_descriptor_proto().clone()))
            .collect();
        let resolver = Known {
            files,
            google: GoogleFileResolver::new(),
        };
        let mut compiler = protox::Compiler::with_file_resolver(resolver);
        compiler.include_source_info(true).include_imports(true);
        if let Err(error) = compiler.open_file(name) {
            let name = error.file().unwrap_or(name);
            let file = self.read.get(name).copied().unwrap_or_default();
            match self.placed(compiler.descriptor_pool(), without_text.get(name), file) {
                Some(placed) => self.report(&placed, file),
                None => self.report(&error, file),
            }
            return None;
        }
        let mut files = compiler.file_descriptor_set().file;
        json_names::restore(&mut files);
        visible::restore(&mut files, &self.imports);
        Some(Set {
            raises: raises::of_pool(&compiler.descriptor_pool(), &files),
            files,
            read: self.read,
        })
    }

    /// Errors in files that were given to the compiler without their text, with places in the text.
    fn placed(
        &self,
        mut pool: DescriptorPool,
        shown: Option<&FileDescriptorProto>,
        file: u32,
    ) -> Option<DescriptorError> {
        let error = pool.add_file_descriptor_proto(shown?.clone()).err()?;
        Some(error.with_source_code(&self.sources.file(file).text))
    }

    /// Adds an error found by the parser.
    fn report(&mut self, error: &dyn miette::Diagnostic, file: u32) {
        let found = self.diagnostic(error, file);
        self.findings.push(found);
        for related in error.related().into_iter().flatten() {
            let found = self.diagnostic(related, file);
            self.findings.push(found);
        }
    }

    fn diagnostic(&self, error: &dyn miette::Diagnostic, file: u32) -> Diagnostic {
        let labels = error.labels().into_iter().flatten();
        let mut labels: Vec<_> = labels
            .map(|label| {
                let start = label.offset() as u32;
                let end = start + label.len() as u32;
                (
                    Span { file, start, end },
                    label.label().unwrap_or_default().to_owned(),
                )
            })
            .collect();
        let message = quoted(&error.to_string());
        // The last label is the error itself; the others explain it.
        let mut found = match labels.pop() {
            Some((span, _)) => diagnostic::at(self.sources, span, Severity::Error, message),
            None if message.ends_with("end of file") => {
                let span = end_of(self.sources, file);
                diagnostic::at(self.sources, span, Severity::Error, message)
            }
            None => diagnostic::of_file(&self.sources.file(file).path, message),
        };
        let help = match found.message.ends_with("found `edition`") {
            true => Some("editions are not supported: write `syntax = \"proto3\";`".to_owned()),
            false => error.help().map(|help| quoted(&help.to_string())),
        };
        for (span, message) in labels {
            found = found.label(self.sources, span, quoted(&message));
        }
        found.help(help)
    }
}

fn end_of(sources: &Sources<'_>, file: u32) -> Span {
    let end = sources.file(file).text.len() as u32;
    let start = end;
    Span { file, start, end }
}

/// Names in our quotation marks: `'x'` becomes `` `x` ``.
fn quoted(text: &str) -> String {
    let parts: Vec<&str> = text.split('\'').collect();
    match parts.len() % 2 {
        1 => parts.join("`"),
        _ => text.to_owned(),
    }
}
