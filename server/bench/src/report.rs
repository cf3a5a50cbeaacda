//! The whole measurement: what is run in which order, the table that comes of it, and the bounds.

use std::path::Path;

use crate::Outcome;
use crate::memory::{self, IN_FLIGHT, Memory};
use crate::rivals;
use crate::rounds::{self, CONNECTIONS, PACE, Row};
use crate::target::Target;
use crate::upstream::Upstream;

/// Microseconds of processor time a step may cost.
const CPU: f64 = 80.0;
/// Megabytes idle, and with a thousand steps waiting.
const IDLE_MB: f64 = 60.0;
const IN_FLIGHT_MB: f64 = 150.0;
/// Kilobytes a waiting step may hold.
const STEP_KB: f64 = 100.0;

/// Measures `program`; whether it keeps within the bounds.
pub(crate) async fn run(program: &Path, site: &Path) -> Outcome<bool> {
    let folder = std::env::temp_dir().join(format!("site-agent-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = measure(program, site, &folder).await;
    std::fs::remove_dir_all(&folder)?;
    done
}

async fn measure(program: &Path, site: &Path, folder: &Path) -> Outcome<bool> {
    let mut upstream = Upstream::start().await?;
    let data = |name: &str| -> Outcome<std::path::PathBuf> {
        let path = folder.join(name);
        std::fs::create_dir_all(&path)?;
        Ok(path)
    };
    eprintln!("  memory, and clients that leave");
    let fresh = Target::ours(program, site, &data("memory")?, &upstream.address).await?;
    let memory = memory::measure(&fresh, &mut upstream).await?;
    if let Some(process) = fresh.process {
        process.end().await?;
    }

    let mut targets = vec![
        Target::direct(&upstream.address),
        Target::floor(&upstream.address).await?,
        Target::ours(program, site, &data("rounds")?, &upstream.address).await?,
    ];
    targets.extend(rivals::start(folder, &upstream.address).await);
    let rows = rounds::measure(&targets).await?;
    print(&rows, &memory);
    Ok(judge(&rows, &memory))
}

fn print(rows: &[Row], memory: &Memory) {
    let direct = &rows[0];
    println!("\n| milliseconds | CPU a step | steps/s at 16 | {} | {PACE}/s: p50, p99 |", {
        CONNECTIONS.map(|connections| format!("{connections}: p50, p99")).join(" | ")
    });
    println!("|---|---|---|---|---|---|---|");
    for row in rows {
        let cpu = row.cpu.map_or_else(|| "–".to_owned(), |cpu| format!("{cpu:.0} µs"));
        let latencies = row.closed.iter().chain([&row.open]);
        let latencies: Vec<_> = latencies.map(|(p50, p99)| format!("{p50:.2}, {p99:.2}")).collect();
        println!("| {} | {cpu} | {:.0} | {} |", row.name, row.rate, latencies.join(" | "));
    }
    for row in &rows[1..] {
        let pairs = row.closed.iter().chain([&row.open]);
        let before = direct.closed.iter().chain([&direct.open]);
        let added: Vec<_> = pairs
            .zip(before)
            .map(|(row, direct)| format!("{:+.2}, {:+.2}", row.0 - direct.0, row.1 - direct.1))
            .collect();
        println!("| added by {} | | | {} |", row.name, added.join(" | "));
    }
    println!("\n| site-agent | |\n|---|---|");
    println!("| memory, idle | {:.1} MB |", mb(memory.idle_kb));
    println!("| memory, {} steps waiting | {:.1} MB |", memory.waited, mb(memory.in_flight_kb));
    println!("| each of them | {:.0} KB |", step_kb(memory));
    println!("| answered of {IN_FLIGHT} on a model that takes 2 s | {} |", memory.answered);
    let (half, most) = memory.cancelled;
    println!("| a client's leaving reaches the model in | {half:.2} ms, {most:.2} at most |");
}

/// What must hold; what does not is named.
fn judge(rows: &[Row], memory: &Memory) -> bool {
    let cpu = rows.iter().find(|row| row.name == "site-agent").and_then(|row| row.cpu);
    let all = usize::try_from(IN_FLIGHT).unwrap_or(usize::MAX);
    let mut well = true;
    for (holds, what) in [
        (cpu.is_some_and(|cpu| cpu <= CPU), format!("a step costs more than {CPU} µs")),
        (mb(memory.idle_kb) < IDLE_MB, format!("it holds {IDLE_MB} MB idle")),
        (mb(memory.in_flight_kb) < IN_FLIGHT_MB, format!("it holds {IN_FLIGHT_MB} MB at work")),
        (step_kb(memory) <= STEP_KB, format!("a waiting step holds more than {STEP_KB} KB")),
        (memory.waited == all, format!("only {} steps waited at once", memory.waited)),
        (memory.answered == all, format!("only {} steps were answered", memory.answered)),
    ] {
        if !holds {
            eprintln!("  over its bound: {what}");
            well = false;
        }
    }
    well
}

fn mb(kb: u32) -> f64 {
    f64::from(kb) / 1024.0
}

fn step_kb(memory: &Memory) -> f64 {
    f64::from(memory.in_flight_kb.saturating_sub(memory.idle_kb)) / f64::from(IN_FLIGHT)
}
