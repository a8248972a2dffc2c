use super::*;

fn read(text: &str) -> Binding {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn locations_are_bindings() {
    for (text, url) in [
        ("corbaloc:iiop:1.2@host:4000/Key", "iiop://host:4000/Key"),
        ("corbaloc::host/a%2Fb", "iiop://host:2809/a/b?version=1.0"),
        (
            "CORBALOC:iiop:1.1@[::1]:7/k",
            "iiop://[::1]:7/k?version=1.1",
        ),
        (
            "corbaloc:iiop:1.2@one:1,iiop:1.2@two:2/k",
            "iiop://one:1,two:2/k",
        ),
        (
            "corbaloc:ssliop:1.2@one:1,ssliop:1.2@two:2/k",
            "iiops://one:1,two:2/k",
        ),
        (
            "corbaloc::555xyz.com/Prod/TradingService",
            "iiop://555xyz.com:2809/Prod/TradingService?version=1.0",
        ),
    ] {
        let binding = read(text);
        assert_eq!(binding.to_string(), url);
        assert_eq!(read(url), binding);
        let own = binding.in_own_notation().unwrap();
        assert_eq!(read(&own), binding, "{own}");
    }
    for (text, part) in [
        ("corbaloc:rir:/NameService", "initial references"),
        ("corbaloc:https:host/x", "`https`"),
        ("corbaloc:ssliop:1.2@one,iiop:1.2@two/x", "some are not"),
        ("corbaloc:iiop:1.3@host/x", "version"),
        ("corbaloc:", "protocol comes first"),
        ("corbaname::host#a", "not looked up"),
        ("IOR:0", "hexadecimal"),
        ("IOR:00", "reference"),
        ("IOR:000000000000000000000000", "no object"),
    ] {
        let error = text.parse::<Binding>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
