use proptest::prelude::*;

use crate::system::binding::Binding;

/// The equivalent binding.
fn read(text: &str) -> String {
    let binding: Result<Binding, _> = text.parse();
    binding
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .to_string()
}

/// Strings from other projects' documents and tests, with their meaning.
#[test]
fn others_string_bindings_are_read() {
    for (text, same) in [
        // C706, section 3.1.16.
        (
            "ncadg_ip_udp:#15.22.144.163[2001]",
            "dce+udp://15.22.144.163:2001",
        ),
        // Microsoft, "String Binding", with an object of Samba's.
        (
            "308fb580-1eb2-11ca-923b-08002b1075a7@ncacn_ip_tcp:16.20.16.27[2001]",
            "dce+tcp://16.20.16.27:2001?object=308fb580-1eb2-11ca-923b-08002b1075a7",
        ),
        (
            "308fb580-1eb2-11ca-923b-08002b1075a7@ncacn_ip_tcp:16.20.16.27[endpoint=2001]",
            "dce+tcp://16.20.16.27:2001?object=308fb580-1eb2-11ca-923b-08002b1075a7",
        ),
        (
            "ncacn_ip_tcp:anynode.microsoft.com",
            "dce+tcp://anynode.microsoft.com",
        ),
        // OpenVMS, the DCE command reference.
        ("ncadg_ip_udp:63.0.2.17[5347]", "dce+udp://63.0.2.17:5347"),
        ("ncacn_ip_tcp:16.20.15.25", "dce+tcp://16.20.15.25"),
        // Samba, `source4/torture/local/binding_string.c`.
        ("ncacn_ip_tcp:127.0.0.1", "dce+tcp://127.0.0.1"),
        ("ncacn_ip_tcp:127.0.0.1[20]", "dce+tcp://127.0.0.1:20"),
        ("ncadg_ip_udp:", "dce+udp://localhost"),
        (
            "308FB580-1EB2-11CA-923B-08002B1075A7@ncacn_ip_tcp:127.0.0.1",
            "dce+tcp://127.0.0.1?object=308fb580-1eb2-11ca-923b-08002b1075a7",
        ),
        // impacket, whose programs print and accept them like this.
        ("ncacn_ip_tcp:10.0.0.1[135]", "dce+tcp://10.0.0.1:135"),
    ] {
        assert_eq!(read(text), same, "{text}");
    }
}

#[test]
fn string_bindings_say_what_others_say() {
    for (text, same) in [
        ("ncacn_ip_tcp:h[endpoint=7]", "dce+tcp://h:7"),
        ("ncacn_ip_tcp:", "dce+tcp://localhost"),
        ("ncacn_ip_tcp:[135]", "dce+tcp://localhost:135"),
        ("ncacn_ip_tcp:h[]", "dce+tcp://h"),
        ("ncacn_ip_tcp:::1[135]", "dce+tcp://[::1]:135"),
        (r"ncacn_ip_tcp:a\b\.c[1\35]", "dce+tcp://ab.c:135"),
        (
            "2FAC1234-31F8-11B4-A222-08002B34C003@ncadg_ip_udp:h[2,personality=os2]",
            "dce+udp://h:2?object=2fac1234-31f8-11b4-a222-08002b34c003&personality=os2",
        ),
        (
            "ncadg_ip_udp:h[,personality=os2]",
            "dce+udp://h?personality=os2",
        ),
        (
            "ncadg_ip_udp:h[personality=os2,endpoint=2]",
            "dce+udp://h:2?personality=os2",
        ),
        (
            "ncadg_ip_udp:h[2,personality=a@b]",
            "dce+udp://h:2?personality=a@b",
        ),
        (
            r"ncadg_ip_udp:h[2,personality=a\,b\]\\]",
            r"dce+udp://h:2?personality=a,b]\",
        ),
    ] {
        assert_eq!(read(text), same, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_string_binding_is_said() {
    for (text, part) in [
        // Samba's and Microsoft's, for unsupported transports.
        ("ncacn_np:", "`ncacn_ip_tcp` and `ncadg_ip_udp`"),
        (
            r"ncacn_np:h[\\pipe\\x]",
            "`ncacn_ip_tcp` and `ncadg_ip_udp`",
        ),
        (
            "ncacn_http:127.0.0.1[78,ProxyServer=myproxy:3128]",
            "that we speak are",
        ),
        ("ncacn_unix_stream:[/tmp/epmapper]", "that we speak are"),
        ("ncalrpc:[IDENTIFIER]", "that we speak are"),
        ("ip:host[2001]", "that we speak are"),
        ("ncacn_ip_tcp", "no `:`"),
        ("ncacn_ip_tpc:h[1]", "did you mean `ncacn_ip_tcp`?"),
        ("ncan_ip_tcp:h[1]", "did you mean `ncacn_ip_tcp`?"),
        ("NCADG_IP_UDP:h[1]", "did you mean `ncadg_ip_udp`?"),
        ("ncacn_ip_tcp:h[1", "`]`"),
        ("ncacn_ip_tcp:h[1]2", "something behind its `]`"),
        (r"ncacn_ip_tcp:h[1\]", "`[` without `]`"),
        (r"ncacn_ip_tcp:a\[b[1]", "no host is named `a[b`"),
        ("ncacn_ip_tcp:a,b[1]", "with a `,` in it"),
        ("ncacn_ip_tcp:h[http]", "65535"),
        ("ncacn_ip_tcp:h[1,endpoint=2]", "two endpoints"),
        (
            "ncacn_ip_tcp:127.0.0.1[20,sign]",
            "`sign` asks for security",
        ),
        ("ncacn_ip_tcp:127.0.0.1[,sign]", "`sign` asks for security"),
        (
            "ncacn_ip_tcp:127.0.0.1[20,Security=Foobar,sign]",
            "`Security` asks for security",
        ),
        ("ncacn_ip_tcp:h[1,fast]", "`fast` has no `=`"),
        ("ncacn_ip_tcp:h[1,speed=9]", "no option `speed`"),
        (
            "ncacn_ip_tcp:h[1,personality=os2]",
            "`dce+tcp` has no personality",
        ),
        (
            "ncadg_ip_udp:h[1,personalty=os2]",
            "did you mean `personality`?",
        ),
        ("nobody@ncacn_ip_tcp:h[1]", "UUID"),
        // Not in this notation.
        ("nfs:h", "there is no `://` in it"),
        ("nc:1", "there is no `://` in it"),
        ("tcp:h", "there is no `://` in it"),
        ("rose://h?x@ncacn_ip_tcp:h", "the systems are `raw`"),
    ] {
        let error = text.parse::<Binding>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn bindings_print_as_string_bindings() {
    let written = |text: &str| text.parse::<Binding>().unwrap().in_own_notation();
    let printed = written("dce+tcp://127.0.0.1:135").unwrap();
    assert_eq!(printed, "ncacn_ip_tcp:127.0.0.1[135]");
    for text in [
        "2fac1234-31f8-11b4-a222-08002b34c003@ncadg_ip_udp:h",
        "2fac1234-31f8-11b4-a222-08002b34c003@ncadg_ip_udp:h[2,personality=os2]",
        "ncadg_ip_udp:h[,personality=os2]",
        r"ncadg_ip_udp:h[1,personality=a\,b\]\\]",
        "ncacn_ip_tcp:::1[135]",
    ] {
        assert_eq!(written(text).as_deref(), Some(text));
    }
    assert_eq!(written("onc+udp://h:1"), None);
    assert_eq!(written("ncs+udp://h:1"), None);
    assert_eq!(written("dce+tcp://h:1,g:2"), None, "it has one endpoint");
}

#[test]
fn a_binding_is_written_like_another() {
    let bound: Binding = "dce+tcp://h:1".parse().unwrap();
    assert_eq!(bound.written_like("ncacn_ip_tcp:h[0]"), "ncacn_ip_tcp:h[1]");
    assert_eq!(bound.written_like("dce+tcp://h:0"), "dce+tcp://h:1");
    let other: Binding = "onc+tcp://h:1".parse().unwrap();
    assert_eq!(other.written_like("ncacn_ip_tcp:h[0]"), "onc+tcp://h:1");
}

fn strings() -> impl Strategy<Value = String> {
    let object = "([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}@)?";
    let host = r"#?([a-z0-9.:%-]{0,8}|[ -~]{0,4})";
    let inside = r"(\[([0-9]{0,5}|endpoint=[0-9]{1,5})(,personality=[!-~]{0,6})?(,[ -~]{0,4})?\])?";
    (object, "ncac?n_ip_tcp|ncadg_ip_udp", host, inside)
        .prop_map(|(object, sequence, host, inside)| format!("{object}{sequence}:{host}{inside}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_printed_is_the_binding(text in strings()) {
        if let Ok(binding) = text.parse::<Binding>() {
            let own = binding.in_own_notation().expect("it was written in it");
            prop_assert_eq!(own.parse::<Binding>(), Ok(binding.clone()), "{}", own);
            let url = binding.to_string();
            prop_assert_eq!(url.parse::<Binding>(), Ok(binding.clone()), "{}", url);
        }
    }
}
