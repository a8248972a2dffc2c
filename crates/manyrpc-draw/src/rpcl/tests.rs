use std::collections::BTreeSet;

use super::file::*;
use super::{file, mutate, nth, text};
use crate::Draw;

/// What the files of a seed have in common is of no use: each feature of the language is in some.
#[test]
fn every_feature_is_drawn() {
    let mut seen = BTreeSet::new();
    for index in 0..300 {
        for ty in nth(1, index).types() {
            match &ty.body {
                Body::Struct(fields) => {
                    seen.insert("struct".to_owned());
                    fields.iter().for_each(|f| note(&mut seen, f));
                    let links = fields.iter().filter(|f| is_link(f, &ty.name)).count();
                    seen.insert(format!("{} links", links.min(2)));
                }
                Body::Union(union) => {
                    note(&mut seen, &union.tag);
                    seen.insert(format!("default {}", union.default.is_some()));
                    let held = union.arms.iter().map(|arm| arm.held.is_some());
                    seen.extend(held.map(|some| format!("arm {some}")));
                    let labels = union.arms.iter().map(|arm| arm.labels.len());
                    seen.extend(labels.map(|n| format!("{n} labels")));
                }
                Body::Enum(members) => {
                    let below = members.iter().any(|m| m.value < 0);
                    seen.insert(format!("enum, negative {below}"));
                }
                Body::Typedef(decl) => note(&mut seen, decl),
            }
        }
    }
    let expected = [
        "struct",
        "0 links",
        "1 links",
        "2 links",
        "default true",
        "default false",
        "arm true",
        "arm false",
        "1 labels",
        "2 labels",
        "3 labels",
        "enum, negative true",
        "enum, negative false",
        "Text<>",
        "Text<n>",
        "Opaque<>",
        "Opaque[n]",
        "Opaque<n>",
        "Named",
        "Named*",
        "Named<>",
        "Named<n>",
        "Named[n]",
        "F128",
        "Bool",
        "U8<n>",
        "I64[n]",
        "F64*",
    ];
    for feature in expected {
        assert!(seen.contains(feature), "{feature} is not among {seen:?}");
    }
}

fn note(seen: &mut BTreeSet<String>, decl: &Decl) {
    let of = match &decl.of {
        Spec::Scalar(scalar, _) => format!("{scalar:?}"),
        Spec::Text => "Text".to_owned(),
        Spec::Opaque => "Opaque".to_owned(),
        Spec::Named(..) => "Named".to_owned(),
    };
    let shape = match decl.shape {
        Shape::Plain => "",
        Shape::Optional => "*",
        Shape::Fixed(_) => "[n]",
        Shape::UpTo(None) => "<>",
        Shape::UpTo(Some(_)) => "<n>",
    };
    seen.insert(format!("{of}{shape}"));
}

fn is_link(decl: &Decl, own: &str) -> bool {
    matches!(&decl.of, Spec::Named(_, name) if name == own)
}

#[test]
fn a_prefix_is_before_every_name() {
    let file = nth(3, 5);
    let (plain, prefixed) = (text::write(&file, ""), text::write(&file, "p_"));
    assert_eq!(prefixed.replace("p_", ""), plain);
    for ty in file.types() {
        assert!(prefixed.contains(&format!("p_{}", ty.name)));
    }
}

#[test]
fn mutants_differ_and_a_seed_says_how() {
    let of = |seed| {
        let mut draw = Draw::new(seed);
        let file = file(&mut draw);
        let text = text::write(&file, "");
        (text.clone(), mutate::text(&text, &mut draw))
    };
    let differ = (0..100).filter(|&seed| {
        let (text, mutant) = of(seed);
        text != mutant
    });
    assert!(differ.count() > 80);
    assert_eq!(of(7), of(7));
}
