//! The frame of every page: where the site lives, the document around a page, the routes.

mod embed;
mod home;
mod hydration;
mod place;
mod routes;
mod shell;
mod window_title;

pub use place::{Assets, Site, href};
pub use routes::App;
pub use shell::shell;
pub use window_title::WindowTitle;
