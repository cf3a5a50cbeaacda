//! The quiet strip that explains the demo: what to ask, which model answers, what it may do here.

use leptos::prelude::*;

use crate::shop::demo::Model;
use crate::shop::islands::AskChips;
use crate::shop::visit::Visit;
use crate::site::Site;

/// Under the header of every page of the shop.
#[component]
pub(super) fn DemoStrip(
    /// Whose choices count.
    visit: Visit,
    /// What one could ask on this page.
    ask: Vec<String>,
) -> impl IntoView {
    let demo = visit.demo();
    let site = &visit.site;
    let fills_cart = demo.allows("add_to_cart");
    let answers = answers(demo.model, site);
    let other: Vec<_> =
        demo.pre_approved.iter().filter(|tool| *tool != "add_to_cart").cloned().collect();
    let other = (!other.is_empty()).then(|| {
        view! { <p class="small">{format!("This page's address also approves: {}.", other.join(", "))}</p> }
    });
    view! {
        <aside class="strip" aria-label="About this demo">
            <p class="strip-words">
                "Ask the agent:"
            </p>
            <AskChips questions=ask/>
            <details class="setup">
                <summary>
                    <span class="setup-label">"Answers: "</span>
                    {answers}
                    {fills_cart.then_some(", fills the cart unasked")}
                </summary>
                <form method="post" action=site.href("/api/fn/choose_demo")>
                    <fieldset>
                        <legend>"Who answers"</legend>
                        <ModelChoice
                            model=Model::Rules
                            chosen=demo.model
                            words="Demo rules. Keywords, not AI; need no key.".to_owned()
                        />
                        <ModelChoice
                            model=Model::Proxy
                            chosen=demo.model
                            words=site
                                .model
                                .as_ref()
                                .map_or_else(
                                    || {
                                        "This server’s model. None is set up, so the rules answer there, too."
                                            .to_owned()
                                    },
                                    |model| format!("This server’s model: {model}."),
                                )
                        />
                        <ModelChoice
                            model=Model::Chrome
                            chosen=demo.model
                            words="Chrome’s own, on your device, where the browser has one.".to_owned()
                        />
                    </fieldset>
                    <fieldset>
                        <legend>"What it may do here"</legend>
                        <p class="small">
                            "It can look at products, reviews and the cart. Before it changes the cart it \
                             asks; before it places an order it always asks."
                        </p>
                        <label class="choice">
                            <input type="checkbox" name="pre" value="add_to_cart" checked=fills_cart/>
                            <span>
                                "Let it add to the cart without asking. After it has read reviews it \
                                 asks all the same."
                            </span>
                        </label>
                        {other}
                    </fieldset>
                    <button class="button">"Use this"</button>
                </form>
            </details>
        </aside>
    }
}

#[component]
fn ModelChoice(model: Model, chosen: Model, words: String) -> impl IntoView {
    view! {
        <label class="choice">
            <input type="radio" name="model" value=model.name() checked=model == chosen/>
            <span>{words}</span>
        </label>
    }
}

/// Who answers, in as few words as the strip has room for.
fn answers(model: Model, site: &Site) -> String {
    match model {
        Model::Rules => "demo rules, not AI".to_owned(),
        Model::Proxy => {
            site.model.clone().unwrap_or_else(|| "this server’s rules, not AI".to_owned())
        }
        Model::Chrome => "Chrome’s own model".to_owned(),
    }
}
