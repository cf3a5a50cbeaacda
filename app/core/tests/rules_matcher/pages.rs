//! Pages to talk to: the demo shop as it is, a richer shop, and pages of other trades.

use site_agent_core::json::parse;
use site_agent_core::protocol::ToolSpec;
use site_agent_core::tool::{Definition, Handle, Tool};

fn tools(rows: &[(&str, &str, &str, &str)]) -> Vec<ToolSpec> {
    rows.iter()
        .map(|(name, title, description, schema)| {
            let definition = Definition {
                name: (*name).to_owned(),
                title: (*title).to_owned(),
                description: (*description).to_owned(),
                input_schema: Some(parse(schema).unwrap_or_else(|error| panic!("{name}: {error}"))),
                hints: None,
            };
            ToolSpec::from_tool(&Tool::new(Handle(0), definition))
        })
        .collect()
}

const NOTHING: &str = r#"{"type":"object","properties":{}}"#;
const PRODUCT: &str = r#"{"type":"object","properties":{"product":{"type":"string","title":"Product","minLength":1}},"required":["product"]}"#;
const COUNTED: &str = r#"{"type":"object","properties":{"product":{"type":"string","title":"Product"},"quantity":{"type":"integer","title":"Quantity","minimum":1,"maximum":99}},"required":["product","quantity"]}"#;
const CODE: &str = r#"{"type":"object","properties":{"code":{"type":"string","title":"Coupon code"}},"required":["code"]}"#;
const EMAIL: &str = r#"{"type":"object","properties":{"email":{"type":"string","format":"email"}},"required":["email"]}"#;

/// The demo shop's tools at its checkout, with the newsletter's form.
pub(super) fn demo_shop() -> Vec<ToolSpec> {
    let search = r#"{"type":"object","properties":{"query":{"type":"string","title":"Search words","description":"What to look for, such as mugs; empty for everything","maxLength":200},"max_price":{"type":"number","title":"Highest price in euros","minimum":0}},"required":["query"]}"#;
    tools(&[
        (
            "get_page_context",
            "Look at this page",
            "Tell which page of the shop is open and what it shows.",
            NOTHING,
        ),
        (
            "search_products",
            "Search products",
            "Find products of the shop by words, and up to a price. Returns names, article numbers and prices.",
            search,
        ),
        (
            "get_product",
            "Look at a product",
            "Tell the price, stock, delivery, material, size and description of one product.",
            PRODUCT,
        ),
        (
            "read_reviews",
            "Read reviews",
            "Read what customers say about one product: their reviews.",
            PRODUCT,
        ),
        (
            "get_cart",
            "Look into the cart",
            "Tell what is in the cart, the coupon, delivery and the total.",
            NOTHING,
        ),
        ("add_to_cart", "Add to cart", "Add a product to the cart.", COUNTED),
        (
            "set_quantity",
            "Change the quantity",
            "Set how many of a product are in the cart.",
            COUNTED,
        ),
        ("apply_coupon", "Apply a coupon", "Apply a coupon code to the cart.", CODE),
        (
            "place_order",
            "Place the order",
            "Place the order: buy what is in the cart, sent to the address on this page.",
            NOTHING,
        ),
        (
            "subscribe_newsletter",
            "Subscribe to the newsletter",
            "Subscribe an email address to the newsletter, four letters a year.",
            r#"{"type":"object","properties":{"email":{"type":"string","description":"The email address that gets the letter"}},"required":["email"]}"#,
        ),
    ])
}

/// A shop whose search and checkout take more.
pub(super) fn rich_shop() -> Vec<ToolSpec> {
    let search = r#"{"type":"object","properties":{
        "query":{"type":"string","description":"Words to look for"},
        "category":{"type":"string","enum":["kitchen","dining","bath","garden"]},
        "max_price":{"type":"number"},"min_price":{"type":"number"},
        "in_stock":{"type":"boolean","title":"In stock"},
        "sort":{"type":"string","anyOf":[{"const":"price-asc","title":"Price, low to high"},{"const":"price-desc","title":"Price, high to low"},{"const":"rating","title":"Best rated"}]}},
        "required":["query"]}"#;
    let order = r#"{"type":"object","properties":{"name":{"type":"string","title":"Your name"},"email":{"type":"string","format":"email"},"note":{"type":"string"}}}"#;
    tools(&[
        ("search_products", "", "Find products by words, category and price.", search),
        ("get_product", "", "Details of one product: price, stock, delivery.", PRODUCT),
        ("get_cart", "", "What is in the cart.", NOTHING),
        ("read_reviews", "", "Reviews that customers wrote about a product.", PRODUCT),
        ("add_to_cart", "Add to cart", "Puts a product into the cart.", COUNTED),
        ("set_quantity", "", "Changes the quantity of a product in the cart.", COUNTED),
        ("apply_coupon", "", "Applies a coupon code.", CODE),
        ("place_order", "", "Places the order.", order),
        ("get_page_context", "", "What this page shows.", NOTHING),
        ("subscribe_newsletter", "", "Subscribes an e-mail address to the newsletter.", EMAIL),
    ])
}

/// A software vendor's pricing page.
pub(super) fn plans() -> Vec<ToolSpec> {
    let list = r#"{"type":"object","properties":{"feature":{"type":"string","title":"Feature"}}}"#;
    let compare = r#"{"type":"object","properties":{"plans":{"type":"array","items":{"type":"string","enum":["free","team","pro","enterprise"]},"minItems":2}},"required":["plans"]}"#;
    let contact = r#"{"type":"object","properties":{"email":{"type":"string","format":"email"},"message":{"type":"string","title":"Message"}},"required":["email"]}"#;
    tools(&[
        ("list_plans", "List plans", "Lists the plans with prices and features.", list),
        ("compare_plans", "Compare plans", "Compares two or more plans.", compare),
        ("contact_sales", "Contact sales", "Sends a message to the sales team.", contact),
    ])
}

/// A restaurant's page.
pub(super) fn restaurant() -> Vec<ToolSpec> {
    let free = r#"{"type":"object","properties":{"date":{"type":"string","format":"date"},"people":{"type":"integer","minimum":1,"maximum":12}},"required":["date"]}"#;
    let book = r#"{"type":"object","properties":{"date":{"type":"string","format":"date"},"time":{"type":"string","title":"Time"},"people":{"type":"integer","title":"Guests","minimum":1,"maximum":12},"name":{"type":"string","title":"Name"},"outside":{"type":"boolean","title":"Outside"}},"required":["date","time","people","name"]}"#;
    let cancel = r#"{"type":"object","properties":{"reference":{"type":"string","title":"Booking reference"}},"required":["reference"]}"#;
    tools(&[
        ("check_availability", "Check availability", "Free tables on a date.", free),
        ("book_table", "Book a table", "Books a table.", book),
        ("cancel_booking", "Cancel a booking", "Cancels a booking.", cancel),
        ("show_menu", "Show the menu", "The dishes of the day.", NOTHING),
    ])
}

/// A help desk.
pub(super) fn desk() -> Vec<ToolSpec> {
    let create = r#"{"type":"object","properties":{"subject":{"type":"string","title":"Subject"},"priority":{"type":"string","enum":["low","normal","high"]}},"required":["subject"]}"#;
    let list = r#"{"type":"object","properties":{"status":{"type":"string","enum":["open","closed","waiting"]}}}"#;
    let id = r#"{"type":"object","properties":{"id":{"type":"integer","title":"Ticket number"}},"required":["id"]}"#;
    let assign = r#"{"type":"object","properties":{"id":{"type":"integer"},"assignee":{"type":"string","title":"Assignee"}},"required":["id","assignee"]}"#;
    tools(&[
        ("create_ticket", "Open a ticket", "Creates a support ticket.", create),
        ("list_tickets", "List tickets", "Lists the tickets of this team.", list),
        ("get_ticket", "Show a ticket", "Shows one ticket.", id),
        ("close_ticket", "Close a ticket", "Closes one ticket.", id),
        ("assign_ticket", "Assign a ticket", "Assigns a ticket to a person.", assign),
    ])
}

/// An airline, with names as JavaScript writes them.
pub(super) fn airline() -> Vec<ToolSpec> {
    let search = r#"{"type":"object","properties":{"origin":{"type":"string"},"destination":{"type":"string"},"departureDate":{"type":"string","format":"date"},"passengers":{"type":"integer","minimum":1},"cabinClass":{"type":"string","enum":["economy","premium_economy","business","first"]}},"required":["origin","destination","departureDate"]}"#;
    let book = r#"{"type":"object","properties":{"flightNumber":{"type":"string"},"passengerName":{"type":"string"}},"required":["flightNumber","passengerName"]}"#;
    let weather =
        r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
    tools(&[
        ("searchFlights", "", "Search flights between two airports", search),
        ("bookFlight", "", "Book a flight", book),
        ("get_weather", "", "Current weather for a city", weather),
    ])
}

/// A notebook with settings.
pub(super) fn notes() -> Vec<ToolSpec> {
    let create = r#"{"type":"object","properties":{"title":{"type":"string"},"body":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},"required":["title"]}"#;
    let search = r#"{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}"#;
    let delete = r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"#;
    let dark =
        r#"{"type":"object","properties":{"enabled":{"type":"boolean"}},"required":["enabled"]}"#;
    let language = r#"{"type":"object","properties":{"language":{"type":"string","enum":["en","de","fr"],"title":"Language"}},"required":["language"]}"#;
    let volume = r#"{"type":"object","properties":{"level":{"type":"number","minimum":0,"maximum":100}},"required":["level"]}"#;
    tools(&[
        ("create_note", "", "Create a note", create),
        ("search_notes", "", "Search notes", search),
        ("delete_note", "", "Delete a note", delete),
        ("toggle_dark_mode", "", "Turn dark mode on or off", dark),
        ("set_language", "", "Set the language", language),
        ("set_volume", "", "Set the volume", volume),
    ])
}

/// A bank.
pub(super) fn bank() -> Vec<ToolSpec> {
    let list = r#"{"type":"object","properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"},"min_amount":{"type":"number"},"max_amount":{"type":"number"}}}"#;
    let transfer = r#"{"type":"object","properties":{"amount":{"type":"number","minimum":0.01},"iban":{"type":"string"},"reference":{"type":"string"}},"required":["amount","iban"]}"#;
    tools(&[
        ("list_transactions", "", "List transactions", list),
        ("transfer_money", "", "Transfer money to an account", transfer),
        ("get_balance", "", "Get the balance", NOTHING),
    ])
}

/// A library, whose search needs nothing in particular.
pub(super) fn library() -> Vec<ToolSpec> {
    let find = r#"{"type":"object","properties":{"author":{"type":"string"},"title":{"type":"string"},"subject":{"type":"string"},"year_from":{"type":"integer"},"language":{"type":"string","enum":["en","nl"]}}}"#;
    let reserve =
        r#"{"type":"object","properties":{"isbn":{"type":"string"}},"required":["isbn"]}"#;
    let hours = r#"{"type":"object","properties":{"branch":{"type":"string","enum":["central","north","south"]}}}"#;
    let renew =
        r#"{"type":"object","properties":{"loanId":{"type":"integer"}},"required":["loanId"]}"#;
    tools(&[
        ("find_books", "Find books", "Find books by title, author or subject.", find),
        ("reserve_book", "", "Reserve a book", reserve),
        ("opening_hours", "", "Opening hours", hours),
        ("renew_loan", "", "Renew a loan", renew),
    ])
}
