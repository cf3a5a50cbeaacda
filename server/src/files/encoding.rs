//! Which compressed twin of a file a client can read.

use std::path::Path;

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// How the bytes are encoded on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The better one first.
    pub(super) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// As it stands in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The ending of a compressed twin.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    /// Whether the client reads it.
    pub(super) fn is_accepted(self, headers: &HeaderMap) -> bool {
        let mut any = None;
        for entry in headers
            .get_all(ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
        {
            let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
            let weight = weight.trim().strip_prefix("q=").map_or("1", str::trim);
            let wanted = weight.parse::<f32>().is_ok_and(|q| q > 0.0);
            match name.trim() {
                name if name.eq_ignore_ascii_case(self.name()) => return wanted,
                "*" => any = Some(wanted),
                _ => {}
            }
        }
        any.unwrap_or(false)
    }
}

/// Whether `path` is the compressed twin of a file beside it.
pub(super) fn is_twin(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    Encoding::ALL.iter().any(|e| Some(e.ending()) == ending) && path.with_extension("").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(value: &'static str, encoding: Encoding) -> bool {
        let headers = [(ACCEPT_ENCODING, http::HeaderValue::from_static(value))];
        encoding.is_accepted(&HeaderMap::from_iter(headers))
    }

    #[test]
    fn weights_and_wildcards_are_honoured() {
        assert!(accepts("gzip, deflate, br, zstd", Encoding::Brotli));
        assert!(accepts("br;q=0.5", Encoding::Brotli));
        assert!(!accepts("br;q=0, gzip", Encoding::Brotli));
        assert!(accepts("*", Encoding::Gzip));
        assert!(!accepts("*;q=0", Encoding::Gzip));
        assert!(!accepts("*, gzip;q=0.0", Encoding::Gzip));
        assert!(!accepts("identity", Encoding::Gzip));
    }
}
