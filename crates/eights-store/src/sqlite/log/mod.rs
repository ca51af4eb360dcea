//! The step log: files with the newest steps, appended in groups of one write each.
//!
//! SQLite logs whole pages, and every match has a page of its own: the forty bytes of a step would
//! cost a kilobyte there, and cost forty bytes here. A group of five steps is on the disk after
//! 38 µs with 9 µs of CPU; as a transaction of SQLite it takes 80 µs with 36 µs of CPU:
//! `cargo run --release --manifest-path bench/disk/Cargo.toml -- FOLDER 2000`.
//!
//! A file starts with a header that holds its identity, sixteen random bytes that the database
//! knows too. A group is a mark, its length, a checksum and its steps. The checksum covers the
//! file's identity and the group's offset, so that a group from another file or place is never
//! accepted. A file is extended with zeros ahead of time, so that writing a group changes no
//! metadata.

pub(super) mod direct;
pub(super) mod step_files;

use std::{
    fs::File,
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use eights_match::Entry;

use self::direct::Direct;
use crate::{
    Durability, MatchId,
    record::{self, CHECKSUM_BYTES},
    sqlite::os,
};

const MAGIC: [u8; 8] = *b"8steps\x01\n";
/// Magic, identity, checksum.
const FILE_HEADER_BYTES: usize = 32;
const MARK: [u8; 4] = [0x8e, b'8', b's', 0xe8];
/// Mark, length, checksum.
const GROUP_HEADER_BYTES: usize = 16;
/// A file grows by this much.
const PREALLOCATED_BYTES: usize = 256 << 10;

/// The random bytes that identify a file.
pub(crate) type FileId = [u8; 16];

/// What the checksums of a file cover besides its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// The number in the name of a file of an earlier version, which had no header.
    Number(u64),
    /// The random bytes in the header.
    Id(FileId),
}

impl Identity {
    fn checksum(&self, at: u64, bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
        let mut hasher = blake3::Hasher::new();
        match self {
            Identity::Number(number) => hasher.update(&number.to_le_bytes()),
            Identity::Id(id) => hasher.update(id),
        };
        hasher.update(&at.to_le_bytes()).update(bytes);
        let mut sum = [0; CHECKSUM_BYTES];
        hasher.finalize_xof().fill(&mut sum);
        sum
    }

    /// Where the first group begins.
    fn begin(&self) -> usize {
        match self {
            Identity::Number(_) => 0,
            Identity::Id(_) => FILE_HEADER_BYTES,
        }
    }
}

/// The log file that is being written.
pub(crate) struct Log {
    path: PathBuf,
    identity: Identity,
    file: File,
    /// The same file for direct writes, if groups must be durable.
    direct: Option<Direct>,
    /// The offset of the next group: the end of the last durable one.
    at: u64,
    /// The length of the file, including preallocated zeros.
    length: u64,
    is_safe: bool,
    group: Vec<u8>,
    /// The steps of the group: match, number, and byte range.
    steps: Vec<(MatchId, u64, Range<usize>)>,
}

impl Log {
    /// Creates a file with its header. Both are durable before anything relies on them.
    pub(crate) fn create(path: PathBuf, id: FileId, durability: Durability) -> io::Result<Log> {
        let file = os::private(File::options().write(true).create_new(true)).open(&path)?;
        let is_safe = durability == Durability::Full;
        let direct = is_safe.then(|| Direct::open(&path)).flatten();
        let (identity, steps) = (Identity::Id(id), Vec::new());
        let group = header(id).to_vec();
        let mut log = Log { path, identity, file, direct, at: 0, length: 0, is_safe, group, steps };
        log.write()?;
        log.group.resize(GROUP_HEADER_BYTES, 0);
        if let Some(folder) = log.path.parent().filter(|_| is_safe) {
            os::sync_folder(folder)?;
        }
        Ok(log)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn durability(&self) -> Durability {
        if self.is_safe { Durability::Full } else { Durability::Normal }
    }

    /// How many bytes are in use.
    pub(crate) fn written(&self) -> u64 {
        self.at
    }

    /// Adds a step to the group.
    pub(crate) fn put(&mut self, id: MatchId, entry: &Entry) {
        self.group.extend_from_slice(&id.number().to_le_bytes());
        record::number(entry.step, &mut self.group);
        let begin = self.group.len();
        record::write(entry, &mut self.group);
        self.steps.push((id, entry.step, begin..self.group.len()));
    }

    /// Writes the group, passes its steps to `on_step`, and starts another group. After a failure
    /// the next group is written at the same offset.
    pub(crate) fn commit(&mut self, mut on_step: impl FnMut(MatchId, u64, &[u8])) -> io::Result<()> {
        let done =
            if self.steps.is_empty() { Ok(()) } else { self.finish_group().and_then(|()| self.write()) };
        for (id, step, place) in self.steps.drain(..).filter(|_| done.is_ok()) {
            on_step(id, step, &self.group[place]);
        }
        self.group.truncate(GROUP_HEADER_BYTES);
        done
    }

    /// Fills in the header of the group.
    fn finish_group(&mut self) -> io::Result<()> {
        let (front, steps) = self.group.split_at_mut(GROUP_HEADER_BYTES);
        let length = u32::try_from(steps.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        front[..4].copy_from_slice(&MARK);
        front[4..8].copy_from_slice(&length.to_le_bytes());
        front[8..].copy_from_slice(&self.identity.checksum(self.at, steps));
        Ok(())
    }

    /// Writes the group at the current offset.
    fn write(&mut self) -> io::Result<()> {
        let end = self.at + self.group.len() as u64;
        while self.length < end {
            os::write_all_at(&self.file, &[0; PREALLOCATED_BYTES], self.length)?;
            self.length += PREALLOCATED_BYTES as u64;
            if self.is_safe {
                self.file.sync_data()?;
            }
        }
        self.add()?;
        self.at = end;
        Ok(())
    }

    fn add(&mut self) -> io::Result<()> {
        match self.direct.as_mut().map(|direct| direct.write(&self.group, self.at)) {
            // The disk needs another block size: fall back to buffered writes.
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidInput => self.direct = None,
            Some(done) => return done,
            None => (),
        }
        os::write_all_at(&self.file, &self.group, self.at)?;
        if self.is_safe { self.file.sync_data() } else { Ok(()) }
    }
}

fn header(id: FileId) -> [u8; FILE_HEADER_BYTES] {
    let mut header = [0; FILE_HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..24].copy_from_slice(&id);
    header[24..].copy_from_slice(&Identity::Id(id).checksum(0, &MAGIC));
    header
}

/// The identity in the header of a file, if the header is valid.
pub(crate) fn id_of(bytes: &[u8]) -> Option<FileId> {
    let front = bytes.first_chunk::<FILE_HEADER_BYTES>()?;
    let id = front[8..24].try_into().ok()?;
    (*front == header(id)).then_some(id)
}

/// Damage found in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Unreadable bytes between readable groups.
    pub(crate) unreadable: usize,
    /// Bytes after the last readable group that are not a complete group.
    pub(crate) unfinished: usize,
    /// Bytes missing at the end.
    pub(crate) missing: u64,
}

impl Damage {
    pub(crate) fn is_none(&self) -> bool {
        *self == Damage::default()
    }
}

/// Passes every readable step of a file to `on_step`, and returns the damage. `written` is the
/// number of used bytes, if the database knows it.
pub(crate) fn read(
    identity: Identity,
    bytes: &[u8],
    written: Option<u64>,
    mut on_step: impl FnMut(MatchId, u64, &[u8]),
) -> Damage {
    let mut damage = Damage::default();
    let last = each_group(identity, bytes, |skipped, steps| {
        let is_readable = steps_of(steps, &mut on_step).is_some();
        damage.unreadable += if is_readable { skipped } else { 0 };
        is_readable
    });
    let rest = bytes.get(last..).unwrap_or_default();
    damage.unfinished = rest.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    // A file always has all its preallocated zeros, unless it was truncated.
    let least = match identity {
        Identity::Number(_) => 0,
        Identity::Id(_) => last.next_multiple_of(PREALLOCATED_BYTES),
    };
    let behind = written.map_or(0, |written| written.saturating_sub(last as u64));
    damage.missing = behind.max(least.saturating_sub(bytes.len()) as u64);
    damage
}

/// The end of the last readable group.
pub(crate) fn end(identity: Identity, bytes: &[u8]) -> usize {
    each_group(identity, bytes, |_, steps| steps_of(steps, &mut |_, _, _| ()).is_some())
}

/// Passes every group to `on_group`, with the number of unreadable bytes before it; false means that
/// it is not readable either. Returns the end of the last readable one.
fn each_group(identity: Identity, bytes: &[u8], mut on_group: impl FnMut(usize, &[u8]) -> bool) -> usize {
    let (mut at, mut last) = (identity.begin(), identity.begin());
    while at < bytes.len() {
        match group_at(identity, at, bytes).filter(|steps| on_group(at - last, steps)) {
            Some(steps) => {
                at += GROUP_HEADER_BYTES + steps.len();
                last = at;
            }
            // There may be intact groups after a damaged one.
            None => at = next_mark(bytes, at + 1),
        }
    }
    last
}

/// The valid group at an offset.
fn group_at(identity: Identity, at: usize, bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.get(at..)?;
    let front = record::take(&mut rest, GROUP_HEADER_BYTES)?;
    let length = u32::from_le_bytes(front[4..8].try_into().ok()?);
    let steps = record::take(&mut rest, length as usize)?;
    (front[..4] == MARK && front[8..] == identity.checksum(at as u64, steps)).then_some(steps)
}

fn next_mark(bytes: &[u8], from: usize) -> usize {
    let found = bytes[from..].windows(MARK.len()).position(|four| four == MARK);
    found.map_or(bytes.len(), |found| from + found)
}

/// Passes every step of a group to `on_step`: match, number, and bytes.
fn steps_of(mut group: &[u8], on_step: &mut impl FnMut(MatchId, u64, &[u8])) -> Option<()> {
    while !group.is_empty() {
        let id = u64::from_le_bytes(record::take(&mut group, 8)?.try_into().ok()?);
        let step = record::read_number(&mut group)?;
        let whole = group;
        record::read(step, &mut group)?;
        on_step(MatchId::new(id), step, &whole[..whole.len() - group.len()]);
    }
    Some(())
}

/// An I/O error in words that an operator understands.
pub(crate) fn sentence(error: &io::Error) -> String {
    use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded => format!("the disk is full ({error})"),
        FileTooLarge => format!("the file of the newest steps cannot grow any more ({error})"),
        PermissionDenied | ReadOnlyFilesystem => format!("nothing can be written there ({error})"),
        _ => format!("the newest steps cannot be written ({error})"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use eights_match::Actor;

    use super::*;

    const ID: FileId = *b"sixteen bytes id";

    fn entry(step: u64) -> Entry {
        Entry { step, by: Actor::Table, said: "draw".repeat(step as usize), digest: "d".into(), at: None }
    }

    /// A file with groups of one, two and three steps; returns where each begins, and where the last ends.
    fn written(folder: &Path) -> (PathBuf, Vec<usize>) {
        let mut log = Log::create(folder.join("steps"), ID, Durability::Full).unwrap();
        let mut begins = Vec::new();
        for count in 1..=3 {
            begins.push(log.written() as usize);
            (1..=count).for_each(|step| log.put(MatchId::new(count), &entry(step)));
            log.commit(|_, _, _| ()).unwrap();
        }
        log.commit(|_, _, _| panic!("nothing is passed on twice")).unwrap();
        begins.push(log.written() as usize);
        (log.path().to_owned(), begins)
    }

    /// The matches and steps of a file, and its damage.
    fn read_back(bytes: &[u8], written: Option<u64>) -> (Vec<(u64, u64)>, Damage) {
        let mut steps = Vec::new();
        let damage = read(Identity::Id(ID), bytes, written, |id, step, bytes| {
            assert_eq!(record::read(step, &mut &bytes[..]), Some(entry(step)));
            steps.push((id.number(), step));
        });
        (steps, damage)
    }

    const ALL: [(u64, u64); 6] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)];

    #[test]
    fn committed_groups_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len(), PREALLOCATED_BYTES, "extended ahead of time");
        assert_eq!(id_of(&bytes), Some(ID));
        for written in [None, Some(begins[3] as u64)] {
            assert_eq!(read_back(&bytes, written), (ALL.to_vec(), Damage::default()));
        }
    }

    /// An interrupted write leaves zeros; the groups before it are intact.
    #[test]
    fn an_unfinished_group_does_not_affect_others() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for end in begins[0]..=begins[3] {
            let mut torn = whole.clone();
            torn[end..].fill(0);
            let (steps, damage) = read_back(&torn, None);
            let groups = begins.iter().filter(|begin| **begin <= end).count() - 1;
            assert_eq!(steps, ALL[..[0, 1, 3, 6][groups]], "{end} bytes");
            assert_eq!(damage.is_none(), begins.contains(&end), "{end} bytes: {damage:?}");
        }
    }

    /// Truncation is detected wherever it happens, even between two groups.
    #[test]
    fn truncation_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for end in begins[0]..begins[3] + 9 {
            let (steps, damage) = read_back(&whole[..end], None);
            let groups = begins.iter().filter(|begin| **begin <= end).count() - 1;
            assert_eq!(steps, ALL[..[0, 1, 3, 6][groups]], "{end} bytes");
            assert!(damage.missing > 0, "{end} bytes: {damage:?}");
        }
        let mut zeros = whole.clone();
        zeros[begins[2]..].fill(0);
        let missing = begins[3] as u64 - begins[2] as u64;
        assert_eq!(read_back(&zeros, Some(begins[3] as u64)).1, Damage { missing, ..Damage::default() });
    }

    /// Any damaged byte is detected, and all other groups are readable.
    #[test]
    fn a_damaged_byte_loses_only_its_own_group() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for at in begins[0]..begins[3] {
            let mut spoiled = whole.clone();
            spoiled[at] ^= 0x55;
            let (steps, damage) = read_back(&spoiled, None);
            let group = begins.iter().filter(|begin| **begin <= at).count() as u64;
            let left: Vec<_> = ALL.into_iter().filter(|(id, _)| *id != group).collect();
            assert_eq!(steps, left, "byte {at}");
            let found = if group == 3 { damage.unfinished } else { damage.unreadable };
            assert!(found > 0, "byte {at}: {damage:?}");
        }
        for at in 0..FILE_HEADER_BYTES {
            let mut spoiled = whole.clone();
            spoiled[at] ^= 0x55;
            assert_eq!(id_of(&spoiled), None, "byte {at}");
        }
    }

    #[test]
    fn a_group_is_valid_only_in_its_own_file_and_place() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        let moved = [&whole[..begins[0]], &whole[begins[1]..]].concat();
        assert_eq!(read_back(&moved, None).0, []);
        for other in [Identity::Id([7; 16]), Identity::Number(7)] {
            let damage = read(other, &whole, None, |_, _, _| panic!("a step of another file"));
            assert!(damage.unfinished > 0);
        }
    }
}
