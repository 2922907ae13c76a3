//! The pieces of the sum: which quarters can meet at all, told by where they are open.
//!
//! Two quarters fit only if each is open where the other is, so a *skeleton*, the open right sites, the open bottom sites and
//! the part the centre plays, parts the quarters into groups, and a group (R, B) meets only the group (B, R). Such a pair of
//! groups is a **block**: the grids in it are counted without looking at any other, and the answer is the sum over blocks.

use std::fmt;
use std::str::FromStr;

use super::quarter::Shape;
use gridcheck_run::blocks::BlockId;

/// The part that the centre of the grid plays for a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Centre {
    /// The grid has no centre square: its size is even.
    None,
    /// The centre is black.
    Black,
    /// The centre is white, and so are its four neighbours.
    Crossed,
    /// The centre is white, and of its neighbours this quarter's and its image's only.
    Own,
    /// The centre is white, and of its neighbours the other quarter's and its image's only.
    Other,
}

impl Centre {
    const ALL: [Centre; 5] = [Centre::None, Centre::Black, Centre::Crossed, Centre::Own, Centre::Other];

    /// The parts that it can play. With `single_cells` it can be crossed by one line alone.
    pub fn possible(shape: Shape, single_cells: bool) -> &'static [Centre] {
        match (shape.has_centre(), single_cells) {
            (false, _) => &[Centre::None],
            (true, false) => &[Centre::Black, Centre::Crossed],
            (true, true) => &[Centre::Black, Centre::Other, Centre::Crossed, Centre::Own],
        }
    }

    /// The part it plays for the other quarter.
    pub fn turned(self) -> Self {
        match self {
            Centre::Own => Centre::Other,
            Centre::Other => Centre::Own,
            same => same,
        }
    }

    /// Whether this quarter is open towards the centre.
    pub fn is_linked(self) -> bool {
        matches!(self, Centre::Crossed | Centre::Own)
    }

    /// Whether the centre square is white.
    pub fn is_white(self) -> bool {
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

/// What the quarters of one group have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Skeleton {
    pub centre: Centre,
    /// Bit i: the right site of row i is open.
    pub right: u32,
    /// Bit j: the bottom site of column j is open.
    pub bottom: u32,
}

impl Skeleton {
    /// The skeleton of the quarters that these can meet.
    pub fn turned(self) -> Self {
        Skeleton { centre: self.centre.turned(), right: self.bottom, bottom: self.right }
    }

    /// Whether its block is named for it, and not for the skeleton it meets.
    pub fn leads(self) -> bool {
        self <= self.turned()
    }
}

/// A pair of groups that meet, named for the first of the two in order.
///
/// Invariant: the skeleton leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    skeleton: Skeleton,
    height: usize,
}

impl Block {
    /// The block in which quarters of this skeleton are.
    pub fn of(shape: Shape, skeleton: Skeleton) -> Self {
        let skeleton = if skeleton.leads() { skeleton } else { skeleton.turned() };
        Block { skeleton, height: shape.height }
    }

    /// The skeletons that the first quarter of its grids has, in order: one, or two.
    pub fn skeletons(self) -> impl Iterator<Item = Skeleton> {
        let turned = Some(self.skeleton.turned()).filter(|turned| *turned != self.skeleton);
        std::iter::once(self.skeleton).chain(turned)
    }

    /// What is at the centre of its grids.
    pub fn centre(self) -> Centre {
        self.skeleton.centre
    }

    /// The patterns of open sites on its quarters' sides.
    pub fn patterns(self) -> [u32; 2] {
        [self.skeleton.right, self.skeleton.bottom]
    }

    /// The blocks whose quarters have these patterns on their sides, the centre playing one of these parts.
    pub fn of_pair(shape: Shape, centres: &[Centre], [one, other]: [u32; 2]) -> Vec<Self> {
        let block = |&centre: &Centre| Block::of(shape, Skeleton { centre, right: one, bottom: other });
        let mut blocks: Vec<Block> = centres.iter().map(block).collect();
        // Where the two are one, so are the blocks in which either line crosses the centre.
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Whether quarters of one group meet one another.
    pub fn is_its_own(self) -> bool {
        self.skeleton == self.skeleton.turned()
    }

    /// Its number: blocks are in the order of theirs.
    pub fn id(self) -> BlockId {
        let Skeleton { centre, right, bottom } = self.skeleton;
        BlockId((centre as u64) << 48 | u64::from(right) << 24 | u64::from(bottom))
    }

    /// The block of that number in grids of this shape. The number is some block's.
    pub fn numbered(shape: Shape, id: BlockId) -> Self {
        let bits = |from: u32| (id.0 >> from) as u32 & ((1 << 24) - 1);
        let skeleton = Skeleton { centre: Centre::ALL[bits(48) as usize], right: bits(24), bottom: bits(0) };
        Block { skeleton, height: shape.height }
    }

    /// The block of that name in grids of this shape.
    pub fn named(shape: Shape, name: &str) -> Option<Self> {
        let block: Block = name.parse().ok()?;
        let even = block.skeleton.centre == Centre::None;
        (block.height == shape.height && even != shape.has_centre() && block.skeleton.leads()).then_some(block)
    }
}

/// As in `cross:o-oo---:--ooo-o`: what the centre is, and the right and the bottom sites in order, `o` for open.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sites = |open: u32| -> String {
            (0..self.height).map(|site| if open >> site & 1 == 1 { 'o' } else { '-' }).collect()
        };
        let Skeleton { centre, right, bottom } = self.skeleton;
        write!(f, "{}:{}:{}", centre.name(), sites(right), sites(bottom))
    }
}

/// The text is not a block's name.
#[derive(Debug, PartialEq, Eq)]
pub struct NotABlock;

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
