//! A naming service with a file is killed (SIGKILL) while names are bound, at drawn moments, and started again: everything
//! that was confirmed is there, and nothing else but what was asked for when it died.
//!
//! This test is its own child program, so it has no harness. What a machine that loses its power leaves on the disk it cannot show.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use manyrpc::corba::Ior;
use manyrpc::registry::naming::{NameServer, NamingClient};

/// What the child is told first.
const SERVE: &str = "serve-names";
/// How often it is killed.
const TIMES: u64 = 120;
/// How many names there are to change.
const NAMES: u64 = 40;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(SERVE) => serve(Path::new(&arguments[1])),
        _ => {
            what_was_confirmed_outlives_the_service();
            println!("naming_killed: ok");
        }
    }
}

/// Serves names from that file until nobody holds the other end of its input.
fn serve(file: &Path) {
    let names = NameServer::keeping(file).expect("the file is whole");
    let running = names.start(0).expect("a port of the system's choice");
    println!("{}", running.bindings()[0]);
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

struct Service {
    child: Child,
    at: String,
}

impl Service {
    fn start(file: &Path) -> Self {
        let own = std::env::current_exe().expect("a path of our own");
        let mut child = Command::new(own)
            .arg(SERVE)
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let mut at = String::new();
        let said = child.stdout.as_mut().expect("it was piped");
        BufReader::new(said).read_line(&mut at).expect("a line");
        assert!(!at.is_empty(), "the service does not start");
        let at = at.trim().to_owned();
        Service { child, at }
    }
}

/// Drawn from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// What each name is bound to: an object by its key, or nothing, which is a context.
type Bound = BTreeMap<String, Option<String>>;

/// A change to one name.
struct Change {
    name: String,
    to: Option<Option<String>>,
}

impl Change {
    fn draw(dice: &mut Dice, number: u64, bound: &Bound) -> Self {
        let name = format!("n{}", dice.below(NAMES));
        let to = match bound.get(&name) {
            Some(None) => None,
            Some(Some(_)) if dice.below(2) == 0 => None,
            None if dice.below(4) == 0 => Some(None),
            _ => Some(Some(number.to_string())),
        };
        Change { name, to }
    }

    fn ask(&self, names: &mut NamingClient) -> bool {
        let name = self.name.parse().expect("a name");
        let asked = match &self.to {
            None => names.unbind(&name),
            Some(None) => names.bind_new_context(&name).map(drop),
            Some(Some(key)) => names.rebind(&name, &format!("corbaloc:iiop:1.2@host:1/{key}")),
        };
        asked.is_ok()
    }

    fn make(self, bound: &mut Bound) {
        match self.to {
            None => bound.remove(&self.name),
            Some(to) => bound.insert(self.name, to),
        };
    }
}

/// Everything that the service has.
fn all(names: &mut NamingClient) -> Bound {
    let (entries, more) = names.entries(1000).expect("its names");
    assert!(!more);
    let one = |entry: &manyrpc::registry::naming::Entry| {
        let name = entry.name.to_string();
        let to = match entry.is_context {
            true => None,
            false => {
                let found = names.resolve(&name.parse().expect("a name"));
                let ior = Ior::parse(&found.expect("what it lists")).expect("a reference");
                let profile = ior.iiop().next().expect("a place");
                Some(String::from_utf8(profile.key).expect("a number"))
            }
        };
        (name, to)
    };
    entries.iter().map(one).collect()
}

fn what_was_confirmed_outlives_the_service() {
    let file = std::env::temp_dir().join(format!("manyrpc-killed-{}", std::process::id()));
    let mut dice = Dice(7);
    let mut bound = Bound::new();
    let (mut number, mut confirmed, mut happened) = (0, 0, 0);
    let mut unsure: Option<Change> = None;
    for _ in 0..TIMES {
        let mut service = Service::start(&file);
        let mut names = NamingClient::open(&service.at).expect("a naming service");
        let found = all(&mut names);
        if let Some(change) = unsure.take() {
            let mut with_it = bound.clone();
            change.make(&mut with_it);
            if found == with_it {
                happened += u32::from(bound != with_it);
                bound = with_it;
            }
        }
        assert_eq!(found, bound);
        let progress = AtomicU64::new(0);
        let (calls, moment) = (dice.below(30), Duration::from_micros(dice.below(3000)));
        std::thread::scope(|scope| {
            let child = &mut service.child;
            let progress = &progress;
            scope.spawn(move || {
                // A moment within a change, rather than between two.
                while progress.load(Ordering::Acquire) < calls {
                    std::thread::yield_now();
                }
                let from = Instant::now();
                while from.elapsed() < moment {
                    std::hint::spin_loop();
                }
                child.kill().expect("it is ours");
                child.wait().expect("it is ours");
            });
            loop {
                number += 1;
                let change = Change::draw(&mut dice, number, &bound);
                if !change.ask(&mut names) {
                    unsure = Some(change);
                    break;
                }
                change.make(&mut bound);
                confirmed += 1;
                progress.fetch_add(1, Ordering::Release);
            }
        });
    }
    println!("{confirmed} changes confirmed, {happened} of {TIMES} made and not confirmed");
    assert!(confirmed > TIMES * 5);
    remove(&file);
}

fn remove(file: &Path) {
    let beside: PathBuf = {
        let mut name = file.as_os_str().to_owned();
        name.push(".new");
        name.into()
    };
    let _ = std::fs::remove_file(beside);
    std::fs::remove_file(file).expect("the file of names");
}
