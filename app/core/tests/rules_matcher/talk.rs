//! More than one message: questions back, "it", several wishes at once.

use site_agent_core::outcome::Outcome;

use super::pages::{demo_shop, desk, notes, restaurant};
use super::{answered, called, reply, returned, user};

#[test]
fn an_answer_to_a_question_completes_what_was_asked() {
    let shop = demo_shop();
    for (first, question, second, call) in [
        (
            "add to my cart",
            "Which product?",
            "two blue enamel mugs",
            r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
        ),
        (
            "add mugs to my cart",
            "How many? From 1 to 99.",
            "3",
            r#"add_to_cart {"product":"mug","quantity":3}"#,
        ),
        (
            "add 200 mugs",
            "How many? From 1 to 99.",
            "twenty",
            r#"add_to_cart {"product":"mug","quantity":20}"#,
        ),
        (
            "sign me up for the newsletter",
            "Which e-mail address should I use?",
            "it's ada@example.org",
            r#"subscribe_newsletter {"email":"ada@example.org"}"#,
        ),
        (
            "show me the reviews",
            "Which product?",
            "the walnut board",
            r#"read_reviews {"product":"walnut board"}"#,
        ),
        (
            "apply my coupon",
            "Which coupon code?",
            "welcome10",
            r#"apply_coupon {"code":"welcome10"}"#,
        ),
    ] {
        let came = reply(&shop, vec![user(first), answered(question), user(second)]);
        assert_eq!(came, call, "{first} / {second}");
    }
}

#[test]
fn question_after_question_until_all_is_there() {
    let mut messages = vec![user("book a table")];
    for (question, text) in [
        ("Which date? Please write it like 2026-12-24.", "2026-12-24"),
        ("Which time? Please write it like 19:30.", "7:30pm"),
        ("Which guests? From 1 to 12.", "four"),
        ("Which name? Please write it like: name Ada Lovelace.", "Ada Lovelace"),
    ] {
        assert_eq!(reply(&restaurant(), messages.clone()), question);
        messages.extend([answered(question), user(text)]);
    }
    assert_eq!(
        reply(&restaurant(), messages),
        r#"book_table {"date":"2026-12-24","time":"19:30","people":4,"name":"Ada Lovelace"}"#
    );
}

#[test]
fn another_wish_instead_of_an_answer_is_that_wish() {
    let messages = vec![user("add to my cart"), answered("Which product?"), user("show my cart")];
    assert_eq!(reply(&demo_shop(), messages), "get_cart {}");
    let messages = vec![user("add to my cart"), answered("Which product?"), user("never mind")];
    assert_eq!(reply(&demo_shop(), messages), "All right, I left everything as it is.");
}

#[test]
fn a_question_that_was_not_ours_changes_nothing() {
    let messages = vec![user("add to my cart"), answered("Do you like mugs?"), user("lamps")];
    assert_eq!(reply(&demo_shop(), messages), r#"search_products {"query":"lamps"}"#);
}

#[test]
fn it_is_what_the_last_call_was_about() {
    let talk = |text: &str| {
        reply(
            &demo_shop(),
            vec![
                user("tell me about the walnut board"),
                called("get_product", r#"{"product":"walnut board"}"#),
                returned("get_product", "Walnut board, 48.00 EUR", Outcome::Ok),
                answered("Walnut board, 48.00 EUR"),
                user(text),
            ],
        )
    };
    for (text, call) in [
        ("add it to my cart", r#"add_to_cart {"product":"walnut board","quantity":1}"#),
        ("add two of them", r#"add_to_cart {"product":"walnut board","quantity":2}"#),
        ("what do people say about it?", r#"read_reviews {"product":"walnut board"}"#),
        ("and the reviews?", r#"read_reviews {"product":"walnut board"}"#),
        ("I'll take three", r#"add_to_cart {"product":"walnut board","quantity":3}"#),
        ("add the blue enamel mug", r#"add_to_cart {"product":"blue enamel mug","quantity":1}"#),
    ] {
        assert_eq!(talk(text), call, "{text}");
    }
}

#[test]
fn two_wishes_are_two_calls_and_one_answer() {
    let shop = demo_shop();
    let mut messages =
        vec![user("add two mugs and a walnut board to my cart, then apply code WELCOME10")];
    for (name, arguments, result) in [
        ("add_to_cart", r#"{"product":"mug","quantity":2}"#, "2 mugs are in the cart."),
        ("add_to_cart", r#"{"product":"walnut board","quantity":1}"#, "1 board is in the cart."),
        ("apply_coupon", r#"{"code":"WELCOME10"}"#, "10 % off."),
    ] {
        assert_eq!(reply(&shop, messages.clone()), format!("{name} {arguments}"));
        messages.extend([called(name, arguments), returned(name, result, Outcome::Ok)]);
    }
    assert_eq!(
        reply(&shop, messages),
        "2 mugs are in the cart.\n\n1 board is in the cart.\n\n10 % off."
    );
}

#[test]
fn a_wish_that_failed_ends_the_row() {
    let came = reply(
        &demo_shop(),
        vec![
            user("add two mugs and check out"),
            called("add_to_cart", r#"{"product":"mug","quantity":2}"#),
            returned("add_to_cart", "Only one is left.", Outcome::Error),
        ],
    );
    assert_eq!(came, "That did not work. Only one is left.");
}

#[test]
fn the_rest_that_no_tool_does_is_said() {
    let came = reply(
        &desk(),
        vec![
            user("show ticket 42 and delete it"),
            called("get_ticket", r#"{"id":42}"#),
            returned("get_ticket", "42: printer", Outcome::Ok),
        ],
    );
    assert_eq!(came, "42: printer\n\nI found no tool on this page for the rest.");
}

#[test]
fn the_cheapest_is_taken_from_the_result() {
    let talk = |result: &str| {
        reply(
            &demo_shop(),
            vec![
                user("find mugs and add the cheapest"),
                called("search_products", r#"{"query":"mugs"}"#),
                returned("search_products", result, Outcome::Ok),
            ],
        )
    };
    let lines =
        "2 products:\n- Blue enamel mug (MUG-BLUE), 14.00 EUR\n- White mug (MUG-WHITE), 9.50 EUR";
    assert_eq!(talk(lines), r#"add_to_cart {"product":"MUG-WHITE","quantity":1}"#);
    let json = r#"[{"name":"Blue","sku":"MUG-BLUE","price":"14.00"},{"name":"White","sku":"MUG-WHITE","price":"9.50"}]"#;
    assert_eq!(talk(json), r#"add_to_cart {"product":"MUG-WHITE","quantity":1}"#);
    assert_eq!(
        talk("Two mugs, both nice."),
        "Two mugs, both nice.\n\nWhich one? Please write its name."
    );
}

#[test]
fn an_answer_belongs_to_its_own_wish_of_several() {
    let shop = demo_shop();
    let mut messages = vec![
        user("find lamps and add mugs to my cart"),
        called("search_products", r#"{"query":"lamps"}"#),
        returned("search_products", "2 lamps.", Outcome::Ok),
    ];
    let question = "2 lamps.\n\nHow many? From 1 to 99.";
    assert_eq!(reply(&shop, messages.clone()), question);
    messages.extend([answered(question), user("3")]);
    assert_eq!(reply(&shop, messages), r#"add_to_cart {"product":"mug","quantity":3}"#);

    let mut messages = vec![
        user("find mugs and add the cheapest to my cart"),
        called("search_products", r#"{"query":"mugs"}"#),
        returned("search_products", "Many mugs.", Outcome::Ok),
    ];
    let question = "Many mugs.\n\nWhich one? Please write its name.";
    assert_eq!(reply(&shop, messages.clone()), question);
    messages.extend([answered(question), user("the white mug")]);
    assert_eq!(reply(&shop, messages), r#"add_to_cart {"product":"white mug","quantity":1}"#);
}

#[test]
fn what_came_before_a_search_is_no_longer_it() {
    let came = reply(
        &demo_shop(),
        vec![
            user("tell me about the walnut board"),
            called("get_product", r#"{"product":"walnut board"}"#),
            returned("get_product", "Walnut board", Outcome::Ok),
            answered("Walnut board"),
            user("find mugs"),
            called("search_products", r#"{"query":"mugs"}"#),
            returned("search_products", "Blue enamel mug, White mug", Outcome::Ok),
            answered("Blue enamel mug, White mug"),
            user("add it"),
        ],
    );
    assert_eq!(came, "Which product?");
}

#[test]
fn yes_and_no_answer_a_question() {
    let talk = |text: &str| {
        reply(&notes(), vec![user("change dark mode"), answered("Enabled: yes or no?"), user(text)])
    };
    assert_eq!(reply(&notes(), vec![user("change dark mode")]), "Enabled: yes or no?");
    assert_eq!(talk("yes"), r#"toggle_dark_mode {"enabled":true}"#);
    assert_eq!(talk("no"), r#"toggle_dark_mode {"enabled":false}"#);
    assert_eq!(talk("never mind"), "All right, I left everything as it is.");
}

#[test]
fn taking_away_is_a_quantity_of_none_where_none_is_allowed() {
    let mut shop = demo_shop();
    let set = shop.iter_mut().find(|tool| tool.name == "set_quantity").expect("the tool");
    set.input_schema = site_agent_core::json::parse(
        r#"{"type":"object","properties":{"product":{"type":"string"},"quantity":{"type":"integer","minimum":0}},"required":["product","quantity"]}"#,
    )
    .expect("JSON");
    let came = reply(&shop, vec![user("remove the walnut board from my cart")]);
    assert_eq!(came, r#"set_quantity {"product":"walnut board","quantity":0}"#);
}
