//! Values of any size: short ones as they are, long ones folded, and in pieces that a browser lays
//! out only when they come into sight.

use leptos::prelude::*;

use super::text::strange;
use crate::admin::said_as::size;

/// Bytes that are shown without asking.
const SHORT: usize = 2_000;

/// Bytes of a piece.
const PIECE: usize = 8_000;

/// A value under a name.
#[component]
pub fn Value(
    /// What it is.
    #[prop(into)]
    name: String,
    /// The value; `None` where it was not stored.
    text: Option<String>,
    /// Unique in the page, for copying.
    #[prop(into)]
    id: String,
) -> impl IntoView {
    let Some(text) = text else {
        return view! {
            <div class="value">
                <p class="value-name">{name}</p>
                <p class="small">"Not stored."</p>
            </div>
        }
        .into_any();
    };
    view! {
        <div class="value">
            <p class="value-name">
                {name.clone()}
                <button
                    type="button"
                    class="copy"
                    data-copy=id.clone()
                    aria-label=format!("Copy: {name}")
                >
                    "Copy"
                </button>
            </p>
            <Large text id/>
        </div>
    }
    .into_any()
}

/// A text that may be long.
#[component]
pub fn Large(
    /// The text.
    text: String,
    /// Unique in the page.
    id: String,
) -> impl IntoView {
    if text.is_empty() {
        return view! { <p class="small" id=id>"Empty."</p> }.into_any();
    }
    if text.len() <= SHORT {
        return view! {
            <pre class="text" dir="auto" id=id>
                {strange(&text)}
            </pre>
        }
        .into_any();
    }
    let start = split_at(&text, SHORT / 3).0.to_owned();
    let pieces = pieces(&text)
        .map(|piece| view! { <pre class="piece" dir="auto">{strange(piece)}</pre> })
        .collect_view();
    view! {
        <pre class="text cut" dir="auto" aria-hidden="true">
            {strange(&start)}
        </pre>
        <details class="large">
            <summary>{format!("Show all {}", size(text.len()))}</summary>
            <div class="text" id=id tabindex="0" role="group" aria-label="The whole text">
                {pieces}
            </div>
        </details>
    }
    .into_any()
}

/// A text in pieces, each ending with a line where it has lines.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, others) = split_at(rest, PIECE);
        rest = others;
        Some(piece)
    })
}

/// Splits at a line's end shortly before `most` bytes, else at a character.
fn split_at(text: &str, most: usize) -> (&str, &str) {
    if text.len() <= most {
        return (text, "");
    }
    let fits = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let line = text[..fits].rfind('\n').map(|at| at + 1).filter(|&at| at > most / 2);
    text.split_at(line.unwrap_or(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_whole_text_and_none_is_large() {
        for text in ["é".repeat(30_000), "a line of text\n".repeat(9_000), String::new()] {
            let found: Vec<_> = pieces(&text).collect();
            assert_eq!(found.concat(), text);
            assert!(found.iter().all(|piece| piece.len() <= PIECE && !piece.is_empty()));
        }
        let lines = "a line of text\n".repeat(9_000);
        assert!(pieces(&lines).all(|piece| piece.ends_with('\n')));
    }

    #[test]
    fn a_long_value_is_folded_and_says_how_long() {
        let html = view! { <Value name="Text" text=Some("x".repeat(2_000_000)) id="a"/> }.to_html();
        assert!(html.contains("Show all 2.0 MB"), "{}", &html[..500]);
        let html = view! { <Value name="Text" text=None id="a"/> }.to_html();
        assert!(html.contains("Not stored."));
    }
}
