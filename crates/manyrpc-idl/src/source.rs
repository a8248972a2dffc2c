//! Source files: reading them through a provider, and spans in them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::options::Limits;
use crate::place::{Place, Span};

/// A provider of source text. The front ends do not open files themselves.
pub trait Files {
    /// The bytes of the file at `path`, at most `max + 1` (so that the caller can detect that it is too
    /// long).
    ///
    /// # Errors
    /// Those of the provider's medium; after [`io::ErrorKind::NotFound`] an include is searched in the
    /// next directory.
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>>;

    /// Whether everything is UTF-8, whatever encoding an XML declaration names: it was text before.
    fn is_decoded(&self) -> bool {
        false
    }
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path)?;
        file.take(max as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Files held in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), text.into());
    }
}

impl<P: Into<PathBuf>, T: Into<Vec<u8>>> FromIterator<(P, T)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        let files = files.into_iter();
        MemoryFiles {
            files: files
                .map(|(path, text)| (path.into(), text.into()))
                .collect(),
        }
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>> {
        let bytes = self.files.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(bytes[..bytes.len().min(max.saturating_add(1))].to_vec())
    }
}

/// One text, as the file of that path.
pub(crate) struct Text<'t> {
    pub(crate) path: &'t Path,
    pub(crate) text: &'t str,
}

impl Files for Text<'_> {
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>> {
        let bytes = self.text.as_bytes();
        match path == self.path {
            true => Ok(bytes[..bytes.len().min(max.saturating_add(1))].to_vec()),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn is_decoded(&self) -> bool {
        true
    }
}

/// One file's text.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    /// Its identity.
    key: PathBuf,
    pub(crate) text: Arc<str>,
    shown: Arc<str>,
    line_starts: Vec<u32>,
}

/// Every file of one run.
pub(crate) struct Sources<'f> {
    provider: &'f dyn Files,
    limits: Limits,
    files: Vec<SourceFile>,
    /// The bytes that may still be read.
    unread: usize,
}

/// Why a file could not be opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    NotFound,
    TooLong { max: usize },
    TooMany { max: usize },
    Encoding(String),
    Io(io::Error),
}

impl OpenError {
    /// The reason, for people.
    pub(crate) fn reason(&self) -> String {
        match self {
            OpenError::NotFound => "there is no such file".into(),
            OpenError::TooLong { max } => format!("all files together are longer than {max} bytes"),
            OpenError::TooMany { max } => format!("more than {max} files are included"),
            OpenError::Encoding(name) => {
                format!("it is in `{name}`: only UTF-8, UTF-16 and ISO 8859-1 are known")
            }
            OpenError::Io(e) => e.to_string(),
        }
    }
}

impl<'f> Sources<'f> {
    pub(crate) fn new(provider: &'f dyn Files, limits: Limits) -> Self {
        Self {
            provider,
            limits,
            files: Vec::new(),
            unread: limits.source_bytes,
        }
    }

    /// Opens a file, which is read only once.
    pub(crate) fn open(&mut self, path: &Path) -> Result<u32, OpenError> {
        let key = plain(path);
        if let Some(at) = self.files.iter().position(|f| f.key == key) {
            return Ok(at as u32);
        }
        if self.files.len() >= self.limits.files {
            return Err(OpenError::TooMany {
                max: self.limits.files,
            });
        }
        let max = self.unread;
        let bytes = match self.provider.read(path, max) {
            Ok(bytes) if bytes.len() > max => {
                let max = self.limits.source_bytes;
                return Err(OpenError::TooLong { max });
            }
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(OpenError::NotFound),
            Err(e) => return Err(OpenError::Io(e)),
        };
        self.unread -= bytes.len();
        let text = match self.provider.is_decoded() {
            true => String::from_utf8_lossy(&bytes),
            false => text_of(&bytes)?,
        };
        Ok(self.add(path, &text))
    }

    /// A file that was opened or added before.
    pub(crate) fn open_known(&self, path: &Path) -> Option<u32> {
        let key = plain(path);
        let at = self.files.iter().position(|f| f.key == key)?;
        Some(at as u32)
    }

    /// Adds a text that is not a file.
    pub(crate) fn add(&mut self, path: &Path, text: &str) -> u32 {
        let breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        self.files.push(SourceFile {
            path: path.to_owned(),
            key: plain(path),
            text: text.into(),
            shown: path.to_string_lossy().into(),
            line_starts: std::iter::once(0).chain(breaks).collect(),
        });
        self.files.len() as u32 - 1
    }

    pub(crate) fn file(&self, file: u32) -> &SourceFile {
        &self.files[file as usize]
    }

    /// The line (from 1) of a byte.
    pub(crate) fn line(&self, file: u32, at: u32) -> u32 {
        self.file(file).line_starts.partition_point(|&s| s <= at) as u32
    }

    /// The byte at a line and column, both from 0; the end of the text if it has no such line.
    pub(crate) fn offset(&self, file: u32, line: u32, column: u32) -> u32 {
        let file = self.file(file);
        let end = file.text.len() as u32;
        let start = file.line_starts.get(line as usize).copied().unwrap_or(end);
        start.saturating_add(column).min(end)
    }

    /// The place of a span: file, line, columns, text of the line.
    pub(crate) fn place(&self, span: Span) -> Place {
        let Some(source) = self.files.get(span.file as usize) else {
            return Place::default();
        };
        let line = self.line(span.file, span.start);
        let line_start = |n: usize| {
            source
                .line_starts
                .get(n)
                .map_or(source.text.len(), |s| *s as usize)
        };
        let begin = line_start(line as usize - 1);
        let text = source.text[begin..line_start(line as usize)].trim_end_matches(['\n', '\r']);
        let column = |at: u32| {
            let at = (at as usize).saturating_sub(begin).min(text.len());
            // Too far right to be shown.
            match text.get(..at) {
                Some(before) if at <= SHOWN => before.chars().count() as u32 + 1,
                _ => at as u32 + 1,
            }
        };
        let start = column(span.start);
        Place {
            file: source.shown.clone(),
            line,
            columns: start..column(span.end).max(start + 1),
            text: shorten(text, start),
        }
    }
}

/// The characters of a file: UTF-8, unless it begins with the byte-order mark of UTF-16 or an XML declaration in
/// UTF-16 or of ISO 8859-1 (XML 1.0, appendix F).
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, OpenError> {
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text: Vec<u16> = units.collect();
        Ok(Cow::Owned(String::from_utf16_lossy(&text)))
    };
    match bytes {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => return utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, b'<', ..] => return utf16(u16::from_be_bytes),
        _ => {}
    }
    let declared = declared_encoding(bytes).unwrap_or("utf-8");
    if declared.eq_ignore_ascii_case("iso-8859-1") {
        return Ok(bytes.iter().map(|b| char::from(*b)).collect());
    }
    match String::from_utf8_lossy(bytes) {
        Cow::Owned(_) if !declared.eq_ignore_ascii_case("utf-8") => {
            Err(OpenError::Encoding(declared.to_owned()))
        }
        text => Ok(text),
    }
}

/// The encoding that an XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let end = declaration.iter().position(|b| *b == b'>')?;
    let (_, value) = str::from_utf8(&declaration[..end])
        .ok()?
        .split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let (name, _) = value.strip_prefix(['"', '\''])?.split_once(['"', '\''])?;
    Some(name)
}

/// The longest line that is shown.
const SHOWN: usize = 400;

/// A line, shortened if it is very long.
fn shorten(text: &str, start: u32) -> Arc<str> {
    if start as usize > SHOWN {
        return "".into();
    }
    text.chars().take(SHOWN).collect::<String>().into()
}

/// A normalised path, so that each file has one name.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let back = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::ParentDir if back => drop(plain.pop()),
            Component::CurDir => {}
            _ => plain.push(part),
        }
    }
    plain
}
