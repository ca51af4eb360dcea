//! What the operating system knows of a process: its time, its memory, its limits.

use std::fs;

/// Ticks a second in which Linux counts a process's time, on every machine.
const TICKS: f64 = 100.0;

/// Seconds of CPU that a process has used, its own threads together.
pub(crate) fn cpu(pid: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in brackets, may hold blanks: the numbers come behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS)
}

/// KiB of memory that a process holds.
pub(crate) fn memory(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// How many files this process may have open.
pub(crate) fn most_files() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find(|line| line.starts_with("Max open files"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_known() {
        let own = std::process::id();
        assert!(cpu(own).is_some_and(|seconds| seconds >= 0.0));
        assert!(memory(own).is_some_and(|kib| kib > 100.0));
        assert!(most_files().is_some_and(|files| files > 3));
        assert_eq!(cpu(u32::MAX), None);
    }
}
