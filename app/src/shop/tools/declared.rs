//! The tools as they are declared: names, words, schemas, hints. Nothing here runs.

use super::Place;
use super::schemas::{CODE, NOTHING, PRODUCT, PRODUCT_AND_QUANTITY, SEARCH};

/// A tool of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// What this page shows.
    GetPageContext,
    /// What the shop has.
    SearchProducts,
    /// All about one product.
    GetProduct,
    /// What customers wrote.
    ReadReviews,
    /// What is in the cart.
    GetCart,
    /// More of a product.
    AddToCart,
    /// How many of a product.
    SetQuantity,
    /// A discount.
    ApplyCoupon,
    /// The order.
    PlaceOrder,
}

/// What a tool does to the world, as WebMCP's annotations say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It changes nothing.
    Reads,
    /// It changes nothing, and its result holds words of strangers.
    ReadsStrangers,
    /// It changes something that can be changed back.
    Changes,
    /// It does what cannot be taken back.
    Commits,
}

const READING: [Tool; 5] = [
    Tool::GetPageContext,
    Tool::SearchProducts,
    Tool::GetProduct,
    Tool::ReadReviews,
    Tool::GetCart,
];

impl Tool {
    /// The tools of a kind of page: an order can only be placed at the checkout, and on an order's
    /// page the cart is history.
    pub fn on(place: Place) -> Vec<Self> {
        let mut tools = READING.to_vec();
        tools.push(Self::AddToCart);
        if place != Place::Order {
            tools.extend([Self::SetQuantity, Self::ApplyCoupon]);
        }
        if place == Place::Checkout {
            tools.push(Self::PlaceOrder);
        }
        tools
    }

    /// Its name for models.
    pub fn name(self) -> &'static str {
        match self {
            Self::GetPageContext => "get_page_context",
            Self::SearchProducts => "search_products",
            Self::GetProduct => "get_product",
            Self::ReadReviews => "read_reviews",
            Self::GetCart => "get_cart",
            Self::AddToCart => "add_to_cart",
            Self::SetQuantity => "set_quantity",
            Self::ApplyCoupon => "apply_coupon",
            Self::PlaceOrder => "place_order",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::GetPageContext => "Look at this page",
            Self::SearchProducts => "Search products",
            Self::GetProduct => "Look at a product",
            Self::ReadReviews => "Read reviews",
            Self::GetCart => "Look into the cart",
            Self::AddToCart => "Add to cart",
            Self::SetQuantity => "Change the quantity",
            Self::ApplyCoupon => "Apply a coupon",
            Self::PlaceOrder => "Place the order",
        }
    }

    /// What it does, for models and on the card.
    pub fn description(self) -> &'static str {
        match self {
            Self::GetPageContext => "Tell which page of the shop is open and what it shows.",
            Self::SearchProducts => {
                "Find products of the shop by words, and up to a price. Returns names, article \
                 numbers and prices."
            }
            Self::GetProduct => {
                "Tell the price, stock, delivery, material, size and description of one product."
            }
            Self::ReadReviews => "Read what customers say about one product: their reviews.",
            Self::GetCart => "Tell what is in the cart, the coupon, delivery and the total.",
            Self::AddToCart => "Add a product to the cart.",
            Self::SetQuantity => "Set how many of a product are in the cart.",
            Self::ApplyCoupon => "Apply a coupon code to the cart.",
            Self::PlaceOrder => {
                "Place the order: buy what is in the cart, sent to the address on this page."
            }
        }
    }

    /// The JSON Schema of its arguments.
    pub fn schema(self) -> &'static str {
        match self {
            Self::GetPageContext | Self::GetCart | Self::PlaceOrder => NOTHING,
            Self::SearchProducts => SEARCH,
            Self::GetProduct | Self::ReadReviews => PRODUCT,
            Self::AddToCart | Self::SetQuantity => PRODUCT_AND_QUANTITY,
            Self::ApplyCoupon => CODE,
        }
    }

    /// Its annotations as JSON. What changes something says so, too: silence would read as unknown.
    pub fn annotations(self) -> &'static str {
        match self.effect() {
            Effect::Reads => r#"{"readOnlyHint":true}"#,
            Effect::ReadsStrangers => r#"{"readOnlyHint":true,"untrustedContentHint":true}"#,
            Effect::Changes => r#"{"readOnlyHint":false}"#,
            Effect::Commits => r#"{"readOnlyHint":false,"consequentialHint":true}"#,
        }
    }

    /// True when the page is to say what it did.
    pub fn changes(self) -> bool {
        matches!(self.effect(), Effect::Changes | Effect::Commits)
    }

    fn effect(self) -> Effect {
        match self {
            Self::GetPageContext | Self::SearchProducts | Self::GetProduct | Self::GetCart => {
                Effect::Reads
            }
            Self::ReadReviews => Effect::ReadsStrangers,
            Self::AddToCart | Self::SetQuantity | Self::ApplyCoupon => Effect::Changes,
            Self::PlaceOrder => Effect::Commits,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{Place, Tool};

    #[test]
    fn schemas_and_annotations_are_json_and_required_arguments_are_described() {
        for tool in Tool::on(Place::Checkout) {
            let schema: Value = serde_json::from_str(tool.schema()).unwrap();
            let hints: Value = serde_json::from_str(tool.annotations()).unwrap();
            assert_eq!(schema["type"], "object", "{}", tool.name());
            for name in schema["required"].as_array().into_iter().flatten() {
                let property = &schema["properties"][name.as_str().unwrap()];
                assert!(property["title"].is_string(), "{}: {name}", tool.name());
            }
            assert!(hints["readOnlyHint"].is_boolean(), "{}", tool.name());
            assert_eq!(hints["readOnlyHint"] == false, tool.changes(), "{}", tool.name());
        }
    }

    #[test]
    fn an_order_can_be_placed_at_the_checkout_only() {
        for place in [Place::Shop, Place::Cart, Place::Order] {
            assert!(!Tool::on(place).contains(&Tool::PlaceOrder), "{place:?}");
        }
        assert!(Tool::on(Place::Checkout).contains(&Tool::PlaceOrder));
    }

    #[test]
    fn only_reviews_are_words_of_strangers_and_only_the_order_is_final() {
        for tool in Tool::on(Place::Checkout) {
            let hints = tool.annotations();
            assert_eq!(hints.contains("untrusted"), tool == Tool::ReadReviews);
            assert_eq!(hints.contains("consequential"), tool == Tool::PlaceOrder);
        }
    }
}
