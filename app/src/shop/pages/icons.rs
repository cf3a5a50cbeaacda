//! The shop's own few icons: 1.5 px strokes in the colour of the words beside them.

use leptos::prelude::*;

/// Icons that the shop uses.
#[derive(Clone, Copy)]
pub enum Icon {
    /// A magnifying glass.
    Search,
    /// A basket.
    Cart,
    /// A lorry.
    Delivery,
    /// An arrow that turns back.
    Returns,
    /// A tick.
    Check,
}

impl Icon {
    /// The icon, silent: the words beside it say what it means.
    pub fn view(self) -> impl IntoView {
        let path = match self {
            Self::Search => "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4",
            Self::Cart => "M3 7.5h14l-1.5 9h-11zM6.5 7.5 9 3M13.5 7.5 11 3M8 10.5v3M12 10.5v3",
            Self::Delivery => {
                "M2 5h10v9H2zM12 8h3.5L18 11v3h-6M5.5 14a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM14.5 14a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"
            }
            Self::Returns => "M4 7h9a4 4 0 0 1 0 8H7M4 7l3.5-3.5M4 7l3.5 3.5",
            Self::Check => "m4 10.5 4 4 8-9",
        };
        view! {
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
                <path d=path></path>
            </svg>
        }
    }
}
