//! The panel's words, one table per language.
//!
//! The tables are `lang/TAG.json`, checked by `cargo xtask check` against the fields below and
//! against English, which is the source of the others. A build makes of each one text, a line per
//! field in the order below, and JavaScript hands over the one that the visitor reads: no word is
//! compiled in. A sentence is a template with at most one `{}`, filled by [`fill`]; words of the
//! page or the model are only ever filled in between quotation marks of ours. Counts stand where
//! no language needs a plural ("12 s").

use std::cell::RefCell;

use site_agent_core::text::{pieces, split_at};

/// Declares [`Strings`]: what each word is, in the order of the lines.
macro_rules! strings {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// The words' places.
        #[expect(non_camel_case_types, reason = "named as the words are")]
        enum Place {
            $($name,)+
        }

        /// Every word the panel shows or speaks. Not fields but a row, which is read in a loop:
        /// field by field the reading alone would be most of the panel's words again.
        #[derive(Debug)]
        pub struct Strings([&'static str; [$(stringify!($name)),+].len()]);

        impl Strings {
            $($(#[$doc])+ #[inline] pub fn $name(&self) -> &'static str {
                self.0[Place::$name as usize]
            })+
        }
    };
}

impl Strings {
    /// A line that is missing is a word without characters.
    fn read(text: &'static str) -> Self {
        let mut words = Self([""; _]);
        for (place, line) in words.0.iter_mut().zip(pieces(text, "\n")) {
            *place = line;
        }
        words
    }
}

strings! {
    /// The language's tag, for `lang`: the file's name.
    lang,
    /// The direction that it is written in, for `dir`: `ltr` or `rtl`.
    dir,

    /// The panel was lost to a fault of ours. Shown by `layer.js`, as is the next.
    crashed,
    /// The button that makes a new panel.
    start_again,

    /// The launcher's label and the panel's heading, unless the owner set one.
    heading,
    /// The composer's name and placeholder, unless the owner set one.
    placeholder,
    /// The button that forgets the conversation.
    start_over,
    /// The button that closes the panel.
    close,
    /// The composer's button while nothing runs.
    send,
    /// The composer's button while a run goes on.
    stop,
    /// The button below a reply that came in out of sight.
    new_reply,
    /// The log's name.
    conversation,
    /// Stands, hidden from sight, before what the visitor said.
    you_said,
    /// Stands, hidden from sight, before an answer.
    it_said,
    /// What can be done here, before anything was said.
    empty,
    /// The name of the suggestions' list.
    suggestions,

    /// The model is the keyword matcher.
    model_rules,
    /// The model is the one behind the site's proxy.
    model_site,
    /// The model is the browser's own.
    model_device,
    /// The button that gets the browser's own model.
    download,
    /// How far that is; `{}` per cent.
    downloading,
    /// It ended without a model.
    download_failed,

    /// A model turn is under way.
    thinking,
    /// The model asked for time; `{}` seconds.
    waiting,
    /// A form of the page waits for its visitor.
    submit,
    /// Gives that form up.
    cancel,

    /// A call that did not run; `{}` is the tool, as below.
    named,
    /// A read-only tool runs.
    looking_up,
    /// A read-only tool has run, or should have.
    looked_up,
    /// Any other tool runs.
    running,
    /// Any other tool has run, or should have.
    ran,
    /// A call's state: it runs.
    state_running,
    /// A call's state: the page's form waits.
    state_waiting,
    /// A call's state: it returned.
    state_done,
    /// A call's state: it returned an error.
    state_failed,
    /// A call's state: nobody knows whether it changed anything.
    state_unknown,
    /// A call's state: the visitor said no.
    state_denied,
    /// A call's state: stopped before it ran.
    state_stopped,
    /// A call's state: its arguments do not fit.
    state_invalid,
    /// A call's state: no such tool here.
    state_missing,
    /// What a call was given.
    arguments,
    /// What a call returned.
    result,
    /// What to do about a call whose outcome is unknown.
    unknown_more,

    /// The card's one sentence; `{}` is the tool.
    question,
    /// The card's announcement; `{}` is the question.
    question_spoken,
    /// The card's no.
    deny,
    /// The card's yes.
    allow,
    /// Labels the page's own description of the tool.
    sites_words,
    /// Stands for a value without characters.
    empty_value,
    /// A value: truth.
    yes,
    /// A value: its opposite.
    no,
    /// A value: `null`, an empty list.
    none,
    /// Ends a list that was cut; `{}` is how long it is.
    items,
    /// Ends a text that was cut; `{}` is how long it is.
    characters,
    /// Stands for a text of which nothing shows; `{}` is how long it is.
    hidden,
    /// Labels what got no line of its own; `{}` is how much that is.
    more,
    /// Stands between the items of a list.
    comma,
    /// Stands between a number's groups of three digits.
    thousands,
    /// Opens the exact JSON.
    details,
    /// Reason `annotations-unknown`.
    why_unknown,
    /// Reason `consequential`.
    why_consequential,
    /// Reason `after-untrusted`.
    why_untrusted,
    /// Reason `not-read-only`.
    why_changes,

    /// The button that runs the last message again.
    retry,
    /// The button that goes on after a cut or the last step.
    proceed,
    /// A run was stopped.
    stopped,
    /// A run ended at its last step.
    max_steps,
    /// A run was cut off by a navigation.
    cut,
    /// The browser has no network.
    offline,
    /// The page offers no tools.
    no_tools,
    /// No model is ready.
    model_unavailable,
    /// The browser's model is not on the device yet.
    model_download,
    /// The proxy limits this visitor, no time given.
    limited,
    /// The proxy limits this visitor; `{}` seconds are left.
    limited_for,
    /// That time has passed.
    limited_over,
    /// The proxy or its provider failed.
    model_error,
    /// What the model replied could not be read.
    bad_reply,
    /// Something else already runs.
    busy,
    /// Names a fault to whoever keeps the site; `{}` is the request's id.
    reference,
}

thread_local! {
    /// The tables that were read so far. They stay for ever, since a mounted panel borrows from
    /// them; there are as many as languages that this page was shown in.
    static TABLES: RefCell<Vec<(&'static str, &'static Strings)>> = const { RefCell::new(vec![]) };
}

/// The table whose text this is.
#[must_use]
pub fn table(text: &str) -> &'static Strings {
    TABLES.with_borrow_mut(|tables| {
        if let Some((_, known)) = tables.iter().find(|(known, _)| *known == text) {
            return *known;
        }
        let text: &'static str = String::leak(text.to_owned());
        let table: &'static Strings = Box::leak(Box::new(Strings::read(text)));
        tables.push((text, table));
        table
    })
}

/// The template with `value` in the place of its `{}`.
#[must_use]
pub fn fill(template: &str, value: &str) -> String {
    match split_at(template, "{}") {
        Some((before, after)) => [before, value, after].concat(),
        None => template.to_owned(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use site_agent_core::json;

    /// English, as a build writes it.
    pub(crate) fn english() -> String {
        let table = json::parse(include_str!("../lang/en.json")).expect("the table is JSON");
        let lines = table.as_object().expect("the table is an object").iter();
        let lines = lines.map(|(_, words)| words.as_str().expect("words are text").to_owned());
        ["en".to_owned()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_table_is_read_in_the_order_of_its_fields() {
        let strings = table(&english());
        assert_eq!((strings.lang(), strings.dir()), ("en", "ltr"));
        assert_eq!(strings.question(), "Allow “{}”?");
        assert_eq!(strings.reference(), "Reference: {}");
    }

    #[test]
    fn a_table_is_kept_once() {
        assert!(std::ptr::eq(table(&english()), table(&english())));
        assert_eq!(table("xx\nltr").reference(), "");
    }

    #[test]
    fn a_value_is_filled_in_once_and_never_read_as_a_template() {
        assert_eq!(fill("Allow “{}”?", "{}"), "Allow “{}”?");
        assert_eq!(fill("Done", "x"), "Done");
    }
}
