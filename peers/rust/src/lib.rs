//! The record of an id (see `../../database.md`), and gRPC's stubs.

/// What tonic makes of `interfaces/database.proto`.
pub mod rpcbench {
    tonic::include_proto!("rpcbench");
}

use rpcbench::Info;

/// Bytes of the photo.
pub const PHOTO_BYTES: usize = 1_048_576;

/// The photo that goes with every id.
pub fn photo() -> Vec<u8> {
    (0..PHOTO_BYTES).map(|i| (i * 31 + 7) as u8).collect()
}

/// The record of an id that is 0 or more.
pub fn record(id: i32, photo: Vec<u8>) -> Info {
    const FIRST: [&str; 4] = ["Ada", "Erzsébet", "美咲", "Zoë"];
    const LAST: [&str; 3] = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"];
    Info {
        id,
        first_name: FIRST[id as usize % 4].to_owned(),
        last_name: LAST[id as usize % 3].to_owned(),
        age: 18 + id % 70,
        email: format!("user{id}@example.org"),
        phone: format!("+36 1 555 {:04}", id % 10_000),
        newsletter: id % 2 == 0,
        latitude: (id % 100) as f32 / 4.0 - 33.875,
        longitude: 151.125 - (id % 1000) as f32 / 4.0,
        photo,
    }
}

/// The words after `tcp`, or the end of this process with its usage.
pub fn arguments(least: usize, usage: &str) -> Vec<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() < least || arguments[0] != "tcp" {
        eprintln!("usage: {usage}");
        std::process::exit(2);
    }
    arguments[1..].to_vec()
}
