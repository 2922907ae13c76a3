//! Relative paths in the commands of a user's file. A program runs in an empty folder, where they would mean something else.
//!
//! A path is looked up in the folder of the file and then in the current folder. A name without a separator is looked up only in the folder
//! of the file, and only if no program has this name: otherwise a file in the current folder could replace a word of the command, as in
//! `nice clingo`.

use std::path::{Path, is_separator};

/// Returns a command with the absolute paths of the files that its words name. `folder` is the folder of the file with the command.
pub(super) fn resolved(command: Vec<String>, folder: &Path) -> Vec<String> {
    let is_program = |place| place == 0;
    let words = command.into_iter().enumerate();
    words.map(|(place, word)| absolute(&word, is_program(place), folder).unwrap_or(word)).collect()
}

/// Returns the absolute path of the file that a word names, with the name of its option in front, if it has one.
fn absolute(word: &str, is_program: bool, folder: &Path) -> Option<String> {
    let (option, path) = match word.split_once('=') {
        Some((option, path)) if option.starts_with('-') => (Some(option), path),
        _ => (None, word),
    };
    let found = if path.contains(is_separator) {
        [folder, Path::new("")].into_iter().map(|start| start.join(path)).find(|path| path.exists())?
    } else {
        // The program is on the PATH, and a value such as that of `--models=0` is none of our files.
        let may_be_file = !is_program && option.is_none() && !path.starts_with('-') && which::which(path).is_err();
        Some(folder.join(path)).filter(|path| may_be_file && path.is_file())?
    };
    let found = std::path::absolute(found).ok()?.into_os_string().into_string().ok()?;
    Some(option.map_or(found.clone(), |option| format!("{option}={found}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_become_absolute_paths() {
        let place = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(place.path().join("tools")).expect("room");
        for file in ["tools/count.sh", "count.sh", "-m", "--x", "sh", "0"] {
            std::fs::write(place.path().join(file), "").expect("room");
        }
        let at = |path: &str| std::path::absolute(place.path().join(path)).expect("a path").display().to_string();
        let one = |word: &str| resolved(vec!["sh".to_owned(), word.to_owned()], place.path()).remove(1);
        for found in ["tools/count.sh", "./count.sh", "count.sh", "../count.sh"] {
            let expected = if found.starts_with("..") { found.to_owned() } else { at(found) };
            assert_eq!(one(found), expected);
        }
        assert_eq!(one("--script=tools/count.sh"), format!("--script={}", at("tools/count.sh")));
        // No files: options, values, the name of a program, a folder's name, a path of nothing.
        for word in ["-m", "--x", "--models=0", "0=0", "sh", "tools", "no/such.sh", "{file}", ""] {
            assert_eq!(one(word), word);
        }
        // A path of the current folder, and an absolute one.
        assert_eq!(one("src/paths.rs"), std::path::absolute("src/paths.rs").expect("a path").display().to_string());
        assert_eq!(one(&at("count.sh")), at("count.sh"));
        // The program is on the PATH, unless it has a path.
        let program = |word: &str| resolved(vec![word.to_owned()], place.path()).remove(0);
        assert_eq!((program("count.sh").as_str(), program("./count.sh")), ("count.sh", at("count.sh")));
    }
}
