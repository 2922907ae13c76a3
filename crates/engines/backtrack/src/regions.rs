//! Tracks the connected regions of the placed rows at their outer edge.
//!
//! Only squares of the outermost row (and, with a half turn, of its image on the other side) can still join regions. So a region is the
//! pair of bit words of its squares in those two rows. A region that reaches neither is *closed*: no later square can join it, so it must
//! be the only one, and everything beyond it must be black.
//!
//! Invariant: the words of different regions are disjoint. Together they cover the white squares of the outermost row (`near`) and of its
//! image (`far`). Without a half turn, `far` is always 0.

/// The regions that reach the outer edge, and a flag for a closed region.
#[derive(Clone)]
pub(crate) struct Regions {
    open: [Region; MAX],
    count: usize,
    closed: bool,
}

#[derive(Clone, Copy, Default)]
struct Region {
    near: u32,
    far: u32,
}

/// Maximum number of regions: two rows of 32 squares have at most 32 runs.
const MAX: usize = 32;

impl Regions {
    /// Returns no region.
    pub(crate) fn none() -> Self {
        Regions { open: [Region::default(); MAX], count: 0, closed: false }
    }

    /// Returns the runs of a middle row, each a separate region and both edges at once.
    pub(crate) fn of_middle_row(row: u32) -> Self {
        let mut regions = Regions::none();
        each_run(row, |run| regions.push(Region { near: run, far: run }));
        regions
    }

    /// Returns the runs of a row and of its image, as separate regions.
    pub(crate) fn of_rows(near: u32, far: u32) -> Self {
        let mut regions = Regions::none();
        each_run(near, |run| regions.push(Region { near: run, far: 0 }));
        each_run(far, |run| regions.push(Region { near: 0, far: run }));
        regions
    }

    fn push(&mut self, region: Region) {
        self.open[self.count] = region;
        self.count += 1;
    }

    /// Joins the regions that touch across the centre: the first row and its image are neighbours (even sizes).
    pub(crate) fn join_across_centre(&mut self) {
        let regions = std::mem::replace(self, Regions::none());
        let mut joined = Regions::none();
        for region in &regions.open[..regions.count] {
            joined.absorb(*region, |other| other.near & region.far != 0 || other.far & region.near != 0);
        }
        *self = joined;
    }

    /// Adds `region` and merges it with the regions that touch it.
    fn absorb(&mut self, mut region: Region, touches: impl Fn(&Region) -> bool) {
        let mut kept = 0;
        for i in 0..self.count {
            let other = self.open[i];
            if touches(&other) {
                region.near |= other.near;
                region.far |= other.far;
            } else {
                self.open[kept] = other;
                kept += 1;
            }
        }
        self.count = kept;
        self.push(region);
    }

    /// Sets these regions to those of `before` extended by the next row outward and its image. Returns `false` if the white squares can no
    /// longer all be connected.
    pub(crate) fn follow(&mut self, before: &Regions, near: u32, far: u32) -> bool {
        self.count = 0;
        self.closed = before.closed;
        if before.closed {
            return near | far == 0;
        }
        each_run(near, |run| self.push(Region { near: run, far: 0 }));
        each_run(far, |run| self.push(Region { near: 0, far: run }));
        let mut cut_off = 0;
        for region in &before.open[..before.count] {
            if (region.near & near) | (region.far & far) == 0 {
                cut_off += 1;
            } else {
                self.merge_touching(|other: &Region| region.near & other.near != 0 || region.far & other.far != 0);
            }
        }
        self.closed = cut_off == 1 && self.count == 0;
        cut_off == 0 || self.closed
    }

    /// Merges all regions that `touched` selects.
    fn merge_touching(&mut self, touched: impl Fn(&Region) -> bool) {
        self.absorb(Region::default(), touched);
    }

    /// Returns `true` if there is at most one region, as a finished grid requires.
    pub(crate) fn are_one(&self) -> bool {
        self.count + usize::from(self.closed) <= 1
    }

    /// Returns `true` if this row and its image would leave one region. Faster than [`Regions::follow`] if there is one region already, the
    /// usual case near the edge.
    pub(crate) fn one_after(&self, edge: u32, near: u32, far: u32) -> bool {
        if self.count == 1 && !self.closed && near != 0 {
            // With the half turn, the far side has the same result as the near side.
            return !has_run_off(near, edge);
        }
        let mut after = Regions::none();
        after.follow(self, near, far) && after.are_one()
    }
}

/// Calls `f` with each run of a row.
fn each_run(mut row: u32, mut f: impl FnMut(u32)) {
    while row != 0 {
        let first = row.trailing_zeros();
        let length = (row >> first).trailing_ones();
        let run = (u32::MAX >> (32 - length)) << first;
        f(run);
        row &= !run;
    }
}

/// Returns `true` if some run of `row` has no square in `edge`.
///
/// The set `off` holds the squares not in `edge`. A run of `row` that is wholly in `off` has its first square in `off`. Adding its first
/// bit carries through the run and sets the bit just beyond its end, which is not a square of `row`. For a run partly in `off`, the carry
/// stops inside `row`.
fn has_run_off(row: u32, edge: u32) -> bool {
    let row = u64::from(row);
    let off = row & !u64::from(edge);
    let starts = row & !(row << 1) & off;
    (off + starts) & !off & !row != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_run_that_touches_no_edge_square() {
        assert!(!has_run_off(0b0111_0110, 0b0100_0010));
        assert!(has_run_off(0b0111_0110, 0b0100_1000));
        assert!(has_run_off(u32::MAX, 0));
        assert!(!has_run_off(u32::MAX, 1 << 31));
        assert!(!has_run_off(0, 0));
        for row in 0..1 << 7 {
            for edge in 0..1 << 7 {
                let mut expected = false;
                each_run(row, |run| expected |= run & edge == 0);
                assert_eq!(has_run_off(row, edge), expected, "{row:b} {edge:b}");
            }
        }
    }

    #[test]
    fn arms_join_around_a_ring() {
        let middle = Regions::of_middle_row(0b101);
        assert!(!middle.are_one());
        let mut after = Regions::none();
        assert!(after.follow(&middle, 0b111, 0b111) && after.are_one());
        assert!(after.follow(&middle, 0b101, 0b101) && !after.are_one());
        assert!(after.follow(&middle, 0b100, 0b001) && !after.are_one());
        assert!(!after.follow(&middle, 0, 0));
    }

    #[test]
    fn a_closed_region_allows_nothing_more() {
        let (mut closed, mut after) = (Regions::none(), Regions::none());
        assert!(closed.follow(&Regions::of_middle_row(0b010), 0, 0) && closed.are_one());
        assert!(after.follow(&closed, 0, 0) && after.are_one());
        assert!(!after.follow(&closed, 1, 0b100));
    }
}
