use alloc::vec::Vec;

use super::*;
use crate::dce::cl::pdu::{FACK_BODY, FackBody, MAX_MASKS};

/// A message being sent by one personality.
struct Sender {
    out: Outgoing,
    window: Window,
    personality: Personality,
}

/// A sent fragment: number, flags, serial number, length.
type Gone = (u16, u8, u16, usize);

impl Sender {
    fn new(personality: Personality, bytes: usize) -> Self {
        let mut window = Window::new(&personality);
        let mut out = Outgoing::default();
        out.open().put(&pattern(bytes));
        out.begin(&Header::EMPTY, &mut window, &personality);
        Sender {
            out,
            window,
            personality,
        }
    }

    /// Sends all that can be sent; each fragment has the right content.
    fn go(&mut self) -> Vec<Gone> {
        let mut gone = Vec::new();
        while let Some(pdu) = self.out.lend(&self.window, &self.personality) {
            let header = Header::parse(pdu).unwrap();
            let body = header.body(pdu);
            assert_eq!(pdu.len(), HEADER + body.len());
            let at = usize::from(header.fragnum) * body_bytes(self.window.pdu_bytes);
            assert_eq!(body, &pattern(at + body.len())[at..]);
            gone.push((header.fragnum, header.flags, header.serial, body.len()));
            self.out.sent();
        }
        gone
    }

    fn numbers(&mut self) -> Vec<u16> {
        self.go().into_iter().map(|gone| gone.0).collect()
    }

    fn fack(&mut self, fragnum: u16, serial: u16, early: u32) -> bool {
        let body = FackBody {
            window: 24,
            max_tsdu: 65_507,
            max_frag: 1464,
            serial,
            masks: [early; MAX_MASKS],
            masks_len: usize::from(early != 0),
        };
        let mut bytes = [0; FACK_BODY + 4 * MAX_MASKS];
        let n = body.emit(&mut bytes);
        let fack = Fack::parse(&bytes[..n], true).unwrap();
        self.out
            .acknowledged(fragnum, Some(&fack), &mut self.window, &self.personality)
    }
}

fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|i| (i * 7 + i / 251) as u8).collect()
}

fn classic(bytes: usize) -> Sender {
    Sender::new(Personality::CLASSIC, bytes)
}

#[test]
fn a_short_message_is_no_fragment() {
    for bytes in [0, 1, 1384] {
        assert_eq!(classic(bytes).go(), [(0, 0, 1, bytes)], "{bytes}");
    }
    assert_eq!(classic(1385).go().len(), 2);
}

/// C706 sections 12.5.2.3 and 12.5.2.16: all but the last are multiples of 8 bytes; a fragment
/// after which the sender must wait requests a fack, the last does not.
#[test]
fn fragments_say_where_they_are_and_whether_they_ask() {
    let mut sender = classic(3000);
    let (frag, last, quiet) = (flag::FRAG, flag::LAST_FRAG, flag::NO_FACK);
    assert_eq!(
        sender.go(),
        [(0, frag | quiet, 1, 1384), (1, frag, 2, 1384)]
    );
    assert!(sender.fack(1, 2, 0));
    assert_eq!(sender.go(), [(2, frag | last | quiet, 3, 232)]);
    assert!(!sender.out.is_complete());
    sender.fack(2, 3, 0);
    assert!(sender.out.is_complete());
    assert_eq!(sender.out.message.data()[HEADER..], pattern(3000));
}

/// C706 section 9.5.5: missing fragments sent before the transmission that a fack is about were
/// lost; nothing else is retransmitted.
#[test]
fn only_what_was_lost_goes_again() {
    let mut sender = classic(20_000);
    assert_eq!(sender.numbers(), [0, 1]);
    sender.fack(1, 2, 0);
    assert_eq!(sender.numbers(), [2, 3, 4, 5]);
    // 2 and 4 are missing; 5 is the sixth transmission.
    sender.fack(1, 6, 0b1010);
    let again = sender.numbers();
    assert_eq!(again[..2], [2, 4]);
    assert!(again[2..].iter().all(|n| *n > 5), "{again:?}");
    // Repeating the fack, which is older than those transmissions, does not cause a third one.
    sender.fack(1, 6, 0b1010);
    assert!(sender.numbers().iter().all(|n| *n > 5));
}

#[test]
fn lies_of_a_receiver_are_of_no_account() {
    let mut sender = classic(20_000);
    sender.go();
    for fragnum in [2, 100, 0xfffe] {
        assert!(!sender.fack(fragnum, 2, 0), "{fragnum} was never sent");
    }
    assert!(!sender.out.is_complete());
    // Masks of unsent fragments; serial numbers of transmissions that never happened.
    sender.fack(NONE_YET, 9999, u32::MAX);
    sender.fack(NONE_YET, 0x8000, u32::MAX);
    assert!(!sender.out.is_complete());
    assert_eq!(sender.out.message.data()[HEADER..], pattern(20_000));
}

/// C706 appendix K, TIMEOUT_FRAG: the first fragment not known to have arrived is retransmitted,
/// and requests a fack.
#[test]
fn silence_sends_one_fragment_again() {
    let mut sender = classic(20_000);
    sender.go();
    sender.fack(0, 1, 0);
    sender.go();
    for _ in 0..3 {
        sender
            .out
            .timed_out(&mut sender.window, &sender.personality);
        let gone = sender.go();
        assert_eq!((gone.len(), gone[0].0), (1, 1));
        assert_eq!(gone[0].1 & flag::NO_FACK, 0);
    }
}

/// For a receiver that has lost its fragments the message starts over.
#[test]
fn a_receiver_that_forgot_gets_it_all_again() {
    let mut sender = classic(20_000);
    sender.go();
    sender.fack(1, 2, 0);
    let sent = sender.go().len() as u16;
    assert_eq!(sent, 4);
    sender.fack(5, 6, 0);
    let last = sender.go().last().unwrap().2;
    assert!(!sender.fack(0, last, 0), "it has the first alone");
    assert_eq!(sender.numbers()[0], 0);
    sender.out.restart(&mut sender.window, &sender.personality);
    assert_eq!(sender.numbers()[0], 0);
}

/// Facks without a body, as in NCS: one without news was caused by a fragment after a lost one.
#[test]
fn without_serial_numbers_the_first_missing_one_goes_again_once() {
    let mut sender = Sender::new(Personality::NCS, 20_000);
    assert!(
        sender.go().iter().all(|gone| gone.2 == 0),
        "no serial numbers"
    );
    let fack = |sender: &mut Sender, fragnum| {
        let (window, personality) = (&mut sender.window, &sender.personality);
        sender.out.acknowledged(fragnum, None, window, personality)
    };
    assert!(fack(&mut sender, 1));
    assert_eq!(sender.numbers(), [2, 3, 4, 5]);
    assert!(!fack(&mut sender, 1));
    assert_eq!(sender.numbers()[0], 2);
    assert!(!fack(&mut sender, 1));
    assert!(!sender.numbers().contains(&2));
}
