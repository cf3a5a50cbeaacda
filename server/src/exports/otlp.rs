//! OTLP's JSON form of spans, as far as runs need it.
//!
//! Ids are hexadecimal there, whole numbers of 64 bits are texts, kinds are numbers
//! (opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding").

use serde::Serialize;

/// What `POST /v1/traces` of a collector takes.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    pub(super) resource_spans: Vec<ResourceSpans>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceSpans {
    pub(super) resource: Resource,
    pub(super) scope_spans: Vec<ScopeSpans>,
    pub(super) schema_url: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Resource {
    pub(super) attributes: Vec<KeyValue>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScopeSpans {
    pub(super) scope: Scope,
    pub(super) spans: Vec<Span>,
    pub(super) schema_url: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Scope {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "OTLP's names")]
pub(super) struct Span {
    pub(super) trace_id: String,
    pub(super) span_id: String,
    pub(super) parent_span_id: String,
    pub(super) name: String,
    pub(super) kind: u8,
    pub(super) start_time_unix_nano: String,
    pub(super) end_time_unix_nano: String,
    pub(super) attributes: Vec<KeyValue>,
    pub(super) events: Vec<Event>,
    pub(super) status: Status,
}

/// `SPAN_KIND_INTERNAL`
pub(super) const INTERNAL: u8 = 1;
/// `SPAN_KIND_CLIENT`
pub(super) const CLIENT: u8 = 3;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Event {
    pub(super) time_unix_nano: String,
    pub(super) name: &'static str,
    pub(super) attributes: Vec<KeyValue>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Status {
    pub(super) message: String,
    pub(super) code: u8,
}

impl Status {
    /// `STATUS_CODE_ERROR`
    pub(super) fn error(message: &str) -> Self {
        Self { message: message.to_owned(), code: 2 }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct KeyValue {
    pub(super) key: &'static str,
    pub(super) value: AnyValue,
}

#[derive(Clone, Debug, Serialize)]
pub(super) enum AnyValue {
    #[serde(rename = "stringValue")]
    Text(String),
    #[serde(rename = "intValue")]
    Whole(String),
    #[serde(rename = "arrayValue")]
    List(Values),
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Values {
    values: Vec<AnyValue>,
}

/// An attribute that is a text.
pub(super) fn text(key: &'static str, value: impl Into<String>) -> KeyValue {
    KeyValue { key, value: AnyValue::Text(value.into()) }
}

/// An attribute that is a whole number.
pub(super) fn whole(key: &'static str, value: u64) -> KeyValue {
    // Theirs are signed.
    KeyValue { key, value: AnyValue::Whole(value.min(i64::MAX as u64).to_string()) }
}

/// An attribute that is a list of texts.
pub(super) fn texts(key: &'static str, values: impl Iterator<Item = String>) -> KeyValue {
    let values = values.map(AnyValue::Text).collect();
    KeyValue { key, value: AnyValue::List(Values { values }) }
}

/// Milliseconds since 1970 as OTLP writes a time.
pub(super) fn nanos(ms: u64) -> String {
    ms.min(u64::MAX / 1_000_000).saturating_mul(1_000_000).to_string()
}
