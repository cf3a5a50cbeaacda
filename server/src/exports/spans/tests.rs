use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::trace::v1::Span;
use site_agent_app::admin::run::read;

use super::*;

const FULL: &str = include_str!("../../../../app/core/tests/scenarios/trace-v1.json");
const ID: &str = "01930000-0000-7000-8000-000000000001";

/// The export as OpenTelemetry's own reader understands it.
fn exported(document: &str, id: Option<&str>) -> ExportTraceServiceRequest {
    let trace = read(document).expect("a trace");
    let run = Exported { trace: &trace, document, id, widget: "default", code: "7KQ4-M2XD" };
    let text = serde_json::to_string(&export(run)).expect("JSON");
    serde_json::from_str(&text).expect("OTLP JSON")
}

fn spans(request: &ExportTraceServiceRequest) -> &[Span] {
    &request.resource_spans[0].scope_spans[0].spans
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Any::StringValue(text) => Some(text.clone()),
        Any::IntValue(number) => Some(number.to_string()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_is_one_tree_of_spans_with_the_conventions_names() {
    let request = exported(FULL, Some(ID));
    let all = spans(&request);
    let names: Vec<_> = all.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(
        names[..4],
        ["invoke_agent default", "chat test", "execute_tool reviews", "chat test"]
    );
    assert_eq!(all.len(), 1 + 5 + 4);
    let root = &all[0];
    assert_eq!(root.trace_id, [1, 0x93, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 1]);
    assert!(root.parent_span_id.is_empty());
    for span in &all[1..] {
        assert_eq!((&span.trace_id, &span.parent_span_id), (&root.trace_id, &root.span_id));
        assert!(span.start_time_unix_nano <= span.end_time_unix_nano);
    }
    let mut ids: Vec<_> = all.iter().map(|span| &span.span_id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all.len(), "every span has an id of its own");
    assert_eq!(root.start_time_unix_nano, 1_000_001_000_000);
    assert_eq!(attribute(root, "gen_ai.operation.name").as_deref(), Some("invoke_agent"));
    assert!(attribute(root, "gen_ai.input.messages").expect("said").contains("what people like"));
    assert_eq!(request.resource_spans[0].schema_url, "https://opentelemetry.io/schemas/1.41.1");
}

#[test]
fn consent_and_failures_are_told() {
    let request = exported(FULL, Some(ID));
    let call = |id: &str| {
        let is_it = |span: &&Span| attribute(span, "gen_ai.tool.call.id").as_deref() == Some(id);
        spans(&request).iter().find(is_it).expect(id)
    };
    let decided = |id| attribute(call(id), "site_agent.approval.decision");
    assert_eq!(decided("call_1").as_deref(), Some("not_required"));
    assert_eq!(decided("call_3").as_deref(), Some("accepted"));
    assert_eq!(decided("call_4").as_deref(), Some("rejected"));
    assert_eq!(decided("call_2"), None, "an invalid call was never decided about");
    assert_eq!(attribute(call("call_3"), "site_agent.approval.wait_ms").as_deref(), Some("1"));
    assert_eq!(attribute(call("call_4"), "error.type").as_deref(), Some("consent_denied"));
    assert_eq!(attribute(call("call_2"), "error.type").as_deref(), Some("schema_invalid"));
    assert_eq!(call("call_4").status.as_ref().expect("a status").code, 2);
    assert_eq!(call("call_3").status.as_ref().expect("a status").code, 0);
}

#[test]
fn whatever_a_document_says_it_parses_and_ids_stay_the_same() {
    let odd = r#"{"version":1,"startedAt":18446744073709551615,"endedAt":0,"steps":[
        {"type":"dream","at":18446744073709551615},
        {"type":"model","at":1,"reply":{"type":"answer"},"ms":18446744073709551615,
         "usage":{"input":18446744073709551615,"output":18446744073709551615}},
        {"type":"tool-result","at":2,"callId":"none","outcome":"ok"}]}"#;
    let (one, two) = (exported(odd, None), exported(odd, Some("no uuid")));
    let ids = |request| {
        spans(request)
            .iter()
            .map(|span| (span.trace_id.clone(), span.span_id.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&one), ids(&two));
    assert_eq!(spans(&one).len(), 2);
    assert_eq!(spans(&one)[0].trace_id.len(), 16);
}

#[test]
fn what_was_not_stored_is_not_exported() {
    let bare = r#"{"version":1,"startedAt":1,"endedAt":9,"steps":[{"type":"user","at":0},
        {"type":"tool-call","at":1,"call":{"id":"1","name":"add"}},
        {"type":"tool-result","at":2,"callId":"1","outcome":"ok"},{"type":"answer","at":3}]}"#;
    let request = exported(bare, Some(ID));
    for span in spans(&request) {
        for key in [
            "gen_ai.input.messages",
            "gen_ai.output.messages",
            "gen_ai.tool.call.arguments",
            "gen_ai.tool.call.result",
        ] {
            assert_eq!(attribute(span, key), None, "{key}");
        }
    }
}
