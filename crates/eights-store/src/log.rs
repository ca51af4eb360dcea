//! The newest steps: a file to which groups of steps are added, each with one write.
//!
//! SQLite logs whole pages, and every match has a page of its own: forty
//! bytes of a step would cost a kilobyte. Here a group costs what it is long.
//! A group lies behind a mark, its length, and a sum over its bytes, its place
//! and the number of the file, so that nothing else is taken for one. What is
//! not whole at the end of a file was never acknowledged. A file is made longer
//! ahead of time, with zeros, so that its length is not news with every group,
//! and a group goes straight to the disk where that can be.

use std::{
    fs::{self, File},
    io,
    ops::Range,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use eights_table::Entry;

use crate::{Durability, MatchId, direct::Direct, record};

const MARK: [u8; 4] = [0x8e, b'8', b's', 0xe8];
/// Mark, length, sum.
const FRONT: usize = 16;
/// The bytes of a sum.
pub(crate) const SUM: usize = 8;
/// By so many bytes a file is made longer.
const AHEAD: usize = 256 << 10;

/// The file that is written.
pub(crate) struct Log {
    folder: PathBuf,
    number: u64,
    file: File,
    /// The same file, for groups that must be safe.
    direct: Option<Direct>,
    /// Where the next group goes: behind the last one that is safe.
    at: u64,
    /// How long the file is already.
    length: u64,
    is_safe: bool,
    group: Vec<u8>,
    /// The steps of the group: match, number, where the step itself lies.
    steps: Vec<(MatchId, u64, Range<usize>)>,
}

impl Log {
    /// A new file. It is known to the folder before anything relies on it.
    pub(crate) fn create(folder: &Path, number: u64, durability: Durability) -> io::Result<Log> {
        let path = path(folder, number);
        let file = File::options().write(true).create_new(true).open(&path)?;
        let is_safe = durability == Durability::Full;
        let direct = is_safe.then(|| Direct::open(&path)).flatten();
        if is_safe {
            File::open(folder)?.sync_all()?;
        }
        let (folder, group) = (folder.to_owned(), vec![0; FRONT]);
        Ok(Log { folder, number, file, direct, at: 0, length: 0, is_safe, group, steps: Vec::new() })
    }

    /// The file after this one.
    pub(crate) fn next(&self) -> io::Result<Log> {
        let durability = if self.is_safe { Durability::Full } else { Durability::Normal };
        Log::create(&self.folder, self.number + 1, durability)
    }

    pub(crate) fn path(&self) -> PathBuf {
        path(&self.folder, self.number)
    }

    /// How much has been written.
    pub(crate) fn written(&self) -> u64 {
        self.at
    }

    /// Puts a step into the group.
    pub(crate) fn put(&mut self, id: MatchId, entry: &Entry) {
        self.group.extend_from_slice(&id.number().to_le_bytes());
        record::number(entry.step, &mut self.group);
        let begin = self.group.len();
        record::write(entry, &mut self.group);
        self.steps.push((id, entry.step, begin..self.group.len()));
    }

    /// Makes the group safe, tells its steps, and begins another one. Whatever fails,
    /// the place behind the last safe group stays the place of the next one.
    pub(crate) fn commit(&mut self, mut hear: impl FnMut(MatchId, u64, &[u8])) -> io::Result<()> {
        let done = if self.steps.is_empty() { Ok(()) } else { self.write() };
        for (id, step, place) in self.steps.drain(..).filter(|_| done.is_ok()) {
            hear(id, step, &self.group[place]);
        }
        self.group.truncate(FRONT);
        done
    }

    fn write(&mut self) -> io::Result<()> {
        let (front, steps) = self.group.split_at_mut(FRONT);
        let length = u32::try_from(steps.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        front[..4].copy_from_slice(&MARK);
        front[4..8].copy_from_slice(&length.to_le_bytes());
        front[8..].copy_from_slice(&sum(self.number, self.at, steps));
        let end = self.at + self.group.len() as u64;
        while self.length < end {
            self.file.write_all_at(&[0; AHEAD], self.length)?;
            self.length += AHEAD as u64;
            if self.is_safe {
                self.file.sync_data()?;
            }
        }
        self.add()?;
        self.at = end;
        Ok(())
    }

    /// Writes the group in its place.
    fn add(&mut self) -> io::Result<()> {
        match self.direct.as_mut().map(|direct| direct.write(&self.group, self.at)) {
            // A disk that wants other blocks than ours.
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidInput => self.direct = None,
            Some(done) => return done,
            None => (),
        }
        self.file.write_all_at(&self.group, self.at)?;
        if self.is_safe { self.file.sync_data() } else { Ok(()) }
    }
}

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("steps-{number}.log"))
}

fn sum(number: u64, at: u64, bytes: &[u8]) -> [u8; SUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&number.to_le_bytes()).update(&at.to_le_bytes()).update(bytes);
    let mut sum = [0; SUM];
    hasher.finalize_xof().fill(&mut sum);
    sum
}

/// The files of a folder by their numbers, the oldest first.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let name = file?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("steps-")?.strip_suffix(".log"));
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            files.push((number, path(folder, number)));
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Tells every step of a file, and one sentence where it is not whole.
pub(crate) fn read(
    number: u64,
    path: &Path,
    mut hear: impl FnMut(MatchId, u64, &[u8]),
) -> io::Result<Option<String>> {
    let bytes = fs::read(path)?;
    let (mut at, mut last, mut lost) = (0, 0, 0);
    while at < bytes.len() {
        match group_at(number, at, &bytes).filter(|steps| steps_of(steps, &mut hear).is_some()) {
            Some(steps) => {
                lost += at - last;
                at += FRONT + steps.len();
                last = at;
            }
            // Behind what is damaged there may be others.
            None => at = next_mark(&bytes, at + 1),
        }
    }
    let shown = path.display();
    let rest = bytes[last..].iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    Ok(match rest {
        0 if lost == 0 => None,
        _ if lost > 0 => Some(format!("{shown} is damaged: {lost} bytes of steps cannot be read")),
        torn => Some(format!(
            "the last {torn} bytes of {shown} are not whole: steps that nobody was told of, or damage"
        )),
    })
}

/// The whole group at a place.
fn group_at(number: u64, at: usize, bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.get(at..)?;
    let front = record::take(&mut rest, FRONT)?;
    let length = u32::from_le_bytes(front[4..8].try_into().ok()?);
    let steps = record::take(&mut rest, length as usize)?;
    (front[..4] == MARK && front[8..] == sum(number, at as u64, steps)).then_some(steps)
}

fn next_mark(bytes: &[u8], from: usize) -> usize {
    let found = bytes[from..].windows(MARK.len()).position(|four| four == MARK);
    found.map_or(bytes.len(), |found| from + found)
}

/// Tells every step of a group: match, number, and the bytes of the step itself.
fn steps_of(mut group: &[u8], hear: &mut impl FnMut(MatchId, u64, &[u8])) -> Option<()> {
    while !group.is_empty() {
        let id = u64::from_le_bytes(record::take(&mut group, 8)?.try_into().ok()?);
        let step = record::read_number(&mut group)?;
        let whole = group;
        record::read(step, &mut group)?;
        hear(MatchId::new(id), step, &whole[..whole.len() - group.len()]);
    }
    Some(())
}

/// What went wrong, in words an operator understands.
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
    use eights_table::Actor;

    use super::*;

    fn entry(step: u64) -> Entry {
        Entry { step, by: Actor::Table, said: "draw".repeat(step as usize), digest: "d".into(), at: None }
    }

    /// A file with groups of one, two and three steps; returns where each begins, and where the last ends.
    fn written(folder: &Path) -> (PathBuf, Vec<usize>) {
        let mut log = Log::create(folder, 7, Durability::Full).unwrap();
        let mut begins = Vec::new();
        for count in 1..=3 {
            begins.push(log.written() as usize);
            (1..=count).for_each(|step| log.put(MatchId::new(count), &entry(step)));
            log.commit(|_, _, _| ()).unwrap();
        }
        log.commit(|_, _, _| panic!("nothing is told twice")).unwrap();
        begins.push(log.written() as usize);
        (log.path(), begins)
    }

    /// The matches and steps of a file, and what is said of it.
    fn told(path: &Path) -> (Vec<(u64, u64)>, Option<String>) {
        let mut told = Vec::new();
        let said = read(7, path, |id, step, bytes| {
            assert_eq!(record::read(step, &mut &bytes[..]), Some(entry(step)));
            told.push((id.number(), step));
        });
        (told, said.unwrap())
    }

    const ALL: [(u64, u64); 6] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)];

    #[test]
    fn what_is_committed_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _) = written(folder.path());
        assert_eq!(told(&path), (ALL.to_vec(), None));
        assert_eq!(files(folder.path()).unwrap(), [(7, path)]);
    }

    /// Wherever the file ends, the groups before are there, and nothing else is.
    #[test]
    fn a_torn_end_costs_only_the_last_group() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for end in 0..=begins[3] {
            // A file that ends, and one that goes on with the zeros that were there before.
            let zeros = vec![0; whole.len() - end];
            for torn in [whole[..end].to_vec(), [&whole[..end], &zeros].concat()] {
                fs::write(&path, torn).unwrap();
                let (steps, said) = told(&path);
                let groups = begins.iter().filter(|begin| **begin <= end).count() - 1;
                assert_eq!(steps, ALL[..[0, 1, 3, 6][groups]], "{end} bytes");
                assert_eq!(said.is_some(), !begins.contains(&end), "{end} bytes: {said:?}");
            }
        }
    }

    /// Whatever byte is damaged, the other groups are there and the damage is told.
    #[test]
    fn a_damaged_byte_costs_one_group() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for at in 0..begins[3] {
            let mut spoiled = whole.clone();
            spoiled[at] ^= 0x55;
            fs::write(&path, &spoiled).unwrap();
            let (steps, said) = told(&path);
            let group = begins.iter().filter(|begin| **begin <= at).count() as u64;
            let left: Vec<_> = ALL.into_iter().filter(|(id, _)| *id != group).collect();
            assert_eq!(steps, left, "byte {at}");
            let wanted = if group == 3 { "not whole" } else { "is damaged" };
            assert!(said.is_some_and(|said| said.contains(wanted)), "byte {at}");
        }
    }

    /// A group of another file, or of another place, is none.
    #[test]
    fn a_group_is_one_only_where_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let (path, begins) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        assert_eq!(whole.len(), AHEAD, "made longer ahead of time");
        fs::write(&path, &whole[begins[1]..]).unwrap();
        assert_eq!(told(&path).0, []);
        fs::write(&path, &whole).unwrap();
        assert!(read(8, &path, |_, _, _| panic!("no step is heard")).unwrap().is_some());
    }
}
