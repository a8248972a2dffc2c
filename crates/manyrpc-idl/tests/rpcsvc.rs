//! Every definition of Debian's package `rpcsvc-proto` is accepted.

use std::path::{Path, PathBuf};

use manyrpc_idl::{Options, load};
use manyrpc_model::{Length, Module, Type, TypeBody};

fn definitions() -> Vec<PathBuf> {
    let dir = Path::new("/usr/include/rpcsvc");
    let entries = std::fs::read_dir(dir).expect("the package rpcsvc-proto is installed");
    let paths = entries.map(|e| e.expect("a directory entry").path());
    let mut found: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "x"))
        .collect();
    found.sort();
    found
}

fn module(name: &str) -> Module {
    let path = Path::new("/usr/include/rpcsvc").join(name);
    let (module, diagnostics) = load(path, &Options::default());
    module.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

#[test]
fn all_are_accepted_without_a_word() {
    let definitions = definitions();
    assert!(definitions.len() >= 17, "only {definitions:?}");
    for path in definitions {
        let (module, diagnostics) = load(&path, &Options::default());
        assert!(diagnostics.is_empty(), "{}", diagnostics[0]);
        let module = module.expect("a module where nothing is wrong");
        assert!(!module.types.is_empty() || !module.interfaces.is_empty());
    }
}

/// The package `libtirpc-dev` has one more: constants that stand for procedures' numbers, and
/// `netbuf`, which is C's alone.
#[test]
fn rpcbinds_own_is_accepted() {
    let path = "/usr/include/tirpc/rpc/rpcb_prot.x";
    let (module, diagnostics) = load(path, &Options::default());
    assert!(diagnostics.is_empty(), "{}", diagnostics[0]);
    let module = module.expect("a module where nothing is wrong");
    let value = |name| {
        module
            .consts
            .iter()
            .find(|c| c.name == name)
            .map(|c| c.value)
    };
    assert_eq!(value("rpcb_highproc_2"), Some(5));
    assert_eq!(value("rpcb_highproc_4"), Some(12));
    let versions: Vec<_> = module
        .interfaces
        .iter()
        .map(|i| i.operations.len())
        .collect();
    assert_eq!(versions, [8, 12]);
    assert_eq!(
        module.interfaces[1]
            .find_operation("RPCBPROC_BCAST")
            .map(|o| o.number),
        Some(5)
    );
}

#[test]
fn what_only_c_headers_define_is_found() {
    // `%#define LM_MAXSTRLEN 1024` and `%#define MAXNAMELEN LM_MAXSTRLEN+1`.
    let nlm = module("nlm_prot.x");
    let TypeBody::Record(notify) = &nlm.find_type("nlm_notify").expect("nlm_notify").body else {
        panic!("nlm_notify is a struct");
    };
    assert_eq!(notify.fields[0].ty, Type::Text { max: Some(1025) });
    // `netobj` of rpc/types.h.
    let netobj = &nlm.find_type("netobj").expect("netobj").body;
    assert_eq!(
        *netobj,
        TypeBody::Alias(Type::Bytes(Length::UpTo(Some(1024))))
    );
    // `%#include <rpcsvc/nis.h>`, which is made from nis.x, which includes nis_object.x.
    assert!(module("nis_callback.x").find_type("nis_object").is_some());
}
