//! Where somebody wanted to go before they had to sign in.

/// The front page of the dashboard.
pub const HOME: &str = "/admin";

/// The address, if it is one of the dashboard's: a path of ours with its query, written without
/// anything that could lead elsewhere.
pub fn within(to: &str) -> Option<&str> {
    let rest = to.strip_prefix(HOME)?;
    let is_below = rest.is_empty() || rest.starts_with(['/', '?']);
    let is_plain = to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let path = to.split('?').next().unwrap_or_default();
    let is_straight = !path.contains("//") && !path.contains("..");
    (is_below && is_plain && is_straight && to.len() <= 2_000).then_some(to)
}

/// The address for a query: `to=…`, with what a query cannot hold escaped.
pub fn encode(text: &str) -> String {
    use std::fmt::Write as _;

    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_dashboard_are_gone_back_to() {
        for good in ["/admin", "/admin/traces?q=status%3Aerror", "/admin?a=b", "/admin/x#step=7"] {
            assert_eq!(within(good), Some(good), "{good}");
        }
        for bad in [
            "",
            "/",
            "/administer",
            "//evil.example/admin",
            "https://evil.example/admin",
            "/admin//evil.example",
            "/admin/../shop",
            "/admin\\evil",
            "/admin\r\nlocation: x",
            "/admin/ü",
        ] {
            assert_eq!(within(bad), None, "{bad:?}");
        }
        assert_eq!(within(&format!("/admin?{}", "a".repeat(2_000))), None);
    }

    #[test]
    fn what_ends_a_value_is_escaped() {
        assert_eq!(encode("/admin/traces?q=a&b=c#d"), "/admin/traces%3Fq%3Da%26b%3Dc%23d");
    }
}
