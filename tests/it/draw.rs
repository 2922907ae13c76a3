//! Tests pictures with independent programs: an XML parser, a PNG decoder.

use std::collections::HashMap;

use gridcheck::classes::canonical::least_image;
use gridcheck::draw::figure::Look;
use gridcheck::draw::halftone::{Stock, grids};
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::tones::{Picture, Tones};
use gridcheck::draw::typeface::Fonts;
use gridcheck::draw::{html, lengths, png, svg};
use proptest::prelude::*;

use crate::pictures::{decoded, encoded, slope, slope_of};
use crate::prelude::*;
use crate::program::gallery_data;

/// Draws any grid, including one of a single square and the largest.
fn any_grid() -> impl Strategy<Value = Grid> {
    prop_oneof![4 => (1usize..12, 1usize..12), 1 => Just((64, 64))].prop_flat_map(|(height, width)| {
        prop::collection::vec(any::<u64>(), height)
            .prop_map(move |rows| Grid::from_rows(width, &rows).expect("rows that fit"))
    })
}

fn looks() -> impl Strategy<Value = Look> {
    let marks = prop::collection::vec((0usize..12, 0usize..12), 0..3);
    (any::<bool>(), marks, any::<bool>()).prop_map(|(numbers, marks, open_edge)| Look {
        numbers,
        marks,
        open_edge,
        lengths: false,
    })
}

fn svg_of(grids: &[Grid], look: &Look, sheet: &Sheet) -> String {
    let mut bytes = Vec::new();
    svg::write(&mut bytes, grids, look, sheet, 8).expect("room in memory");
    String::from_utf8(bytes).expect("SVG is text")
}

fn png_of(grids: &[Grid], look: &Look, sheet: &Sheet, pixels: usize) -> (u32, u32, Vec<[u8; 3]>) {
    let mut bytes = Vec::new();
    png::write(&mut bytes, grids, look, sheet, pixels, &Fonts::embedded()).expect("room in memory");
    decoded(&bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn svg_is_well_formed_whatever_it_shows(grids in prop::collection::vec(any_grid(), 1..5), look in looks()) {
        for sheet in [Sheet::spaced(&grids, None), Sheet::mosaic(64, grids.len(), 2)] {
            let text = svg_of(&grids, &look, &sheet);
            let document = roxmltree::Document::parse(&text).expect("well-formed XML");
            prop_assert_eq!(document.root_element().tag_name().name(), "svg");
            // Every reused element exists.
            let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            for node in document.descendants().filter(|node| node.has_tag_name("use")) {
                let href = node.attribute("href").and_then(|href| href.strip_prefix('#'));
                prop_assert!(href.is_some_and(|id| ids.contains(&id)), "{:?}", node);
            }
        }
    }

    /// The middle of every square has its colour, except under numbers and rings.
    #[test]
    fn png_has_the_right_pixels(grids in prop::collection::vec(any_grid(), 1..5), look in looks(), pixels in 1usize..20) {
        let look = Look { numbers: false, ..look };
        let sheet = Sheet::spaced(&grids, None);
        let (width, height, colours) = png_of(&grids, &look, &sheet, pixels);
        prop_assert_eq!((width as usize, height as usize), (sheet.width() * pixels, sheet.height() * pixels));
        for (i, grid) in grids.iter().enumerate() {
            let (top, left) = sheet.corner(i);
            for (r, c) in (0..grid.height()).flat_map(|r| (0..grid.width()).map(move |c| (r, c))) {
                let at = |r: usize, c: usize| colours[((top + r) * pixels + pixels / 2) * width as usize + (left + c) * pixels + pixels / 2];
                if !look.marks.contains(&(r, c)) && !look.open_edge {
                    prop_assert_eq!(at(r, c)[0] > 128, grid.is_white(r, c), "row {}, column {}", r, c);
                }
            }
        }
    }
}

#[test]
fn svg_places_numbers_and_marks_in_their_squares() {
    let grids = [grid(".../.#./...")];
    let look = Look { numbers: true, marks: vec![(1, 1)], ..Look::default() };
    let text = svg_of(&grids, &look, &Sheet::spaced(&grids, None));
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let numbers: Vec<(&str, &str, &str)> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| (node.attribute("x").unwrap_or(""), node.attribute("y").unwrap_or(""), node.text().unwrap_or("")))
        .collect();
    assert_eq!(numbers, [("0.06", "0.36", "1"), ("2.06", "0.36", "2"), ("0.06", "2.36", "3")]);
    let marks: Vec<_> = document.descendants().filter(|node| node.has_tag_name("circle")).collect();
    assert_eq!(marks.len(), 1);
    assert_eq!((marks[0].attribute("cx"), marks[0].attribute("cy")), (Some("1.5"), Some("1.5")));
}

/// The middle of each letter that is in only one word has the legend's colour for that word's length. Other squares have none.
#[test]
fn letters_of_a_png_are_coloured_as_its_legend_says() {
    // Words of five across, with two unchecked letters each; words of three down, with one.
    let grids = [grid("...../.#.#./.....")];
    let look = Look { lengths: true, ..Look::default() };
    let sheet = Sheet::spaced(&grids, None);
    let pixels = 20;
    let (width, height, colours) = png_of(&grids, &look, &sheet, pixels);
    let at = |y: usize, x: usize| colours[y * width as usize + x];
    let legend = sheet.height() * pixels;
    assert_eq!(height as usize, legend + 2 * pixels);
    // Two entries side by side, in the margins of the sheet: a colour, then a digit.
    let entry = |column: usize| {
        let left = column * pixels;
        let digit: Vec<bool> = (0..pixels)
            .flat_map(|y| (pixels + 3..2 * pixels).map(move |x| (y, x)))
            .map(|(y, x)| at(legend + y, left + x)[0] < 128)
            .collect();
        (at(legend + pixels / 2, left + pixels / 2), digit)
    };
    let ((three, three_digit), (five, five_digit)) = (entry(1), entry(4));
    assert_eq!((three, five), (lengths::rgb(3), lengths::rgb(5)));
    let inked = |digit: &[bool]| digit.iter().filter(|&&inked| inked).count();
    assert!(inked(&three_digit) > 10 && inked(&five_digit) > 10 && three_digit != five_digit);
    let white = [255; 3];
    assert!(three != five && ![three, five].contains(&white), "{three:?} {five:?}");
    let middle = |r: usize, c: usize| at((r + 1) * pixels + pixels / 2, (c + 1) * pixels + pixels / 2);
    let rows = [0, 1, 2].map(|r| [0, 1, 2, 3, 4].map(|c| middle(r, c)));
    let black = [17; 3];
    let edge = [white, five, white, five, white];
    assert_eq!(rows, [edge, [three, black, three, black, three], edge]);
}

/// The digits of a PNG look different from each other, and the same in every number.
#[test]
fn the_numbers_of_a_png_can_be_read() {
    // Twelve words down, and one across.
    let grids = [grid(&[".#".repeat(11) + ".", ".".repeat(23)].join("/"))];
    let look = Look { numbers: true, ..Look::default() };
    let sheet = Sheet::spaced(&grids, None);
    // At this scale a digit is 13 pixels wide.
    let (pixels, digit) = (60, 13);
    let (width, _, colours) = png_of(&grids, &look, &sheet, pixels);
    let shape = |row: usize, column: usize, place: usize| -> Vec<bool> {
        let (top, left) = ((row + 1) * pixels + 2, (column + 1) * pixels + 4 + digit * place);
        let dots = (0..20).flat_map(|r| (0..digit).map(move |c| (r, c)));
        dots.map(|(r, c)| colours[(top + r) * width as usize + left + c][0] < 128).collect()
    };
    let unlike = |a: &[bool], b: &[bool]| a.iter().zip(b).filter(|(a, b)| a != b).count();
    let shapes: Vec<Vec<bool>> = (0..9).map(|i| shape(0, 2 * i, 0)).chain([shape(0, 18, 1)]).collect();
    for (i, one) in shapes.iter().enumerate() {
        assert!(one.iter().filter(|&&inked| inked).count() > 20, "{i} has no ink");
        for other in &shapes[..i] {
            assert!(unlike(one, other) > 10, "{i} looks like another digit");
        }
    }
    for (row, place, number) in [(0, 0, 1), (1, 0, 1), (1, 1, 3)] {
        let found = shape(row, if row == 0 { 18 } else { 0 }, place);
        assert!(unlike(&found, &shapes[number - 1]) < 6, "row {row}, digit {place}");
    }
}

#[test]
fn an_open_edge_leaves_blank_paper() {
    let grids = [grid("#.../.#../....")];
    let sheet = Sheet::spaced(&grids, None);
    let look = Look { open_edge: true, ..Look::default() };
    let (width, _, colours) = png_of(&grids, &look, &sheet, 8);
    let middle = |r: usize, c: usize| colours[((1 + r) * 8 + 4) * width as usize + (1 + c) * 8 + 4];
    assert_eq!((middle(0, 0), middle(1, 1), middle(2, 2)), ([255; 3], [17; 3], [255; 3]));
    // There is no line at its outer corner either.
    assert_eq!(colours[8 * width as usize + 8], [255; 3]);
    let text = svg_of(&grids, &look, &sheet);
    assert!(text.contains(r#"<path class="b" d="M1 1h1v1h-1z"/>"#) && !text.contains("<use"), "{text}");
}

#[test]
fn the_gallery_page_loads_nothing_external_and_escapes_names() {
    let grids = [grid("../.."), grid("#.#/.../#.#")];
    let names = ["</script><script>alert(1)</script>".to_owned(), "<b>&amp;".to_owned()];
    let mut bytes = Vec::new();
    html::write(&mut bytes, &grids, &names, &Look::default(), false).expect("room in memory");
    let page = String::from_utf8(bytes).expect("text");
    for foreign in ["http:", "https:", "src=", "url(", "@import", "//cdn", "{{", "alert(1)</script>"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    let data = gallery_data(&page);
    assert_eq!(data["grids"][0], serde_json::json!(["::/:.", 0, 4, 4, names[0], null]));
    assert_eq!(data["grids"][1], serde_json::json!(["#:#/:../#.#", 0, 2, 5, names[1], null]));
    assert_eq!(data["symmetries"][0][0], "A");
}

/// Returns a picture as read from a file.
fn picture(width: u32, height: u32, light: impl Fn(u32, u32) -> u8) -> Picture {
    Picture::read(&encoded(width, height, |x, y| [light(x, y)])).expect("a PNG")
}

fn stock(all: &[Grid], tiles: usize) -> Stock {
    let mut stock = Stock::new(all[0].width(), tiles);
    for grid in all {
        stock.offer(grid);
    }
    stock
}

/// Returns every 3 × 3 grid, one of each class.
fn small_grids() -> Vec<Grid> {
    let all = (0u64..512).map(|bits| Grid::from_rows(3, &[bits, bits >> 3, bits >> 6]).expect("three rows"));
    all.filter(|grid| least_image(grid) == *grid).collect()
}

fn uses(grids: &[Grid]) -> HashMap<Grid, usize> {
    let mut uses = HashMap::new();
    for grid in grids {
        *uses.entry(least_image(grid)).or_default() += 1;
    }
    uses
}

#[test]
fn each_grid_is_used_once_or_as_evenly_as_can_be() {
    let all = small_grids();
    let picture = picture(60, 60, |x, y| (x * 4 + y / 2) as u8);
    for columns in [3, 10, 11, 20] {
        let tones = picture.tiles(columns).expect("few tiles");
        let tiles = tones.tiles.len();
        let chosen = grids(stock(&all, tiles), &tones).expect("grids");
        assert_eq!(chosen.len(), tiles);
        let uses = uses(&chosen);
        let (least, most) = (tiles / all.len(), tiles.div_ceil(all.len()));
        for grid in &all {
            let used = uses.get(grid).copied().unwrap_or(0);
            assert!((least..=most).contains(&used), "{columns} columns: {grid:?} used {used} times");
        }
    }
}

#[test]
fn dark_tiles_get_dark_grids_and_slopes_are_followed() {
    let all = small_grids();
    // The picture is white at the left and black at the right.
    let tones = picture(90, 30, |x, _| (255 - x * 255 / 89) as u8).tiles(9).expect("few tiles");
    let chosen = grids(stock(&all, tones.tiles.len()), &tones).expect("grids");
    let black = |i: usize| 9 - chosen[i].whites();
    for row in 0..3 {
        for column in 1..9 {
            assert!(black(row * 9 + column - 1) <= black(row * 9 + column), "row {row}, column {column}");
        }
    }
    // The left of the tile is black: of two equally dark grids, the one that can be turned to fit is used.
    let all = [grid(".#./.../..."), grid("#.#/.../#.#"), grid("###/#../..."), grid("###/###/##.")];
    let left = Tones { columns: 1, rows: 1, tiles: vec![[1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 0.0]] };
    let chosen = grids(stock(&all, 1), &left).expect("grids");
    assert_eq!(chosen.len(), 1);
    assert!([grid("##./#../#.."), grid("#../#../##.")].contains(&chosen[0]), "{:?}", chosen[0]);
}

#[test]
fn the_order_in_which_grids_come_does_not_matter() {
    let mut all = small_grids();
    let tones = picture(64, 48, |x, y| ((x * 7 + y * 13) % 256) as u8).tiles(8).expect("few tiles");
    let chosen = grids(stock(&all, tones.tiles.len()), &tones);
    all.reverse();
    assert_eq!(grids(stock(&all, tones.tiles.len()), &tones), chosen);
    assert_eq!(grids(Stock::new(3, 5), &tones), None);
}

/// Returns Exif data that contain only the orientation of the camera.
fn exif(orientation: u8, little: bool) -> Vec<u8> {
    // A header, and a directory with one entry besides one of another tag.
    let (short, long) = if little {
        ((|n: u16| n.to_le_bytes()) as fn(u16) -> [u8; 2], (|n: u32| n.to_le_bytes()) as fn(u32) -> [u8; 4])
    } else {
        ((|n: u16| n.to_be_bytes()) as fn(u16) -> [u8; 2], (|n: u32| n.to_be_bytes()) as fn(u32) -> [u8; 4])
    };
    let entry = |tag: u16, value: u16| [&short(tag)[..], &short(3), &long(1), &short(value), &short(0)].concat();
    let header = [if little { &b"II"[..] } else { b"MM" }, &short(42), &long(8)].concat();
    [header, short(2).to_vec(), entry(0x0100, 7), entry(0x0112, orientation.into()), long(0).to_vec()].concat()
}

/// The image of the pixel in a row and a column of a picture 8 high and 6 wide, by the orientation of the camera.
const HELD: [(u8, Transform); 9] = [
    (0, Transform::Identity),
    (1, Transform::Identity),
    (2, Transform::MirrorLeftRight),
    (3, Transform::Rot180),
    (4, Transform::MirrorTopBottom),
    (5, Transform::MainDiagonal),
    (6, Transform::Rot90),
    (7, Transform::AntiDiagonal),
    (8, Transform::Rot270),
];

#[test]
fn a_png_is_turned_as_its_exif_data_say() {
    let light = |r: usize, c: usize| (20 * r + 3 * c) as u8;
    for (orientation, transform) in HELD {
        let (height, width) = if transform.swaps_sides() { (6, 8) } else { (8, 6) };
        let mut upright = [0; 48];
        for (r, c) in (0..8).flat_map(|r| (0..6).map(move |c| (r, c))) {
            let (row, column) = transform.square(8, 6, (r, c));
            upright[row * width + column] = light(r, c);
        }
        let upright = picture(width as u32, height, |x, y| upright[y as usize * width + x as usize]);
        for little in [false, true] {
            let mut info = ::png::Info::with_size(6, 8);
            info.color_type = ::png::ColorType::Grayscale;
            info.exif_metadata = Some(exif(orientation, little).into());
            let mut bytes = Vec::new();
            let mut writer = ::png::Encoder::with_info(&mut bytes, info).expect("a size").write_header().expect("room");
            let pixels: Vec<u8> = (0..48).map(|i| light(i / 6, i % 6)).collect();
            writer.write_image_data(&pixels).expect("room");
            writer.finish().expect("room");
            let held = Picture::read(&bytes).expect("a PNG");
            assert_eq!(held.tiles(2).expect("few tiles"), upright.tiles(2).expect("few tiles"), "{orientation}");
        }
    }
}

/// Returns the greatest difference between the shades of two pictures.
fn difference(one: &Picture, other: &Picture) -> f64 {
    let tones = |picture: &Picture| picture.tiles(7).expect("few tiles").tiles.concat();
    let (one, other) = (tones(one), tones(other));
    assert_eq!(one.len(), other.len());
    one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn a_jpeg_is_as_light_as_the_same_picture_and_turned_as_its_exif_data_say() {
    let read = |bytes: &[u8]| Picture::read(bytes).expect("a picture");
    let jpeg = slope();
    assert!(difference(&read(&jpeg), &read(&slope_of(140, 130))) < 0.01);
    // Exif data have their own segment, right after the two bytes at the start.
    let segment = [&b"Exif\0\0"[..], &exif(6, false)].concat();
    let length = (segment.len() as u16 + 2).to_be_bytes();
    let turned = [&jpeg[..2], b"\xff\xe1", &length, &segment, &jpeg[2..]].concat();
    // A quarter turn clockwise: the last row is the first column.
    let upright = encoded(130, 140, |x, y| [y as u8, 129 - x as u8, 128]);
    assert!(difference(&read(&turned), &read(&upright)) < 0.01);
}

#[test]
fn every_kind_of_png_is_read_and_what_is_transparent_is_white() {
    let grey = |light: u8| picture(3, 3, move |_, _| light).tiles(1).expect("one tile");
    let tile = |bytes: &[u8]| Picture::read(bytes).expect("a PNG").tiles(1).expect("one tile");
    assert_eq!(tile(&encoded(3, 3, |_, _| [40, 255])), grey(40));
    assert_eq!(tile(&encoded(3, 3, |_, _| [40, 0])), grey(255));
    assert_eq!(tile(&encoded(3, 3, |_, _| [40, 40, 40])), grey(40));
    assert_eq!(tile(&encoded(3, 3, |_, _| [0, 255, 0])), grey(182));
    assert_eq!(tile(&encoded(3, 3, |_, _| [0, 0, 0, 51])), grey(204));
    // Four colours at two bits a pixel: a sheet as this program draws it, with one white square.
    let mut sheet = Vec::new();
    let white = [grid(".")];
    png::write(&mut sheet, &white, &Look::default(), &Sheet::mosaic(1, 1, 1), 3, &Fonts::embedded())
        .expect("room in memory");
    assert_eq!(tile(&sheet), grey(255));
}
