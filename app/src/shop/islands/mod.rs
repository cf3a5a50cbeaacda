//! The parts of a page that follow what the tools do. Each is rendered on the server first and
//! works as plain links and forms until it wakes.

mod ask_chips;
mod cart_badge;
mod cart_table;
mod checkout;
mod notice;
mod sums;

pub use ask_chips::AskChips;
pub use cart_badge::CartBadge;
pub use cart_table::CartTable;
pub use checkout::Checkout;
pub use notice::Notice;
