//! A model's answer as blocks and spans: paragraphs, lists, bold, code, and links that show
//! themselves in full. Nothing else is formatting, and nothing here is HTML: what is not
//! recognised stays text. Pictures never load, and only links to the site itself can be clicked.

use site_agent_core::text::split_at;

/// A piece of an answer that stands by itself. The items are still to be split by [`spans`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) form: Form,
    /// The lines of a list; all others have one.
    pub(crate) items: Vec<String>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Lines that belong together.
    Paragraph,
    /// A line of its own, in bold.
    Heading,
    /// A list without an order.
    Bullets,
    /// A list that counts from a number.
    Numbers(u32),
    /// Code between fences, as it stands.
    Code,
}

/// A run of text in one style.
#[derive(Debug)]
pub(crate) struct Span {
    /// The text; of a link: exactly where it leads, as shown.
    pub(crate) text: String,
    /// Whether it stands between `**`.
    pub(crate) bold: bool,
    /// What it is.
    pub(crate) kind: Kind,
}

/// What a span is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text.
    Text,
    /// Between backticks.
    Code,
    /// A place on the site itself.
    Link,
}

/// Splits an answer into blocks. An unfinished answer gives the blocks it has so far.
#[must_use]
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // Whether the next line can still belong to the last block.
    let mut open = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let bare = line.trim();
        if bare.is_empty() {
            open = false;
            continue;
        }
        let (form, item) = form(bare);
        let last = blocks.last_mut().filter(|last| match (form, last.form) {
            (Form::Paragraph, Form::Paragraph) => open,
            (Form::Paragraph, Form::Bullets | Form::Numbers(_)) => {
                open || line.starts_with([' ', '\t'])
            }
            (Form::Bullets, Form::Bullets) | (Form::Numbers(_), Form::Numbers(_)) => true,
            _ => false,
        });
        open = !matches!(form, Form::Heading | Form::Code);
        match (form, last) {
            (Form::Paragraph, Some(last)) => {
                let between = if last.form == Form::Paragraph { '\n' } else { ' ' };
                if let Some(text) = last.items.last_mut() {
                    text.push(between);
                    text.push_str(item);
                }
            }
            (_, Some(last)) => last.items.push(item.to_owned()),
            (Form::Code, None) => {
                let mut code = String::new();
                for line in lines.by_ref() {
                    if line.trim_start().starts_with("```") {
                        break;
                    }
                    code.push_str(line);
                    code.push('\n');
                }
                code.pop();
                blocks.push(Block { form, items: vec![code] });
            }
            (_, None) => blocks.push(Block { form, items: vec![item.to_owned()] }),
        }
    }
    blocks
}

/// What a line begins or goes on with, and what it says.
fn form(line: &str) -> (Form, &str) {
    if line.starts_with("```") {
        (Form::Code, "")
    } else if let Some(title) = heading(line) {
        (Form::Heading, title)
    } else if let Some(item) = bullet(line) {
        (Form::Bullets, item)
    } else if let Some((number, item)) = numbered(line) {
        (Form::Numbers(number), item)
    } else {
        (Form::Paragraph, line)
    }
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    ((1..=6).contains(&level) && text.starts_with(' ')).then(|| text.trim())
}

fn bullet(line: &str) -> Option<&str> {
    ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim)
}

fn numbered(line: &str) -> Option<(u32, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    let item = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
    // Four digits and more are a year or an amount at the start of a sentence.
    (1..=3).contains(&digits).then(|| number.parse().ok().map(|n| (n, item.trim())))?
}

/// Splits a block's text into spans. `origin` is the site's own, as in `https://shop.example`.
#[must_use]
pub(crate) fn spans(text: &str, origin: &str) -> Vec<Span> {
    let mut line = Line { spans: Vec::new(), bold: false };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '\\' => {
                let kept = rest[1..].chars().next().filter(char::is_ascii_punctuation);
                let kept = kept.map_or(1, |_| 2);
                line.text(&rest[kept - 1..kept]);
                &rest[kept..]
            }
            '*' if rest.starts_with("**") && line.turns_bold(&rest[2..]) => {
                line.bold = !line.bold;
                &rest[2..]
            }
            '`' => line.code(rest),
            '!' if rest.starts_with("![") && named_link(&rest[1..]).is_some() => &rest[1..],
            '[' => match named_link(rest) {
                Some((label, target, after)) => {
                    line.text(label);
                    if label != target {
                        line.text(" (");
                    }
                    line.target(target, origin);
                    if label != target {
                        line.text(")");
                    }
                    after
                }
                None => line.one(rest),
            },
            'h' if rest.starts_with("https://") || rest.starts_with("http://") => {
                let end = rest.find(|ch: char| ch.is_whitespace() || "<>\"`".contains(ch));
                let url = rest[..end.unwrap_or(rest.len())]
                    .trim_end_matches(|ch: char| ".,;:!?)]}'*_".contains(ch));
                line.target(url, origin);
                &rest[url.len()..]
            }
            _ => line.one(rest),
        };
    }
    line.spans
}

struct Line {
    spans: Vec<Span>,
    bold: bool,
}

impl Line {
    fn push(&mut self, text: &str, kind: Kind) {
        match self.spans.last_mut() {
            Some(last) if last.kind == kind && last.bold == self.bold && kind == Kind::Text => {
                last.text.push_str(text);
            }
            _ => self.spans.push(Span { text: text.to_owned(), bold: self.bold, kind }),
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(text, Kind::Text);
        }
    }

    /// Takes the first character as text and gives the rest.
    fn one<'a>(&mut self, rest: &'a str) -> &'a str {
        let end = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
        self.text(&rest[..end]);
        &rest[end..]
    }

    /// Whether `**` before `after` opens or closes bold here, instead of being two asterisks.
    fn turns_bold(&self, after: &str) -> bool {
        self.bold
            || (after.starts_with(|ch: char| !ch.is_whitespace() && ch != '*')
                && split_at(after, "**").is_some())
    }

    /// Takes code between equally many backticks, or the backticks as text.
    fn code<'a>(&mut self, rest: &'a str) -> &'a str {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let (mark, inside) = rest.split_at(ticks);
        if let Some((code, after)) = split_at(inside, mark) {
            self.push(code.trim(), Kind::Code);
            after
        } else {
            self.text(mark);
            inside
        }
    }

    /// Takes the target of a link: clickable when it leads to the site itself, else text.
    fn target(&mut self, target: &str, origin: &str) {
        let kind = if leads_home(target, origin) { Kind::Link } else { Kind::Text };
        self.push(target, kind);
    }
}

/// Splits `[label](target)` off the front.
fn named_link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, rest) = split_at(text.strip_prefix('[')?, "](")?;
    let (target, after) = rest.split_once(')')?;
    let plain = !label.contains(['[', '\n']) && !target.is_empty();
    (plain && !target.contains(char::is_whitespace)).then_some((label, target, after))
}

/// Whether a target is a page of `origin`, written so that a reader sees where it leads: an
/// absolute path, or the origin itself before one. Everything a URL parser would drop or rewrite
/// (backslashes, controls, letters outside ASCII, names before an `@`) is refused.
#[must_use]
pub(crate) fn leads_home(target: &str, origin: &str) -> bool {
    let path = match target.strip_prefix(origin) {
        Some(path) if !origin.is_empty() => path,
        _ => target,
    };
    let same = path.len() < target.len();
    let rooted = path.starts_with('/') && !path.starts_with("//");
    let visible = target.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    visible
        && (rooted || (same && (path.is_empty() || path.starts_with(['?', '#']))))
        && origin.starts_with("http")
}

/// The answer as it is spoken: without the marks.
#[must_use]
pub(crate) fn spoken(text: &str) -> String {
    let mut said = String::new();
    for Block { form, items } in blocks(text) {
        for item in items {
            if !said.is_empty() {
                said.push('\n');
            }
            if form == Form::Code {
                said.push_str(&item);
            } else {
                for span in spans(&item, "") {
                    said.push_str(&span.text);
                }
            }
        }
    }
    said
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
