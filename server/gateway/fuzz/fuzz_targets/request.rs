//! A page's request, however odd.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| site_agent_gateway::fuzz::request(data));
