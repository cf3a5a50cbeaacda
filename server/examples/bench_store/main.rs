//! What the store of runs costs: `cargo xtask bench store`.
//!
//! Seeds a million runs (or as many as told) over ninety days, asks what a dashboard asks, and then
//! takes runs for a minute through the way that visitors' runs take: read, redacted, packed and
//! written, each answered when it is on disk. Everything is this one process and one file.

mod ask;
mod ingest;
mod made;
mod seed;
mod times;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use site_agent::store::Store;
use site_agent::store::traces::TraceStore;

/// Why nothing could be measured: one line.
type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What the command line says: `[RUNS] [SECONDS] [FOLDER]`.
struct Wanted {
    runs: u32,
    seconds: u64,
    folder: PathBuf,
}

impl Wanted {
    fn read() -> Outcome<Self> {
        let mut arguments = std::env::args().skip(1);
        Ok(Self {
            runs: arguments.next().map_or(Ok(1_000_000), |text| text.parse())?,
            seconds: arguments.next().map_or(Ok(60), |text| text.parse())?,
            folder: arguments.next().map_or_else(
                || std::env::temp_dir().join(format!("site-agent-bench-{}", std::process::id())),
                PathBuf::from,
            ),
        })
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match measure().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench store: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether everything is within its bar.
async fn measure() -> Outcome<bool> {
    let wanted = Wanted::read()?;
    let done = within(&wanted).await;
    // Several gigabytes that nobody needs any more.
    let _ = std::fs::remove_dir_all(&wanted.folder);
    done
}

async fn within(wanted: &Wanted) -> Outcome<bool> {
    let store = Store::open(&wanted.folder).await?;
    let traces = TraceStore::new(store.traces.clone()).await?;
    let took = seed::fill(&traces, wanted.runs).await?;
    let size = std::fs::metadata(wanted.folder.join("traces.db"))?.len();
    println!(
        "{} runs seeded in {} s; the file has {} MB",
        wanted.runs,
        took.as_secs(),
        size / 1_000_000
    );
    let asked = ask::all(&traces, wanted.runs).await?;
    let taken = ingest::minute(traces, Duration::from_secs(wanted.seconds)).await?;
    store.close().await;
    Ok(asked && taken)
}
