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
        (
            "corbaloc:rir:/Nobody",
            "no initial reference is called `Nobody`",
        ),
        ("corbaloc:rir:,:host/NameService", "stands alone"),
        ("corbaloc:https:host/x", "`https`"),
        ("corbaloc:ssliop:1.2@one,iiop:1.2@two/x", "some are not"),
        ("corbaloc:iiop:1.3@host/x", "version"),
        ("corbaloc:", "protocol comes first"),
        ("corbaname::host#a//b", "component of the name is empty"),
        ("corbaname::host#%6", "hexadecimal"),
        ("corbaname::host#%FF", "UTF-8"),
        ("IOR:0", "hexadecimal"),
        ("IOR:00", "reference"),
        ("IOR:000000000000000000000000", "no object"),
        ("file:relative", "absolute"),
        ("file:///nowhere/at/all", "cannot be read"),
        ("file:///", "not a file"),
    ] {
        let error = text.parse::<Binding>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// OMG formal/04-10-03 section 2.5.3.2: the examples, and what stands in a binding.
#[test]
fn names_in_urls_are_bindings() {
    for (text, url) in [
        (
            "corbaname::555objs.com#a/string/path/to/obj",
            "iiop://555objs.com:2809/NameService?version=1.0&name=a/string/path/to/obj",
        ),
        (
            "corbaname:iiop:1.2@one:1,iiop:1.2@two:2/dev/NContext1#a.b",
            "iiop://one:1,two:2/dev/NContext1?name=a.b",
        ),
        (
            "corbaname:iiop:1.2@h:1/k#a%2fb/c%5c.d&e%20%3ch",
            "iiop://h:1/k?name=a/b/c%5C.d%26e%20%3Ch",
        ),
        ("corbaname:iiop:1.2@h:1#.", "iiop://h:1/NameService?name=."),
        ("corbaname:iiop:1.2@h:1", "iiop://h:1/NameService"),
        (
            "corbaname:rir:#a",
            "iiop://127.0.0.1:2809/NameService?name=a",
        ),
        (
            "corbaloc:rir:/NameService",
            "iiop://127.0.0.1:2809/NameService",
        ),
    ] {
        let binding = read(text);
        assert_eq!(binding.to_string(), url, "{text}");
        assert_eq!(read(url), binding);
        let own = binding.in_own_notation().unwrap();
        assert_eq!(read(&own), binding, "{own}");
    }
}

#[test]
fn a_reference_is_in_a_file() {
    let path = std::env::temp_dir().join(format!("manyrpc a reference {}", std::process::id()));
    let url = format!("file://{}", path.display()).replace(' ', "%20");
    std::fs::write(&path, "corbaloc:iiop:1.2@host:4000/Key\n").unwrap();
    assert_eq!(read(&url), read("iiop://host:4000/Key"));
    // A file that leads to itself.
    std::fs::write(&path, &url).unwrap();
    let error = url.parse::<Binding>().unwrap_err().to_string();
    assert!(error.contains("without end"), "{error}");
    std::fs::write(&path, "nothing").unwrap();
    let error = url.parse::<Binding>().unwrap_err().to_string();
    assert!(error.contains("holds no reference"), "{error}");
    std::fs::remove_file(&path).unwrap();
}
