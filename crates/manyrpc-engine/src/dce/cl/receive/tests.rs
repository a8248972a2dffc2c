use alloc::vec;
use alloc::vec::Vec;

use super::*;

const CAPS: Caps = Caps {
    bytes: 1000,
    fragments: 50,
    room: 1000,
};

/// Fragment `n`: ten bytes, each of them `n`.
fn take(message: &mut Assembly, n: u16, last: bool) -> Taken {
    take_with(message, n, last, &[n as u8; 10], &CAPS)
}

fn take_with(message: &mut Assembly, number: u16, last: bool, body: &[u8], caps: &Caps) -> Taken {
    let fragment = Fragment {
        number,
        last,
        serial: number + 1,
        body,
    };
    message.insert(&fragment, caps, Instant::ZERO)
}

fn put_together(order: &[u16]) -> Vec<u8> {
    let mut message = Assembly::default();
    let last = order.iter().max().copied();
    for n in order {
        assert!(!message.is_complete());
        assert_eq!(take(&mut message, *n, Some(*n) == last), Taken::New);
    }
    assert!(message.is_complete());
    message.body.data().to_vec()
}

#[test]
fn fragments_come_in_any_order() {
    let want: Vec<u8> = (0..6u8).flat_map(|n| [n; 10]).collect();
    for order in [
        [0, 1, 2, 3, 4, 5],
        [5, 4, 3, 2, 1, 0],
        [3, 0, 5, 1, 4, 2],
        [0, 2, 4, 1, 3, 5],
    ] {
        assert_eq!(put_together(&order), want, "{order:?}");
    }
}

/// C706 section 12.5.2.16: a number identifies one fragment. A repeated one changes nothing, even
/// with other content or another length.
#[test]
fn what_comes_again_or_overlaps_changes_nothing() {
    let mut message = Assembly::default();
    for n in [0, 1, 4] {
        assert_eq!(take(&mut message, n, false), Taken::New);
        let other = vec![0xee; 30];
        assert_eq!(take_with(&mut message, n, false, &other, &CAPS), Taken::Old);
        assert_eq!(take_with(&mut message, n, true, &[], &CAPS), Taken::Old);
    }
    assert_eq!((message.body.len(), message.bytes()), (20, 30));
    assert!(!message.is_complete());
}

#[test]
fn the_last_fragment_is_the_last() {
    let mut message = Assembly::default();
    assert_eq!(take(&mut message, 5, false), Taken::New);
    assert_eq!(take(&mut message, 3, true), Taken::Refused, "5 has come");
    assert_eq!(take(&mut message, 7, true), Taken::New);
    for (n, last) in [(8, false), (8, true), (7, true), (6, true)] {
        let taken = take(&mut message, n, last);
        assert!(matches!(taken, Taken::Refused | Taken::Old), "{n} {last}");
    }
    assert_eq!(message.bytes(), 20);
}

#[test]
fn nothing_is_above_its_cap() {
    let mut message = Assembly::default();
    let far = AHEAD as u16;
    let roomy = Caps {
        fragments: 100_000,
        ..CAPS
    };
    assert_eq!(
        take_with(&mut message, far, false, b"", &roomy),
        Taken::Refused
    );
    let near = take_with(&mut message, far - 1, false, b"", &roomy);
    assert_eq!(near, Taken::New);
    assert_eq!(take(&mut message, 50, false), Taken::TooLarge, "fragments");
    let most = vec![0; 1001];
    assert_eq!(
        take_with(&mut message, 0, false, &most, &CAPS),
        Taken::TooLarge
    );
    let cramped = Caps { room: 9, ..CAPS };
    let refused = take_with(&mut message, 0, false, &[0; 10], &cramped);
    assert_eq!(refused, Taken::Refused, "it may come again");
    assert_eq!(message.bytes(), 0);
}

/// C706 section 12.5.3.4: bit 0 is the first missing fragment, and the last mask is not zero.
#[test]
fn a_fack_names_what_came_early() {
    let mut message = Assembly::default();
    assert_eq!(message.fragnum(), NONE_YET);
    let fack = |message: &mut Assembly| message.fack(&Personality::CLASSIC, 65_507, 1);
    take(&mut message, 1, false);
    let output = fack(&mut message);
    assert_eq!(
        (output.masks[0], output.masks_len, output.serial),
        (0b10, 1, 2)
    );
    take(&mut message, 0, false);
    assert_eq!((message.fragnum(), fack(&mut message).masks_len), (1, 0));
    for n in [4, 34, 35] {
        take(&mut message, n, false);
    }
    let output = fack(&mut message);
    assert_eq!(message.fragnum(), 1);
    assert_eq!(output.masks[..3], [1 << 2, 1 << 0 | 1 << 1, 0]);
    assert_eq!((output.masks_len, output.serial), (2, 36));
    assert_eq!((output.window, output.max_frag), (24, 1464));
}

/// One runtime counts its receive window in its own PDUs, whatever arrives, and opens it again when
/// asked.
#[test]
fn a_window_that_does_not_follow_the_pdu_size_closes() {
    let mut message = Assembly::default();
    let os2 = Personality::OS2;
    let caps = Caps {
        bytes: 100_000,
        room: 100_000,
        ..CAPS
    };
    let mut windows = Vec::new();
    for n in 0..18 {
        take_with(&mut message, n, false, &[0; 1384], &caps);
        windows.push(message.fack(&os2, 65_507, 1).window);
    }
    assert_eq!(windows[..3], [15, 14, 13]);
    assert_eq!(windows[15..], [0, 15, 14]);
}
