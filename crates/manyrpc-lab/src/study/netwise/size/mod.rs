//! Code size of the document's minimal application, its `void` test, by origin of the code: on our library, and on
//! every foreign system whose programs are machine code.
//!
//! Sizes are those of functions in release builds, from the symbol tables of the linked programs: code dropped by
//! the linker does not count, and inlined code counts towards the enclosing function. Nothing is built here: if a
//! program is missing, its cells say how to build it. As in the document, the C library is not counted, nor are
//! its counterparts, the standard libraries of C++, Rust and Go; but their code within a program is reported
//! separately. So is the code of the shared libraries that it needs, which are whole and so not part of any sum.
//!
//! - `examples/void`: the application on our library, which is shared by all protocols
//! - `peers/void`: the same with rpcgen's stubs, statically linked with libtirpc
//! - `peers/cpp`, `peers/go` and `peers/rust`: the same on the systems in [`PRODUCTS`], statically linked

mod attribution;
mod product;
mod read;
mod tables;

use std::path::Path;

use crate::study::design::{Cell, Design, Factor};
use crate::study::journal::Sample;
use crate::system::Programs;

use attribution::{Part, first, of_cpp, of_go, of_rpcgen, of_rust};
use product::{PRODUCTS, Product, Written};
use read::{Function, file, functions, names, shared};

pub(super) use tables::{in_its_shape, of_every_product};

/// The phase in which programs are read.
pub(super) const SIZES: &str = "code sizes";

/// The parts of the code in the document's order: their names there, and the figures' here.
const PARTS: [(&str, &str); 4] = [
    ("Application", "application_bytes"),
    ("Server Init.", "server_init_bytes"),
    ("Gen'd Code", "generated_bytes"),
    ("Libraries", "library_bytes"),
];

/// The total of all parts.
const TOTAL: (&str, &str) = ("TOTAL", "total_bytes");

/// Figures outside the total: standard libraries within the program, and shared libraries.
const BESIDE: [(&str, &str); 2] = [("standard", "standard_bytes"), ("shared", "shared_bytes")];

/// Our library's engines of Sun's and Apollo's protocols.
pub(super) const ENGINES: [Engine; 2] = [
    Engine {
        figure: "onc_engine_bytes",
        module: "manyrpc_engine::onc::",
    },
    Engine {
        figure: "ncs_engine_bytes",
        module: "manyrpc_engine::dce::cl::",
    },
];

/// An engine whose code size is measured.
pub(super) struct Engine {
    /// The name of its figure.
    pub(super) figure: &'static str,
    /// Its module path in function names.
    module: &'static str,
}

/// The factor of the side; cells of calls do not have it.
pub(super) const SIDE: &str = "side";

/// Both sides of a call.
pub(super) const SIDES: [&str; 2] = ["client", "server"];

/// The factor of the programs.
const PRODUCT: &str = "product";

/// The cells.
pub(super) fn design() -> Design {
    let products = PRODUCTS.iter().map(|product| product.name);
    let factors = vec![Factor::new(SIDE, SIDES), Factor::new(PRODUCT, products)];
    Design::crossed(factors, |_| true)
}

pub(super) fn cell(side: &str, product: &str) -> Cell {
    Cell::new([(SIDE, side), (PRODUCT, product)])
}

fn product(cell: &Cell) -> &'static Product {
    let product = PRODUCTS.iter().find(|p| p.name == cell.level(PRODUCT));
    product.expect("a cell has one of the products")
}

/// Why there are no sizes, if so, and what to build.
pub(super) fn cannot(cell: &Cell, programs: &Programs) -> Option<String> {
    product(cell).absent(cell.level(SIDE), programs)
}

/// Reads the programs of a cell.
pub(super) fn measure(cell: &Cell, programs: &Programs) -> Result<Sample, String> {
    let (product, side) = (product(cell), cell.level(SIDE));
    let is_server = side == SIDES[1];
    let path = product.program(side, programs);
    let program = functions(&file(&path)?)?;
    let sample = match product.written {
        Written::Ours => of_ours(&program, product.stem, side)?,
        Written::Rust => by_crate(&program, &format!("{}_{side}", product.stem))?,
        Written::C => by_object(&program, side, path.parent().unwrap_or(&path))?,
        Written::Cpp => sample(&program, |name| of_cpp(name, is_server)),
        Written::Go => sample(&program, |name| of_go(name, is_server)),
    };
    Ok(sample.figure(BESIDE[1].1, shared(&path)? as f64))
}

fn sample(program: &[Function], whose: impl Fn(&str) -> Option<Part>) -> Sample {
    let (mut bytes, mut standard) = ([0; 4], 0);
    for function in program {
        let of = whose(&function.name);
        *of.map_or(&mut standard, |part| &mut bytes[part as usize]) += function.bytes;
    }
    let sample = PARTS.iter().zip(bytes);
    let sample = sample.fold(Sample::default(), |sample, ((_, figure), bytes)| {
        sample.figure(figure, bytes as f64)
    });
    sample
        .figure(TOTAL.1, bytes.iter().sum::<u64>() as f64)
        .figure(BESIDE[0].1, standard as f64)
}

/// The sizes of rpcgen's program: object files attribute functions, the program determines which are linked.
fn by_object(program: &[Function], side: &str, directory: &Path) -> Result<Sample, String> {
    let of = |name: &str| names(&file(&directory.join(name))?);
    let generated = of(match side == SIDES[0] {
        true => "void_clnt.o",
        false => "void_svc.o",
    })?;
    let application = of(&format!("void_{side}.o"))?;
    let whose = |name: &str| of_rpcgen(name, &application, &generated);
    Ok(sample(program, whose))
}

fn by_crate(program: &[Function], application: &str) -> Result<Sample, String> {
    if !program.iter().any(|f| first(&f.name) == Some(application)) {
        return Err(format!(
            "{application} has no symbols of its own: was it stripped?"
        ));
    }
    Ok(sample(program, |name| of_rust(name, application)))
}

fn of_ours(program: &[Function], stem: &str, side: &str) -> Result<Sample, String> {
    let sample = by_crate(program, &format!("{stem}_{side}"))?;
    let bytes_of = |engine: &Engine| -> f64 {
        let of = |f: &&Function| f.name.contains(engine.module);
        program.iter().filter(of).map(|f| f.bytes as f64).sum()
    };
    Ok(ENGINES.iter().fold(sample, |sample, engine| {
        sample.figure(engine.figure, bytes_of(engine))
    }))
}

#[cfg(test)]
mod tests;
