//! The element's languages: `app/widget/lang/TAG.json`, a table of words each.
//!
//! English is the source. Its words are the fields of `Strings` in `app/widget/src/strings.rs`, in
//! that order, and those of every other language are English's: none missing, none more, in the
//! same order, with the same `{}`. A table that differs ends the build. Each becomes a small file
//! that the element loads when it is used, but for English, which is part of its module, and the
//! launcher's labels, which are part of the loader.
//!
//! Behind the panel's words stand those that few visitors read, by the list in
//! `app/widget/js/aside-words.js`: they become a file of their own, in English too.

mod table;

use std::path::Path;

use self::table::Table;
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
/// Stands in the parts for what the names of the files beside begin with.
const ASIDES: &str = "'__SA_ASIDES__'";
/// What the names of the files with words that few read begin with.
pub(crate) const ASIDE_PREFIX: &str = "sa-aside-";
/// The language that is the source of the others.
const SOURCE: &str = "en";
/// The one language that the loader tells apart by its script.
const SCRIPTS: [&str; 2] = ["zh-Hans", "zh-Hant"];
/// The word that is also the launcher's label.
const LABEL: &str = "heading";

/// All of them, English first.
pub(crate) struct Languages {
    tables: Vec<Table>,
    hash: String,
    /// The names of the words beside, and how many of them are not the panel's too.
    asides: Vec<String>,
    own: usize,
}

/// Checks every table.
pub(crate) fn check() -> Outcome {
    run::step("languages");
    read().map(drop)
}

/// Reads and checks every table.
pub(crate) fn read() -> Outcome<Languages> {
    let folder = run::root().join("app/widget/lang");
    let mut sources = vec![];
    for entry in std::fs::read_dir(&folder).map_err(run::at(&folder))? {
        let path = entry.map_err(run::at(&folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sources.push((name, files::text(&path)?));
    }
    let strings = files::text(&run::root().join("app/widget/src/strings.rs"))?;
    let list = files::text(&run::root().join("app/widget/js/aside-words.js"))?;
    let mut fields = table::fields(&strings);
    let asides = table::asides(&list);
    let own: Vec<&str> = asides.iter().copied().filter(|name| !fields.contains(name)).collect();
    fields.extend(&own);
    tables(sources, &fields)
        .map(|tables| {
            let texts: Vec<String> = tables.iter().map(|table| table.text(0)).collect();
            let hash = files::short_hash(texts.concat().as_bytes());
            let asides = asides.iter().copied().map(str::to_owned).collect();
            Languages { hash, tables, asides, own: own.len() }
        })
        .map_err(|faults| Failure::new(faults.join("\n       ")))
}

/// The tables of files, or a line for each fault, which names its file.
fn tables(mut sources: Vec<(String, String)>, fields: &[&str]) -> Result<Vec<Table>, Vec<String>> {
    // English first: what it has wrong, all others would be said to have.
    sources.sort_by_key(|(name, _)| (name != "en.json", name.clone()));
    let mut tables: Vec<Table> = vec![];
    let mut wrong = vec![];
    for (name, text) in &sources {
        let mut say = |fault: String| wrong.push(format!("app/widget/lang/{name}: {fault}"));
        let Some(tag) = name.strip_suffix(".json").filter(|tag| is_reached(tag)) else {
            say(format!("a table is named LANGUAGE.json, or {}.json", SCRIPTS.join(".json, ")));
            continue;
        };
        match Table::parse(tag, text) {
            Ok(table) => {
                let faults = match tables.first() {
                    Some(english) => table.against(english),
                    None => table.against_fields(fields),
                };
                faults.into_iter().for_each(say);
                tables.push(table);
            }
            Err(fault) => say(fault),
        }
    }
    if tables.first().is_none_or(|table| table.tag != SOURCE) {
        wrong.push(format!("app/widget/lang/{SOURCE}.json: English is the source of the others"));
    }
    if wrong.is_empty() { Ok(tables) } else { Err(wrong) }
}

impl Languages {
    /// A script with its places for words filled.
    pub(crate) fn fill(&self, script: &str) -> String {
        let english = self.tables.first().map(|table| table.text(self.own)).unwrap_or_default();
        script
            .replace(ASIDES, &quoted(&format!("./{ASIDE_PREFIX}{}-", self.hash)))
            .replace(LABELS, &self.labels())
            .replace(WORDS, &quoted(&format!("./{}", self.prefix())))
            .replace(ENGLISH, &quoted(&english))
    }

    /// Writes a module for each language that is not part of the element's own, and for the words
    /// beside the panel's one for each.
    pub(crate) fn write(&self, folder: &Path) -> Outcome {
        let write = |prefix: &str, tag: &str, words: &str| {
            let module = format!("export const words={};\n", quoted(words));
            files::write(&folder.join(format!("{prefix}{tag}.js")), module.as_bytes())
        };
        for table in &self.tables {
            if table.tag != SOURCE {
                write(&self.prefix(), &table.tag, &table.text(self.own))?;
            }
            let beside = format!("{ASIDE_PREFIX}{}-", self.hash);
            write(&beside, &table.tag, &table.lines(&self.asides))?;
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

/// A text as a string of JavaScript; JSON's are.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Whether the loader ever asks for the language of that tag.
fn is_reached(tag: &str) -> bool {
    let plain = (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    (plain && !tag.starts_with("zh")) || SCRIPTS.contains(&tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        tables(files.collect(), &["lang", "dir", "deny"]).err().unwrap_or_default()
    }

    #[test]
    fn every_table_is_complete() {
        read().map(drop).expect("the tables can be built");
    }

    #[test]
    fn a_fault_names_its_file_and_its_word() {
        let english = ("en.json", "{\n\"dir\": \"ltr\",\n\"deny\": \"Deny\"\n}");
        let german = ("de.json", "{\n\"dir\": \"ltr\",\n\"deny\": \"Nein {}\"\n}");
        let french = ("fr.json", "{\n\"dir\": \"ltr\"\n}");
        assert_eq!(faults(&[english]), [""; 0]);
        assert_eq!(
            faults(&[french, german, english]),
            [
                "app/widget/lang/de.json: `deny` has a {} that is not in English’s “Deny”",
                "app/widget/lang/fr.json: `deny` is missing",
            ]
        );
        // English itself is held against what the panel reads.
        assert_eq!(
            faults(&[("en.json", french.1)]),
            ["app/widget/lang/en.json: `deny` is missing"]
        );
        assert_eq!(
            faults(&[german]),
            ["app/widget/lang/en.json: English is the source of the others"]
        );
    }

    #[test]
    fn a_table_that_nobody_could_reach_has_another_name() {
        assert!(is_reached("de") && is_reached("zh-Hant"));
        assert!(!is_reached("zh") && !is_reached("pt-BR") && !is_reached("en-GB"));
    }
}
