//! Listings as browsers of several generations, shims and arrays give them.

use site_agent_core::{Hints, Listing};

fn listed(tools: &str) -> Listing {
    Listing::from_text(&format!("{{\"tools\":[{tools}]}}")).expect("a listing")
}

fn dropped(listing: &Listing) -> Vec<(&str, &str)> {
    listing.dropped.iter().map(|tool| (tool.name.as_str(), tool.reason.as_str())).collect()
}

#[test]
fn a_schema_may_be_an_object_a_text_or_absent() {
    let listing = listed(
        r#"{"handle":1,"name":"a","description":"A","inputSchema":{"type":"object"}},
           {"handle":2,"name":"b","description":"B","inputSchema":"{\"type\":\"object\"}"},
           {"handle":3,"name":"c","description":"C"},
           {"handle":4,"name":"d","description":"D","inputSchema":"not json"},
           {"handle":5,"name":"e","description":"E","inputSchema":[]}"#,
    );
    let schemas: Vec<_> = listing.tools.iter().map(|tool| tool.input_schema.is_some()).collect();
    assert_eq!(schemas, [true, true, false, false, false]);
    assert_eq!(listing.tools[0].input_schema, listing.tools[1].input_schema);
}

#[test]
fn a_schema_that_is_too_much_to_check_leaves_its_tool_out_and_no_other() {
    let deep = format!("{}1{}", r#"{\"not\":"#.repeat(200), "}".repeat(200));
    let listing = listed(&format!(
        r#"{{"handle":1,"name":"deep","description":"D","inputSchema":"{deep}"}},
           {{"handle":2,"name":"good","description":"G","inputSchema":"{{\"type\":\"object\"}}"}}"#
    ));
    assert_eq!(dropped(&listing), [("deep", "its schema is too large or nests too deeply")]);
    assert_eq!(listing.tools.len(), 1);
}

#[test]
fn debugging_tools_and_unusable_entries_are_dropped_with_a_reason() {
    let long = "x".repeat(129);
    let listing = listed(&format!(
        r#"{{"handle":1,"name":"dump","annotations":{{"debugging":true}}}},
           {{"handle":2,"name":"add to cart"}}, {{"handle":3,"name":""}}, {{"handle":4,"name":"{long}"}},
           {{"name":"no_handle"}}, 7, {{"handle":5,"name":"good"}}"#
    ));
    assert_eq!(listing.tools.len(), 1);
    let reasons: Vec<_> = dropped(&listing).into_iter().map(|(_, reason)| reason).collect();
    let invalid = "not a valid name";
    assert_eq!(reasons, ["debugging", invalid, invalid, invalid, "not a tool", "not a tool"]);
}

#[test]
fn the_top_document_wins_over_frames_and_the_first_over_the_second() {
    let listing = listed(
        r#"{"handle":1,"name":"a","framed":true}, {"handle":2,"name":"a"},
           {"handle":3,"name":"b","framed":true}, {"handle":4,"name":"b","framed":true}"#,
    );
    let handles: Vec<_> = listing.tools.iter().map(|tool| tool.handle.0).collect();
    assert_eq!(handles, [2, 3]);
    let expected = [("a", "same name in the top document"), ("b", "same name as another tool")];
    assert_eq!(dropped(&listing), expected);
}

#[test]
fn what_the_shell_left_out_stays_listed_as_dropped() {
    let text = r#"{"tools":[],"dropped":[{"name":"x","reason":"debugging"}]}"#;
    assert_eq!(dropped(&Listing::from_text(text).unwrap()), [("x", "debugging")]);
}

#[test]
fn a_hint_that_a_browser_does_not_pass_on_is_unknown() {
    let hints = |annotations: &str, source: &str| {
        let tool =
            format!(r#"{{"handle":1,"name":"a","source":"{source}","annotations":{annotations}}}"#);
        listed(&tool).tools[0].hints
    };
    let read_only = Some(true);
    assert_eq!(
        hints(r#"{"readOnlyHint":true}"#, "native"),
        Some(Hints { read_only, ..Hints::default() })
    );
    assert_eq!(
        hints(r#"{"readOnlyHint":true}"#, "array"),
        Some(Hints { read_only, untrusted: Some(false), consequential: Some(false) }),
        "in the site's own array an absent member is WebMCP's default"
    );
    assert_eq!(hints("null", "array"), None);
    assert_eq!(hints("7", "native"), None);
    assert_eq!(hints(r#"{"readOnlyHint":"false"}"#, "array").unwrap().read_only, None);
}

#[test]
fn the_hash_is_of_the_definition_and_of_nothing_else() {
    let hash = |tool: &str| listed(tool).tools[0].hash;
    let one = r#"{"handle":1,"name":"a","title":"T","description":"D","inputSchema":{"type":"object","title":"x"},"annotations":{"readOnlyHint":true}}"#;
    let base = hash(one);
    assert_eq!(hash(&one.replace("\"handle\":1", "\"handle\":9,\"source\":\"shim\"")), base);
    assert_eq!(
        hash(&one.replace(r#"{"type":"object","title":"x"}"#, r#"{"title":"x","type":"object"}"#)),
        base,
        "whatever the order of keys"
    );
    for (from, to) in
        [("\"T\"", "\"U\""), ("\"D\"", "\"E\""), ("\"x\"", "\"y\""), ("true", "false")]
    {
        assert_ne!(hash(&one.replace(from, to)), base, "{from}");
    }
    assert_eq!(base.to_string().len(), 64);
    assert_eq!(site_agent_core::tool::DefinitionHash::parse(&base.to_string()), Some(base));
}

#[test]
fn a_value_that_is_no_listing_is_an_error() {
    for text in ["", "{}", "[]", r#"{"tools":7}"#, r#"{"tools":[],"dropped":7}"#] {
        assert!(Listing::from_text(text).is_err(), "{text}");
    }
}
