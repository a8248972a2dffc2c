//! Tables of sizes: the document's, and one of all products here.

use manyrpc_measure::report::number::bytes;

use crate::study::paper::{self, Part, Row, Table};
use crate::study::published::Published;
use crate::study::record::Record;
use crate::study::tables::shown;

use super::super::NO_NETWISE;
use super::{BESIDE, PARTS, PRODUCTS, SIDE, SIDES, TOTAL, cell};

/// A table for each side, if any program was read.
fn of_sides(record: &Record, table: impl Fn(&str) -> Table) -> Vec<Table> {
    match record.head.design.levels(SIDE).is_empty() {
        true => Vec::new(),
        false => SIDES.map(table).into(),
    }
}

/// The document's table.
pub(in super::super) fn in_its_shape(record: &Record, published: &Published<'_>) -> Part {
    let columns: [(&str, Result<&str, &str>); 4] = [
        ("Sun", Ok("libtirpc")),
        ("manyrpc", Ok("manyrpc")),
        (
            "Apollo",
            Err("NCS's own library is not available; ours includes it"),
        ),
        ("Netwise", Err(NO_NETWISE)),
    ];
    let table = |side: &str| {
        let row = |(part, figure): &(&str, &str)| Row {
            head: (*part).to_owned(),
            cells: columns
                .iter()
                .map(|(product, ours)| paper::Cell {
                    published: published
                        .find("Code Size Results", side, part, product)
                        .map(bytes),
                    ..match ours {
                        Ok(ours) => shown(record.cell(&cell(side, ours)), figure, bytes),
                        Err(why) => paper::Cell::without(*why),
                    }
                })
                .collect(),
        };
        Table {
            title: side.to_owned(),
            corner: "code type".to_owned(),
            across: "product".to_owned(),
            columns: columns.map(|(product, _)| product.to_owned()).into(),
            rows: PARTS.iter().chain([&TOTAL]).map(row).collect(),
        }
    };
    Part {
        title: "Code size of the void program in bytes".to_owned(),
        text: "Of functions in release builds, by symbol, without the C library and without Rust's standard one. Sun: what \
               rpcgen makes today, with libtirpc linked in. Ours is one library for every protocol, and the program names \
               its protocol only when it runs. What the compiler puts into another function counts to that one. In \
               brackets the published sizes."
            .to_owned(),
        tables: of_sides(record, table),
        ..Part::default()
    }
}

/// Products whose programs are not machine code, or not built on a library, and why they have no sizes.
const WITHOUT: [(&str, &str); 5] = [
    (
        "all in Java",
        "class files, which the virtual machine compiles at run time",
    ),
    (
        "gRPC in Python, Ruby",
        "source text around gRPC's C library, which is included in the row of grpc-c++",
    ),
    ("others in Python, Ruby", INTERPRETED),
    ("impacket", INTERPRETED),
    (
        "samba",
        "its server is Samba's own, and no program here is built on its library",
    ),
];

const INTERPRETED: &str = "interpreted source text";

/// A row for each product.
pub(in super::super) fn of_every_product(record: &Record) -> Part {
    let figures = || PARTS.iter().chain([&TOTAL]).chain(&BESIDE);
    let table = |side: &str| {
        let of = |product: &str| {
            let record = record.cell(&cell(side, product));
            figures()
                .map(|(_, figure)| shown(record, figure, bytes))
                .collect()
        };
        let with = PRODUCTS.iter().map(|product| Row {
            head: product.name.to_owned(),
            cells: of(product.name),
        });
        let without = WITHOUT.iter().map(|(head, why)| Row {
            head: (*head).to_owned(),
            cells: figures().map(|_| paper::Cell::without(*why)).collect(),
        });
        Table {
            title: side.to_owned(),
            corner: "product".to_owned(),
            across: "code type".to_owned(),
            columns: figures().map(|(name, _)| (*name).to_owned()).collect(),
            rows: with.chain(without).collect(),
        }
    };
    Part {
        title: "Code size of the void program on every system, in bytes".to_owned(),
        text: "Functions by symbol, as above. Each system is linked in as far as there are archives, so Libraries is what the \
               program takes of it and of what it needs (TLS, HTTP, Protocol Buffers), in every product the part that its \
               linker did not leave out. Not in the total: standard, what the program has within it of the standard \
               library of C++, Rust or Go (Go's has HTTP and TLS); and shared, the executable sections of the shared \
               libraries that it needs, and that those need, but for those of C and C++: they are whole, because \
               such a library names only what it exports. Programs are optimised as their build files say: ours across \
               crates, the others not."
            .to_owned(),
        tables: of_sides(record, table),
        ..Part::default()
    }
}
