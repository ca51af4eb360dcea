//! Reads CPU time, memory and limits of a process from `/proc`.

use std::fs;

/// Clock ticks per second in `/proc` (`USER_HZ`), the same on every Linux machine.
const TICKS: f64 = 100.0;

/// The CPU time that a process has used, all threads together, in seconds.
pub(crate) fn cpu(pid: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain spaces, so the numbers are counted from behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS)
}

/// The resident memory of a process, in KiB.
pub(crate) fn memory(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The limit of open files of this process.
pub(crate) fn most_files() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find(|line| line.starts_with("Max open files"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_this_process_can_be_read() {
        let own = std::process::id();
        assert!(cpu(own).is_some_and(|seconds| seconds >= 0.0));
        assert!(memory(own).is_some_and(|kib| kib > 100.0));
        assert!(most_files().is_some_and(|files| files > 3));
        assert_eq!(cpu(u32::MAX), None);
    }
}
