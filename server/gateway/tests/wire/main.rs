//! The proxy through its true router on port 0, against fake providers that speak the real wire formats.

mod anthropic;
mod app;
mod conversation;
mod corpus;
mod documented;
mod envelope;
mod failures;
mod fake;
mod fallback;
mod gemini;
mod limits;
mod observed;
mod openai;
mod reach;
mod responses;
mod retries;
mod stream;
