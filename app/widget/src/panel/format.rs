//! A model's answer as blocks and spans: paragraphs, lists, bold, code, and links that show
//! themselves in full. Nothing else is formatting, and nothing here is HTML: what is not
//! recognised stays text. Pictures never load, and only links to the site itself can be clicked.

use site_agent_core::text::{pieces, split_at};

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
    let mut lines = pieces(text, "\n");
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
                open || matches!(line.as_bytes(), [b' ' | b'\t', ..])
            }
            (Form::Bullets, Form::Bullets) | (Form::Numbers(_), Form::Numbers(_)) => true,
            _ => false,
        });
        open = !matches!(form, Form::Heading | Form::Code);
        match (form, last) {
            (Form::Paragraph, Some(last)) => {
                let between = if last.form == Form::Paragraph { "\n" } else { " " };
                if let Some(text) = last.items.last_mut() {
                    text.extend([between, item]);
                }
            }
            (_, Some(last)) => last.items.push(item.to_owned()),
            (_, None) => {
                let mut text = item.to_owned();
                if form == Form::Code {
                    for line in lines.by_ref().take_while(|line| !line.trim().starts_with(FENCE)) {
                        text.extend([line.trim_end(), "\n"]);
                    }
                    text.truncate(text.trim_end().len());
                }
                blocks.push(Block { form, items: vec![text] });
            }
        }
    }
    blocks
}

/// Stands before code and after it.
const FENCE: &str = "```";

/// What a line begins or goes on with, and what it says.
fn form(line: &str) -> (Form, &str) {
    if line.starts_with(FENCE) {
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
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = (1..=6).contains(&level).then(|| &line[level..])?;
    title.starts_with(' ').then(|| title.trim())
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
    let mut line = Line { spans: Vec::new(), bold: false, origin };
    let mut rest = text;
    while !rest.is_empty() {
        rest = line.take(rest);
    }
    line.spans
}

struct Line<'a> {
    spans: Vec<Span>,
    bold: bool,
    origin: &'a str,
}

impl Line<'_> {
    /// Takes something off the front and gives the rest.
    fn take<'a>(&mut self, text: &'a str) -> &'a str {
        let bytes = text.as_bytes();
        let more = text.get(1..).unwrap_or_default();
        match bytes[0] {
            b'\\' if more.starts_with(|ch: char| ch.is_ascii_punctuation()) => {
                return self.text(more);
            }
            b'*' if more.starts_with('*') && self.turns_bold(&more[1..]) => {
                self.bold = !self.bold;
                return &more[1..];
            }
            b'`' => return self.code(text),
            // A picture is its link.
            b'!' if named_link(more).is_some() => return more,
            b'[' => {
                if let Some((label, target, after)) = named_link(text) {
                    if label == target {
                        self.target(target);
                    } else {
                        self.push(label, Kind::Text);
                        self.push(" (", Kind::Text);
                        self.target(target);
                        self.push(")", Kind::Text);
                    }
                    return after;
                }
            }
            b'h' if text.starts_with("https://") || text.starts_with("http://") => {
                let ends = |ch: char| ch.is_whitespace() || matches!(ch, '<' | '>' | '"' | '`');
                let url = text.split(ends).next().unwrap_or_default().trim_end_matches(|ch| {
                    matches!(
                        ch,
                        '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\'' | '*' | '_'
                    )
                });
                self.target(url);
                return &text[url.len()..];
            }
            _ => {}
        }
        self.text(text)
    }

    fn push(&mut self, text: &str, kind: Kind) {
        match self.spans.last_mut() {
            Some(last) if last.kind == kind && last.bold == self.bold && kind == Kind::Text => {
                last.text.push_str(text);
            }
            _ => self.spans.push(Span { text: text.to_owned(), bold: self.bold, kind }),
        }
    }

    /// Takes the first character as text.
    fn text<'a>(&mut self, text: &'a str) -> &'a str {
        let length = text.chars().next().map_or(0, char::len_utf8);
        self.push(&text[..length], Kind::Text);
        &text[length..]
    }

    /// Whether `**` before `after` opens or closes bold here, instead of being two asterisks.
    fn turns_bold(&self, after: &str) -> bool {
        self.bold
            || (after.starts_with(|ch: char| !ch.is_whitespace() && ch != '*')
                && split_at(after, "**").is_some())
    }

    /// Takes code between equally many backticks, or the backticks as text.
    fn code<'a>(&mut self, text: &'a str) -> &'a str {
        let ticks = text.bytes().take_while(|byte| *byte == b'`').count();
        let (mark, inside) = text.split_at(ticks);
        if let Some((code, after)) = split_at(inside, mark) {
            self.push(code.trim(), Kind::Code);
            after
        } else {
            self.push(mark, Kind::Text);
            inside
        }
    }

    /// Takes the target of a link: clickable when it leads to the site itself, else text.
    fn target(&mut self, target: &str) {
        let home = leads_home(target, self.origin);
        self.push(target, if home { Kind::Link } else { Kind::Text });
    }
}

/// Splits `[label](target)` off the front.
fn named_link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, rest) = split_at(text.strip_prefix('[')?, "](")?;
    let (target, after) = split_at(rest, ")")?;
    let plain = label.bytes().all(|byte| byte != b'[' && byte != b'\n');
    let whole = !target.is_empty() && target.bytes().all(|byte| byte > b' ');
    (plain && whole).then_some((label, target, after))
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
