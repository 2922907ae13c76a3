//! Writes merged sums as JSON.

use serde_json::{Value, json};

use super::super::sum::SumAnswer;
use super::{MergeReport, Rechecked};
use crate::run::blocks::{BlockStatements, BlockSum, FileFacts, Gap, Piece, SumKind, share_seen};
use crate::serial::{AsText, texts};

impl MergeReport<'_> {
    /// Returns the JSON. `out` is the file that was written.
    pub fn as_json(&self, out: Option<&str>) -> Value {
        let (merge, problem) = (self.merge, self.merge.problem());
        let mut json = json!({
            "size": problem.size(),
            "rules": problem.rules().described(),
            "ruleset": problem.rules().record(),
        });
        if !problem.constraints().is_empty() {
            json["where"] = json!(texts(problem.constraints()));
        }
        match merge.kind() {
            SumKind::Plain => {}
            SumKind::Distribution(by) => json["by"] = json!(texts(by)),
            SumKind::Extreme(goal) => json["goal"] = json!(AsText(goal)),
        }
        let (agreement, agreed_pieces) = self.agreement();
        json["engine"] = json!(merge.engine());
        json["files"] = merge.files().map(|facts| file(&facts)).collect();
        json["pieces"] = json!(merge.pieces());
        json["missing"] = self.gaps.iter().map(gap).collect();
        json["quorum"] = json!(self.quorum);
        // The pieces on which as many files of different runs agree as the quorum says, and at least two; and those of them where several
        // of the files have no run number, so that they may be copies of one.
        json["agreed_pieces"] = json!(agreed_pieces);
        json["agreed_without_run_numbers"] = json!(merge.agreed_without_numbers(agreement));
        json["contradictions"] = self.contradictions.iter().map(|block| self.block(block)).collect();
        json["rechecked"] = json!(self.rechecked.as_ref().map(|rechecked| self.recheck(rechecked)));
        json["total"] = json!(self.total.as_ref().map(SumAnswer::from));
        json["out"] = json!(out);
        json
    }

    /// Returns what files say about a block, and what a recheck counted.
    fn block(&self, block: &BlockStatements) -> Value {
        let counted = block.counted.as_ref();
        let says = |(file, sum): &(usize, BlockSum)| {
            let wrong = counted.map(|counted| counted != sum);
            json!({ "file": self.name(*file), "count": SumAnswer::from(sum), "wrong": wrong })
        };
        json!({
            "block": block.name,
            "counted": counted.map(SumAnswer::from),
            "says": block.statements.iter().map(says).collect::<Vec<_>>(),
        })
    }

    /// Returns the result of counting drawn blocks again.
    fn recheck(&self, rechecked: &Rechecked) -> Value {
        json!({
            "seed": rechecked.seed,
            "draws": rechecked.draws,
            "blocks": rechecked.blocks.len(),
            "blocks_on_record": self.merge.recorded(),
            "wrong": rechecked.wrong().map(|block| self.block(block)).collect::<Vec<_>>(),
            "share_seen_at_99_percent": share_seen(rechecked.draws),
        })
    }
}

fn file(file: &FileFacts<'_>) -> Value {
    json!({
        "file": file.path.display().to_string(),
        "piece": file.piece.map(Piece::number),
        "version": file.version,
        "blocks": file.blocks,
        "finished": file.is_finished,
        "runs": file.runs,
    })
}

/// Returns an incomplete piece.
fn gap(gap: &Gap) -> Value {
    json!({ "piece": gap.piece, "missing_blocks": gap.missing, "blocks": gap.of })
}
