//! `/admin?days=&widget=`: what happened lately.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::charts::{Chart, Series};
use crate::admin::desk::{Desk, Sheet, now, serve};
use crate::admin::frame::Section;
use crate::admin::islands::DeskKeys;
use crate::admin::said_as::number;
use crate::admin::trace::Day;
use crate::admin::view::Strange;
use crate::admin::zone::Zone;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Spans that can be looked at, in days.
const SPANS: [u64; 3] = [7, 30, 90];

/// Widgets that the table names; the sums have all of them.
const WIDGETS: usize = 100;

/// The page.
#[component]
pub fn OverviewPage() -> impl IntoView {
    serve(Section::Overview, async |desk| {
        let span = desk.number("days").filter(|days| SPANS.contains(days)).unwrap_or(30);
        let widget = desk.asked("widget").map(str::to_owned);
        let until = now();
        let since = (until / DAY + 1).saturating_sub(span) * DAY;
        let found = desk.ports.traces.overview(since, until, widget.as_deref()).await?;
        let body = view! {
            {choices(&desk, span, widget.as_deref())}
            {if found.days.is_empty() {
                empty(&desk)
            } else {
                sums(&desk, &found.days, since, span)
            }}
            <DeskKeys/>
        };
        Ok(Sheet { title: "Overview".to_owned(), body: body.into_any() })
    })
}

fn choices(desk: &Desk, span: u64, widget: Option<&str>) -> impl IntoView + use<> {
    let spans = SPANS
        .into_iter()
        .map(|days| {
            let text = days.to_string();
            let query = [("days", text.as_str()), ("widget", widget.unwrap_or_default())];
            view! {
                <a
                    class="button small"
                    href=desk.link("/admin", &query)
                    aria-current=(days == span).then_some("true")
                >
                    {format!("{days} days")}
                </a>
            }
        })
        .collect_view();
    let of = widget.map(|widget| {
        let all = desk.link("/admin", &[("days", &span.to_string())]);
        view! {
            <p>
                "Only the widget "
                <b>
                    <Strange text=widget.to_owned()/>
                </b>
                ". "
                <a href=all>"All widgets"</a>
            </p>
        }
    });
    view! {
        <nav class="spans" aria-label="Span">
            {spans} <span class="small">"Days are those of UTC."</span>
        </nav>
        {of}
    }
}

fn sums(desk: &Desk, days: &[Day], since: u64, span: u64) -> AnyView {
    let sum = add(days.iter());
    let cards = [
        ("Runs", sum.runs, ""),
        ("Answered", sum.answered, "status:answered"),
        ("Errors", sum.errors, "status:error"),
        ("Calls", sum.calls, ""),
        ("Visitor was asked", sum.asked, "decision:asked"),
        ("Denied", sum.denied, "decision:denied"),
        ("Tokens read", sum.input_tokens, ""),
        ("Tokens written", sum.output_tokens, ""),
    ]
    .map(|(name, count, q)| {
        let link = desk.link("/admin/traces", &[("q", q)]);
        view! {
            <div class="figure">
                <dt>{name}</dt>
                <dd>
                    {if q.is_empty() {
                        number(count).into_any()
                    } else {
                        view! { <a href=link>{number(count)}</a> }.into_any()
                    }}
                </dd>
            </div>
        }
    });
    let by_day = by_day(days, since, span);
    let labels: Vec<_> = by_day.iter().map(|day| Zone::default().day(day.day)).collect();
    let runs = [
        Series::new("Answered", "one", by_day.iter().map(|day| day.answered)),
        Series::new("Errors", "bad", by_day.iter().map(|day| day.errors)),
        Series::new("Others", "two", by_day.iter().map(other_ends)),
    ];
    let asks = [
        Series::new("Asked and allowed", "one", by_day.iter().map(allowed)),
        Series::new("Denied", "bad", by_day.iter().map(|day| day.denied)),
    ];
    let tokens = [
        Series::new("Read", "two", by_day.iter().map(|day| day.input_tokens)),
        Series::new("Written", "one", by_day.iter().map(|day| day.output_tokens)),
    ];
    view! {
        <dl class="figures">{cards}</dl>
        <div class="charts">
            <Chart title="Runs by day" labels=labels.clone() series=runs.into()/>
            <Chart title="Questions to visitors by day" labels=labels.clone() series=asks.into()/>
            <Chart title="Tokens by day" labels=labels series=tokens.into()/>
        </div>
        {widgets(desk, days, span)}
    }
    .into_any()
}

fn other_ends(day: &Day) -> u64 {
    day.runs.saturating_sub(day.answered).saturating_sub(day.errors)
}

fn allowed(day: &Day) -> u64 {
    day.asked.saturating_sub(day.denied)
}

fn widgets(desk: &Desk, days: &[Day], span: u64) -> impl IntoView + use<> {
    let mut by_widget: BTreeMap<&str, Vec<&Day>> = BTreeMap::new();
    for day in days {
        by_widget.entry(&day.widget).or_default().push(day);
    }
    let mut sums: Vec<_> =
        by_widget.into_iter().map(|(key, days)| (key.to_owned(), add(days.into_iter()))).collect();
    sums.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.runs));
    let rows = sums
        .into_iter()
        .take(WIDGETS)
        .map(|(key, sum)| {
            let here = desk.link("/admin", &[("days", &span.to_string()), ("widget", &key)]);
            let runs = desk.link("/admin/traces", &[("q", &format!("widget:{key}"))]);
            let numbers = [
                sum.answered,
                sum.errors,
                sum.asked,
                sum.denied,
                sum.input_tokens,
                sum.output_tokens,
            ]
            .map(|count| view! { <td class="number">{number(count)}</td> });
            view! {
                <tr>
                    <th scope="row">
                        <a href=here>
                            <Strange text=key/>
                        </a>
                    </th>
                    <td class="number">
                        <a href=runs>{number(sum.runs)}</a>
                    </td>
                    {numbers}
                </tr>
            }
        })
        .collect_view();
    let heads = ["Runs", "Answered", "Errors", "Asked", "Denied", "Tokens read", "Tokens written"]
        .map(|head| view! { <th scope="col" class="number">{head}</th> });
    view! {
        <h2 class="section-head" id="widgets">
            "Widgets"
        </h2>
        <div class="admin-scroll" tabindex="0" role="group" aria-labelledby="widgets">
            <table class="admin-table">
                <thead>
                    <tr>
                        <th scope="col">"Widget"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn empty(desk: &Desk) -> AnyView {
    view! {
        <div class="blank">
            <p>
                "Nothing was stored in these days. Here appear the runs of each day, what visitors \
                 were asked and denied, errors and tokens, as soon as a widget stores its runs."
            </p>
            <p>
                <a class="button small" href=desk.href("/admin/widgets")>
                    "Choose what widgets store"
                </a>
            </p>
        </div>
    }
    .into_any()
}

fn add<'a>(days: impl Iterator<Item = &'a Day>) -> Day {
    days.fold(Day::default(), |mut sum, day| {
        sum.runs += day.runs;
        sum.answered += day.answered;
        sum.errors += day.errors;
        sum.calls += day.calls;
        sum.asked += day.asked;
        sum.denied += day.denied;
        sum.input_tokens += day.input_tokens;
        sum.output_tokens += day.output_tokens;
        sum
    })
}

/// One sum a day, the days without runs among them.
fn by_day(days: &[Day], since: u64, span: u64) -> Vec<Day> {
    (0..span)
        .map(|nth| {
            let at = since + nth * DAY;
            let sum = add(days.iter().filter(|day| day.day / DAY == at / DAY));
            Day { day: at, ..sum }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_has_a_sum_over_its_widgets() {
        let day = |day, runs| Day { day: day * DAY, runs, ..Day::default() };
        let days = by_day(&[day(10, 2), day(10, 3), day(12, 1)], 10 * DAY, 4);
        let found: Vec<_> = days.iter().map(|day| (day.day / DAY, day.runs)).collect();
        assert_eq!(found, [(10, 5), (11, 0), (12, 1), (13, 0)]);
    }

    #[test]
    fn odd_sums_do_not_run_below_nothing() {
        let day = Day { runs: 1, answered: 1, errors: 1, denied: 3, asked: 2, ..Day::default() };
        assert_eq!((other_ends(&day), allowed(&day)), (0, 0));
    }
}
