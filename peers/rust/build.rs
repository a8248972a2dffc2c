//! gRPC's stubs from the definitions that build.sh names; protoc compiles them.

fn main() {
    let folder = |variable: &str| {
        println!("cargo:rerun-if-env-changed={variable}");
        std::env::var(variable).expect("build.sh says where definitions are")
    };
    let folders = ["INTERFACES", "TESTING", "VOID"].map(folder);
    let [interfaces, testing, void] = &folders;
    let definitions = [
        format!("{interfaces}/database.proto"),
        format!("{interfaces}/exchange.proto"),
        format!("{testing}/grpc_testing.proto"),
        format!("{void}/void.proto"),
    ];
    for definition in &definitions {
        println!("cargo:rerun-if-changed={definition}");
    }
    // Shared bytes instead of copies of them, as a program has it that is to be fast.
    tonic_prost_build::configure()
        .bytes(".exchange")
        .compile_protos(&definitions, &folders)
        .expect("the definitions compile");
}
