//! What happened on this page since it was loaded, shared by its islands: when a tool fills the
//! cart, the badge, the notice and the rows follow.
//!
//! On the server nothing has happened yet, so that every island starts from what it was given.

#[cfg(feature = "hydrate")]
mod page {
    use std::cell::LazyCell;

    use leptos::prelude::*;

    use crate::shop::cart::Cart;
    use crate::shop::said::{Placed, Said};

    struct Page {
        cart: ArcRwSignal<Option<Cart>>,
        said: ArcRwSignal<Option<Said>>,
    }

    thread_local! {
        static PAGE: LazyCell<Page> = LazyCell::new(|| Page {
            cart: ArcRwSignal::new(None),
            said: ArcRwSignal::new(None),
        });
    }

    /// The cart, once it was looked at or changed here.
    pub fn cart() -> Option<Cart> {
        PAGE.with(|page| page.cart.get())
    }

    /// The cart, for whoever only looks once.
    pub(crate) fn peek_cart() -> Option<Cart> {
        PAGE.with(|page| page.cart.get_untracked())
    }

    /// What a change on this page was answered with.
    pub fn said() -> Option<Said> {
        PAGE.with(|page| page.said.get())
    }

    /// The order that was placed here.
    pub fn placed() -> Option<Placed> {
        said().and_then(|said| said.placed)
    }

    /// Shows the cart that came with an answer, and the answer itself if it is to be shown.
    pub(crate) fn show(said: &Said, shows_words: bool) {
        PAGE.with(|page| {
            if let Some(cart) = &said.cart {
                page.cart.set(Some(cart.clone()));
            }
            if shows_words {
                page.said.set(Some(said.clone()));
            }
        });
    }
}

#[cfg(not(feature = "hydrate"))]
mod page {
    use crate::shop::cart::Cart;
    use crate::shop::said::{Placed, Said};

    /// Nothing was looked at yet.
    pub fn cart() -> Option<Cart> {
        None
    }

    /// Nothing was said yet.
    pub fn said() -> Option<Said> {
        None
    }

    /// Nothing was placed yet.
    pub fn placed() -> Option<Placed> {
        None
    }
}

pub use page::{cart, placed, said};
#[cfg(feature = "hydrate")]
pub(crate) use page::{peek_cart, show};
