//! Code size of the document's minimal application, its `void` test, by who wrote the code.
//!
//! Sizes are those of functions in release builds, as the symbol tables of the linked programs have them: what the
//! linker left out is in none, and what the compiler put into another function counts to that one. Nothing is built
//! here: where a program is missing, its cells say what builds it. As in the document the C library is not counted, nor
//! is Rust's standard library, which stands for it.
//!
//! - `examples/void`: the application on our library, which is one for all protocols
//! - `peers/void`: the same on what rpcgen makes, with libtirpc linked in

mod read;

use std::collections::BTreeSet;
use std::path::Path;

use crate::study::design::{Cell, Design, Factor};
use crate::study::journal::Sample;
use crate::system::Programs;

use read::{Function, file, functions, names};

/// The part of the run in which programs are read.
pub(super) const SIZES: &str = "code sizes";

/// Whose code it is, in the document's order: its name there, and the figure's here.
pub(super) const PARTS: [(&str, &str); 4] = [
    ("Application", "application_bytes"),
    ("Server Init.", "server_init_bytes"),
    ("Gen'd Code", "generated_bytes"),
    ("Libraries", "library_bytes"),
];

/// All of them.
pub(super) const TOTAL: (&str, &str) = ("TOTAL", "total_bytes");

/// Of our library the engine of Sun's protocol, and that of Apollo's.
pub(super) const ENGINES: [(&str, &str); 2] =
    [("Sun", "onc_engine_bytes"), ("Apollo", "ncs_engine_bytes")];

/// The factor of the sides; cells of calls have none.
pub(super) const SIDE: &str = "side";

/// Both sides of a call.
pub(super) const SIDES: [&str; 2] = ["client", "server"];

/// The factor of the programs.
const PRODUCT: &str = "product";

/// Ours, and who uses the real rpcgen.
pub(super) const PRODUCTS: [&str; 2] = ["manyrpc", "libtirpc"];

/// The cells.
pub(super) fn design() -> Design {
    let factors = vec![Factor::new(SIDE, SIDES), Factor::new(PRODUCT, PRODUCTS)];
    Design::crossed(factors, |_| true)
}

pub(super) fn cell(side: &str, product: &str) -> Cell {
    Cell::new([(SIDE, side), (PRODUCT, product)])
}

/// Why there are no sizes, if so: what to build.
pub(super) fn cannot(cell: &Cell, programs: &Programs) -> Option<String> {
    let side = cell.level(SIDE);
    if cell.level(PRODUCT) == PRODUCTS[1] {
        let missing = !programs
            .peers
            .join("void")
            .join(format!("void_{side}"))
            .is_file();
        return missing
            .then(|| format!("void_{side} is not built (`peers/build.sh void` builds it)"));
    }
    const BUILD: &str = "`cargo build --release -p manyrpc-example-void` builds it";
    match () {
        () if !is_release() => Some(format!(
            "this program is a debug build, whose neighbours are no release builds ({BUILD}, and `make build` us)"
        )),
        () if !ours(programs, side).is_file() => {
            Some(format!("void_{side} is not built ({BUILD})"))
        }
        () => None,
    }
}

/// Whether this program was built as programs are that are measured; those beside it are, too.
const fn is_release() -> bool {
    !cfg!(debug_assertions)
}

fn ours(programs: &Programs, side: &str) -> std::path::PathBuf {
    programs.ours.with_file_name(format!("void_{side}"))
}

/// Reads the programs of a cell.
pub(super) fn measure(cell: &Cell, programs: &Programs) -> Result<Sample, String> {
    let side = cell.level(SIDE);
    match cell.level(PRODUCT) == PRODUCTS[1] {
        true => of_rpcgen(side, &programs.peers.join("void")),
        false => of_ours(side, &functions(&file(&ours(programs, side))?)?),
    }
}

/// Whose code a function is; `None` of a standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Application,
    ServerInit,
    Generated,
    Library,
}

fn sample(sized: impl Iterator<Item = (Part, u64)>) -> Sample {
    let mut bytes = [0; 4];
    for (part, of) in sized {
        bytes[part as usize] += of;
    }
    let sample = PARTS.iter().zip(bytes);
    let sample = sample.fold(Sample::default(), |sample, ((_, figure), bytes)| {
        sample.figure(figure, bytes as f64)
    });
    sample.figure(TOTAL.1, bytes.iter().sum::<u64>() as f64)
}

/// What rpcgen and its library come to: the objects say whose a function is, the program which are in it.
fn of_rpcgen(side: &str, directory: &Path) -> Result<Sample, String> {
    let of = |name: &str| names(&file(&directory.join(name))?);
    let generated = of(if side == "client" {
        "void_clnt.o"
    } else {
        "void_svc.o"
    })?;
    let application = of(&format!("void_{side}.o"))?;
    let library = of("libtirpc.a")?;
    let program = functions(&file(&directory.join(format!("void_{side}")))?)?;
    let whose = |name: &str| whose_of_rpcgen(name, &application, &generated, &library);
    Ok(sample(
        program
            .iter()
            .filter_map(|f| Some((whose(&f.name)?, f.bytes))),
    ))
}

fn whose_of_rpcgen(
    name: &str,
    application: &BTreeSet<String>,
    generated: &BTreeSet<String>,
    library: &BTreeSet<String>,
) -> Option<Part> {
    match () {
        () if application.contains(name) => Some(Part::Application),
        () if generated.contains(name) && name == "main" => Some(Part::ServerInit),
        () if generated.contains(name) => Some(Part::Generated),
        () if library.contains(name) => Some(Part::Library),
        // The C library's start, and what the compiler adds.
        () => None,
    }
}

fn of_ours(side: &str, program: &[Function]) -> Result<Sample, String> {
    let application = format!("void_{side}");
    if !program
        .iter()
        .any(|f| first_crate(&f.name) == Some(application.as_str()))
    {
        return Err(format!(
            "{application} has no symbols of its own: was it stripped?"
        ));
    }
    let sized = program
        .iter()
        .filter_map(|f| Some((whose_of_ours(&f.name, &application)?, f.bytes)));
    let engine = |modules: &[&str]| -> f64 {
        let of = |f: &&Function| modules.iter().any(|module| f.name.contains(module));
        program.iter().filter(of).map(|f| f.bytes as f64).sum()
    };
    let mut sample = sample(sized);
    for ((_, figure), modules) in ENGINES.iter().zip([ONC, NCS]) {
        sample = sample.figure(figure, engine(modules));
    }
    Ok(sample)
}

/// The engines' modules, as names of functions have them.
const ONC: &[&str] = &["manyrpc_engine::onc::"];
const NCS: &[&str] = &["manyrpc_engine::dce::cl::"];

/// The crates that stand for the C library.
const STANDARD: [&str; 12] = [
    "std",
    "core",
    "alloc",
    "compiler_builtins",
    "std_detect",
    "panic_unwind",
    "rustc_demangle",
    "addr2line",
    "gimli",
    "object",
    "miniz_oxide",
    "hashbrown",
];

fn whose_of_ours(name: &str, application: &str) -> Option<Part> {
    let of_application = first_crate(name)? == application;
    match of_application {
        false => Some(Part::Library),
        // The stubs are a module of the application, named for its definition.
        true if name.contains(&format!("{application}::void::")) => Some(Part::Generated),
        true if name.starts_with("void_server::main") => Some(Part::ServerInit),
        true => Some(Part::Application),
    }
}

/// The first crate that a function's name has which is no standard one: whoever instantiates what is generic has it.
/// Names that are no paths are of the C library and the compiler.
fn first_crate(name: &str) -> Option<&str> {
    let mut before = "";
    let mut words = name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let is_crate = |word: &&str| !STANDARD.contains(word);
    words.find_map(|part| {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let begins = !before.ends_with(':');
        before = part;
        let rest = &name[(word.as_ptr() as usize - name.as_ptr() as usize) + word.len()..];
        (begins && rest.starts_with("::") && !word.is_empty())
            .then_some(word)
            .filter(is_crate)
    })
}

#[cfg(test)]
mod tests;
