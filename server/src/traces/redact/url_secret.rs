//! Secrets in addresses: `https://user:password@host`, `?access_token=…`, `#id_token=…`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::named;

static BEFORE_HOST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)[a-z][a-z0-9+.-]*://([^\s/?#@"'<>\[\]]+)@"#).ok());
static MEMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"[?&#;]([A-Za-z0-9_.\[\]-]+)=([^&;\s#"'<>\[\]]+)"#).ok());

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if text.contains("://") {
        let all = BEFORE_HOST.iter().flat_map(|rule| rule.captures_iter(text));
        found.extend(all.filter_map(|at| at.get(1)).map(|secret| secret.range()));
    }
    if text.contains('=') {
        for member in MEMBER.iter().flat_map(|rule| rule.captures_iter(text)) {
            if let (Some(name), Some(value)) = (member.get(1), member.get(2))
                && is_secret(name.as_str())
            {
                found.push(value.range());
            }
        }
    }
    found.sort_by_key(|place| place.start);
    // A password may hold what looks like a member.
    let mut end = 0;
    found.retain(|place| {
        let is_behind = place.start >= end;
        if is_behind {
            end = place.end;
        }
        is_behind
    });
    found
}

/// In an address also what signs it, and the codes that open sessions: there `code` is no coupon's
/// name but OAuth's.
fn is_secret(name: &str) -> bool {
    named::is_secret(name)
        || named::parts(name).iter().any(|part| {
            matches!(
                part.as_str(),
                "key" | "sig" | "signature" | "session" | "sid" | "sessionid" | "auth" | "hmac"
            )
        })
        || matches!(
            name.to_ascii_lowercase().as_str(),
            "code" | "auth_code" | "authorization_code" | "ticket"
        )
}
