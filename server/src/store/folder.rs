//! The data folder: for this user's eyes only, and for one process at a time.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::path::Path;

use super::error::StoreError;

/// Makes the folder if it is not there.
pub(super) fn make(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })
}

/// Held while a process works in a data folder; released with the process, however it ends.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "closing the file releases the lock")] File);

impl FolderLock {
    /// Takes the folder for this process.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        make(folder)?;
        let unusable = |source| StoreError::Folder { folder: folder.to_owned(), source };
        let file = fs::OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join("site-agent.lock"))
            .map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: folder.to_owned() }),
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }
}
