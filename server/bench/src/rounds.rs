//! Rounds of load on every target in turn, and the medians of them.

use std::time::Duration;

use crate::Outcome;
use crate::load::{self, Run};
use crate::median::median;
use crate::process::Process;
use crate::target::Target;

/// Connections of the closed loops.
pub(crate) const CONNECTIONS: [u32; 3] = [1, 16, 64];
/// Where processor time is read: enough load to be busy, not so much as to queue.
const CPU_AT: u32 = 16;
/// Steps a second of the open loop.
pub(crate) const PACE: u32 = 1_000;

const ROUNDS: usize = 5;
const LASTING: Duration = Duration::from_secs(2);

/// What one target came to, as medians over the rounds.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Microseconds of processor time a step; `None` for what runs in our own process.
    pub(crate) cpu: Option<f64>,
    /// Milliseconds at each of [`CONNECTIONS`]: half are below, and all but a hundredth.
    pub(crate) closed: Vec<(f64, f64)>,
    /// The same at [`PACE`].
    pub(crate) open: (f64, f64),
    /// Steps a second with [`CPU_AT`] connections.
    pub(crate) rate: f64,
}

#[derive(Default)]
struct Measured {
    cpu: Vec<f64>,
    closed: [Vec<Run>; CONNECTIONS.len()],
    open: Vec<Run>,
}

/// Measures all targets, interleaved.
pub(crate) async fn measure(targets: &[Target]) -> Outcome<Vec<Row>> {
    let mut all: Vec<Measured> = targets.iter().map(|_| Measured::default()).collect();
    for target in targets {
        // Connections, caches, and what a first step learns.
        load::closed_loop(target, CPU_AT, LASTING / 4).await?;
    }
    for round in 1..=ROUNDS {
        eprintln!("  round {round} of {ROUNDS}");
        for (target, measured) in targets.iter().zip(&mut all) {
            measured.round(target).await.map_err(|error| format!("{}: {error}", target.name))?;
        }
    }
    Ok(targets.iter().zip(all).map(|(target, measured)| measured.row(target.name)).collect())
}

impl Measured {
    async fn round(&mut self, target: &Target) -> Outcome {
        for (connections, runs) in CONNECTIONS.into_iter().zip(&mut self.closed) {
            let before = target.process.as_ref().map(Process::cpu).transpose()?;
            let run = load::closed_loop(target, connections, LASTING).await?;
            if let (Some(process), Some(before), CPU_AT) = (&target.process, before, connections) {
                let used = process.cpu()?.saturating_sub(before);
                self.cpu.push(used.as_secs_f64() * 1e6 / count(run.steps));
            }
            runs.push(run);
        }
        self.open.push(load::open_loop(target, PACE, LASTING).await?);
        Ok(())
    }

    fn row(self, name: &'static str) -> Row {
        let of = |runs: &[Run], figure: fn(&Run) -> f64| median(runs.iter().map(figure).collect());
        let latency = |runs: &[Run]| (of(runs, |run| run.p50), of(runs, |run| run.p99));
        let at = CONNECTIONS.iter().position(|connections| *connections == CPU_AT);
        Row {
            name,
            cpu: (!self.cpu.is_empty()).then(|| median(self.cpu)),
            closed: self.closed.iter().map(|runs| latency(runs)).collect(),
            open: latency(&self.open),
            rate: at.map_or(f64::NAN, |at| {
                of(&self.closed[at], |run| count(run.steps) / run.lasted.as_secs_f64())
            }),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps of a run are far below 2^52")]
fn count(steps: usize) -> f64 {
    steps as f64
}
