//! Random values of every interface in `interfaces/` and of the generator's corpus.

use std::fs;
use std::path::Path;

use manyrpc_codec::{Buf, Limits, MalformedKind, ndr, protobuf, xdr};
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

/// The same for DCE definitions, which say how everything travels.
#[test]
fn values_of_dce_interfaces_come_back_through_ndr() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut values, mut sayable) = (0, 0);
    let files = [
        "interfaces",
        "vectors/ndr",
        "crates/manyrpc-gen/tests/corpus",
    ]
    .into_iter()
    .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
    .map(|entry| entry.unwrap().path())
    .filter(|path| path.extension().is_some_and(|e| e == "idl"));
    for path in files {
        let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
        let module = module.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
        let lowered = lower(&module).unwrap();
        for operation in lowered.interfaces.iter().flat_map(|i| &i.operations) {
            for members in [&operation.input, &operation.output] {
                for seed in 0..SEEDS {
                    let value = &Sampler::new(seed).params(&lowered, members);
                    values += 1;
                    through_protobuf(&lowered, members, seed, value);
                    sayable += u64::from(through_ndr(&lowered, members, seed, value));
                }
            }
        }
    }
    // Some replies depend on how much room their request said there is.
    assert!(
        values >= 100 * SEEDS && sayable * 10 >= values * 9,
        "only {sayable} of {values}"
    );
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

    assert!(through_ndr(lowered, members, seed, values));
    through_protobuf(lowered, members, seed, values);

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

/// There and back, into a fresh value and into a used one.
#[track_caller]
fn through_protobuf(lowered: &Lowered, members: &Members, seed: u64, values: &[Value]) {
    let name = &members.meta.name;
    // What depends on a request needs that.
    if members.needs_request() {
        return;
    }
    let fields = DynFields::new(lowered, members, values);
    let mut buf = Buf::new();
    protobuf::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).unwrap();
    let mut back = Vec::new();
    for _ in 0..2 {
        let mut slots = DynSlots::new(lowered, members, &mut back);
        let read = protobuf::decode_params(buf.data(), &members.meta, &mut slots, &Limits::DEFAULT);
        assert_eq!(read, Ok(()), "{name} {seed} through Protocol Buffers");
        assert_eq!(back, values, "{name} {seed} through Protocol Buffers");
        back = Sampler::new(seed + 1).params(lowered, members);
    }
}

/// There and back, if it can be said, into a used value too; cut anywhere before its last element it is malformed.
#[track_caller]
fn through_ndr(lowered: &Lowered, members: &Members, seed: u64, values: &[Value]) -> bool {
    let name = &members.meta.name;
    let mut values = values.to_vec();
    values.iter_mut().for_each(without_nuls);
    let fields = DynFields::new(lowered, members, &values);
    let mut buf = Buf::new();
    if ndr::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).is_err() {
        return false;
    }
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
    true
}

/// Section 14.3.8 sets no bound to the size of a discriminant, in place or apart.
#[test]
fn discriminants_of_64_bits() {
    let text = "[uuid(7a1f0c52-3c1e-4e0a-9d55-6d616e790064), version(1.0)] interface wide {
        typedef union switch (hyper kind) body { case 1: long one; case -2: char two; } whole;
        typedef [switch_type(unsigned hyper)] union { [case(3)] short three; [default] ; } part;
        typedef struct { byte before; unsigned hyper which; [switch_is(which)] part what; } holder;
        void put([in] handle_t h, [in] whole *w, [in] holder *p);
    }";
    let (module, diagnostics) = manyrpc_idl::load_text("wide.idl", text, &Default::default());
    let lowered = lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap();
    let members = &lowered.interfaces[0].operations[0].input;
    for seed in 0..SEEDS {
        let values = Sampler::new(seed).params(&lowered, members);
        assert!(through_ndr(&lowered, members, seed, &values), "{seed}");
    }
    let values = manyrpc_dynamic::default_params(&lowered, members);
    let mut buf = Buf::new();
    let fields = DynFields::new(&lowered, members, &values);
    ndr::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).unwrap();
    let mut bytes = [0; 42];
    (bytes[0], bytes[24], bytes[32]) = (1, 3, 3);
    assert_eq!(buf.data(), bytes);
}
