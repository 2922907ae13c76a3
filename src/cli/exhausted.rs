//! The exit code of a lack of memory or disk space. A scheduler can try again with more of it.

use std::io;

/// `EX_TEMPFAIL` of `sysexits.h`, a failure that may not happen again.
pub const EXIT_CODE: u8 = 75;

/// The errors of the system that report a full disk, a used up quota, or a limit on the size of files.
#[cfg(unix)]
const NO_SPACE: [rustix::io::Errno; 3] = [rustix::io::Errno::NOSPC, rustix::io::Errno::DQUOT, rustix::io::Errno::FBIG];
/// The errors of Windows that report a full disk.
#[cfg(not(unix))]
const NO_SPACE: [i32; 2] = [39, 112];

/// Returns `true` if an error message reports a lack of disk space. The error may be wrapped in many types, but each wrapper keeps its message.
pub fn is_no_space(message: &str) -> bool {
    #[cfg(unix)]
    let error = io::Error::from;
    #[cfg(not(unix))]
    let error = io::Error::from_raw_os_error;
    NO_SPACE.into_iter().any(|code| message.contains(&error(code).to_string()))
}
