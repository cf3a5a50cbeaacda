//! What the matcher says: from results, when nothing fits, and when somebody says hello.
//!
//! Results are shown as data. Whatever they say, nothing in them is acted on.

use super::readable::readable;
use super::shape::{Shape, split_title};
use super::{concepts, words};
use crate::card::label_of_key;
use crate::fence;
use crate::outcome::{NAVIGATED, NO_OUTPUT, Outcome};
use crate::protocol::ToolSpec;
use crate::text::{cut, one_line};

/// Code points of one result in an answer.
const RESULT_CHARS: usize = 2_000;

/// Tools that are named when somebody asks what can be done.
const MAX_NAMED: usize = 12;

/// A tool's name for people.
pub(super) fn title_of(tool: &ToolSpec) -> String {
    let (title, rest) = split_title(&tool.description);
    let sentence = rest.split_once(". ").map_or(rest, |(first, _)| first).trim_end_matches('.');
    let short = !sentence.is_empty() && sentence.chars().count() <= 60;
    match title {
        "" if short => one_line(sentence, 60),
        "" => label_of_key(&tool.name),
        title => one_line(title, 60),
    }
}

/// What the page's tools do.
pub(super) fn abilities(tools: &[ToolSpec]) -> String {
    if tools.is_empty() {
        return "This page offers no tools, so there is nothing I can do here.".to_owned();
    }
    let mut text = "Here I can:".to_owned();
    for tool in tools.iter().take(MAX_NAMED) {
        text.push_str("\n- ");
        text.push_str(&title_of(tool));
    }
    if tools.len() > MAX_NAMED {
        text.push_str("\n- and more");
    }
    text
}

/// No tool fits.
pub(super) fn nothing_fits(tools: &[ToolSpec]) -> String {
    if tools.is_empty() {
        abilities(tools)
    } else {
        format!("I found no tool on this page for that. {}", abilities(tools))
    }
}

/// An answer to what needs no tool: a greeting, thanks, a question for help.
pub(super) fn small_talk(text: &str, tools: &[ToolSpec]) -> Option<String> {
    let said: Vec<words::Word> = words::words_in(text);
    let lower: Vec<&str> = said.iter().map(|word| word.lower.as_str()).collect();
    let line = format!(" {} ", lower.join(" "));
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| line.contains(&format!(" {phrase} ")));
    let bare = said.iter().all(|word| !word.is_content() || word.is(SMALL_WORDS));
    let is = |lines: &[&str]| lines.contains(&line.trim());
    if bare && has(&["thanks", "thank", "cheers"]) {
        return Some("You are welcome.".to_owned());
    }
    if bare && (has(&["never mind", "forget", "cancel"]) || is(&["no", "stop"])) {
        return Some("All right, I left everything as it is.".to_owned());
    }
    if bare && has(GREETINGS) {
        return Some(format!("Hello. {}", abilities(tools)));
    }
    let asks = has(HELP) && said.len() < 10;
    if asks || is(&["", "help", "help me", "can you help me", "yes", "ok", "okay", "sure"]) {
        return Some(abilities(tools));
    }
    None
}

/// Words that make a greeting or a refusal, and nothing else.
const SMALL_WORDS: &str = "good morning afternoon evening day help never mind forget cancel stop sure \
    bonjour hola hallo ciao salut servus hej";

const GREETINGS: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "bonjour",
    "hola",
    "hallo",
    "ciao",
    "salut",
    "servus",
    "hej",
];

const HELP: &[&str] = &[
    "what can you do",
    "what can i do",
    "what do you do",
    "how does this work",
    "what are you able",
    "what else can you do",
    "who are you",
    "how can you help",
];

/// A result in words for the visitor. `about` are words that were asked for and went into no
/// argument: where some lines hold them, only these are shown.
pub(super) fn of_result(
    tool: &str,
    spec: Option<&ToolSpec>,
    text: &str,
    outcome: Outcome,
    about: &[String],
) -> String {
    let title = spec.map_or_else(|| label_of_key(tool), title_of);
    let fenced = fence::parts(text).map(|parts| parts.content);
    let said = fenced.unwrap_or(text).trim();
    match outcome_of(outcome, fenced.is_some(), text) {
        Outcome::Denied => format!("I did not do it: “{title}” was not allowed."),
        Outcome::Unknown => {
            format!(
                "I cannot tell whether “{title}” took effect. Please check before you try it again."
            )
        }
        Outcome::Missing => format!("“{title}” is no longer on this page, so nothing was done."),
        Outcome::Invalid => format!(
            "I could not fill in “{title}” correctly, so nothing was done.\n{}",
            bounded(said)
        ),
        Outcome::Error => format!(
            "That did not work. {}",
            bounded(&readable(said.trim_start_matches("The tool failed: ")))
        ),
        Outcome::Navigated => "The page moved on; what you asked for was handed to it.".to_owned(),
        Outcome::Ok if said == NAVIGATED => {
            "The page moved on; what you asked for was handed to it.".to_owned()
        }
        Outcome::Ok if said == NO_OUTPUT => {
            format!("Done: {title}. The page said nothing more about it.")
        }
        Outcome::Ok => {
            let text = bounded(&readable(said));
            let text = matching(&text, about).unwrap_or(text);
            if spec.is_some_and(quotes_people) { format!("Reviews say:\n{text}") } else { text }
        }
    }
}

/// The outcome, also where only `isError` crossed the wire: then our own sentences tell.
fn outcome_of(outcome: Outcome, is_fenced: bool, text: &str) -> Outcome {
    let says = |words: &str| text.contains(words);
    match outcome {
        Outcome::Error if says("took effect is unknown") => Outcome::Unknown,
        Outcome::Error if !is_fenced && (says("said no") || text.starts_with("Not allowed")) => {
            Outcome::Denied
        }
        Outcome::Error if !is_fenced && says("do not fit the tool's schema") => Outcome::Invalid,
        Outcome::Error if !is_fenced && text.starts_with("The page has no tool") => {
            Outcome::Missing
        }
        _ => outcome,
    }
}

/// Whether a tool returns what people wrote.
fn quotes_people(tool: &ToolSpec) -> bool {
    Shape::of(tool).nouns & concepts::REVIEW != 0
}

fn bounded(text: &str) -> String {
    let (mut kept, was_longer) = cut(text, RESULT_CHARS);
    kept.push_str(if was_longer { "…" } else { "" });
    kept
}

/// The lines that hold what was asked for, when some do and some do not.
fn matching(text: &str, about: &[String]) -> Option<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let holds = |line: &&str| {
        let stems: Vec<String> = words::words_in(line).into_iter().map(|word| word.stem).collect();
        about.iter().all(|word| stems.contains(&super::stems::stem(&word.to_lowercase())))
    };
    let found: Vec<&str> = lines.iter().copied().filter(holds).collect();
    if about.is_empty() || found.is_empty() || found.len() == lines.len() || lines.len() < 3 {
        return None;
    }
    Some(format!("With {}:\n{}", about.join(" "), found.join("\n")))
}
