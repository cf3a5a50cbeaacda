//! The built-in rule matcher, the whole of a wasm of its own: pages whose agent has a model never
//! load it. It is asked like any other model, in protocol 1, and answers at once.

use site_agent_core::json;
use site_agent_core::protocol::Request;
use site_agent_core::rules;
use wasm_bindgen::prelude::wasm_bindgen;

/// The reply to a request, both as the text of protocol 1. What is no request gets its reason
/// instead of a reply, which the session then reports as a reply that cannot be used.
#[wasm_bindgen]
pub fn respond(request: &str) -> String {
    let request = match json::parse(request) {
        Ok(value) => Request::from_value(&value).map_err(|error| error.to_string()),
        Err(error) => Err(error.words()),
    };
    match request {
        Ok(request) => rules::respond(&request).to_text(),
        Err(reason) => reason,
    }
}

#[cfg(test)]
mod tests {
    use site_agent_core::json;
    use site_agent_core::protocol::Reply;

    use super::respond;

    const REQUEST: &str = r#"{"version":1,"instructions":"","messages":[{"role":"user","text":"show my cart"}],
        "tools":[{"name":"get_cart","description":"Show the cart","inputSchema":{"type":"object"}}]}"#;

    fn read(text: &str) -> Option<Reply> {
        Reply::from_value(&json::parse(text).ok()?).ok()
    }

    #[test]
    fn a_request_gets_a_reply() {
        let reply = read(&respond(REQUEST));
        assert!(matches!(reply, Some(Reply::Call { name, .. }) if name == "get_cart"));
    }

    #[test]
    fn what_is_no_request_gets_a_reason_that_is_no_reply() {
        for (request, reason) in [
            ("", "ends too early"),
            ("{", "ends too early"),
            ("{}", "version 1"),
            (r#"{"version":2,"messages":[]}"#, "version 1"),
            (r#"{"version":1,"messages":[{"role":"king"}]}"#, "not a request"),
        ] {
            let said = respond(request);
            assert!(said.contains(reason), "{request}: {said}");
            assert_eq!(read(&said), None, "{request}");
        }
    }
}
