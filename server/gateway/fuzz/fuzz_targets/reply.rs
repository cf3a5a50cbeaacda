//! A provider's document.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| site_agent_gateway::fuzz::reply(data));
