//! GIOP: both roles in each version, and object references.

use std::sync::Arc;

use manyrpc_engine::contract::Reconnection;
use manyrpc_engine::giop::code_sets::Offered;
use manyrpc_engine::giop::ior::{Iiop, Ior};
use manyrpc_engine::giop::{Client, Server, Version};
use manyrpc_engine::{CallHead, Limits, Path};
use manyrpc_engines::Process;

use crate::Target;
use crate::stream::Streams;

/// Arbitrary bytes to a client or a server of GIOP; the first byte selects role and version. They are also read as a
/// stringified reference, which must then print as one that is the same.
pub const TARGET: Target = Target {
    name: "giop",
    run: |input| {
        STREAMS.run(input);
        let text: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
        if let Ok(ior) = Ior::parse(&format!("IOR:{text}")) {
            assert_eq!(Ior::parse(&ior.to_string()).as_ref(), Ok(&ior));
            for profile in ior.iiop() {
                let _ = (
                    profile.addresses(),
                    Offered::of(&profile),
                    profile.orb_type(),
                );
                assert_eq!(Iiop::read(&profile.tagged().data), Ok(profile));
            }
        }
    },
    seeds,
    allocation_per_byte: 64,
};

const STREAMS: Streams<Client, Server> = Streams {
    variants: &[
        (
            |limits, seed| Client::new(limits, Version::V1_2, seed),
            server,
        ),
        (
            |limits, seed| Client::new(limits, Version::V1_1, seed),
            server,
        ),
        (
            |limits, seed| Client::new(limits, Version::V1_0, seed),
            server,
        ),
        (
            |limits, seed| following(limits, Version::V1_2, seed),
            server,
        ),
        (
            |limits, seed| following(limits, Version::V1_0, seed),
            server,
        ),
    ],
    head: CallHead::named(Path {
        interface: "bench.Sums",
        operation: "add",
    }),
    arguments: &[1, 0, 0, 0, 2, 0, 0, 0],
};

/// A client that goes where its object is.
fn following(limits: Limits, version: Version, seed: u64) -> Client {
    let mut client = Client::new(limits, version, seed);
    client.set_endpoint("host", 2809);
    client.enable_reconnection();
    client
}

fn server(limits: Limits) -> Server {
    Server::new(limits, Arc::new(Process))
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = STREAMS.seeds();
    let ior = Ior {
        type_id: "IDL:bench/Sums:1.0".to_owned(),
        profiles: vec![Iiop::new("host", 2809, b"bench.Sums").tagged()],
    };
    let text = ior.to_string();
    let digits = text.as_bytes()["IOR:".len()..].chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).ok();
    seeds.extend(digits.map(byte).collect::<Option<Vec<u8>>>());
    // A locate request and a close, big-endian.
    seeds.push(
        b"\0GIOP\x01\x00\x00\x03\0\0\0\x0c\0\0\0\x07\0\0\0\x04shopGIOP\x01\x02\x00\x05\0\0\0\0"
            .to_vec(),
    );
    seeds
}

#[cfg(test)]
mod tests {
    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_calls_and_replies() {
        super::STREAMS.check_seeds();
    }
}
