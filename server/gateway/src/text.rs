//! Text of a document on its way into another. What the browser wrote as a JSON string is one for
//! the provider, too: it is handed on with the escapes that it came with, and read only where
//! somebody has to know what it says.

use std::borrow::Cow;

use memchr::memmem;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// A text.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Text<'a> {
    /// A JSON string as it was written, its quotes and escapes with it.
    Written(&'a RawValue),
    /// Words of ours.
    Ours(Cow<'a, str>),
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::from("")
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self::Ours(Cow::Borrowed(text))
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self::Ours(Cow::Owned(text))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        // What is no string, and halves of characters, which a look for a string's end does not see.
        if !text.starts_with('"') || memmem::find(text.as_bytes(), b"\\u").is_some() {
            serde_json::from_str::<String>(text).map_err(D::Error::custom)?;
        }
        Ok(Self::Written(raw))
    }
}

impl Text<'_> {
    /// What it says.
    pub(crate) fn read(&self) -> Cow<'_, str> {
        match self {
            Self::Ours(text) => Cow::Borrowed(text),
            Self::Written(raw) => match inside(raw) {
                text if !text.contains('\\') => Cow::Borrowed(text),
                // It was found to be a string when it came.
                _ => Cow::Owned(serde_json::from_str(raw.get()).unwrap_or_default()),
            },
        }
    }

    /// Whether it says nothing.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Self::Written(raw) if begins_with_a_word(inside(raw)) => false,
            text => text.read().trim().is_empty(),
        }
    }
}

/// What stands between the quotes.
fn inside(raw: &RawValue) -> &str {
    let text = raw.get();
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

fn begins_with_a_word(text: &str) -> bool {
    text.starts_with(|first: char| first != '\\' && !first.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::Text;

    fn written(json: &str) -> serde_json::Result<Text<'_>> {
        serde_json::from_str(json)
    }

    #[test]
    fn it_goes_out_as_it_came() {
        for json in [r#""""#, r#""a\u0062 \"ü\"\n""#, r#""\ud83d\ude00""#, r#"" \/ ""#] {
            let text = written(json).expect("a text");
            assert_eq!(serde_json::to_string(&text).expect("JSON"), json);
            let said: String = serde_json::from_str(json).expect("a string");
            assert_eq!(text.read(), said);
        }
        assert_eq!(serde_json::to_string(&Text::from("a\"\n")).expect("JSON"), r#""a\"\n""#);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for odd in
            ["1", "{}", "[\"a\"]", "null", r#""\ud800""#, r#""\uD83Dx""#, "\"\n\"", r#""\x""#]
        {
            assert!(written(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn blanks_are_blank_however_they_are_written() {
        for blank in [r#""""#, r#""  ""#, r#""\n\t""#, r#"" \u0020\u00a0""#, "\"\u{2003}\""] {
            assert!(written(blank).expect("a text").is_blank(), "{blank}");
        }
        for said in [r#""a""#, r#""\n a""#, r#"" \\""#, r#""\u0061""#] {
            assert!(!written(said).expect("a text").is_blank(), "{said}");
        }
        assert!(Text::default().is_blank() && !Text::from(" x").is_blank());
    }
}
