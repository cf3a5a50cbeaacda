//! `/admin/settings/data`: how long runs are kept, and a copy of everything.

use leptos::prelude::*;

use super::tabs::{Tab, Tabs};
use crate::admin::said_as::{number, several, size};
use crate::admin::trace::Retention;
use crate::admin::{AdminFrame, AdminIcon, Section};
use crate::ports::Ports;
use crate::site::href;

/// The page.
#[component]
pub(super) fn DataPage() -> impl IntoView {
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    Suspend::new(async move {
        let bytes = usize::try_from(ports.keeping.bytes().await).unwrap_or(usize::MAX);
        let (now, configured) = (ports.keeping.retention(), ports.keeping.configured());
        view! {
            <AdminFrame title="Stored data" current=Section::Settings>
                <Tabs current=Tab::Data/>
                <div class="card-boxes">
                    <section class="card-box">
                        <h2>"How long runs are kept"</h2>
                        <p>{format!("Kept now: {}. They take {}.", kept(now), size(bytes))}</p>
                        <Bounds now configured/>
                    </section>
                    <section class="card-box">
                        <h2>"Backup"</h2>
                        <p>
                            "A file (tar) with both databases: runs, accounts, widgets, the shop. Each is one \
                             moment of it, and visitors notice nothing. Where there are many runs, the \
                             download pauses while their database is copied."
                        </p>
                        <p>
                            <a
                                class="button"
                                href=href("/admin/files/own/backup.tar")
                                download=""
                                rel="external"
                            >
                                {AdminIcon::Download.view()}
                                "Download a backup"
                            </a>
                        </p>
                        <p class="small">
                            "It holds what visitors wrote: keep it as safe as this dashboard, and delete it in time. \
                             The key that opens sealed secrets is not in it. Unpack it and hand the folder to "
                            <code>"site-agent restore FOLDER"</code> " to bring it back."
                        </p>
                    </section>
                </div>
            </AdminFrame>
        }
    })
    .into_any()
}

/// The form.
#[component]
fn Bounds(now: Retention, configured: Retention) -> impl IntoView {
    let is_configured = now == configured;
    let back = (!is_configured).then(|| {
        view! {
            <form class="stack" method="post" action=href("/api/fn/admin/own/keep_runs")>
                <p>
                    <button class="button small" name="as_configured" value="yes">
                        {format!("Back to the configuration: {}", kept(configured))}
                    </button>
                </p>
            </form>
        }
    });
    let whose = if is_configured {
        "That is what the configuration says."
    } else {
        "That was set here, and holds in place of what the configuration says."
    };
    view! {
        <p class="small">{whose}</p>
        <form class="stack" method="post" action=href("/api/fn/admin/own/keep_runs")>
            {bound("days", "Days", now.days, Retention::MOST_DAYS)}
            {bound("runs", "Runs, the newest", now.runs, Retention::MOST_RUNS)}
            <p class="small">
                "0 is no bound. What is beyond the new bounds is deleted at once and for good; the sums \
                 of the overview stay."
            </p>
            <p>
                <button class="button primary">"Keep them so"</button>
            </p>
        </form>
        {back}
    }
}

fn bound(name: &'static str, label: &'static str, now: Option<u32>, most: u32) -> impl IntoView {
    view! {
        <p class="field">
            <label for=name>{label}</label>
            <input
                id=name
                name=name
                type="number"
                inputmode="numeric"
                min="0"
                max=most
                step="1"
                required
                value=now.unwrap_or(0)
            />
        </p>
    }
}

/// Bounds in words.
pub(in crate::admin::account) fn kept(retention: Retention) -> String {
    match (retention.days, retention.runs) {
        (None, None) => "all runs, for ever".to_owned(),
        (Some(days), None) => format!("all runs of {}", several(days.into(), "day")),
        (None, Some(runs)) => format!("the newest {}, however old", several(runs.into(), "run")),
        (Some(days), Some(runs)) => {
            format!("runs of {}, {} at most", several(days.into(), "day"), number(runs.into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_read_well() {
        let kept = |days, runs| kept(Retention { days, runs });
        assert_eq!(kept(Some(90), Some(1_000_000)), "runs of 90 days, 1,000,000 at most");
        assert_eq!(kept(Some(1), None), "all runs of 1 day");
        assert_eq!(kept(None, Some(500)), "the newest 500 runs, however old");
        assert_eq!(kept(None, None), "all runs, for ever");
    }
}
