//! Values whose name says that they are secret: `password`, `clientSecret`, `card_cvc`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Words that make a name secret wherever they stand in it.
const SECRET: [&str; 28] = [
    "password",
    "passwort",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "kennwort",
    "contrasena",
    "contraseña",
    "senha",
    "wachtwoord",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "credentials",
    "authorization",
    "bearer",
    "jwt",
    "otp",
    "totp",
    "pin",
    "cvv",
    "cvc",
    "csc",
    "ssn",
];
/// Words that do so together.
const TOGETHER: [[&str; 2]; 7] = [
    ["api", "key"],
    ["access", "key"],
    ["private", "key"],
    ["secret", "key"],
    ["security", "code"],
    ["card", "number"],
    ["mot", "passe"],
];

/// `name: value`, `name = value` and `"name": "value"` in a text.
static MEMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)(?:^|[^\p{L}\p{N}_.-])["']?([\p{L}][\p{L}\p{N}_-]+)["']?(?:\s?=\s?|\s?:\s?)(?:"((?:[^"\\]|\\.)+)"|([^\s"',;<>\[\]{}()]{4,}))"#,
    )
    .ok()
});

/// The words of a name: `cardCvc_code` is `card`, `cvc`, `code`.
pub(super) fn parts(name: &str) -> Vec<String> {
    let (mut parts, mut part, mut was_lower) = (Vec::new(), String::new(), false);
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || (was_lower && c.is_uppercase());
        if begins && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase() || c.is_numeric();
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// Whether the value under a name is nobody's business.
pub(super) fn is_secret(name: &str) -> bool {
    let parts = parts(name);
    let ends = |part: &str| {
        ["password", "secret", "token", "apikey"].iter().any(|word| part.ends_with(word))
    };
    parts.iter().any(|part| SECRET.contains(&part.as_str()) || ends(part))
        || parts
            .windows(2)
            .any(|two| TOGETHER.iter().any(|pair| two[0] == pair[0] && two[1] == pair[1]))
}

/// What stands in front of the secret in a header.
fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "digest", "token"].iter().any(|scheme| word.eq_ignore_ascii_case(scheme))
}

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    if !text.contains([':', '=']) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for member in MEMBER.iter().flat_map(|rule| rule.captures_iter(text)) {
        let Some(value) = member.get(2).or_else(|| member.get(3)) else { continue };
        // A word behind "Password:" in prose says what to do; a password is hardly ever a word.
        let is_told =
            member.get(2).is_some() || !value.as_str().bytes().all(|b| b.is_ascii_lowercase());
        let is_new = !value.as_str().starts_with("[redacted:") && !is_scheme(value.as_str());
        if is_told && is_new && member.get(1).is_some_and(|name| is_secret(name.as_str())) {
            found.push(value.range());
        }
    }
    found
}
