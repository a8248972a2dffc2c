//! What a run of the study will do, decided before it does anything.

use serde::{Deserialize, Serialize};

use crate::machine::placement::{Layout, Placement, allowed_cpus};
use crate::stats::Random;

use super::Options;
use super::peers::{self, LANGUAGES, SYSTEMS};

/// How the run measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Interleaved rounds: each has a fresh client process for every cell.
    pub rounds: u32,
    /// Calls of a run with small data.
    pub calls: u32,
    /// Calls of a run with the photo.
    pub photo_calls: u32,
    /// Milliseconds of calls, about, by which a call alone is timed after the run.
    pub warm_ms: u32,
    /// Where bytes on the wire were counted: in every cell, or where client and server are of one
    /// language.
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
}

/// A place in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The system's id.
    pub system: &'static str,
    /// Whether the photo comes with the record.
    pub photo: bool,
    /// The client's language.
    pub client: &'static str,
    /// The server's language.
    pub server: &'static str,
}

/// The whole plan.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) cells: Vec<Key>,
    pub(super) method: Method,
    pub(super) placement: Placement,
    pub(super) layout: Layout,
    pub(super) warnings: Vec<String>,
}

impl Plan {
    pub(super) fn new(
        options: &Options,
        published_calls: u32,
        published_runs: u32,
    ) -> Result<Self, String> {
        let mut warnings = Vec::new();
        let (placement, layout) = place(options.placement, &allowed_cpus(), &mut warnings)?;
        let cells = cells(options)?;
        if cells.is_empty() {
            return Err("--only leaves no client and server that speak one system".to_owned());
        }
        Ok(Plan {
            cells,
            method: method(options, published_calls, published_runs),
            placement,
            layout,
            warnings,
        })
    }

    /// The cells of one round in a random order.
    pub(super) fn round(&self, random: &mut Random) -> Vec<Key> {
        let mut cells = self.cells.clone();
        random.shuffle(&mut cells);
        cells
    }
}

fn method(options: &Options, published_calls: u32, published_runs: u32) -> Method {
    let method = match options.quick {
        true => Method {
            rounds: 3,
            calls: 10,
            photo_calls: 2,
            warm_ms: 60,
            counts_every_cell: false,
        },
        false => Method {
            rounds: published_runs,
            calls: published_calls,
            photo_calls: published_calls,
            warm_ms: 500,
            counts_every_cell: true,
        },
    };
    Method {
        rounds: options.rounds.unwrap_or(method.rounds),
        ..method
    }
}

/// Client and server on a CPU each, as on the document's two machines, where there are two.
fn place(
    wanted: Option<Placement>,
    cpus: &[usize],
    warnings: &mut Vec<String>,
) -> Result<(Placement, Layout), String> {
    let placement = wanted.unwrap_or(Placement::Split);
    match (Layout::of(placement, cpus), wanted) {
        (Ok(layout), _) => Ok((placement, layout)),
        (Err(why), Some(_)) => Err(format!("placement {placement}: {why}")),
        (Err(why), None) => {
            warnings.push(format!("placement same instead of {placement}: {why}"));
            Layout::of(Placement::Same, cpus).map(|layout| (Placement::Same, layout))
        }
    }
}

/// The matrix, in the order of the tables.
fn cells(options: &Options) -> Result<Vec<Key>, String> {
    let filters = options.only.iter().map(|only| Filter::parse(only));
    let filters: Vec<Filter> = filters.collect::<Result<_, _>>()?;
    let takes_part = |system: &str, language: &peers::Language| match filters.is_empty() {
        // A quick run keeps to the document's languages and ours.
        true => !options.quick || language.is_published || language.id == peers::OURS,
        false => filters.iter().any(|f| f.lets_through(system, language.id)),
    };
    let mut cells = Vec::new();
    for photo in [false, true] {
        for system in SYSTEMS {
            let speakers = peers::speakers(system.id).filter(|l| takes_part(system.id, l));
            let speakers: Vec<&str> = speakers.map(|l| l.id).collect();
            for &client in &speakers {
                cells.extend(speakers.iter().map(|&server| Key {
                    system: system.id,
                    photo,
                    client,
                    server,
                }));
            }
        }
    }
    Ok(cells)
}

/// What `--only` lets take part: a system, a language, or a language of a system.
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
    use crate::system::Programs;

    fn options(only: &[&str]) -> Options {
        let programs = Programs {
            ours: "manyrpc".into(),
            peers: "peers".into(),
        };
        let mut options = Options::new(programs);
        options.only = only.iter().map(|&o| o.to_owned()).collect();
        options
    }

    #[test]
    fn the_whole_matrix_has_every_pair_twice() {
        let all = cells(&options(&[])).unwrap();
        // gRPC has 7 languages, XML-RPC 5, JSON-RPC 4; six further systems are ours alone.
        assert_eq!(all.len(), 2 * (49 + 25 + 16 + 6));
        let mut quick = options(&[]);
        quick.quick = true;
        assert_eq!(cells(&quick).unwrap().len(), 2 * (3 * 16 + 6));
    }

    #[test]
    fn filters_let_take_part() {
        let count = |only: &[&str]| cells(&options(only)).unwrap().len();
        assert_eq!(count(&["jsonrpc"]), 2 * 16);
        assert_eq!(count(&["xmlrpc/python"]), 2);
        assert_eq!(count(&["xmlrpc/python", "xmlrpc/ours"]), 8);
        assert_eq!(count(&["cpp"]), 6);
        for wrong in ["", "morse", "grpc/morse", "morse/cpp", "cpp/grpc", "/"] {
            let error = cells(&options(&[wrong])).unwrap_err();
            assert!(
                error.contains("jsonrpc-tcp") && error.contains("ruby"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_run_is_as_long_as_the_documents_unless_it_is_quick() {
        let method = method(&options(&[]), 100, 5);
        assert_eq!((method.rounds, method.calls_of(true)), (5, 100));
        let mut quick = options(&[]);
        (quick.quick, quick.rounds) = (true, Some(9));
        let method = super::method(&quick, 100, 5);
        assert_eq!((method.rounds, method.calls_of(false)), (9, 10));
    }

    #[test]
    fn one_cpu_is_enough_unless_two_were_asked_for() {
        let mut warnings = Vec::new();
        let (placement, _) = place(None, &[3], &mut warnings).unwrap();
        assert_eq!((placement, warnings.len()), (Placement::Same, 1));
        assert!(place(Some(Placement::Split), &[3], &mut warnings).is_err());
        assert_eq!(
            place(None, &[0, 1], &mut warnings).unwrap().0,
            Placement::Split
        );
    }

    #[test]
    fn rounds_have_every_cell_in_another_order() {
        let mut options = options(&["jsonrpc"]);
        options.placement = Some(Placement::Free);
        let plan = Plan::new(&options, 100, 5).unwrap();
        let mut random = Random::new(4);
        let (one, two) = (plan.round(&mut random), plan.round(&mut random));
        assert_ne!(one, two);
        let mut sorted = one;
        sorted.sort_unstable();
        let mut all = plan.cells.clone();
        all.sort_unstable();
        assert_eq!(sorted, all);
        options.only = vec!["grpc/go".to_owned(), "xmlrpc/go".to_owned()];
        assert_eq!(Plan::new(&options, 100, 5).unwrap().cells.len(), 2);
        options.only = vec!["onc-tcp/go".to_owned()];
        assert!(Plan::new(&options, 100, 5).is_err());
    }
}
