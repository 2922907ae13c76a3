//! The signals that end the program: Ctrl-C, SIGTERM from a scheduler or the system, and SIGHUP when the terminal has gone.
//!
//! All are handled alike, except for the exit code: 128 plus the signal's number, as in a shell. A SIGHUP that is ignored when
//! the program starts stays ignored, as `nohup` requires.
//!
//! Another signal becomes an error: a write to a file above the file size limit (SIGXFSZ) fails.

use std::io;

/// The signal that asks the program to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndSignal {
    Interrupt = 2,
    Terminate = 15,
    HangUp = 1,
}

impl EndSignal {
    const ALL: [EndSignal; 3] = [EndSignal::Interrupt, EndSignal::Terminate, EndSignal::HangUp];

    pub(super) fn of_signal(number: u8) -> Option<Self> {
        EndSignal::ALL.into_iter().find(|ending| *ending as u8 == number)
    }

    pub(super) fn exit_code(self) -> u8 {
        128 + self as u8
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            EndSignal::Interrupt => "interrupted",
            EndSignal::Terminate => "interrupted by SIGTERM",
            EndSignal::HangUp => "interrupted by SIGHUP",
        }
    }
}

/// Calls `handler`, on a separate thread, whenever the program is asked to end.
#[cfg(unix)]
pub(super) fn listen(handler: impl Fn(EndSignal) + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;

    use signal_hook::consts::SIGXFSZ;
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    use crate::engine::hang_up::hang_up_is_ignored;

    let wanted = EndSignal::ALL.into_iter().filter(|ending| *ending != EndSignal::HangUp || !hang_up_is_ignored());
    let mut signals = Signals::new(wanted.map(|ending| ending as i32))?;
    let listening = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for ending in signals.forever().filter_map(|signal| u8::try_from(signal).ok().and_then(EndSignal::of_signal)) {
            handler(ending);
        }
    });
    listening.map_err(|error| io::Error::new(error.kind(), format!("a thread cannot be started: {error}")))?;
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// Calls `handler`, on a separate thread, at Ctrl-C and at this system's other requests to end.
#[cfg(not(unix))]
pub fn listen(handler: impl Fn(EndSignal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(EndSignal::Interrupt)).map_err(io::Error::other)
}
