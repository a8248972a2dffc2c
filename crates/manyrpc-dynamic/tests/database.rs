//! One service in three definition languages: `interfaces/database.proto`, `.x` and `.idl` say the
//! same but for what one of the languages cannot say, and find each other on the wire.

use std::path::Path;

use manyrpc_codec::InterfaceId;
use manyrpc_dynamic::identity::numbers;
use manyrpc_model::{Annotations, Identity, Module, Type, TypeBody};

fn definition(ending: &str) -> Module {
    let interfaces = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces");
    let path = interfaces.join("database").with_extension(ending);
    let (module, diagnostics) = manyrpc_idl::load(path, &Default::default());
    assert!(diagnostics.is_empty(), "{}", diagnostics[0]);
    module.expect("a definition without a diagnostic is a module")
}

/// What every one of the languages can say.
fn common(mut module: Module) -> Module {
    module.annotations = Annotations::new();
    for definition in &mut module.types {
        definition.doc.clear();
        definition.annotations = Annotations::new();
        let TypeBody::Record(record) = &mut definition.body else {
            panic!("{} is a record", definition.name);
        };
        // DCE counts an array's elements in a field that everybody else has within the array.
        record.fields.retain(|f| f.derived.is_none());
        for field in &mut record.fields {
            field.annotations = Annotations::new();
            field.ty = unadorned(&field.ty);
        }
    }
    for interface in &mut module.interfaces {
        interface.doc.clear();
        // An interface of RPCL is a version of a program, which has the name.
        if let Some(program) = interface.annotations.get("rpcl.program") {
            interface.name = program.clone();
        }
        interface.annotations = Annotations::new();
        // How each language names what is called is judged by what comes of it.
        interface.identity = Identity {
            version: interface.identity.version,
            ..Identity::default()
        };
        for operation in &mut interface.operations {
            operation.doc.clear();
            operation.annotations = Annotations::new();
            for parameter in &mut operation.params {
                // Protocol Buffers have no name for it.
                parameter.name.clear();
                parameter.annotations = Annotations::new();
            }
        }
    }
    module
}

/// DCE has texts and arrays of any length behind pointers only.
fn unadorned(ty: &Type) -> Type {
    match ty.plain() {
        Type::Optional(inner) => unadorned(inner),
        Type::Array { element, length } => Type::array(unadorned(element), *length),
        other => other.clone(),
    }
}

#[test]
fn the_definitions_differ_in_what_a_language_cannot_say() {
    let wanted = common(definition("proto"));
    assert_eq!(wanted.types.len(), 3, "{wanted}");
    assert_eq!(wanted.interfaces[0].operations.len(), 1, "{wanted}");
    for ending in ["x", "idl"] {
        let other = common(definition(ending));
        assert_eq!(other, wanted, "\n{other}\n{wanted}");
    }
}

#[test]
fn the_definitions_find_each_other() {
    let named = |ending| numbers(&definition(ending).interfaces[0]);
    let (proto, x, idl) = (named("proto"), named("x"), named("idl"));
    assert_eq!(proto, idl);
    // A program number says another UUID than the name does.
    assert_eq!(
        InterfaceId {
            uuid: proto.uuid,
            ..x
        },
        proto
    );
}
