//! gRPC's stubs from the definitions that build.sh names; protoc compiles them.

fn main() {
    let folder = |variable: &str| {
        println!("cargo:rerun-if-env-changed={variable}");
        std::env::var(variable).expect("build.sh says where definitions are")
    };
    let folders = ["INTERFACES", "TESTING", "VOID"].map(folder);
    let names = ["database.proto", "grpc_testing.proto", "void.proto"];
    let definitions: Vec<String> = folders
        .iter()
        .zip(names)
        .map(|(at, name)| format!("{at}/{name}"))
        .collect();
    for definition in &definitions {
        println!("cargo:rerun-if-changed={definition}");
    }
    tonic_prost_build::configure()
        .compile_protos(&definitions, &folders)
        .expect("the definitions compile");
}
