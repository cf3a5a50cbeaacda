//! Bytes as a request of protocol 1.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| site_agent_gateway::fuzz::bytes(data));
