//! Represents the open decisions when part of the domain is coloured: a state, and its key.
//!
//! A state holds, for each column, the progress of its down word above the lowest coloured square. It also holds the progress of the across
//! word of the row above, the connection of the lowest squares, and the reached sides. A key packs the state into 128 bits; the layout
//! depends on the row alone ([`Layout`]).
//!
//! Invariant of a key: components are numbered in order of their first column, so equal states have equal keys.

use super::horizons::{Class, NOTHING};

/// Maximum number of columns of a state.
pub(crate) const MAX_COLUMNS: usize = 16;

/// The lowest coloured square of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    Black,
    /// A white square: the class of its down word above it, and its component.
    White {
        above: Class,
        component: u8,
    },
}

impl Cell {
    pub(crate) fn is_white(self) -> bool {
        self != Cell::Black
    }

    /// Returns `true` if the square above it is white.
    pub(crate) fn continues_above(self) -> bool {
        matches!(self, Cell::White { above, .. } if above != NOTHING)
    }

    /// Returns the component of a white square.
    pub(crate) fn component(self) -> Option<u8> {
        match self {
            Cell::Black => None,
            Cell::White { component, .. } => Some(component),
        }
    }
}

/// The data described in the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    pub cells: [Cell; MAX_COLUMNS],
    /// Bit j: column j must have a white square, and already has one.
    pub touched: u32,
    /// The class of the across word of the row above, if one is being read; then the square that is read next is white.
    pub across: Option<Class>,
    /// `true` if the row must have a white square and already has one.
    pub row_touched: bool,
    /// `true` if the region has reached the right mirror, and the other mirror.
    pub reached: [bool; 2],
    pub whites: Whites,
}

/// The white squares outside of the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whites {
    /// No such square is recorded.
    None,
    /// At least one; used only if regions are not tracked.
    Some,
    /// All white squares: the region is complete, and the rest is black. Used only if regions are tracked.
    All,
}

impl State {
    /// The state before any square is coloured.
    pub(crate) const START: State = State {
        cells: [Cell::Black; MAX_COLUMNS],
        touched: 0,
        across: None,
        row_touched: false,
        reached: [false; 2],
        whites: Whites::None,
    };
}

/// The parts of a state that a problem needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrackedParts {
    /// `true` if the connection of squares and the reached sides are tracked.
    pub regions: bool,
    /// `true` if the lines with a white square are tracked.
    pub lines: bool,
    /// Number of bits of the class of an across word.
    pub across_bits: u32,
}

/// Positions of the fields in the key, while one row is coloured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// The first column in the key, and the number of columns.
    first: usize,
    columns: usize,
    class_bits: u32,
    component_bits: u32,
    tracked: TrackedParts,
}

/// Reads or writes fields from the low end up.
struct Fields {
    key: u128,
    place: u32,
}

impl Fields {
    fn put(&mut self, bits: u32, value: u32) {
        debug_assert!(u64::from(value) >> bits == 0, "{value} does not fit {bits} bits");
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

/// Returns the number of bits that hold the numbers below `number`.
pub(crate) fn bits_below(number: usize) -> u32 {
    number.next_power_of_two().trailing_zeros()
}

impl Layout {
    /// Returns the layout for the columns from `first` to `last`, with this number of classes; `None` if a key is too small.
    pub(crate) fn new([first, last]: [usize; 2], classes: usize, tracked: TrackedParts) -> Option<Self> {
        let columns = (last + 1).saturating_sub(first);
        // Neighbours in a row are in one component; only at the boundary of the two rows may they differ.
        let component_bits = if tracked.regions { bits_below(columns / 2 + 1) } else { 0 };
        let layout = Layout { first, columns, class_bits: bits_below(classes + 1), component_bits, tracked };
        (last < MAX_COLUMNS && layout.bits() <= u128::BITS).then_some(layout)
    }

    fn bits(&self) -> u32 {
        let of_column = self.class_bits + self.component_bits + u32::from(self.tracked.lines);
        let flags = u32::from(self.tracked.lines) + if self.tracked.regions { 3 } else { 1 };
        self.columns as u32 * of_column + self.tracked.across_bits + flags
    }

    /// Returns the key of a state.
    pub(crate) fn pack(&self, state: &State) -> u128 {
        let mut fields = Fields { key: 0, place: 0 };
        let across = state.across.map_or(0, |class| u32::from(class) + 1);
        fields.put(self.tracked.across_bits, across);
        if self.tracked.regions {
            fields.put(1, state.reached[0].into());
            fields.put(1, state.reached[1].into());
            fields.put(1, (state.whites == Whites::All).into());
        } else {
            fields.put(1, (state.whites == Whites::Some).into());
        }
        if self.tracked.lines {
            fields.put(1, state.row_touched.into());
            let columns = (1 << self.columns) - 1;
            fields.put(self.columns as u32, state.touched >> self.first & columns);
        }
        let mut numbers = [u8::MAX; 2 * MAX_COLUMNS];
        let mut fresh = 0;
        let mut renumbered = |component: u8| {
            let number = &mut numbers[usize::from(component)];
            if *number == u8::MAX {
                *number = fresh;
                fresh += 1;
            }
            u32::from(*number)
        };
        for cell in &state.cells[self.first..self.first + self.columns] {
            match *cell {
                Cell::Black => fields.put(self.class_bits + self.component_bits, 0),
                Cell::White { above, component } => {
                    fields.put(self.class_bits, u32::from(above) + 1);
                    if self.tracked.regions {
                        fields.put(self.component_bits, renumbered(component));
                    }
                }
            }
        }
        fields.key
    }

    /// Returns the state that has this key.
    pub(crate) fn unpack(&self, key: u128) -> State {
        let mut fields = Fields { key, place: 0 };
        let mut state = State::START;
        let across = fields.get(self.tracked.across_bits);
        state.across = across.checked_sub(1).map(|class| class as Class);
        if self.tracked.regions {
            state.reached = [fields.get_flag(), fields.get_flag()];
        }
        if fields.get_flag() {
            state.whites = if self.tracked.regions { Whites::All } else { Whites::Some };
        }
        if self.tracked.lines {
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
