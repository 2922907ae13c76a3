//! Counts hinges as the bridges that a depth-first search finds (Tarjan 1974).

/// Stands for no word.
const NONE: u16 = u16::MAX;

/// A word: its first square, the distance of its squares, and their number.
#[derive(Clone, Copy)]
struct Word {
    first: usize,
    step: usize,
    length: usize,
}

/// The words of a grid, and which of them go across and down through each square.
struct Search {
    words: Vec<Word>,
    across: Vec<u16>,
    down: Vec<u16>,
    /// The order in which the words were met; 0 before.
    met: Vec<u32>,
    last: u32,
    bridges: u32,
}

/// Returns the number of hinges in rows of white squares.
pub(crate) fn hinges(rows: &[u32], width: usize) -> u32 {
    let squares = rows.len() * width;
    let (mut words, mut across, mut down) = (Vec::new(), vec![NONE; squares], vec![NONE; squares]);
    for r in 0..rows.len() {
        let above = if r > 0 { rows[r - 1] } else { 0 };
        let below = rows.get(r + 1).copied().unwrap_or(0);
        for c in (0..width).filter(|c| rows[r] >> c & 1 == 1) {
            let first = r * width + c;
            let mut begin = |ids: &mut [u16], step: usize, length: usize| {
                (0..length).for_each(|i| ids[first + i * step] = words.len() as u16);
                words.push(Word { first, step, length });
            };
            let length = (rows[r] >> c).trailing_ones() as usize;
            if across[first] == NONE && length > 1 {
                begin(&mut across, 1, length);
            }
            if above >> c & 1 == 0 && below >> c & 1 == 1 {
                begin(&mut down, width, rows[r..].iter().take_while(|&&row| row >> c & 1 == 1).count());
            }
        }
    }
    let met = vec![0; words.len()];
    let mut search = Search { words, across, down, met, last: 0, bridges: 0 };
    for word in 0..search.words.len() {
        if search.met[word] == 0 {
            search.visit(word, NONE);
        }
    }
    search.bridges
}

impl Search {
    /// Visits a word and those behind it. Returns the lowest number of the words that they cross, without the crossing of `word` and `from`.
    fn visit(&mut self, word: usize, from: u16) -> u32 {
        self.last += 1;
        self.met[word] = self.last;
        let mut lowest = self.last;
        let Word { first, step, length } = self.words[word];
        for square in (0..length).map(|i| first + i * step) {
            let other = if step == 1 { self.down[square] } else { self.across[square] };
            // Two words share at most one square.
            if other == NONE || other == from {
                continue;
            }
            let met = self.met[usize::from(other)];
            let reached = if met == 0 { self.visit(usize::from(other), word as u16) } else { met };
            self.bridges += u32::from(met == 0 && reached > self.met[word]);
            lowest = lowest.min(reached);
        }
        lowest
    }
}
