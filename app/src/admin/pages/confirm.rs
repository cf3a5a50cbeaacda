//! `/admin/traces/delete?id=…` or `?q=&until=`: says what exactly would be deleted, and asks.

use leptos::prelude::*;

use crate::admin::asked::selected;
use crate::admin::desk::{Desk, Fault, Sheet, now, serve};
use crate::admin::frame::Section;
use crate::admin::said_as::{number, several};
use crate::admin::trace::Selector;

/// The page.
#[component]
pub fn DeletePage() -> impl IntoView {
    serve(Section::Traces, async |desk| {
        let pairs = desk.pairs();
        let runs = match selected(pairs, now()) {
            Some(Ok(runs)) => runs,
            Some(Err(problem)) => return Ok(nothing(&desk, problem)),
            None => {
                let words = "No run was selected. Tick some in the list, or delete all that a \
                             filter finds.";
                return Ok(nothing(&desk, words.to_owned()));
            }
        };
        if !desk.is_owner() {
            return Err(Fault::Missing("Only owners delete runs."));
        }
        let count = desk.ports.traces.measure(&runs).await?;
        if count == 0 {
            return Ok(nothing(&desk, "These runs are not there any more.".to_owned()));
        }
        Ok(ask(&desk, &runs, count))
    })
}

fn ask(desk: &Desk, runs: &Selector, count: u64) -> Sheet {
    let q = desk.asked("q").unwrap_or_default().to_owned();
    let (which, fields) = match runs {
        Selector::Ids(ids) => {
            let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
            let which = "They are the ones you selected.".to_owned();
            (which, view! { <input type="hidden" name="ids" value=ids.join(" ")/> }.into_any())
        }
        Selector::Matching { until, .. } => {
            let which = if q.is_empty() {
                format!("That is every run stored until {}.", desk.zone.moment(*until))
            } else {
                format!("They fit “{q}” and were stored until {}.", desk.zone.moment(*until))
            };
            let fields = view! {
                <input type="hidden" name="q" value=q.clone()/>
                <input type="hidden" name="until" value=until.to_string()/>
            };
            (which, fields.into_any())
        }
    };
    let back = desk.link("/admin/traces", &[("q", &q)]);
    let them = if count == 1 { "It is" } else { "They are" };
    let body = view! {
        <form
            class="card-box confirm"
            method="post"
            action=desk.href("/api/fn/admin/own/erase_runs")
        >
            {fields}
            <p dir="auto">{which}</p>
            <p>
                {format!(
                    "{them} deleted for good: from the list, from search and from the files. \
                     Backups that you made keep what they have.",
                )}
            </p>
            <p class="inline">
                <a class="button" href=back>
                    "Keep"
                </a>
                <button class="button danger">
                    {format!("Delete {}", several(count, "run"))}
                </button>
            </p>
        </form>
    };
    Sheet { title: format!("Delete {} {}?", number(count), noun(count)), body: body.into_any() }
}

fn noun(count: u64) -> &'static str {
    if count == 1 { "run" } else { "runs" }
}

fn nothing(desk: &Desk, words: String) -> Sheet {
    let body = view! {
        <div class="blank">
            <p dir="auto">{words}</p>
            <p>
                <a class="button" href=desk.link("/admin/traces", &[])>
                    "Back to the list"
                </a>
            </p>
        </div>
    };
    Sheet { title: "Nothing to delete".to_owned(), body: body.into_any() }
}
