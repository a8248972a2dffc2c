//! The documents of a definition: what it imports and includes.
//!
//! Locations are relative to the document that has them, or else to the directories that are included, where the last
//! component alone is looked for, too. Of a location with a scheme (`http:`), or an absolute path, only that counts.
//! Nothing is ever fetched. One schema is known here, that of bytes with the type of their content, which generators of code
//! import from where it is published; a file comes first.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::options::Options;
use crate::place::Span;
use crate::source::{OpenError, Sources};

use super::words::{WSDL, WSDL_2, XSD, is_known};
use super::xml::{self, Bounds, Element};

/// A schema: an element, and the namespace of what it declares.
pub(super) struct Schema {
    pub(super) element: Rc<Element>,
    pub(super) namespace: Rc<str>,
    /// It has no namespace of its own, but the one of the schema that includes it.
    pub(super) is_chameleon: bool,
    /// It is in the definition's own file, or included by that.
    pub(super) is_own: bool,
}

/// Everything that was read.
#[derive(Default)]
pub(super) struct Set {
    /// `wsdl:definitions`, the definition's own first.
    pub(super) definitions: Vec<Rc<Element>>,
    pub(super) schemas: Vec<Schema>,
    /// How many elements and attributes all of them have.
    pub(super) nodes: usize,
}

/// Reads a definition, and what it imports and includes. What is wrong is among the findings.
pub(super) fn read(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    file: u32,
) -> Set {
    let limits = options.limits;
    let mut reader = Reader {
        sources,
        findings,
        options,
        bounds: Bounds {
            nesting: limits.nesting,
            nodes: limits.tokens,
        },
        imports: limits.includes,
        roots: Vec::new(),
        known: HashSet::new(),
        waiting: VecDeque::new(),
        set: Set::default(),
    };
    reader.waiting.push_back(Wanted {
        file,
        as_part_of: None,
        is_own: true,
    });
    while let Some(wanted) = reader.waiting.pop_front() {
        reader.document(wanted);
        if reader.findings.full() {
            break;
        }
    }
    reader.set.nodes = limits.tokens - reader.bounds.nodes;
    reader.set
}

/// Schemas that are known here: namespace, name and text.
const CARRIED: [(&str, &str, &str); 1] = [(
    "http://www.w3.org/2005/05/xmlmime",
    "www.w3.org/2005/05/xmlmime.xsd",
    include_str!("xmlmime.xsd"),
)];

/// A document that is to be read.
struct Wanted {
    file: u32,
    /// The namespace of the schema that includes it.
    as_part_of: Option<Rc<str>>,
    is_own: bool,
}

struct Reader<'a, 'f> {
    sources: &'a mut Sources<'f>,
    findings: &'a mut Findings,
    options: &'a Options,
    bounds: Bounds,
    /// How many more imports may be followed.
    imports: usize,
    /// The elements of files, by number; `None` for one that is no XML.
    roots: Vec<(u32, Option<Rc<Element>>)>,
    /// The files that are in the set, and as parts of which namespace.
    known: HashSet<(u32, Option<Rc<str>>)>,
    waiting: VecDeque<Wanted>,
    set: Set,
}

impl Reader<'_, '_> {
    fn document(&mut self, wanted: Wanted) {
        let Some(root) = self.root(wanted.file) else {
            return;
        };
        if root.is(WSDL, "definitions") {
            if self.known.insert((wanted.file, None)) {
                self.definitions(root, wanted.is_own);
            }
        } else if root.is(XSD, "schema") {
            self.schema(root, &wanted);
        } else if &*root.name.namespace == WSDL_2 {
            self.error(root.span, "definitions in WSDL 2.0 are not supported");
        } else {
            let name = &root.name.local;
            let message =
                format!("`{name}` is neither `definitions` of WSDL 1.1 nor `schema` of XML Schema");
            self.error(root.span, message);
        }
    }

    fn root(&mut self, file: u32) -> Option<Rc<Element>> {
        if let Some((_, root)) = self.roots.iter().find(|(known, _)| *known == file) {
            return root.clone();
        }
        let root = xml::parse(self.sources, self.findings, file, &mut self.bounds);
        self.roots.push((file, root.clone()));
        root
    }

    fn definitions(&mut self, root: Rc<Element>, is_own: bool) {
        for types in root.all(WSDL, "types") {
            for schema in types.all(XSD, "schema") {
                self.inline(schema, is_own);
            }
        }
        for import in root.all(WSDL, "import") {
            if let Some(location) = import.attribute("location") {
                let namespace = import.attribute("namespace");
                let span = import.place("location");
                self.want(location, span, namespace, None, false);
            }
        }
        self.set.definitions.push(root);
    }

    fn inline(&mut self, element: &Rc<Element>, is_own: bool) {
        let namespace: Rc<str> = element.attribute("targetNamespace").unwrap_or("").into();
        self.follow(element, &namespace, is_own);
        self.set.schemas.push(Schema {
            element: element.clone(),
            namespace,
            is_chameleon: false,
            is_own,
        });
    }

    fn schema(&mut self, root: Rc<Element>, wanted: &Wanted) {
        let own = root.attribute("targetNamespace");
        // XML Schema part 1, section 4.2.1: a schema without a namespace gets that of who includes it.
        let (namespace, is_chameleon) = match (own, &wanted.as_part_of) {
            (Some(own), _) => (Rc::from(own), false),
            (None, Some(includer)) => (includer.clone(), !includer.is_empty()),
            (None, None) => (Rc::from(""), false),
        };
        if let (Some(own), Some(includer)) = (own, &wanted.as_part_of)
            && *own != **includer
        {
            let message = format!(
                "this schema of `{own}` is included in one of `{includer}`, which imports it"
            );
            self.error(root.place("targetNamespace"), message);
        }
        let key = is_chameleon.then(|| namespace.clone());
        if !self.known.insert((wanted.file, key)) {
            return;
        }
        // Each use in another namespace declares everything again.
        let nodes = root.children.len();
        let Some(left) = self.bounds.nodes.checked_sub(nodes) else {
            return self.error(root.span, "the definition has too many elements");
        };
        self.bounds.nodes = left;
        self.follow(&root, &namespace, wanted.is_own);
        self.set.schemas.push(Schema {
            element: root,
            namespace,
            is_chameleon,
            is_own: wanted.is_own,
        });
    }

    /// Finds what a schema includes and imports.
    fn follow(&mut self, schema: &Element, namespace: &Rc<str>, is_own: bool) {
        for child in &schema.children {
            let span = child.place("schemaLocation");
            let location = child.attribute("schemaLocation");
            match (&*child.name.local, location) {
                _ if &*child.name.namespace != XSD => {}
                ("include", Some(location)) => {
                    self.want(location, span, None, Some(namespace.clone()), is_own);
                }
                ("import", Some(location)) => {
                    let imported = child.attribute("namespace");
                    self.want(location, span, imported, None, false);
                }
                ("import", None) => {
                    self.carried(child.attribute("namespace"));
                }
                ("include", None) => self.error(child.span, "an include says where the schema is"),
                ("redefine" | "override", _) => {
                    let word = &child.name.local;
                    self.error(child.span, format!("`{word}` is not supported"));
                }
                _ => {}
            }
        }
    }

    fn want(
        &mut self,
        location: &str,
        span: Span,
        namespace: Option<&str>,
        as_part_of: Option<Rc<str>>,
        is_own: bool,
    ) {
        let Some(left) = self.imports.checked_sub(1) else {
            let most = self.options.limits.includes;
            return self.error(span, format!("more than {most} files are imported"));
        };
        self.imports = left;
        if let Some(file) = self.find(location, span, namespace) {
            self.waiting.push_back(Wanted {
                file,
                as_part_of,
                is_own,
            });
        }
    }

    /// The file at a location.
    fn find(&mut self, location: &str, span: Span, namespace: Option<&str>) -> Option<u32> {
        let (path, is_relative) = local(location);
        if namespace.is_some_and(is_known) && !is_relative {
            return None;
        }
        for candidate in self.candidates(&path, span) {
            match self.sources.open(&candidate) {
                Ok(file) => return Some(file),
                Err(OpenError::NotFound) => {}
                Err(e) => {
                    let message = format!("cannot import `{location}`: {}", e.reason());
                    self.error(span, message);
                    return None;
                }
            }
        }
        let is_carried = self.carried(namespace);
        if !is_carried && !namespace.is_some_and(is_known) {
            // What is missing because of this is an error where it is used.
            let message = format!("there is no file `{}` to import", path.display());
            let help = "it is looked for beside the definition and in the directories that are \
                        included; nothing is fetched";
            let found = diagnostic::at(self.sources, span, Severity::Warning, message);
            self.findings.push(found.help(Some(help.to_owned())));
        }
        None
    }

    /// Wants the schema of a namespace that is known here; whether there is one.
    fn carried(&mut self, namespace: Option<&str>) -> bool {
        let mut all = CARRIED.iter();
        let found = namespace.and_then(|wanted| all.find(|(known, ..)| *known == wanted));
        let Some((_, name, text)) = found else {
            return false;
        };
        let path = Path::new(name);
        let known = self.sources.open_known(path);
        let file = known.unwrap_or_else(|| self.sources.add(path, text));
        self.waiting.push_back(Wanted {
            file,
            as_part_of: None,
            is_own: false,
        });
        true
    }

    fn candidates(&self, path: &Path, span: Span) -> Vec<PathBuf> {
        let beside = self.sources.file(span.file).path.parent();
        let mut all = vec![beside.unwrap_or(Path::new("")).join(path)];
        let last = path.file_name().map(Path::new).unwrap_or(path);
        for folder in &self.options.include_dirs {
            all.push(folder.join(path));
            all.push(folder.join(last));
        }
        all.dedup();
        all
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.findings.error(self.sources, span, message);
    }
}

/// The path that a location means here, and whether it is the location itself.
fn local(location: &str) -> (PathBuf, bool) {
    let location = location.trim();
    let is_absolute = location.contains("://")
        || location.starts_with(['/', '\\'])
        || location
            .split(['/', '.'])
            .next()
            .is_some_and(|s| s.contains(':'));
    if !is_absolute {
        return (PathBuf::from(location.trim_start_matches("./")), true);
    }
    let path = location.split(['?', '#']).next().unwrap_or(location);
    let path = path.trim_end_matches(['/', '\\']);
    let last = path.rsplit(['/', '\\', ':']).next().unwrap_or(path);
    (PathBuf::from(last), false)
}
