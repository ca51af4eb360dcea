//! Blanks the places in the source that panics would name. In a browser a panic is a trap without a message, so nobody
//! ever reads them.
//!
//! They would be 5 KB of the compressed engine, which is 446 KB without them. Only a nightly compiler can leave them out
//! itself (`-Zlocation-detail=none`), and not those of the standard library.

use std::{collections::BTreeSet, error::Error, ops::Range};

use wasmparser::{DataKind, Operator, Parser, Payload};

/// The size of a `core::panic::Location`: address and length of a file's name, line and column, four bytes each.
const LOCATION: usize = 16;

/// Names of files and lines are not longer.
const MOST: Range<usize> = 4..250;
const LINES: Range<usize> = 1..100_000;
const COLUMNS: Range<usize> = 1..1_000;

/// A part of the memory that the file sets: where it begins there, and where its bytes are in the file.
struct Segment {
    address: usize,
    bytes: Range<usize>,
}

/// The same file, in which every location has an empty name, line 0 and column 0.
pub fn blank(wasm: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let segments = read_segments(wasm)?;
    let (mut locations, mut names) = (BTreeSet::new(), BTreeSet::new());
    for segment in &segments {
        let aligned = segment.bytes.start + segment.address.wrapping_neg() % 4;
        for at in (aligned..segment.bytes.end).step_by(4) {
            let Some(record) = wasm[at..segment.bytes.end].first_chunk::<LOCATION>() else { break };
            if let Some(name) = name_of(record, wasm, &segments) {
                locations.insert(at);
                names.insert((name.start, name.end));
            }
        }
    }
    let mut blanked = wasm.to_vec();
    for &at in &locations {
        // The address stays, since it must not be zero; all get the same one.
        let first = *locations.first().expect("there is one");
        blanked.copy_within(first..first + 4, at);
        blanked[at + 4..at + LOCATION].fill(0);
    }
    names.into_iter().for_each(|(start, end)| blanked[start..end].fill(0));
    Ok(blanked)
}

fn read_segments(wasm: &[u8]) -> Result<Vec<Segment>, Box<dyn Error>> {
    let mut segments = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::DataSection(section) = payload? else { continue };
        for data in section {
            let data = data?;
            let DataKind::Active { offset_expr, .. } = data.kind else { continue };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else { continue };
            let bytes = data.range.end - data.data.len()..data.range.end;
            segments.push(Segment { address: usize::try_from(value)?, bytes });
        }
    }
    Ok(segments)
}

/// Where the name of the file is that a location names; `None` if the record is something else.
fn name_of(record: &[u8; LOCATION], wasm: &[u8], segments: &[Segment]) -> Option<Range<usize>> {
    let (words, _) = record.as_chunks::<4>();
    let [address, len, line, column] = [0, 1, 2, 3].map(|i| u32::from_le_bytes(words[i]) as usize);
    if !(MOST.contains(&len) && LINES.contains(&line) && COLUMNS.contains(&column)) {
        return None;
    }
    let of = |segment: &Segment| {
        let start = segment.bytes.start + address.checked_sub(segment.address)?;
        (start + len <= segment.bytes.end).then_some(start..start + len)
    };
    let name = segments.iter().find_map(of)?;
    let text = &wasm[name.clone()];
    (text.ends_with(b".rs") && text.iter().all(u8::is_ascii_graphic)).then_some(name)
}
