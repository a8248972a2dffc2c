//! What our server says to who is wrong, by the schemas of the W3C: the faults of the specifications, with their headers.

use manyrpc::Server;

use crate::support::world::World;
use crate::support::{Peer, judge};
use crate::{KNOWN, Results, features, http, started};

const OLD: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const NEW: &str = "http://www.w3.org/2003/05/soap-envelope";

/// A message, and the codes of its fault in either version.
struct Wrong {
    case: &'static str,
    header: &'static str,
    body: &'static str,
    codes: [&'static str; 2],
}

const DIVIDE: &str =
    "<f:divide xmlns:f=\"urn:manyrpc.example.features\"><f:a>42</f:a><f:b>5</f:b></f:divide>";

const WRONG: [Wrong; 9] = [
    Wrong {
        case: "what must be understood",
        header: "<t:T xmlns:t=\"urn:t\" e:mustUnderstand=\"1\"/><u:T xmlns:u=\"urn:u\" e:mustUnderstand=\"1\"/>",
        body: DIVIDE,
        codes: ["MustUnderstand", "MustUnderstand"],
    },
    Wrong {
        case: "an unknown element",
        header: "",
        body: "<f:multiply xmlns:f=\"urn:manyrpc.example.features\"/>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "an unknown namespace",
        header: "",
        body: "<f:divide xmlns:f=\"urn:f\"/>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "wrong arguments",
        header: "",
        body: "<f:divide xmlns:f=\"urn:manyrpc.example.features\"><f:a>many</f:a><f:b>5</f:b></f:divide>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "no arguments",
        header: "",
        body: "<f:divide xmlns:f=\"urn:manyrpc.example.features\"/>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "what is not well-formed",
        header: "",
        body: "<f:divide>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "an entity",
        header: "",
        body: "<f:divide xmlns:f=\"urn:manyrpc.example.features\"><f:a>&lots;</f:a></f:divide>",
        codes: ["Client", "Sender"],
    },
    Wrong {
        // SOAP 1.1 section 4.4.1 lets codes be refined behind a dot.
        case: "nobody's password",
        header: "<w:Security e:mustUnderstand=\"1\" \
            xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd\">\
            <w:UsernameToken><w:Username>bob</w:Username><w:Password>wrong</w:Password></w:UsernameToken></w:Security>",
        body: DIVIDE,
        codes: ["Client", "Sender"],
    },
    Wrong {
        case: "replies elsewhere",
        header: "<a:Action xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:a</a:Action>\
            <a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:m</a:MessageID>\
            <a:ReplyTo xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>http://h/</a:Address></a:ReplyTo>",
        body: DIVIDE,
        codes: ["Client", "Sender"],
    },
];

fn envelope(namespace: &str, wrong: &Wrong) -> String {
    format!(
        "<e:Envelope xmlns:e=\"{namespace}\"><e:Header>{}</e:Header><e:Body>{}</e:Body></e:Envelope>",
        wrong.header, wrong.body
    )
}

/// The answer to a message: its head and its body.
fn post(port: u16, kind: &str, message: &str) -> (String, Vec<u8>) {
    let request = format!(
        "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{message}",
        message.len()
    );
    http::answer(port, &request).expect("it answers")
}

/// What is wrong with a fault of that code.
fn judged(examiner: &mut Peer, (head, body): &(String, Vec<u8>), code: &str) -> Result<(), String> {
    let text = String::from_utf8_lossy(body);
    let hex: String = body.iter().map(|byte| format!("{byte:02x}")).collect();
    // Behind the prefix, and before what is ours of it.
    let is_code = [format!(":{code}<"), format!(":{code}.")]
        .iter()
        .any(|code| text.contains(code.as_str()));
    let mut statuses = ["400", "401", "500"].iter();
    let is_fault = statuses.any(|status| head.starts_with(&format!("HTTP/1.1 {status} ")));
    match &*examiner.ask(&hex) {
        "ok" if is_code && is_fault => Ok(()),
        said => Err(format!("{said}: {head}{text}")),
    }
}

#[test]
fn our_faults_are_valid() {
    let mut examiner = Peer::start("soap-schemas/soap_check", &["features"]);
    for world in World::ALL {
        let server = Server::builder().users(|_| None);
        let secured = started(world, features::added(world, server, "features"));
        let served = features::serve(world, "features");
        let mut results = Results::new();
        let versions = [(OLD, "text/xml"), (NEW, "application/soap+xml")];
        for (version, (namespace, kind)) in versions.into_iter().enumerate() {
            for wrong in &WRONG {
                // Who has users asks everybody for one.
                let at = match wrong.case {
                    "nobody's password" => &secured,
                    _ => &served,
                };
                let answer = post(at.port(), kind, &envelope(namespace, wrong));
                let result = judged(&mut examiner, &answer, wrong.codes[version]);
                results.push((format!("{kind} {}", wrong.case), result));
            }
            let answer = post(served.port(), kind, &envelope("urn:of-tomorrow", &WRONG[1]));
            let result = judged(&mut examiner, &answer, "VersionMismatch");
            results.push((format!("{kind} another version"), result));
        }
        judge(KNOWN, "our-messages", world.told(results));
        served.stop();
        secured.stop();
    }
}
