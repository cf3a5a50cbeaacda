//! Tokens and keys that can be told by their form.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Each with its issuer's own beginning; the group is what is taken out.
static KNOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|[^A-Za-z0-9_-])(",
        // JSON Web Tokens.
        r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?",
        // Model providers, payment providers, Hugging Face.
        r"|sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9]{16,}",
        r"|hf_[A-Za-z0-9]{20,}",
        // Clouds.
        r"|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z_-]{20,}",
        // Forges, registries, chat and mail.
        r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{20,}",
        r"|npm_[A-Za-z0-9]{30,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
        r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]*PRIVATE KEY-----)?",
        r")",
    ))
    .ok()
});
/// What a header carries.
static HEADER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\bbearer\s+|\bauthorization:\s*(?:basic|digest|token)\s+)([A-Za-z0-9._~+/=-]{8,})",
    )
    .ok()
});

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let known = KNOWN.iter().flat_map(|rule| rule.captures_iter(text)).filter_map(|at| at.get(1));
    let mut found: Vec<Range<usize>> = known.map(|token| token.range()).collect();
    for header in HEADER.iter().flat_map(|rule| rule.captures_iter(text)) {
        let Some(token) = header.get(1) else { continue };
        // "Bearer certificates" is no token.
        let is_word =
            token.as_str().bytes().all(|byte| byte.is_ascii_alphabetic() || b".-".contains(&byte));
        let is_told = !is_word || token.len() >= 32;
        if is_told
            && found.iter().all(|known| token.end() <= known.start || token.start() >= known.end)
        {
            found.push(token.range());
        }
    }
    found.sort_by_key(|place| place.start);
    found
}
