//! A page's tool as a model reads it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use site_agent_core::Tool;
use site_agent_core::json::parse;
use site_agent_core::protocol::ToolSpec;
use site_agent_core::tool::{DefinitionHash, Handle};

fn tool(title: &str, description: &str, schema: Option<&str>) -> Tool {
    Tool {
        handle: Handle(1),
        name: "Add to cart!".into(),
        title: title.into(),
        description: description.into(),
        input_schema: schema.map(|text| parse(text).unwrap()),
        hints: None,
        origin: "https://shop.example".into(),
        source: "array".into(),
        framed: false,
        waits_for_submit: false,
        hash: DefinitionHash([0; 32]),
    }
}

#[test]
fn the_name_stays_and_the_title_comes_first() {
    let described = |title, words| ToolSpec::from_tool(&tool(title, words, None)).description;
    assert_eq!(ToolSpec::from_tool(&tool("", "", None)).name, "Add to cart!");
    assert_eq!(
        described("Add", "Puts a product\n\n in the cart."),
        "Add: Puts a product in the cart."
    );
    assert_eq!(described("", "Puts it."), "Puts it.");
    assert_eq!(described("Add", ""), "Add");
    assert_eq!(described("Add", "Add a product."), "Add a product.");
    assert_eq!(described("Add", &"x".repeat(5000)).chars().count(), 1024);
}

#[test]
fn a_model_is_given_an_object_schema_always() {
    let schema = |text| ToolSpec::from_tool(&tool("", "", text)).input_schema.to_text();
    let any = r#"{"type":"object"}"#;
    assert_eq!(schema(None), any);
    for given in ["true", "{}", "7", "[]", r#"{"type":"string"}"#, r#"{"type":["null"]}"#] {
        assert_eq!(schema(Some(given)), any, "{given}");
    }
    let given = r#"{"required":["a"],"type":"object","x-own":1.0}"#;
    assert_eq!(schema(Some(given)), given);
    assert_eq!(
        schema(Some(r#"{"properties":{"a":{}}}"#)),
        r#"{"type":"object","properties":{"a":{}}}"#
    );
    assert_eq!(
        schema(Some(r#"{"type":["object","null"],"properties":{}}"#)),
        r#"{"type":"object","properties":{}}"#
    );
}

#[test]
fn one_bottomless_schema_does_not_fail_the_whole_request() {
    let deep = format!("{{\"not\":{}true{}}}", "{\"not\":".repeat(100), "}".repeat(100));
    let spec = ToolSpec::from_tool(&tool("", "", Some(&deep)));
    assert_eq!(spec.input_schema.to_text(), r#"{"type":"object"}"#);
}
