//! `grpc_client tcp HOST PORT [AUTHORITY [CERTIFICATE KEY]]`: one channel; commands as in `../../README.md`.

use std::error::Error;
use std::fmt::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use database_peer::rpcbench::InfoRequest;
use database_peer::rpcbench::database_client::DatabaseClient;
use database_peer::{arguments, channel, photo, record};
use rustix::time::{ClockId, clock_gettime};
use tonic::transport::Channel;

type Client = DatabaseClient<Channel>;
type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn process_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Calls one after the other, each checked in full.
async fn run(client: &mut Client, wanted: &[u8], calls: usize) -> Outcome<String> {
    let (mut ns, mut cpu_ns) = (String::new(), 0);
    let with_photo = !wanted.is_empty();
    for number in 0..calls {
        let id = i32::try_from(number)?;
        let (before, start) = (process_cpu_ns(), Instant::now());
        let info = client
            .request(InfoRequest {
                id,
                photo: with_photo,
            })
            .await?
            .into_inner();
        let comma = if number == 0 { "" } else { "," };
        write!(ns, "{comma}{}", start.elapsed().as_nanos())?;
        cpu_ns += process_cpu_ns() - before;
        if info != record(id, wanted.to_vec()) {
            return Err(format!("call {number}: the result is wrong").into());
        }
    }
    Ok(format!("{{\"ns\":[{ns}],\"cpu_ns\":{cpu_ns}}}"))
}

/// So many calls by so many tasks at a time, all on the one connection.
async fn flood(client: &Client, photo: &[u8], calls: usize, tasks: usize) -> Outcome<String> {
    let start = Instant::now();
    let running: Vec<_> = (0..tasks)
        .map(|task| {
            let (mut client, photo) = (client.clone(), photo.to_vec());
            let calls = calls / tasks + usize::from(task < calls % tasks);
            tokio::spawn(async move { run(&mut client, &photo, calls).await.map(drop) })
        })
        .collect();
    for task in running {
        task.await??;
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(format!("{{\"calls\":{calls},\"seconds\":{seconds}}}"))
}

/// Moves all threads of this process to one CPU.
fn pin(cpu: &str) -> Outcome<String> {
    let this = std::process::id().to_string();
    let moved = Command::new("taskset")
        .args(["-a", "-p", "-c", cpu, &this])
        .stdout(Stdio::null())
        .status()?;
    if moved.success() {
        Ok("ok".to_owned())
    } else {
        Err(format!("cannot pin to cpu {cpu}").into())
    }
}

async fn obey(client: &mut Client, words: &[&str]) -> Outcome<String> {
    let bytes_of = |workload| match workload {
        "info" => Ok(Vec::new()),
        "info-photo" => Ok(photo()),
        other => Err(format!("no workload {other}")),
    };
    match words[..] {
        ["pin", cpu] => pin(cpu),
        ["run", workload, calls] => run(client, &bytes_of(workload)?, calls.parse()?).await,
        ["flood", workload, calls, tasks] => {
            let tasks = tasks.parse::<usize>()?.max(1);
            flood(client, &bytes_of(workload)?, calls.parse()?, tasks).await
        }
        _ => Err("commands: run WORKLOAD CALLS, flood WORKLOAD CALLS TASKS, pin CPU".into()),
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let usage = "grpc_client tcp HOST PORT [AUTHORITY [CERTIFICATE KEY]]";
    let arguments = arguments(3, usage);
    // It connects with the first call, so that `pin` comes before.
    let channel = channel(&arguments[0], &arguments[1], &arguments[2..])?;
    let mut client = DatabaseClient::new(channel);
    for line in std::io::stdin().lines() {
        let line = line?;
        match obey(&mut client, &line.split_whitespace().collect::<Vec<_>>()).await {
            Ok(answer) => println!("{answer}"),
            Err(reason) => {
                let reason = reason.to_string().replace(['"', '\\', '\n'], " ");
                println!("{{\"error\":\"{reason}\"}}");
            }
        }
    }
    Ok(())
}
