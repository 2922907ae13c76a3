//! Configuration files: `gridcheck.toml` states by which rules the files below its folder are judged.
//!
//! The nearest one above a file applies to it, as a whole. Options on the command line precede it. The keys are those of [`Keys`]: a table of
//! `[[overrides]]` names a folder below, and each of its keys replaces the one of the file. Of several overrides for one file the last wins.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;
use toml::Spanned;

use super::super::args::{RulesArg, read_file};
use super::super::report;
use super::super::walk::InputFile;
use super::code;
use crate::ask::names::profile_named;
use crate::formats::source::STANDARD_INPUT;
use crate::lint::codes::Code;
use crate::place::line_and_column;
use crate::sums::regular_file::expect_file;

pub const NAME: &str = "gridcheck.toml";

/// A name that other programs read, and this one does not.
const HIDDEN_NAME: &str = ".gridcheck.toml";

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Basis {
    /// A built-in rule set, or the path of a rule file.
    Rules(String),
    /// A profile, or the name that lets the program choose one.
    Profile(String),
}

/// The rules for a file, and the codes to report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The rules, if they are stated.
    pub basis: Option<Basis>,
    /// The only codes to report, if they are stated.
    pub select: Option<Vec<&'static str>>,
    /// The codes not to report, if they are stated.
    pub ignore: Option<Vec<&'static str>>,
}

impl Settings {
    /// Returns these settings with those of `others` where they state none.
    #[must_use]
    pub fn or(self, others: &Settings) -> Settings {
        Settings {
            basis: self.basis.or_else(|| others.basis.clone()),
            select: self.select.or_else(|| others.select.clone()),
            ignore: self.ignore.or_else(|| others.ignore.clone()),
        }
    }
}

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
pub struct Configuration {
    settings: Settings,
    exclude: Gitignore,
    /// The settings of folders, as absolute paths.
    overrides: Vec<(PathBuf, Settings)>,
}

/// Finds the configuration of each file.
pub enum Configurations {
    /// Files named `gridcheck.toml` are ignored.
    None,
    One(Box<Configuration>),
    /// The nearest file above each, by folder.
    Nearest(HashMap<PathBuf, Option<std::rc::Rc<Configuration>>>),
}

impl Configuration {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = read_file(path, &name)?;
        let at = |offset: usize, message: String| {
            let (line, column) = line_and_column(&text, offset);
            anyhow!("{name}:{line}:{column}: {message}")
        };
        let File { profile, rules, select, ignore, exclude, overrides } = toml::from_str(&text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            at(offset, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
        })?;
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().with_context(|| name.clone())?;
        let settings = Keys { profile, rules, select, ignore }.settings(&folder, &at)?;
        let mut patterns = GitignoreBuilder::new(&folder);
        for pattern in exclude {
            let added = patterns.add_line(None, pattern.get_ref());
            added.map_err(|error| at(pattern.span().start, format!("exclude: {error}")))?;
        }
        let exclude = patterns.build().map_err(|error| anyhow!("{name}: exclude: {error}"))?;
        let overrides = overrides.into_iter().map(|Override { folder: below, profile, rules, select, ignore }| {
            let settings = Keys { profile, rules, select, ignore }.settings(&folder, &at)?;
            let place = folder.join(below.get_ref()).canonicalize().ok();
            let place = place.filter(|place| place.is_dir() && place.starts_with(&folder));
            let place = place.ok_or_else(|| {
                at(below.span().start, format!("folder: there is no folder `{}` here", below.get_ref()))
            })?;
            Ok((place, settings))
        });
        Ok(Configuration { settings, exclude, overrides: overrides.collect::<anyhow::Result<_>>()? })
    }

    /// Returns the settings for a file with this absolute path.
    fn settings(&self, path: &Path) -> Settings {
        let matching = self.overrides.iter().rev().filter(|(folder, _)| path.starts_with(folder));
        matching.fold(Settings::default(), |settings, (_, more)| settings.or(more)).or(&self.settings)
    }
}

impl Keys {
    fn settings(self, folder: &Path, at: &impl Fn(usize, String) -> anyhow::Error) -> anyhow::Result<Settings> {
        let Keys { profile, rules, select, ignore } = self;
        let basis = match (profile, rules) {
            (Some(profile), Some(rules)) => {
                let second = profile.span().start.max(rules.span().start);
                return Err(at(second, "expected either profile or rules".to_owned()));
            }
            (Some(profile), None) => {
                profile_named(profile.get_ref()).map_err(|error| at(profile.span().start, error.to_string()))?;
                Some(Basis::Profile(profile.into_inner()))
            }
            (None, Some(rules)) => {
                let start = rules.span().start;
                let name = rules.into_inner();
                // A file is named from the folder of the configuration.
                let file = folder.join(&name);
                let name = if file.is_file() { file.display().to_string() } else { name };
                if name == STANDARD_INPUT {
                    return Err(at(start, "rules: standard input cannot be named in a file".to_owned()));
                }
                RulesArg { rules: name.clone() }.ruleset().map_err(|error| at(start, format!("{error:#}")))?;
                Some(Basis::Rules(name))
            }
            (None, None) => None,
        };
        let codes = |names: Option<Vec<Spanned<String>>>| {
            let read = |name: Spanned<String>| -> anyhow::Result<&'static str> {
                let found: Result<&'static Code, String> = code(name.get_ref());
                found.map(|code| code.name).map_err(|error| at(name.span().start, error))
            };
            names.map(|names| names.into_iter().map(read).collect::<anyhow::Result<Vec<_>>>()).transpose()
        };
        Ok(Settings { basis, select: codes(select)?, ignore: codes(ignore)? })
    }
}

impl Configurations {
    /// Returns the settings for a file, or `None` if the configuration excludes it.
    pub fn settings(&mut self, file: &InputFile) -> anyhow::Result<Option<Settings>> {
        // Standard input is judged like a file in the current folder.
        let is_stdin = file.path.as_os_str() == STANDARD_INPUT;
        let path = if is_stdin { std::env::current_dir()?.join("-") } else { absolute(&file.path) };
        let nearest;
        let configuration = match self {
            Configurations::None => return Ok(Some(Settings::default())),
            Configurations::One(one) => &**one,
            Configurations::Nearest(known) => {
                nearest = nearest_above(&path, known)?;
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
}

/// Returns the absolute path of a file; a name that cannot be resolved is taken as it is.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Returns the nearest configuration above a path.
fn nearest_above(
    path: &Path,
    known: &mut HashMap<PathBuf, Option<std::rc::Rc<Configuration>>>,
) -> anyhow::Result<Option<std::rc::Rc<Configuration>>> {
    let Some(folder) = path.parent() else { return Ok(None) };
    if let Some(found) = known.get(folder) {
        return Ok(found.clone());
    }
    let hidden = folder.join(HIDDEN_NAME);
    if hidden.symlink_metadata().is_ok() {
        report(&format!("note: {}: not read, because the name of such a file is {NAME}", hidden.display()));
    }
    let file = folder.join(NAME);
    expect_file(&file).with_context(|| file.display().to_string())?;
    // A link to nothing is an error too: no other rules are taken in silence.
    let found = if file.symlink_metadata().is_ok() {
        Some(std::rc::Rc::new(Configuration::read(&file)?))
    } else {
        nearest_above(folder, known)?
    };
    known.insert(folder.to_owned(), found.clone());
    Ok(found)
}
