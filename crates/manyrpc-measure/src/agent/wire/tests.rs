use std::net::TcpListener;

use super::*;

fn key(digit: char) -> Key {
    Key::parse(&digit.to_string().repeat(2 * BYTES)).unwrap()
}

/// Two ends of one connection.
fn ends() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (listener.accept().unwrap().0, near)
}

type Ends = (Result<Authenticated, String>, Result<Authenticated, String>);

/// The outcome of the handshake at both ends.
fn meet(agents: Key, studys: &Key) -> Ends {
    let (agent, study) = ends();
    let agent = std::thread::spawn(move || accept(agent, &agents));
    let study = handshake(study, studys);
    (agent.join().unwrap(), study)
}

fn why(end: Result<Authenticated, String>) -> String {
    end.err().expect("a refusal")
}

#[test]
fn who_has_the_key_is_let_in_and_nobody_else() {
    let (agent, study) = meet(key('a'), &key('a'));
    let (mut agent, mut study) = (agent.unwrap(), study.unwrap());
    for number in [1, 2, 3] {
        study.writer.send(&number).unwrap();
        assert_eq!(agent.reader.receive(HANDSHAKE_TIMEOUT), Ok(number));
        agent.writer.send(&(number * 10)).unwrap();
        assert_eq!(study.reader.receive(HANDSHAKE_TIMEOUT), Ok(number * 10));
    }
    let (agent, study) = meet(key('a'), &key('b'));
    assert_eq!(why(agent), "refused: it has another key");
    assert_eq!(why(study), "it refuses us: it has another key");
}

/// RFC 4231, section 4.2.
#[test]
fn the_mac_is_hmac_sha_256() {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &[0x0b; 20]);
    let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
    assert_eq!(hex(hmac::sign(&key, b"Hi There").as_ref()), expected);
    assert_eq!(hex(&from_hex(expected).unwrap()), expected);
}

#[test]
fn an_agent_without_the_key_is_found_out() {
    let (agent, study) = ends();
    let agent = std::thread::spawn(move || {
        let mut raw = UnauthenticatedLines::new(agent).unwrap();
        raw.write_line(&format!(
            "{AGENT} {PROTOCOL} {} {}",
            version(),
            nonce().unwrap()
        ))?;
        raw.line(HANDSHAKE_TIMEOUT)?;
        raw.write_line(&format!("{WELCOME} {}", hex(&[7; BYTES])))
    });
    assert_eq!(
        why(handshake(study, &key('a'))),
        "what is there does not have the key"
    );
    assert_eq!(agent.join().unwrap(), Ok(()));
}

#[test]
fn other_versions_are_said() {
    let (agent, study) = ends();
    UnauthenticatedLines::new(agent)
        .unwrap()
        .write_line("manyrpc-agent 1 0.0.9 00")
        .unwrap();
    let refused = why(handshake(study, &key('a')));
    assert!(
        refused.starts_with("it is of version 0.0.9, this program of"),
        "{refused}"
    );

    let (agent, study) = ends();
    let agent = std::thread::spawn(move || accept(agent, &key('a')));
    let mut raw = UnauthenticatedLines::new(study).unwrap();
    let hello = raw.line(HANDSHAKE_TIMEOUT).unwrap();
    let words = format!("{STUDY} {PROTOCOL} 0.0.9 00");
    let proof = key('a').proof(STUDY, &format!("{hello}\n{words}"));
    raw.write_line(&format!("{words} {}", hex(proof.as_ref())))
        .unwrap();
    let told = raw.line(HANDSHAKE_TIMEOUT).unwrap();
    assert!(
        told.starts_with("refused it is of version 0.0.9, this agent of"),
        "{told}"
    );
    assert!(why(agent.join().unwrap()).contains("0.0.9"));
}

/// An inserted, changed or replayed line ends the connection.
#[test]
fn lines_are_in_order_and_of_this_connection() {
    let tampered = |make: fn(&str) -> Vec<String>| {
        let (agent, study) = meet(key('a'), &key('a'));
        let (mut agent, mut study) = (agent.unwrap(), study.unwrap());
        let json = "\"busy\"";
        let sealed = study.writer.sealer.next(json);
        let mac = hex(hmac::sign(&study.writer.sealer.key, &sealed).as_ref());
        for line in make(&format!("{mac} {json}")) {
            write_line(&mut study.writer.to, &line).unwrap();
        }
        let first = agent.reader.receive::<String>(HANDSHAKE_TIMEOUT);
        (first, agent.reader.receive::<String>(HANDSHAKE_TIMEOUT))
    };
    let foreign = || Err("a line that is not from the other end".to_owned());
    let (first, again) = tampered(|line| vec![line.to_owned(), line.to_owned()]);
    assert_eq!((first, again), (Ok("busy".to_owned()), foreign()));
    let (first, _) = tampered(|line| vec![line.replace("busy", "bush"), String::new()]);
    assert_eq!(first, foreign());
    let (first, _) = tampered(|_| vec!["\"busy\"".to_owned(), String::new()]);
    assert_eq!(first, foreign());
}

#[test]
fn lines_end_somewhere_and_in_time() {
    let (agent, mut study) = ends();
    let mut reader = BufReader::new(agent.try_clone().unwrap());
    let late = line(&mut reader, Duration::from_millis(5)).unwrap_err();
    assert!(late.contains("nothing was received"), "{late}");
    study.write_all(&[b'x'; MAX_LINE_BYTES + 1]).unwrap();
    let long = line(&mut reader, HANDSHAKE_TIMEOUT).unwrap_err();
    assert!(long.contains("more than 4096 bytes"), "{long}");

    let (agent, mut study) = ends();
    let mut reader = BufReader::new(agent);
    study.write_all(b"one\n\xff\nthr").unwrap();
    drop(study);
    let lines = [(); 3].map(|()| line(&mut reader, HANDSHAKE_TIMEOUT));
    assert_eq!(lines[0].as_deref(), Ok("one"));
    assert_eq!(lines[1], Err("a line that is no text".to_owned()));
    assert_eq!(lines[2], Err("the connection was closed".to_owned()));
}

/// Garbage is neither accepted nor causes a panic.
#[test]
fn garbage_proves_nothing() {
    let mut random = crate::stats::Random::new(7);
    for _ in 0..40 {
        let (agent, mut study) = ends();
        let agent = std::thread::spawn(move || accept(agent, &key('a')));
        let words = ["manyrpc-study", "1", " ", "\u{e9}", "00", "{}", "refused"];
        let mut garbage: Vec<u8> = Vec::new();
        for _ in 0..random.bits() % 8 {
            garbage.extend(words[random.bits() as usize % words.len()].as_bytes());
            garbage.push(random.bits() as u8);
        }
        study.write_all(&garbage).unwrap();
        study.write_all(b"\n").unwrap();
        assert!(agent.join().unwrap().is_err());
    }
}

#[test]
fn a_key_is_its_owners() {
    let name = format!("manyrpc-key-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    Key::create(&path).unwrap();
    Key::read(&path).unwrap();
    let there = Key::create(&path).unwrap_err();
    assert!(there.contains("cannot make"), "{there}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let open = Key::read(&path).unwrap_err();
    assert!(open.contains("others may read it"), "{open}");
    fs::write(&path, "password").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let short = Key::read(&path).unwrap_err();
    assert!(short.contains("--new-key"), "{short}");
    fs::remove_file(&path).unwrap();
}
