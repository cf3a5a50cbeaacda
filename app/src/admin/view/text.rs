//! Text that strangers wrote: visitors, pages, models.
//!
//! It is put on a page as text nodes and in a direction of its own. Characters that turn or hide
//! what stands around them are kept, each in an isolation of its own, and made visible.

use leptos::prelude::*;

/// Marks that are made visible in one text; what follows is shown as it is, still isolated.
const MOST_MARKS: usize = 200;

/// A text in a line.
#[component]
pub fn Strange(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <bdi>{strange(&text)}</bdi> }
}

/// A text's content, for an element that isolates it.
pub fn strange(text: &str) -> AnyView {
    let mut parts: Vec<AnyView> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_hidden) {
        let mark = rest[at..].chars().next().unwrap_or_default();
        if parts.len() / 2 >= MOST_MARKS {
            break;
        }
        if at > 0 {
            parts.push(rest[..at].to_owned().into_any());
        }
        parts.push(
            view! {
                <span class="mark" data-code=format!("U+{:04X}", u32::from(mark))>
                    <bdi>{mark.to_string()}</bdi>
                </span>
            }
            .into_any(),
        );
        rest = &rest[at + mark.len_utf8()..];
    }
    if parts.is_empty() {
        return rest.to_owned().into_any();
    }
    parts.push(rest.to_owned().into_any());
    parts.into_any()
}

/// Bidi controls, zero-width characters, and controls that no text needs.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text_and_hidden_characters_show() {
        let html = strange("<b>a</b> \u{202e}txt.exe\u{0}").to_html();
        assert!(html.contains("&lt;b&gt;a&lt;/b&gt; "), "{html}");
        assert!(html.contains("data-code=\"U+202E\"") && html.contains("<bdi>\u{202e}"), "{html}");
        assert!(html.contains("data-code=\"U+0000\""), "{html}");
    }

    #[test]
    fn a_text_full_of_marks_stays_small() {
        let html = strange(&"\u{202e}".repeat(100_000)).to_html();
        assert!(html.len() < 400_000, "{}", html.len());
    }
}
