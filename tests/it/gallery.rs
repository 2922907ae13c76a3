//! Tests the HTML gallery in a real browser without a window: it is filtered, clicked and closed. The test is skipped, with a
//! note, if there is no browser; `CHROME` can name one.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{answer, feed, text};
use gridcheck::draw::order::place_in_the_paper;
use gridcheck::grid::{Grid, Transform};
use gridcheck::words::Words;

/// The visible state: the number of shown grids in words and in fact; name, facts and number of clue numbers of the enlarged
/// grid; the address.
type Seen = (String, usize, String, String, usize, String);

/// Returns the path of Chromium or a related browser.
fn browser() -> Option<std::path::PathBuf> {
    let named = std::env::var_os("CHROME").map(std::path::PathBuf::from);
    let found = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let browser = named.or_else(|| found.iter().find_map(|name| which::which(name).ok()));
    if browser.is_none() {
        println!("skipped: there is no chromium or google-chrome to look at the page with");
    }
    browser
}

/// Returns the page's document after its scripts have run.
fn document(browser: &Path, page: &Path, hash: &str, profile: &Path) -> String {
    let output = Command::new(browser)
        // Chromium refuses a sandbox to root, and tests in a container run as root. The page is trusted.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,800"])
        .arg(format!("--user-data-dir={}", text(profile)))
        .args(["--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("file://{}{hash}", text(page)))
        .stderr(Stdio::null())
        .output()
        .expect("the browser starts");
    String::from_utf8(output.stdout).expect("text")
}

/// The names have different lengths, and the address asks for a property that no grid has.
#[test]
fn pictures_are_inline_and_the_box_shows_the_question() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<String> = (0..14)
        .map(|i| {
            let path = folder.path().join(format!("{}{i}.txt", "a-long-name-".repeat(i % 5)));
            std::fs::write(&path, "...\n.#.\n...\n").expect("room on the disk");
            text(&path).to_owned()
        })
        .collect();
    let page = folder.path().join("gallery.html");
    let mut args: Vec<&str> = files.iter().map(String::as_str).collect();
    args.splice(0..0, ["draw", "--out", text(&page)]);
    assert_eq!(answer(&args), "");
    let html = std::fs::read_to_string(&page).expect("the page");
    let look = r#"<pre id="seen"></pre><script>
const box = document.getElementById("symmetry");
const topOf = element => Math.round(element.getBoundingClientRect().top);
document.getElementById("seen").textContent = JSON.stringify([
  [...document.querySelectorAll(".thumb")].map(thumb => [topOf(thumb), topOf(thumb.querySelector("svg"))]),
  box.selectedIndex < 0 ? "" : box.options[box.selectedIndex].text,
]);
</script></body>"#;
    let looked = folder.path().join("looked.html");
    std::fs::write(&looked, html.replace("</body>", look)).expect("room on the disk");
    let seen = |hash: &str| -> (Vec<(i64, i64)>, String) {
        let dom = document(&browser, &looked, hash, folder.path());
        let seen = dom.split_once(r#"<pre id="seen">"#).and_then(|(_, rest)| rest.split_once("</pre>"));
        serde_json::from_str(&seen.expect("it was looked at").0.replace("&amp;", "&")).expect("JSON")
    };
    let (tops, chosen) = seen("");
    assert_eq!((tops.len(), chosen.as_str()), (14, "any"));
    let lowered: Vec<i64> = tops.iter().map(|(thumb, picture)| picture - thumb).collect();
    assert!(lowered.iter().all(|&by| by == lowered[0]), "pictures stand lower in some places than in others: {tops:?}");
    let (tops, chosen) = seen("#symmetry=none");
    assert_eq!((tops.len(), chosen.as_str()), (0, "no symmetry (0)"));
}

/// Plays a user at the gallery of the primitive 7 × 7 grids: each step is followed by the expected state.
#[test]
fn the_gallery_filters_opens_and_restores_its_state() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("gallery.html");
    let grids = answer(&["list", "--size", "7", "--primitive"]);
    let said = feed(&["draw", "-", "--order", "paper", "--out", text(&page)], grids.clone());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let html = std::fs::read_to_string(&page).expect("the page");
    let hand = r##"<pre id="seen"></pre><script>
const seen = [];
const look = () => seen.push([
  document.getElementById("count").textContent,
  document.querySelectorAll(".thumb").length,
  document.getElementById("large").open ? document.getElementById("name").textContent : "",
  document.getElementById("large").open ? document.getElementById("facts").textContent : "",
  document.querySelectorAll("#picture text").length,
  location.hash,
]);
const set = (id, value) => {
  const field = document.getElementById(id);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const click = which => document.querySelector(which).click();
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
look();
const option = [...document.querySelectorAll("#symmetry option")].find(option => option.text.startsWith("r:"));
set("symmetry", option.value); look();
set("words-from", "8"); look();
click(".thumb:nth-child(2)"); look();
click("#numbers"); look();
press("ArrowLeft"); look();
press("Escape"); look();
click("form button[type=reset]"); look();
set("letters-from", "41"); look();
document.getElementById("seen").textContent = JSON.stringify(seen);
</script></body>"##;
    let played = folder.path().join("played.html");
    std::fs::write(&played, html.replace("</body>", hand)).expect("room on the disk");
    let dom = document(&browser, &played, "", folder.path());
    let seen =
        dom.split_once(r#"<pre id="seen">"#).and_then(|(_, rest)| rest.split_once("</pre>")).expect("it was played").0;
    let seen: Vec<Seen> = serde_json::from_str(&seen.replace("&amp;", "&")).expect(seen);

    // Compute the expected state from the list: every grid with its number, in the paper's order.
    let mut all: Vec<(usize, Grid)> = grids
        .split("\n\n")
        .map(|grid| grid.parse().expect("a grid"))
        .enumerate()
        .map(|(i, grid)| (i + 1, grid))
        .collect();
    all.sort_by_key(|(_, grid)| place_in_the_paper(grid));
    let quarter = |grid: &Grid| {
        grid.transformed(Transform::Rot90) == *grid && grid.transformed(Transform::MirrorLeftRight) != *grid
    };
    let many_words = |grid: &Grid| Words::of(grid).words.len() >= 8;
    let fit: Vec<usize> = (0..all.len()).filter(|&i| quarter(&all[i].1) && many_words(&all[i].1)).collect();
    let quarters = all.iter().filter(|(_, grid)| quarter(grid)).count();
    assert!(fit.len() >= 2 && fit.len() < quarters, "{} of {quarters}", fit.len());
    let shown = |number: usize| format!("{number} of {} shown", all.len());
    let facts = |i: usize| {
        let (grid, words) = (&all[i].1, Words::of(&all[i].1).words.len());
        let (letters, black) = (grid.whites(), 49 - grid.whites());
        let percent = (100.0 * black as f64 / 49.0).round();
        format!("7 × 7: {words} words, {letters} letters, {black} black squares ({percent} %), quarter turn")
    };
    let numbers = |i: usize| Words::of(&all[i].1).words.iter().map(|word| word.number).max().expect("words");
    let closed = |number, hash: &str| (shown(number), number, String::new(), String::new(), hash.to_owned());
    let open = |i: usize| {
        let hash = format!("#symmetry=r&words=8-&open={}", i + 1);
        (shown(fit.len()), fit.len(), format!("grid {}", all[i].0), facts(i), hash)
    };
    let expected = [
        closed(all.len(), ""),
        closed(quarters, "#symmetry=r"),
        closed(fit.len(), "#symmetry=r&words=8-"),
        open(fit[1]),
        open(fit[1]),
        open(fit[0]),
        closed(fit.len(), "#symmetry=r&words=8-"),
        closed(all.len(), ""),
        closed(0, "#letters=41-"),
    ];
    let at = |step: &Seen| (step.0.clone(), step.1, step.2.clone(), step.3.clone(), step.5.clone());
    for (i, (step, expected)) in seen.iter().zip(&expected).enumerate() {
        assert_eq!(at(step), *expected, "step {i}");
    }
    // A click adds clue numbers, and they stay.
    assert_eq!([3, 4, 5].map(|i: usize| seen[i].4), [0, numbers(fit[1]), numbers(fit[0])]);

    // The address alone restores the state.
    let dom = document(&browser, &page, &expected[3].4, folder.path());
    assert!(dom.contains(&expected[3].3) && dom.contains(&expected[3].0), "{}", &dom[dom.len() - 2000..]);
    let dom = document(&browser, &page, "#symmetry=zebra&words=many&open=-1", folder.path());
    assert!(dom.contains(&shown(all.len())), "nonsense in an address filters nothing");
}
