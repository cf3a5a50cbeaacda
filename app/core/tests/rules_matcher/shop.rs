//! What visitors say to a shop.

use super::assert_table;
use super::pages::{demo_shop, rich_shop};

#[test]
fn finding_things() {
    assert_table(
        &demo_shop(),
        &[
            ("find mugs under 20 euros", r#"search_products {"query":"mugs","max_price":20}"#),
            ("Find mugs under €20", r#"search_products {"query":"mugs","max_price":20}"#),
            (
                "show me mugs below 20€, please",
                r#"search_products {"query":"mugs","max_price":20}"#,
            ),
            ("mugs under 20 euros", r#"search_products {"query":"mugs","max_price":20}"#),
            ("do you have any lamps?", r#"search_products {"query":"lamps"}"#),
            ("I'm looking for a walnut board", r#"search_products {"query":"walnut board"}"#),
            ("search for \"enamel pot\"", r#"search_products {"query":"enamel pot"}"#),
            (
                "search salt and pepper mills",
                r#"search_products {"query":"salt and pepper mills"}"#,
            ),
            (
                "show me something for less than fifteen euros with a handle",
                r#"search_products {"query":"handle","max_price":15}"#,
            ),
            ("lamps", r#"search_products {"query":"lamps"}"#),
            ("blue enamel mug", r#"search_products {"query":"blue enamel mug"}"#),
            (
                "which mugs do you have for at most 14,50 EUR",
                r#"search_products {"query":"mugs","max_price":14.50}"#,
            ),
            ("can you find me a set of bowls?", r#"search_products {"query":"set of bowls"}"#),
            (
                "Find a tea set up to 1,200 euros",
                r#"search_products {"query":"tea set","max_price":1200}"#,
            ),
            ("serach for linen towels", r#"search_products {"query":"linen towels"}"#),
            ("what candles do you sell", r#"search_products {"query":"candles"}"#),
            ("find a gift", r#"search_products {"query":"gift"}"#),
            ("find something", "What should I look for?"),
        ],
    );
}

#[test]
fn one_product() {
    assert_table(
        &demo_shop(),
        &[
            ("tell me about the walnut board", r#"get_product {"product":"walnut board"}"#),
            ("tell me more about MUG-BLUE", r#"get_product {"product":"MUG-BLUE"}"#),
            ("how much is the walnut board?", r#"get_product {"product":"walnut board"}"#),
            ("What does the blue enamel mug cost?", r#"get_product {"product":"blue enamel mug"}"#),
            ("is the walnut board in stock?", r#"get_product {"product":"walnut board"}"#),
            (
                "show me the details of the blue enamel mug",
                r#"get_product {"product":"blue enamel mug"}"#,
            ),
            ("what's the price of the walnut board", r#"get_product {"product":"walnut board"}"#),
            (
                "when would the walnut board be delivered",
                r#"get_product {"product":"walnut board"}"#,
            ),
        ],
    );
}

#[test]
fn what_others_say() {
    assert_table(
        &demo_shop(),
        &[
            (
                "what do people say about the blue enamel mug",
                r#"read_reviews {"product":"blue enamel mug"}"#,
            ),
            (
                "What do people say about the blue enamel mug?",
                r#"read_reviews {"product":"blue enamel mug"}"#,
            ),
            (
                "what do customers think of the walnut board",
                r#"read_reviews {"product":"walnut board"}"#,
            ),
            ("read me the reviews of MUG-BLUE", r#"read_reviews {"product":"MUG-BLUE"}"#),
            ("show reviews for the walnut board", r#"read_reviews {"product":"walnut board"}"#),
            ("is the blue enamel mug any good?", r#"read_reviews {"product":"blue enamel mug"}"#),
            ("opinions on the walnut board", r#"read_reviews {"product":"walnut board"}"#),
            ("how is the blue enamel mug rated", r#"read_reviews {"product":"blue enamel mug"}"#),
            ("show me the reviews", "Which product?"),
        ],
    );
}

#[test]
fn the_cart() {
    assert_table(
        &demo_shop(),
        &[
            ("what's in my cart?", "get_cart {}"),
            ("show my cart", "get_cart {}"),
            ("show me my basket please", "get_cart {}"),
            ("how much is in my cart", "get_cart {}"),
            ("what is the total of my cart", "get_cart {}"),
        ],
    );
}

#[test]
fn adding_to_the_cart() {
    assert_table(
        &demo_shop(),
        &[
            (
                "add two blue enamel mugs to my cart",
                r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
            ),
            (
                "Please add 2 blue enamel mugs to the basket.",
                r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
            ),
            (
                "put a walnut board in my cart",
                r#"add_to_cart {"product":"walnut board","quantity":1}"#,
            ),
            ("add the walnut board", r#"add_to_cart {"product":"walnut board","quantity":1}"#),
            ("add MUG-BLUE x 3", r#"add_to_cart {"product":"MUG-BLUE","quantity":3}"#),
            ("add 3x MUG-BLUE", r#"add_to_cart {"product":"MUG-BLUE","quantity":3}"#),
            (
                "I'd like two blue enamel mugs",
                r#"add_to_cart {"product":"blue enamel mug","quantity":2}"#,
            ),
            (
                "I want to buy half a dozen linen napkins",
                r#"add_to_cart {"product":"linen napkin","quantity":6}"#,
            ),
            ("buy the walnut board", r#"add_to_cart {"product":"walnut board","quantity":1}"#),
            ("order two walnut boards", r#"add_to_cart {"product":"walnut board","quantity":2}"#),
            (
                "could you add a dozen \"Linen napkin, grey\" to my cart",
                r#"add_to_cart {"product":"Linen napkin, grey","quantity":12}"#,
            ),
            (
                "get me twenty five tea lights",
                r#"add_to_cart {"product":"tea light","quantity":25}"#,
            ),
            (
                "add two mugs and a walnut board to my cart",
                r#"add_to_cart {"product":"mug","quantity":2}"#,
            ),
            ("add to cart", "Which product?"),
            ("add mugs to my cart", "How many? From 1 to 99."),
            ("add 200 blue enamel mugs", "How many? From 1 to 99."),
        ],
    );
}

#[test]
fn changing_a_quantity() {
    assert_table(
        &demo_shop(),
        &[
            (
                "set the blue enamel mug to 3",
                r#"set_quantity {"product":"blue enamel mug","quantity":3}"#,
            ),
            (
                "change the quantity of the walnut board to two",
                r#"set_quantity {"product":"walnut board","quantity":2}"#,
            ),
            ("update MUG-BLUE to 5", r#"set_quantity {"product":"MUG-BLUE","quantity":5}"#),
            ("change the walnut board", "How many? From 1 to 99."),
        ],
    );
}

#[test]
fn coupons() {
    assert_table(
        &demo_shop(),
        &[
            ("apply coupon WELCOME10", r#"apply_coupon {"code":"WELCOME10"}"#),
            ("use the code WELCOME10", r#"apply_coupon {"code":"WELCOME10"}"#),
            ("I have a discount code: WELCOME10", r#"apply_coupon {"code":"WELCOME10"}"#),
            ("redeem voucher summer", r#"apply_coupon {"code":"summer"}"#),
            ("apply my coupon", "Which coupon code?"),
        ],
    );
}

#[test]
fn ordering() {
    assert_table(
        &demo_shop(),
        &[
            ("place my order", "place_order {}"),
            ("place the order now please", "place_order {}"),
            ("check out", "place_order {}"),
            ("buy now", "place_order {}"),
            ("I want to complete my purchase", "place_order {}"),
        ],
    );
}

#[test]
fn the_newsletter() {
    assert_table(
        &demo_shop(),
        &[
            (
                "subscribe me to the newsletter with ada@example.org",
                r#"subscribe_newsletter {"email":"ada@example.org"}"#,
            ),
            (
                "sign me up for the newsletter: ada@example.org",
                r#"subscribe_newsletter {"email":"ada@example.org"}"#,
            ),
            ("subscribe to the newsletter", "Which e-mail address should I use?"),
        ],
    );
}

#[test]
fn the_page_itself() {
    assert_table(
        &demo_shop(),
        &[("where am I?", "get_page_context {}"), ("what is on this page", "get_page_context {}")],
    );
}

#[test]
fn what_no_tool_does() {
    assert_table(
        &demo_shop(),
        &[
            ("what's the weather in Paris?", "I found no tool on this page for that. Here I can:…"),
            (
                "remove the walnut board from my cart",
                "I found no tool on this page for that. Here I can:…",
            ),
            ("tell me a joke", "I found no tool on this page for that. Here I can:…"),
            ("write a poem about mugs", "I found no tool on this page for that. Here I can:…"),
            ("delete my account", "I found no tool on this page for that. Here I can:…"),
            ("hello", "Hello. Here I can:\n- Look at this page\n- Search products…"),
            ("help", "Here I can:…"),
            ("what can you do here?", "Here I can:…"),
            ("Thanks!", "You are welcome."),
            ("", "Here I can:…"),
            ("??!", "Here I can:…"),
        ],
    );
}

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
