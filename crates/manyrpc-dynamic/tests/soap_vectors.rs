//! What SOAP libraries send each other (`vectors/soap`): all of it is read, means the same in a request and in the
//! reply that repeats it, and what we write of it is read as the same.

use std::fs;
use std::path::Path;

use manyrpc_codec::soap::{Options, scan};
use manyrpc_codec::{Buf, Limits, soap};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, lower};
use manyrpc_model::Value;

/// Files, cases and the reason why they are not read.
const NOT_READ: &[(&str, &str, &str)] = &[
    (
        "gsoap-graphs",
        "nil",
        "a parameter that is none, which its schema does not permit",
    ),
    (
        "gsoap-graphs",
        "nodes",
        "an item that is none, which its schema does not permit",
    ),
    ("gsoap-graphs", "cycle", "a value that is in itself"),
];

struct Message {
    case: String,
    is_reply: bool,
    bytes: Vec<u8>,
}

fn messages(text: &str) -> Vec<Message> {
    let sections = text.split("\n== ").skip(1);
    let messages = sections.map(|section| {
        let (title, body) = section.split_once('\n').expect("a title is a line");
        let (case, kind) = title.split_once(' ').expect("a case and a kind");
        let lines = body.lines().skip_while(|line| line.starts_with("# "));
        let lines: Vec<&str> = lines.collect();
        let bytes = match lines.split_first() {
            Some((&"hex", digits)) => {
                let digits = digits.concat().into_bytes();
                let pairs = digits
                    .chunks(2)
                    .map(|pair| std::str::from_utf8(pair).unwrap());
                pairs
                    .map(|pair| u8::from_str_radix(pair, 16).unwrap())
                    .collect()
            }
            _ => lines.join("\n").into_bytes(),
        };
        Message {
            case: case.to_owned(),
            is_reply: kind == "reply",
            bytes,
        }
    });
    // One-way calls are answered by nothing.
    messages
        .filter(|message| !message.bytes.is_empty())
        .collect()
}

/// The parameters or results with that element.
fn members<'l>(lowered: &'l Lowered, name: &scan::QName<'_>) -> Option<&'l Members> {
    let operations = lowered.interfaces.iter().flat_map(|i| &i.operations);
    let mut all = operations.flat_map(|o| [&o.input, &o.output]);
    all.find(|members| {
        let element = members
            .meta
            .xml
            .as_ref()
            .and_then(|xml| xml.element.as_ref());
        element.is_some_and(|e| e.local == name.local && e.ns == name.ns)
    })
}

#[test]
fn what_soap_libraries_send_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = fs::read_dir(root.join("vectors/soap")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let (mut read, mut repeated) = (0, 0);
    for path in files {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let definition = match file {
            // Its server has a definition of its own.
            _ if file.contains("spyne") => continue,
            _ if file.contains("features") => "features",
            _ if file.contains("graphs") => "graphs",
            _ if file.contains("encoded") => "bench-encoded",
            _ if file.contains("rpc") => "bench-rpc",
            _ => "bench",
        };
        let definition = root.join(format!("interfaces/soap/{definition}.wsdl"));
        let (module, diagnostics) = manyrpc_idl::load(&definition, &Default::default());
        let lowered = lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap();
        let mut asked = None;
        for Message {
            case,
            is_reply,
            bytes,
        } in messages(&fs::read_to_string(&path).unwrap())
        {
            let what = format!("{file} {case}");
            let head =
                scan::head(&bytes, &Limits::DEFAULT).unwrap_or_else(|e| panic!("{what}: {e}"));
            let options = Options {
                version: head.version.expect("a version of SOAP"),
                ..Options::DEFAULT
            };
            if head.is_fault {
                let fault = scan::fault(&bytes, &Limits::DEFAULT).unwrap();
                assert!(
                    !fault.code.1.is_empty() && !fault.reasons.is_empty(),
                    "{what}: {fault:?}"
                );
                continue;
            }
            let name = head.body.expect("all have an element");
            let members = members(&lowered, &name).unwrap_or_else(|| panic!("{what}: {name:?}"));
            let mut values = Vec::new();
            let mut slots = DynSlots::new(&lowered, members, &mut values);
            let result =
                soap::decode_params(&bytes, &members.meta, &mut slots, &Limits::DEFAULT, options);
            if NOT_READ
                .iter()
                .any(|known| (known.0, known.1) == (file, &*case))
            {
                assert!(result.is_err(), "{what} is read");
                continue;
            }
            assert_eq!(
                result,
                Ok(()),
                "{what}: {}",
                String::from_utf8_lossy(&bytes)
            );
            read += 1;
            // NaN is unlike itself.
            let said = |values: &[Value]| format!("{values:?}");
            let again = again(&lowered, members, &values, options);
            assert_eq!(said(&again), said(&values), "{what}");
            match (is_reply, asked.take()) {
                (false, _) => asked = Some(values),
                (true, Some(asked)) if name.local.starts_with("echo") => {
                    assert_eq!(said(&values), said(&asked), "{what}");
                    repeated += 1;
                }
                _ => {}
            }
        }
    }
    assert!(
        read >= 400 && repeated >= 60,
        "{read} read, {repeated} repeated"
    );
}

/// What we write.
fn written(lowered: &Lowered, members: &Members, values: &[Value], options: Options) -> String {
    let mut buf = Buf::new();
    let namespace = options.version.namespace();
    buf.put(
        format!(
            "<soap:Envelope xmlns:soap=\"{namespace}\" \
        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
        )
        .as_bytes(),
    );
    let fields = DynFields::new(lowered, members, values);
    soap::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT, options).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

/// What we read of that.
fn again(lowered: &Lowered, members: &Members, values: &[Value], options: Options) -> Vec<Value> {
    let text = written(lowered, members, values, options);
    let mut back = Vec::new();
    let mut slots = DynSlots::new(lowered, members, &mut back);
    let read = soap::decode_params(
        text.as_bytes(),
        &members.meta,
        &mut slots,
        &Limits::DEFAULT,
        options,
    );
    assert_eq!(read, Ok(()), "{text}");
    back
}

/// The names of elements with those of the types that they state, without prefixes.
fn stated(message: &str) -> Vec<(String, String)> {
    let local = |name: &str| name.rsplit(':').next().unwrap_or(name).to_owned();
    let tags = message.split('<').filter_map(|tag| tag.split_once('>'));
    let typed = tags.filter_map(|(tag, _)| {
        let (_, ty) = tag.split_once("xsi:type=\"")?;
        let name = tag.split([' ', '\n']).next().unwrap_or(tag);
        Some((local(name), local(ty.split('"').next().unwrap_or(ty))))
    });
    typed.collect()
}

/// SOAP 1.1, section 5.1, rule 1: a value states its type, be it one that a schema names.
#[test]
fn simple_types_are_stated_as_gsoap_states_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let definition = root.join("interfaces/soap/graphs.wsdl");
    let (module, diagnostics) = manyrpc_idl::load(&definition, &Default::default());
    let lowered = lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap();
    let vectors = fs::read_to_string(root.join("vectors/soap/gsoap-graphs.txt")).unwrap();
    let is_coded = |message: &Message| message.case == "coded";
    let sent: Vec<Message> = messages(&vectors).into_iter().filter(is_coded).collect();
    assert_eq!(sent.len(), 2, "a request and its reply");
    for Message { bytes, .. } in sent {
        let head = scan::head(&bytes, &Limits::DEFAULT).unwrap();
        let members = members(&lowered, &head.body.unwrap()).unwrap();
        let mut values = Vec::new();
        let mut slots = DynSlots::new(&lowered, members, &mut values);
        let options = Options::DEFAULT;
        soap::decode_params(&bytes, &members.meta, &mut slots, &Limits::DEFAULT, options).unwrap();
        let ours = written(&lowered, members, &values, options);
        let theirs = stated(&String::from_utf8_lossy(&bytes));
        let types: Vec<&str> = theirs.iter().map(|(_, ty)| &**ty).collect();
        assert_eq!(types, ["Coded", "Hue", "Code", "Grade"]);
        assert_eq!(stated(&ours), theirs, "{ours}");
    }
}
