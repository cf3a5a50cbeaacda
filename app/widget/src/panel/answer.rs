//! An answer, block by block: as it grows only the blocks that changed are made anew.

use site_agent_core::text::digits;

use super::conversation::Kind;
use super::format::{self, Block, Form, Kind as Style};
use super::node::{Node, el, text as words, value};

/// Keeps the blocks of an entry's text in an element.
pub(crate) fn answer(place: Node, entry: u32) -> Node {
    let mut text = String::new();
    let mut blocks: Vec<(u32, Block)> = Vec::new();
    let mut made = 0;
    place.list(move |state, list| {
        let Some(Kind::Answer(now)) = state.conversation.entry(entry) else { return };
        if *now == text {
            return list.keep_all();
        }
        text.clone_from(now);
        let origin = state.options.origin();
        for (at, block) in format::blocks(now).into_iter().enumerate() {
            let same = blocks.get(at).is_some_and(|(_, shown)| *shown == block);
            if !same {
                // What follows a block that changed is asked again, and mostly new.
                blocks.truncate(at);
                made += 1;
                blocks.push((made, block));
            }
            if let Some((key, block)) = blocks.get(at) {
                list.item(*key, || show(block, &origin));
            }
        }
    })
}

/// Each block finds its own direction.
fn show(block: &Block, origin: &str) -> Node {
    let (outer, inner) = match block.form {
        Form::Paragraph => ("p dir=auto", ""),
        Form::Heading => ("h3 dir=auto", ""),
        Form::Bullets => ("ul dir=auto", "li"),
        Form::Numbers(_) => ("ol dir=auto", "li"),
        Form::Code => return value("pre", &block.items.concat()),
    };
    let mut node = el(outer);
    if let Form::Numbers(first) = block.form {
        node = node.attr("start", &digits(first));
    }
    for item in &block.items {
        node = if inner.is_empty() {
            spans(node, item, origin)
        } else {
            node.child(spans(el(inner), item, origin))
        };
    }
    node
}

fn spans(mut place: Node, text: &str, origin: &str) -> Node {
    for span in format::spans(text, origin) {
        let node = match span.kind {
            Style::Text => words(&span.text),
            Style::Code => value("code", &span.text),
            Style::Link => link(&span.text, origin),
        };
        place = place.child(if span.bold { el("strong").child(node) } else { node });
    }
    place
}

/// A link to the site itself; its words are where it leads.
fn link(target: &str, origin: &str) -> Node {
    let base = if target.starts_with('/') { origin } else { "" };
    el("a").attr("href", &[base, target].concat()).text(target)
}
