//! Counts hinges as the crossings that are in no cycle of crossing words.
//!
//! A tree of crossings connects the words. Every other crossing closes a cycle with the tree. The crossings of the tree that are in no
//! such cycle are the hinges.

use gridcheck_core::grid::Grid;

/// The way from a word to the root of its tree.
#[derive(Clone, Copy)]
struct Above {
    word: usize,
    depth: usize,
    in_cycle: bool,
}

/// Returns the number of hinges of a grid.
pub(crate) fn hinges(grid: &Grid) -> u32 {
    let crossings = crossings(grid);
    let words = crossings.iter().map(|&[_, down]| down + 1).max().unwrap_or(0);
    let mut crossed = vec![Vec::new(); words];
    for &[across, down] in &crossings {
        crossed[across].push(down);
        crossed[down].push(across);
    }
    let mut above: Vec<Option<Above>> = vec![None; words];
    let mut others = Vec::new();
    for root in 0..words {
        if above[root].is_some() {
            continue;
        }
        above[root] = Some(Above { word: root, depth: 0, in_cycle: true });
        let mut next = vec![(root, 0)];
        while let Some((word, depth)) = next.pop() {
            for &other in &crossed[word] {
                match above[other] {
                    None => {
                        above[other] = Some(Above { word, depth: depth + 1, in_cycle: false });
                        next.push((other, depth + 1));
                    }
                    Some(_) => others.push([word, other]),
                }
            }
        }
    }
    let mut above: Vec<Above> = above.into_iter().flatten().collect();
    for [mut one, mut other] in others {
        if above[one].word == other || above[other].word == one {
            continue;
        }
        while one != other {
            let deeper = if above[one].depth >= above[other].depth { &mut one } else { &mut other };
            above[*deeper].in_cycle = true;
            *deeper = above[*deeper].word;
        }
    }
    above.iter().filter(|above| !above.in_cycle).count() as u32
}

/// Returns the words across and down of every checked square. All words across have smaller numbers than those down.
fn crossings(grid: &Grid) -> Vec<[usize; 2]> {
    let (height, width) = (grid.height(), grid.width());
    let white = |r: usize, c: usize| r < height && c < width && grid.is_white(r, c);
    let is_start = |r: usize, c: usize, (down, across): (usize, usize)| {
        white(r, c) && !white(r.wrapping_sub(down), c.wrapping_sub(across)) && white(r + down, c + across)
    };
    let mut number = 0;
    // By rows.
    let mut across = Vec::with_capacity(height * width);
    for (r, c) in grid.size().positions() {
        number += usize::from(is_start(r, c, (0, 1)));
        let in_word = white(r, c) && (white(r, c.wrapping_sub(1)) || white(r, c + 1));
        across.push(in_word.then(|| number - 1));
    }
    let mut crossings = Vec::new();
    for c in 0..width {
        for r in 0..height {
            number += usize::from(is_start(r, c, (1, 0)));
            let in_word = white(r, c) && (white(r.wrapping_sub(1), c) || white(r + 1, c));
            if let (true, Some(across)) = (in_word, across[r * width + c]) {
                crossings.push([across, number - 1]);
            }
        }
    }
    crossings
}
