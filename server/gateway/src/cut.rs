//! A request without its list of tools, where that is known.
//!
//! The list is the larger half of a request and the same with every step of a page. Where the last
//! member of a body is a list that was read before, the rest alone is read, and kept while the model
//! is waited for. Whatever is not so, also what only looks like it, is read whole.

use std::sync::Arc;

use memchr::memmem;

use crate::config::Caps;
use crate::protocol::Request;
use crate::toolbox::Toolbox;

const KEY: &[u8] = b"\"tools\":";
/// Stands where the list stood.
const NONE: &[u8] = b"[]";

/// A body without its list.
pub(crate) struct Cut {
    rest: Vec<u8>,
    /// Where in it the list stood.
    at: usize,
    /// What the list says.
    pub(crate) toolbox: Arc<Toolbox>,
}

impl Cut {
    /// Cuts out what seems to be the list, if `find` knows it.
    pub(crate) fn of(
        body: &[u8],
        find: impl FnOnce(&[u8]) -> Option<Arc<Toolbox>>,
    ) -> Option<Self> {
        let end = body.trim_ascii_end().strip_suffix(b"}")?;
        let list = end[memmem::find(end, KEY)? + KEY.len()..].trim_ascii();
        let toolbox = find(list)?;
        let at = list.as_ptr().addr() - body.as_ptr().addr();
        let after = &body[at + list.len()..];
        let mut rest = Vec::with_capacity(at + NONE.len() + after.len());
        for part in [&body[..at], NONE, after] {
            rest.extend_from_slice(part);
        }
        Some(Self { rest, at, toolbox })
    }

    /// The request, if it can be read so: if what was cut out is its list, and no member of a
    /// message, nor the end of another's name.
    pub(crate) fn request(&self, caps: Caps) -> Option<Request<'_>> {
        let request = Request::parse(&self.rest, caps).ok()?;
        std::ptr::eq(request.tools.as_ptr(), &raw const self.rest[self.at]).then_some(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolbox::Toolboxes;

    const LIST: &str = r#"[{"name":"a","inputSchema":{"properties":{"tools":{}}}}]"#;

    fn cut(body: &str) -> Option<usize> {
        let known = Toolboxes::default();
        let read = known.of(LIST, Caps::default()).expect("tools");
        let cut = known.cut(body.as_bytes())?;
        assert!(Arc::ptr_eq(&cut.toolbox, &read));
        cut.request(Caps::default()).map(|request| request.messages.len())
    }

    #[test]
    fn a_known_list_at_the_end_is_not_read_again() {
        let messages =
            r#""messages":[{"role":"user","text":"\"tools\":"},{"role":"user","text":"é"}]"#;
        for body in [
            format!(r#"{{"version":1,{messages},"tools":{LIST}}}"#),
            format!("{{\"version\":1,{messages} , \"tools\": \n{LIST} \n}}\t\n"),
        ] {
            assert_eq!(cut(&body), Some(2), "{body}");
        }
    }

    #[test]
    fn what_only_looks_like_the_list_is_left_alone() {
        let message = |more: &str| format!(r#"{{"role":"user","text":"a"{more}}}"#);
        let plain = message("");
        for body in [
            // Another list, another place, none.
            format!(r#"{{"version":1,"messages":[{plain}],"tools":[]}}"#),
            format!(r#"{{"version":1,"tools":{LIST},"messages":[{plain}]}}"#),
            format!(r#"{{"version":1,"messages":[{plain}]}}"#),
            // Somebody else's member, and another name with this end.
            format!(
                r#"{{"version":1,"messages":[{}]}}"#,
                message(&format!(r#","meta":{{"tools":{LIST}}}"#))
            ),
            format!(r#"{{"version":1,"messages":[{plain}],"x\"tools":{LIST}}}"#),
            format!(r#"{{"version":1,"messages":[{plain}],"tools":[],"x\"tools":{LIST}}}"#),
            // No JSON, no request.
            format!(r#"{{"version":1,"messages":[{plain}]"tools":{LIST}}}"#),
            format!(r#"{{"version":1,"messages":[{plain}],"tools":{LIST}"#),
            format!(r#"{{"version":2,"messages":[{plain}],"tools":{LIST}}}"#),
            format!(r#"{{"version":1,"messages":[],"tools":{LIST}}}"#),
            String::new(),
            "}".to_owned(),
        ] {
            assert_eq!(cut(&body), None, "{body}");
        }
    }
}
