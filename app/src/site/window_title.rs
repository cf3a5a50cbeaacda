//! The window's title.

use leptos::prelude::*;
use leptos_meta::Title;

/// The title, whatever its text. The framework writes a title into the head as it is, so that a
/// text of strangers could end the element and go on as markup.
#[component]
pub fn WindowTitle(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <Title text=escaped(&text)/> }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_title_cannot_end_its_element() {
        assert_eq!(escaped("Q&A </title><script>"), "Q&amp;A &lt;/title>&lt;script>");
    }
}
