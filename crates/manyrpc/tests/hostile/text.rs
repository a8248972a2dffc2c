//! JSON-RPC and XML-RPC over HTTP/1.1, and JSON-RPC over bare streams.

use std::io::{BufRead, BufReader, Read, Write};

use super::{MOST, World, alone, connect, flood, is_well, last_words, serve, undisturbed};

const JSON_HTTP: &str = "jsonrpc+http://127.0.0.1:0/rpc";
const JSON_LINES: &str = "jsonrpc+tcp://127.0.0.1:0";
const JSON_LENGTHS: &str = "jsonrpc+tcp://127.0.0.1:0?framing=content-length";
const XML: &str = "xmlrpc+http://127.0.0.1:0/RPC2";

const JSON_HEAD: &str = "POST /rpc HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n";
const XML_HEAD: &str = "POST /RPC2 HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\n";

const ADD: &str = r#"{"jsonrpc":"2.0","method":"CALCULATOR_V2.add","params":[1,2],"id":1}"#;

/// Levels and digits: above all our limits.
const DEEP: usize = 100_000;

#[test]
fn heads_and_bodies_without_an_end() {
    let _alone = alone();
    type Piece = fn(u32) -> Vec<u8>;
    let attacks: [(&str, &str, Piece); 6] = [
        ("a line", JSON_LINES, |_| vec![b' '; 10_000]),
        ("text", JSON_LINES, |n| match n {
            0 => b"{\"method\":\"".to_vec(),
            _ => vec![b'a'; 10_000],
        }),
        ("a header", JSON_LENGTHS, |_| vec![b'x'; 10_000]),
        ("a request line", JSON_HTTP, |_| vec![b'x'; 10_000]),
        ("header fields", JSON_HTTP, |n| match n {
            0 => JSON_HEAD.into(),
            _ => b"Field: value\r\n".repeat(500),
        }),
        ("small chunks", XML, |n| match n {
            0 => format!("{XML_HEAD}Transfer-Encoding: chunked\r\n\r\n").into(),
            _ => b"1\r\n<\r\n".repeat(1000),
        }),
    ];
    for world in World::ALL {
        for (what, binding, piece) in attacks {
            let server = serve(world, binding);
            let flooded = undisturbed(&server, what, || flood(&server, piece));
            assert!(flooded.sent < MOST, "{what}: it is never enough");
            let said = String::from_utf8_lossy(&flooded.said);
            let http = binding.contains("http");
            // A reset may overtake the end of the answer.
            assert!(
                !http || said.is_empty() || said.starts_with("HTTP/1.1 4"),
                "{what}: {said}"
            );
            is_well(&server);
        }
    }
}

#[test]
fn bodies_that_come_too_slowly() {
    let _alone = alone();
    let half = format!("{JSON_HEAD}Content-Length: 1000\r\n\r\n{{");
    for world in World::ALL {
        for (binding, half) in [
            (JSON_HTTP, &*half),
            (JSON_LINES, "{\"method\""),
            (JSON_LENGTHS, "Content-Length: 1000\r\n\r\n{"),
        ] {
            let server = serve(world, binding);
            let said = undisturbed(&server, binding, || last_words(&server, half.as_bytes()));
            let said = String::from_utf8_lossy(&said);
            assert!(
                said.is_empty() || said.starts_with("HTTP/1.1 408"),
                "{said}"
            );
            is_well(&server);
        }
    }
}

/// One connection over HTTP/1.1.
struct Http(BufReader<std::net::TcpStream>);

impl Http {
    /// The status and the body of the answer to a request.
    fn ask(&mut self, head: &str, content: &[u8]) -> (u16, String) {
        let head = format!("{head}Content-Length: {}\r\n\r\n", content.len());
        let request = [head.as_bytes(), content].concat();
        self.0.get_mut().write_all(&request).unwrap();
        let (mut line, mut length) = (String::new(), 0);
        self.0.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        loop {
            line.clear();
            if self.0.read_line(&mut line).unwrap() <= 2 {
                break;
            }
            if let Some(n) = line.to_lowercase().strip_prefix("content-length:") {
                length = n.trim().parse().unwrap();
            }
        }
        let mut content = vec![0; length];
        self.0.read_exact(&mut content).unwrap();
        (status, String::from_utf8(content).unwrap())
    }
}

fn params(text: &str) -> Vec<u8> {
    ADD.replace("[1,2]", text).into()
}

#[test]
fn json_that_means_no_good() {
    let _alone = alone();
    for world in World::ALL {
        let server = serve(world, JSON_HTTP);
        let twice = ADD.replace("\"id\"", "\"method\":\"CALCULATOR_V2.zeros\",\"id\"");
        let bodies: [(&str, Vec<u8>); 8] = [
            (
                "invalid UTF-8",
                b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\",\"id\":1}".into(),
            ),
            ("deep arrays", params(&"[".repeat(DEEP))),
            (
                "deep arrays that end",
                params(&["[".repeat(DEEP), "]".repeat(DEEP)].concat()),
            ),
            ("deep objects", params(&"{\"a\":".repeat(DEEP))),
            ("a name twice", twice.into()),
            ("a parameter twice", params(r#"{"a":1,"b":2,"a":3}"#)),
            ("a number beyond range", params("[2147483648,1]")),
            (
                "a number of many digits",
                params(&format!("[{},1]", "9".repeat(DEEP))),
            ),
        ];
        for (what, body) in bodies {
            undisturbed(&server, what, || {
                let mut http = Http(BufReader::new(connect(&server)));
                let (_, said) = http.ask(JSON_HEAD, &body);
                assert!(said.contains("\"error\""), "{what}: {said}");
                // The connection continues.
                let (status, said) = http.ask(JSON_HEAD, ADD.as_bytes());
                assert!(
                    status == 200 && said.contains("\"result\""),
                    "{what}: {said}"
                );
            });
        }
    }
}

fn call(value: &str) -> Vec<u8> {
    let call = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>CALCULATOR_V2.add</methodName><params>\
        <param><value>{value}</value></param><param><value><i4>2</i4></value></param></params>\
        </methodCall>"
    );
    call.into()
}

/// Ten times ten times ten … (first described in 2003).
fn billion_laughs() -> Vec<u8> {
    let mut text = String::from("<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol0 \"lol\">");
    for n in 1..10 {
        let ten = format!("&lol{};", n - 1).repeat(10);
        text += &format!("<!ENTITY lol{n} \"{ten}\">");
    }
    text += "]><methodCall><methodName>&lol9;</methodName></methodCall>";
    text.into()
}

#[test]
fn xml_that_means_no_good() {
    let _alone = alone();
    for world in World::ALL {
        let server = serve(world, XML);
        let external = "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><methodCall>\
            <methodName>&e;</methodName></methodCall>";
        let bodies: [(&str, Vec<u8>); 8] = [
            (
                "invalid UTF-8",
                call("<string>\u{1}</string>")
                    .into_iter()
                    .map(|b| if b == 1 { 0xff } else { b })
                    .collect(),
            ),
            (
                "deep elements",
                call(&"<array><data><value>".repeat(DEEP / 10)),
            ),
            ("deep unknown elements", "<a>".repeat(DEEP).into()),
            ("a billion laughs", billion_laughs()),
            ("an external entity", external.into()),
            ("an unknown entity", call("<string>&nbsp;</string>")),
            ("a number beyond range", call("<i4>2147483648</i4>")),
            (
                "a number of many digits",
                call(&format!("<i4>{}</i4>", "9".repeat(DEEP))),
            ),
        ];
        for (what, body) in bodies {
            undisturbed(&server, what, || {
                let mut http = Http(BufReader::new(connect(&server)));
                let (_, said) = http.ask(XML_HEAD, &body);
                assert!(
                    said.contains("<fault>") && !said.contains("root:"),
                    "{what}: {said}"
                );
                let (status, said) = http.ask(XML_HEAD, &call("<i4>1</i4>"));
                assert!(status == 200 && said.contains("3"), "{what}: {said}");
            });
        }
    }
}

#[test]
fn content_of_other_types_and_sizes() {
    let _alone = alone();
    for world in World::ALL {
        for (binding, head) in [(JSON_HTTP, JSON_HEAD), (XML, XML_HEAD)] {
            let server = serve(world, binding);
            undisturbed(&server, binding, || {
                let other = head.split("Content-Type").next().unwrap();
                let other = format!("{other}Content-Type: image/png\r\n");
                let mut http = Http(BufReader::new(connect(&server)));
                assert_eq!(http.ask(&other, b"x").0, 415);
                // Reported before anything of it is sent.
                let much = format!("{head}Content-Length: 99999999999\r\n\r\n");
                let said = last_words(&server, much.as_bytes());
                let said = String::from_utf8_lossy(&said);
                assert!(said.starts_with("HTTP/1.1 413 "), "{said}");
            });
            is_well(&server);
        }
    }
}
