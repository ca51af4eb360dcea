//! Writing straight to the disk, past the memory of the operating system.
//!
//! A group of steps is some hundred bytes. By the usual way they are copied
//! into a page, and the page is looked for and written back when it must be
//! safe. Straight to the disk it is one request, which costs a quarter less.
//! Only whole blocks go that way, so that what the last block holds already is
//! kept here and written again with what comes behind it.

use std::{
    fs::File,
    io,
    os::unix::fs::{FileExt, OpenOptionsExt},
    path::Path,
};

use rustix::fs::OFlags;

/// What every disk takes: in the file, in memory, and as a length.
const BLOCK: usize = 4096;

/// How a file is opened for that. Other systems have other ways, or none.
#[cfg(target_os = "linux")]
const HOW: Option<OFlags> = Some(OFlags::DIRECT.union(OFlags::DSYNC));
#[cfg(not(target_os = "linux"))]
const HOW: Option<OFlags> = None;

/// A file that is written from its beginning on.
pub(crate) struct Direct {
    file: File,
    /// Room for whole blocks.
    room: Vec<u8>,
    /// Where in it the first block begins.
    first: usize,
}

impl Direct {
    /// Opens a file that is there; none where its disk has no such way.
    pub(crate) fn open(path: &Path) -> Option<Direct> {
        let file = File::options().write(true).custom_flags(HOW?.bits().cast_signed()).open(path).ok()?;
        Some(Direct { file, room: Vec::new(), first: 0 })
    }

    /// Writes behind what was written last, and returns when it is safe. The file
    /// must be as long already. What fails may be tried again at the same place.
    pub(crate) fn write(&mut self, bytes: &[u8], at: u64) -> io::Result<()> {
        let kept = (at % BLOCK as u64) as usize;
        let end = kept + bytes.len();
        self.make_room(end.next_multiple_of(BLOCK), kept);
        let blocks = &mut self.room[self.first..][..end.next_multiple_of(BLOCK)];
        blocks[kept..end].copy_from_slice(bytes);
        blocks[end..].fill(0);
        self.file.write_all_at(blocks, at - kept as u64)?;
        blocks.copy_within(end / BLOCK * BLOCK..end, 0);
        Ok(())
    }

    /// Makes room for so many bytes, and takes over those that are kept.
    fn make_room(&mut self, length: usize, kept: usize) {
        if self.room.len() >= self.first + length {
            return;
        }
        let mut room = vec![0; length + BLOCK];
        let first = room.as_ptr().align_offset(BLOCK);
        room[first..first + kept].copy_from_slice(&self.room[self.first..self.first + kept]);
        (self.room, self.first) = (room, first);
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::*;

    const LENGTH: usize = 48 << 10;

    /// A file of zeros. Where its disk has no such way, the blocks are the same by the usual one.
    fn opened(folder: &Path) -> (PathBuf, Direct) {
        let path = folder.join("file");
        fs::write(&path, [0; LENGTH]).unwrap();
        let usual = |file| Direct { file, room: Vec::new(), first: 0 };
        let direct = Direct::open(&path);
        let direct = direct.unwrap_or_else(|| usual(File::options().write(true).open(&path).unwrap()));
        (path, direct)
    }

    /// Whatever is written, in pieces of any length, is what lies in the file, and zeros behind it.
    #[test]
    fn pieces_lie_one_behind_the_other() {
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

    /// A piece that could not be written leaves no trace in the one that is written in its place.
    #[test]
    fn what_fails_is_tried_again() {
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
