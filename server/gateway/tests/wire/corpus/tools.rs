//! Tools as pages declare them: their names, their schemas, and the exact form of a request.

use serde_json::{Value, json};

use super::lab::Lab;
use super::said::{Said, Wire};
use crate::fake::Answer;

/// The tools of a request by name and schema.
fn declared(wire: Wire, body: &Value) -> Vec<(String, Value)> {
    let (list, schema) = match wire {
        Wire::Anthropic => (&body["tools"], "/input_schema"),
        Wire::Chat | Wire::Compatible => (&body["tools"], "/function/parameters"),
        Wire::Responses => (&body["tools"], "/parameters"),
        Wire::Gemini => (&body["tools"][0]["functionDeclarations"], "/parametersJsonSchema"),
    };
    let name = |tool: &Value| {
        let name = tool.get("name").unwrap_or(&tool["function"]["name"]);
        name.as_str().expect("a name").to_owned()
    };
    let tools = list.as_array().expect("tools").iter();
    tools.map(|tool| (name(tool), tool.pointer(schema).expect("a schema").clone())).collect()
}

fn with(tools: &Value) -> Value {
    json!({ "version": 1, "messages": [{ "role": "user", "text": "hi" }], "tools": tools })
}

fn tool(name: &str, schema: &Value) -> Value {
    json!({ "name": name, "description": "D", "inputSchema": schema })
}

/// Rows A26, B5, B6, B7.
#[tokio::test]
async fn names_are_mapped_one_to_one_and_back() {
    let long = "x".repeat(100);
    let names =
        ["page.click", "a.b", "a_b", "a-b", "клик", "клак", "1st", "place order", "a/b", &long];
    let tools: Vec<Value> = names.iter().map(|name| tool(name, &json!({}))).collect();
    for lab in Lab::each().await {
        let sent = declared(lab.wire, &lab.is_asked(&with(&json!(tools))).await);
        let again = declared(lab.wire, &lab.is_asked(&with(&json!(tools))).await);
        assert_eq!(sent, again, "a name is the same in every step");
        for (name, (outer, _)) in names.iter().zip(&sent) {
            let outer: &'static str = outer.clone().leak();
            let said = Said::call(outer, &json!({})).on(lab.wire, lab.streamed);
            let got = lab.ask(vec![said], &with(&json!(tools))).await;
            assert_eq!(got.reply()["name"], *name, "{}", lab.name());
        }
        // An earlier call goes under the name that its tool has now, also when that is gone.
        let mut body = with(&json!(tools));
        for name in ["page.click", "gone.since"] {
            body["messages"].as_array_mut().expect("messages").push(
                json!({ "role": "assistant", "tool": { "id": "c", "name": name, "arguments": {} } }),
            );
        }
        let sent = lab.is_asked(&body).await.to_string();
        assert!(sent.contains("page_click") && sent.contains("gone_since"), "{sent}");
    }
}

#[tokio::test]
async fn a_name_that_nobody_declared_comes_back_as_it_is() {
    for lab in Lab::each().await {
        let got = lab.hears(&Said::call("invented", &json!({}))).await;
        assert_eq!(got.reply()["name"], "invented", "the session refuses it");
    }
}

/// Rows A16, A17, A18, A19, B17.
#[tokio::test]
async fn schemas_keep_what_the_large_dialect_takes_and_lose_what_nobody_does() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "x", "type": "object",
        "properties": {
            "size": { "anyOf": [{ "const": "S" }, { "const": "M" }] },
            "count": { "type": "integer", "enum": [1, 2, 6] },
            "more": { "type": "object", "properties": [], "additionalProperties": false },
        },
        "required": ["size", "never"], "additionalProperties": false,
    });
    let php = json!({ "type": "object", "properties": [], "required": [] });
    for lab in Lab::each().await {
        let sent = lab.is_asked(&with(&json!([tool("a", &schema), tool("b", &php)]))).await;
        let sent = declared(lab.wire, &sent);
        assert_eq!(
            sent[0].1,
            json!({
                "type": "object",
                "properties": {
                    "size": { "anyOf": [{ "const": "S" }, { "const": "M" }] },
                    "count": { "type": "integer", "enum": [1, 2, 6] },
                    "more": { "type": "object", "properties": {}, "additionalProperties": false },
                },
                "required": ["size"], "additionalProperties": false,
            }),
            "{}",
            lab.name()
        );
        assert_eq!(sent[1].1, json!({ "type": "object", "properties": {}, "required": [] }));
    }
}

/// Names of form fields, as frameworks and languages have them.
#[tokio::test]
async fn arguments_go_out_under_names_that_fit_and_come_back() {
    let schema = json!({ "type": "object", "required": ["user[email]"], "properties": {
        "user[email]": { "type": "string" }, "größe": { "type": "string" }, "first-name": { "type": "string" } } });
    for lab in Lab::each().await {
        let mut body = with(&json!([tool("order", &schema)]));
        let earlier = json!({ "user[email]": "a@b", "größe": "M" });
        let call = json!({ "role": "assistant", "tool": { "id": "c", "name": "order", "arguments": earlier } });
        body["messages"].as_array_mut().expect("messages").push(call);
        let sent = lab.is_asked(&body).await;
        let (_, schema) = &declared(lab.wire, &sent)[0];
        assert_eq!(schema["required"], json!(["user_email_"]), "{}", lab.name());
        assert!(!sent.to_string().contains("user[email]"), "{sent}");
        let said = Said::call("order", &json!({ "user_email_": "c@d", "gr__e": "L" }));
        let got = lab.ask(vec![said.on(lab.wire, lab.streamed)], &body).await;
        assert_eq!(got.reply()["arguments"], json!({ "user[email]": "c@d", "größe": "L" }));
    }
}

/// One bad schema never fails the whole request, and is known from then on.
#[tokio::test]
async fn a_schema_that_a_provider_refuses_all_the_same_is_sent_barely_and_remembered() {
    let odd =
        json!({ "type": "object", "properties": { "q": { "type": "string", "pattern": "(?<x" } } });
    let tools = json!([
        tool(
            "fine",
            &json!({ "type": "object", "properties": { "a": { "type": "string", "minLength": 1 } } })
        ),
        tool("odd", &odd)
    ]);
    for lab in Lab::each().await {
        let told = match lab.wire {
            Wire::Anthropic => "tools.1.custom.input_schema: JSON schema is invalid.",
            Wire::Gemini => {
                "* GenerateContentRequest.tools[0].function_declarations[1].parameters: bad"
            }
            _ => "Invalid schema for function 'odd': In context=(), bad pattern.",
        };
        let refused = Answer::Json(400, json!({ "error": { "message": told } }));
        let fine = Said::text("Fine.").on(lab.wire, lab.streamed);
        let got = lab.ask(vec![refused, fine], &with(&tools)).await;
        assert!(got.outcome.is_ok(), "{}: {got:?}", lab.name());
        let bare = json!({ "type": "object", "properties": { "q": { "type": "string" } } });
        assert_eq!(declared(lab.wire, &got.asked[1].body)[1].1, bare);
        let sent = declared(lab.wire, &lab.is_asked(&with(&tools)).await);
        assert_eq!(sent[1].1, bare);
        assert_eq!(sent[0].1["properties"]["a"]["minLength"], 1, "the others stay whole");
    }
}

#[tokio::test]
async fn of_tools_with_one_name_the_first_counts() {
    for lab in Lab::each().await {
        let twice =
            json!([tool("a", &json!({ "title": "1" })), tool("a", &json!({ "title": "2" }))]);
        let sent = declared(lab.wire, &lab.is_asked(&with(&twice)).await);
        assert_eq!((sent.len(), &sent[0].1["title"]), (1, &json!("1")), "{}", lab.name());
    }
}

/// Rows A9, A10.
#[tokio::test]
async fn the_body_is_exactly_this() {
    let call = json!({ "id": "call_1", "name": "cart.add", "arguments": { "n": 2 } });
    let body = json!({ "version": 1, "messages": [
        { "role": "user", "text": "add two" },
        { "role": "assistant", "text": "Adding.", "tool": call },
        { "role": "tool", "id": "call_1", "name": "cart.add", "text": "2 in the cart" },
        { "role": "assistant", "text": "Done." },
        { "role": "user", "text": "and now?" },
    ], "tools": [tool("cart.add", &json!({ "type": "object", "properties": { "n": { "type": "integer" } } }))] });
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } } });
    let function = json!({ "name": "cart_add", "description": "D", "parameters": schema });
    for lab in Lab::each().await {
        let mut sent = lab.is_asked(&body).await;
        let rules = match lab.wire {
            Wire::Anthropic => sent["system"].take(),
            Wire::Chat | Wire::Compatible => sent["messages"][0]["content"].take(),
            Wire::Responses => sent["instructions"].take(),
            Wire::Gemini => sent["systemInstruction"]["parts"][0]["text"].take(),
        };
        assert!(rules.as_str().is_some_and(|text| text.len() > 200), "the built-in rules");
        let chat = json!([
            { "role": "system", "content": null },
            { "role": "user", "content": "add two" },
            { "role": "assistant", "content": "Adding.", "tool_calls": [{ "id": "call_1", "type": "function",
                "function": { "name": "cart_add", "arguments": "{\"n\":2}" } }] },
            { "role": "tool", "tool_call_id": "call_1", "content": "2 in the cart" },
            { "role": "assistant", "content": "Done." },
            { "role": "user", "content": "and now?" },
        ]);
        let mut expected = match lab.wire {
            Wire::Anthropic => json!({
                "model": "test-model", "max_tokens": 1024, "system": null, "messages": [
                    { "role": "user", "content": "add two" },
                    { "role": "assistant", "content": [{ "type": "text", "text": "Adding." },
                        { "type": "tool_use", "id": "call_1", "name": "cart_add", "input": { "n": 2 } }] },
                    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "call_1",
                        "content": "2 in the cart", "is_error": false }] },
                    { "role": "assistant", "content": [{ "type": "text", "text": "Done." }] },
                    { "role": "user", "content": "and now?" },
                ],
                "tools": [{ "name": "cart_add", "description": "D", "input_schema": schema }],
                "tool_choice": { "type": "auto", "disable_parallel_tool_use": true },
            }),
            Wire::Chat => json!({
                "model": "test-model", "messages": chat, "max_completion_tokens": 1024,
                "tools": [{ "type": "function", "function": function }], "parallel_tool_calls": false,
            }),
            Wire::Compatible => json!({
                "model": "test-model", "messages": chat, "max_tokens": 1024,
                "tools": [{ "type": "function", "function": function }], "parallel_tool_calls": false,
            }),
            Wire::Responses => json!({
                "model": "test-model", "instructions": null, "max_output_tokens": 1024, "store": false,
                "include": ["reasoning.encrypted_content"], "input": [
                    { "role": "user", "content": "add two" },
                    { "role": "assistant", "content": "Adding." },
                    { "type": "function_call", "call_id": "call_1", "name": "cart_add", "arguments": "{\"n\":2}" },
                    { "type": "function_call_output", "call_id": "call_1", "output": "2 in the cart" },
                    { "role": "assistant", "content": "Done." },
                    { "role": "user", "content": "and now?" },
                ],
                "tools": [{ "type": "function", "name": "cart_add", "description": "D", "parameters": schema, "strict": false }],
                "parallel_tool_calls": false,
            }),
            Wire::Gemini => json!({
                "systemInstruction": { "parts": [{ "text": null }] }, "contents": [
                    { "role": "user", "parts": [{ "text": "add two" }] },
                    { "role": "model", "parts": [{ "text": "Adding." },
                        { "functionCall": { "name": "cart_add", "args": { "n": 2 } },
                          "thoughtSignature": "skip_thought_signature_validator" }] },
                    { "role": "user", "parts": [{ "functionResponse": { "name": "cart_add",
                        "response": { "output": "2 in the cart" } } }] },
                    { "role": "model", "parts": [{ "text": "Done." }] },
                    { "role": "user", "parts": [{ "text": "and now?" }] },
                ],
                "generationConfig": { "maxOutputTokens": 1024 },
                "tools": [{ "functionDeclarations": [{ "name": "cart_add", "description": "D", "parametersJsonSchema": schema }] }],
                "toolConfig": { "functionCallingConfig": { "mode": "AUTO" } },
            }),
        };
        if lab.streamed && lab.wire != Wire::Gemini {
            expected["stream"] = true.into();
            if matches!(lab.wire, Wire::Chat | Wire::Compatible) {
                expected["stream_options"] = json!({ "include_usage": true });
            }
        }
        assert_eq!(sent, expected, "{}", lab.name());
    }
}
