//! The foot of every page: the newsletter, as a form that is a tool as well, and where one is.

use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;

use super::frame::NAME;
use crate::shop::product::Category;
use crate::site::Site;

/// What the form is for, in the words of a tool.
const LETTER: &str = "Subscribe an email address to the newsletter, four letters a year.";

/// The footer.
#[component]
pub(super) fn Footer(
    /// Where the site is.
    site: Site,
    /// The shelves.
    categories: Vec<Category>,
) -> impl IntoView {
    let shelves = categories
        .iter()
        .map(|category| {
            view! {
                <li>
                    <a href=site.href(&format!("/shop/c/{}", category.slug))>
                        {category.name.clone()}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <footer class="foot">
            <section class="letter">
                <h2>"A letter, four times a year"</h2>
                <p class="small">"What is new on the shelves, and what we have learnt to mend."</p>
                // A declarative tool: the browser fills it for the agent, the visitor presses the button.
                <form
                    class="inline"
                    method="post"
                    action=site.href("/api/fn/subscribe_newsletter")
                    {..custom_attribute("toolname", "subscribe_newsletter")}
                    {..custom_attribute("tooltitle", "Subscribe to the newsletter")}
                    {..custom_attribute("tooldescription", LETTER)}
                >
                    <label class="unseen" for="letter-email">
                        "Email address for the newsletter"
                    </label>
                    <input
                        id="letter-email"
                        name="email"
                        type="email"
                        autocomplete="email"
                        placeholder="you@example.com"
                        maxlength="120"
                        required
                        {..custom_attribute("toolparamdescription", "The email address that gets the letter")}
                    />
                    <button class="button">"Subscribe"</button>
                </form>
            </section>
            <nav aria-label="Shelves, again">
                <h2>"Shelves"</h2>
                <ul>{shelves}</ul>
            </nav>
            <section>
                <h2>{NAME}</h2>
                <p class="small">
                    "A shop that does not exist, so nothing is charged and nothing is sent. It shows "
                    <a href=site.href("/")>"Site Agent"</a> "."
                </p>
            </section>
        </footer>
    }
}
