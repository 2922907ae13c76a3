//! Blocks: the parts of the sum, by where the quarters are open.
//!
//! Two quarters fit only if each is open where the other is. The *skeleton* of a quarter is its open right sites, its
//! open bottom sites and the role of the centre. The quarters of one skeleton form a group, and a group (R, B) meets
//! only the group (B, R). Such a pair of groups is a **block**. Each block is counted independently, and the answer
//! is the sum over blocks.

use std::fmt;
use std::str::FromStr;

use crate::quarter::Shape;
use gridcheck_engine::blocks::BlockId;

/// The role of the grid's centre, as one quarter sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Centre {
    /// The grid has no centre square: its size is even.
    None,
    /// The centre is black.
    Black,
    /// The centre is white, and so are its four neighbours.
    Crossed,
    /// The centre is white. Its white neighbours are in this quarter and its half-turn image only.
    Own,
    /// The centre is white. Its white neighbours are in the other quarter and its half-turn image only.
    Other,
}

impl Centre {
    const ALL: [Centre; 5] = [Centre::None, Centre::Black, Centre::Crossed, Centre::Own, Centre::Other];

    /// Returns the possible roles. Only with `single_cells` can the centre lie in a single word.
    pub(crate) fn possible(shape: Shape, single_cells: bool) -> &'static [Centre] {
        match (shape.has_centre(), single_cells) {
            (false, _) => &[Centre::None],
            (true, false) => &[Centre::Black, Centre::Crossed],
            (true, true) => &[Centre::Black, Centre::Other, Centre::Crossed, Centre::Own],
        }
    }

    /// Returns its role for the other quarter.
    pub(crate) fn turned(self) -> Self {
        match self {
            Centre::Own => Centre::Other,
            Centre::Other => Centre::Own,
            same => same,
        }
    }

    /// Returns `true` if this quarter is open towards the centre.
    pub(crate) fn is_linked(self) -> bool {
        matches!(self, Centre::Crossed | Centre::Own)
    }

    /// Returns `true` if the centre square is white.
    pub(crate) fn is_white(self) -> bool {
        matches!(self, Centre::Crossed | Centre::Own | Centre::Other)
    }

    const fn name(self) -> &'static str {
        match self {
            Centre::None => "even",
            Centre::Black => "black",
            Centre::Crossed => "cross",
            Centre::Own => "line",
            Centre::Other => "line-turned",
        }
    }
}

/// The properties that the quarters of one group share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Skeleton {
    pub centre: Centre,
    /// Bit i: the right site of row i is open.
    pub right: u32,
    /// Bit j: the bottom site of column j is open.
    pub bottom: u32,
}

impl Skeleton {
    /// Returns the skeleton of the quarters that these can meet.
    pub(crate) fn turned(self) -> Self {
        Skeleton { centre: self.centre.turned(), right: self.bottom, bottom: self.right }
    }

    /// Returns `true` if this skeleton represents its block; otherwise the skeleton that it meets does.
    pub(crate) fn leads(self) -> bool {
        self <= self.turned()
    }
}

/// A pair of groups that meet, represented by the smaller skeleton.
///
/// Invariant: the skeleton leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Block {
    skeleton: Skeleton,
    height: usize,
}

impl Block {
    /// Returns the block that contains the quarters of this skeleton.
    pub(crate) fn of(shape: Shape, skeleton: Skeleton) -> Self {
        let skeleton = if skeleton.leads() { skeleton } else { skeleton.turned() };
        Block { skeleton, height: shape.height }
    }

    /// Returns the possible skeletons of the first quarter of its grids, in order: one, or two.
    pub(crate) fn skeletons(self) -> impl Iterator<Item = Skeleton> {
        let turned = Some(self.skeleton.turned()).filter(|turned| *turned != self.skeleton);
        std::iter::once(self.skeleton).chain(turned)
    }

    /// Returns the role of the centre in its grids.
    pub(crate) fn centre(self) -> Centre {
        self.skeleton.centre
    }

    /// Returns the patterns of open sites on the two sides of its quarters.
    pub(crate) fn patterns(self) -> [u32; 2] {
        [self.skeleton.right, self.skeleton.bottom]
    }

    /// Returns the blocks whose quarters have these patterns on their sides and one of these roles of the centre.
    pub(crate) fn of_pair(shape: Shape, centres: &[Centre], [one, other]: [u32; 2]) -> Vec<Self> {
        let block = |&centre: &Centre| Block::of(shape, Skeleton { centre, right: one, bottom: other });
        let mut blocks: Vec<Block> = centres.iter().map(block).collect();
        // If both patterns are equal, the blocks with the roles `Own` and `Other` are the same.
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Returns `true` if its group meets itself.
    pub(crate) fn meets_itself(self) -> bool {
        self.skeleton == self.skeleton.turned()
    }

    /// Returns its number. Blocks are ordered by their numbers.
    pub(crate) fn id(self) -> BlockId {
        let Skeleton { centre, right, bottom } = self.skeleton;
        BlockId((centre as u64) << 48 | u64::from(right) << 24 | u64::from(bottom))
    }

    /// Returns the block of a valid number in grids of this shape.
    pub(crate) fn numbered(shape: Shape, id: BlockId) -> Self {
        let bits = |from: u32| (id.0 >> from) as u32 & ((1 << 24) - 1);
        let skeleton = Skeleton { centre: Centre::ALL[bits(48) as usize], right: bits(24), bottom: bits(0) };
        Block { skeleton, height: shape.height }
    }

    /// Returns the block of a name in grids of this shape, if the name is valid.
    pub(crate) fn named(shape: Shape, name: &str) -> Option<Self> {
        let block: Block = name.parse().ok()?;
        let even = block.skeleton.centre == Centre::None;
        (block.height == shape.height && even != shape.has_centre() && block.skeleton.leads()).then_some(block)
    }
}

/// Writes a name such as `cross:o-oo---:--ooo-o`: the role of the centre, then the right and the bottom sites in
/// order, `o` for open.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sites = |open: u32| -> String {
            (0..self.height).map(|site| if open >> site & 1 == 1 { 'o' } else { '-' }).collect()
        };
        let Skeleton { centre, right, bottom } = self.skeleton;
        write!(f, "{}:{}:{}", centre.name(), sites(right), sites(bottom))
    }
}

/// The error for a text that is not a block's name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotABlock;

impl FromStr for Block {
    type Err = NotABlock;

    fn from_str(text: &str) -> Result<Self, NotABlock> {
        let sites = |text: &str| -> Result<u32, NotABlock> {
            if text.len() > 31 {
                return Err(NotABlock);
            }
            text.bytes().enumerate().try_fold(0, |open, (site, byte)| match byte {
                b'o' => Ok(open | 1 << site),
                b'-' => Ok(open),
                _ => Err(NotABlock),
            })
        };
        let fields: Vec<&str> = text.split(':').collect();
        let [centre, right, bottom] = fields[..] else { return Err(NotABlock) };
        let centre = Centre::ALL.into_iter().find(|known| known.name() == centre).ok_or(NotABlock)?;
        if right.len() != bottom.len() {
            return Err(NotABlock);
        }
        let skeleton = Skeleton { centre, right: sites(right)?, bottom: sites(bottom)? };
        Ok(Block { skeleton, height: right.len() })
    }
}
