//! An answer, block by block: as it grows only the blocks that changed are made anew.

use leptos::prelude::*;

use super::Panel;
use super::format::{self, Block, Kind};
use super::node::{Item, Node, el, key, text as words, value};

/// Keeps the blocks of a text in an element.
pub(crate) fn answer(place: Node, panel: Panel, text: ArcRwSignal<String>) -> Node {
    let origin = panel.origin();
    place.list(move || {
        let blocks = text.with(|text| format::blocks(text));
        let item = |(at, block): (usize, Block)| {
            let origin = origin.clone();
            Item::new(key(&(at, &block)), move || show(&block, &origin))
        };
        blocks.into_iter().enumerate().map(item).collect()
    })
}

/// Each block finds its own direction.
fn show(block: &Block, origin: &str) -> Node {
    let lines = |name: &str, items: &[String]| {
        let items = items.iter().map(|item| el("li").children(spans(item, origin)));
        el(name).attr("dir", "auto").children(items)
    };
    match block {
        Block::Paragraph(text) => el("p").attr("dir", "auto").children(spans(text, origin)),
        Block::Heading(text) => el("h3").attr("dir", "auto").children(spans(text, origin)),
        Block::Bullets(items) => lines("ul", items),
        Block::Numbers(first, items) => lines("ol", items).attr("start", &first.to_string()),
        Block::Code(code) => value("pre", code),
    }
}

fn spans(text: &str, origin: &str) -> Vec<Node> {
    let show = |span: format::Span| {
        let node = match span.kind {
            Kind::Text => words(&span.text),
            Kind::Code => value("code", &span.text),
            Kind::Link => link(&span.text, origin),
        };
        if span.bold { el("strong").child(node) } else { node }
    };
    format::spans(text, origin).into_iter().map(show).collect()
}

/// A link to the site itself; its words are where it leads.
fn link(target: &str, origin: &str) -> Node {
    let base = if target.starts_with('/') { origin } else { "" };
    el("a").attr("href", &[base, target].concat()).text(target)
}
