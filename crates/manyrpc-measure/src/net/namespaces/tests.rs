use std::path::Path;

use super::*;

fn shell(script: &str) -> Program {
    program("sh", &["-c", script])
}

fn start(program: &Program) -> Process {
    Process::start(program).unwrap()
}

fn said(program: &Program) -> String {
    start(program).line(PATIENCE).unwrap()
}

#[test]
fn links_are_what_is_said() {
    for (text, rate, queue) in [
        ("", None, 1000),
        ("10Mbit", Some(10_000_000), 1000),
        ("1Gbit,queue=50", Some(1_000_000_000), 50),
    ] {
        let link: Link = text.parse().unwrap();
        assert_eq!((link.rate_bits, link.queue_packets), (rate, queue));
        if rate.is_some() {
            assert_eq!(link.to_string(), text);
        }
    }
    for wrong in ["fast", "10Mbit,loss=5%", "loss=5%", "10M"] {
        assert!(wrong.parse::<Link>().is_err(), "{wrong}");
    }
}

#[test]
fn a_bucket_holds_a_frame_and_what_a_timer_misses() {
    let shape = |text: &str| text.parse::<Link>().unwrap().shape();
    assert_eq!(shape(""), "");
    let slow = "rate 10000000bit burst 1725 limit 1514000 overhead 24";
    assert_eq!(shape("10Mbit"), slow);
    assert!(shape("1Gbit").contains("burst 20288 "));
}

#[test]
fn what_passes_at_once_is_no_lower_bound() {
    let least_ns = |text: &str, bytes| text.parse::<Link>().unwrap().least(bytes).as_nanos();
    assert_eq!(least_ns("", 1 << 20), 0);
    assert_eq!(least_ns("10Mbit", 1725), 0);
    // 8,275 bytes wait, at 800 ns each.
    assert_eq!(least_ns("10Mbit", 10_000), 6_620_000);
}

/// Each side sees its own address, both see each other, and neither sees the host's network.
#[test]
fn two_machines_see_each_other_and_nobody_else() {
    let both = Namespaces::new(&Link::default()).unwrap();
    let links = shell("ip -o link | wc -l");
    assert_eq!(said(&both.client(&links)), "2");
    assert_eq!(said(&both.server(&links)), "2");
    let listen = shell("echo $MANYRPC_LISTEN");
    assert_eq!(said(&both.server(&listen)), "10.77.0.2");
    let here = std::fs::read_link("/proc/self/ns/net").unwrap();
    let namespace = shell("readlink /proc/self/ns/net");
    let there = [both.client(&namespace), both.server(&namespace)].map(|p| said(&p));
    assert!(there[0] != there[1] && there.iter().all(|n| Path::new(n) != here));
    let reach = shell("ip route get 10.77.0.2 | head -1");
    assert!(said(&both.client(&reach)).contains("dev near"));
}

#[test]
fn what_holds_them_goes_with_us() {
    let both = Namespaces::new(&Link::default()).unwrap();
    let holders = [both.client.process.id(), both.server.process.id()];
    drop(both);
    for holder in holders {
        assert!(!Path::new(&format!("/proc/{holder}/ns/net")).exists());
    }
}
