//! Who may depend on whom, checked against `cargo metadata`.

use serde_json::Value;

use crate::steps::cargo;

/// What the facade is made of, and more.
macro_rules! below_the_facade {
    ($($more:literal),*) => {
        &[
            $($more,)*
            "manyrpc-model",
            "manyrpc-idl",
            "manyrpc-codec",
            "manyrpc-dynamic",
            "manyrpc-engine",
            "manyrpc-driver",
            "manyrpc-gen",
            "manyrpc-security",
        ]
    };
}

/// Each crate of the workspace with those of ours it may use. Third parties' crates
/// are cargo-deny's business, tests' own dependencies nobody's.
const RULES: &[(&str, &[&str])] = &[
    ("manyrpc-model", &[]),
    ("manyrpc-idl", &["manyrpc-model"]),
    ("manyrpc-codec", &[]),
    ("manyrpc-dynamic", &["manyrpc-model", "manyrpc-codec"]),
    ("manyrpc-engine", &["manyrpc-codec"]),
    ("manyrpc-driver", &["manyrpc-engine", "manyrpc-codec"]),
    // Mechanisms behind the engine's traits; links the system's GSSAPI.
    ("manyrpc-security", &["manyrpc-engine"]),
    (
        "manyrpc-gen",
        &["manyrpc-model", "manyrpc-codec", "manyrpc-dynamic"],
    ),
    ("manyrpc-build", &["manyrpc-gen", "manyrpc-idl"]),
    ("manyrpc", below_the_facade![]),
    // Of the driver only the simulator, which takes the same description of a bad network. It knows no system.
    ("manyrpc-measure", &["manyrpc-driver"]),
    // The lab and the leaves may use everything but each other.
    (
        "manyrpc-lab",
        below_the_facade!["manyrpc", "manyrpc-measure"],
    ),
    (
        "manyrpc-cli",
        below_the_facade!["manyrpc", "manyrpc-lab", "manyrpc-measure"],
    ),
    (
        "manyrpc-fuzz",
        &[
            "manyrpc-engines",
            "manyrpc",
            "manyrpc-model",
            "manyrpc-idl",
            "manyrpc-codec",
            "manyrpc-dynamic",
            "manyrpc-engine",
            "manyrpc-security",
        ],
    ),
    ("manyrpc-draw", &[]),
    // The table of engines, for suites that run over all.
    ("manyrpc-engines", &["manyrpc-engine"]),
    // Iterated with codecs and front ends, so it does without the facade.
    (
        "manyrpc-conformance-stubs",
        &[
            "manyrpc-draw",
            "manyrpc-model",
            "manyrpc-idl",
            "manyrpc-codec",
            "manyrpc-gen",
        ],
    ),
    (
        "manyrpc-conformance",
        &[
            "manyrpc-conformance-stubs",
            "manyrpc-draw",
            "manyrpc-model",
            "manyrpc-idl",
            "manyrpc-codec",
            "manyrpc-dynamic",
            "manyrpc-gen",
        ],
    ),
    (
        "manyrpc-conformance-protocols",
        below_the_facade![
            "manyrpc",
            "manyrpc-build",
            "manyrpc-conformance",
            "manyrpc-draw"
        ],
    ),
    ("manyrpc-example-bank", &["manyrpc", "manyrpc-build"]),
    ("manyrpc-example-greeter", &["manyrpc", "manyrpc-build"]),
    (
        "manyrpc-example-greeter-async",
        &["manyrpc", "manyrpc-build"],
    ),
    ("manyrpc-example-beside-axum", &["manyrpc", "manyrpc-build"]),
    ("manyrpc-example-from-tonic", &["manyrpc", "manyrpc-build"]),
    // Calls without stubs.
    (
        "manyrpc-example-layers",
        &["manyrpc", "manyrpc-idl", "manyrpc-model"],
    ),
    ("manyrpc-example-minimal", &["manyrpc", "manyrpc-build"]),
    ("manyrpc-example-void", &["manyrpc", "manyrpc-build"]),
    ("manyrpc-example-rpcecho", &["manyrpc", "manyrpc-build"]),
    // A system of an application's own, with the command that it is served, called and compared by.
    (
        "manyrpc-example-toy",
        &["manyrpc", "manyrpc-cli", "manyrpc-engine"],
    ),
    ("xtask", &[]),
];

/// Every dependency that no rule allows, and every crate without a rule.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]).output();
    let output = output.map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata lists no packages")?;
    Ok(packages.iter().flat_map(broken_by).collect())
}

fn broken_by(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some((_, allowed)) = RULES.iter().find(|rule| rule.0 == name) else {
        return vec![format!(
            "{name} has no rule in xtask/src/dependencies.rs: give it one"
        )];
    };
    let Some(dependencies) = package["dependencies"].as_array() else {
        return vec![format!(
            "cargo metadata says nothing about the dependencies of {name}"
        )];
    };
    dependencies
        .iter()
        .filter(|dependency| dependency["kind"] != "dev" && dependency["path"].is_string())
        .filter_map(|dependency| dependency["name"].as_str())
        .filter(|dependency| !allowed.contains(dependency))
        .map(|dependency| format!("{name} may not depend on {dependency}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::broken_by;

    fn package(name: &str, dependency: &str, kind: Option<&str>) -> serde_json::Value {
        json!({"name": name, "dependencies": [{"name": dependency, "kind": kind, "path": "/x"}]})
    }

    #[test]
    fn a_forbidden_dependency_is_named() {
        let broken = broken_by(&package("manyrpc-engine", "manyrpc-model", None));
        assert_eq!(broken, ["manyrpc-engine may not depend on manyrpc-model"]);
        assert!(broken_by(&package("manyrpc-engine", "manyrpc-codec", None)).is_empty());
    }

    #[test]
    fn nothing_but_the_tool_depends_on_the_lab() {
        assert_eq!(
            broken_by(&package("manyrpc", "manyrpc-lab", Some("build"))).len(),
            1
        );
        assert!(broken_by(&package("manyrpc-cli", "manyrpc-lab", None)).is_empty());
    }

    #[test]
    fn measuring_knows_neither_the_facade_nor_the_lab() {
        for above in ["manyrpc", "manyrpc-lab"] {
            assert_eq!(broken_by(&package("manyrpc-measure", above, None)).len(), 1);
        }
        assert!(broken_by(&package("manyrpc-lab", "manyrpc-measure", None)).is_empty());
    }

    #[test]
    fn tests_may_use_what_they_like_and_new_crates_need_a_rule() {
        assert!(broken_by(&package("manyrpc-engine", "manyrpc-model", Some("dev"))).is_empty());
        assert_eq!(
            broken_by(&package("manyrpc-new", "manyrpc-model", None)).len(),
            1
        );
    }
}
