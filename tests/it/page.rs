//! Tests `gridcheck page`, and galleries beside the page. The page has further tests, in a browser (`web/tests`).

use std::fs;

use crate::program::{refused, run, text};

#[test]
fn the_program_has_the_page_or_says_how_it_gets_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("gridcheck.html");
    let args = ["page", "--out", text(&out)];
    if cfg!(feature = "page") {
        assert_eq!(run(&args).code, 0);
        let page = fs::read_to_string(&out).expect("the page");
        assert!(page.starts_with("<!doctype html>") && page.contains("id=\"board\""));
        let nowhere = folder.path().join("none/page.html");
        assert!(refused(&["page", "--out", text(&nowhere)]).contains("none/page.html"));
    } else {
        let why = refused(&args);
        assert!(why.contains("built without the page") && why.contains("node web/build.mjs"), "{why}");
        assert!(!out.exists());
    }
}
