//! Compressed copies of served files, made once at build time.

use std::fs;
use std::path::Path;

use crate::files;
use crate::run::{Failure, Outcome, at};

/// gzip at its best: a twentieth less than zlib's, for seconds of work.
pub(crate) fn gzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut out = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut out)
        .map_err(|error| Failure::new(format!("gzip: {error}")))?;
    Ok(out)
}

/// brotli at its best.
pub(crate) fn brotli(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut out = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters)
        .map_err(|error| Failure::new(format!("brotli: {error}")))?;
    Ok(out)
}

/// Puts `.br` and `.gz` beside every text and wasm file below the folder.
pub(crate) fn compress_folder(folder: &Path) -> Outcome {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            compress_folder(&path)?;
        } else if path.extension().is_some_and(|end| {
            ["js", "css", "wasm", "svg", "html", "txt"].iter().any(|known| end == *known)
        }) {
            compress_file(&path)?;
        }
    }
    Ok(())
}

/// Puts `.br` and `.gz` beside the file.
pub(crate) fn compress_file(path: &Path) -> Outcome {
    let bytes = files::read(path)?;
    let beside = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        name
    };
    files::write(Path::new(&beside(".gz")), &gzip(&bytes)?)?;
    files::write(Path::new(&beside(".br")), &brotli(&bytes)?)
}
