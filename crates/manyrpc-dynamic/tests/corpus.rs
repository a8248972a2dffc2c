//! Random values of every interface in `interfaces/`.

use std::fs;
use std::path::Path;

use manyrpc_codec::Buf;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, Sampler, json, lower};

const SEEDS: u64 = 50;

#[test]
fn values_of_every_interface_come_back() {
    let interfaces = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces");
    let mut operations = 0;
    for entry in fs::read_dir(interfaces).unwrap() {
        let path = entry.unwrap().path();
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
    assert!(operations >= 7, "only {operations} operations found");
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

    let text = json::params_to_json(lowered, members, values)
        .unwrap()
        .to_string();
    let back = json::params_from_json(lowered, members, &serde_json::from_str(&text).unwrap());
    assert_eq!(back.as_ref(), Ok(values), "{name} {seed} through {text}");
}
