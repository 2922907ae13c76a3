//! Tests the rules of independence that hold within a crate, where Cargo cannot enforce them. They are read from the syntax trees of the
//! sources, without comments and test modules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gridcheck_registry::ENGINES;
use gridcheck_testing::prelude::*;
use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprField, ExprMethodCall, Ident, Lit, Local, Member, Pat, Signature, Token, Type};

/// The functions that return a part of a rule set, and the types of the parts.
const PARTS: [(&str, &str); 3] =
    [("on_words", "RulesOnWords"), ("on_lines", "RulesOnLines"), ("on_grid", "RulesOnGrid")];

/// The contents of a source file.
#[derive(Default)]
struct Source {
    /// Names and keywords.
    names: BTreeSet<String>,
    /// Texts in quotation marks.
    texts: Vec<String>,
    /// Whole numbers, in decimal digits.
    numbers: BTreeSet<String>,
    /// Functions that are defined.
    functions: BTreeSet<String>,
    /// The types of the structures that patterns take apart.
    taken_apart: BTreeSet<String>,
    /// The functions that are called on a value or in a type, with the name of the value or of the type.
    calls: BTreeSet<(String, String)>,
    /// The fields that are read, with the name of the structure.
    fields: BTreeSet<(String, String)>,
    /// Names of values that are declared as rule sets.
    rule_sets: BTreeSet<String>,
    /// Patterns of rules that leave rules out, and parts of a rule set that no pattern takes apart.
    partial: Vec<String>,
}

/// Returns the last name of an expression: that of a variable, a field or a method.
fn last_name(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Expr::Field(field) => member(&field.member),
        Expr::MethodCall(call) => Some(call.method.to_string()),
        Expr::Reference(inner) => last_name(&inner.expr),
        Expr::Unary(inner) => last_name(&inner.expr),
        Expr::Paren(inner) => last_name(&inner.expr),
        _ => None,
    }
}

fn member(member: &Member) -> Option<String> {
    match member {
        Member::Named(name) => Some(name.to_string()),
        Member::Unnamed(_) => None,
    }
}

/// Returns `true` if the type is that of a rule set, or of a reference to one.
fn is_ruleset(kind: &Type) -> bool {
    match kind {
        Type::Reference(reference) => is_ruleset(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == "Ruleset"),
        _ => false,
    }
}

/// Returns the call of a function that returns a part of a rule set.
fn part(expression: &Expr) -> Option<&ExprMethodCall> {
    match expression {
        Expr::MethodCall(call) if PARTS.iter().any(|(function, _)| call.method == function) => Some(call),
        _ => None,
    }
}

impl Source {
    fn of_code(code: &str) -> Self {
        let mut source = Source::default();
        source.visit_file(&syn::parse_file(code).expect("Rust"));
        source
    }

    fn of_file(file: &Path) -> Self {
        let code = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Source::of_code(&code)
    }

    /// Adds the contents of an attribute or a macro, whose syntax is not known.
    fn add_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(name) => self.visit_ident(&name),
                TokenTree::Literal(literal) => self.add_literal(literal),
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn add_literal(&mut self, literal: Literal) {
        self.visit_lit(&Lit::new(literal));
    }

    /// Returns the `names` that occur.
    fn mentioned<'a>(&self, names: &[&'a str]) -> Vec<&'a str> {
        names.iter().copied().filter(|&name| self.names.contains(name)).collect()
    }

    /// Returns the violations of the law that rule sets and their parts are taken apart by patterns that name every rule, and read in no
    /// other way. So adding a rule causes an error wherever rules are read.
    fn partial_readings(&self) -> Vec<String> {
        let british = serde_json::to_value(builtin("british").expect("built in")).expect("a flat table");
        // The kind is in no part: each reader may ask it.
        let is_rule = |key: &str| !["name", "kind"].contains(&key) && british.get(key).is_some();
        let is_ruleset = |name: &str| name == "rules" || self.rule_sets.contains(name);
        let read = self.fields.iter().filter(|(name, field)| is_ruleset(name) && is_rule(field));
        self.partial.iter().cloned().chain(read.map(|(name, field)| format!("{name}.{field}"))).collect()
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = |attribute: &Attribute| {
            attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|name| name == "test")
        };
        if !module.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if !attribute.path().is_ident("doc") {
            visit::visit_attribute(self, attribute);
        }
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.add_tokens(list.tokens.clone());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.add_tokens(call.tokens.clone());
        // Most macros take expressions.
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone());
        for argument in arguments.into_iter().flatten() {
            let mut inner = Source::default();
            inner.visit_expr(&argument);
            self.taken_apart.extend(inner.taken_apart);
            self.calls.extend(inner.calls);
            self.fields.extend(inner.fields);
            self.rule_sets.extend(inner.rule_sets);
            self.partial.extend(inner.partial);
        }
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        self.names.insert(name.to_string());
    }

    fn visit_lit(&mut self, literal: &'ast Lit) {
        match literal {
            Lit::Str(text) => self.texts.push(text.value()),
            Lit::Int(number) => drop(self.numbers.insert(number.base10_digits().to_owned())),
            _ => {}
        }
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        self.functions.insert(signature.ident.to_string());
        visit::visit_signature(self, signature);
    }

    fn visit_pat_type(&mut self, declared: &'ast syn::PatType) {
        if let (Pat::Ident(name), true) = (&*declared.pat, is_ruleset(&declared.ty)) {
            self.rule_sets.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, declared);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let (Some(name), true) = (&field.ident, is_ruleset(&field.ty)) {
            self.rule_sets.insert(name.to_string());
        }
        visit::visit_field(self, field);
    }

    fn visit_pat_struct(&mut self, pattern: &'ast syn::PatStruct) {
        let name = pattern.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_of_rules = name == "Ruleset" || PARTS.iter().any(|(_, part)| *part == name);
        if is_of_rules && pattern.rest.is_some() {
            self.partial.push(format!("{name} {{ .. }}"));
        }
        self.taken_apart.insert(name);
        visit::visit_pat_struct(self, pattern);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        match (&local.pat, local.init.as_ref().and_then(|init| part(&init.expr))) {
            // A pattern takes the part apart.
            (Pat::Struct(pattern), Some(part)) => {
                self.visit_pat_struct(pattern);
                self.visit_ident(&part.method);
                self.visit_expr(&part.receiver);
            }
            _ => visit::visit_local(self, local),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(name) = last_name(&call.receiver) {
            self.calls.insert((name, call.method.to_string()));
        }
        match part(&call.receiver) {
            // A reader that declines other values of a part need not name its rules.
            Some(part) if ["whites_up_to", "named_checking"].iter().any(|name| call.method == name) => {
                self.visit_ident(&part.method);
                self.visit_expr(&part.receiver);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            _ => {}
        }
        if PARTS.iter().any(|(function, _)| call.method == function) {
            self.partial.push(format!("{}()", call.method));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [.., kind, function] = &names[..] {
            self.calls.insert((kind.clone(), function.clone()));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_field(&mut self, read: &'ast ExprField) {
        if let (Some(name), Some(field)) = (last_name(&read.base), member(&read.member)) {
            self.fields.insert((name, field));
        }
        visit::visit_expr_field(self, read);
    }
}

/// Returns a folder or file of the project.
fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the Rust files below `place`, except tests.
fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_dir() {
        let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
        return entries.flat_map(|entry| files(&entry.expect("a readable folder").path())).collect();
    }
    assert!(place.is_file(), "{}: no such file", place.display());
    let in_tests = place.parent().is_some_and(|folder| folder.ends_with("tests"));
    let is_test = in_tests || place.ends_with("tests.rs") || place.ends_with("testing.rs");
    let is_source = place.extension().is_some_and(|extension| extension == "rs") && !is_test;
    if is_source { vec![place.to_owned()] } else { Vec::new() }
}

/// Requires that no file below `place` mentions one of the names.
fn assert_unmentioned(place: &Path, names: &[&str]) {
    for file in files(place) {
        let mentioned = Source::of_file(&file).mentioned(names);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// Returns the folders of sources of the engines.
fn engines() -> Vec<PathBuf> {
    let entries = fs::read_dir(project("crates/engines")).expect("the engines").map(|entry| entry.expect("an entry"));
    let folders = entries.map(|entry| entry.path()).filter(|folder| folder.is_dir() && !folder.ends_with("registry"));
    folders.map(|folder| folder.join("src")).collect()
}

/// Code that all engines share must not judge grids: a fault in it would affect all engines alike.
#[test]
fn shared_code_of_engines_reads_no_rule() {
    let rules =
        ["Checking", "Limit", "max_unchecked_run", "max_unchecked_run_at_ends", "single_cells", "edges", "connected"];
    let core = project("crates/core/src");
    for name in ["problem", "grid.rs", "grid", "rng.rs", "locks.rs"] {
        assert_unmentioned(&core.join(name), &rules);
    }
    for name in ["crates/engine/src", "crates/sums/src"] {
        assert_unmentioned(&project(name), &rules);
    }
    // Rules and constraints are data, so their files do not use grids.
    for name in ["rules", "constraint"] {
        assert_unmentioned(&core.join(name), &["Grid", "is_white"]);
    }
}

/// The checker and brute force read bounds as they are written, so that a fault in rounding them shows.
#[test]
fn two_readers_of_constraints_do_not_round() {
    for file in ["crates/proof/checker/src/constraints.rs", "crates/engines/brute/src/lib.rs"] {
        let source = Source::of_file(&project(file));
        let mentioned = source.mentioned(&["RoundedConstraint", "rounded_constraints", "Range", "Mean"]);
        assert!(mentioned.is_empty(), "{file} mentions {mentioned:?}");
        assert!(source.names.contains("Constraint"), "{file} reads no constraint");
    }
    assert_unmentioned(&project("crates/proof/checker/src"), &["stats", "granted", "not_granted"]);
}

#[test]
fn rule_sets_are_taken_apart_whole() {
    let core = project("crates/core/src/rules");
    let others = ["crates/encodings/src", "crates/verdict/recurrence/src", "crates/verdict/validator/src"].map(project);
    let crates_that_read: Vec<PathBuf> = engines().into_iter().chain(others).collect();
    let definitions = ["mod.rs", "fault.rs", "parts.rs"].map(|name| core.join(name));
    for file in crates_that_read.iter().chain(&definitions).flat_map(|place| files(place)) {
        let breaches = Source::of_file(&file).partial_readings();
        assert!(breaches.is_empty(), "{} reads rules one by one: {breaches:?}", file.display());
    }
    // Each of these reads rules, and does so as required. Some engines solve what `encodings` writes.
    let solvers = ["external", "exact-cover", "sat"].map(|name| project("crates/engines").join(name).join("src"));
    let translations = ["cnf", "asp.rs", "cover"].map(|name| project("crates/encodings/src").join(name));
    let mut rooms = vec![core.join("fault.rs"), project("crates/verdict/explain/src/change.rs")];
    rooms.extend(translations);
    rooms.extend(crates_that_read.into_iter().filter(|place| !solvers.contains(place)));
    for room in rooms {
        let sources: Vec<Source> = files(&room).iter().map(|file| Source::of_file(file)).collect();
        let takes_apart = |name: &str| sources.iter().any(|source| source.taken_apart.contains(name));
        let reads = |part: &str| sources.iter().any(|source| source.names.contains(part));
        let is_whole = takes_apart("Ruleset") || PARTS.iter().all(|(function, _)| reads(function));
        assert!(is_whole, "{} takes no rule set apart, or only some of its parts", room.display());
    }
}

#[test]
fn a_partial_reading_is_seen() {
    let breaches = |code: &str| Source::of_code(&format!("fn f() {{ {code} }}")).partial_readings().len();
    assert_eq!(breaches("let Ruleset { min_word, .. } = *rules;"), 1);
    assert_eq!(breaches("fn f(asked: &Ruleset) -> bool { asked.edges && self.edges }"), 1);
    assert_eq!(breaches("struct Walk<'a> { law: &'a Ruleset } fn f(&self) -> bool { self.law.connected }"), 1);
    assert_eq!(breaches("let least = problem.rules().min_word;"), 1);
    assert_eq!(breaches("assert!(problem.rules().edges, \"{}\", rules.connected);"), 2);
    assert_eq!(breaches("let RulesOnWords { min_word, .. } = rules.on_words();"), 1);
    assert_eq!(breaches("let part = asked.on_grid(); part.edges"), 1);
    assert_eq!(breaches("let least = asked.on_lines().min_white_per_row;"), 1);
    assert_eq!(breaches("let least = asked.on_lines().whites_up_to(1)?;"), 0);
    assert_eq!(breaches("let RulesOnGrid { edges, connected } = problem.rules().on_grid();"), 0);
    assert_eq!(breaches("fn f(my_rules: &Mine) -> Ruleset { for i in 0..my_rules.edges {} }"), 0);
    assert_eq!(breaches("let Ruleset { name: _, min_word } = *rules; let edges = self.words.min_word;"), 0);
}

/// An engine may call functions beside the rule data that name a value, list a group or decline a value, but none that judges.
#[test]
fn engines_call_no_function_of_the_rules_that_judges() {
    let may = ["name", "group", "on_words", "on_lines", "on_grid", "whites_up_to", "named_checking"];
    let definitions = files(&project("crates/core/src/rules"));
    let mut judging: BTreeSet<String> = definitions.iter().flat_map(|file| Source::of_file(file).functions).collect();
    judging.retain(|function| !may.contains(&function.as_str()));
    assert!(judging.contains("fault") && judging.contains("has_room"));
    for file in engines().iter().flat_map(|engine| files(engine)) {
        // Only methods and paths of rule sets count; an engine's own function may have the same name.
        for (name, function) in Source::of_file(&file).calls {
            let is_of_rules = ["rules", "Ruleset"].contains(&name.as_str());
            assert!(!is_of_rules || !judging.contains(&function), "{} calls {function} of the rules", file.display());
        }
    }
}

/// A translation of the problem interprets the rules independently, like an engine.
#[test]
fn translations_do_not_use_one_another() {
    let room = project("crates/encodings/src");
    for (translation, others) in [("cnf", ["asp", "cover"]), ("asp.rs", ["cnf", "cover"]), ("cover", ["cnf", "asp"])] {
        assert_unmentioned(&room.join(translation), &others);
    }
}

/// Facts about an engine belong to the engine: the program and its parts query the list and name no engine.
#[test]
fn the_program_names_no_engine() {
    let types =
        ["Backtrack", "Brute", "Composition", "ExactCover", "Frontier", "Kaleidoscope", "Pinwheel", "Sat", "Window"];
    let verdict = ["audit", "compare", "explain"].map(|name| format!("crates/verdict/{name}/src"));
    let parts = verdict.iter().map(String::as_str).chain(["crates/puzzle/design/src", "crates/ask/src", "src"]);
    for file in parts.flat_map(|part| files(&project(part))) {
        let source = Source::of_file(&file);
        let mut named = source.mentioned(&types);
        named.extend(
            ENGINES.iter().map(|engine| engine.name()).filter(|&name| source.texts.iter().any(|text| text == name)),
        );
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}

/// Fill engines, translations of the question and the validator of fills know the question, but not one another.
#[test]
fn fillers_depend_on_the_question_and_not_on_each_other() {
    let room = project("crates/puzzle/fill/src");
    let parts = ["backtrack", "exact_cover", "sat", "export", "validator", "compare", "core"];
    let types = ["Search", "Cover", "Clauses", "Validator"];
    for (part, own) in [
        ("backtrack", "Search"),
        ("exact_cover", "Cover"),
        ("sat", "Clauses"),
        ("validator.rs", "Validator"),
        ("export", ""),
    ] {
        let module = part.trim_end_matches(".rs");
        let others: Vec<&str> = parts.into_iter().chain(types).filter(|&name| name != module && name != own).collect();
        assert_unmentioned(&room.join(part), &others);
    }
    let names: Vec<&str> = parts.into_iter().chain(types).collect();
    for file in ["question.rs", "filler.rs", "list.rs", "letters.rs"] {
        assert_unmentioned(&room.join(file), &names);
    }
    // The validator finds the words of a fill independently.
    assert_unmentioned(&room.join("validator.rs"), &["slots", "squares", "places", "Slot", "Square"]);
}

#[test]
fn detects_a_breach_outside_comments_and_tests() {
    let breach = "use gridcheck_brute::Brute; // sat\nfn f() {}\n#[cfg(test)]\nmod tests { use super::Window; }";
    assert_eq!(Source::of_code(breach).mentioned(&["sat", "Brute", "Window"]), ["Brute"]);
}

/// A re-enacted program judges independently.
#[test]
fn a_program_re_enacted_judges_for_itself() {
    let names = "rules Ruleset validator is_valid GridChecker problem Problem claims Engine ENGINES";
    let names: Vec<&str> = names.split(' ').collect();
    for program in ["ho_2021", "nanogenmo_2021"] {
        assert_unmentioned(&project(&format!("crates/verdict/programs/src/{program}.rs")), &names);
    }
}

#[test]
fn no_published_count_is_in_the_source() {
    let counts = "650 68956 60384181 162468835136 312 31187 17438702 40575832476 404139015237875 2393670267515481 \
                  17253201646564115439 2190 586731 397 35324 18446134 346 9381 182 17533 15105263 437 564 17624";
    let counts: Vec<&str> = counts.split(' ').collect();
    let is_source = |file: &PathBuf| file.components().any(|part| part.as_os_str() == "src");
    for file in files(&project("src")).into_iter().chain(files(&project("crates")).into_iter().filter(is_source)) {
        let source = Source::of_file(&file);
        // The examples in the command line's help are text, one command per line.
        let lines = source.texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with("  gridcheck "));
        let words = lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
        let numbers: BTreeSet<&str> = source.numbers.iter().map(String::as_str).chain(words).collect();
        let mentioned: Vec<&&str> = counts.iter().filter(|&count| numbers.contains(count)).collect();
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}
