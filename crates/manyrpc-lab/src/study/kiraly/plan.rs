//! The plan of a run of the study.

use serde::{Deserialize, Serialize};

use manyrpc_measure::machine::placement::Placement;

use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::{Options, Plan, place};
use crate::study::journal::{Wanted, method_to_json};

use super::peers::{self, LANGUAGES, SYSTEMS};

/// Its name on the command line, after `manyrpc study`.
pub const NAME: &str = "kiraly";

/// The document.
pub const SOURCE: &str = "Király & Székely 2018";

/// The method of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Calls of a run with small data.
    pub calls: u32,
    /// Calls of a run with the photo.
    pub photo_calls: u32,
    /// Approximate duration of the calls after the run that time a single call, in milliseconds.
    pub warm_ms: u32,
    /// Whether bytes, packets and system calls are counted in every cell, or only if client and server have the
    /// same language.
    pub counts_every_cell: bool,
}

impl Method {
    /// Calls of a run.
    pub const fn calls_of(&self, photo: bool) -> u32 {
        match photo {
            true => self.photo_calls,
            false => self.calls,
        }
    }

    /// Whether bytes, packets and system calls of a cell are counted.
    pub(super) fn counts(&self, cell: &Cell) -> bool {
        self.counts_every_cell || cell.level("client") == cell.level("server")
    }
}

/// A cell of the matrix.
pub(super) fn cell(system: &str, photo: bool, client: &str, server: &str) -> Cell {
    let photo = if photo { PHOTO } else { "no" };
    Cell::new([
        ("system", system),
        ("photo", photo),
        ("client", client),
        ("server", server),
    ])
}

/// The level of the factor `photo` for records with a photo.
const PHOTO: &str = "yes";

/// Whether the record includes the photo.
pub(super) fn has_photo(cell: &Cell) -> bool {
    cell.level("photo") == PHOTO
}

/// The phase in which bytes are counted.
pub(super) const BYTES: &str = "bytes on the wire";

/// The phase in which calls are timed.
pub(super) const RUNS: &str = "runs";

/// The plan of a run with these options.
pub(super) fn plan(
    options: &Options,
    published_calls: u32,
    published_runs: u32,
) -> Result<Plan, String> {
    let mut warnings = Vec::new();
    // Client and server on separate CPUs, like the document's two machines, if there are two.
    let (placement, layout) = place(options, Placement::Split, &mut warnings)?;
    let (rounds, method) = method(&options.wanted, published_calls, published_runs);
    let design = design(&options.wanted)?
        .phase(BYTES, 1, |cell| method.counts(cell))
        .phase(RUNS, rounds, |_| true);
    Ok(Plan {
        design,
        method: method_to_json(&method),
        placement,
        layout,
        warnings,
    })
}

fn method(wanted: &Wanted, published_calls: u32, published_runs: u32) -> (u32, Method) {
    let (rounds, method) = match wanted.quick {
        true => (
            3,
            Method {
                calls: 10,
                photo_calls: 2,
                warm_ms: 60,
                counts_every_cell: false,
            },
        ),
        false => (
            published_runs,
            Method {
                calls: published_calls,
                photo_calls: published_calls,
                warm_ms: 500,
                counts_every_cell: true,
            },
        ),
    };
    (wanted.rounds.unwrap_or(rounds), method)
}

/// The matrix, in the order of the tables.
fn design(wanted: &Wanted) -> Result<Design, String> {
    let filters = wanted.only.iter().map(|only| Filter::parse(only));
    let filters: Vec<Filter> = filters.collect::<Result<_, _>>()?;
    let takes_part = |system: &str, language: &peers::Language| match filters.is_empty() {
        // A quick run is limited to the document's languages and ours.
        true => !wanted.quick || language.is_published || language.id == peers::OURS,
        false => filters.iter().any(|f| f.lets_through(system, language.id)),
    };
    let speaks = |system: &str, language: &str| {
        peers::speakers(system).any(|l| l.id == language && takes_part(system, l))
    };
    let languages = || LANGUAGES.iter().map(|l| l.id);
    let factors = vec![
        Factor::new("photo", ["no", PHOTO]),
        Factor::new("system", SYSTEMS.iter().map(|s| s.id)),
        Factor::new("client", languages()),
        Factor::new("server", languages()),
    ];
    let design = Design::crossed(factors, |cell| {
        let system = cell.level("system");
        speaks(system, cell.level("client")) && speaks(system, cell.level("server"))
    });
    match design.cells.is_empty() {
        true => Err("--only leaves no client and server with a common system".to_owned()),
        false => Ok(design),
    }
}

/// An entry of `--only`: a system, a language, or a language of a system.
struct Filter {
    system: Option<&'static str>,
    language: Option<&'static str>,
}

impl Filter {
    fn parse(text: &str) -> Result<Self, String> {
        let (first, second) = match text.split_once('/') {
            Some((first, second)) => (first, Some(second)),
            None => (text, None),
        };
        let system = peers::system(first).map(|s| s.id);
        let language = peers::language(second.unwrap_or(first)).map(|l| l.id);
        match (system, language, second) {
            (None, None, None) | (None, _, Some(_)) | (_, None, Some(_)) => Err(unknown(text)),
            _ => Ok(Filter { system, language }),
        }
    }

    fn lets_through(&self, system: &str, language: &str) -> bool {
        self.system.is_none_or(|s| s == system) && self.language.is_none_or(|l| l == language)
    }
}

fn unknown(text: &str) -> String {
    let systems: Vec<&str> = SYSTEMS.iter().map(|s| s.id).collect();
    let languages: Vec<&str> = LANGUAGES.iter().map(|l| l.id).collect();
    format!(
        "`{text}` is neither SYSTEM, LANGUAGE nor SYSTEM/LANGUAGE with one of the systems {} and of \
         the languages {}",
        systems.join(", "),
        languages.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(only: &[&str]) -> Wanted {
        Wanted {
            only: only.iter().map(|&o| o.to_owned()).collect(),
            ..Wanted::default()
        }
    }

    #[test]
    fn the_whole_matrix_has_every_pair_twice() {
        let all = design(&wanted(&[])).unwrap().cells;
        // gRPC has 7 languages, XML-RPC 5, JSON-RPC and SOAP 4; six further systems are ours alone.
        assert_eq!(all.len(), 2 * (49 + 25 + 16 + 16 + 6));
        let quick = Wanted {
            quick: true,
            ..wanted(&[])
        };
        assert_eq!(design(&quick).unwrap().cells.len(), 2 * (3 * 16 + 9 + 6));
    }

    #[test]
    fn filters_let_take_part() {
        let count = |only: &[&str]| design(&wanted(only)).map(|design| design.cells.len());
        assert_eq!(count(&["jsonrpc"]), Ok(2 * 16));
        assert_eq!(count(&["xmlrpc/python"]), Ok(2));
        assert_eq!(count(&["xmlrpc/python", "xmlrpc/ours"]), Ok(8));
        assert_eq!(count(&["cpp"]), Ok(8));
        assert_eq!(count(&["soap/java", "soap/python"]), Ok(8));
        assert_eq!(count(&["grpc/go", "xmlrpc/go"]), Ok(2));
        for wrong in ["", "morse", "grpc/morse", "morse/cpp", "cpp/grpc", "/"] {
            let error = count(&[wrong]).unwrap_err();
            assert!(
                error.contains("jsonrpc-tcp") && error.contains("ruby"),
                "{error}"
            );
        }
        let none = count(&["onc-tcp/go"]).unwrap_err();
        assert!(none.contains("no client and server"), "{none}");
    }

    #[test]
    fn a_run_is_as_long_as_the_documents_unless_it_is_quick() {
        let (rounds, whole) = method(&wanted(&[]), 100, 5);
        assert_eq!((rounds, whole.calls_of(true)), (5, 100));
        let quick = Wanted {
            quick: true,
            rounds: Some(9),
            ..wanted(&[])
        };
        let (rounds, quick) = method(&quick, 100, 5);
        assert_eq!((rounds, quick.calls_of(false)), (9, 10));
    }
}
