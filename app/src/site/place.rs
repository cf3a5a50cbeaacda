//! Where the site lives, and what stands beside it. The server gives one [`Site`] as context.

use leptos::prelude::use_context;

/// What a page must know of its server.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The path in front of every address: empty, or `/sub` when a proxy serves us under one.
    pub base: String,
    /// The address people type, without a slash at the end: `https://agent.example/sub`.
    pub public_url: String,
    /// The files of the site and of the element.
    pub assets: Assets,
    /// The model behind `/api/agent`, in words for visitors; `None` while only the built-in rules
    /// answer there.
    pub model: Option<String>,
}

/// Paths of built files, without the base, as the build's manifest names them.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// The site's style sheet.
    pub css: String,
    /// The site's module, which loads `wasm`.
    pub js: String,
    /// The islands.
    pub wasm: String,
    /// The element's tag: `/embed.js`.
    pub embed: String,
}

impl Site {
    /// The site of this request; an empty one while the routes are being listed.
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// The address of a path of ours.
    pub fn href(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// True when visitors come over TLS, so that cookies may insist on it.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// The address of a path of ours, for use in a view.
pub fn href(path: &str) -> String {
    Site::here().href(path)
}

#[cfg(test)]
mod tests {
    use super::Site;

    #[test]
    fn a_path_is_put_under_the_base() {
        let site = Site { base: "/sub".to_owned(), ..Site::default() };
        assert_eq!(site.href("/shop"), "/sub/shop");
        assert_eq!(Site::default().href("/shop"), "/shop");
    }
}
