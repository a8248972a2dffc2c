//! Converting to descriptors and back, and invalid descriptors.

use super::*;
use crate::{Options, load_text};

const TEXT: &str = "syntax = \"proto3\";\npackage shop;\n\
    import \"google/protobuf/timestamp.proto\";\n\
    service Cart { rpc Put(Item) returns (Item.Seen); }\n\
    message Item { int32 id = 1; oneof how { string text = 2; bytes raw = 4; }\n\
    map<string, Kind> kinds = 5; enum Kind { NONE = 0; ALL = 3; }\n\
    message Seen { google.protobuf.Timestamp at = 1; } }\n";

fn module() -> Module {
    let (module, problems) = load_text("cart.proto", TEXT, &Options::default());
    module.unwrap_or_else(|| panic!("{problems:?}"))
}

#[test]
fn a_definition_comes_back_from_its_descriptors() {
    let module = module();
    let files = describe(&module, "cart.proto").unwrap();
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["google/protobuf/timestamp.proto", "cart.proto"]);
    let own = &files[1];
    assert_eq!(own.imports, ["google/protobuf/timestamp.proto"]);
    let all = [
        "shop.Cart",
        "shop.Cart.Put",
        "shop.Item",
        "shop.Item.Seen",
        "shop.Item.Seen.at",
        "shop.Item.Kind",
        "shop.Item.ALL",
        "shop.Item.how",
        "shop.Item.KindsEntry",
    ];
    for symbol in all {
        assert!(own.symbols.iter().any(|s| s == symbol), "{symbol}");
    }
    let bytes: Vec<&[u8]> = files.iter().rev().map(|f| &f.bytes[..]).collect();
    assert_eq!(from_descriptors(&bytes, "cart.proto").as_ref(), Ok(&module));
    // The language's standard files need not be given.
    assert_eq!(from_descriptors(&[&own.bytes], "cart.proto"), Ok(module));
}

#[test]
fn types_of_other_packages_are_in_files_of_their_own() {
    let mut files = MemoryFiles::default();
    files.insert(
        "cart.proto",
        "syntax = \"proto3\"; package shop; import \"price.proto\";
        message Item { acme.money.Price price = 1; repeated acme.money.Price.Kind kinds = 2; }
        service Cart { rpc Put(Item) returns (acme.money.Price); }",
    );
    files.insert(
        "price.proto",
        "syntax = \"proto2\"; package acme.money;
        import \"google/protobuf/duration.proto\";
        message Price { enum Kind { NET = 1; } required Kind kind = 1; optional int64 cents = 2;
          oneof valid { google.protobuf.Duration within = 3; bool always = 4; } }",
    );
    let (module, problems) = crate::load_from(&files, "cart.proto", &Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let files = describe(&module, "cart.proto").unwrap();
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "google/protobuf/duration.proto",
            "acme/money.proto",
            "cart.proto"
        ]
    );
    let bytes: Vec<&[u8]> = files.iter().map(|f| &f.bytes[..]).collect();
    assert_eq!(from_descriptors(&bytes, "cart.proto"), Ok(module));
}

#[test]
fn identities_of_elsewhere_are_no_hindrance() {
    let mut module = module();
    module.interfaces[0].identity.number = Some(7);
    module.interfaces[0].operations[0].number = 9;
    module.interfaces[0].operations[0].semantics = Semantics::Maybe;
    assert!(super::super::print(&module).is_err());
    assert!(describe(&module, "cart.proto").is_ok());
}

#[test]
fn what_is_wrong_with_descriptors_is_said() {
    let own = describe(&module(), "cart.proto").unwrap().pop().unwrap();
    let malformed = from_descriptors(&[&own.bytes[..9]], "cart.proto").unwrap_err();
    assert!(malformed.contains("malformed"), "{malformed}");
    let absent = from_descriptors(&[&own.bytes], "shop.proto").unwrap_err();
    assert_eq!(absent, "there is no file `shop.proto`");
    let mut file = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
    file.dependency.clear();
    let missing = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
    assert!(missing.contains("google.protobuf.Timestamp"), "{missing}");
    file.dependency = vec!["cart.proto".to_owned()];
    let round = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
    assert!(!round.is_empty());
    let item = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
    let mut item = FileDescriptorProto {
        dependency: Vec::new(),
        ..item
    };
    item.message_type[0]
        .nested_type
        .retain(|nested| nested.name() != "Seen");
    item.service.clear();
    assert!(from_descriptors(&[item.encode_to_vec()], "cart.proto").is_ok());
    item.message_type[0].oneof_decl.clear();
    let arm = from_descriptors(&[item.encode_to_vec()], "cart.proto");
    assert!(arm.is_err(), "{arm:?}");
    for default in ["\\777", "\\x\u{e9}1"] {
        let mut file = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
        file.syntax = None;
        let fields = file.message_type[0].field.iter_mut();
        for field in fields.filter(|f| f.r#type() == Type::Bytes) {
            field.default_value = Some(default.to_owned());
        }
        let told = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
        assert_eq!(told, "`Item` has a default that is no bytes");
    }
    // A group of its own message.
    let mut endless = FileDescriptorProto::decode(&own.bytes[..]).unwrap();
    let [message, ..] = &mut endless.message_type[..] else {
        unreachable!("there is one");
    };
    message.field[0].r#type = Some(Type::Group.into());
    message.field[0].type_name = Some(".shop.Item".to_owned());
    let endless = from_descriptors(&[endless.encode_to_vec()], "cart.proto");
    assert!(endless.is_err(), "{endless:?}");
    file.syntax = Some("editions".to_owned());
    let edition = from_descriptors(&[file.encode_to_vec()], "cart.proto").unwrap_err();
    assert_eq!(
        edition,
        "`cart.proto` is in an edition, which is not supported"
    );
}

/// Extensions are described in the file that declares them, which imports the extended message's
/// file.
#[test]
fn extensions_come_back_from_their_descriptors() {
    let mut files = MemoryFiles::default();
    files.insert(
        "shop.proto",
        "syntax = \"proto2\"; package shop; import \"base.proto\"; import \"more.proto\";
        message Own { extend base.Base { optional Own own = 101; optional group Both = 103 {} } }
        service Shop { rpc Get(base.Base) returns (Own); }",
    );
    files.insert(
        "base.proto",
        "syntax = \"proto2\"; package base; message Base { extensions 100 to max; }",
    );
    files.insert(
        "more.proto",
        "syntax = \"proto2\"; package more; import \"base.proto\";
        extend base.Base { repeated sint32 some = 102; } enum E { A = 1; }
        message M { extend base.Base { optional E e = 200; } }",
    );
    let (module, problems) = crate::load_from(&files, "shop.proto", &Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let files = describe(&module, "shop.proto").unwrap();
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["base.proto", "more.proto", "shop.proto"]);
    for (file, symbol) in [(1, "more.some"), (1, "more.M.e"), (2, "shop.Own.both")] {
        let symbols = &files[file].symbols;
        assert!(symbols.iter().any(|s| s == symbol), "{symbol}: {symbols:?}");
    }
    let bytes: Vec<&[u8]> = files.iter().map(|f| &f.bytes[..]).collect();
    assert_eq!(from_descriptors(&bytes, "shop.proto"), Ok(module));
}

/// Groups that extend each other contain each other, and are reached from no other message.
#[test]
fn groups_may_extend_each_other() {
    let text = "syntax = \"proto2\"; message M { optional A a = 1; }
        extend B { optional group A = 1 { extensions 1 to 9; } }
        extend A { optional group B = 1 { extensions 1 to 9; } }";
    let (module, problems) = load_text("round.proto", text, &Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let names: Vec<&str> = module.types.iter().map(|t| &*t.name).collect();
    assert_eq!(names, ["M", "A", "B"]);
}
