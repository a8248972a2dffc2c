use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::*;
use crate::systems::{Setting, Values};

#[test]
fn bindings_print_as_they_were_written() {
    for text in [
        "onc+udp://127.0.0.1:111",
        "onc+tcp://example.org",
        "raw+tcp://[::1]:4000",
        "onc+tcp://[::1]",
        "onc+unix:///run/x.sock",
        "onc+unix:///run/x?y",
        "dce+tcp://127.0.0.1:135",
        "dce+udp://example.org?personality=os2",
        "ncs+udp://[::1]:135?object=2fac1234-31f8-11b4-a222-08002b34c003",
        "dce+udp://h:1?object=2fac1234-31f8-11b4-a222-08002b34c003&personality=os2",
        "grpc://one:50051,two:50051",
        "jsonrpc+http://[::1]:8080/a/b",
        "jsonrpc+unix:///run/s",
        "grpc://[::1]:50051",
        "grpc+unix:///run/s",
        "jsonrpc+tcp://h:1?framing=content-length",
        "grpcs://[::1]:1,two.example,127.0.0.1:3?content=json",
        "jsonrpc+http://a,b:8080/rpc,v2?names=bare",
        "onc+unix:///run/a,b",
    ] {
        assert_eq!(text.parse::<Binding>().unwrap().to_string(), text);
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (text, part) in [
        ("localhost:111", "://"),
        (
            "localhost:50051",
            "the system comes first, as in `grpc://localhost:50051`.",
        ),
        (
            "onc://x",
            "what carries `onc`: `onc+udp`, `onc+tcp` and `onc+unix`.",
        ),
        (
            "gprc://h:1",
            "nobody here speaks `gprc`; did you mean `grpc`? A binding",
        ),
        ("GRPC://h:1", "did you mean `grpc`"),
        ("json-rpc+http://h", "did you mean `jsonrpc+http`"),
        (
            "xmlrpc://h",
            "what carries `xmlrpc`: `xmlrpc+http` and `xmlrpc+https`.",
        ),
        (
            "http://h:1",
            "`http` does not say which system it carries: `jsonrpc+http`, `xmlrpc+http`, `soap+http` and `grpc`.",
        ),
        (
            "https://h",
            "`jsonrpc+https`, `xmlrpc+https`, `soap+https` and `grpcs`.",
        ),
        (
            "tcp://h:1",
            "`raw+tcp`, `onc+tcp`, `dce+tcp`, `jsonrpc+tcp`, `grpc` and `iiop`.",
        ),
        ("nfs://h", "systems are"),
        (
            "rose+udp://x",
            "systems are `raw`, `onc`, `dce`, `ncs`, `jsonrpc`, `xmlrpc`, `soap`, `grpc` and `corba`",
        ),
        (
            "onc+sctp://x",
            "transports of `onc` are `udp`, `tcp` and `unix`",
        ),
        ("ncs+tcp://x", "transports of `ncs` are `udp`."),
        ("dce+unix://x", "transports of `dce` are `udp` and `tcp`"),
        ("onc+udp://:1", "host"),
        ("onc+tcp://a:1,", "there is no host in it"),
        ("onc+tcp://,a:1", "there is no host in it"),
        ("onc+tcp://a:1,:2", "there is no host in it"),
        ("onc+tcp://a:1,b:x", "65535"),
        (
            "onc+tcp://a b:1",
            "no host is named `a b`, with a ` ` in it",
        ),
        ("onc+tcp://me@host:1", "with a `@` in it"),
        ("onc+tcp://h:1/path", "the port"),
        ("onc+tcp://a:1;b:2", "the port"),
        (
            "dce+udp://h?personality=os 2",
            "its personality cannot have a ` ` in it",
        ),
        ("onc+udp://h:99999", "65535"),
        ("onc+udp://[::1", "`]`"),
        ("onc+udp://[::1]x", "port"),
        ("onc+unix://", "path"),
        (
            "onc+udp://h?object=2fac1234-31f8-11b4-a222-08002b34c003",
            "no object",
        ),
        ("dce+tcp://h?personality=os2", "no personality"),
        ("dce+udp://h?object=7", "8-4-4-4-12"),
        ("dce+udp://h?colour=red", "`colour`"),
        ("dce+udp://h?colour", "no `=`"),
    ] {
        let error = text.parse::<Binding>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn what_is_the_default_is_not_printed() {
    for (text, same) in [
        ("jsonrpc+http://h/", "jsonrpc+http://h"),
        ("jsonrpc+tcp://h:1?framing=line", "jsonrpc+tcp://h:1"),
        ("grpc+tcp://h:1", "grpc://h:1"),
        ("grpc+tcp://h:1,g:2", "grpc://h:1,g:2"),
        (
            "grpc://h:1?content=json&compress=gzip",
            "grpc://h:1?compress=gzip&content=json",
        ),
        (
            "jsonrpc+http://h/rpc?version=1.0&names=bare&params=positional&connection=close",
            "jsonrpc+http://h/rpc?version=1.0&params=positional&names=bare&connection=close",
        ),
        (
            "xmlrpc+http://h?nil=off&i8=off&names=short&connection=keep",
            "xmlrpc+http://h?nil=off&i8=off",
        ),
        ("xmlrpc+http://h?fractions=refuse", "xmlrpc+http://h"),
        (
            "xmlrpc+http://h?fractions=drop&i8=off",
            "xmlrpc+http://h?i8=off&fractions=drop",
        ),
    ] {
        assert_eq!(text.parse::<Binding>().unwrap().to_string(), same, "{text}");
    }
}

#[test]
fn what_is_wrong_with_settings_is_said() {
    for (text, part) in [
        (
            "jsonrpc+tcp://h:1?framing=chunks",
            "can be `line` or `content-length`",
        ),
        ("jsonrpc+http://h:1?framing=line", "no framing"),
        ("jsonrpc+http://h:1/a b", "path"),
        (
            "jsonrpc+udp://h:1",
            "`tcp`, `unix`, `http`, `tls` and `https`",
        ),
        ("grpc+udp://h:1", "`tcp`, `unix` and `tls`"),
        ("grpc://h:1?framing=line", "no framing"),
        ("grpc://h:1?version=1.0", "no version"),
        ("grpc://h:1?compress=zstd", "`off` or `gzip`"),
        ("raw+tcp://h?compress=gzip", "no compress"),
        ("xmlrpc+http://h?params=named", "no params"),
        (
            "xmlrpc+http://h?fractions=on",
            "`refuse`, `write` or `drop`",
        ),
        ("jsonrpc+http://h?fractions=drop", "no fractions"),
        ("jsonrpc+tcp://h:1?connection=close", "no connection"),
        ("jsonrpc+tcp://h:1?names=long", "`short`, `full` or `bare`"),
        ("jsonrpc+tcp://h:1?speed=9", "`names`"),
        ("grpc://h:1?contents=json", "did you mean `content`?"),
        ("raw+tcp://h:1?speed=9", "it has no options"),
    ] {
        let error = text.parse::<Binding>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn endpoints_are_as_the_whole() {
    let whole = "jsonrpc+http://a,[::1]:8,c:9/rpc?names=bare";
    let whole: Binding = whole.parse().unwrap();
    let each: Vec<String> = whole.endpoints().map(|at| at.to_string()).collect();
    let expected = [
        "jsonrpc+http://a/rpc?names=bare",
        "jsonrpc+http://[::1]:8/rpc?names=bare",
        "jsonrpc+http://c:9/rpc?names=bare",
    ];
    assert_eq!(each, expected);
    let with_ports = whole.at_port(7).to_string();
    assert_eq!(with_ports, "jsonrpc+http://a:7,[::1]:8,c:9/rpc?names=bare");
}

/// Bindings of every system, over all its transports.
fn bindings() -> impl Strategy<Value = String> {
    let of_each = |s: &'static dyn System| s.transports().iter().map(move |over| (s, *over));
    let all: Vec<_> = all().flat_map(of_each).collect();
    let each = proptest::sample::select(all);
    each.prop_flat_map(|(system, over)| {
        let query = proptest::collection::vec(setting(system, over), 0..4);
        (place(over), query).prop_map(move |(place, query)| {
            let query = match query.is_empty() {
                true => String::new(),
                false => format!("?{}", query.join("&")),
            };
            format!("{}://{place}{query}", scheme_of(system, over))
        })
    })
}

/// Endpoints, with a path where one is possible.
fn place(over: Transport) -> BoxedStrategy<String> {
    let host = "([a-z0-9._-]{1,8}|\\[[0-9a-f:%]{1,8}\\])(:[0-9]{1,4})?";
    let hosts = proptest::collection::vec(host, 1..4).prop_map(|hosts| hosts.join(","));
    match over {
        Transport::Unix => "/[ -~]{1,9}".boxed(),
        _ if over.is_http() => (hosts, "(/[!->@-~]{0,6})?")
            .prop_map(|(h, p)| h + &p)
            .boxed(),
        _ => hosts.boxed(),
    }
}

/// A setting of such a binding, or its object.
fn setting(system: &'static dyn System, over: Transport) -> BoxedStrategy<String> {
    let suits = |s: &&Setting| over != Transport::Unix && (s.suits)(over);
    let settings = system.settings().iter().filter(suits);
    let mut each: Vec<BoxedStrategy<String>> = settings
        .map(|Setting { name, values, .. }| match values {
            Values::OneOf(words) => proptest::sample::select(*words)
                .prop_map(move |word| format!("{name}={word}"))
                .boxed(),
            Values::Word => "[!-%'-~]{0,6}"
                .prop_map(move |word| format!("{name}={word}"))
                .boxed(),
        })
        .collect();
    if system.objects().is_some() {
        each.push("object=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}".boxed());
    }
    match each.is_empty() {
        true => Just(String::new()).boxed(),
        false => proptest::strategy::Union::new(each).boxed(),
    }
}

fn check_printed(binding: &Binding) -> Result<(), TestCaseError> {
    let all = [Some(binding.to_string()), binding.in_own_notation()];
    for printed in all.into_iter().flatten() {
        prop_assert_eq!(
            printed.parse::<Binding>(),
            Ok(binding.clone()),
            "{}",
            printed
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_printed_is_the_binding(text in bindings()) {
        check_printed(&text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?)?;
    }

    #[test]
    fn what_is_read_can_be_printed(text in "(onc|dce|grpc|raw)[+]?(tcp|udp)://[ -~]{0,20}") {
        if let Ok(binding) = text.parse() {
            check_printed(&binding)?;
        }
    }
}
