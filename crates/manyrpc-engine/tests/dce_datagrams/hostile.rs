//! Every datagram of every scene with one lie in it: before the genuine one, from somebody else,
//! and instead of it, from a broken peer.

use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::dce::cl::pdu::HEADER;

use crate::exchange::{Forgery, SCENES, Scene, Sent};

/// The widths of a header's fields after its flags, in bytes, from byte 56 on (C706 section 12.5.2).
const FIELDS: [(usize, usize); 8] = [
    (56, 4),
    (60, 4),
    (64, 4),
    (68, 2),
    (70, 2),
    (72, 2),
    (74, 2),
    (76, 2),
];
/// Bytes of a body that are falsified: everything but stub data.
const BODY: usize = 40;
/// Datagrams of a scene that are falsified; none in longer scenes, since more are of the same
/// kinds.
const SHORT: usize = 40;
const MAX_OF_A_SCENE: usize = 9;

/// Copies of the datagram, each with one lie.
fn lies(true_one: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut lie = |at: usize, bytes: &[u8]| {
        let mut lie = true_one.to_vec();
        lie[at..at + bytes.len()].copy_from_slice(bytes);
        all.push(lie);
    };
    for (at, byte) in true_one.iter().enumerate().take(HEADER + BODY) {
        for value in [0, 0xff, byte ^ 1, byte ^ 0x80] {
            lie(at, &[value]);
        }
    }
    // Every type, and every flag combined with every other.
    (0..32).for_each(|ptype| lie(1, &[ptype]));
    (0..=255).for_each(|flags| lie(2, &[flags]));
    for (at, width) in FIELDS {
        let mut value = [0; 4];
        value[..width].copy_from_slice(&true_one[at..at + width]);
        let value = u32::from_le_bytes(value);
        let others = [
            1,
            2,
            0x7fff_ffff,
            u32::MAX,
            value.wrapping_add(1),
            value.wrapping_sub(1),
        ];
        for other in others {
            lie(at, &other.to_le_bytes()[..width]);
        }
    }
    // Truncated at every byte except stub data, with and without a matching length in the header.
    for n in 0..true_one.len().min(HEADER + BODY) {
        all.push(true_one[..n].to_vec());
        if n >= HEADER {
            let mut cut = true_one[..n].to_vec();
            cut[74..76].copy_from_slice(&((n - HEADER) as u16).to_le_bytes());
            all.push(cut);
        }
    }
    all
}

fn tell_lies(scene: &Scene, personality: &Personality, seed: u64) -> usize {
    let honest = scene.play(personality, seed);
    let mut told = 0;
    if honest.sent.len() > SHORT {
        return 0;
    }
    for (number, Sent { bytes, .. }) in honest.sent.iter().enumerate().take(MAX_OF_A_SCENE) {
        for (n, bytes) in lies(bytes).into_iter().enumerate() {
            let forgery = Forgery {
                number,
                bytes,
                instead: n % 2 == 0,
            };
            let said = format!("{} {}: {forgery:02x?}", personality.name, scene.name);
            let over = std::panic::catch_unwind(|| {
                let mut exchange = scene.play_with(personality, seed, Some(forgery));
                exchange.check();
            });
            assert!(over.is_ok(), "{said}");
            told += 1;
        }
    }
    told
}

/// Whatever one datagram contains, each call ends exactly once, the engines become quiet, memory
/// stays within its limits, and the next call is answered.
fn a_lie_disturbs_nobody_else(personality: &Personality) {
    let scenes = SCENES.iter().zip(100..);
    let told = scenes.map(|(scene, seed)| tell_lies(scene, personality, seed));
    let told: usize = told.sum();
    assert!(told > 40_000, "{told} lies");
}

#[test]
fn a_lie_in_any_field_of_any_pdu_disturbs_nobody_else() {
    a_lie_disturbs_nobody_else(&Personality::DEFAULT);
}

#[test]
fn a_lie_in_any_field_of_any_pdu_of_ncs_disturbs_nobody_else() {
    a_lie_disturbs_nobody_else(&Personality::NCS);
}

/// Without lies, the scenes end as they should.
#[test]
fn every_scene_ends_well() {
    for personality in Personality::ALL {
        for scene in SCENES {
            scene.play(&personality, 5).check();
        }
    }
}
