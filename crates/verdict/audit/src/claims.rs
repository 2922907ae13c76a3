//! Published figures as data: who published how many grids of which kind there are, and where.
//!
//! A claims file is JSON; `claims.schema.json` describes it to editors and other programs. Reading a file either
//! succeeds or reports every fault with its line, its column and its JSON path. A well-written claim may ask for something that
//! cannot be counted here: a size beyond 64, or rules that contradict themselves. This is no fault: the claim is kept, with the
//! reason. A file can also record a figure that it declares `not_checkable`, such as one about a private list of words; its rules
//! and its quantity are then any line of text.

use serde_json::Value;
use thiserror::Error;

use super::claimed_size::ClaimedSize;
use super::claimed_value::ClaimedValue;
use super::located::{Located, Member};
use super::quantity::Quantity;
use gridcheck_core::constraint::{Constraint, in_words};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{BUILTIN, Ruleset, builtin};
use gridcheck_core::visible::{hides, quoted};

/// A claims file.
#[derive(Debug, Clone)]
pub struct Claims {
    /// The name of the source in reports.
    pub name: String,
    /// The publication that the figures come from.
    pub source: Publication,
    /// The figures, in the order of the file.
    pub claims: Vec<Claim>,
}

/// A publication.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Publication {
    pub author: String,
    pub title: String,
    pub year: Option<i64>,
    /// The place where it can be read, such as an address.
    pub where_found: String,
    pub note: Option<String>,
}

/// One published figure.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Rows and columns, as claimed.
    pub size: ClaimedSize,
    /// The name of the rule set, or its differences from a built-in one.
    pub rules: String,
    /// The name of the quantity, as claimed.
    pub quantity: String,
    /// The figure as printed.
    pub printed: String,
    /// The figure.
    pub value: ClaimedValue,
    /// The place in the source, such as a table.
    pub place: Option<String>,
    /// A note for the reader of the verdict.
    pub note: Option<String>,
    /// The question that the claim answers, or the reason why there is none.
    pub meaning: Result<Meaning, NoQuestion>,
}

/// A reason why a claim answers no question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoQuestion {
    /// The claim asks for something that cannot be counted here.
    NotUnderstood(String),
    /// The claims file declares that the figure cannot be checked.
    NotCheckable(String),
}

/// The question behind a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// Size, rules, given squares and constraints.
    pub problem: Problem,
    /// The quantity of the grids that obey them.
    pub quantity: Quantity,
}

/// The reasons why a claims file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ClaimsError {
    /// It is not JSON.
    #[error(
        "{line}:{column}: not JSON: {message}; a claims file looks like \
         {{\"name\": …, \"source\": {{…}}, \"claims\": [{{\"size\": 7, \"rules\": \"british\", \"quantity\": \"total\", \"value\": \"…\"}}]}}"
    )]
    Syntax { line: usize, column: usize, message: String },
    /// It is JSON but not a claims file; lists one fault or more.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Form(Vec<Fault>),
}

/// One deviation from the schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {path}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// The JSON path, as in `$.claims[3].size`.
    pub path: String,
    /// The expected and the found value, in one line.
    pub message: String,
}

/// The claims files that are compiled into this program.
const BUILTIN_FILES: [&str; 28] = [
    include_str!("../claims/keith-2026.json"),
    include_str!("../claims/ho-2021.json"),
    include_str!("../claims/boettcher-2026.json"),
    include_str!("../claims/kleber-2019-first.json"),
    include_str!("../claims/kleber-2019-corrected.json"),
    include_str!("../claims/kleber-2019-oeis.json"),
    include_str!("../claims/ferry-2019.json"),
    include_str!("../claims/nanogenmo-2021.json"),
    include_str!("../claims/oeis-a325408-a325409.json"),
    include_str!("../claims/7xwords.json"),
    include_str!("../claims/van-beek-ginsberg.json"),
    include_str!("../claims/pratt-2014.json"),
    include_str!("../claims/ferland-2014.json"),
    include_str!("../claims/schnitzer-2024-first.json"),
    include_str!("../claims/schnitzer-2024.json"),
    include_str!("../claims/brodie-2007.json"),
    include_str!("../claims/brodie-2007-rows.json"),
    include_str!("../claims/brodie-2008.json"),
    include_str!("../claims/ravikumar.json"),
    include_str!("../claims/oeis-a034184-a034187.json"),
    include_str!("../claims/howard-2018.json"),
    include_str!("../claims/oeis-a351516.json"),
    include_str!("../claims/crosswordsmith.json"),
    include_str!("../claims/times-2008.json"),
    include_str!("../claims/guardian-2013.json"),
    include_str!("../claims/stackexchange-76561.json"),
    include_str!("../claims/enigma-1466.json"),
    include_str!("../claims/gridcheck-2026.json"),
];

impl Publication {
    /// Returns the year, after a comma; nothing if it is unknown.
    pub fn year_after_comma(&self) -> String {
        self.year.map_or_else(String::new, |year| format!(", {year}"))
    }
}

impl Claims {
    /// Returns the built-in claims, one [`Claims`] for each source.
    ///
    /// # Panics
    /// Never: the built-in files are constants, and a test reads them.
    pub fn builtin() -> Vec<Claims> {
        BUILTIN_FILES.into_iter().map(|text| Claims::from_json(text).expect("a built-in file")).collect()
    }

    /// Reads a claims file.
    ///
    /// # Errors
    /// Fails if the text is not JSON, or if it deviates from the schema.
    pub fn from_json(text: &str) -> Result<Claims, ClaimsError> {
        let file = Located::parse(text).map_err(|error| ClaimsError::Syntax {
            line: error.line(),
            column: error.column(),
            message: error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
        })?;
        let mut reader = Reader { faults: Vec::new() };
        let claims = reader.file(file);
        // `None` always comes with a reported fault.
        claims.filter(|_| reader.faults.is_empty()).ok_or(ClaimsError::Form(reader.faults))
    }
}

/// An object whose keys are all known and unique.
struct Object<'a> {
    path: String,
    members: Vec<Member<'a>>,
}

impl<'a> Object<'a> {
    fn get(&self, key: &str) -> Option<Located<'a>> {
        self.members.iter().find(|member| member.key == key).map(|member| member.value)
    }

    fn path_of(&self, key: &str) -> String {
        member(&self.path, key)
    }
}

/// Reads values and collects faults. A method returns `None` if it has reported a fault or if the key is absent.
/// [`Reader::object`] reports a required key that is absent.
struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn fault<T>(&mut self, (line, column): (usize, usize), path: &str, message: impl Into<String>) -> Option<T> {
        self.faults.push(Fault { line, column, path: path.to_owned(), message: message.into() });
        None
    }

    fn file(&mut self, file: Located) -> Option<Claims> {
        let file = self.object("$", file, &["name", "source", "claims"], &["$schema"])?;
        if let Some(schema) = file.get("$schema").filter(|schema| schema.read::<String>().is_none()) {
            self.fault::<()>(schema.place(), "$.$schema", "expected a text");
        }
        let name = self.line(&file, "name");
        let source = file.get("source").and_then(|source| self.source("$.source", source));
        let claims = file.get("claims").and_then(|claims| match claims.array() {
            Some(claims) => {
                let claims = claims.into_iter().enumerate();
                Some(claims.map(|(i, claim)| self.claim(&format!("$.claims[{i}]"), claim)).collect::<Vec<_>>())
            }
            None => self.fault(claims.place(), "$.claims", "expected an array"),
        });
        // Collecting options gives `None` if any member is `None`.
        let claims: Option<Vec<Claim>> = claims.and_then(|claims| claims.into_iter().collect());
        Some(Claims { name: name?, source: source?, claims: claims? })
    }

    fn source(&mut self, path: &str, source: Located) -> Option<Publication> {
        let source = self.object(path, source, &["author", "title", "where"], &["year", "note"])?;
        let author = self.line(&source, "author");
        let title = self.line(&source, "title");
        let year = self.integer(&source, "year");
        let where_found = self.line(&source, "where");
        let note = self.line(&source, "note");
        Some(Publication { author: author?, title: title?, year, where_found: where_found?, note })
    }

    fn claim(&mut self, path: &str, claim: Located) -> Option<Claim> {
        let optional = ["given", "where", "note", "not_checkable"];
        let claim = self.object(path, claim, &["size", "rules", "quantity", "value"], &optional)?;
        let size = self.size(&claim);
        let givens = claim.get("given").and_then(|rows| self.givens(&claim.path_of("given"), rows));
        let about = match claim.get("not_checkable") {
            Some(_) => self.without_question(&claim),
            None => self.question(&claim, size, givens),
        };
        let printed = self.value(&claim);
        let place = self.line(&claim, "where");
        let note = self.line(&claim, "note");
        let (size, (rules, quantity, meaning), (printed, value)) = (size?, about?, printed?);
        Some(Claim { size, rules, quantity, printed, value, place, note, meaning })
    }

    /// Returns a claim's rules and quantity in words, and the question that it answers.
    fn question(
        &mut self,
        claim: &Object,
        size: Option<ClaimedSize>,
        givens: Option<Givens>,
    ) -> Option<(String, String, Result<Meaning, NoQuestion>)> {
        let rules = claim.get("rules").and_then(|rules| self.rules(&claim.path_of("rules"), rules));
        let quantity = self.quantity(claim);
        let (size, (rules, ruleset), (quantity, constraints)) = (size?, rules?, quantity?);
        let named = named(&quantity, &constraints, givens.is_some());
        let meaning = meaning(size, ruleset, quantity, constraints, givens).map_err(NoQuestion::NotUnderstood);
        Some((rules, named, meaning))
    }

    /// Returns the rules and the quantity of a claim that the file declares not checkable, and the reason.
    fn without_question(&mut self, claim: &Object) -> Option<(String, String, Result<Meaning, NoQuestion>)> {
        let [rules, quantity, why] = ["rules", "quantity", "not_checkable"].map(|key| self.line(claim, key));
        Some((rules?, quantity?, Err(NoQuestion::NotCheckable(why?))))
    }

    /// Reads an object that has all the `required` keys, each once, and no others but the `optional`.
    fn object<'a>(
        &mut self,
        path: &str,
        value: Located<'a>,
        required: &[&str],
        optional: &[&str],
    ) -> Option<Object<'a>> {
        let Some(members) = value.object() else { return self.fault(value.place(), path, "expected an object") };
        let has = |key: &str| members.iter().any(|member| member.key == key);
        for key in required.iter().filter(|key| !has(key)) {
            self.fault::<()>(value.place(), path, format!("{key} is missing"));
        }
        for (i, found) in members.iter().enumerate() {
            let key = &*found.key;
            let is_known = required.contains(&key) || optional.contains(&key);
            if !self.is_repeated(path, &members[..i], found) && !is_known {
                let known = [required, optional].concat().join(", ");
                self.fault::<()>(found.place(), &member(path, key), format!("unknown key, expected one of {known}"));
            }
        }
        Some(Object { path: path.to_owned(), members })
    }

    /// Returns `true` if a key is repeated. This is a fault, because the intended value is ambiguous.
    fn is_repeated(&mut self, path: &str, before: &[Member], found: &Member) -> bool {
        let repeated = before.iter().any(|other| other.key == found.key);
        if repeated {
            self.fault::<()>(found.place(), &member(path, &found.key), "the key is there already");
        }
        repeated
    }

    fn line(&mut self, object: &Object, key: &str) -> Option<String> {
        let value = object.get(key)?;
        let text = value.read::<String>().filter(|text| !text.is_empty() && !text.contains(hides));
        text.or_else(|| self.fault(value.place(), &object.path_of(key), "expected one line of text"))
    }

    fn integer(&mut self, object: &Object, key: &str) -> Option<i64> {
        let value = object.get(key)?;
        value.read().or_else(|| self.fault(value.place(), &object.path_of(key), "expected a whole number"))
    }

    /// Reads a number, or a text of rows x columns.
    fn size(&mut self, claim: &Object) -> Option<ClaimedSize> {
        let value = claim.get("size")?;
        let size = value.read().map(ClaimedSize::square).or_else(|| value.read::<String>()?.parse().ok());
        let expected = "expected a whole number, or rows x columns as in \"13x15\"";
        size.or_else(|| self.fault(value.place(), &claim.path_of("size"), expected))
    }

    fn quantity(&mut self, claim: &Object) -> Option<(Quantity, Vec<Constraint>)> {
        let name = self.line(claim, "quantity")?;
        match Quantity::with_constraints(&name) {
            Ok(quantity) => Some(quantity),
            Err(why) => self.fault(claim.get("quantity")?.place(), &claim.path_of("quantity"), why),
        }
    }

    /// Reads the squares that are given.
    fn givens(&mut self, path: &str, rows: Located) -> Option<Givens> {
        let givens = rows.read::<Vec<String>>().and_then(|rows| {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            Givens::of_rows(&rows)
        });
        givens.or_else(|| self.fault(rows.place(), path, "expected rows of #, . and ?, all of one length"))
    }

    /// Returns the figure as printed, and its value.
    fn value(&mut self, claim: &Object) -> Option<(String, ClaimedValue)> {
        let value = claim.get("value")?;
        let figure = value.read::<String>().and_then(|printed| {
            let figure = ClaimedValue::parse(&printed)?;
            Some((printed, figure))
        });
        let expected = "expected a number as a text, as in \"1234\", \"1,234\" or \"10^8 to 10^9\"";
        figure.or_else(|| self.fault(value.place(), &claim.path_of("value"), expected))
    }

    /// Returns a rule set and its name. An inner `Err` holds the reason why no grid could obey it.
    fn rules(&mut self, path: &str, rules: Located) -> Option<(String, Ruleset)> {
        if let Some(name) = rules.read::<String>() {
            let Some(ruleset) = builtin(&name) else {
                let known = BUILTIN.map(|set| set.name).join(", ");
                let message = format!("no built-in rule set `{}`, expected one of {known}", quoted(&name));
                return self.fault(rules.place(), path, message);
            };
            return Some((name, ruleset));
        }
        if let Some(keys) = rules.object() {
            return self.inline_rules(path, &keys);
        }
        let expected = "expected the name of a built-in rule set, or an object with the keys of a rule file";
        self.fault(rules.place(), path, expected)
    }

    /// Reads the keys of a rule file given as JSON. They are written as the lines of a rule file, which the rule-file reader then
    /// reads.
    fn inline_rules(&mut self, path: &str, keys: &[Member]) -> Option<(String, Ruleset)> {
        let mut lines: Vec<(&Member, String)> = Vec::new();
        let faults_before = self.faults.len();
        for (i, found) in keys.iter().enumerate() {
            if self.is_repeated(path, &keys[..i], found) {
                continue;
            }
            let literal = match found.value.read() {
                Some(Value::String(text)) => toml::Value::String(text).to_string(),
                Some(Value::Bool(yes)) => yes.to_string(),
                Some(Value::Number(number)) if number.is_i64() => number.to_string(),
                _ => {
                    let expected = "expected a text, a whole number, true or false";
                    self.fault::<()>(found.value.place(), &member(path, &found.key), expected);
                    continue;
                }
            };
            lines.push((found, format!("{} = {literal}\n", toml::Value::String(found.key.clone().into_owned()))));
        }
        // Each round removes the key that the reader rejects, so that all faults are found.
        loop {
            let text: String = lines.iter().map(|(_, line)| line.as_str()).collect();
            let error = match Ruleset::from_toml(&text, "") {
                Ok(ruleset) if self.faults.len() == faults_before => return Some((ruleset.described(), ruleset)),
                Ok(_) => return None,
                Err(error) => error,
            };
            let (found, _) = lines.remove(error.line - 1);
            self.fault::<()>(found.value.place(), &member(path, &found.key), error.message);
        }
    }
}

/// Returns the path of an object's member. A key that is not a plain word is quoted.
fn member(path: &str, key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let key = quoted(key);
    if is_plain { format!("{path}.{key}") } else { format!("{path}[\"{key}\"]") }
}

/// Returns the question behind a claim, or the reason why there is none.
fn meaning(
    size: ClaimedSize,
    ruleset: Ruleset,
    quantity: Quantity,
    constraints: Vec<Constraint>,
    givens: Option<Givens>,
) -> Result<Meaning, String> {
    let valid = size.size().map_err(|_| format!("size {size}: expected 1 to {MAX_SIZE} rows and columns"))?;
    quantity.demand(valid, &ruleset)?;
    let problem = Problem::of_size(valid, ruleset).and_then(|problem| problem.with_constraints(constraints));
    let problem = problem.and_then(|problem| match givens {
        Some(givens) => problem.with_givens(givens),
        None => Ok(problem),
    });
    let problem = problem.map_err(|error| error.to_string())?;
    Ok(Meaning { problem, quantity })
}

/// Returns the claimed quantity in words, with the constraints and whether squares are given.
pub(super) fn named(quantity: &Quantity, constraints: &[Constraint], are_squares_given: bool) -> String {
    let mut name = quantity.name();
    if !constraints.is_empty() {
        name = format!("{name} with {}", in_words(constraints));
    }
    if are_squares_given { format!("{name}, squares given") } else { name }
}
