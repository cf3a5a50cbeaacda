//! The rules by which the providers' APIs refuse requests, as far as they are documented or were
//! recorded. Tests and fuzzing hold every request against them.

use std::collections::HashSet;

use serde_json::Value;

type Check = Result<(), String>;

/// Whose rules they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Api {
    Anthropic,
    /// Chat Completions, with the name that its token limit has.
    Chat(&'static str),
    Responses,
    Gemini,
}

/// Whether the API would take this.
pub(crate) fn check(api: Api, body: &Value) -> Check {
    for sampling in ["/temperature", "/top_p", "/top_k", "/generationConfig/temperature"] {
        held(body.pointer(sampling).is_none(), || format!("{sampling} is deprecated"))?;
    }
    match api {
        Api::Anthropic => anthropic(body),
        Api::Chat(limit) => chat(limit, body),
        Api::Responses => responses(body),
        Api::Gemini => gemini(body),
    }
}

fn held(is_so: bool, why: impl FnOnce() -> String) -> Check {
    if is_so { Ok(()) } else { Err(why()) }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn filled(value: &Value, place: &str) -> Check {
    held(!text(value).trim().is_empty(), || format!("{place}: text must be non-empty"))
}

fn named(name: &Value) -> Check {
    let name = text(name);
    let fits = !name.is_empty()
        && name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    held(fits, || format!("the name `{name}`"))
}

fn identified(id: &Value) -> Check {
    let id = text(id);
    let fits = !id.is_empty()
        && id.len() <= 40
        && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    held(fits, || format!("the id `{id}`"))
}

/// Tools by name and schema, each once.
fn tools<'a>(tools: impl Iterator<Item = (&'a Value, &'a Value)>) -> Check {
    let mut seen = HashSet::new();
    for (name, schema) in tools {
        named(name)?;
        held(seen.insert(text(name)), || format!("tool names must be unique: {name}"))?;
        held(schema["type"] == "object", || format!("{name}: not an object schema"))?;
        for refused in ["anyOf", "oneOf", "allOf", "not", "enum", "$schema"] {
            held(schema.get(refused).is_none(), || format!("{name}: {refused} at the root"))?;
        }
        keys(schema)?;
    }
    Ok(())
}

/// The names of arguments, at every depth where there is a schema.
fn keys(schema: &Value) -> Check {
    let Value::Object(members) = schema else {
        return Ok(());
    };
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for (key, schema) in properties {
                    let fits = key.len() <= 64
                        && key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    held(fits, || format!("the property key `{key}`"))?;
                    keys(schema)?;
                }
            }
            ("properties", _) => return Err("properties is not of type object".into()),
            ("$defs" | "definitions" | "patternProperties", Value::Object(schemas)) => {
                schemas.values().try_for_each(keys)?;
            }
            ("items" | "additionalProperties" | "not" | "contains", schema) => keys(schema)?,
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", list) => {
                held(list.as_array().is_some_and(|all| !all.is_empty()), || keyword.clone())?;
                self::list(list).iter().try_for_each(keys)?;
            }
            ("required", names) => {
                let names = self::list(names);
                let known = |name: &Value| {
                    let properties = members.get("properties");
                    properties.is_none_or(|properties| properties.get(text(name)).is_some())
                };
                let once = names.iter().collect::<HashSet<_>>().len() == names.len();
                held(once && names.iter().all(known), || format!("required: {names:?}"))?;
            }
            ("enum", values) => held(!self::list(values).is_empty(), || "an empty enum".into())?,
            ("$ref", target) => {
                held(text(target).starts_with('#'), || format!("$ref: {target}"))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn anthropic(body: &Value) -> Check {
    held(body["max_tokens"].as_u64().is_some_and(|tokens| tokens > 0), || "max_tokens".into())?;
    filled(&body["system"], "system")?;
    tools(list(&body["tools"]).iter().map(|tool| (&tool["name"], &tool["input_schema"])))?;
    let one_call = body["tool_choice"]["disable_parallel_tool_use"] == true;
    held(one_call != list(&body["tools"]).is_empty(), || "more than one call a step".into())?;
    let messages = list(&body["messages"]);
    let (mut open, mut ids) = (None, HashSet::new());
    for (at, message) in messages.iter().enumerate() {
        let place = format!("messages.{at}");
        held(matches!(text(&message["role"]), "user" | "assistant"), || format!("{place}: role"))?;
        let blocks = list(&message["content"]);
        if blocks.is_empty() {
            filled(&message["content"], &place)?;
        }
        let results: Vec<_> = blocks.iter().filter(|b| b["type"] == "tool_result").collect();
        let answered = results.first().map(|result| text(&result["tool_use_id"]).to_owned());
        held(results.len() <= 1 && open == answered, || {
            format!("{place}: tool_use ids were found without tool_result blocks, or orphans")
        })?;
        held(results.is_empty() || blocks[0]["type"] == "tool_result", || {
            format!("{place}: order")
        })?;
        open = None;
        for block in blocks {
            match text(&block["type"]) {
                "text" => filled(&block["text"], &place)?,
                "tool_use" => {
                    identified(&block["id"])?;
                    named(&block["name"])?;
                    held(block["input"].is_object(), || {
                        format!("{place}: tool_use.input: Input should be a valid dictionary")
                    })?;
                    let id = text(&block["id"]).to_owned();
                    held(ids.insert(id.clone()), || format!("{place}: the id {id} twice"))?;
                    open = Some(id);
                }
                "tool_result" => filled(&block["content"], &place)?,
                "thinking" | "redacted_thinking" => {}
                other => return Err(format!("{place}: a block of type {other}")),
            }
        }
    }
    first_and_last(messages, "assistant")?;
    held(open.is_none(), || "the last call has no result".into())
}

/// The visitor's comes first, and the model's is not the last.
fn first_and_last(messages: &[Value], model: &str) -> Check {
    held(messages.first().is_some_and(|first| first["role"] == "user"), || {
        "the first role".into()
    })?;
    held(messages.last().is_some_and(|last| last["role"] != model), || "prefill".into())
}

fn chat(limit: &str, body: &Value) -> Check {
    held(body[limit].is_u64(), || format!("{limit} is missing"))?;
    let declared = list(&body["tools"]).iter().map(|tool| &tool["function"]);
    tools(declared.map(|tool| (&tool["name"], &tool["parameters"])))?;
    let one_call = body["parallel_tool_calls"] == false;
    held(one_call != list(&body["tools"]).is_empty(), || "more than one call a step".into())?;
    let messages = list(&body["messages"]);
    let mut open: Option<String> = None;
    for (at, message) in messages.iter().enumerate() {
        let place = format!("messages.{at}");
        let role = text(&message["role"]);
        let answers = (role == "tool").then(|| text(&message["tool_call_id"]).to_owned());
        held(open == answers, || format!("{place}: a call without its result, or an orphan"))?;
        open = None;
        held(message["content"].is_string(), || format!("{place}: content must be a text"))?;
        match message.get("tool_calls") {
            Some(calls) => {
                held(list(calls).len() == 1, || format!("{place}: one call a step"))?;
                let call = &calls[0];
                identified(&call["id"])?;
                named(&call["function"]["name"])?;
                let arguments = text(&call["function"]["arguments"]);
                let parsed = serde_json::from_str::<Value>(arguments);
                held(parsed.is_ok_and(|value| value.is_object()), || {
                    format!("{place}: arguments")
                })?;
                open = Some(text(&call["id"]).to_owned());
            }
            None => filled(&message["content"], &place)?,
        }
    }
    held(messages[0]["role"] == "system", || "no instructions".into())?;
    first_and_last(&messages[1..], "assistant")?;
    held(open.is_none(), || "the last call has no result".into())
}

fn responses(body: &Value) -> Check {
    filled(&body["instructions"], "instructions")?;
    held(body["store"] == false, || "store".into())?;
    for tool in list(&body["tools"]) {
        held(tool["strict"] == false && tool["type"] == "function", || "strict".into())?;
    }
    tools(list(&body["tools"]).iter().map(|tool| (&tool["name"], &tool["parameters"])))?;
    let input = list(&body["input"]);
    let mut open: Option<String> = None;
    for (at, item) in input.iter().enumerate() {
        let place = format!("input.{at}");
        let kind = text(&item["type"]);
        let answers = (kind == "function_call_output").then(|| text(&item["call_id"]).to_owned());
        held(open == answers, || format!("{place}: a call without its output, or an orphan"))?;
        open = None;
        match kind {
            "function_call" => {
                identified(&item["call_id"])?;
                named(&item["name"])?;
                let parsed = serde_json::from_str::<Value>(text(&item["arguments"]));
                held(parsed.is_ok_and(|value| value.is_object()), || {
                    format!("{place}: arguments")
                })?;
                open = Some(text(&item["call_id"]).to_owned());
            }
            "function_call_output" => filled(&item["output"], &place)?,
            "reasoning" => {}
            _ => filled(&item["content"], &place)?,
        }
    }
    first_and_last(input, "assistant")?;
    held(open.is_none(), || "the last call has no output".into())
}

fn gemini(body: &Value) -> Check {
    filled(&body["systemInstruction"]["parts"][0]["text"], "systemInstruction")?;
    for tool in list(&body["tools"][0]["functionDeclarations"]) {
        held(tool.get("parameters").is_none(), || "the small dialect of schemas".into())?;
    }
    let declared = list(&body["tools"][0]["functionDeclarations"]).iter();
    tools(declared.map(|tool| (&tool["name"], &tool["parametersJsonSchema"])))?;
    let contents = list(&body["contents"]);
    let (mut role, mut calls) = ("model", 0);
    for (at, turn) in contents.iter().enumerate() {
        let place = format!("contents.{at}");
        held(text(&turn["role"]) != role, || format!("{place}: turns do not alternate"))?;
        role = text(&turn["role"]);
        let parts = list(&turn["parts"]);
        held(!parts.is_empty(), || format!("{place}: no parts"))?;
        let count = |kind: &str| parts.iter().filter(|part| part.get(kind).is_some()).count();
        held(count("functionResponse") == calls, || {
            format!("{place}: the number of function response parts is not that of the calls")
        })?;
        calls = count("functionCall");
        for part in parts {
            if let Some(call) = part.get("functionCall") {
                named(&call["name"])?;
                held(call["args"].is_object(), || format!("{place}: args"))?;
                held(part["thoughtSignature"].is_string(), || {
                    format!("{place}: Function call is missing a thought_signature")
                })?;
            } else if let Some(response) = part.get("functionResponse") {
                held(response["response"].is_object(), || format!("{place}: response"))?;
            } else {
                filled(&part["text"], &place)?;
            }
        }
    }
    held(calls == 0, || "the last call has no response".into())?;
    first_and_last(contents, "model")
}
