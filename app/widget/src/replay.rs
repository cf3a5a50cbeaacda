//! What JavaScript calls to run a trace again. A wasm of its own beside the element's, without the
//! panel: a dashboard or a test in Node loads this one alone.

use site_agent_core::replay::Replay;
use site_agent_core::wire::Wire;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::machine::Machine;
use crate::{settings, shell};

/// A replay of a trace, which begins when it is `asked`; 0 when it cannot be read.
#[wasm_bindgen]
pub fn replay(config: &str, trace: &str) -> u32 {
    let Ok((config, confirm)) = settings::parse(config) else { return 0 };
    Replay::from_text(trace, config)
        .map_or(0, |replay| shell::open(Machine::Replay(Box::new(replay)), confirm))
}

/// What a replay found, JSON; empty before it is over.
#[wasm_bindgen]
pub fn report(id: u32) -> String {
    shell::report(id).map(|report| report.to_text()).unwrap_or_default()
}
