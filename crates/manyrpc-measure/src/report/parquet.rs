//! `samples.parquet`: a table of samples in columns, for analysis tools.
//!
//! Written here and not by a crate: the smallest one adds fifteen others, three of them second versions of
//! existing dependencies, for one table of one shape. The subset of the format in use: one row group, no nulls,
//! factors as dictionaries with run-length encoded indices (`RLE_DICTIONARY`), numbers plain, every page
//! compressed with gzip.
//!
//! Reading list: the repository `apache/parquet-format`: `README.md` (file, column chunks, pages),
//! `Encodings.md` (plain; run length and bit-packed hybrid; dictionary), `src/main/thrift/parquet.thrift`
//! (metadata); the repository `apache/thrift`: `doc/specs/thrift-compact-protocol.md`.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A level of a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level<'t> {
    /// Text.
    Text(&'t str),
    /// A number, such as a round.
    Number(i32),
}

/// A table: columns of factors, whose levels repeat, then one column of integers and one of doubles.
#[derive(Debug)]
pub struct Table {
    factors: Vec<Factor>,
    integers: (String, Vec<i64>),
    doubles: (String, Vec<f64>),
    form: Form,
}

/// How pages are written.
#[derive(Clone, Copy, Debug)]
struct Form {
    codec: Codec,
    /// Rows in a page of plain numbers.
    rows: usize,
    /// The writer's name in the file.
    writer: &'static str,
}

/// `CompressionCodec` of parquet.thrift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Codec {
    #[cfg(test)]
    Uncompressed = 0,
    Gzip = 2,
}

/// A factor's column: its dictionary of levels in the plain encoding, and runs of indices.
#[derive(Debug)]
struct Factor {
    name: String,
    physical: Physical,
    dictionary: Vec<Vec<u8>>,
    runs: Vec<(u32, u64)>,
}

/// `Type` of parquet.thrift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Physical {
    Int32 = 1,
    Int64 = 2,
    Double = 5,
    ByteArray = 6,
}

impl Table {
    /// An empty table with these columns; `numbers` are factors whose levels are numbers.
    pub fn new(texts: &[&str], numbers: &[&str], integers: &str, doubles: &str) -> Self {
        let factor = |name: &&str, physical| Factor {
            name: (*name).to_owned(),
            physical,
            dictionary: Vec::new(),
            runs: Vec::new(),
        };
        let texts = texts.iter().map(|name| factor(name, Physical::ByteArray));
        let numbers = numbers.iter().map(|name| factor(name, Physical::Int32));
        Table {
            factors: texts.chain(numbers).collect(),
            integers: (integers.to_owned(), Vec::new()),
            doubles: (doubles.to_owned(), Vec::new()),
            form: Form {
                codec: Codec::Gzip,
                rows: 1 << 17,
                writer: concat!("manyrpc version ", env!("CARGO_PKG_VERSION")),
            },
        }
    }

    /// Adds rows with these levels, in the order of the columns.
    pub fn add(&mut self, levels: &[Level<'_>], rows: impl Iterator<Item = (i64, f64)>) {
        let before = self.integers.1.len();
        for (integer, double) in rows {
            self.integers.1.push(integer);
            self.doubles.1.push(double);
        }
        let count = (self.integers.1.len() - before) as u64;
        if count > 0 {
            let columns = self.factors.iter_mut().zip(levels);
            columns.for_each(|(factor, level)| factor.add(level, count));
        }
    }

    /// The rows added so far, with their levels as text.
    pub fn rows(&self) -> Vec<(Vec<String>, i64, f64)> {
        let levels: Vec<Vec<String>> = self.factors.iter().map(Factor::levels).collect();
        let row = |(place, (&integer, &double)): (usize, (&i64, &f64))| {
            let levels = levels.iter().map(|column| column[place].clone()).collect();
            (levels, integer, double)
        };
        self.integers
            .1
            .iter()
            .zip(&self.doubles.1)
            .enumerate()
            .map(row)
            .collect()
    }

    /// The whole file.
    pub fn encode(&self) -> io::Result<Vec<u8>> {
        let mut file = MAGIC.to_vec();
        let mut chunks = Vec::new();
        for factor in &self.factors {
            chunks.push(factor.chunk(&mut file, self.form)?);
        }
        let (name, values) = &self.integers;
        let bytes: Vec<[u8; 8]> = values.iter().map(|value| value.to_le_bytes()).collect();
        chunks.push(self.plain(&mut file, name, Physical::Int64, &bytes)?);
        let (name, values) = &self.doubles;
        let bytes: Vec<[u8; 8]> = values.iter().map(|value| value.to_le_bytes()).collect();
        chunks.push(self.plain(&mut file, name, Physical::Double, &bytes)?);
        let footer = metadata(&chunks, values.len(), self.form.writer);
        file.extend(&footer);
        file.extend((footer.len() as u32).to_le_bytes());
        file.extend(MAGIC);
        Ok(file)
    }

    /// Values of eight bytes each.
    fn plain(
        &self,
        file: &mut Vec<u8>,
        name: &str,
        physical: Physical,
        values: &[[u8; 8]],
    ) -> io::Result<Chunk> {
        let mut chunk = Chunk::begin(file, name, physical, self.form.codec);
        for page in values.chunks(self.form.rows) {
            chunk.page(file, PageKind::Plain, page.len(), page.as_flattened())?;
        }
        Ok(chunk)
    }
}

const MAGIC: &[u8; 4] = b"PAR1";

impl Factor {
    fn add(&mut self, level: &Level<'_>, count: u64) {
        let plain = match level {
            Level::Text(text) => {
                let length = (text.len() as u32).to_le_bytes();
                [&length[..], text.as_bytes()].concat()
            }
            Level::Number(number) => number.to_le_bytes().to_vec(),
        };
        let known = self.dictionary.iter().rposition(|entry| *entry == plain);
        let place = known.unwrap_or(self.dictionary.len()) as u32;
        if known.is_none() {
            self.dictionary.push(plain);
        }
        match self.runs.last_mut() {
            Some((last, length)) if *last == place => *length += count,
            _ => self.runs.push((place, count)),
        }
    }

    /// The level of each row, as text.
    fn levels(&self) -> Vec<String> {
        let text = |entry: &[u8]| match self.physical {
            Physical::Int32 => {
                let bytes = entry.try_into().expect("a number's entry has four bytes");
                i32::from_le_bytes(bytes).to_string()
            }
            // The first four bytes are the length.
            _ => String::from_utf8_lossy(&entry[4..]).into_owned(),
        };
        let run = |&(place, length): &(u32, u64)| {
            vec![text(&self.dictionary[place as usize]); length as usize]
        };
        self.runs.iter().flat_map(run).collect()
    }

    fn chunk(&self, file: &mut Vec<u8>, form: Form) -> io::Result<Chunk> {
        let mut chunk = Chunk::begin(file, &self.name, self.physical, form.codec);
        let entries = self.dictionary.len();
        chunk.page(
            file,
            PageKind::Dictionary,
            entries,
            &self.dictionary.concat(),
        )?;
        chunk.dictionary = Some(chunk.start);
        chunk.data = file.len();
        // Encodings.md: the width of a place in bits, then runs: twice their length, and the place in
        // whole bytes.
        let width = (usize::BITS - entries.saturating_sub(1).leading_zeros()).max(1);
        let mut runs = vec![width as u8];
        for (place, length) in &self.runs {
            varint(&mut runs, length << 1);
            runs.extend(&place.to_le_bytes()[..width.div_ceil(8) as usize]);
        }
        let rows: u64 = self.runs.iter().map(|(_, length)| length).sum();
        chunk.page(file, PageKind::Runs, rows as usize, &runs)?;
        Ok(chunk)
    }
}

/// A column's entry in the file's footer.
struct Chunk {
    name: String,
    physical: Physical,
    codec: Codec,
    /// The offsets of the column, of its dictionary, and of its data.
    start: usize,
    dictionary: Option<usize>,
    data: usize,
    values: usize,
    uncompressed: usize,
    compressed: usize,
}

impl Codec {
    fn pack(self, content: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            #[cfg(test)]
            Codec::Uncompressed => Ok(content.to_vec()),
            Codec::Gzip => {
                let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
                packer.write_all(content)?;
                packer.finish()
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PageKind {
    Dictionary,
    Runs,
    Plain,
}

impl Chunk {
    fn begin(file: &[u8], name: &str, physical: Physical, codec: Codec) -> Self {
        Chunk {
            name: name.to_owned(),
            physical,
            codec,
            start: file.len(),
            dictionary: None,
            data: file.len(),
            values: 0,
            uncompressed: 0,
            compressed: 0,
        }
    }

    fn page(
        &mut self,
        file: &mut Vec<u8>,
        kind: PageKind,
        values: usize,
        content: &[u8],
    ) -> io::Result<()> {
        let packed = self.codec.pack(content)?;
        let header = page_header(kind, values, content.len(), packed.len());
        self.uncompressed += header.len() + content.len();
        self.compressed += header.len() + packed.len();
        if kind != PageKind::Dictionary {
            self.values += values;
        }
        file.extend(header);
        file.extend(packed);
        Ok(())
    }

    /// `ColumnMetaData` of parquet.thrift.
    fn metadata(&self, out: &mut Thrift) {
        out.int(1, self.physical as i64);
        match self.dictionary {
            Some(_) => out.ints(2, &[PLAIN, RLE_DICTIONARY]),
            None => out.ints(2, &[PLAIN]),
        }
        out.list(3, BINARY, 1);
        out.bytes(self.name.as_bytes());
        out.int(4, self.codec as i64);
        out.long(5, self.values);
        out.long(6, self.uncompressed);
        out.long(7, self.compressed);
        out.long(9, self.data);
        if let Some(dictionary) = self.dictionary {
            out.long(11, dictionary);
        }
    }
}

// `Encoding` of parquet.thrift.
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;

/// `PageHeader` of parquet.thrift.
fn page_header(kind: PageKind, values: usize, uncompressed: usize, compressed: usize) -> Vec<u8> {
    const DATA_PAGE: i64 = 0;
    const DICTIONARY_PAGE: i64 = 2;
    let mut out = Thrift::default();
    let is_dictionary = kind == PageKind::Dictionary;
    out.int(
        1,
        if is_dictionary {
            DICTIONARY_PAGE
        } else {
            DATA_PAGE
        },
    );
    out.int(2, uncompressed as i64);
    out.int(3, compressed as i64);
    out.begin(if is_dictionary { 7 } else { 5 });
    out.int(1, values as i64);
    out.int(
        2,
        if kind == PageKind::Runs {
            RLE_DICTIONARY
        } else {
            PLAIN
        },
    );
    if !is_dictionary {
        // Encodings of definition and repetition levels, which are absent.
        out.int(3, RLE);
        out.int(4, RLE);
    }
    out.end();
    out.end();
    out.bytes
}

/// `FileMetaData` of parquet.thrift.
fn metadata(chunks: &[Chunk], rows: usize, writer: &str) -> Vec<u8> {
    const VERSION: i64 = 2;
    const REQUIRED: i64 = 0;
    const UTF8: i64 = 0;
    let mut out = Thrift::default();
    out.int(1, VERSION);
    out.list(2, STRUCT, chunks.len() + 1);
    out.element(|root| {
        root.string(4, "samples");
        root.int(5, chunks.len() as i64);
    });
    for chunk in chunks {
        out.element(|column| {
            column.int(1, chunk.physical as i64);
            column.int(3, REQUIRED);
            column.string(4, &chunk.name);
            if chunk.physical == Physical::ByteArray {
                column.int(6, UTF8);
            }
        });
    }
    out.long(3, rows);
    out.list(4, STRUCT, 1);
    out.element(|group| {
        group.list(1, STRUCT, chunks.len());
        for chunk in chunks {
            group.element(|column| {
                column.long(2, chunk.start);
                column.begin(3);
                chunk.metadata(column);
                column.end();
            });
        }
        group.long(2, chunks.iter().map(|chunk| chunk.uncompressed).sum());
        group.long(3, rows);
    });
    out.string(6, writer);
    out.end();
    out.bytes
}

// Types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure in Thrift's compact protocol: a field's number is encoded as the difference from the previous one.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: u8,
    /// The last fields of the structures around this one.
    outer: Vec<u8>,
}

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn zigzag(&mut self, value: i64) {
        varint(&mut self.bytes, (value << 1 ^ value >> 63) as u64);
    }

    fn int(&mut self, number: u8, value: i64) {
        self.field(number, I32);
        self.zigzag(value);
    }

    fn long(&mut self, number: u8, value: usize) {
        self.field(number, I64);
        self.zigzag(value as i64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        varint(&mut self.bytes, bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    fn string(&mut self, number: u8, text: &str) {
        self.field(number, BINARY);
        self.bytes(text.as_bytes());
    }

    /// The head of a list; its elements follow.
    fn list(&mut self, number: u8, of: u8, length: usize) {
        const LONG: usize = 15;
        self.field(number, LIST);
        match length {
            0..LONG => self.bytes.push((length as u8) << 4 | of),
            _ => {
                self.bytes.push(0xf0 | of);
                varint(&mut self.bytes, length as u64);
            }
        }
    }

    fn ints(&mut self, number: u8, values: &[i64]) {
        self.list(number, I32, values.len());
        values.iter().for_each(|&value| self.zigzag(value));
    }

    /// A structure that is an element of a list.
    fn element(&mut self, fields: impl FnOnce(&mut Self)) {
        self.outer.push(std::mem::take(&mut self.last));
        fields(self);
        self.end();
    }

    /// A structure that is a field, up to [`Self::end`].
    fn begin(&mut self, number: u8) {
        self.field(number, STRUCT);
        self.outer.push(std::mem::take(&mut self.last));
    }

    fn end(&mut self) {
        self.bytes.push(0);
        self.last = self.outer.pop().unwrap_or(0);
    }
}

/// Seven bits a byte, the lowest first.
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels that change at each row and levels with long runs, more than fit into a byte, two pages, and extreme
    /// numbers.
    fn table() -> Table {
        let mut table = Table::new(&["system", "name"], &["round"], "index", "value");
        for round in 0..300 {
            let name = format!("série {round}");
            let levels = [
                Level::Text("onc-udp"),
                Level::Text(&name),
                Level::Number(round),
            ];
            table.add(&levels, [(0, f64::from(round) / 8.0)].into_iter());
        }
        let levels = [Level::Text("raw"), Level::Text("rtt_ns"), Level::Number(-1)];
        let many = (0..1000).map(|n| (n, (20_000 + n * 7919 % 1000) as f64));
        table.add(&levels, many);
        table.add(&levels, std::iter::empty());
        let extremes = [(i64::MIN, f64::MIN), (i64::MAX, f64::MAX), (-1, 1e-300)];
        let levels = [
            Level::Text(""),
            Level::Text("\"<>"),
            Level::Number(i32::MAX),
        ];
        table.add(&levels, extremes.into_iter());
        table.form.rows = 512;
        table.form.writer = "manyrpc version 0";
        table
    }

    /// Other programs have read this file and found the table in it: see `vectors/README.md`, which also describes
    /// how to repeat that.
    #[test]
    fn the_file_is_the_one_that_others_have_read() {
        let mut table = table();
        let packed = table.encode().unwrap();
        table.form.codec = Codec::Uncompressed;
        let plain = table.encode().unwrap();
        if let Some(keep) = std::env::var_os("MANYRPC_KEEP_PARQUET") {
            let keep = std::path::Path::new(&keep);
            std::fs::write(keep.join("packed.parquet"), &packed).unwrap();
            std::fs::write(keep.join("samples.parquet"), &plain).unwrap();
        }
        let known = include_bytes!("../../../../vectors/parquet/samples.parquet");
        assert!(
            plain == known,
            "have other programs read the new file, then store it"
        );
        assert!(packed.len() < plain.len() / 2);
    }
}
