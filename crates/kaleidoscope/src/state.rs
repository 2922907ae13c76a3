//! What is left to be decided when part of the piece is coloured: a state, and its key.
//!
//! A state says of each column how far its down word has come above the lowest square that is coloured, of the row above
//! how far its across word has been read, which of the lowest squares hang together, and which sides have been reached.
//! In a key all of it is packed into 128 bits; how, depends on the row alone ([`Layout`]).
//!
//! Invariant of a key: components are numbered in the order in which they come, so that equal states have equal keys.

use super::horizons::{Class, NOTHING};

/// More columns are not kept.
pub const MOST_COLUMNS: usize = 16;

/// The lowest coloured square of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    Black,
    /// How far its down word has come above it, and the component it is in.
    White {
        above: Class,
        component: u8,
    },
}

impl Cell {
    pub fn is_white(self) -> bool {
        self != Cell::Black
    }

    /// Whether the square above it is white.
    pub fn goes_on(self) -> bool {
        matches!(self, Cell::White { above, .. } if above != NOTHING)
    }

    /// Its component, if it is white.
    pub fn component(self) -> Option<u8> {
        match self {
            Cell::Black => None,
            Cell::White { component, .. } => Some(component),
        }
    }
}

/// See the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub cells: [Cell; MOST_COLUMNS],
    /// Bit j: column j must have a white square, and has one so far.
    pub touched: u32,
    /// How far the across word of the row above has been read, if one is under way: then the square that is read next is white.
    pub across: Option<Class>,
    /// Whether the row has a white square so far, if it must have one.
    pub row_touched: bool,
    /// Whether the region has reached the mirror on the right, and the other.
    pub reached: [bool; 2],
    pub whites: Whites,
}

/// Which white squares there are, besides those in the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whites {
    /// None that is told of.
    None,
    /// Some; told only where regions are not kept.
    Some,
    /// All: the region is whole, and what is left is black. Told only where regions are kept.
    All,
}

impl State {
    /// Nothing coloured yet.
    pub const START: State = State {
        cells: [Cell::Black; MOST_COLUMNS],
        touched: 0,
        across: None,
        row_touched: false,
        reached: [false; 2],
        whites: Whites::None,
    };
}

/// What a problem asks to be kept in every state.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// Which squares hang together, and what the region has reached.
    pub regions: bool,
    /// Which lines have a white square.
    pub lines: bool,
    /// How many bits a class has, in an across word.
    pub across_bits: u32,
}

/// Where what is in the key, while one row is coloured.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The first column in it, and how many.
    first: usize,
    columns: usize,
    class_bits: u32,
    component_bits: u32,
    kept: Kept,
}

/// Reads or writes fields from the low end up.
struct Fields {
    key: u128,
    place: u32,
}

impl Fields {
    fn put(&mut self, bits: u32, value: u32) {
        self.key |= u128::from(value) << self.place;
        self.place += bits;
    }

    fn get(&mut self, bits: u32) -> u32 {
        let value = (self.key >> self.place) as u32 & ((1 << bits) - 1);
        self.place += bits;
        value
    }

    fn get_flag(&mut self) -> bool {
        self.get(1) == 1
    }
}

/// Bits that hold numbers below this.
pub fn bits_below(number: usize) -> u32 {
    number.next_power_of_two().trailing_zeros()
}

impl Layout {
    /// For the columns from `first` to `last`, with so many classes; `None` if that is too much for a key.
    pub fn new([first, last]: [usize; 2], classes: usize, kept: Kept) -> Option<Self> {
        let columns = (last + 1).saturating_sub(first);
        // Neighbours in a row are in one component; at one place, between the rows, they need not be.
        let component_bits = if kept.regions { bits_below(columns / 2 + 1) } else { 0 };
        let layout = Layout { first, columns, class_bits: bits_below(classes + 1), component_bits, kept };
        (last < MOST_COLUMNS && layout.bits() <= u128::BITS).then_some(layout)
    }

    fn bits(&self) -> u32 {
        let of_column = self.class_bits + self.component_bits + u32::from(self.kept.lines);
        let flags = u32::from(self.kept.lines) + if self.kept.regions { 3 } else { 1 };
        self.columns as u32 * of_column + self.kept.across_bits + flags
    }

    /// The key of a state.
    pub fn pack(&self, state: &State) -> u128 {
        let mut fields = Fields { key: 0, place: 0 };
        let across = state.across.map_or(0, |class| u32::from(class) + 1);
        fields.put(self.kept.across_bits, across);
        if self.kept.regions {
            fields.put(1, state.reached[0].into());
            fields.put(1, state.reached[1].into());
            fields.put(1, (state.whites == Whites::All).into());
        } else {
            fields.put(1, (state.whites == Whites::Some).into());
        }
        if self.kept.lines {
            fields.put(1, state.row_touched.into());
            let columns = (1 << self.columns) - 1;
            fields.put(self.columns as u32, state.touched >> self.first & columns);
        }
        let mut numbers = [u8::MAX; 2 * MOST_COLUMNS];
        let mut fresh = 0;
        for cell in &state.cells[self.first..self.first + self.columns] {
            match *cell {
                Cell::Black => fields.put(self.class_bits + self.component_bits, 0),
                Cell::White { above, component } => {
                    fields.put(self.class_bits, u32::from(above) + 1);
                    if self.kept.regions {
                        let number = &mut numbers[usize::from(component)];
                        if *number == u8::MAX {
                            *number = fresh;
                            fresh += 1;
                        }
                        fields.put(self.component_bits, u32::from(*number));
                    }
                }
            }
        }
        fields.key
    }

    /// The state that has this key.
    pub fn unpack(&self, key: u128) -> State {
        let mut fields = Fields { key, place: 0 };
        let mut state = State::START;
        let across = fields.get(self.kept.across_bits);
        state.across = across.checked_sub(1).map(|class| class as Class);
        if self.kept.regions {
            state.reached = [fields.get_flag(), fields.get_flag()];
        }
        if fields.get_flag() {
            state.whites = if self.kept.regions { Whites::All } else { Whites::Some };
        }
        if self.kept.lines {
            state.row_touched = fields.get_flag();
            state.touched = fields.get(self.columns as u32) << self.first;
        }
        for cell in &mut state.cells[self.first..self.first + self.columns] {
            let class = fields.get(self.class_bits);
            let component = fields.get(self.component_bits) as u8;
            if let Some(above) = class.checked_sub(1) {
                *cell = Cell::White { above: above as Class, component };
            }
        }
        state
    }
}
