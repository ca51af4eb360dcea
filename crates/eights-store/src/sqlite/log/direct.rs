//! Writes past the page cache (O_DIRECT, O_DSYNC).
//!
//! A group of steps has a few hundred bytes. With buffered writes they are copied into a page,
//! which is looked up and written back when it must be durable. A direct write is one request: 47
//! instead of 57 µs for a group of 300 bytes, of which 11 instead of 17 µs are CPU. Only whole
//! blocks can be written directly, so the content of the last block is kept here and written again
//! with what follows.
//!
//! `cargo run --release --manifest-path bench/disk/Cargo.toml -- FOLDER`

use std::{fs::File, io, path::Path};

use crate::sqlite::os;

/// The alignment of offsets, buffers and lengths that every disk accepts.
const BLOCK: usize = 4096;

/// A file that is written sequentially.
pub(crate) struct Direct {
    file: File,
    /// Holds whole blocks.
    buffer: Vec<u8>,
    /// Where the aligned part of the buffer starts.
    first: usize,
}

impl Direct {
    /// Opens an existing file; none if its file system does not support direct writes.
    #[cfg(target_os = "linux")]
    pub(crate) fn open(path: &Path) -> Option<Direct> {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;

        let flags = OFlags::DIRECT.union(OFlags::DSYNC).bits().cast_signed();
        let file = File::options().write(true).custom_flags(flags).open(path).ok()?;
        Some(Direct { file, buffer: Vec::new(), first: 0 })
    }

    /// Only Linux has these flags.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn open(_path: &Path) -> Option<Direct> {
        None
    }

    /// Writes at `at`, the end of the last write, and returns when the bytes are durable. The file
    /// must already be long enough. A failed write may be repeated at the same offset.
    pub(crate) fn write(&mut self, bytes: &[u8], at: u64) -> io::Result<()> {
        let kept = (at % BLOCK as u64) as usize;
        let end = kept + bytes.len();
        self.grow_buffer(end.next_multiple_of(BLOCK), kept);
        let blocks = &mut self.buffer[self.first..][..end.next_multiple_of(BLOCK)];
        blocks[kept..end].copy_from_slice(bytes);
        blocks[end..].fill(0);
        os::write_all_at(&self.file, blocks, at - kept as u64)?;
        blocks.copy_within(end / BLOCK * BLOCK..end, 0);
        Ok(())
    }

    /// Grows the buffer to `length`, keeping the first `kept` bytes.
    fn grow_buffer(&mut self, length: usize, kept: usize) {
        if self.buffer.len() >= self.first + length {
            return;
        }
        let mut buffer = vec![0; length + BLOCK];
        let first = buffer.as_ptr().align_offset(BLOCK);
        buffer[first..first + kept].copy_from_slice(&self.buffer[self.first..self.first + kept]);
        (self.buffer, self.first) = (buffer, first);
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::*;

    const LENGTH: usize = 48 << 10;

    /// A file of zeros. Where direct writes are not supported, the same blocks are written with
    /// buffering.
    fn opened(folder: &Path) -> (PathBuf, Direct) {
        let path = folder.join("file");
        fs::write(&path, [0; LENGTH]).unwrap();
        let usual = |file| Direct { file, buffer: Vec::new(), first: 0 };
        let direct = Direct::open(&path);
        let direct = direct.unwrap_or_else(|| usual(File::options().write(true).open(&path).unwrap()));
        (path, direct)
    }

    /// After writes of any lengths, the file holds exactly these bytes, and zeros after them.
    #[test]
    fn consecutive_writes_are_contiguous() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut direct) = opened(folder.path());
        let whole: Vec<u8> = (0..40_000u32).map(|n| ((n * n) >> 3) as u8 | 1).collect();
        let mut rest = &whole[..];
        for length in [1, 4095, 4096, 5, 9000, 0, 3, 12_288, 8191].into_iter().cycle() {
            let (piece, behind) = rest.split_at(length.min(rest.len()));
            direct.write(piece, (whole.len() - rest.len()) as u64).unwrap();
            rest = behind;
            let found = fs::read(&path).unwrap();
            let (written, zeros) = found.split_at(whole.len() - rest.len());
            assert_eq!(found.len(), LENGTH);
            assert!(whole.starts_with(written) && zeros.iter().all(|byte| *byte == 0), "{}", rest.len());
            if rest.is_empty() {
                return;
            }
        }
    }

    #[test]
    fn a_failed_write_leaves_no_trace_when_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut direct) = opened(folder.path());
        direct.write(b"first", 0).unwrap();
        let writable = std::mem::replace(&mut direct.file, File::open(&path).unwrap());
        direct.write(&[b'x'; 5000], 5).unwrap_err();
        direct.file = writable;
        direct.write(b" second", 5).unwrap();
        let found = fs::read(&path).unwrap();
        assert!(found.starts_with(b"first second\0") && !found.contains(&b'x'));
    }
}
