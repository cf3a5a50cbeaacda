//! Every form in which browsers and tools give results, and the text each becomes.

use site_agent_core::json::parse;
use site_agent_core::outcome::{
    MASKED, NAVIGATED, NO_OUTPUT, Outcome, from_returned, from_thrown, said_by_tool,
};

fn text_of(returned: &str) -> String {
    from_returned(Some(returned), 4_000).text
}

#[test]
fn strings_pass_as_they_are() {
    for text in [
        "hello",
        "2 × Blue enamel mug\nTotal 28.00 EUR",
        "42",
        "true",
        "{not json",
        "[1, 2",
        "a \"b\" c",
    ] {
        let result = from_returned(Some(text), 4_000);
        assert_eq!(result.text, text);
        assert!(!result.is_error && !result.navigated && !result.masked);
    }
}

#[test]
fn other_values_stay_the_json_that_came() {
    for text in [
        "{\"b\":1.0,\"a\":[1e3]}",
        "[1,2]",
        "{ \"spaced\" : true }",
        "[{\"type\":1}]",
        "{\"content\":\"words\"}",
        "[]",
        "{\"content\":[],\"total\":0}",
        "{\"type\":\"doc\",\"content\":[{\"type\":\"paragraph\"}]}",
    ] {
        assert_eq!(text_of(text), text);
    }
    assert_eq!(
        text_of("[{\"type\":\"object\",\"properties\":{}}]"),
        "[{\"type\":\"object\",\"properties\":{}}]"
    );
}

#[test]
fn a_quoted_string_is_unquoted_once() {
    assert_eq!(text_of("\"hello\\nthere\""), "hello\nthere");
    assert_eq!(text_of("\"\\\"twice\\\"\""), "\"twice\"");
}

#[test]
fn mcp_content_is_joined() {
    assert_eq!(
        text_of(r#"{"content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}"#),
        "one\ntwo"
    );
    assert_eq!(text_of(r#"[{"type":"text","text":"bare"}]"#), "bare");
}

#[test]
fn mcp_content_in_a_json_string_is_unwrapped_once() {
    let inner = r#"{"content":[{"type":"text","text":"in"}],"isError":true}"#;
    let quoted = site_agent_core::json::Value::from(inner).to_text();
    let result = from_returned(Some(&quoted), 4_000);
    assert_eq!((result.text.as_str(), result.is_error), ("in", true));
    let nested = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{quoted}}}]}}");
    assert_eq!(text_of(&nested), inner);
}

#[test]
fn what_is_not_text_is_named_and_left_out() {
    let result = r#"{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"audio","data":"A"},
        {"type":"resource","resource":{"uri":"file:///a\n\"b","text":"long"}},{"type":"resource_link","uri":"https://x.test/y","name":"y"},
        {"type":"hologram\u202e"},{"type":"text"}]}"#;
    assert_eq!(
        text_of(result),
        "[image omitted]\n[audio omitted]\n[resource omitted: file:///a \"b]\n[resource link omitted: https://x.test/y]\n[hologram omitted]\n[text omitted]"
    );
}

#[test]
fn structured_content_speaks_where_content_is_silent() {
    assert_eq!(text_of(r#"{"content":[],"structuredContent":{"n":1}}"#), r#"{"n":1}"#);
    assert_eq!(
        text_of(r#"{"content":[{"type":"text","text":"x"}],"structuredContent":{"n":1}}"#),
        "x"
    );
}

#[test]
fn failures_that_resolved_are_failures() {
    for (returned, text, code) in [
        (
            r#"{"content":[{"type":"text","text":"No such sku"}],"isError":true}"#,
            "No such sku",
            None,
        ),
        (r#"{"error":"Out of stock"}"#, "Out of stock", None),
        (r#"{"error":"Out of stock","errorCode":"E7"}"#, "Out of stock", Some("E7")),
        (r#"{"error":{"code":409,"message":"Taken"}}"#, "Taken", Some("409")),
        (r#"{"error":"Late","left":3}"#, r#"{"error":"Late","left":3}"#, None),
        (
            r#"{"error":{"message":"No","field":"q"}}"#,
            r#"{"error":{"message":"No","field":"q"}}"#,
            None,
        ),
        (r#"{"error":true}"#, r#"{"error":true}"#, None),
        (
            r#"{"isError":true,"errorCode":"x y"}"#,
            r#"{"isError":true,"errorCode":"x y"}"#,
            Some("x y"),
        ),
        (r#"{"content":[],"isError":true}"#, "The tool failed without saying why.", None),
    ] {
        let result = from_returned(Some(returned), 4_000);
        assert!(result.is_error, "{returned}");
        assert_eq!(
            (result.text.as_str(), result.error_code.as_deref()),
            (text, code),
            "{returned}"
        );
    }
}

#[test]
fn an_empty_error_member_is_no_failure() {
    for returned in [
        r#"{"error":null,"n":1}"#,
        r#"{"error":false}"#,
        r#"{"error":""}"#,
        r#"{"error":[]}"#,
        r#"{"error":{}}"#,
        r#"{"error":0}"#,
        r#"{"isError":false}"#,
        r#"{"isError":"true"}"#,
    ] {
        assert!(!from_returned(Some(returned), 4_000).is_error, "{returned}");
    }
}

#[test]
fn nothing_is_said_to_be_nothing() {
    for nothing in [
        "undefined",
        "null",
        "",
        " \n",
        "Operation succeeded",
        "\"\"",
        r#"{"content":[]}"#,
        r#"{"content":[{"type":"text","text":""}]}"#,
    ] {
        assert_eq!(text_of(nothing), NO_OUTPUT, "{nothing:?}");
    }
}

#[test]
fn null_is_a_navigation() {
    let result = from_returned(None, 4_000);
    assert_eq!((result.text.as_str(), result.navigated, result.is_error), (NAVIGATED, true, false));
}

#[test]
fn meta_stands_beside_the_text() {
    let result = from_returned(Some(r#"{"total":1,"_meta":{"trace":"abc"}}"#), 4_000);
    assert_eq!(result.text, r#"{"total":1}"#);
    assert_eq!(result.meta, parse(r#"{"trace":"abc"}"#).ok());
    let large = format!("{{\"content\":[],\"_meta\":{{\"x\":\"{}\"}}}}", "y".repeat(9_000));
    assert_eq!(from_returned(Some(&large), 4_000).meta, None);
    let deep = format!("{{\"_meta\":{}{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(from_returned(Some(&deep), 4_000).meta, None);
}

#[test]
fn a_long_result_is_cut_between_characters_and_says_so() {
    let result = from_returned(Some(&"é".repeat(12_345)), 4_000);
    assert_eq!(
        result.text,
        format!("{}\n[cut: the first 4,000 of 12,345 characters]", "é".repeat(4_000))
    );
    assert_eq!(from_returned(Some(&"é".repeat(4_000)), 4_000).text.chars().count(), 4_000);
}

#[test]
fn a_huge_or_deep_result_is_only_text() {
    let deep = "[".repeat(500_000);
    assert!(text_of(&deep).starts_with("[[[["));
    let huge = format!("{{\"a\":\"{}\"}}", "x".repeat(5_000_000));
    assert!(text_of(&huge).ends_with("of 5,000,008 characters]"));
}

#[test]
fn a_masked_error_is_known_as_one() {
    for message in [
        "",
        "UnknownError",
        "UnknownError: The operation failed for an unknown transient reason (e.g. out of memory).",
        "The operation failed for an unknown transient reason (e.g. out of memory).",
        "UnknownError: Tool was executed but the invocation failed. For example, the script \
         function threw an error",
        "UnknownError: Tool execution failed",
    ] {
        let thrown = from_thrown(message);
        assert_eq!(
            (thrown.text.as_str(), thrown.is_error, thrown.masked),
            (MASKED, true, true),
            "{message}"
        );
    }
    for message in [
        "UnknownError: Tool execution cancelled, since tool definition was updated",
        "UnknownError: Tool execution cancelled by a form reset",
        "UnknownError: Tool was cancelled",
        "UnknownError: Script tool execution timed out",
        "UnknownError: respondWith promise was rejected",
        "respondWith promise resolved with an object that could not be serialized to JSON",
        "UnknownError: The site has a programming error: it called preventDefault() on the \
         'submit' event, without also calling respondWith() with the tool result",
    ] {
        assert!(from_thrown(message).masked, "{message}");
    }
    for message in [
        "UnknownError: Tool not found: look",
        "UnknownError: Tool was not executed due to invalid input arguments",
        "UnknownError: Tool was not executed due to missing required submit button",
    ] {
        assert!(!from_thrown(message).masked, "{message}");
    }
}

#[test]
fn an_error_that_says_why_is_told_on_one_line() {
    let thrown = from_thrown("UnknownError: Form validation failed: a:\nPlease fill\u{202e} in");
    assert_eq!(
        (thrown.text.as_str(), thrown.masked),
        ("The tool failed: Form validation failed: a: Please fill in", false)
    );
    assert!(from_thrown(&"x".repeat(9_000)).text.chars().count() < 530);
}

#[test]
fn names_of_outcomes_round_trip() {
    let names = ["ok", "error", "unknown", "navigated", "denied", "invalid", "missing"];
    assert_eq!(Outcome::ALL.iter().map(|outcome| outcome.as_str()).collect::<Vec<_>>(), names);
    for name in names {
        assert_eq!(Outcome::parse(name).map(Outcome::as_str), Some(name));
    }
    assert_eq!(Outcome::parse("failed"), None);
}

#[test]
fn of_a_result_a_person_reads_what_the_tool_said_and_not_what_we_did() {
    let returned = |text| from_returned(text, 4_000).text;
    assert_eq!(said_by_tool(&returned(Some("3 mugs"))), "3 mugs");
    assert_eq!(said_by_tool(&from_thrown("TypeError: no mugs").text), "TypeError: no mugs");
    for ours in [
        returned(None),
        returned(Some("")),
        returned(Some(r#"{"content":[],"isError":true}"#)),
        from_thrown("UnknownError").text,
    ] {
        assert_eq!(said_by_tool(&ours), "", "{ours}");
    }
}
