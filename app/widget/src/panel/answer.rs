//! An answer, block by block: as it grows only the blocks that changed are made anew.

use leptos::html;
use leptos::prelude::*;

use super::Panel;
use super::format::{self, Block, Kind};
use super::node::{Item, key, list, tag, value};

pub(crate) fn answer(panel: Panel, text: ArcRwSignal<String>) -> AnyView {
    let origin = panel.origin();
    list(move || {
        let blocks = text.with(|text| format::blocks(text));
        blocks
            .into_iter()
            .enumerate()
            .map(|(at, block)| {
                let origin = origin.clone();
                Item::new(key(&(at, &block)), move || show(&block, &origin))
            })
            .collect()
    })
}

fn show(block: &Block, origin: &str) -> AnyView {
    match block {
        Block::Paragraph(text) => line("p", text, origin),
        Block::Heading(text) => line("h3", text, origin),
        Block::Bullets(items) => tag("ul", "", lines(items, origin)),
        Block::Numbers(first, items) => {
            html::ol().attr("start", first.to_string()).child(lines(items, origin)).into_any()
        }
        Block::Code(code) => value("pre", "", code),
    }
}

fn lines(items: &[String], origin: &str) -> Vec<AnyView> {
    items.iter().map(|item| line("li", item, origin)).collect()
}

/// A line of text. Each line finds its own direction.
fn line(name: &'static str, text: &str, origin: &str) -> AnyView {
    let spans = format::spans(text, origin);
    let spans: Vec<AnyView> = spans
        .into_iter()
        .map(|span| {
            let view = match span.kind {
                Kind::Text if !span.bold => return span.text.into_any(),
                Kind::Text => span.text.into_any(),
                Kind::Code => value("code", "", &span.text),
                Kind::Link => link(&span.text, origin),
            };
            if span.bold { tag("strong", "", vec![view]) } else { view }
        })
        .collect();
    html::custom(name).attr("dir", "auto").child(spans).into_any()
}

/// A link to the site itself; its words are where it leads.
fn link(target: &str, origin: &str) -> AnyView {
    let href =
        if target.starts_with('/') { format!("{origin}{target}") } else { target.to_owned() };
    html::a().attr("href", href).child(vec![target.to_owned().into_any()]).into_any()
}
