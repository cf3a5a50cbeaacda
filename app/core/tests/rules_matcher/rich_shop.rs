//! What visitors say to a shop whose tools take more.

use super::assert_table;
use super::pages::{demo_shop, rich_shop};

#[test]
fn a_richer_shop_gets_more_arguments() {
    assert_table(
        &rich_shop(),
        &[
            ("find mugs under 20 euros", r#"search_products {"query":"mugs","max_price":20}"#),
            (
                "find kitchen knives between 20 and 50 euros",
                r#"search_products {"query":"knives","category":"kitchen","max_price":50,"min_price":20}"#,
            ),
            (
                "lamps from 30 to 60 EUR",
                r#"search_products {"query":"lamps","max_price":60,"min_price":30}"#,
            ),
            (
                "lamps 30-60 EUR",
                r#"search_products {"query":"lamps","max_price":60,"min_price":30}"#,
            ),
            (
                "show vases over 15 euros sorted by rating",
                r#"search_products {"query":"vases","min_price":15,"sort":"rating"}"#,
            ),
            ("cheapest mugs first", r#"search_products {"query":"mugs","sort":"price-asc"}"#),
            (
                "find the most expensive lamps",
                r#"search_products {"query":"lamps","sort":"price-desc"}"#,
            ),
            ("find lamps in stock", r#"search_products {"query":"lamps","in_stock":true}"#),
            (
                "anything for the garden below 30?",
                r#"search_products {"query":"garden","category":"garden","max_price":30}"#,
            ),
            (
                "towels for at least 10 euros or more",
                r#"search_products {"query":"towels","min_price":10}"#,
            ),
            (
                "find pans for no more than forty euros",
                r#"search_products {"query":"pans","max_price":40}"#,
            ),
            (
                "add two blue enamel mugs to my cart",
                r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
            ),
            (
                "place my order with name Ada Lovelace and email ada@example.org",
                r#"place_order {"name":"Ada Lovelace","email":"ada@example.org"}"#,
            ),
            ("place my order", "place_order {}"),
            (
                "what do people say about the blue enamel mug",
                r#"read_reviews {"product":"blue enamel mug"}"#,
            ),
            ("find mugs and add the cheapest", r#"search_products {"query":"mugs"}"#),
            (
                "how much does the walnut board cost and is it in stock?",
                r#"get_product {"product":"walnut board"}"#,
            ),
        ],
    );
}

#[test]
fn a_tool_that_is_not_on_this_page_is_not_replaced_by_another() {
    let tools: Vec<_> = demo_shop().into_iter().filter(|tool| tool.name != "place_order").collect();
    assert_table(
        &tools,
        &[
            ("place my order", "I found no tool on this page for that…"),
            ("check out", "I found no tool on this page for that…"),
            ("buy now", "I found no tool on this page for that…"),
        ],
    );
}
