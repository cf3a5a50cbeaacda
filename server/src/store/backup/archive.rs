//! A backup as one file that is written as it is read: a tar with a folder that
//! `site-agent restore` takes.
//!
//! Each database is copied into the data folder first, since a tar says how long a file is before
//! its bytes; the copy goes as soon as it was read. Whoever leaves in the middle ends the work.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures::{Stream, stream};
use tokio::io::AsyncReadExt as _;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, Sender};

use super::{BackupError, at, copy, files};
use crate::clock::now;
use crate::store::folder;

/// The folder in the tar.
const NAME: &str = "site-agent-backup";
/// Where a copy lies while it is read.
const COPIES: &str = "backup.unfinished";
const BLOCK: usize = 512;
const PART: usize = 64 * 1024;
/// Parts that wait for a slow reader.
const WAITING: usize = 4;

/// The tar of the databases in `data`. One at a time, which `turn` is held for.
pub fn stream(
    data: PathBuf,
    turn: OwnedSemaphorePermit,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    let (parts, reader) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        // The copy is gone before the next one may begin.
        let _turn = turn;
        if let Err(error) = write(&data, &parts).await {
            tracing::error!(error = &error as &dyn std::error::Error, "a backup broke off");
            // The reply breaks off too, so that no part of a backup passes for one.
            let _ = parts.send(Err(io::Error::other("the backup broke off"))).await;
        }
        forget(&data);
    });
    stream::unfold(reader, async |mut reader| Some((reader.recv().await?, reader)))
}

/// Removes what a program left that was killed in the middle of a backup.
pub fn forget(data: &Path) {
    let copies = data.join(COPIES);
    if copies.exists()
        && let Err(error) = fs::remove_dir_all(&copies)
    {
        tracing::error!(%error, "{} could not be removed; remove it by hand", copies.display());
    }
}

async fn write(data: &Path, parts: &Sender<io::Result<Bytes>>) -> Result<(), BackupError> {
    forget(data);
    let copies = data.join(COPIES);
    folder::make(&copies)?;
    for (name, _) in files() {
        let place = copies.join(name);
        copy(&data.join(name), &place).await?;
        let mut file = tokio::fs::File::open(&place).await.map_err(at(&place))?;
        let length = file.metadata().await.map_err(at(&place))?.len();
        let mut part = Bytes::from(head(name, length).to_vec());
        loop {
            if parts.send(Ok(part)).await.is_err() {
                // Nobody reads any more.
                return Ok(());
            }
            let mut read = Vec::with_capacity(PART);
            let taken = (&mut file).take(PART as u64).read_to_end(&mut read).await;
            if taken.map_err(at(&place))? == 0 {
                break;
            }
            part = read.into();
        }
        let rest = usize::try_from(length % BLOCK as u64).unwrap_or(0);
        let filled = vec![0; (BLOCK - rest) % BLOCK];
        let _ = parts.send(Ok(filled.into())).await;
        fs::remove_file(&place).map_err(at(&place))?;
    }
    let _ = parts.send(Ok(vec![0; 2 * BLOCK].into())).await;
    Ok(())
}

/// The block in front of a file: for this user's eyes only, of now.
fn head(name: &str, length: u64) -> [u8; BLOCK] {
    let mut head = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, format!("{NAME}/{name}").as_bytes());
    put(100, b"0000600\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, &size(length));
    put(136, format!("{:011o}\0", now() / 1_000).as_bytes());
    // The sum is made with blanks in its own place.
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = head.iter().copied().map(u32::from).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head
}

/// Eleven octal digits; what is longer than these can say, as the number itself behind a mark.
fn size(length: u64) -> [u8; 12] {
    let mut field = [0; 12];
    if length < 1 << 33 {
        field.copy_from_slice(format!("{length:011o}\0").as_bytes());
    } else {
        field[0] = 0x80;
        field[4..].copy_from_slice(&length.to_be_bytes());
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_octal_and_beyond_eight_gigabytes_binary() {
        assert_eq!(&size(4_096), b"00000010000\0");
        assert_eq!(&size((1 << 33) - 1), b"77777777777\0");
        assert_eq!(size(1 << 33), [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
    }

    #[test]
    fn the_head_of_a_file_sums_up() {
        let head = head("traces.db", 70_000);
        assert!(head.starts_with(b"site-agent-backup/traces.db\0"));
        let mut blank = head;
        blank[148..156].fill(b' ');
        let sum: u32 = blank.iter().copied().map(u32::from).sum();
        assert_eq!(&head[148..156], format!("{sum:06o}\0 ").as_bytes());
        assert_eq!(&head[124..136], b"00000210560\0");
    }
}
