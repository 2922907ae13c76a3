//! What asks the program to end: Ctrl-C, a scheduler's or a system's SIGTERM, a terminal that has gone (SIGHUP).
//!
//! All take one path. They differ in the exit code, which is a shell's for a program that the signal has ended: 128 and the
//! signal's number. A SIGHUP that is ignored when the program starts stays ignored: that is what `nohup` is for.
//!
//! One more signal becomes an error: a file that outgrows the limit for files (SIGXFSZ) is a write that fails.

use std::io;

/// Who wants the program to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Ctrl-C, SIGINT.
    Interrupt = 2,
    /// SIGTERM.
    Terminate = 15,
    /// SIGHUP.
    HangUp = 1,
}

impl Ending {
    const ALL: [Ending; 3] = [Ending::Interrupt, Ending::Terminate, Ending::HangUp];

    /// The one that has this signal's number.
    pub fn of_signal(number: u8) -> Option<Self> {
        Ending::ALL.into_iter().find(|ending| *ending as u8 == number)
    }

    /// The program's exit code.
    pub fn exit_code(self) -> u8 {
        128 + self as u8
    }

    /// What is said of work that it has ended.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Interrupt => "interrupted",
            Ending::Terminate => "interrupted by SIGTERM",
            Ending::HangUp => "interrupted by SIGHUP",
        }
    }
}

/// Calls `handler`, on a thread of its own, whenever the program is asked to end.
#[cfg(unix)]
pub fn listen(handler: impl Fn(Ending) + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;

    use signal_hook::consts::SIGXFSZ;
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let wanted = Ending::ALL.into_iter().filter(|ending| *ending != Ending::HangUp || !hang_up_is_ignored());
    let mut signals = Signals::new(wanted.map(|ending| ending as i32))?;
    let listening = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for ending in signals.forever().filter_map(|signal| u8::try_from(signal).ok().and_then(Ending::of_signal)) {
            handler(ending);
        }
    });
    listening.map_err(|error| io::Error::new(error.kind(), format!("a thread cannot be started: {error}")))?;
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// Calls `handler`, on a thread of its own, at Ctrl-C and what else this system has to end programs.
#[cfg(not(unix))]
pub fn listen(handler: impl Fn(Ending) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(Ending::Interrupt)).map_err(io::Error::other)
}

/// Whether whoever has started this program wants it to outlive the terminal, where the system tells.
#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    ignored >> (Ending::HangUp as u8 - 1) & 1 == 1
}
