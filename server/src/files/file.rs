//! One file, ready to be sent: bytes, compressed twins, type, and how long it may be kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::response::Response;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use sha2::{Digest, Sha256};

use super::encoding::Encoding;
use super::mime;
use crate::hex::hex;

/// A file of the build.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it was read from.
    pub(super) source: PathBuf,
    body: Bytes,
    twins: Vec<(Encoding, Bytes)>,
    mime: &'static str,
    /// Its name holds a hash of its content: it never changes under that name.
    pub(super) is_hashed: bool,
    /// The start of its content's hash.
    tag: String,
}

impl File {
    /// Reads the file at `path`, served under `name`, and its compressed twins.
    pub(super) fn read(path: &Path, name: &str) -> io::Result<Self> {
        let body = fs::read(path)?;
        let twins = Encoding::ALL
            .into_iter()
            .filter_map(|encoding| Some((encoding, fs::read(twin(path, encoding)).ok()?.into())))
            .collect();
        Ok(Self {
            tag: hex(&Sha256::digest(&body)[..8]),
            source: path.to_owned(),
            body: body.into(),
            twins,
            mime: mime::of(name),
            is_hashed: is_hashed(name),
        })
    }

    /// The files that make it up: itself and its twins.
    pub(super) fn sources(&self) -> impl Iterator<Item = PathBuf> {
        let twins = self.twins.iter().map(|(encoding, _)| twin(&self.source, *encoding));
        std::iter::once(self.source.clone()).chain(twins)
    }

    /// The reply to a request with these headers: the best encoding, or 304 where the client has it
    /// already.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let twin = self.twins.iter().find(|(encoding, _)| encoding.is_accepted(request));
        let (suffix, body) = twin.map_or(("", &self.body), |(e, body)| (e.ending(), body));
        let mut response = Response::new(Body::from(body.clone()));
        let headers = response.headers_mut();
        open_to_all(headers);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.mime));
        if !self.twins.is_empty() {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let Some((encoding, _)) = twin {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        if self.is_hashed {
            let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
            headers.insert(CACHE_CONTROL, for_ever);
            return response;
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
        let tag = format!("\"{}{suffix}\"", self.tag);
        if has_tag(request, &tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.body_mut() = Body::empty();
            response.headers_mut().remove(CONTENT_ENCODING);
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            response.headers_mut().insert(ETAG, tag);
        }
        response
    }

    /// The reply where there is no such file: readable across origins, so that an embedding page
    /// sees a 404 and not a riddle, and never a page, which a script loader would try to run.
    pub fn missing() -> Response {
        let mut response = Response::new(Body::from("no such file\n"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        open_to_all(response.headers_mut());
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// Files are public and hold no secret: any page may load them, also one that isolates itself, and
/// time them.
fn open_to_all(headers: &mut HeaderMap) {
    for (name, value) in [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
        (HeaderName::from_static("timing-allow-origin"), "*"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn twin(path: &Path, encoding: Encoding) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(encoding.ending());
    name.into()
}

fn has_tag(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|value| value.trim().trim_start_matches("W/"))
        .any(|value| value == "*" || value == tag)
}

/// Whether a name below the built folders holds a hash: a part between dashes of twelve hex digits.
fn is_hashed(name: &str) -> bool {
    let built = name.starts_with("/pkg/") || name.starts_with("/site-agent/");
    let stem = name.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or_default();
    built
        && stem
            .split('-')
            .skip(1)
            .any(|part| part.len() == 12 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::is_hashed;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        assert!(is_hashed("/pkg/site-0123456789ab.css"));
        assert!(is_hashed("/site-agent/sa-0123456789ab.wasm"));
        assert!(is_hashed("/site-agent/sa-0123456789ab-glue.js"));
        assert!(!is_hashed("/site-agent/element.js"));
        assert!(!is_hashed("/embed.js"));
        assert!(!is_hashed("/images/photo-0123456789ab.png"));
    }
}
