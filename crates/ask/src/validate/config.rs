//! Configuration files: `gridcheck.toml` states by which rules the files below its folder are judged.
//!
//! The nearest one above a file applies to it, as a whole. Options on the command line precede it. The keys are those of [`Keys`]: a table of
//! `[[overrides]]` names a folder below, and each of its keys replaces the one of the file; `profile` and `rules` replace both. Of several
//! overrides for one file the last wins.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;
use toml::Spanned;

use gridcheck_core::place::{line_and_column, toml_fault};
use gridcheck_formats::source::STANDARD_INPUT;
use gridcheck_lint::codes::Code;
use gridcheck_lint::profile::Profile;
use gridcheck_sums::regular_file::expect_file;

use super::code;
use super::settings::{BasisName, Settings};
use crate::failure::Failure;
use crate::host::Host;
use crate::input::Input;
use crate::inputs::InputFile;
use crate::names::{AUTO, no_profile, profile_named};
use crate::rules::{MAX_BYTES, RulesInput};

const NAME: &str = "gridcheck.toml";

/// A name that other programs read, and this one does not.
const HIDDEN_NAME: &str = ".gridcheck.toml";

/// The keys that a file and its overrides share.
#[derive(Deserialize)]
struct Keys {
    profile: Option<Spanned<String>>,
    rules: Option<Spanned<String>>,
    select: Option<Vec<Spanned<String>>>,
    ignore: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Option<Spanned<String>>,
    rules: Option<Spanned<String>>,
    select: Option<Vec<Spanned<String>>>,
    ignore: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    overrides: Vec<Override>,
}

/// The rules of a folder below.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Override {
    folder: Spanned<String>,
    profile: Option<Spanned<String>>,
    rules: Option<Spanned<String>>,
    select: Option<Vec<Spanned<String>>>,
    ignore: Option<Vec<Spanned<String>>>,
}

/// A configuration file that was read without errors.
pub(super) struct Configuration {
    settings: Settings,
    exclude: Gitignore,
    /// The settings of folders, as absolute paths.
    overrides: Vec<(PathBuf, Settings)>,
}

/// Finds the configuration of each file.
pub(super) enum Configurations {
    /// Files named `gridcheck.toml` are ignored.
    None,
    One(Box<Configuration>),
    /// The nearest file above each, by folder.
    Nearest(HashMap<PathBuf, Option<Rc<Configuration>>>),
}

impl Configuration {
    pub(super) fn read(path: &Path, host: &dyn Host) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = Input::Path(path.to_owned()).text(host, MAX_BYTES)?;
        let at = |offset: usize, message: String| {
            let (line, column) = line_and_column(&text, offset);
            Failure::unusable(format!("{name}:{line}:{column}: {message}"))
        };
        let File { profile, rules, select, ignore, exclude, overrides } = toml::from_str(&text).map_err(|error| {
            let (offset, message) = toml_fault(&error);
            at(offset, message)
        })?;
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(|error| Failure::of_file(&name, &error))?;
        let settings = Keys { profile, rules, select, ignore }.settings(&folder, host, &at)?;
        let mut patterns = GitignoreBuilder::new(&folder);
        for pattern in exclude {
            let added = patterns.add_line(None, pattern.get_ref());
            added.map_err(|error| at(pattern.span().start, format!("exclude: {error}")))?;
        }
        let exclude = patterns.build();
        let exclude = exclude.map_err(|error| Failure::unusable(format!("{name}: exclude: {error}")))?;
        let overrides = overrides.into_iter().map(|Override { folder: below, profile, rules, select, ignore }| {
            let settings = Keys { profile, rules, select, ignore }.settings(&folder, host, &at)?;
            let place = folder.join(below.get_ref()).canonicalize().ok();
            let place = place.filter(|place| place.is_dir() && place.starts_with(&folder));
            let place = place.ok_or_else(|| {
                at(below.span().start, format!("folder: there is no folder `{}` here", below.get_ref()))
            })?;
            Ok((place, settings))
        });
        Ok(Configuration { settings, exclude, overrides: overrides.collect::<Result<_, Failure>>()? })
    }

    /// Returns the settings for a file with this absolute path.
    fn settings(&self, path: &Path) -> Settings {
        let matching = self.overrides.iter().rev().filter(|(folder, _)| path.starts_with(folder));
        matching.fold(Settings::default(), |settings, (_, more)| settings.or(more)).or(&self.settings)
    }
}

impl Keys {
    fn settings(
        self,
        folder: &Path,
        host: &dyn Host,
        at: &impl Fn(usize, String) -> Failure,
    ) -> Result<Settings, Failure> {
        let Keys { profile, rules, select, ignore } = self;
        let profile = profile.map(|profile| {
            let (written, start) = (profile.get_ref(), profile.span().start);
            let is_known = Profile::named(written).is_some() || written.eq_ignore_ascii_case(AUTO);
            let file = folder.join(written);
            let name = if is_known { written.clone() } else { file.display().to_string() };
            if !is_known && !file.is_file() {
                return Err(at(start, no_profile(written).to_string()));
            }
            let found = profile_named(&name, host).map_err(|error| at(start, error.to_string()))?;
            if let (None, Some(rules)) = (found, &rules) {
                return Err(at(rules.span().start, format!("rules: cannot be combined with the profile {AUTO}")));
            }
            Ok(name)
        });
        let rules = rules.map(|rules| {
            let start = rules.span().start;
            let name = rules.into_inner();
            // A file is named from the folder of the configuration.
            let file = folder.join(&name);
            let name = if file.is_file() { file.display().to_string() } else { name };
            if name == STANDARD_INPUT {
                return Err(at(start, "rules: standard input cannot be named in a file".to_owned()));
            }
            let rules = RulesInput::Named(name);
            rules.ruleset(host).map_err(|error| at(start, error.to_string()))?;
            Ok(rules)
        });
        let (profile, rules) = (profile.transpose()?, rules.transpose()?);
        let basis = BasisName::of(profile, rules);
        let codes = |names: Option<Vec<Spanned<String>>>| {
            let read = |name: Spanned<String>| -> Result<&'static Code, Failure> {
                code(name.get_ref()).map_err(|error| at(name.span().start, error.to_string()))
            };
            names.map(|names| names.into_iter().map(read).collect::<Result<Vec<_>, _>>()).transpose()
        };
        Ok(Settings { basis, select: codes(select)?, ignore: codes(ignore)? })
    }
}

impl Configurations {
    /// Chooses the nearest configuration above each file, one for all files, or none.
    pub(super) fn new(all: Option<&Path>, is_none: bool, host: &dyn Host) -> Result<Self, Failure> {
        Ok(match all {
            None if is_none => Configurations::None,
            Some(path) => Configurations::One(Box::new(Configuration::read(path, host)?)),
            None => Configurations::Nearest(HashMap::new()),
        })
    }

    /// Returns the settings for a file, or `None` if the configuration excludes it.
    pub(super) fn settings(&mut self, file: &InputFile, host: &dyn Host) -> Result<Option<Settings>, Failure> {
        let path = match file.input() {
            Input::Path(path) => absolute(path),
            // It is judged like a file in the current folder.
            Input::StandardInput => std::env::current_dir()?.join(STANDARD_INPUT),
            // What is in memory lies in no folder.
            Input::Text { .. } | Input::Bytes { .. } => return Ok(Some(self.of_no_folder())),
        };
        let nearest;
        let configuration = match self {
            Configurations::None => return Ok(Some(Settings::default())),
            Configurations::One(one) => &**one,
            Configurations::Nearest(known) => {
                nearest = nearest_above(&path, known, host)?;
                let Some(nearest) = &nearest else { return Ok(Some(Settings::default())) };
                nearest
            }
        };
        // A file that the user named is read in any case.
        let is_excluded = file.folder.is_some()
            && path.starts_with(configuration.exclude.path())
            && configuration.exclude.matched_path_or_any_parents(&path, false).is_ignore();
        Ok((!is_excluded).then(|| configuration.settings(&path)))
    }

    fn of_no_folder(&self) -> Settings {
        match self {
            Configurations::None | Configurations::Nearest(_) => Settings::default(),
            Configurations::One(one) => one.settings.clone(),
        }
    }
}

/// Returns the absolute path of a file; a name that cannot be resolved is taken as it is.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Returns the nearest configuration above a path.
fn nearest_above(
    path: &Path,
    known: &mut HashMap<PathBuf, Option<Rc<Configuration>>>,
    host: &dyn Host,
) -> Result<Option<Rc<Configuration>>, Failure> {
    let Some(folder) = path.parent() else { return Ok(None) };
    if let Some(found) = known.get(folder) {
        return Ok(found.clone());
    }
    let hidden = folder.join(HIDDEN_NAME);
    if hidden.symlink_metadata().is_ok() {
        host.note(format!("{}: not read, because the name of such a file is {NAME}", hidden.display()));
    }
    let file = folder.join(NAME);
    expect_file(&file).map_err(|error| Failure::of_file(&file.display().to_string(), &error))?;
    // A link to nothing is an error too: no other rules are taken in silence.
    let found = if file.symlink_metadata().is_ok() {
        Some(Rc::new(Configuration::read(&file, host)?))
    } else {
        nearest_above(folder, known, host)?
    };
    known.insert(folder.to_owned(), found.clone());
    Ok(found)
}
