//! Negotiation before any call.

use super::*;

fn prepare(client: &mut Client, n: u8) -> Option<CallId> {
    let head = CallHead::new(interface(n), 0);
    client.prepare(&head, at(0)).unwrap()
}

fn nothing(id: CallId) -> Seen {
    Seen::Reply(id, Vec::new(), [0x10, 0, 0, 0])
}

#[test]
fn a_context_is_settled_without_a_call() {
    let mut client = Client::new(Limits::default(), 1);
    let id = prepare(&mut client, 0).unwrap();
    let bind = only(&mut client);
    assert_eq!(bind.header.kind, PduType::Bind);
    let answer = ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS]);
    assert_eq!(receive(&mut client, &answer), [nothing(id)]);
    assert_eq!(sent(&mut client).len(), 0);
    assert_eq!((client.calls_in_flight(), client.counters().calls), (0, 0));
    assert_eq!(client.next_timeout(), None);
    // It is accepted: the next is ready at once, and a call is sent without further negotiation.
    assert_eq!(prepare(&mut client, 0), None);
    call(&mut client, 0, b"");
    assert_eq!(only(&mut client).request().context, 0);
}

#[test]
fn calls_behind_it_wait_for_the_same_answer() {
    let mut client = Client::new(Limits::default(), 1);
    let id = prepare(&mut client, 0).unwrap();
    call(&mut client, 0, b"args");
    let bind = only(&mut client);
    let answer = ack(&bind, MPX, &[Verdict::ACCEPTED, KEEPS]);
    assert_eq!(receive(&mut client, &answer), [nothing(id)]);
    assert_eq!(only(&mut client).header.kind, PduType::Request);
    // Another interface needs an alter_context.
    let other = prepare(&mut client, 1).unwrap();
    let alter = only(&mut client);
    assert_eq!(alter.header.kind, PduType::AlterContext);
    let answer = ack(&alter, MPX, &[Verdict::ACCEPTED]);
    assert_eq!(receive(&mut client, &answer), [nothing(other)]);
}

#[test]
fn a_refusal_and_silence_are_its_failures() {
    let mut client = Client::new(Limits::default(), 1);
    let id = prepare(&mut client, 0).unwrap();
    let bind = only(&mut client);
    let verdict = Verdict::refused(ContextReason::AbstractSyntax);
    let answer = ack(&bind, MPX, &[verdict, KEEPS]);
    let refused = Seen::Failed(id, Fault::NoSuchInterface.into());
    assert_eq!(receive(&mut client, &answer), [refused]);

    let id = prepare(&mut client, 0).unwrap();
    client.handle_timeout(at(3_600_000));
    let late = CallError::TimedOut { transmissions: 0 };
    assert_eq!(receive(&mut client, &[]), [Seen::Failed(id, late)]);
    assert_eq!(client.calls_in_flight(), 0);
}
