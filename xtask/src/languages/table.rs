//! One language's table: how it is read, and what it must have in common with English.

use std::collections::BTreeMap;

/// One language's words, in the order of their file.
pub(super) struct Table {
    pub(super) tag: String,
    words: Vec<(String, String)>,
}

impl Table {
    /// Reads a table, one word a line, each with what the panel and its text form need of it.
    pub(super) fn parse(tag: &str, text: &str) -> Result<Self, String> {
        let mut given: BTreeMap<String, String> = serde_json::from_str(text)
            .map_err(|error| format!("not an object of texts ({error})"))?;
        let mut words = vec![];
        // JSON has no order; the lines do.
        let keys = text.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"));
        for (key, _) in keys {
            let word = given.remove(key).ok_or_else(|| format!("`{key}` is there twice"))?;
            if word.is_empty() || word.contains('\n') || word.matches("{}").count() > 1 {
                return Err(format!("`{key}` has to be one line, with at most one {{}}"));
            }
            words.push((key.to_owned(), word));
        }
        if let Some(key) = given.keys().next() {
            return Err(format!("`{key}` has to stand in a line of its own"));
        }
        let table = Self { tag: tag.to_owned(), words };
        if !matches!(table.word("dir"), "ltr" | "rtl") {
            return Err("`dir` has to be ltr or rtl".to_owned());
        }
        Ok(table)
    }

    /// A line per word but for the last so many, the tag first: what `strings.rs` reads.
    pub(super) fn text(&self, without: usize) -> String {
        let words = self.words.iter().map(|(_, word)| word.as_str());
        let count = self.words.len().saturating_sub(without);
        [self.tag.as_str()].into_iter().chain(words.take(count)).collect::<Vec<_>>().join("\n")
    }

    /// A line for each of those words: what `aside-words.js` reads.
    pub(super) fn lines(&self, names: &[String]) -> String {
        names.iter().map(|name| self.word(name)).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn word(&self, key: &str) -> &str {
        self.words.iter().find(|(own, _)| own == key).map_or("", |(_, word)| word)
    }

    /// What differs from English.
    pub(super) fn against(&self, english: &Self) -> Vec<String> {
        let mut faults = self.differences(&english.keys());
        for (key, word) in &self.words {
            let holds = |text: &str| text.contains("{}");
            let source = english.word(key);
            if !source.is_empty() && holds(word) != holds(source) {
                let should =
                    if holds(source) { "needs the {} of" } else { "has a {} that is not in" };
                faults.push(format!("`{key}` {should} English’s “{source}”"));
            }
        }
        faults
    }

    /// What differs, in English, from the fields that the panel reads it into.
    pub(super) fn against_fields(&self, fields: &[&str]) -> Vec<String> {
        // The tag is the file's name.
        self.differences(fields.strip_prefix(&["lang"]).unwrap_or(fields))
    }

    /// Keys that are missing, extra, or out of order.
    fn differences(&self, expected: &[&str]) -> Vec<String> {
        let keys = self.keys();
        let missing = expected.iter().filter(|key| !keys.contains(*key));
        let mut faults: Vec<String> = missing.map(|key| format!("`{key}` is missing")).collect();
        let extra = keys.iter().filter(|key| !expected.contains(*key));
        faults.extend(extra.map(|key| format!("`{key}` is no word of the panel’s")));
        if faults.is_empty()
            && let Some((key, other)) = keys.iter().zip(expected).find(|(key, other)| key != other)
        {
            faults.push(format!("`{key}` stands where `{other}` should"));
        }
        faults
    }

    fn keys(&self) -> Vec<&str> {
        self.words.iter().map(|(key, _)| key.as_str()).collect()
    }
}

/// The fields of `Strings`: names alone in a line of the macro's call.
pub(super) fn fields(source: &str) -> Vec<&str> {
    let call = source.split_once("\nstrings! {").map_or("", |(_, after)| after);
    let call = call.split_once("\n}").map_or("", |(call, _)| call);
    call.lines()
        .filter_map(|line| line.trim().strip_suffix(','))
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
        .collect()
}

/// The words beside the panel's: those in quotes in the list of `aside-words.js`.
pub(super) fn asides(source: &str) -> Vec<&str> {
    let list = source.split_once("const ASIDE_WORDS =").map_or("", |(_, after)| after);
    let list = list.split_once("]);").map_or("", |(list, _)| list);
    list.lines().filter_map(|line| line.trim().strip_prefix('\'')?.strip_suffix("',")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = r#"{
        "dir": "ltr",
        "heading": "Ask",
        "question": "Allow “{}”?",
        "deny": "Deny"
    }"#;

    fn faults(text: &str) -> Vec<String> {
        let english = Table::parse("en", ENGLISH).expect("English is a table");
        match Table::parse("xx", text) {
            Ok(table) => table.against(&english),
            Err(fault) => vec![fault],
        }
    }

    #[test]
    fn a_table_like_english_is_one() {
        assert_eq!(faults(ENGLISH), [""; 0]);
    }

    #[test]
    fn a_word_that_is_missing_is_named() {
        let table = ENGLISH.replace(",\n        \"deny\": \"Deny\"", "");
        assert_eq!(faults(&table), ["`deny` is missing"]);
    }

    #[test]
    fn a_word_that_is_not_englishs_is_named() {
        let table = ENGLISH.replace("\"deny\": \"Deny\"", "\"deny\": \"Deny\",\n\"denied\": \"x\"");
        assert_eq!(faults(&table), ["`denied` is no word of the panel’s"]);
    }

    #[test]
    fn a_placeholder_that_differs_is_named() {
        let without = ENGLISH.replace("“{}”", "it");
        assert_eq!(faults(&without), ["`question` needs the {} of English’s “Allow “{}”?”"]);
        let with = ENGLISH.replace("\"Deny\"", "\"Deny {}\"");
        assert_eq!(faults(&with), ["`deny` has a {} that is not in English’s “Deny”"]);
        let twice = ENGLISH.replace("“{}”", "“{}{}”");
        assert_eq!(faults(&twice), ["`question` has to be one line, with at most one {}"]);
    }

    #[test]
    fn words_stand_in_englishs_order_each_once_on_a_line() {
        let swapped = ENGLISH.replace("heading", "_").replace("question", "heading");
        assert_eq!(
            faults(&swapped.replace("\"_\"", "\"question\""))[0],
            "`question` stands where `heading` should"
        );
        let twice = ENGLISH.replace("\"dir\": \"ltr\",", "\"dir\": \"ltr\",\n\"dir\": \"ltr\",");
        assert_eq!(faults(&twice), ["`dir` is there twice"]);
        assert_eq!(faults(&ENGLISH.replace("ltr", "up")), ["`dir` has to be ltr or rtl"]);
        assert!(faults("[]")[0].starts_with("not an object of texts"));
    }

    #[test]
    fn the_words_beside_the_panels_are_the_last_ones() {
        let source = "\nconst ASIDE_WORDS = ([\n  'deny',\n  'heading',\n]);\n'other',\n";
        assert_eq!(asides(source), ["deny", "heading"]);
        let english = Table::parse("en", ENGLISH).expect("English is a table");
        assert_eq!(english.text(1), "en\nltr\nAsk\nAllow “{}”?");
        assert_eq!(english.lines(&["deny".into(), "heading".into()]), "Deny\nAsk");
    }

    #[test]
    fn the_fields_are_the_names_of_the_macros_call() {
        let source = "\nstrings! {\n    /// Doc, with,\n    lang,\n\n    dir,\n}\n\n    other,\n";
        assert_eq!(fields(source), ["lang", "dir"]);
    }
}
