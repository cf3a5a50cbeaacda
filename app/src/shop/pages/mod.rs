//! The pages of the shop: rendered on the server, usable without JavaScript.

mod cart;
mod category;
mod checkout;
mod demo_strip;
mod footer;
mod frame;
mod grid;
mod home;
mod icons;
mod order;
mod product;
mod reviews;
mod search;

pub use cart::CartPage;
pub use category::CategoryPage;
pub use checkout::CheckoutPage;
pub use home::ShopPage;
pub use order::OrderPage;
pub use product::ProductPage;
pub use search::SearchPage;
