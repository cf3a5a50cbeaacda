//! What the model proxy costs: processor time, memory and latency of one step, beside the same step
//! without it.
//!
//! Everything is in this one program: a model that answers at once (`upstream.rs`), a relay that
//! copies bytes and thinks nothing (`floor.rs`), the load (`load.rs`), and what is read of a
//! process (`process.rs`). Only the program that is measured, and the floor, run as processes of
//! their own, so that the system tells their time and memory apart from ours. Rounds are
//! interleaved and their medians told, since a machine's mood changes; the gate is on processor
//! time and memory alone, which repeat, and never on a clock, which does not.

mod connection;
mod floor;
mod load;
mod median;
mod memory;
mod process;
mod question;
mod report;
mod rivals;
mod rounds;
mod target;
mod upstream;

use std::path::PathBuf;
use std::process::ExitCode;

/// Why nothing could be measured: one line.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

#[tokio::main]
async fn main() -> ExitCode {
    raise_file_limit();
    let mut arguments = std::env::args().skip(1);
    let done = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (Some("floor"), Some(upstream), _) => floor::run(&upstream).await.map(|()| true),
        (Some("proxy"), Some(program), Some(site)) => {
            report::run(&PathBuf::from(program), &PathBuf::from(site)).await
        }
        _ => Err("usage: site-agent-bench proxy PROGRAM SITE_ROOT".into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("site-agent-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A thousand steps are two thousand connections of ours.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
fn raise_file_limit() {}
