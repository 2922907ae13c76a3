//! Tests that an engine prepares a problem only once for an answer.

use std::ops::ControlFlow;

use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::{Engine, Engines};
use gridcheck_registry::{
    Backtrack, Brute, Composition, Corners, ExactCover, Frontier, Kaleidoscope, Pinwheel, Sat, Sweeping, Window,
};
use gridcheck_testing::faulty::Noting;
use serde_json::{Value, json};

use crate::host::Unattended;
use crate::request::Request;

static NOTING: [Noting; 11] = [
    Noting::new(&Window),
    Noting::new(&Pinwheel),
    Noting::new(&Frontier),
    Noting::new(&Kaleidoscope),
    Noting::new(&Corners),
    Noting::new(&Sweeping),
    Noting::new(&Backtrack),
    Noting::new(&Composition),
    Noting::new(&ExactCover),
    Noting::new(&Sat),
    Noting::new(&Brute),
];

/// The engines of the registry. Each notes what it prepares.
pub static ENGINES: Engines = Engines(&[
    &NOTING[0],
    &NOTING[1],
    &NOTING[2],
    &NOTING[3],
    &NOTING[4],
    &NOTING[5],
    &NOTING[6],
    &NOTING[7],
    &NOTING[8],
    &NOTING[9],
    &NOTING[10],
]);

#[test]
fn the_noting_engines_are_those_of_the_registry() {
    assert_eq!(ENGINES.names(), gridcheck_registry::ENGINES.names());
}

/// Returns the names of the engines that prepare a problem for the answer to a request, and those that prepare one again, with its givens.
/// The rules have this name, which no other request of these tests has.
fn preparations(rules: &str, request: Value) -> (Vec<&'static str>, Vec<String>) {
    let request: Request = serde_json::from_value(request).expect("a request");
    request.ask_in_json(&Unattended, |_| ControlFlow::Continue(())).expect("an answer");
    noted_preparations(rules)
}

/// Returns the names of the engines that have prepared a problem by the rules of this name, and those that have prepared one again, with its
/// givens.
pub(crate) fn noted_preparations(rules: &str) -> (Vec<&'static str>, Vec<String>) {
    let (mut once, mut again) = (Vec::new(), Vec::new());
    for engine in &NOTING {
        let mut prepared = engine.prepared();
        prepared.retain(|(problem, _)| problem.rules().name == rules);
        let is_again = |place: usize| prepared[..place].contains(&prepared[place]);
        if !prepared.is_empty() {
            once.push(engine.name());
        }
        let twice = (0..prepared.len()).find(|&place| is_again(place));
        again.extend(twice.map(|place| format!("{}: {}", engine.name(), prepared[place].0.givens())));
    }
    (once, again)
}

/// Returns the British rules under this name.
fn british(name: &str) -> Value {
    json!({ "extends": "british", "name": name })
}

#[test]
fn a_count_prepares_once() {
    for (name, options, engines) in [
        ("counted", json!({}), &["window"][..]),
        ("counted-by-name", json!({ "engine": "backtrack" }), &["backtrack"]),
        ("counted-by-measure", json!({ "by": "words" }), &["window"]),
        ("counted-by-symmetry", json!({ "by": "symmetry" }), &["window", "pinwheel", "kaleidoscope"]),
        ("counted-block", json!({ "block": "o-:o" }), &["window"]),
        ("estimated", json!({ "estimate": 1 }), &["window"]),
    ] {
        let mut request = options;
        request["size"] = json!(5);
        request["rules"] = british(name);
        assert_eq!(preparations(name, json!({ "count": request })), (engines.to_vec(), vec![]), "{name}");
    }
}

#[cfg(feature = "files")]
#[test]
fn a_certificate_prepares_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // There are too many colourings to judge them all, so a witness is asked.
    for (name, options, engines) in [
        ("certified", json!({}), &["window", "backtrack"][..]),
        ("certified-with-witness", json!({ "witness": "brute" }), &["window", "backtrack", "brute"]),
        ("certified-with-its-lister", json!({ "witness": "backtrack" }), &["window", "backtrack"]),
    ] {
        let mut request = options;
        request["size"] = json!(7);
        request["rules"] = british(name);
        request["out"] = json!(folder.path().join(name));
        assert_eq!(preparations(name, json!({ "certify": request })), (engines.to_vec(), vec![]), "{name}");
    }
}

#[test]
fn an_audit_prepares_once() {
    let claim = |quantity: &str, value: &str| json!({ "size": 5, "rules": british("audited"), "quantity": quantity, "value": value });
    let claims = json!({
        "name": "prepared-once",
        "source": { "author": "A. Setter", "title": "On grids", "year": 2020, "where": "a drawer" },
        "claims": [claim("total", "17"), claim("fewest letters", "9")],
    });
    let request = json!({ "claims": [{ "name": "claims.json", "text": claims.to_string() }], "time_limit": "60s" });
    let (once, again) = preparations("audited", json!({ "audit": request }));
    let supports = |engine: &&dyn Engine| {
        let facts = engine.facts();
        facts.kinds.contains(&GridKind::Blocks) && facts.symmetries.contains(&Symmetry::Rot180)
    };
    assert_eq!((once, again), (ENGINES.into_iter().filter(supports).map(Engine::name).collect(), vec![]));
}

#[test]
fn a_comparison_prepares_once() {
    // A size at which no sample is the whole problem.
    let samples = json!({ "spot_checks": 3, "seed": 1 });
    for (name, size, options) in [("compared", 7, json!({})), ("spot-checked", 11, samples)] {
        let mut request = options;
        request["size"] = json!(size);
        request["rules"] = british(name);
        let (once, again) = preparations(name, json!({ "compare": request }));
        assert!(once.len() > 5, "{name}: {once:?}");
        assert!(again.is_empty(), "{name}: {again:?}");
    }
}

/// Returns the British rules under this name with a symmetry that few engines support. One engine counts and lists.
pub(crate) fn mirrored(name: &str) -> Value {
    json!({ "extends": "british", "name": name, "symmetry": "mirror" })
}

#[test]
fn an_analysis_of_a_painted_grid_prepares_once() {
    let grid = json!({ "name": "painted.txt", "text": "?????\n".repeat(5) });
    // With the constraint, the first engine that counts also lists.
    let request = json!({ "grid": grid, "rules": mirrored("completed"), "where": "words = 6" });
    let (once, again) = preparations("completed", json!({ "complete": request }));
    assert!(once.contains(&"backtrack") && again.is_empty(), "{once:?}, {again:?}");
}

#[test]
fn an_explanation_prepares_once() {
    // Two symmetries give the figure. A second engine confirms each, and the other figure is tested. No classes are counted: their parts
    // are the problems of other rule sets, which are dropped with their rule set.
    let request = json!({ "size": 7, "rules": british("explained"), "count": "12", "changes": 1, "also": "5=2" });
    let (once, again) = preparations("explained", json!({ "explain": request }));
    assert!(once.len() > 2 && again.is_empty(), "{once:?}, {again:?}");
}
