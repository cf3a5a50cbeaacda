//! A run as spans: `invoke_agent`, and under it `chat` for each turn of the model and
//! `execute_tool` for each call. What was not stored of a run is in none of them.

use serde_json::json;
use sha2::{Digest as _, Sha256};
use site_agent_core::json::Value;
use site_agent_core::trace::{Replied, Status as Ended, Step, Trace};
use site_agent_core::wire::text_of;
use site_agent_gateway::genai::{
    AGENT_ID, AGENT_NAME, APPROVAL, APPROVAL_DECISION, APPROVAL_REASON, APPROVAL_SOURCE,
    APPROVAL_WAIT_MS, CHAT, CONVERSATION_ID, ERROR_TYPE, EXECUTE_TOOL, FUNCTION, INPUT_MESSAGES,
    INPUT_TOKENS, INVOKE_AGENT, OPERATION_NAME, OUTPUT_MESSAGES, OUTPUT_TOKENS, PAGE_CHANGED,
    PAGE_ORIGIN, PROVIDER_NAME, REQUEST_MODEL, RESPONSE_MODEL, RUN_CODE, RUN_STATUS, SCHEMA_URL,
    TOOL_CALL_ARGUMENTS, TOOL_CALL_ID, TOOL_CALL_RESULT, TOOL_NAME, TOOL_OUTCOME, TOOL_TYPE,
    TOOLS_DISCOVERED, TOOLS_DROPPED, TOOLS_OFFERED, UNKNOWN_STEP, URL_PATH,
};

use super::otlp::{
    CLIENT, Event, Export, INTERNAL, KeyValue, Resource, ResourceSpans, Scope, ScopeSpans, Span,
    Status, nanos, text, texts, whole,
};
use crate::hex::hex;

/// A run that is exported.
#[derive(Clone, Copy, Debug)]
pub struct Exported<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// The trace as it was written, from which ids are made where the run has none.
    pub document: &'a str,
    /// The run's id: a UUID.
    pub id: Option<&'a str>,
    /// The widget's key; empty where that is not known.
    pub widget: &'a str,
    /// What the visitor was shown; empty where that is not known.
    pub code: &'a str,
}

/// The run as what a collector takes.
pub fn export(run: Exported<'_>) -> Export {
    let scope = Scope { name: "site-agent", version: env!("CARGO_PKG_VERSION") };
    let service = [text("service.name", scope.name), text("service.version", scope.version)];
    Export {
        resource_spans: vec![ResourceSpans {
            resource: Resource { attributes: service.into() },
            scope_spans: vec![ScopeSpans {
                scope,
                spans: Spans::of(run).all,
                schema_url: SCHEMA_URL,
            }],
            schema_url: SCHEMA_URL,
        }],
    }
}

struct Spans<'a> {
    run: Exported<'a>,
    trace_id: String,
    /// The run itself first.
    all: Vec<Span>,
    tokens: (u64, u64),
}

impl<'a> Spans<'a> {
    fn of(run: Exported<'a>) -> Self {
        let digits = run.id.map(|id| id.replace('-', "")).filter(|id| is_hex(id));
        let trace_id =
            digits.unwrap_or_else(|| hex(&Sha256::digest(run.document.as_bytes())[..16]));
        let mut spans = Self { run, trace_id, all: Vec::new(), tokens: (0, 0) };
        let root = spans.root();
        spans.all.push(root);
        for (nth, moment) in run.trace.steps.iter().enumerate() {
            let at = run.trace.started_at.saturating_add(moment.at);
            spans.step(nth, at, &moment.step);
        }
        let (read, written) = spans.tokens;
        if read > 0 || written > 0 {
            let usage = [whole(INPUT_TOKENS, read), whole(OUTPUT_TOKENS, written)];
            spans.all[0].attributes.extend(usage);
        }
        spans
    }

    /// The same run has the same ids in every export.
    fn span_id(&self, name: &str) -> String {
        hex(&Sha256::digest(format!("{} {name}", self.trace_id))[..8])
    }

    fn span(&self, name: String, of: &str, kind: u8, (start, end): (u64, u64)) -> Span {
        let parent = if of == INVOKE_AGENT { String::new() } else { self.span_id(INVOKE_AGENT) };
        Span {
            trace_id: self.trace_id.clone(),
            span_id: self.span_id(of),
            parent_span_id: parent,
            name,
            kind,
            start_time_unix_nano: nanos(start.min(end)),
            end_time_unix_nano: nanos(end),
            attributes: Vec::new(),
            events: Vec::new(),
            status: Status::default(),
        }
    }

    fn root(&self) -> Span {
        let Exported { trace, widget, code, .. } = self.run;
        let name = format!("{INVOKE_AGENT} {widget}").trim_end().to_owned();
        let times = (trace.started_at, trace.ended_at);
        let mut span = self.span(name, INVOKE_AGENT, INTERNAL, times);
        let known = [
            (AGENT_ID, widget),
            (AGENT_NAME, widget),
            (CONVERSATION_ID, self.run.id.unwrap_or_default()),
            (RUN_CODE, code),
            (PROVIDER_NAME, &trace.model),
            (RUN_STATUS, trace.status.map(Ended::as_str).unwrap_or_default()),
            (PAGE_ORIGIN, trace.page.as_ref().map_or("", |page| &page.origin)),
            (URL_PATH, trace.page.as_ref().map_or("", |page| &page.path)),
        ];
        span.attributes.push(text(OPERATION_NAME, INVOKE_AGENT));
        let known = known.into_iter().filter(|(_, value)| !value.is_empty());
        span.attributes.extend(known.map(|(key, value)| text(key, value)));
        span
    }

    fn step(&mut self, nth: usize, at: u64, step: &'a Step) {
        match step {
            Step::User { text: Some(said) } => self.all[0].attributes.push(said_by("user", said)),
            Step::Answer { text: Some(said) } => {
                self.all[0].attributes.push(said_by("assistant", said));
            }
            Step::Tools { tools, dropped } => {
                let names = tools.iter().map(|tool| tool.name.clone());
                let left = dropped.iter().map(|tool| format!("{}: {}", tool.name, tool.reason));
                let attributes = vec![texts(TOOLS_OFFERED, names), texts(TOOLS_DROPPED, left)];
                self.event(0, at, TOOLS_DISCOVERED, attributes);
            }
            Step::Page { origin, path } => {
                let attributes = vec![text(PAGE_ORIGIN, origin), text(URL_PATH, path)];
                self.event(0, at, PAGE_CHANGED, attributes);
            }
            Step::Model { .. } => self.turn(nth, at, step),
            Step::ToolCall { call, .. } => {
                let arguments = call.arguments.as_ref().map(|given| text_of(given));
                self.call(at, (&call.id, &call.name), arguments);
            }
            Step::InvalidCall { call, outcome, text: told } => {
                let arguments = call.arguments.as_ref().map(|given| text_of(given));
                self.call(at, (&call.id, &call.name), arguments);
                let nth = self.all.len() - 1;
                self.ended(nth, at, outcome, told.as_deref());
            }
            Step::Decision { call_id, .. } | Step::ToolResult { call_id, .. } => {
                let id = self.span_id(call_id);
                if let Some(nth) = self.all.iter().rposition(|span| span.span_id == id) {
                    self.about_call(nth, at, step);
                }
            }
            Step::Error { code, message, .. } => {
                self.all[0].attributes.push(text(ERROR_TYPE, code));
                self.all[0].status = Status::error(message);
            }
            Step::Other(step) => {
                let kind = step.get("type").and_then(Value::as_str).unwrap_or("?");
                self.event(0, at, UNKNOWN_STEP, vec![text(UNKNOWN_STEP, kind)]);
            }
            Step::User { text: None } | Step::Answer { text: None } => {}
        }
    }

    fn turn(&mut self, nth: usize, at: u64, step: &Step) {
        let Step::Model { model, answered_by, reply, ms, usage } = step else { return };
        let asked = answered_by.as_ref().unwrap_or(model);
        let name = format!("{CHAT} {asked}").trim_end().to_owned();
        let times = (at.saturating_sub(*ms), at);
        let mut span = self.span(name, &format!("turn {nth}"), CLIENT, times);
        span.attributes.push(text(OPERATION_NAME, CHAT));
        span.attributes.push(text(PROVIDER_NAME, if model.is_empty() { "unknown" } else { model }));
        span.attributes.push(text(REQUEST_MODEL, asked));
        span.attributes.extend(answered_by.as_ref().map(|by| text(RESPONSE_MODEL, by)));
        let told = |key| usage.as_ref()?.get(key)?.as_u64();
        if let Some(read) = told("input") {
            self.tokens.0 = self.tokens.0.saturating_add(read);
            span.attributes.push(whole(INPUT_TOKENS, read));
        }
        if let Some(written) = told("output") {
            self.tokens.1 = self.tokens.1.saturating_add(written);
            span.attributes.push(whole(OUTPUT_TOKENS, written));
        }
        if let Replied::Tool { text: Some(said), .. } = reply {
            span.attributes.push(said_by("assistant", said));
        }
        self.all.push(span);
    }

    fn call(&mut self, at: u64, (id, name): (&str, &str), arguments: Option<String>) {
        let mut span = self.span(format!("{EXECUTE_TOOL} {name}"), id, INTERNAL, (at, at));
        span.attributes = vec![
            text(OPERATION_NAME, EXECUTE_TOOL),
            text(TOOL_NAME, name),
            text(TOOL_CALL_ID, id),
            text(TOOL_TYPE, FUNCTION),
        ];
        span.attributes.extend(arguments.map(|given| text(TOOL_CALL_ARGUMENTS, given)));
        self.all.push(span);
    }

    fn about_call(&mut self, nth: usize, at: u64, step: &Step) {
        match step {
            Step::Decision { allowed, by, reason, wait, .. } => {
                let decision = match (allowed, by.as_str()) {
                    (true, "read-only" | "pre-approved") => "not_required",
                    (true, _) => "accepted",
                    (false, _) => "rejected",
                };
                let mut attributes =
                    vec![text(APPROVAL_DECISION, decision), text(APPROVAL_SOURCE, by)];
                attributes.extend(reason.as_ref().map(|reason| text(APPROVAL_REASON, reason)));
                attributes.extend(wait.map(|wait| whole(APPROVAL_WAIT_MS, wait)));
                self.all[nth].attributes.extend(attributes.clone());
                self.event(nth, at, APPROVAL, attributes);
            }
            Step::ToolResult { outcome, text, .. } => self.ended(nth, at, outcome, text.as_deref()),
            _ => {}
        }
    }

    fn ended(&mut self, nth: usize, at: u64, outcome: &str, result: Option<&str>) {
        let span = &mut self.all[nth];
        span.end_time_unix_nano = nanos(at);
        span.attributes.push(text(TOOL_OUTCOME, outcome));
        span.attributes.extend(result.map(|result| text(TOOL_CALL_RESULT, result)));
        let error = match outcome {
            "ok" | "navigated" => return,
            "denied" => "consent_denied",
            "invalid" => "schema_invalid",
            "missing" => "tool_not_found",
            _ => "_OTHER",
        };
        span.attributes.push(text(ERROR_TYPE, error));
        span.status = Status::error(outcome);
    }

    fn event(&mut self, nth: usize, at: u64, name: &'static str, attributes: Vec<KeyValue>) {
        self.all[nth].events.push(Event { time_unix_nano: nanos(at), name, attributes });
    }
}

fn said_by(role: &str, said: &str) -> KeyValue {
    let key = if role == "user" { INPUT_MESSAGES } else { OUTPUT_MESSAGES };
    let messages = json!([{ "role": role, "parts": [{ "type": "text", "content": said }] }]);
    text(key, messages.to_string())
}

fn is_hex(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests;
