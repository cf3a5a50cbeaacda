//! The shop's server functions, one a file, at `/api/fn/<name>`. Each calls the counter.
//!
//! A script gets the answer as JSON; a plain form is sent back to its page, which shows it.

mod add_to_cart;
mod apply_coupon;
mod choose_demo;
mod get_cart;
mod get_product;
mod place_order;
mod read_reviews;
mod search_products;
mod set_quantity;
mod subscribe_newsletter;

pub use add_to_cart::add_to_cart;
pub use apply_coupon::apply_coupon;
pub use choose_demo::choose_demo;
pub use get_cart::get_cart;
pub use get_product::get_product;
pub use place_order::place_order;
pub use read_reviews::read_reviews;
pub use search_products::search_products;
pub use set_quantity::set_quantity;
pub use subscribe_newsletter::subscribe_newsletter;
