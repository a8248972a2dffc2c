//! gRPC's stubs from the definition that build.sh names; protoc compiles it.

fn main() {
    let interfaces = std::env::var("INTERFACES").expect("build.sh says where interfaces are");
    let definition = format!("{interfaces}/database.proto");
    println!("cargo:rerun-if-env-changed=INTERFACES");
    println!("cargo:rerun-if-changed={definition}");
    tonic_prost_build::configure()
        .compile_protos(&[definition], &[interfaces])
        .expect("the definition compiles");
}
