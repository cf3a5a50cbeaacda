//! Which tool an error is about: providers refuse a whole request for one schema, and name it.

use std::sync::Arc;

use crate::toolbox::ToolOut;

/// How the providers name a tool of the request, the more exact before the less exact.
const BY_NUMBER: [&str; 4] =
    ["function_declarations[", "functionDeclarations[", "tools[", "tools."];
const BY_NAME: [&str; 2] = ["function '", "tool '"];

/// The place of the tool among those of the request; nothing else of the body is kept.
pub(crate) fn tool(body: &[u8], tools: &[Arc<ToolOut>]) -> Option<usize> {
    let text = String::from_utf8_lossy(body);
    let numbered = BY_NUMBER.iter().find_map(|sign| {
        let (_, rest) = text.split_once(sign)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|at| *at < tools.len())
    });
    numbered.or_else(|| {
        BY_NAME.iter().find_map(|sign| {
            let (_, rest) = text.split_once(sign)?;
            let (name, _) = rest.split_once('\'')?;
            tools.iter().position(|tool| tool.name == name)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::config::Caps;
    use crate::toolbox::Toolboxes;

    use super::tool;

    #[test]
    fn the_tool_is_found_however_it_is_named() {
        let list = r#"[{"name":"get_cart"},{"name":"cart.add"}]"#;
        let page = Toolboxes::default().of(list, Caps::default()).expect("tools");
        for (text, at) in [
            ("tools.1.custom.input_schema: JSON schema is invalid.", Some(1)),
            ("Invalid schema for function 'cart_add': In context=(), …", Some(1)),
            (r#"{"param":"tools[0].function.parameters"}"#, Some(0)),
            ("* GenerateContentRequest.tools[0].function_declarations[1].parameters: …", Some(1)),
            (r#"Unknown name "x" at 'tools[0].function_declarations[1].parameters'"#, Some(1)),
            ("tools.7.custom.input_schema", None),
            ("Invalid schema for function 'other'", None),
            ("messages.1: tool_use ids were found without tool_result blocks", None),
            ("", None),
        ] {
            assert_eq!(tool(text.as_bytes(), &page.tools), at, "{text}");
        }
    }
}
