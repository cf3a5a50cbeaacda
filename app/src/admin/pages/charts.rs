//! Bars by day, as plain SVG, with the numbers in a table behind them.

use leptos::prelude::*;

use crate::admin::said_as::number;

const WIDTH: u64 = 720;
const HEIGHT: u64 = 140;

/// A row of numbers, one a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Series {
    name: &'static str,
    /// How it is drawn: `one`, `two` or `bad`.
    tone: &'static str,
    values: Vec<u64>,
}

impl Series {
    /// A row with a name.
    pub(super) fn new(
        name: &'static str,
        tone: &'static str,
        values: impl Iterator<Item = u64>,
    ) -> Self {
        Self { name, tone, values: values.collect() }
    }
}

/// Stacked bars.
#[component]
pub(super) fn Chart(
    /// What it shows.
    title: &'static str,
    /// The days.
    labels: Vec<String>,
    /// From the ground up.
    series: Vec<Series>,
) -> impl IntoView {
    let sums: Vec<u64> = (0..labels.len())
        .map(|nth| series.iter().map(|one| one.values.get(nth).copied().unwrap_or_default()).sum())
        .collect();
    let top = sums.iter().copied().max().unwrap_or_default();
    let bars = bars(&labels, &series, top);
    let last = labels.len().saturating_sub(1);
    let says = format!(
        "{title}, from {} to {}: {} in all, at most {} a day. The table below has the numbers.",
        labels.first().map_or("", String::as_str),
        labels.last().map_or("", String::as_str),
        number(sums.iter().sum()),
        number(top),
    );
    let legend = series
        .iter()
        .map(|one| view! { <li class=format!("key {}", one.tone)>{one.name}</li> })
        .collect_view();
    let ends = (labels.first().cloned(), labels.get(last).cloned());
    view! {
        <figure class="chart">
            <figcaption>
                <h2>{title}</h2>
                <ul class="legend">{legend}</ul>
            </figcaption>
            <p class="chart-top small">{number(top)}</p>
            <svg
                viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                preserveAspectRatio="none"
                role="img"
                aria-label=says
            >
                <path class="grid" d=format!("M0 .5H{WIDTH}M0 {}H{WIDTH}", HEIGHT / 2)></path>
                {bars}
                <path class="ground" d=format!("M0 {}.5H{WIDTH}", HEIGHT - 1)></path>
            </svg>
            <p class="chart-ends small">
                <span>{ends.0}</span>
                <span>{ends.1}</span>
            </p>
            <Numbers labels series sums/>
        </figure>
    }
}

fn bars(labels: &[String], series: &[Series], top: u64) -> Vec<AnyView> {
    let count = labels.len().max(1) as u64;
    let height = |value: u64| {
        u64::try_from(u128::from(value) * u128::from(HEIGHT - 4) / u128::from(top.max(1)))
            .unwrap_or_default()
            .max(u64::from(value > 0))
    };
    let mut bars = Vec::new();
    for (nth, label) in labels.iter().enumerate() {
        let (left, right) = (nth as u64 * WIDTH / count, (nth as u64 + 1) * WIDTH / count);
        let mut below = 0;
        for one in series {
            let value = one.values.get(nth).copied().unwrap_or_default();
            let tall = height(value);
            if tall == 0 {
                continue;
            }
            let y = (HEIGHT - 1).saturating_sub(below + tall);
            below += tall;
            bars.push(
                view! {
                    <rect
                        class=one.tone
                        x=left + 1
                        y=y
                        width=(right - left).saturating_sub(2).max(1)
                        height=tall
                    >
                        <title>{format!("{label}: {} {}", number(value), one.name)}</title>
                    </rect>
                }
                .into_any(),
            );
        }
    }
    bars
}

#[component]
fn Numbers(labels: Vec<String>, series: Vec<Series>, sums: Vec<u64>) -> impl IntoView {
    let heads = series
        .iter()
        .map(|one| view! { <th scope="col" class="number">{one.name}</th> })
        .collect_view();
    // The latest day first: it is the one that is asked for.
    let rows = labels
        .iter()
        .enumerate()
        .rev()
        .filter(|(nth, _)| sums.get(*nth).is_some_and(|sum| *sum > 0))
        .map(|(nth, label)| {
            let cells = series
                .iter()
                .map(|one| {
                    let value = one.values.get(nth).copied().unwrap_or_default();
                    view! { <td class="number">{number(value)}</td> }
                })
                .collect_view();
            view! {
                <tr>
                    <th scope="row">{label.clone()}</th>
                    {cells}
                </tr>
            }
        })
        .collect_view();
    view! {
        <details class="numbers">
            <summary>"Numbers"</summary>
            <table class="admin-table">
                <thead>
                    <tr>
                        <th scope="col">"Day (UTC)"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_says_in_words_and_in_a_table_what_it_draws() {
        let labels = vec!["2026-11-29".to_owned(), "2026-11-30".to_owned()];
        let series = vec![
            Series::new("Answered", "one", [3, 0].into_iter()),
            Series::new("Errors", "bad", [1, 0].into_iter()),
        ];
        let html = view! { <Chart title="Runs by day" labels series/> }.to_html();
        assert!(html.contains("4 in all, at most 4 a day"), "{html}");
        assert!(html.contains("2026-11-29: 3 Answered"), "{html}");
        assert_eq!(html.matches("<rect").count(), 2);
        assert_eq!(html.matches("<tr").count(), 2, "a day without runs is no row");
    }

    #[test]
    fn numbers_of_any_size_stay_in_the_picture() {
        let series = vec![Series::new("A", "one", [u64::MAX, 1].into_iter())];
        assert_eq!(bars(&["a".to_owned(), "b".to_owned()], &series, u64::MAX).len(), 2);
        assert!(bars(&[], &[], 0).is_empty());
    }
}
