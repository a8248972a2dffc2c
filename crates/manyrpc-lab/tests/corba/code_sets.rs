//! Code sets of text, with either foreign implementation: which are agreed on, and how what they lack is refused.
//!
//! CORBA 3.0 section 13.10.2.6: a client picks them from what the server's reference offers.

use manyrpc::corba::{Iiop, Ior, Tagged};
use manyrpc_engine::giop::code_sets::{LATIN_1, Offered, Sets, UTF_8, UTF_16};
use serde_json::json;

use super::{JACORB, OMNIORB, Orb, features};
use crate::support::Peer;
use crate::support::dynamic::Dynamic;
use crate::support::world::{Served, World};

/// ISO 8859-15, which JacORB speaks, and we do not.
const LATIN_9: u32 = 0x0001_000f;

const IN_LATIN_1: &str = "Erzs\u{e9}bet";
const BEYOND_LATIN_1: &str = "\u{7f8e}\u{54b2}";

impl Orb {
    /// The option that makes this the code set of a program's own text.
    fn native(self, set: u32) -> Vec<String> {
        let (of_omniorb, of_jacorb) = match set {
            UTF_8 => ("UTF-8", "UTF8"),
            LATIN_1 => ("ISO-8859-1", "ISO8859_1"),
            _ => ("unknown", "ISO8859_15"),
        };
        match self.name {
            "omniorb" => vec!["-ORBnativeCharCodeSet".to_owned(), of_omniorb.to_owned()],
            _ => vec![format!("jacorb.native_char_codeset={of_jacorb}")],
        }
    }
}

/// What becomes of a text that goes to their server and back.
fn echoed(world: World, orb: Orb, set: u32, text: &str) -> Result<(), String> {
    let mut peer = orb.server(&orb.native(set));
    let place = orb.places(&mut peer, "features.Server").pop();
    let (_, place) = place.expect("there is a reference");
    let interface = features::interface("features.Server");
    let mut server = Dynamic::open(world, &place, interface).expect("it listens");
    match server.call_json("echo_string", &json!([text])) {
        Ok(back) if back == text => Ok(()),
        Ok(back) => Err(format!("{text} came back as {back}")),
        Err(e) => Err(e.to_string()),
    }
}

#[test]
fn text_arrives_in_the_code_set_of_their_server() {
    for (world, orb) in World::in_all([OMNIORB, JACORB]) {
        for set in [UTF_8, LATIN_1] {
            let result = echoed(world, orb, set, IN_LATIN_1);
            assert_eq!(result, Ok(()), "{world} {} {set:#x}", orb.name);
        }
        let result = echoed(world, orb, UTF_8, BEYOND_LATIN_1);
        assert_eq!(result, Ok(()), "{world} {}", orb.name);
        let refused = echoed(world, orb, LATIN_1, BEYOND_LATIN_1).unwrap_err();
        assert!(
            refused.contains("U+7F8E"),
            "{world} {}: {refused}",
            orb.name
        );
    }
}

/// A client of theirs for whom our objects offer only these.
fn client(orb: Orb, server: &Served, native: u32, chars: u32, wide: Option<u32>) -> Peer {
    let mut peer = orb.client(server.port(), "1.2", &orb.native(native));
    let ours = features::reference(server, features::OBJECTS[0], "1.2");
    let only = |native| Sets {
        native,
        ..Sets::default()
    };
    let offered = Offered {
        chars: only(chars),
        wide: only(wide.unwrap_or(0)),
    };
    let profiles = ours.iiop().map(|profile| {
        let components: Vec<Tagged> = vec![offered.component()];
        Iiop {
            components,
            ..profile
        }
        .tagged()
    });
    let reference = Ior {
        type_id: ours.type_id.clone(),
        profiles: profiles.collect(),
    };
    let told = peer.ask(&format!("object features.Server {reference}"));
    assert_eq!(told, "ok");
    peer
}

#[test]
fn their_clients_take_the_code_set_that_we_offer() {
    for (world, orb) in World::in_all([OMNIORB, JACORB]) {
        let server = features::serve(world);
        for (native, chars) in [
            (UTF_8, UTF_8),
            (UTF_8, LATIN_1),
            (LATIN_1, LATIN_1),
            (LATIN_1, UTF_8),
        ] {
            let mut peer = client(orb, &server, native, chars, Some(UTF_16));
            for case in ["strings", "wide", "attributes"] {
                let told = peer.ask(&format!("case {case}"));
                assert_eq!(told, "ok", "{world} {} {case}", orb.name);
            }
            // omniORB passes octets of its own code set on; JacORB sends half of each letter.
            let passes = chars == UTF_8 || orb.name == "omniorb" && native == LATIN_1;
            let told = peer.ask("case strings-beyond-latin1");
            assert_eq!(told == "ok", passes, "{world} {}: {told}", orb.name);
            if orb.name == "omniorb" && !passes {
                assert!(told.contains("DATA_CONVERSION"), "{told}");
            }
        }
        // omniORB falls back to UTF-16 (section 13.10.2.6).
        let told = client(orb, &server, UTF_8, UTF_8, None).ask("case wide");
        match orb.name {
            "omniorb" => assert_eq!(told, "ok", "{world}"),
            _ => assert!(told.contains("CODESET_INCOMPATIBLE"), "{world}: {told}"),
        }
        server.stop();
    }
}

/// A client that has chosen a code set which we do not speak is refused, whatever it sends.
#[test]
fn what_we_do_not_speak_is_refused() {
    for world in World::ALL {
        let server = features::serve(world);
        let mut peer = client(JACORB, &server, LATIN_9, LATIN_9, Some(UTF_16));
        let told = peer.ask("case strings");
        assert!(
            told.contains("CODESET_INCOMPATIBLE minor 0x4f4d0002"),
            "{told}"
        );
        server.stop();
    }
}

/// What our server has to say, and the client's code set does not have. (omniORB's sends a message error there.)
#[test]
fn results_that_the_code_set_does_not_have_are_refused() {
    for world in World::ALL {
        let server = features::serve(world);
        let open = |chars: &str| {
            let at = server.port();
            let at = format!("iiop://127.0.0.1:{at}/features.Server?chars={chars}");
            let interface = features::interface("features.Server");
            Dynamic::open(world, &at, interface).expect("it listens")
        };
        let told = open("utf-8").call_json("_set_motto", &json!([BEYOND_LATIN_1]));
        assert!(told.is_ok(), "{world}: {told:?}");
        let refused = open("iso-8859-1").call_json("_get_motto", &json!([]));
        let why = refused.unwrap_err().to_string();
        let is_it = why.contains("DATA_CONVERSION") && why.contains("0x4f4d0001");
        assert!(is_it, "{world}: {why}");
        server.stop();
    }
}
