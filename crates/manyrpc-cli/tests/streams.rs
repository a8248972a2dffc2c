//! Calls with several messages from the command line.

#[path = "support/program.rs"]
mod program;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use manyrpc::dynamic::{
    Conversation, Definition, DynamicInterface, DynamicReplies, DynamicService, Flow,
};
use manyrpc::server::Running;
use manyrpc::{Domain, Fault, Outcome, Server};
use manyrpc_model::Value;
use program::{Done, Scratch, Serving, manyrpc, run, run_with_input};
use rustix::process::{Pid, Signal, kill_process};

const CHAT: &str = "\
syntax = \"proto3\";
package chat;
message Line { string text = 1; int32 number = 2; }
service Chat {
  rpc Talk(stream Line) returns (stream Line);
  rpc Say(stream Line) returns (Line);
  rpc Hear(Line) returns (stream Line);
  rpc Ask(Line) returns (Line);
}
";

/// A directory with the definition, and its path.
fn definition(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let chat = scratch.file("chat.proto", CHAT);
    (scratch, chat)
}

#[track_caller]
fn lines(done: &Done) -> Vec<&str> {
    assert_eq!(done.code, 0, "{done:?}");
    done.stdout.lines().collect()
}

#[test]
fn messages_come_from_the_command_line_a_file_and_standard_input() {
    let (scratch, chat) = definition("streams-sources");
    let server = Serving::of(&chat, &["grpc://127.0.0.1:0", "--echo"]);
    let at = server.binding();
    let first = r#"{"text":"a","number":1}"#;
    let second = r#"{"text":"b","number":2}"#;
    let file = scratch.file("lines.json", &format!("{first}{second}\n"));
    let file = format!("@{file}");
    let array = format!("[{first}, {second}]");
    let sequence = format!("{first}\n{second}");
    for how in [&["--idl", &chat][..], &[]] {
        for (given, input) in [
            (&array[..], ""),
            (&sequence, ""),
            (&file, ""),
            ("-", &sequence),
            ("@-", &array),
        ] {
            let call = |operation| {
                let fixed = ["call", at, operation, given, "--compact"];
                run_with_input(&[&fixed[..], how].concat(), input)
            };
            assert_eq!(lines(&call("Talk")), [first, second], "{given}");
            assert_eq!(lines(&call("chat.Chat/Say")), [second], "{given}");
        }
    }
    let nothing = run(&["call", at, "Talk"]);
    assert_eq!(lines(&nothing), [""; 0]);
    let pretty = run(&["call", at, "Talk", first]);
    assert_eq!(lines(&pretty).len(), 4, "{pretty:?}");
    let heard = run(&["call", at, "Hear", first, "--compact"]);
    assert_eq!(lines(&heard), [first]);
    // What has one message each way is called as ever, and `-` is standard input there, too.
    let asked = run_with_input(&["call", at, "Ask", "-", "--compact"], first);
    assert_eq!(lines(&asked), [first]);
}

#[test]
fn canned_replies_are_several() {
    let (_scratch, chat) = definition("streams-canned");
    let replies = r#"=[{"number": 1}, {"number": 2}, {"number": 3}]"#;
    let server = Serving::of(
        &chat,
        &[
            "grpc://127.0.0.1:0",
            "--reply",
            &format!("Hear{replies}"),
            "--reply",
            &format!("Talk{replies}"),
            "--reply",
            r#"Say={"number": 7}"#,
        ],
    );
    let call = |operation, given| run(&["call", server.binding(), operation, given, "--compact"]);
    let numbers = |done: &Done| -> Vec<i64> {
        let number = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let all = lines(done).into_iter().map(number);
        all.map(|json| json["number"].as_i64().unwrap()).collect()
    };
    assert_eq!(numbers(&call("Hear", "{}")), [1, 2, 3]);
    assert_eq!(numbers(&call("Say", "[{}, {}]")), [7]);
    for messages in ["[]", "{}", "[{}, {}, {}, {}]"] {
        assert_eq!(numbers(&call("Talk", messages)), [1, 2, 3], "{messages}");
    }
}

#[test]
fn what_is_no_message_is_told_by_its_number() {
    let (_scratch, chat) = definition("streams-wrong");
    let server = Serving::of(&chat, &["grpc://127.0.0.1:0", "--echo"]);
    let wrong = [
        (r#"[{}, {"nunber": 1}]"#, "message 2: "),
        (r#"{} {"number": "x"}"#, "message 2: "),
        ("{} {", "message 2 is not JSON"),
    ];
    for (given, said) in wrong {
        for from_input in [false, true] {
            let shown = if from_input { "-" } else { given };
            let call = ["call", server.binding(), "Talk", shown, "--compact"];
            let done = run_with_input(&call, given);
            assert_eq!(done.code, 2, "{done:?}");
            assert!(done.stderr.contains(said), "{done:?}");
            // What is given at once is looked through before anything goes.
            assert!(from_input || done.stdout.is_empty(), "{done:?}");
        }
    }
    let missing = run(&["call", server.binding(), "Talk", "@/no/such/file"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    let http = Serving::of(&chat, &["jsonrpc+http://127.0.0.1:0", "--echo"]);
    for operation in ["Talk", "Hear", "Say"] {
        let call = ["call", http.binding(), "--idl", &chat, operation, "{}"];
        let done = run(&call);
        assert_eq!(done.code, 70, "{done:?}");
        assert!(
            done.stderr.contains("several requests or replies"),
            "{done:?}"
        );
    }
}

/// A call that somebody has on the screen.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(arguments: &[&str]) -> Self {
        let mut child = manyrpc(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Session {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, text: &str) {
        self.input
            .as_mut()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Its exit code and what it said on standard error.
    fn end(mut self) -> (i32, String) {
        drop(self.input.take());
        drop(self.output);
        let done = self.child.wait_with_output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        (done.status.code().unwrap_or(-1), said)
    }
}

#[test]
fn sending_and_receiving_go_on_together() {
    let (_scratch, chat) = definition("streams-together");
    let server = Serving::of(&chat, &["grpc://127.0.0.1:0", "--echo"]);
    let mut session = Session::start(&["call", server.binding(), "Talk", "-", "--compact"]);
    for number in 1..=3 {
        // The value is complete without what is behind it.
        let line = format!(r#"{{"number":{number}}}"#);
        session.say(&line);
        assert_eq!(session.hear(), line);
    }
    assert_eq!(session.end(), (0, String::new()));
}

/// Replies wait while the server has no room for messages, and the other way round.
#[test]
fn as_many_messages_as_one_likes() {
    let (scratch, chat) = definition("streams-many");
    let server = Serving::of(&chat, &["grpc://127.0.0.1:0", "--echo", "--quiet"]);
    let text = "x".repeat(2000);
    let line = |number| format!("{{\"text\":\"{text}\",\"number\":{number}}}\n");
    let all: String = (1..=2000).map(line).collect();
    let file = scratch.file("all.json", &all);
    for given in [&format!("@{file}"), "-"] {
        let done = manyrpc(&["call", server.binding(), "Talk", given, "--compact"])
            .stdin(File::open(&file).unwrap())
            .output()
            .unwrap();
        assert!(done.status.success(), "{:?}", done.stderr);
        assert!(done.stdout == all.as_bytes(), "{}", done.stdout.len());
    }
}

/// Refuses a message with the number 5, and tells when it is let go.
struct Moody {
    endless: bool,
    gone: Sender<()>,
}

impl Conversation for Moody {
    fn message(&mut self, line: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        let [Value::Record(fields)] = &line[..] else {
            panic!("{line:?}");
        };
        if fields[1] == Value::I32(5) {
            replies.add_trailing("x-why", "five");
            return Flow::Over(Outcome::Fault(Fault::of_domain(
                Domain::Grpc,
                9,
                "not five",
            )));
        }
        replies.send(&line);
        while self.endless && !replies.is_congested() {
            replies.send(&line);
        }
        if self.endless { Flow::More } else { Flow::Wait }
    }

    fn ended(&mut self, _: &mut DynamicReplies<'_>) -> Flow {
        if self.endless { Flow::More } else { Flow::DONE }
    }

    fn more(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        while !replies.is_congested() {
            replies.send(&[Value::Record(vec![
                Value::Text("x".repeat(1000)),
                Value::I32(1),
            ])]);
        }
        Flow::More
    }
}

impl Drop for Moody {
    fn drop(&mut self) {
        let _ = self.gone.send(());
    }
}

/// A server of ours, and who hears of the calls that it has let go.
fn moody(chat: &str) -> (Running, Receiver<()>) {
    let (module, problems) = manyrpc_idl::load(chat, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{problems:?}"))).unwrap();
    let interface = DynamicInterface::find(&definition, None).unwrap();
    let (sender, receiver) = channel();
    let service = DynamicService::new(interface, |_, _, _| Err(Fault::NoSuchOperation));
    let service = service.conversing(move |call, operation| {
        call.add_initial("x-mood", "good");
        let endless = operation.name == "Hear";
        let gone = sender.clone();
        Ok(Box::new(Moody { endless, gone }) as Box<dyn Conversation>)
    });
    let server = Server::builder().service(service);
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    (server.start().unwrap(), receiver)
}

#[test]
fn a_refusal_in_the_middle_is_told_with_what_travels_beside_it() {
    let (_scratch, chat) = definition("streams-refused");
    let (server, _) = moody(&chat);
    let at = server.bindings()[0].to_string();
    let mut session = Session::start(&["call", &at, "Talk", "-", "--compact", "-v"]);
    session.say(r#"{"number":4} "#);
    assert_eq!(session.hear(), r#"{"number":4}"#);
    session.say(r#"{"number":5} {"number":6} "#);
    assert_eq!(session.hear(), "");
    let (code, said) = session.end();
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(code, 65, "{said:?}");
    assert_eq!(said[..2], ["initial x-mood=good", "trailing x-why=five"]);
    assert!(said[2].contains("not five"), "{said:?}");
    server.stop();
}

#[test]
fn time_and_interrupts_end_a_call() {
    let (_scratch, chat) = definition("streams-ends");
    let (server, gone) = moody(&chat);
    let at = server.bindings()[0].to_string();
    let mut late = Session::start(&["call", &at, "Talk", "-", "--compact", "--timeout", "0.2"]);
    late.say(r#"{"number":4} "#);
    assert_eq!(late.hear(), r#"{"number":4}"#);
    assert_eq!(late.hear(), "");
    // The server knows the time, too, and where it is first it refuses to go on.
    let (code, said) = late.end();
    let refused = code == 65 && said.contains("the time that the caller gave is over");
    assert!(code == 67 || refused, "{code}: {said}");
    gone.recv().unwrap();

    let mut session = Session::start(&["call", &at, "Talk", "-", "--compact"]);
    session.say(r#"{"number":4} "#);
    assert_eq!(session.hear(), r#"{"number":4}"#);
    kill_process(Pid::from_child(&session.child), Signal::INT).unwrap();
    gone.recv().unwrap();
    let (code, said) = session.end();
    assert_eq!(code, 130, "{said}");
    assert!(said.contains("interrupted"), "{said}");

    // Somebody has seen enough.
    let mut enough = Session::start(&["call", &at, "Hear", "{}", "--compact"]);
    assert_eq!(enough.hear(), "{}");
    assert_eq!(enough.end(), (0, String::new()));
    gone.recv().unwrap();
    server.stop();
}
