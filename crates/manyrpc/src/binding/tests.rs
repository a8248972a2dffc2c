use super::*;

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
            "`http` does not say which system it carries: `jsonrpc+http`, `xmlrpc+http` and `grpc`.",
        ),
        ("https://h", "`jsonrpc+https`, `xmlrpc+https` and `grpcs`."),
        (
            "tcp://h:1",
            "`raw+tcp`, `onc+tcp`, `dce+tcp`, `jsonrpc+tcp` and `grpc`.",
        ),
        ("nfs://h", "systems are"),
        (
            "soap+udp://x",
            "systems are `raw`, `onc`, `dce`, `ncs`, `jsonrpc`, `xmlrpc` and `grpc`",
        ),
        (
            "onc+sctp://x",
            "transports of `onc` are `udp`, `tcp` and `unix`",
        ),
        ("ncs+tcp://x", "transports of `ncs` are `udp`."),
        ("dce+unix://x", "transports of `dce` are `udp` and `tcp`"),
        ("onc+udp://:1", "host"),
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

// C706, section 3.1.16.
#[test]
fn string_bindings_of_dce_mean_the_same() {
    for (text, same) in [
        ("ncacn_ip_tcp:127.0.0.1[1234]", "dce+tcp://127.0.0.1:1234"),
        ("ncadg_ip_udp:example.org", "dce+udp://example.org"),
        (
            "ncadg_ip_udp:#15.22.144.163[2001]",
            "dce+udp://15.22.144.163:2001",
        ),
        ("ncacn_ip_tcp:h[endpoint=7]", "dce+tcp://h:7"),
        ("jsonrpc+http://h/", "jsonrpc+http://h"),
        (
            "jsonrpc+http://[::1]:8080/a/b",
            "jsonrpc+http://[::1]:8080/a/b",
        ),
        ("jsonrpc+tcp://h:1?framing=line", "jsonrpc+tcp://h:1"),
        ("jsonrpc+unix:///run/s", "jsonrpc+unix:///run/s"),
        ("grpc+tcp://h:1", "grpc://h:1"),
        ("grpc://[::1]:50051", "grpc://[::1]:50051"),
        ("grpc+unix:///run/s", "grpc+unix:///run/s"),
        (
            "grpc://h:1?content=json&compress=gzip",
            "grpc://h:1?compress=gzip&content=json",
        ),
        (
            "jsonrpc+tcp://h:1?framing=content-length",
            "jsonrpc+tcp://h:1?framing=content-length",
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
        ("ncacn_ip_tcp:", "dce+tcp://localhost"),
        ("ncacn_ip_tcp:[135]", "dce+tcp://localhost:135"),
        ("ncacn_ip_tcp:h[]", "dce+tcp://h"),
        ("ncacn_ip_tcp:::1[135]", "dce+tcp://[::1]:135"),
        ("ncacn_ip_tcp:a\\[b[1]", "dce+tcp://a[b:1"),
        (
            "2FAC1234-31F8-11B4-A222-08002B34C003@ncadg_ip_udp:h[2,personality=os2]",
            "dce+udp://h:2?object=2fac1234-31f8-11b4-a222-08002b34c003&personality=os2",
        ),
        (
            "ncadg_ip_udp:h[,personality=os2]",
            "dce+udp://h?personality=os2",
        ),
    ] {
        assert_eq!(text.parse::<Binding>().unwrap().to_string(), same, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_string_binding_is_said() {
    for (text, part) in [
        ("ncacn_np:h[\\pipe\\x]", "`ncacn_ip_tcp` and `ncadg_ip_udp`"),
        ("ncacn_ip_tcp", "no `:`"),
        ("ncacn_ip_tcp:h[1", "`]`"),
        ("ncacn_ip_tcp:h[http]", "65535"),
        ("ncacn_ip_tcp:h[1,seal]", "security"),
        ("ncacn_ip_tcp:h[1,fast]", "`fast` has no `=`"),
        ("ncacn_ip_tcp:h[1,speed=9]", "`speed`"),
        ("nobody@ncacn_ip_tcp:h[1]", "UUID"),
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
        ("xmlrpc+http://h?compress=gzip", "no compress"),
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
fn bindings_print_as_dce_writes_them() {
    let written = |text: &str| text.parse::<Binding>().unwrap().dce_string();
    assert_eq!(
        written("dce+tcp://127.0.0.1:135").unwrap(),
        "ncacn_ip_tcp:127.0.0.1[135]"
    );
    for text in [
        "2fac1234-31f8-11b4-a222-08002b34c003@ncadg_ip_udp:h",
        "2fac1234-31f8-11b4-a222-08002b34c003@ncadg_ip_udp:h[2,personality=os2]",
        "ncadg_ip_udp:h[,personality=os2]",
        r"ncacn_ip_tcp:a\[b[1]",
        "ncacn_ip_tcp:::1[135]",
    ] {
        assert_eq!(written(text).as_deref(), Some(text));
    }
    assert_eq!(written("onc+udp://h:1"), None);
    assert_eq!(written("ncs+udp://h:1"), None);
}
