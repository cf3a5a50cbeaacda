//! A moment in the page's zone.

use leptos::prelude::*;

use crate::admin::zone::{Zone, exact};

/// A moment; the other zone shows on hover: UTC here, and the reader's own once a script is there.
#[component]
pub fn Time(
    /// Milliseconds since 1970.
    ms: u64,
    /// The page's zone.
    zone: Zone,
) -> impl IntoView {
    let utc = exact(ms);
    view! {
        <time class="when" datetime=utc.clone() title=utc>
            {zone.moment(ms)}
        </time>
    }
}
