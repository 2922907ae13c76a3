//! Tests bad input on the real program: one clear line that names the place, exit code 2, and no partial result.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::program::{end, file, name, refusal, refused, start, text};

/// Asserts that a refusal names file, line and column, and contains the word.
fn says(line: &str, path: &str, place: &str, word: &str) {
    let rest = line.strip_prefix(path).and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.unwrap_or_else(|| panic!("{path} is not named: {line}"));
    let mut parts = rest.splitn(3, ':');
    let numbers = [parts.next(), parts.next()].map(|part| part.and_then(|part| part.parse::<usize>().ok()));
    let [Some(row), Some(column)] = numbers else { panic!("no line and column: {line}") };
    assert!(place.is_empty() || place == format!("{row}:{column}"), "expected {place}: {line}");
    assert!(parts.next().is_some_and(|message| message.contains(word)), "expected {word}: {line}");
}

#[cfg(unix)]
#[test]
fn no_permission_to_read_is_refused_by_name() {
    use std::os::unix::fs::PermissionsExt;

    let locked = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file");
    fs::set_permissions(locked.path(), fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::File::open(locked.path()).is_ok() {
        println!("skipped: whoever runs this test may read everything");
        return;
    }
    unreadable(locked.path());
}

/// Asserts that every option that takes a file refuses this one.
fn unreadable(path: &Path) {
    let path = text(path);
    for args in [
        &["validate", path][..],
        &["validate", "--rules", path, "fixtures/cli/ring.txt"],
        &["count", "--size", "5", "--given", path],
        &["list", "--size", "5", "--rules", path],
        &["compare", "--size", "5", "--against", path],
        &["complete", path],
        &["repair", path],
        &["repair", "fixtures/tour/slip.txt", "--keep", path],
        &["similar", "fixtures/tour/slip.txt", "--among", path],
        &["find", "--like", path, "--size", "5"],
    ] {
        // These commands take folders.
        let takes_folders = args == ["validate", path] || args[0] == "similar";
        if !(takes_folders && Path::new(path).is_dir()) {
            let line = refused(args);
            assert!(line.starts_with(&format!("{path}: ")), "{line}");
        }
    }
}

/// Writes `piece` repeatedly until the reader stops. Returns the number of bytes written.
fn pour(mut pipe: impl Write, piece: &[u8]) -> usize {
    let chunk = piece.repeat((8192 / piece.len()).max(1));
    let mut written = 0;
    loop {
        match pipe.write_all(&chunk) {
            Ok(()) => written += chunk.len(),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return written,
            Err(error) => panic!("{error}"),
        }
        assert!(written < 16 << 20, "16 MB of nonsense taken");
    }
}

#[test]
fn an_endless_stream_is_refused_at_once() {
    let pieces: [(&[u8], &str); 9] = [
        (b".......\n", "65:1"),
        (b".", "1:65"),
        (b"#", "1:65"),
        (b"\0", "1:1"),
        (b"\n", ""),
        (b"y\n", ""),
        (b"no grid here ", "1:1"),
        (b"{\"rows\": [", ""),
        (b"...\n.#.\n...\n\n..\xff", "5:3"),
    ];
    for (piece, place) in pieces {
        let commands = [
            &["validate", "-"][..],
            &["validate", "--quiet", "-"],
            &["validate", "--format", "json", "-"],
            &["count", "--size", "7", "--given", "-"],
            &["compare", "--size", "7", "--engines", "backtrack", "--against", "-"],
        ];
        for args in commands {
            let mut child = start(args);
            // 1 MB leaves ample room for the pipe's buffer and one read.
            assert!(pour(child.stdin.take().expect("a pipe"), piece) < 1 << 20, "{args:?}");
            let line = refusal(args, &end(child));
            let place = if args[0] == "count" { "" } else { place };
            says(&line, "standard input", place, "");
        }
    }
}

#[test]
fn a_device_without_end_is_refused_at_once() {
    for device in ["/dev/zero", "/dev/urandom"] {
        if !Path::new(device).exists() {
            println!("skipped: there is no {device}");
            continue;
        }
        for args in [
            &["validate", device][..],
            &["count", "--size", "5", "--given", device],
            &["compare", "--size", "5", "--against", device],
            &["count", "--size", "5", "--rules", device],
            &["fill", "--size", "4", "--words", device],
        ] {
            let line = refused(args);
            assert!(line.starts_with(device), "{line}");
        }
    }
}

#[test]
fn a_line_that_fills_a_file_is_refused_at_once() {
    for square in [".", "⬛", "x ", "a"] {
        let long = file(square.repeat(5_000_000 / square.len()));
        let line = refused(&["validate", name(&long)]);
        says(&line, name(&long), "", "");
        assert!(line.len() < name(&long).len() + 200, "{line}");
    }
}
