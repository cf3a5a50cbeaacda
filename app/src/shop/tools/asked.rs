//! What the shop's own suggestions come to when the built-in rules answer: the words on the chips
//! and the declarations of the tools must fit each other, or the demo disappoints without a model.

use site_agent_core::json::{Value, parse};
use site_agent_core::message::Message;
use site_agent_core::protocol::{Reply, Request, ToolSpec};
use site_agent_core::rules::respond;

use super::{Place, Tool};

fn tools(place: Place) -> Vec<ToolSpec> {
    let spec = |tool: Tool| ToolSpec {
        name: tool.name().to_owned(),
        description: format!("{}: {}", tool.title(), tool.description()),
        input_schema: parse(tool.schema()).unwrap(),
    };
    // Sorted as a browser lists them, and with the form in the footer.
    let mut specs: Vec<_> = Tool::on(place).into_iter().map(spec).collect();
    specs.push(ToolSpec {
        name: "subscribe_newsletter".to_owned(),
        description: "Subscribe to the newsletter: Subscribe an email address to the newsletter, \
                      four letters a year."
            .to_owned(),
        input_schema: parse(
            r#"{"type":"object","properties":{"email":{"type":"string","description":"The email address that gets the letter"}},"required":["email"]}"#,
        )
        .unwrap(),
    });
    specs.sort_by(|a, b| a.name.cmp(&b.name));
    specs
}

fn comes_to(place: Place, text: &str) -> String {
    let messages = vec![Message::User { text: text.to_owned() }];
    let request = Request { instructions: String::new(), messages, tools: tools(place) };
    match respond(&request) {
        Reply::Call { name, arguments, .. } => {
            format!("{name} {}", Value::Object(arguments).to_text())
        }
        Reply::Answer { text, .. } => format!("says: {text}"),
    }
}

#[test]
fn what_the_pages_suggest_comes_to_the_call_it_means() {
    let mut wrong = Vec::new();
    for (place, text, expected) in [
        (
            Place::Shop,
            "Find mugs under 20 euros",
            r#"search_products {"query":"mugs","max_price":20}"#,
        ),
        (
            Place::Shop,
            "Add two blue enamel mugs to my cart",
            r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
        ),
        (
            Place::Shop,
            "Add one clay teapot to my cart",
            r#"add_to_cart {"product":"clay teapot","quantity":1}"#,
        ),
        (
            Place::Shop,
            "What do people say about the walnut board?",
            r#"read_reviews {"product":"walnut board"}"#,
        ),
        (
            Place::Shop,
            "What do people say about the blue enamel mug?",
            r#"read_reviews {"product":"blue enamel mug"}"#,
        ),
        (Place::Cart, "What is in my cart?", "get_cart {}"),
        (
            Place::Cart,
            "Change the blue enamel mug to 3",
            r#"set_quantity {"product":"blue enamel mug","quantity":3}"#,
        ),
        (Place::Cart, "Apply the coupon WELCOME10", r#"apply_coupon {"code":"WELCOME10"}"#),
        (Place::Cart, "Find a bread knife", r#"search_products {"query":"bread knife"}"#),
        (Place::Checkout, "Place my order", "place_order {}"),
        (Place::Order, "What is on this page?", "get_page_context {}"),
        (
            Place::Shop,
            "Subscribe ada@example.com to the newsletter",
            r#"subscribe_newsletter {"email":"ada@example.com"}"#,
        ),
    ] {
        let came = comes_to(place, text);
        if came != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n  came     {came}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_order_is_not_placed_where_no_order_can_be_placed() {
    let came = comes_to(Place::Shop, "Place my order");
    assert!(!came.starts_with("add_to_cart") && !came.starts_with("place_order"), "{came}");
}
