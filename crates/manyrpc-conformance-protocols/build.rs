//! Stubs of what foreign programs call.

fn main() -> Result<(), manyrpc::build::Error> {
    manyrpc::build::compile("../../interfaces/rpcecho.idl")?;
    manyrpc::build::compile("interfaces/handles.idl")
}
