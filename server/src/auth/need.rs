//! What each address of the dashboard asks of whoever comes. Decided by the path alone, and by
//! what stands here: an address that nobody thought of asks for an account.

/// What an address asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing: it is how one gets in.
    Nothing,
    /// An account.
    Viewer,
    /// An owner's account.
    Owner,
}

const PAGES: &str = "/admin";
const FUNCTIONS: &str = "/api/fn/admin";

/// Pages that are there before somebody is signed in.
const OPEN: [&str; 5] =
    ["/admin/login", "/admin/login/code", "/admin/set-up", "/admin/join", "/admin/reset"];

/// Pages and files that are for owners; what is below them, too.
const OWNERS: [&str; 5] = [
    "/admin/settings/data",
    "/admin/settings/people",
    "/admin/settings/audit",
    "/admin/files/own",
    "/admin/own",
];

impl Need {
    /// What `path` asks for; `None` if it is not the dashboard's.
    pub fn of(path: &str) -> Option<Self> {
        if let Some(name) = below(path, FUNCTIONS) {
            return Some(match name.split('/').nth(1) {
                Some("open") => Self::Nothing,
                Some("view") => Self::Viewer,
                _ => Self::Owner,
            });
        }
        below(path, PAGES)?;
        if OPEN.contains(&path) {
            return Some(Self::Nothing);
        }
        let is_owners = OWNERS.iter().any(|owners| below(path, owners).is_some());
        Some(if is_owners { Self::Owner } else { Self::Viewer })
    }
}

/// What follows `top` in a path at or below it.
fn below<'a>(path: &'a str, top: &str) -> Option<&'a str> {
    path.strip_prefix(top).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_asks_for_what_its_group_asks_for() {
        for (path, need) in [
            ("/", None),
            ("/shop", None),
            ("/administer", None),
            ("/api/fn/add_to_cart", None),
            ("/api/fn/administer", None),
            ("/api/agent", None),
            ("/admin", Some(Need::Viewer)),
            ("/admin/", Some(Need::Viewer)),
            ("/admin/traces/x", Some(Need::Viewer)),
            ("/admin/never-thought-of", Some(Need::Viewer)),
            ("/admin/login", Some(Need::Nothing)),
            ("/admin/login/", Some(Need::Viewer)),
            ("/admin/login/code", Some(Need::Nothing)),
            ("/admin/login/codes", Some(Need::Viewer)),
            ("/admin/settings", Some(Need::Viewer)),
            ("/admin/settings/data", Some(Need::Owner)),
            ("/admin/settings/people", Some(Need::Owner)),
            ("/admin/settings/people/7", Some(Need::Owner)),
            ("/admin/files/traces.jsonl", Some(Need::Viewer)),
            ("/admin/files/own/backup", Some(Need::Owner)),
            ("/api/fn/admin/open/log_in", Some(Need::Nothing)),
            ("/api/fn/admin/view/log_out", Some(Need::Viewer)),
            ("/api/fn/admin/own/invite", Some(Need::Owner)),
            ("/api/fn/admin/never_thought_of", Some(Need::Owner)),
            ("/api/fn/admin", Some(Need::Owner)),
            ("/api/fn/admin/opened/x", Some(Need::Owner)),
        ] {
            assert_eq!(Need::of(path), need, "{path}");
        }
    }
}
