//! Tells if this process outlives its terminal, as under `nohup`.

/// The number of SIGHUP, which the system sends when the terminal has gone.
const SIGHUP: u32 = 1;

/// Returns `true` if SIGHUP is ignored now. A process inherits that from `nohup`. Where the system does not show it, returns `false`.
pub fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    ignored >> (SIGHUP - 1) & 1 == 1
}
