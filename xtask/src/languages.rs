//! The element's languages: `app/widget/lang/TAG.json`, a table of words each.
//!
//! English is the source. Its words are the fields of `Strings` in `app/widget/src/strings.rs`, in
//! that order, and those of every other language are English's: none missing, none more, in the
//! same order, with the same `{}`. A table that differs ends the build. Each becomes a small file
//! that the element loads when it is used, but for English, which is part of its module, and the
//! launcher's labels, which are part of the loader.

use std::collections::BTreeMap;
use std::path::Path;

use crate::files;
use crate::run::{self, Failure, Outcome};

/// Stands in the loader for the launcher's labels.
const LABELS: &str = "'__SA_LABELS__'";
/// Stands in the module for what the names of the languages' files begin with.
const WORDS: &str = "'__SA_WORDS__'";
/// Stands in the module for English.
const ENGLISH: &str = "'__SA_ENGLISH__'";
/// What the names of the languages' files begin with.
pub(crate) const PREFIX: &str = "sa-words-";
/// The language that is the source of the others.
const SOURCE: &str = "en";
/// The one language that the loader tells apart by its script.
const SCRIPTS: [&str; 2] = ["zh-Hans", "zh-Hant"];
/// The word that is also the launcher's label.
const LABEL: &str = "heading";

/// One language's words, in the order of their file.
struct Table {
    tag: String,
    words: Vec<(String, String)>,
}

/// All of them, English first.
pub(crate) struct Languages {
    tables: Vec<Table>,
    hash: String,
}

/// Checks every table.
pub(crate) fn check() -> Outcome {
    run::step("languages");
    read().map(drop)
}

/// Reads and checks every table.
pub(crate) fn read() -> Outcome<Languages> {
    let folder = run::root().join("app/widget/lang");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .map_err(run::at(&folder))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    // English first: what it has wrong, all others would be said to have.
    names.sort_by_key(|name| (name != "en.json", name.clone()));
    let mut tables: Vec<Table> = vec![];
    let mut wrong = vec![];
    for name in names {
        let file = format!("app/widget/lang/{name}");
        let Some(tag) = name.strip_suffix(".json").filter(|tag| is_reached(tag)) else {
            wrong.push(format!(
                "{file}: a table is named after a language, or {}, and `.json`",
                SCRIPTS.join(" or ")
            ));
            continue;
        };
        match parse(tag, &files::text(&folder.join(&name))?) {
            Ok(table) => {
                let faults = match tables.first() {
                    Some(english) => compare(&table, english),
                    None => against_fields(&table)?,
                };
                wrong.extend(faults.into_iter().map(|fault| format!("{file}: {fault}")));
                tables.push(table);
            }
            Err(fault) => wrong.push(format!("{file}: {fault}")),
        }
    }
    if wrong.is_empty() {
        let texts: Vec<String> = tables.iter().map(Table::text).collect();
        return Ok(Languages { hash: files::short_hash(texts.concat().as_bytes()), tables });
    }
    Err(Failure::new(wrong.join("\n       ")))
}

impl Languages {
    /// A script with its places for words filled.
    pub(crate) fn fill(&self, script: &str) -> String {
        let english = self.tables.first().map(Table::text).unwrap_or_default();
        script
            .replace(LABELS, &self.labels())
            .replace(WORDS, &quoted(&format!("./{}", self.prefix())))
            .replace(ENGLISH, &quoted(&english))
    }

    /// Writes a module for each language that is not part of the element's own.
    pub(crate) fn write(&self, folder: &Path) -> Outcome {
        for table in self.tables.iter().filter(|table| table.tag != SOURCE) {
            let module = format!("export const words={};\n", quoted(&table.text()));
            let name = format!("{}{}.js", self.prefix(), table.tag);
            files::write(&folder.join(name), module.as_bytes())?;
        }
        Ok(())
    }

    fn prefix(&self) -> String {
        format!("{PREFIX}{}-", self.hash)
    }

    /// An object of JavaScript that has nothing but the labels.
    fn labels(&self) -> String {
        let label = |table: &Table| format!("{}:{}", quoted(&table.tag), quoted(table.word(LABEL)));
        let labels: Vec<String> = self.tables.iter().map(label).collect();
        format!("{{__proto__:null,{}}}", labels.join(","))
    }
}

impl Table {
    /// A line per word, the tag first: what `strings.rs` reads.
    fn text(&self) -> String {
        let words = self.words.iter().map(|(_, word)| word.as_str());
        [self.tag.as_str()].into_iter().chain(words).collect::<Vec<_>>().join("\n")
    }

    fn word(&self, key: &str) -> &str {
        self.words.iter().find(|(own, _)| own == key).map_or("", |(_, word)| word)
    }
}

/// A text as a string of JavaScript; JSON's are.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Whether the loader ever asks for the language of that tag.
fn is_reached(tag: &str) -> bool {
    let plain = (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    (plain && !tag.starts_with("zh")) || SCRIPTS.contains(&tag)
}

/// Reads a table, one word a line, each with what the panel and its text form need of it.
fn parse(tag: &str, text: &str) -> Result<Table, String> {
    let mut given: BTreeMap<String, String> =
        serde_json::from_str(text).map_err(|error| format!("not an object of texts ({error})"))?;
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
    let table = Table { tag: tag.to_owned(), words };
    if !matches!(table.word("dir"), "ltr" | "rtl") {
        return Err("`dir` has to be ltr or rtl".to_owned());
    }
    Ok(table)
}

/// What differs between a table and English.
fn compare(table: &Table, english: &Table) -> Vec<String> {
    let mut faults = differences(table, &english.keys());
    for (key, word) in &table.words {
        let holds = |text: &str| text.contains("{}");
        let source = english.word(key);
        if !source.is_empty() && holds(word) != holds(source) {
            let should = if holds(source) { "needs the {} of" } else { "has a {} that is not in" };
            faults.push(format!("`{key}` {should} English’s “{source}”"));
        }
    }
    faults
}

/// What differs between English and the fields that the panel reads it into.
fn against_fields(english: &Table) -> Outcome<Vec<String>> {
    let source = files::text(&run::root().join("app/widget/src/strings.rs"))?;
    let fields = fields(&source);
    // The tag is the file's name.
    Ok(differences(english, fields.strip_prefix(&["lang"]).unwrap_or(&fields)))
}

/// The fields of `Strings`: names alone in a line of the macro's call.
fn fields(source: &str) -> Vec<&str> {
    let call = source.split_once("\nstrings! {").map_or("", |(_, after)| after);
    let call = call.split_once("\n}").map_or("", |(call, _)| call);
    call.lines()
        .filter_map(|line| line.trim().strip_suffix(','))
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
        .collect()
}

impl Table {
    fn keys(&self) -> Vec<&str> {
        self.words.iter().map(|(key, _)| key.as_str()).collect()
    }
}

/// Keys that are missing, extra, or out of order.
fn differences(table: &Table, expected: &[&str]) -> Vec<String> {
    let keys = table.keys();
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
        let english = parse("en", ENGLISH).expect("English is a table");
        match parse("xx", text) {
            Ok(table) => compare(&table, &english),
            Err(fault) => vec![fault],
        }
    }

    #[test]
    fn every_table_is_complete() {
        read().map(drop).expect("the tables can be built");
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
    fn a_table_that_nobody_could_reach_has_another_name() {
        assert!(is_reached("de") && is_reached("zh-Hant"));
        assert!(!is_reached("zh") && !is_reached("pt-BR") && !is_reached("en-GB"));
    }

    #[test]
    fn the_fields_are_the_names_of_the_macros_call() {
        let source = "\nstrings! {\n    /// Doc, with,\n    lang,\n\n    dir,\n}\n\n    other,\n";
        assert_eq!(fields(source), ["lang", "dir"]);
    }
}
