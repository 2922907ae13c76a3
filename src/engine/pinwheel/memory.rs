//! How much memory a count may take.

use std::fs;

/// The most bytes that the groups that wait may take; tables and lists that grow take up to as much again. Where addresses
/// have 32 bits there are 4 GB in all.
const MOST: usize = if usize::BITS < 64 { 1 << 30 } else { 4 << 30 };

/// Half of the memory that is free, where the system tells (Linux: `MemAvailable` of `/proc/meminfo`), and never more than
/// the most.
pub fn for_groups() -> usize {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    free.map_or(MOST, |free| (free / 2).min(MOST))
}

/// The bytes in the line that begins with `MemAvailable:` and gives them in units of 1024.
fn available(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_word_for_it_is_understood() {
        assert_eq!(
            available("MemTotal:  24684096 kB\nMemAvailable:   14574968 kB\nBuffers: 1 kB\n"),
            Some(14_574_968 * 1024)
        );
        assert_eq!(available("MemTotal: 24684096 kB\n"), None);
        assert_eq!(available("MemAvailable: many\n"), None);
    }
}
