//! Names of CORBA's naming service, and the URLs that have them.

use manyrpc::Binding;
use manyrpc::registry::naming::Name;

use crate::Target;

/// Names as text, and `corbaname:` and `corbaloc:` as bindings.
pub const TARGET: Target = Target {
    name: "corba_names",
    run,
    seeds,
    // A component is two strings, and can be one byte of text with its divider.
    allocation_per_byte: 512,
};

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(name) = text.parse::<Name>() {
        assert_eq!(name.to_string(), text, "a name has one form");
    }
    // Other schemes read files and initial references.
    for scheme in ["corbaname:", "corbaloc:"] {
        let Ok(binding) = format!("{scheme}{text}").parse::<Binding>() else {
            continue;
        };
        let general = binding.to_string();
        assert_eq!(general.parse().as_ref(), Ok(&binding), "{general}");
        if let Some(own) = binding.in_own_notation() {
            assert_eq!(own.parse().as_ref(), Ok(&binding), "{own}");
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "a.k/b/./.c",
        r"x\/y\.z\\.k",
        "é/ä.ö",
        ":host:2809/NameService#a.k/b",
        "iiop:1.2@one:1,iiop:1.1@[::1]:2/a%20key#x%2Fy/%5C%2E",
        ":h",
        "rir:/NameService",
        "rir:#a",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
