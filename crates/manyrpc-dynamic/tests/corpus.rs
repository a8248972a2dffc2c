//! Random values of every interface in `interfaces/` and of the generator's corpus.

use std::fs;
use std::path::Path;

use manyrpc_codec::{Buf, Limits, MalformedKind, ndr, xdr};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, Sampler, json, lower};
use manyrpc_model::Value;

const SEEDS: u64 = 50;

#[test]
fn values_of_every_interface_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut operations = 0;
    let files = ["interfaces", "crates/manyrpc-gen/tests/corpus"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "x"));
    for path in files {
        let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
        let module = module.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
        let lowered = lower(&module).unwrap();
        for operation in lowered.interfaces.iter().flat_map(|i| &i.operations) {
            operations += 1;
            for seed in 0..SEEDS {
                comes_back(&lowered, &operation.input, seed);
                comes_back(&lowered, &operation.output, seed);
            }
        }
    }
    assert!(operations >= 30, "only {operations} operations found");
}

#[track_caller]
fn comes_back(lowered: &Lowered, members: &Members, seed: u64) {
    let name = &members.meta.name;
    let values = &Sampler::new(seed).params(lowered, members);
    let fields = DynFields::new(lowered, members, values);
    let mut buf = Buf::new();
    xdr::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).unwrap();
    let mut back = Vec::new();
    let mut slots = DynSlots::new(lowered, members, &mut back);
    xdr::decode_params(buf.data(), &members.meta, &mut slots, &Limits::DEFAULT).unwrap();
    assert_eq!(&back, values, "{name} {seed} through XDR");

    through_ndr(lowered, members, seed, values);

    let text = json::params_to_json(lowered, members, values)
        .unwrap()
        .to_string();
    let back = json::params_from_json(lowered, members, &serde_json::from_str(&text).unwrap());
    assert_eq!(back.as_ref(), Ok(values), "{name} {seed} through {text}");
}

/// What NDR cannot say of text, it does not see.
fn without_nuls(value: &mut Value) {
    match value {
        Value::Text(text) => text.retain(|c| c != '\0'),
        Value::List(values) | Value::Record(values) => values.iter_mut().for_each(without_nuls),
        Value::Optional(Some(value)) | Value::Union { value, .. } => without_nuls(value),
        _ => {}
    }
}

/// There and back, into a used value too; cut anywhere before its last element it is malformed.
#[track_caller]
fn through_ndr(lowered: &Lowered, members: &Members, seed: u64, values: &[Value]) {
    let name = &members.meta.name;
    let mut values = values.to_vec();
    values.iter_mut().for_each(without_nuls);
    let fields = DynFields::new(lowered, members, &values);
    let mut buf = Buf::new();
    ndr::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).unwrap();
    let bytes = buf.data();
    let mut back = Vec::new();
    let mut decode = |bytes| {
        let mut slots = DynSlots::new(lowered, members, &mut back);
        let result = ndr::decode_params(
            bytes,
            ndr::LABEL,
            &members.meta,
            &mut slots,
            &Limits::DEFAULT,
        );
        (result, back.clone())
    };
    for _ in 0..2 {
        assert_eq!(
            decode(bytes),
            (Ok(()), values.clone()),
            "{name} {seed} through NDR"
        );
    }
    // Every end of a few values, some of the others.
    let step = if seed < 3 { 1 } else { 29 };
    for end in (0..bytes.len()).step_by(step) {
        let error = decode(&bytes[..end]).0.unwrap_err();
        let short = matches!(
            error.kind,
            MalformedKind::Truncated | MalformedKind::TooLong { .. }
        );
        assert!(
            short && error.offset <= end,
            "{name} {seed} cut at {end}: {error}"
        );
    }
}
