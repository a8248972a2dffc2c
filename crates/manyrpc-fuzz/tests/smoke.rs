//! Runs every target on its seeds, on mutated seeds and on random bytes, the same ones each time,
//! under an allocator that records the largest request and the peak usage.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::catch_unwind;

use manyrpc_fuzz::{TARGETS, Target};

const RANDOM_INPUTS: usize = 5_000;
const LONGEST_INPUT: u64 = 512;
const ALLOCATION_FLOOR: usize = 64 << 10;

/// The system's allocator; records the largest request of each thread, and the thread's usage since
/// it was last reset.
struct Noting;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn note(size: usize, freed: usize) {
    // A thread that is ending has no thread-local cells any more, and runs no target.
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
    let _ = IN_USE.try_with(|in_use| {
        in_use.set(in_use.get() + size as isize - freed as isize);
        MOST.try_with(|most| most.set(most.get().max(in_use.get())))
    });
}

#[expect(unsafe_code, reason = "an allocator can be written no other way")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: the caller's guarantees are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Noting = Noting;

/// Seeded and repeatable: xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("less than a usize")
    }
}

fn run(target: &Target, input: &[u8]) {
    LARGEST.set(0);
    let run = target.run;
    let survived = catch_unwind(|| run(input)).is_ok();
    let largest = LARGEST.get();
    assert!(survived, "{} panicked on {}", target.name, hex(input));
    let most = ALLOCATION_FLOOR + target.allocation_per_byte * input.len();
    assert!(
        largest <= most,
        "{} asked for {largest} bytes at once on {}",
        target.name,
        hex(input)
    );
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One mutation of a valid input: truncate, flip, falsify a length, repeat, append.
fn broken(seed: &[u8], random: &mut Random) -> Vec<u8> {
    const LIES: [u32; 6] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffc, 0xffff_ffff];
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1 << random.below(8),
            2 if at + 4 <= bytes.len() => {
                bytes[at..at + 4].copy_from_slice(&LIES[random.below(LIES.len())].to_be_bytes());
            }
            3 => bytes.extend_from_within(at..),
            _ => bytes.push(random.next().to_le_bytes()[0]),
        }
    }
    bytes
}

fn smoke(target: &Target) {
    assert!(!(target.seeds)().is_empty(), "{} has no seeds", target.name);
    let seeds = target.inputs();
    for seed in &seeds {
        for end in 0..=seed.len() {
            run(target, &seed[..end]);
        }
    }
    let mut random = Random(0x6d61_6e79_7270_6321);
    for _ in 0..RANDOM_INPUTS {
        let seed = random.below(seeds.len());
        run(target, &broken(&seeds[seed], &mut random));
        let length = random.next() % LONGEST_INPUT;
        let noise: Vec<u8> = (0..length)
            .map(|_| random.next().to_le_bytes()[0])
            .collect();
        run(target, &noise);
    }
}

fn named(name: &str) {
    smoke(
        TARGETS
            .iter()
            .find(|target| target.name == name)
            .expect("the target is in the list"),
    );
}

#[test]
fn dce_cl() {
    named("dce_cl");
}

#[test]
fn dce_co() {
    named("dce_co");
}

#[test]
fn dce_idl() {
    named("dce_idl");
}

#[test]
fn corba_names() {
    named("corba_names");
}

#[test]
fn omg_idl() {
    named("omg_idl");
}

#[test]
fn valuetypes() {
    named("valuetypes");
}

#[test]
fn wsdl() {
    named("wsdl");
}

#[test]
fn descriptors() {
    named("descriptors");
}

#[test]
fn dynamic() {
    named("dynamic");
}

#[test]
fn cdr() {
    named("cdr");
}

#[test]
fn giop() {
    named("giop");
}

#[test]
fn soap() {
    named("soap");
}

#[test]
fn xmlrpc() {
    named("xmlrpc");
}

#[test]
fn http1() {
    named("http1");
}

#[test]
fn json() {
    named("json");
}

#[test]
fn jsonrpc() {
    named("jsonrpc");
}

#[test]
fn peer() {
    named("peer");
}

#[test]
fn grpc() {
    named("grpc");
}

#[test]
fn gzip() {
    named("gzip");
}

#[test]
fn hpack() {
    named("hpack");
}

#[test]
fn http2() {
    named("http2");
}

#[test]
fn ndr() {
    named("ndr");
}

#[test]
fn proto_idl() {
    named("proto_idl");
}

#[test]
fn protobuf() {
    named("protobuf");
}

#[test]
fn engines() {
    named("engines");
}

#[test]
fn record_mark() {
    named("record_mark");
}

#[test]
fn rpcl() {
    named("rpcl");
}

#[test]
fn security() {
    named("security");
}

#[test]
fn untyped() {
    named("untyped");
}

#[test]
fn xdr() {
    named("xdr");
}

#[test]
fn xml() {
    named("xml");
}

/// Falsifies every byte of every seed, and every word; the memory used is in proportion to the
/// input and to the limit on elements that take no bytes.
#[test]
fn ndr_lies() {
    const BYTES: [u8; 5] = [0, 1, 0x7f, 0x80, 0xff];
    const WORDS: [u32; 5] = [2, 0xffff, 0x7fff_ffff, 0xffff_fffc, 0xffff_ffff];
    let named = TARGETS.iter().find(|target| target.name == "ndr");
    let target = named.expect("the target is in the list");
    // Initialise what is created once.
    run(target, &(target.seeds)()[0]);
    for seed in (target.seeds)() {
        for at in 1..seed.len() {
            for lie in BYTES {
                let mut input = seed.clone();
                input[at] = lie;
                run_within(target, &input);
            }
            for lie in WORDS {
                let mut input = seed.clone();
                if let Some(word) = input.get_mut(at..at + 4) {
                    word.copy_from_slice(&lie.to_le_bytes());
                    run_within(target, &input);
                }
            }
        }
    }
}

fn run_within(target: &Target, input: &[u8]) {
    IN_USE.set(0);
    MOST.set(0);
    run(target, input);
    let most = MOST.get();
    let permitted = ALLOCATION_FLOOR + 4 * target.allocation_per_byte * input.len();
    assert!(
        most <= permitted as isize,
        "{} had {most} bytes on {}",
        target.name,
        hex(input)
    );
}

/// A target missing here or under cargo-fuzz would never be run.
#[test]
fn every_target_has_both_runners() {
    let ours = include_str!("smoke.rs");
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    for Target { name, .. } in TARGETS {
        assert!(
            ours.contains(&format!("named(\"{name}\")")),
            "{name} has no test here"
        );
        let file = format!("{directory}/{name}.rs");
        let source = std::fs::read_to_string(&file).expect("fuzz/fuzz_targets holds every target");
        assert!(
            source.contains(&format!("manyrpc_fuzz::{name}::TARGET")),
            "{file} runs something else"
        );
    }
}
