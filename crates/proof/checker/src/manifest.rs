//! Reads and writes the manifest: the claim of the folder, and the digest of every other file.
//!
//! Digests are SHA-256, which anyone can recompute with `sha256sum`. They show that the files belong together and are undamaged. They do
//! not help against a forger of both files and manifest. The other checks do.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::refusal::Refusal;
use gridcheck_core::constraint::in_words;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::size::{Size, SizeError};
use gridcheck_engine::Run;

/// The format of folder that this version writes and reads. Format 1 had the proof in DRAT too.
pub const FORMAT: &str = "gridcheck certificate 2";

/// File name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// File name of the rules, as TOML.
pub const RULES: &str = "rules.toml";
/// File name of the given squares.
pub const GIVENS: &str = "givens.txt";
/// File name of the problem as clauses.
pub const PROBLEM: &str = "problem.cnf";
/// File name of the grids, one per line.
pub const GRIDS: &str = "grids.txt";
/// File name of the problem with a clause for each grid that excludes only that grid.
pub const COMPLETE: &str = "complete.cnf";
/// File name of the refutation of [`COMPLETE`], with hints.
pub const LRAT: &str = "proof.lrat";

/// The files beside the manifest, in the order of reading. The file of given squares exists only if some are given.
pub const FILES: [&str; 6] = [RULES, GIVENS, PROBLEM, GRIDS, COMPLETE, LRAT];

/// Most grids of a certificate. Its maker keeps all grids and lemmas in memory: 260 MB for the 250 MB of files of British 9 × 9.
pub const MAX_GRIDS: usize = 1_000_000;

/// The content of the manifest, as the [module](self) describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format of the folder, [`FORMAT`].
    pub format: String,
    /// The program that made the folder, and its version.
    pub made_by: String,
    /// The name of another program that found the refutation. It cannot be checked, and nothing depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_by: Option<String>,
    /// The claim in words.
    pub claim: String,
    /// Number of rows and of columns of the grids.
    pub size: StatedSize,
    /// The name of the rule set.
    pub rules: String,
    /// `true` if some squares are given.
    pub givens: bool,
    /// The constraints on the grids, as `--where` has them.
    #[serde(default, rename = "wishes", skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// Number of grids.
    pub grids: usize,
    /// Number of variables of the formulas.
    pub variables: usize,
    /// Number of clauses of the problem.
    pub clauses: usize,
    /// Number of steps of the proof that derive a clause.
    pub steps: u64,
    /// The digests of the other files.
    pub files: Vec<FileRecord>,
    /// Commands that check the folder with other programs.
    pub check_with: Vec<String>,
}

/// The size of the grids as the manifest states it. Any number and any text can stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "size: expected a number, or rows and columns as in \"13x15\"")]
pub enum StatedSize {
    /// Number of rows and of columns of square grids.
    Square(usize),
    /// Rows and columns of other grids, as in `13x15`.
    Rectangle(String),
}

impl From<Size> for StatedSize {
    fn from(size: Size) -> Self {
        size.side().map_or_else(|| StatedSize::Rectangle(size.to_string()), StatedSize::Square)
    }
}

impl StatedSize {
    /// Returns the size.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, or if the size is not written as this version writes it.
    pub fn size(&self) -> Result<Size, SizeError> {
        match self {
            StatedSize::Square(side) => Size::square(*side),
            StatedSize::Rectangle(text) => {
                let size: Size = text.parse()?;
                let is_as_written = StatedSize::from(size) == *self;
                if is_as_written { Ok(size) } else { Err(SizeError::Form(text.clone())) }
            }
        }
    }
}

/// The name, length and digest of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRecord {
    /// The name in the folder.
    pub name: String,
    /// The length in bytes.
    pub bytes: u64,
    /// The SHA-256 digest in hexadecimal.
    pub sha256: String,
}

/// Returns the claim of a folder in words. It holds no text of the folder: the question is printed from its parsed form, and the
/// rules without their own name.
pub fn claim(problem: &Problem, grids: usize) -> String {
    let rules = problem.rules().spelled();
    let is_one = grids == 1;
    let number = |one: &'static str, many: &'static str| if is_one { one } else { many };
    let have = || format!(" and {} the squares of {GIVENS}", number("has", "have"));
    let givens = if problem.givens().is_empty() { String::new() } else { have() };
    let constraints = match problem.constraints() {
        [] => String::new(),
        constraints => format!(" and {} the constraints {}", number("satisfies", "satisfy"), in_words(constraints)),
    };
    let (height, width) = (problem.height(), problem.width());
    let what = format!("{} the rules of {RULES} ({rules}){givens}{constraints}", number("obeys", "obey"));
    let grid = number("grid", "grids");
    format!("Exactly {grids} {grid} of {height} x {width} squares {what}: those of {GRIDS}.")
}

/// Returns the commands by which a stranger can check the folder with other people's tools. They run inside the folder.
pub fn check_with() -> Vec<String> {
    vec![
        r#"jq -r '.files[] | "\(.sha256)  \(.name)"' manifest.json | sha256sum -c"#.to_owned(),
        format!("lrat-check {COMPLETE} {LRAT}"),
        format!("lrat-trim {COMPLETE} {LRAT}"),
        format!("cake_lpr {COMPLETE} {LRAT}"),
        format!("ganak --prob 0 {PROBLEM}"),
    ]
}

/// A file that is being written into a new folder, with its digest.
pub struct HashedFile {
    name: &'static str,
    out: BufWriter<File>,
    digest: Sha256,
    bytes: u64,
}

impl HashedFile {
    /// Creates the file in a folder.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be created.
    pub fn create(folder: &Path, name: &'static str) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, File::create_new(folder.join(name))?);
        Ok(HashedFile { name, out, digest: Sha256::new(), bytes: 0 })
    }

    /// Flushes the file to disk and returns its entry.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> io::Result<FileRecord> {
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(FileRecord { name: self.name.to_owned(), bytes: self.bytes, sha256: hexadecimal(&self.digest.finalize()) })
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Most bytes of a manifest. A real one has a few kilobytes.
const MAX_BYTES: u64 = 1 << 20;
/// Most bytes of a text of the manifest, except the claim.
const MAX_TEXT: usize = 256;
/// Most bytes of the claim, which repeats the rules and the constraints.
const MAX_CLAIM: usize = 1 << 14;
/// Most constraints of a manifest.
const MAX_CONSTRAINTS: usize = 64;

/// Number of bytes that are read at a time.
const BLOCK: usize = 1 << 16;

impl Manifest {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// Returns an error if there is no manifest, or none that this version understands.
    pub fn read(folder: &Path) -> Result<Manifest, Refusal> {
        let failed = |what: String| Refusal::new(format!("{MANIFEST}: {what}"));
        let mut bytes = Vec::new();
        open(folder, MANIFEST)?
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| failed(error.to_string()))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(failed(format!("larger than {MAX_BYTES} bytes")));
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))?;
        manifest.texts_are_short().map_err(failed)?;
        if manifest.format != FORMAT {
            return Err(failed(format!("the format is {:?}, this version reads {FORMAT:?}", manifest.format)));
        }
        if manifest.grids > MAX_GRIDS {
            return Err(failed(format!("{} grids, more than the {MAX_GRIDS} this version reads", manifest.grids)));
        }
        let expected: Vec<&str> = FILES.into_iter().filter(|&name| name != GIVENS || manifest.givens).collect();
        if !manifest.files.iter().map(|entry| entry.name.as_str()).eq(expected.iter().copied()) {
            return Err(failed(format!("the files must be {}", expected.join(", "))));
        }
        Ok(manifest)
    }

    /// Returns an error if a text exceeds the length of any text that this version writes.
    fn texts_are_short(&self) -> Result<(), String> {
        let Manifest { format, made_by, refuted_by, claim, size, rules, constraints, files, check_with, .. } = self;
        if constraints.len() > MAX_CONSTRAINTS {
            return Err(format!("{} constraints, at most {MAX_CONSTRAINTS}", constraints.len()));
        }
        let short = [("format", format), ("made_by", made_by), ("rules", rules)].into_iter();
        let rectangle = if let StatedSize::Rectangle(text) = size { Some(("size", text)) } else { None };
        let short = short.chain(rectangle);
        let short = short.chain(refuted_by.iter().map(|name| ("refuted_by", name)));
        let short = short.chain(constraints.iter().map(|constraint| ("wishes", constraint)));
        let short = short.chain(check_with.iter().map(|command| ("check_with", command)));
        let short = short.chain(files.iter().flat_map(|file| [("files", &file.name), ("files", &file.sha256)]));
        let texts = short.map(|(key, text)| (key, text, MAX_TEXT)).chain([("claim", claim, MAX_CLAIM)]);
        match texts.into_iter().find(|(_, text, most)| text.len() > *most) {
            Some((key, text, most)) => Err(format!("{key}: a text of {} bytes, at most {most}", text.len())),
            None => Ok(()),
        }
    }

    /// Compares every file with its length and digest.
    ///
    /// # Errors
    /// Returns an error if a file is missing, unreadable or different, or if the run is stopped.
    pub fn agree_with(&self, folder: &Path, run: &Run) -> Result<(), super::CheckError> {
        let blocks = |bytes: u64| bytes.div_ceil(BLOCK as u64) as usize;
        run.set_tasks(self.files.iter().map(|entry| blocks(entry.bytes)).fold(0, usize::saturating_add));
        let mut buffer = vec![0; BLOCK];
        for entry in &self.files {
            let mut file = open(folder, &entry.name).map_err(super::CheckError::Unusable)?;
            let length = file.metadata().map_err(|error| unreadable(&entry.name, &error))?.len();
            if length != entry.bytes {
                let (name, bytes) = (&entry.name, entry.bytes);
                return Err(
                    Refusal::new(format!("{name}: {}, the manifest says {bytes}", plural(length, "byte"))).into()
                );
            }
            let mut digest = Sha256::new();
            // Read no more than `length`, even if the file grows meanwhile.
            let mut left = length;
            while left > 0 {
                run.check().map_err(|_| super::CheckError::Stopped)?;
                let block = &mut buffer[..left.min(BLOCK as u64) as usize];
                file.read_exact(block).map_err(|error| unreadable(&entry.name, &error))?;
                digest.update(&*block);
                left -= block.len() as u64;
                run.task_done(0);
            }
            if hexadecimal(&digest.finalize()) != entry.sha256 {
                return Err(Refusal::new(format!("{}: not the file of the manifest's digest", entry.name)).into());
            }
        }
        Ok(())
    }
}

/// Opens a file of the folder for reading. Other kinds of file, such as pipes, could block a reader for ever.
///
/// # Errors
/// Returns an error if there is no ordinary file of this name or it cannot be opened.
pub fn open(folder: &Path, name: &str) -> Result<File, Refusal> {
    let path = folder.join(name);
    let is_file = std::fs::metadata(&path).map_err(|error| unreadable(name, &error))?.is_file();
    if !is_file {
        return Err(Refusal::new(format!("{name}: not a file")));
    }
    File::open(path).map_err(|error| unreadable(name, &error))
}

/// Returns the refusal of a file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("{name}: {error}"))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(MANIFEST), bytes).expect("room on the disk");
        Manifest::read(folder.path()).map_or_else(|why| why.to_string(), |manifest| format!("{} grids", manifest.grids))
    }

    fn manifest(grids: usize) -> Vec<u8> {
        let files = FILES.into_iter().filter(|&name| name != GIVENS);
        let entry = |name: &str| FileRecord { name: name.to_owned(), bytes: 0, sha256: String::new() };
        let text = serde_json::json!({
            "format": FORMAT, "made_by": "", "claim": "", "size": 3, "rules": "", "givens": false, "grids": grids, "variables": 9,
            "clauses": 0, "steps": 0, "files": files.map(entry).collect::<Vec<_>>(), "check_with": [],
        });
        text.to_string().into_bytes()
    }

    #[test]
    fn limits_the_manifest_bytes_and_its_number_of_grids() {
        assert_eq!(read(&manifest(1_000_000)), "1000000 grids");
        assert!(read(&manifest(1_000_001)).contains("1000001 grids, more than the 1000000 this version reads"));
        let mut padded = manifest(1);
        padded.resize(1 << 20, b' ');
        assert_eq!(read(&padded), "1 grids");
        padded.push(b' ');
        assert!(read(&padded).contains("larger than 1048576 bytes"));
    }

    #[test]
    fn texts_of_a_manifest_are_short() {
        let with = |key: &str, value: serde_json::Value| {
            let mut manifest: serde_json::Value = serde_json::from_slice(&manifest(1)).expect("JSON");
            manifest[key] = value;
            read(manifest.to_string().as_bytes())
        };
        for (key, most) in [("made_by", 256), ("rules", 256), ("refuted_by", 256), ("size", 256), ("claim", 16_384)] {
            assert_eq!(with(key, "x".repeat(most).into()), "1 grids", "{key}");
            let refused = with(key, "x".repeat(most + 1).into());
            assert_eq!(refused, format!("manifest.json: {key}: a text of {} bytes, at most {most}", most + 1));
        }
        assert_eq!(with("wishes", vec![""; 64].into()), "1 grids");
        assert_eq!(with("wishes", vec![""; 65].into()), "manifest.json: 65 constraints, at most 64");
    }

    #[test]
    fn flushed_bytes_are_in_the_file_before_finish() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = HashedFile::create(folder.path(), GRIDS).expect("room on the disk");
        file.write_all(b"#").expect("room on the disk");
        file.flush().expect("room on the disk");
        assert_eq!(std::fs::read(folder.path().join(GRIDS)).expect("it is there"), b"#");
        let entry = file.finish().expect("room on the disk");
        assert_eq!((&entry.name[..], entry.bytes), (GRIDS, 1));
        assert_eq!(entry.sha256, "334359b90efed75da5f0ada1d5e6b256f4a6bd0aee7eb39c0f90182a021ffc8b");
    }

    #[test]
    fn the_manifest_names_commands_for_external_checkers() {
        let commands = check_with();
        for command in
            ["lrat-check complete.cnf proof.lrat", "lrat-trim complete.cnf proof.lrat", "ganak --prob 0 problem.cnf"]
        {
            assert!(commands.iter().any(|other| other == command), "{command}");
        }
    }
}
