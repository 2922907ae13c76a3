//! Tests `gridcheck page`, and galleries beside the page. The page has its own tests in a browser (`web/tests`).

use std::fs;

use crate::program::{answer, feed, gallery_data, refused, run, text};

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

#[test]
fn a_gallery_opens_grids_in_the_page_that_lies_beside_it_and_only_then() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gallery = folder.path().join("gallery.html");
    let grids = answer(&["list", "--size", "5"]);
    let leads_to = || {
        assert_eq!(feed(&["draw", "-", "--force", "--out", text(&gallery)], grids.clone()).code, 0);
        let page = fs::read_to_string(&gallery).expect("the gallery");
        gallery_data(&page)["page"].clone()
    };
    assert_eq!(leads_to(), serde_json::Value::Null);
    fs::write(folder.path().join("gridcheck.html"), "").expect("room on the disk");
    assert_eq!(leads_to(), "gridcheck.html");
}
