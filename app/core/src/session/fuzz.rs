//! Seeded fuzz of the machine with orders of events that mostly fit.
//!
//! Uniformly random events hardly ever reach a tool, so a [`world::World`] plays page, model and
//! visitor: seven times in ten it does what somebody could do now, else it is late, out of place,
//! or takes the page away. What must not happen is judged by an [`oracle::Oracle`] that keeps its
//! own record of tools, cards and yeses and never looks into the machine. The oracle is proven:
//! with a rule taken away ([`super::faults`]) it must find the fault.
//!
//! `SITE_AGENT_FUZZ=1000000` runs that many orders, as `cargo xtask bench core` does.

mod coverage;
mod oracle;
mod palette;
mod random;
mod record;
mod shell;
mod story;
mod wishes;
mod world;

use coverage::Coverage;
use oracle::{Finding, Kind};
use random::Random;
use world::World;

use super::Session;
use super::faults::Rule;
use crate::trace::Step;
use crate::wire::Wire;

/// Orders in a test run.
const ORDERS: u64 = 100_000;

/// Of so many orders one is looked at for how it was written down.
const TRACES: u64 = 20;

/// Events in an order.
const LENGTH: u32 = 32;

/// Orders within which a planted fault must be found.
const FAULT_ORDERS: u64 = 20_000;

/// Runs orders from a seed on, on every core; the finding of the lowest seed wins.
fn run(orders: u64, faults: &[Rule]) -> Result<Coverage, (u64, Finding)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let parts: Vec<Result<Coverage, (u64, Finding)>> = std::thread::scope(|scope| {
        let start = |core| scope.spawn(move || run_part(core, cores, orders, faults));
        let threads: Vec<_> = (0..cores).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut total = Coverage::default();
    let mut first: Option<(u64, Finding)> = None;
    for part in parts {
        match part {
            Ok(coverage) => total.add(&coverage),
            Err(found) if first.as_ref().is_none_or(|(seed, _)| found.0 < *seed) => {
                first = Some(found);
            }
            Err(_) => {}
        }
    }
    first.map_or(Ok(total), Err)
}

fn run_part(
    core: u64,
    cores: u64,
    orders: u64,
    faults: &[Rule],
) -> Result<Coverage, (u64, Finding)> {
    let mut coverage = Coverage::default();
    let tools = palette::tools();
    for seed in (core..orders).step_by(usize::try_from(cores).expect("few cores")) {
        let mut world = World::new(&tools, Random::new(seed), faults);
        for _ in 0..LENGTH {
            world.step().map_err(|finding| (seed, finding))?;
        }
        if seed % TRACES == 0 {
            assert_written_as_declared(&world.session, seed);
        }
        coverage.add(&world.coverage);
        coverage.orders += 1;
    }
    Ok(coverage)
}

/// What a run wrote step by step is what its declaration reads, and would write.
fn assert_written_as_declared(session: &Session, seed: u64) {
    let trace = session.trace();
    for moment in &trace.steps {
        assert!(!matches!(moment.step, Step::Other(_)), "order {seed}: {moment:?}");
    }
    assert_eq!(trace.to_text(), session.record().to_text(), "order {seed}");
}

fn orders() -> u64 {
    std::env::var("SITE_AGENT_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(ORDERS)
}

#[test]
fn fuzz_finds_no_call_that_reaches_the_page_unasked() {
    let orders = orders();
    let coverage = match run(orders, &[]) {
        Ok(coverage) => coverage,
        Err((seed, finding)) => panic!("order {seed}: {finding}"),
    };
    println!("{coverage}");
    coverage.assert_floors(orders);
}

/// A rule is gone: the oracle must say so, and say what.
fn must_find(rule: Rule, expected: &[Kind]) {
    match run(FAULT_ORDERS, &[rule]) {
        Ok(coverage) => panic!("{rule:?} was taken away and nobody noticed:\n{coverage}"),
        Err((seed, finding)) => {
            println!("{rule:?} was taken away; order {seed}: {finding}");
            assert!(expected.contains(&finding.kind), "{rule:?}: {finding}");
        }
    }
}

#[test]
fn fuzz_notices_when_the_definition_is_not_checked() {
    must_find(Rule::Definition, &[Kind::Unasked]);
}

#[test]
fn fuzz_notices_when_untrusted_words_do_not_taint() {
    must_find(Rule::Taint, &[Kind::Unasked]);
}

#[test]
fn fuzz_notices_when_consequential_calls_do_not_ask() {
    must_find(Rule::Consequential, &[Kind::Unasked]);
}

#[test]
fn fuzz_notices_when_tickets_are_not_checked() {
    must_find(Rule::Tickets, &[Kind::Unasked, Kind::LateHeard]);
}
