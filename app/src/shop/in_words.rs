//! Names of products inside a sentence.

/// `espresso cups` for `Espresso cups, pair`.
pub fn one(name: &str) -> String {
    name.split(',').next().unwrap_or(name).trim().to_lowercase()
}

/// `blue enamel mugs` for `Blue enamel mug`; what is several already stays as it is.
pub fn several(name: &str) -> String {
    let one = one(name);
    if one.ends_with('s') && !one.ends_with("ss") {
        one
    } else if let Some(stem) = one.strip_suffix("fe") {
        format!("{stem}ves")
    } else if ["ss", "sh", "ch", "x"].iter().any(|end| one.ends_with(end)) {
        format!("{one}es")
    } else {
        format!("{one}s")
    }
}

#[cfg(test)]
mod tests {
    use super::{one, several};

    #[test]
    fn names_fit_into_sentences() {
        assert_eq!(one("Espresso cups, pair"), "espresso cups");
        for (name, plural) in [
            ("Blue enamel mug", "blue enamel mugs"),
            ("Bread knife", "bread knives"),
            ("Tea towels, pair", "tea towels"),
            ("Walnut board", "walnut boards"),
        ] {
            assert_eq!(several(name), plural);
        }
    }
}
