//! Finds the pieces of a count that files of sums lack.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use foldhash::fast::FixedState;

use super::contents::{self, Preparer, Scope};
use super::error::SumsError;
use super::in_blocks::InBlocks;
use super::piece::Piece;
use gridcheck_core::plural::plural;
use gridcheck_engine::blocks::BlockId;

/// Returns the numbers of the pieces, of this many, that the files lack in part or in whole. A file without a complete first line lacks
/// all. A piece without a block is never missing.
///
/// # Errors
/// Returns an error if a file is unusable, or about another problem, kind of sum, engine or number of pieces.
pub fn missing_pieces<P: AsRef<Path>>(
    paths: &[P],
    prepared: &InBlocks,
    pieces: usize,
) -> Result<Vec<usize>, SumsError> {
    let ours = Piece::new(1, pieces)?.of();
    let (mut known, mut finished) = (HashSet::<BlockId, FixedState>::default(), BTreeSet::new());
    for path in paths.iter().map(AsRef::as_ref) {
        let contents = contents::open(path, &mut Preparer::Only(prepared))?;
        let theirs = match &contents.scope {
            _ if contents.head.is_none() => continue,
            Scope::Piece(_, theirs) | Scope::Of(theirs) if theirs.len() == ours => {
                known.extend(contents.known.keys());
                finished.extend(contents.finished.pieces);
                continue;
            }
            Scope::Piece(piece, _) => piece.to_string(),
            Scope::Of(theirs) => plural(theirs.len(), "piece"),
            Scope::Whole => "the whole count".to_owned(),
        };
        let path = path.display().to_string();
        return Err(SumsError::OtherPart { path, theirs, ours: format!("a count in {}", plural(ours, "piece")) });
    }
    let division = prepared.pieces(ours);
    let lacks = |number: &usize| {
        !finished.contains(number) && division.blocks(*number).iter().any(|block| !known.contains(block))
    };
    Ok((1..=ours).filter(lacks).collect())
}
