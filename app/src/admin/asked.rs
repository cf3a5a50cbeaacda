//! Which runs an address asks for: by a filter, or one by one.

use super::desk::Desk;
use super::trace::{Cursor, Filter, Level, Selector, TraceId};

/// Fields of the sidebar, in its order.
pub const FIELDS: [&str; 11] = [
    "status", "decision", "tool", "model", "widget", "origin", "code", "level", "since", "till",
    "text",
];

/// Runs that one address can name.
const MOST_IDS: usize = 500;

/// The filter as it was written, and as it was read.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What stands in the bar.
    pub text: String,
    /// The filter, or what is wrong with it in a sentence.
    pub filter: Result<Filter, String>,
}

impl Asked {
    /// What `q` says.
    pub fn of(desk: &Desk) -> Self {
        let text = desk.asked("q").unwrap_or_default().to_owned();
        let filter = Filter::parse(&text).map_err(|problem| problem.to_string());
        Self { text, filter }
    }
}

/// What the sidebar's fields say, as the text of the bar: both are editors of one address. `None`
/// when the address is not the sidebar's.
pub fn from_fields(desk: &Desk) -> Option<String> {
    desk.asked("fields")?;
    let pairs: Vec<_> = FIELDS
        .iter()
        .filter_map(|field| Some((*field, desk.asked(field)?)))
        .map(|(field, value)| match field {
            "since" => ("after", value),
            "till" => ("before", value),
            field => (field, value),
        })
        .collect();
    Some(written(&pairs))
}

/// Fields as the bar writes them.
fn written(pairs: &[(&str, &str)]) -> String {
    let mut parts: Vec<_> = pairs
        .iter()
        .filter(|(field, _)| *field != "text")
        .map(|(field, value)| format!("{field}:{}", quoted(value)))
        .collect();
    let text = pairs.iter().find(|(field, _)| *field == "text");
    let text = text.map(|(_, text)| *text);
    parts.extend(
        text.map(|text| if text.contains([':', '"']) { in_quotes(text) } else { text.to_owned() }),
    );
    parts.join(" ")
}

fn quoted(value: &str) -> String {
    let is_plain = !value.contains(char::is_whitespace) && !value.starts_with('"');
    if is_plain { value.to_owned() } else { in_quotes(value) }
}

fn in_quotes(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The runs that an export or a deletion is about; `None` where the address names none.
pub fn selected(pairs: &[(String, String)], now: u64) -> Option<Result<Selector, String>> {
    let of = |wanted: &str| {
        let wanted = wanted.to_owned();
        pairs.iter().filter(move |(name, _)| *name == wanted).map(|(_, value)| value.trim())
    };
    let ids: Vec<_> = of("id").filter_map(TraceId::parse).take(MOST_IDS).collect();
    if !ids.is_empty() {
        return Some(Ok(Selector::Ids(ids)));
    }
    let until = of("until").next()?;
    let until = until.parse().unwrap_or(now);
    let text = of("q").next().unwrap_or_default();
    let filter = Filter::parse(text).map_err(|problem| problem.to_string());
    Some(filter.map(|filter| Selector::Matching { filter: Box::new(filter), until }))
}

/// A place in the list, as an address names it.
pub fn cursor(text: &str) -> Option<Cursor> {
    let (stored_at, id) = text.split_once('.')?;
    Some(Cursor { stored_at: stored_at.parse().ok()?, id: TraceId::parse(id)? })
}

/// The same, written.
pub fn cursor_text(cursor: &Cursor) -> String {
    format!("{}.{}", cursor.stored_at, cursor.id)
}

/// What a filter has in a field of the sidebar.
pub fn field_of(filter: &Filter, field: &str) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    match field {
        "status" => text(&filter.status),
        "decision" => text(&filter.decision),
        "tool" => text(&filter.tool),
        "model" => text(&filter.model),
        "widget" => text(&filter.widget),
        "origin" => text(&filter.origin),
        "code" => text(&filter.code),
        "level" => filter.level.map(Level::as_str).unwrap_or_default().to_owned(),
        "since" => filter.after.map(day).unwrap_or_default(),
        "till" => filter.before.map(day).unwrap_or_default(),
        _ => text(&filter.text),
    }
}

fn day(ms: u64) -> String {
    super::zone::Zone::default().day(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01930000-0000-7000-8000-000000000001";

    #[test]
    fn a_place_in_the_list_comes_back_from_its_address() {
        let place = Cursor { stored_at: 17, id: TraceId::parse(ID).unwrap() };
        assert_eq!(cursor(&cursor_text(&place)), Some(place));
        for wrong in ["", "17", "x.y", &format!("-1.{ID}")] {
            assert_eq!(cursor(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_fields_write_what_the_bar_reads() {
        let text = written(&[("status", "error"), ("text", "blue mug"), ("tool", "add to")]);
        assert_eq!(text, "status:error tool:\"add to\" blue mug");
        assert_eq!(written(&[("text", "a:b \"c\"")]), "\"a:b \\\"c\\\"\"");
    }

    #[test]
    fn an_address_names_runs_one_by_one_or_by_a_filter_up_to_a_time() {
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
        };
        let ids = selected(&pairs(&[("id", ID), ("id", "no")]), 5);
        assert_eq!(ids, Some(Ok(Selector::Ids(vec![TraceId::parse(ID).unwrap()]))));
        let Some(Ok(Selector::Matching { until, .. })) =
            selected(&pairs(&[("q", "status:error"), ("until", "9")]), 5)
        else {
            panic!("a filter")
        };
        assert_eq!(until, 9);
        assert_eq!(selected(&pairs(&[("q", "status:error")]), 5), None, "not without an end");
        assert_eq!(selected(&[], 5), None);
    }
}
