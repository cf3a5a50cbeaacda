//! What the store of runs costs: `cargo xtask bench store`.
//!
//! Seeds a million runs (or as many as told) over ninety days, asks what a dashboard asks, and then
//! takes runs for a minute through the way that visitors' runs take: read, redacted, packed and
//! written, each answered when it is on disk. Everything is this one process and one file.

mod ask;
mod combinations;
mod ingest;
mod made;
mod seed;
mod times;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use site_agent::store::Store;
use site_agent::store::traces::TraceStore;
use site_agent_app::admin::trace::Filter;
use site_agent_app::ports::Traces as _;

/// Why nothing could be measured: one line.
type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What the command line says: `[RUNS] [SECONDS] [FOLDER]`.
struct Wanted {
    runs: u32,
    seconds: u64,
    folder: PathBuf,
    /// A folder that was named stays, and is measured again as it is.
    is_kept: bool,
}

impl Wanted {
    fn read() -> Outcome<Self> {
        let mut arguments = std::env::args().skip(1);
        let runs = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
        let seconds = arguments.next().map_or(Ok(60), |text| text.parse())?;
        let named = arguments.next().map(PathBuf::from);
        let is_kept = named.is_some();
        let folder = named.unwrap_or_else(|| {
            std::env::temp_dir().join(format!("site-agent-bench-{}", std::process::id()))
        });
        Ok(Self { runs, seconds, folder, is_kept })
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
    if !wanted.is_kept {
        // Several gigabytes that nobody needs any more.
        let _ = std::fs::remove_dir_all(&wanted.folder);
    }
    done
}

async fn within(wanted: &Wanted) -> Outcome<bool> {
    let store = Store::open(&wanted.folder).await?;
    let traces = TraceStore::new(store.traces.clone()).await?;
    if traces.list(&Filter::default(), None, 1).await?.rows.is_empty() {
        let took = seed::fill(&traces, wanted.runs).await?;
        println!("{} runs seeded in {} s", wanted.runs, took.as_secs());
    }
    let size = std::fs::metadata(wanted.folder.join("traces.db"))?.len();
    println!("the file has {} MB", size / 1_000_000);
    let asked = ask::all(&traces, wanted.runs).await?;
    let taken = ingest::minute(traces, Duration::from_secs(wanted.seconds)).await?;
    store.close().await;
    if let Some(memory) = memory() {
        println!("MEMORY at most {memory} MB, of this whole process");
    }
    Ok(asked && taken)
}

/// The most that this process ever had in memory, where the system tells it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1_000)
}
