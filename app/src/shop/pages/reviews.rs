//! What customers wrote: their words, shown as text and never as anything else.

use leptos::prelude::*;

use crate::shop::product::{Rating, Review};

/// The reviews of a product.
#[component]
pub(super) fn Reviews(
    /// Their mean.
    rating: Option<Rating>,
    /// The newest first.
    reviews: Vec<Review>,
) -> impl IntoView {
    let mean = rating.map(|rating| {
        view! { <p class="small">{format!("{} of 5 from {} reviews", rating.mean(), rating.count)}</p> }
    });
    let items = reviews
        .into_iter()
        .map(|review| {
            let day = day(&review.written_on);
            view! {
                <li class="review">
                    <h3>{review.title}</h3>
                    <p class="by small">
                        <Stars tenths=review.stars * 10/>
                        {review.author}
                        ", "
                        <time datetime=review.written_on>{day}</time>
                    </p>
                    <p>{review.text}</p>
                </li>
            }
        })
        .collect_view();
    view! {
        <section id="reviews" aria-labelledby="reviews-heading">
            <h2 id="reviews-heading" class="section">
                "What people say"
            </h2>
            {mean}
            <ul class="reviews">{items}</ul>
        </section>
    }
}

/// Five stars, as many of them filled as it was given.
#[component]
pub(super) fn Stars(
    /// Tenths of a star.
    tenths: u32,
) -> impl IntoView {
    let full = ((tenths + 5) / 10).min(5);
    let stars: String = (1..=5).map(|star| if star <= full { '★' } else { '☆' }).collect();
    view! {
        <span class="stars" aria-hidden="true">
            {stars}
        </span>
        <span class="unseen">{format!("{full} of 5 stars, ")}</span>
    }
}

/// `14 March 2026` for `2026-03-14`.
fn day(iso: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = iso.splitn(3, '-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let month = month.and_then(|month| MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?));
    match (year, month, day) {
        (Some(year), Some(month), Some(day)) => {
            format!("{} {month} {year}", day.trim_start_matches('0'))
        }
        _ => iso.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn a_day_is_written_out() {
        assert_eq!(day("2026-03-04"), "4 March 2026");
        assert_eq!(day("soon"), "soon");
        assert_eq!(day("2026-13-01"), "2026-13-01");
    }
}
